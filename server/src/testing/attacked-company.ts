/** A company in which every text of every entity is an attack. Tests open all screens and printed pages of it. */
import assert from 'node:assert/strict';
import { PASSWORD, type Api, type Session } from './api.ts';
import { redateInvoice } from './home-data.ts';
import { sender, type Dress, type Sent } from './marked.ts';
import { contractRegisters, exampleBody } from './registers.ts';
import { attachFile } from './attach-file.ts';

/** The name of a file is in no body, so it is not generated. */
const ATTACKING_NAME = '<img class=hit src=x onerror=alert(1)>.html';

export type AttackedCompany = Record<
  | 'webhook'
  | 'product'
  | 'loose'
  | 'warehouse'
  | 'supplier'
  | 'customer'
  | 'machine'
  | 'term'
  | 'vatCode'
  | 'purchaseOrder'
  | 'receivedItem'
  | 'price'
  | 'customerPrice'
  | 'order'
  | 'item'
  | 'completed'
  | 'operation'
  | 'scheduling'
  | 'packingList'
  | 'invoice'
  | 'draft'
  | 'purchaseInvoice'
  | 'payment'
  | 'count'
  | 'batch'
  | 'reel'
  | 'run'
  | 'user',
  number
> & {
  movement: string;
  /** Encoded for an address. */
  machineCode: string;
  session: Session;
};

const DAY = '2026-03-01';

/**
 * Creates one of every entity with one variant of the attacks. @param sent records every text field that was written
 */
export async function attackedCompany(api: Api, dress: Dress, sent: Sent): Promise<AttackedCompany> {
  const created = new Set<string>();
  const attack = sender(sent, dress);
  const send: typeof attack = (by, module, ...call) => {
    created.add(module);
    return attack(by, module, ...call);
  };
  const { admin } = api;
  // The following acts use a user whose name is an attack, so that authors and the activity log contain one.
  const user = await send(admin, 'users', 'create', { password: PASSWORD, role: 'admin', oidc_subject: null });
  const session = await api.signIn(user.username);

  await send(session, 'views', 'create', { list: 'products', shared_with_role: 'admin', state: {} });
  // Each user sees only their own.
  for (const owner of [admin, session])
    await send(owner, 'tokens', 'create', {
      capabilities: ['registry.read'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
  await send(admin, 'calendars', 'create', { kind: 'deliveries' });
  const webhook = await send(session, 'webhooks', 'create', {
    url: 'https://93.184.215.14/hook',
    is_active: false,
    entities: [],
  });
  await api.db
    .insertInto('outbox')
    .values({
      kind: 'webhook',
      webhook_id: webhook.id,
      sequence: 1,
      entity: 'products',
      entity_id: 1,
      action: 'create',
    })
    .execute();
  const vatCode = await send(session, 'vatCodes', 'create', { rate: 22, natura: null });
  const rows = [{ row: 2, values: { code: 'IMPORTATA', description: 'Importata' } }];
  await send(session, 'imports', 'run', { rows, mode: 'create' }, { register: 'machines' });
  await send(session, 'settings', 'update', {
    time_zone: 'Europe/Rome',
    default_vat_code: vatCode.code,
    oidc_roles: [{ role: 'warehouse' }],
  });
  await send(session, 'company', 'update', { country_code: 'IT' });
  const term = await send(session, 'paymentTerms', 'create', {});
  const warehouse = await send(session, 'warehouses', 'create', {});
  const second = await send(session, 'warehouses', 'create', {});
  const supplier = await send(session, 'suppliers', 'create', { country_code: 'IT' });
  const parties = { country_code: 'IT', valuta: 'EUR', vat_code: vatCode.code, tipo_pagamento_id: term.id };
  const customer = await send(session, 'customers', 'create', parties);
  const destination = await send(session, 'destinations', 'create', { customer_id: customer.id });
  const roles = ['invoices', 'orders', 'deliveries'];
  await send(session, 'contacts', 'addToCustomer', { roles, language: 'it' }, { id: customer.id });
  await send(session, 'contacts', 'addToSupplier', { roles, language: 'it' }, { id: supplier.id });
  const machine = await send(session, 'machines', 'create', {});
  const paper = {
    currency: 'EUR',
    supplier_id: supplier.id,
    unit_of_measure: 'box',
    minuti_x_confezione: 3,
    pezzi_per_scatola: 10,
    larghezza_bobina: 60,
    lunghezza_cm: 40,
    peso_carta: 80,
    numero_piste: 2,
    larghezza_film: 30,
    spessore_film: 20,
  };
  const product = await send(session, 'products', 'create', { ...paper, has_batch: true, has_expiry_date: true });
  await send(session, 'notes', 'create', {}, { entity: 'products', id: product.id });
  await attachFile(session, `/products/${product.id}`, { name: ATTACKING_NAME, content: '<script>alert(1)' });
  const loose = await send(session, 'products', 'create', { ...paper, scorta_minima: 1_000_000 });
  const price = { product_id: product.id, supplier_id: supplier.id, price: 1.5, currency: 'EUR', start_date: DAY };
  const { id: priceId } = await send(session, 'prices', 'create', price);

  const agreed = { product_id: product.id, customer_id: customer.id, price: 1.75, start_date: DAY };
  const customerPrice = await send(session, 'customerPrices', 'create', agreed);

  const intent = { customer_id: customer.id, day: DAY, year: 2026, ceiling: 1000 };
  await send(session, 'declarationsOfIntent', 'create', intent);

  const bought = [{ product_id: product.id, quantity: 100, unit_price: 2 }];
  const dates = { order_date: DAY, requested_arrival_date: '2026-03-20' };
  const ordered = await send(session, 'purchaseOrders', 'create', {
    ...dates,
    supplier_id: supplier.id,
    items: bought,
  });
  const mailed = { kind: 'purchase_order', id: ordered.id };
  await send(session, 'mails', 'create', { document: mailed, attach: [], language: 'it', copy_to_me: false });
  const receivedItem = ordered.items[0].id;
  const batches = [{ quantity: 60, expiry_date: '2026-01-31', production_date: null }];
  await send(session, 'goodsReceipts', 'receive', {
    document_date: DAY,
    order_id: ordered.id,
    items: [{ order_item_id: receivedItem, quantity: 60, warehouse_id: warehouse.id, batches }],
  });
  const mistaken = await send(session, 'goodsReceipts', 'receive', {
    document_date: DAY,
    order_id: ordered.id,
    items: [
      {
        order_item_id: receivedItem,
        quantity: 10,
        warehouse_id: warehouse.id,
        batches: [{ quantity: 10, expiry_date: '2026-01-31', production_date: null }],
      },
    ],
  });
  await send(session, 'goodsReceipts', 'cancel', {}, { id: mistaken.receipt_id });

  const bill = await send(session, 'purchaseInvoices', 'create', {
    files: null,
    supplier_id: supplier.id,
    kind: 'invoice',
    document_date: DAY,
    currency: 'EUR',
    exchange_rate: null,
    lines: [
      { product_id: product.id, receipt_item_id: null, quantity: 1, unit_price: 2, vat_rate: 22, ddt_date: null },
    ],
    instalments: null,
  });
  await send(session, 'purchaseInvoices', 'dispute', {}, { id: bill.id });

  const rolls = await send(session, 'products', 'create', {
    currency: 'EUR',
    supplier_id: supplier.id,
    unit_of_measure: 'kg',
    peso_carta: 80,
    has_batch: true,
    is_reel: true,
  });
  const rollOrder = await send(session, 'purchaseOrders', 'create', {
    ...dates,
    supplier_id: supplier.id,
    items: [{ product_id: rolls.id, quantity: 900, unit_price: 2 }],
  });
  const delivered = await send(session, 'goodsReceipts', 'receive', {
    document_date: DAY,
    order_id: rollOrder.id,
    items: [
      {
        order_item_id: rollOrder.items[0].id,
        warehouse_id: warehouse.id,
        reels: [
          { width_mm: 1000, kg: 500 },
          { width_mm: 1000, kg: 200 },
        ],
      },
    ],
  });
  // The texts of the receipt stay on the first reel; those of a change are on the second.
  const [reel, changedReel] = delivered.reels.map(({ batch_id }: { batch_id: number }) => batch_id);
  const { mill_number } = await send(session, 'reels', 'update', {}, { id: changedReel });
  await send(session, 'batches', 'hold', {}, { id: reel });

  const load = { movement_type: 'C', movement_date: DAY, warehouse_id: warehouse.id, quantity: 500 };
  const batch = { product_id: product.id, expiry_date: '2099-12-31' };
  const loaded = await send(session, 'stockMovements', 'create', { ...load, ...batch });
  await send(session, 'stockMovements', 'create', { ...load, product_id: loose.id, batch_number: null });
  const old = await send(session, 'stockMovements', 'create', { ...load, product_id: rolls.id });
  const part = { batch_id: old.batch_id, warehouse_id: warehouse.id, quantity: 40 };
  const halves = [
    { width_mm: 1000, kg: 20 },
    { width_mm: 1000, kg: 20 },
  ];
  // The place of the split stays on the first reel; that of the transfer is on the second.
  const divided = await send(session, 'reels', 'split', { ...part, reels: halves });
  const joined = { product_id: product.id, warehouse_id: warehouse.id };
  await send(session, 'pallets', 'create', { ...joined, items: [{ batch_id: loaded.batch_id, quantity: 1 }] });
  await send(session, 'recalls', 'create', { batch_ids: [loaded.batch_id] });
  const between = { from_warehouse_id: warehouse.id, to_warehouse_id: second.id };
  const goods = { product_id: product.id, quantity: 1, batch_number: loaded.batch_number, location: null };
  await send(session, 'stockMovements', 'transfer', { ...between, movement_date: DAY, items: [goods] });
  // A split is of today.
  const { today } = (await session.get('/company/today')).body;
  const moved = { product_id: rolls.id, quantity: 20, batch_number: divided.reels[1].code };
  await send(session, 'stockMovements', 'transfer', { ...between, movement_date: today, items: [moved] });
  const count = await send(session, 'stockCounts', 'create', { warehouse_id: warehouse.id });
  const counted = { counted_quantity: 499, product_id: product.id, batch_number: loaded.batch_number };
  await send(session, 'stockCounts', 'count', { items: [counted] }, { id: count.id });
  // A counted batch without movements.
  const found = { counted_quantity: 1, product_id: product.id };
  await send(session, 'stockCounts', 'count', { items: [found] }, { id: count.id });

  const line = { code: product.code, product_id: product.id, quantity: 50, unit_price: 1.25 };
  const order = await send(session, 'customerOrders', 'create', {
    customer_id: customer.id,
    order_date: DAY,
    requested_delivery_date: '2026-03-20',
    items: [line, { ...line, quantity: 20 }, { ...line, quantity: 30 }, { ...line, quantity: 40 }],
  });
  const imported = {
    numero_ordine_cliente: 'IMPORTATO',
    data_ordine: '01/03/2026',
    codice_prodotto: product.code,
    quantita: 5,
    data_consegna: '20/03/2026',
    prezzo_unitario: 1,
  };
  await send(session, 'customerOrders', 'bulkImport', { customerId: customer.id, orders: [imported] });
  const [item, planned, completed, packed] = order.items.map(({ id }: { id: number }) => id);
  const operation = await send(session, 'productionOperations', 'create', {
    order_item_id: item,
    quantity_produced: 5,
  });
  await send(session, 'productionOperations', 'create', {
    order_item_id: completed,
    quantity_produced: 30,
    is_completed: true,
  });
  const planning = { machine_id: machine.id, quantity_to_produce: 10, production_time: '2 ore e 30 minuti' };
  const scheduling = await send(session, 'productionScheduling', 'create', { ...planning, order_item_id: item });
  await send(session, 'productionScheduling', 'create', { ...planning, order_item_id: planned });
  await send(session, 'productionOperations', 'create', { order_item_id: packed, quantity_produced: 40 });
  await send(session, 'productionLoading', 'load', { itemId: packed, warehouseId: warehouse.id, quantity: 40 });

  const packing = (quantity: number) =>
    send(session, 'packingLists', 'create', {
      customer_id: customer.id,
      order_id: order.id,
      destination_id: destination.id,
      items: [
        {
          order_item_id: packed,
          warehouse_id: warehouse.id,
          quantity,
          code: product.code,
          batch_number: loaded.batch_number,
        },
      ],
    });
  const sold = await packing(10);
  const invoice = await send(session, 'invoices', 'createFromPackingList', {}, { id: sold.id });
  const sentInvoice = await session.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
  assert.equal(sentInvoice.status, 200, JSON.stringify(sentInvoice.body));
  const draft = await send(session, 'invoices', 'createFromPackingList', {}, { id: (await packing(5)).id });
  const credited = await send(session, 'invoices', 'createFromPackingList', {}, { id: (await packing(2)).id });
  await session.put(`/invoices/${credited.id}/status`, { status: 'sent' });
  await send(session, 'invoices', 'credit', {}, { id: credited.id });
  // They match no file, so they are listed.
  for (const content of unmatchedReceipts(dress))
    await send(session, 'transmissions', 'receipts', { files: [{ content }] });
  // Stays open, with a reel on the machine that its mill number named.
  const run = await send(session, 'runs', 'start', { machine_id: machine.id });
  const ofRun = { id: run.id };
  await send(session, 'runs', 'mount', { code: mill_number }, ofRun);
  const made = { warehouse_id: warehouse.id, kg: null };
  await send(session, 'runs', 'addOutput', { ...made, product_id: product.id, quantity: 1, reels: null }, ofRun);
  const cut = { ...made, product_id: rolls.id, batch_number: null, reels: [{ width_mm: 500, kg: 20 }] };
  await send(session, 'runs', 'addOutput', cut, ofRun);
  await send(session, 'runs', 'addWaste', { kind: 'trim', kg: 1 }, ofRun);
  // A reminder lists overdue invoices.
  await redateInvoice(api.db, invoice.id, { dated: DAY, due: DAY });
  await send(session, 'reminders', 'create', { customer_id: customer.id, step: 1 });
  const payment = await send(session, 'payments', 'create', { customer_id: customer.id, day: DAY, amount: 1 });
  await withBankData(session, customer.id, () =>
    send(session, 'bankSlips', 'create', { kind: 'riba', ids: [invoice.id], iban: null, due_date: null }),
  );
  // Registers that no other entity refers to.
  for (const { module, calls } of contractRegisters())
    if (!created.has(module)) {
      const example = Object.entries(exampleBody(calls.create, dress)!);
      await send(
        session,
        module,
        'create',
        Object.fromEntries(example.filter(([, value]) => typeof value !== 'string')),
      );
    }
  return {
    webhook: webhook.id,
    product: product.id,
    loose: loose.id,
    warehouse: warehouse.id,
    supplier: supplier.id,
    customer: customer.id,
    machine: machine.id,
    term: term.id,
    vatCode: vatCode.id,
    purchaseOrder: ordered.id,
    receivedItem,
    price: priceId,
    customerPrice: customerPrice.id,
    order: order.id,
    item,
    completed,
    operation: operation.id,
    scheduling: scheduling.id,
    packingList: sold.id,
    invoice: invoice.id,
    payment: payment.id,
    draft: draft.id,
    purchaseInvoice: bill.id,
    count: count.id,
    user: user.id,
    movement: loaded.id,
    batch: loaded.batch_id,
    reel,
    run: run.id,
    machineCode: encodeURIComponent(machine.code),
    session,
  };
}

/** Receipts whose own texts are attacks, in base64. */
function unmatchedReceipts(dress: Dress): string[] {
  const text = { markup: '<img class=hit src=x onerror=alert(1)>', link: 'javascript:alert(1)//', short: '§' }[dress];
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const file = (at: number) => `<NomeFile>N${at}${escaped}</NomeFile>`;
  const error = `<ListaErrori><Errore><Codice>E${escaped}</Codice></Errore></ListaErrori>`;
  const french = `<AcknowledgementDocument><ReferenceReferencedDocument><IssuerAssignedID>D${escaped}</IssuerAssignedID><ProcessConditionCode>213</ProcessConditionCode></ReferenceReferencedDocument></AcknowledgementDocument>`;
  return [
    `<RicevutaScarto>${file(1)}${error}</RicevutaScarto>`,
    `<CrossDomainAcknowledgementAndResponse>${french}</CrossDomainAcknowledgementAndResponse>`,
  ].map((content) => Buffer.from(content).toString('base64'));
}

/** Runs `work` while company and customer have the numbers of a bank slip, which must be valid. */
async function withBankData(session: Session, customer: number, work: () => Promise<unknown>) {
  const numbers = {
    '/company': { iban: 'IT60X0542811101000000123456', sia_code: 'A1B2C' },
    [`/customers/${customer}`]: { vat_number: '00743110157', abi: '03069', cab: '09606' },
  };
  const before = new Map<string, object>();
  for (const [path, values] of Object.entries(numbers)) {
    const { body } = await session.get(path);
    before.set(path, Object.fromEntries(Object.keys(values).map((field) => [field, body[field]])));
    await session.put(path, values);
  }
  await work();
  for (const [path, values] of before) await session.put(path, values);
}
