/** A valid target for each call that needs a row or a body. A call of the contract without a target fails the run. */
import { randomUUID } from 'node:crypto';
import { pathParameters, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { contractRegisters, exampleBody } from '../../../server/src/testing/registers.ts';
import { makeProduct, orderOf } from '../company.ts';
import { PASSWORD } from '../node.ts';
import type { Call } from './calls.ts';
import { COMPANY, NAMED_ROWS, SETTINGS, type Target, type World } from './world.ts';

type Maker = (world: World) => Promise<Target> | Target;
type RowMaker = (world: World) => Promise<{ id: number | string }>;
const RECEIPT = Buffer.from(
  '<RicevutaConsegna><NomeFile>IT00743110157_0000A.xml</NomeFile></RicevutaConsegna>',
).toString('base64');

/**
 * Creates a row of the path. The calls on it, such as `/invoices/{id}/report`, need no entry in `MAKERS`, unless they need
 * a row in another state or a body that does not follow from its schema. `REGISTER_ROWS` has the registers.
 */
const ROWS: Record<string, RowMaker> = {
  '/users': user,
  '/views': view,
  '/webhooks': webhook,
  '/products': product,
  '/destinazioni-merce': destination,
  '/stock-movements': (world) => world.makeMovement(),
  '/stock-counts': (world) => world.makeCount(),
  '/prices': (world) => world.makePrice(),
  '/declarations-of-intent': (world) => world.makeDeclaration(),
  '/customer-prices': (world) => world.makeCustomerPrice(),
  '/purchase-orders': (world) => world.makePurchase(),
  '/purchase-invoices': (world) => world.makePurchaseInvoice(),
  '/customer-orders': (world) => world.makeOrder(),
  '/packing-lists': (world) => world.makePackingList(),
  '/invoices': (world) => world.makeInvoice(),
  '/bank/slips': (world) => world.makeSlip(),
  '/payments': (world) => world.makePayment(),
  '/production/operations': (world) => world.makeOperation(),
  '/production/scheduling': (world) => world.makeScheduling(),
  '/batches': plainBatch,
  '/recalls': recall,
  '/reels': reel,
  '/runs': openRun,
  '/attachments': (world) => world.makeAttachment(),
  '/contacts': contact,
  '/outbox': async () => ({ id: 1 }),
};

/** The calls whose target does not follow from `ROWS` and the contract. */
const MAKERS: Record<string, Maker> = {
  'auth.login': body(() => ({ username: 'admin', password: 'sbagliata' })),
  'auth.changePassword': body(() => ({ current_password: 'sbagliata', new_password: PASSWORD })),
  'auth.resetPassword': body(() => ({ token: 'x'.repeat(43), new_password: PASSWORD })),
  'auth.secondFactor': body(() => ({ ticket: 'x'.repeat(43), code: '000000' })),
  'auth.confirmTotp': body(() => ({ code: '000000' })),
  'auth.removeTotp': body(() => ({ code: '000000' })),
  'auth.confirm': body(() => ({ password: 'sbagliata' })),
  'auth.addPasskey': body(() => ({ name: 'Telefono', response: { id: 'x' } })),
  'auth.removePasskey': () => ({ path: { id: 1 } }),
  'auth.passkeySignInOptions': body(() => ({})),
  'auth.passkeySignIn': body(() => ({ challenge_id: 'x'.repeat(43), response: { id: 'x' } })),
  'auth.oidcSignIn': body(() => ({ ticket: 'x'.repeat(43) })),
  'auth.endSession': row(otherSession),
  'users.create': body((world) => world.userBody()),
  'users.update': row(user, () => ({ name: 'Altro nome', role: 'sales' })),
  'views.create': body(viewBody),
  'tokens.create': body(() => ({
    name: `Programma ${randomUUID()}`,
    capabilities: ['registry.read'],
    expires_at: soon(),
  })),
  'tokens.remove': row(({ client }) =>
    client.make('/tokens', { name: `Programma ${randomUUID()}`, capabilities: ['registry.read'], expires_at: soon() }),
  ),
  'calendars.remove': row(({ client }) => client.make('/calendars', { kind: 'deliveries' })),
  'calendars.feed': () => ({ path: { file: 'calendario.ics' } }),
  'webhooks.create': body(webhookBody),
  'webhooks.update': row(webhook, () => ({ description: 'Altro programma', entities: ['products'] })),
  'webhooks.again': async (world) => ({ path: { id: (await webhook(world)).id, delivery_id: 1 } }),
  'preferences.update': body(() => ({ 'columns.products': ['code', 'name'], theme: null })),
  'products.setStatuses': body(async (world) => ({ ids: [(await product(world)).id], status: 'inactive' })),
  'notices.markRead': body(() => ({ until: '2026-03-02T08:00:00Z' })),
  'imports.get': row((world) => world.makeFailedImport()),
  'imports.run': () => ({
    path: { register: 'machines' },
    body: { rows: [{ row: 2, values: { code: randomUUID(), description: 'Taglierina' } }], mode: 'both' },
  }),
  'company.update': body(() => COMPANY),
  'settings.update': body(() => SETTINGS),
  'stockMovements.create': body((world) => world.movementBody()),
  'stockMovements.transfer': body((world) => ({
    movement_date: '2026-02-01',
    from_warehouse_id: world.warehouse,
    to_warehouse_id: world.other,
    items: [
      { product_id: world.product, quantity: 1 },
      { product_id: world.batched, batch_number: 'L1', quantity: 1 },
    ],
  })),
  'stockMovements.update': row(
    (world) => world.makeMovement(),
    () => ({ quantity: 6 }),
  ),
  'stock.ofProduct': (world) => ({ path: { productId: world.product } }),
  'stockCounts.count': row(
    (world) => world.makeCount(),
    (world) => ({ items: [{ product_id: world.batched, batch_number: 'L1', counted_quantity: 90_000.5 }] }),
  ),
  'stockCounts.post': row(async (world) => {
    const { id } = await world.makeCount();
    const items = [{ product_id: world.product, counted_quantity: 99_000 }];
    return world.ask('PUT', `/stock-counts/${id}/items`, { items });
  }),
  'prices.ofProduct': (world) => ({ path: { productId: world.product } }),
  'prices.create': body((world) => world.priceBody()),
  'prices.update': row(
    (world) => world.makePrice(),
    () => ({ price: 1.5 }),
  ),
  'prices.raise': body(async (world) => ({
    ids: [(await world.makePrice()).id],
    percent: 4,
    start_date: '2026-07-01',
  })),
  'customerPrices.raise': body(async (world) => ({
    ids: [(await world.makeCustomerPrice()).id],
    percent: 4,
    start_date: '2026-07-01',
  })),
  'declarationsOfIntent.create': body((world) => world.declarationBody()),
  'customerPrices.for': async (world) => {
    const { customer_id, product_id } = await world.customerPriceBody();
    return { path: {}, query: { customer_id, product_id } };
  },
  'customerPrices.create': body((world) => world.customerPriceBody()),
  'customerPrices.update': row(
    (world) => world.makeCustomerPrice(),
    () => ({ price: 1.5 }),
  ),
  'purchaseOrders.create': body((world) => orderOf(world.supplier, world.product)),
  'purchaseOrders.update': row(
    (world) => world.makePurchase(),
    (world) => ({ notes: 'urgente', items: [{ product_id: world.product, quantity: 3, unit_price: 2 }] }),
  ),
  'purchaseProposals.order': body(async (world) => {
    const { id: product_id } = await makeProduct(world.client, { scorta_minima: 10 });
    const line = { product_id, supplier_id: world.supplier, need_day: null, shortage: 10, quantity: 10, unit_price: 2 };
    return { lines: [{ ...line, requested_arrival_date: '2026-03-20' }] };
  }),
  'productSupply.setMaterials': row(product, (world) => ({
    materials: [{ material_product_id: world.product, share: 1 }],
  })),
  'goodsReceipts.orderDetails': async (world) => ({ path: { orderId: (await world.makePurchase()).id } }),
  'goodsReceipts.receive': body((world) => world.receiptBody()),
  'purchaseInvoices.create': body((world) => world.purchaseInvoiceBody()),
  'purchaseInvoices.match': async (world) => {
    const { id, lines } = await world.makePurchaseInvoice();
    return { path: { id }, body: { lines: [{ id: lines[0].id, product_id: world.product, receipt_item_id: null }] } };
  },
  'goodsReceipts.setCompleted': row(
    async (world) => ({ id: itemOf(await world.makePurchase()) }),
    () => ({ completed: true }),
  ),
  'goodsReceipts.get': async (world) => ({ path: { id: await receiptOf(world) } }),
  'goodsReceipts.cancel': async (world) => ({
    path: { id: await receiptOf(world) },
    body: { reason: 'Riga sbagliata' },
  }),
  'goodsReceipts.itemHistory': async (world) => ({ path: { itemId: itemOf(await world.makePurchase()) } }),
  'customerOrders.create': body((world) => world.orderBody()),
  'customerOrders.update': row(
    (world) => world.makeOrder(),
    (world) => ({ notes: 'urgente', items: [{ product_id: world.product, quantity: 11, unit_price: 2 }] }),
  ),
  'customerOrders.closeLines': async (world) => {
    const order = await world.makeOrder();
    return { path: { id: order.id }, body: { items: [itemOf(order)] } };
  },
  'customerOrders.bulkImport': async (world) => {
    const { code: codice_prodotto } = await world.ask('GET', `/products/${world.product}`);
    const line = { numero_ordine_cliente: randomUUID(), data_ordine: '2026-03-01', data_consegna: '2026-03-20' };
    const orders = [{ ...line, codice_prodotto, quantita: 3, prezzo_unitario: 2.5 }];
    return { path: {}, body: { customerId: world.customer, orders } };
  },
  'packingLists.ordersToPack': (world) => ({ path: { customerId: world.customer } }),
  'packingLists.itemsToPack': async (world) => ({ path: { orderId: (await world.makeOrder()).id } }),
  'packingLists.stockToPack': (world) => ({ path: { productId: world.product } }),
  'shipments.pick': body(async (world) => {
    const { order_number } = await world.makeOrder();
    const [ready] = await world.ask('GET', `/shipments/ready?day=2099-12-31&q=${order_number}`);
    const { order_item_id, batches } = ready.items[0];
    const { warehouse_id, batch_id } = batches[0];
    return { order_item_id, warehouse_id, batch_id, is_picked: true };
  }),
  'packingLists.create': body((world) => world.packBody()),
  'invoices.createFromPackingList': row(
    (world) => world.makePackingList(),
    () => ({ notes: 'grazie', due_date: '2027-01-31' }),
  ),
  'invoices.createFromSeveral': body(async (world) => ({
    packing_list_ids: [(await world.makePackingList()).id],
    notes: 'grazie',
    due_date: '2027-01-31',
  })),
  'invoices.createFromPackingLists': body(async (world) => {
    const { packing_date, customer_id } = await world.makePackingList();
    return { until: packing_date, customer_ids: [customer_id] };
  }),
  'invoices.send': body(async (world) => ({ ids: [(await world.makeInvoice()).id] })),
  'invoices.setStatus': row(
    (world) => world.makeInvoice(),
    () => ({ status: 'sent' }),
  ),
  'invoices.update': row(
    (world) => world.makeInvoice(),
    () => ({ notes: 'urgente' }),
  ),
  'invoices.credit': async (world) => {
    const { id, items } = await world.makeSentInvoice();
    return {
      path: { id },
      body: { notes: 'resa', goods_back: true, items: [{ invoice_item_id: items[0].id, quantity: 1 }] },
    };
  },
  'accounting.stampDuty': () => ({ path: {}, query: { year: '2026' } }),
  'accounting.vatRegister': () => ({ path: {}, query: { kind: 'sales', from: '2026-01-01', to: '2026-12-31' } }),
  'accounting.entries': () => ({ path: {}, query: { from: '2026-01-01', to: '2026-12-31' } }),
  'accounting.stockValue': () => ({ path: {}, query: { year: '2026' } }),
  'accounting.sequence': () => ({ path: {}, query: { year: '2026' } }),
  'invoices.waiting': () => ({ path: {}, query: { until: '2026-07-01' } }),
  'accounting.closePeriod': body(() => ({ until: nextOldDay() })),
  'documentFiles.get': async (world) => ({ path: { id: (await world.makeSentInvoice()).id, file_id: 1 } }),
  'documentFiles.create': row(
    (world) => world.makeSentInvoice(),
    () => ({}),
  ),
  'documentFiles.newest': async (world) => ({ path: {}, query: { ids: String((await world.makeSentInvoice()).id) } }),
  'documentFiles.export': () => ({ path: {}, query: { year: '2026' } }),
  'transmissions.handOver': row(
    (world) => world.makeSentInvoice(),
    () => ({ event: 'handed_over' }),
  ),
  'transmissions.sendByPec': row(
    (world) => world.makeSentInvoice(),
    () => ({}),
  ),
  'transmissions.sendManyByPec': body(async (world) => ({ ids: [(await world.makeSentInvoice()).id] })),
  'transmissions.receipts': body(() => ({ files: [{ name: 'RC.xml', content: RECEIPT }] })),
  'transmissions.reissue': row(
    (world) => world.makeSentInvoice(),
    () => ({ notes: 'corretta', cig: '1234567890', items: [{ id: 1, vat_code: '22' }] }),
  ),
  'reminders.get': () => ({ path: { id: 1 } }),
  'reminders.report': () => ({ path: { id: 1 } }),
  'reminders.create': body((world) => ({ customer_id: world.customer, step: 1 })),
  'reminders.send': () => ({ path: { id: 1 } }),
  'reminders.remove': () => ({ path: { id: 1 } }),
  'bank.instalments': () => ({ path: {}, query: { kind: 'riba' } }),
  'bank.riba': async (world) => ({ path: {}, query: { ids: `${(await world.makeSentInvoice()).id}` } }),
  'bank.pain008': async (world) => ({ path: {}, query: { ids: `${(await world.makeSentInvoice()).id}` } }),
  'bank.pain001': async (world) => {
    const { id } = await world.makePurchaseInvoice();
    await world.ask('PUT', `/purchase-invoices/${id}/accept`, {});
    return { path: {}, query: { ids: `${id}` } };
  },
  'bankSlips.create': body((world) => world.slipBody()),
  'bankSlips.setState': row(
    (world) => world.makeSlip(),
    () => ({ state: 'presented' }),
  ),
  'payments.allot': async (world) => {
    const { id } = await world.makePayment();
    return { path: { id }, body: { allocations: [{ invoice_id: (await world.makeSentInvoice()).id, amount: 0.01 }] } };
  },
  'documents.packingListReports': async (world) => ({
    path: {},
    query: { ids: `${(await world.makePackingList()).id}` },
  }),
  'documents.invoiceReports': async (world) => ({ path: {}, query: { ids: `${(await world.makeInvoice()).id}` } }),
  'documents.pickingSheet': async (world) => ({
    path: {},
    query: { item_ids: `${(await world.makeOrder()).items[0].id}` },
  }),
  'documents.eInvoice': row((world) => world.makeSentInvoice()),
  'productionItems.get': async (world) => ({ path: { itemId: await item(world) } }),
  'productionItems.setPriority': async (world) => ({ path: { itemId: await item(world) }, body: { priority: 'alta' } }),
  'productionItems.printReport': body(async (world) => ({ itemIds: [await item(world)] })),
  'productionOperations.list': async (world) => ({ path: { itemId: await item(world) } }),
  'productionOperations.create': body((world) => world.operationBody()),
  'productionScheduling.create': body((world) => world.schedulingBody()),
  'productionScheduling.order': body(async (world) => ({
    machine_id: world.machine,
    schedulings: [(await world.makeScheduling()).id as number],
  })),
  'productionLoading.previewCompletion': async (world) => ({ path: { itemId: await item(world) } }),
  'productionLoading.forceCompletion': async (world) => ({
    path: { itemId: (await world.makeOperation()).order_item_id as number },
    body: { warehouse_id: world.warehouse },
  }),
  'productionLoading.load': body(async (world) => ({
    itemId: await world.completedItem(),
    warehouseId: world.warehouse,
    quantity: 10,
  })),
  'productionLoading.previewLoad': body(async (world) => ({
    items: [{ itemId: await world.completedItem(), quantity: 10 }],
  })),
  'productionLoading.loaded': async (world) => {
    const itemId = await world.completedItem();
    await world.ask('POST', '/production/load-to-warehouse', { itemId, warehouseId: world.warehouse, quantity: 10 });
    return { path: { itemId } };
  },
  'productionLoading.undo': async (world) => {
    const itemId = await world.completedItem();
    await world.ask('POST', '/production/load-to-warehouse', { itemId, warehouseId: world.warehouse, quantity: 10 });
    return { path: { itemId } };
  },
  'undo.undo': async (world) => {
    const { id } = await world.makeMachine();
    await world.ask('DELETE', `/machines/${id}`);
    const { id: me } = await world.ask('GET', '/auth/me');
    const acts: { id: number; entity_type: string; entity_id: number }[] = await world.ask(
      'GET',
      `/users/${me}/activities?limit=1000`,
    );
    const deletion = acts.find((one) => one.entity_type === 'machines' && one.entity_id === id);
    return { path: { activity_id: deletion!.id } };
  },
  'batches.release': row(
    async (world) => {
      const batch = await plainBatch(world);
      await world.ask('POST', `/batches/${batch.id}/hold`, { reason: 'umida' });
      return batch;
    },
    () => ({ reason: 'asciutta' }),
  ),
  'trace.of': row(plainBatch),
  'recalls.create': body(async (world) => ({ batch_ids: [(await plainBatch(world)).id], reason: 'Odore', hold: true })),
  'reels.weigh': row(reel, () => ({ kg: 300 })),
  'reels.split': body(async (world) => ({
    batch_id: (await reel(world)).id,
    warehouse_id: world.warehouse,
    quantity: 40,
    reels: [{ width_mm: 1000, kg: 40 }],
  })),
  'reels.scan': async (world) => ({ path: {}, query: { code: (await reel(world)).code } }),
  'reels.labels': async (world) => ({ path: {}, query: { ids: (await reel(world)).id } }),
  'pallets.create': body(async (world) => {
    const { id, product_id } = await plainBatch(world);
    return {
      product_id,
      warehouse_id: world.warehouse,
      items: [{ batch_id: id, quantity: 1 }],
      batch_number: randomUUID(),
    };
  }),
  'runs.start': body(async ({ client }) => ({
    machine_id: (await client.make('/machines', { code: randomUUID(), description: 'Taglierina' })).id,
    setup_minutes: 10,
    notes: 'prova',
  })),
  'runs.mount': row(openRun, async (world) => ({ batch_id: (await reel(world)).id })),
  'runs.returnInput': async (world) => ({ path: await mountedReel(world), body: { kg: 300, splices: 1 } }),
  'runs.removeInput': async (world) => ({ path: await mountedReel(world) }),
  'runs.removeReturn': async (world) => {
    const path = await mountedReel(world);
    await world.ask('PUT', `/runs/${path.id}/inputs/${path.inputId}`, { kg: 300 });
    return { path };
  },
  'runs.addOutput': row(openRun, (world) => outputBody(world)),
  'runs.removeOutput': async (world) => {
    const { id } = await openRun(world);
    const { outputs } = await world.ask('POST', `/runs/${id}/outputs`, outputBody(world));
    return { path: { id, outputId: outputs[0].id } };
  },
  'runs.removeWaste': async (world) => {
    const { id } = await openRun(world);
    const waste = await world.ask('POST', `/runs/${id}/wastes`, { kind: 'trim', kg: 1 });
    return { path: { id, wasteId: waste.id } };
  },
  'runs.reopen': row(
    async (world) => {
      const run = await openRun(world);
      await world.ask('POST', `/runs/${run.id}/end`, {});
      return run;
    },
    () => ({}),
  ),
  'attachments.list': (world) => ({ path: { entity: 'products', id: world.product } }),
  'attachments.create': (world) => ({ path: { entity: 'products', id: world.product } }),
  'notes.list': (world) => ({ path: { entity: 'products', id: world.product } }),
  'notes.mentionable': (world) => ({ path: { entity: 'products', id: world.product }, query: { q: 'a' } }),
  'usedValues.list': () => ({ path: { entity: 'packing-lists', field: 'carrier' } }),
  'notes.create': (world) => ({ path: { entity: 'products', id: world.product }, body: { text: 'Nota' } }),
  'notes.update': row(
    (world) => world.ask('POST', `/products/${world.product}/notes`, { text: 'Nota' }),
    () => ({ text: 'Altra nota' }),
  ),
  // The server of the attacks has no SMTP_URL: these are refused after their body was read.
  'mails.create': body(async (world) => ({
    document: { kind: 'purchase_order', id: (await world.makePurchase()).id },
    to: ['ada@rossi.example'],
  })),
  'mails.recipients': mailedOrder,
  'mails.draft': mailedOrder,
  'history.list': (world) => ({ path: { entity: 'products', id: world.product } }),
  'figures.get': (world) => ({ path: { entity: 'products', id: world.product } }),
  'materials.calculate': body(async (world) => ({ itemIds: [await item(world)] })),
};

const REGISTER_ROWS: Record<string, RowMaker> = Object.fromEntries(
  contractRegisters().map(({ path, calls }) => [
    path,
    (world) => world.client.make(path, validBody(calls.create, world)),
  ]),
);

/** Whether the target of a call follows from the contract and `ROWS`, or has an entry here. */
export function hasTarget(call: Pick<Call, 'name' | 'row'>): boolean {
  return makerOf(call) !== undefined;
}
/** Creates a valid target for a call. @throws Error when no maker is defined for it */
export async function targetOf(call: Call, world: World): Promise<Target> {
  const make = makerOf(call);
  if (!make) throw new Error(`faults/src/attacks/targets.ts has no entry for ${call.name}`);
  return make(world);
}

function makerOf({ name, row: call }: Pick<Call, 'name' | 'row'>): Maker | undefined {
  return MAKERS[name] ?? derivedMaker(call);
}

function derivedMaker(call: Endpoint): Maker | undefined {
  const parameters = pathParameters(call.path).map((parameter) => parameter.name);
  if (!call.body && parameters.length === 0) return () => ({ path: {} });
  if (call.body && !exampleBody(call, 'x', anyRow)) return undefined;
  const valid = call.body && ((world: World) => validBody(call, world));
  if (valid && parameters.length === 0) return body(valid);
  const [base, rest] = call.path.split('/{id');
  const make = parameters.length === 1 && rest !== undefined ? (ROWS[base!] ?? REGISTER_ROWS[base!]) : undefined;
  return make && row(make, valid);
}

/** A placeholder for the row that a field of this name refers to, where only the existence of a target matters. */
function anyRow(field: string): number | undefined {
  return NAMED_ROWS.some((part) => field.includes(part)) ? 1 : undefined;
}

/** A body from the schema of the call, with codes of its own and references to the rows of the company. */
function validBody(call: Endpoint, world: World): Record<string, unknown> {
  return exampleBody(call, randomUUID().slice(0, 8), (field) => world.idsOf(field)[0])!;
}

function contact(world: World) {
  return world.ask('POST', `/customers/${world.customer}/contacts`, { name: 'Ada', email: 'ada@rossi.example' });
}
async function mailedOrder(world: World): Promise<Target> {
  return { path: {}, query: { kind: 'purchase_order', id: (await world.makePurchase()).id } };
}

let oldDays = 0;
/** A day before all others of the company: a period is closed once, and only later ones after it. */
function nextOldDay(): string {
  return new Date(Date.UTC(1950, 0, 1 + oldDays++)).toISOString().slice(0, 10);
}

function row(make: RowMaker, body?: (world: World) => object | Promise<object>): Maker {
  return async (world) => ({ path: { id: (await make(world)).id }, ...(body && { body: { ...(await body(world)) } }) });
}

function body(make: (world: World) => object | Promise<object>): Maker {
  return async (world) => ({ path: {}, body: { ...(await make(world)) } });
}

function user(world: World) {
  return world.makeUser();
}

/** In 30 days. */
function soon(): string {
  return new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString();
}

function webhookBody() {
  return { url: `https://93.184.215.14/${randomUUID()}`, entities: [], description: 'Programma', is_active: false };
}

function webhook({ client }: World) {
  return client.make('/webhooks', webhookBody());
}

function viewBody() {
  const state = { query: { sort: '-code' }, columns: ['code', 'name'] };
  return { list: 'products', name: `Vista ${randomUUID()}`, shared_with_role: 'orders', is_start: true, state };
}

function view({ client }: World) {
  return client.make('/views', viewBody());
}

function product(world: World) {
  return makeProduct(world.client);
}

function destinationBody(world: World) {
  return { customer_id: world.customer, indirizzo: 'Via del Porto 3', cap: '59100' };
}

function destination(world: World) {
  return world.client.make('/destinazioni-merce', destinationBody(world));
}

function itemOf(order: { items: { id: number }[] }) {
  return order.items[0]!.id;
}

async function item(world: World) {
  return itemOf(await world.makeOrder());
}

/** Receives goods of an order of its own. @returns the receipt */
async function receiptOf(world: World): Promise<number> {
  return (await world.ask('POST', '/goods-receipts/receive', await world.receiptBody())).receipt_id;
}

/** Receives a reel of 640 kg. */
async function reel(world: World): Promise<{ id: number; code: string }> {
  const product = await makeProduct(world.client, { has_batch: true, is_reel: true, peso_carta: 80 });
  const order = await world.ask('POST', '/purchase-orders', orderOf(world.supplier, product.id));
  const { reels } = await world.ask('POST', '/goods-receipts/receive', {
    document_number: randomUUID(),
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0].id, warehouse_id: world.warehouse, reels: [{ width_mm: 1000, kg: 640 }] }],
    force: true,
  });
  return { id: reels[0].batch_id, code: reels[0].code };
}

/** Starts a run on a machine of its own. */
async function openRun(world: World): Promise<{ id: number }> {
  const machine = await world.client.make('/machines', { code: randomUUID(), description: 'Taglierina' });
  return world.ask('POST', '/runs', { machine_id: machine.id });
}

/** Mounts a reel of its own in a run of its own. */
async function mountedReel(world: World): Promise<{ id: number; inputId: number }> {
  const { id } = await openRun(world);
  const input = await world.ask('POST', `/runs/${id}/inputs`, { batch_id: (await reel(world)).id });
  return { id, inputId: input.id };
}

function outputBody(world: World) {
  return { product_id: world.batched, batch_number: randomUUID(), quantity: 5, kg: 5, warehouse_id: world.warehouse };
}

/** Recalls a batch of its own. */
async function recall(world: World): Promise<{ id: number }> {
  return world.ask('POST', '/recalls', { batch_ids: [(await plainBatch(world)).id], reason: 'Odore' });
}

/** Loads a batch of a product of its own. */
async function plainBatch(world: World): Promise<{ id: number; product_id: number }> {
  const { id: product_id } = await makeProduct(world.client, { has_batch: true });
  const { batch_id } = await world.ask('POST', '/stock-movements', {
    movement_type: 'C',
    movement_date: '2026-02-01',
    product_id,
    warehouse_id: world.warehouse,
    quantity: 10,
    batch_number: 'L1',
  });
  return { id: batch_id, product_id };
}

/** Signs in once more. @returns the new session in the list of sessions */
async function otherSession(world: World): Promise<{ id: number }> {
  const { username } = await world.ask('GET', '/auth/me');
  await world.ask('POST', '/auth/login', { username, password: PASSWORD });
  const rows = (await world.ask('GET', '/auth/sessions?sort=-created_at')) as unknown as {
    id: number;
    is_current: boolean;
  }[];
  return rows.find(({ is_current }) => !is_current)!;
}
