import { fatturaPaOf } from '../supplier-invoices.ts';
import { at, now } from '../../platform/clock.ts';
import { totpCode, totpStep } from '../../areas/identity/totp.ts';
import { createAuthenticator } from '../software-authenticator.ts';
import { contractRegisters, exampleBody, registerVerbs } from '../registers.ts';
import type { Follow, Run } from './recorder.ts';

const BOX = 12;
/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The site of the examples. */
export const SITE = { origin: 'https://bobina.example.com', host: 'bobina.example.com' };

/** How the scenario sends, and the other program of its webhook. */
interface Stage {
  run: Run;
  follow: Follow;
  /** The address of a program that refuses each delivery. */
  refusing: string;
  /** Seals the acts and delivers webhooks once. */
  deliver: () => Promise<void>;
}

/**
 * Plays a small company's first days, in an order in which every call of the contract succeeds. The order determines
 * the ids.
 */
export async function playScenario({ run: send, follow, refusing, deliver }: Stage): Promise<void> {
  const called = new Set<string>();
  const run: Run = (call, input) => {
    called.add(call);
    return send(call, input);
  };
  await run('system.health');
  await run('auth.login', { body: { username: 'admin', password: 'quattro-Bobine-7' } });
  await run('auth.me');
  const sessions = await run('auth.sessions', { query: { sort: 'created_at' } });
  await run('auth.endSession', { path: { id: sessions[1].id } });
  await enterPeople(run);
  const registry = await enterRegistry(run);
  await buy(run, registry);
  await keepStock(run, registry);
  await keepReels(run, registry);
  const order = await takeOrders(run, registry);
  await buyMissing(run, registry);
  await produce(run, registry, order);
  await runMachine(run, registry);
  await sell(run, registry, order);
  await deleteMistakes(run, registry);
  const [deletion] = await run('users.activities', { path: { id: 1 }, query: { limit: 2 } });
  await run('undo.undo', { path: { activity_id: deletion.id } });
  await keepRegisters(run, called);
  await run('dashboard.get');
  await run('dashboard.sales');
  await run('dashboard.stockValue');
  await run('dashboard.margins');
  await run('dashboard.machineLoad');
  await run('dashboard.cash');
  await run('health.details');
  await run('notices.list', { query: { unread: true } });
  await run('notices.markRead', { body: { until: '2026-03-02T08:00:00Z' } });
  await run('search.find', { query: { q: 'carta', limit: 3 } });
  await run('batches.get', { path: { id: 2 } });
  await run('figures.get', { path: { entity: 'products', id: registry.finished } });
  await run('history.list', { path: { entity: 'products', id: registry.finished }, query: { limit: 1 } });
  const note = await run('notes.create', {
    path: { entity: 'products', id: registry.finished },
    body: { text: 'Lighter paper from March on' },
  });
  await run('notes.update', { path: { id: note.id }, body: { text: 'Lighter paper from April on' } });
  await run('notes.mentionable', { path: { entity: 'products', id: registry.finished }, query: { q: 's' } });
  await run('notes.list', { path: { entity: 'products', id: registry.finished } });
  const file = await run('attachments.create', {
    path: { entity: 'products', id: registry.finished },
    file: { name: 'data sheet.txt', content: 'Weight: 70 g/m²\n' },
  });
  await run('attachments.list', { path: { entity: 'products', id: registry.finished } });
  await run('attachments.get', { path: { id: file.id } });
  const picture = await run('attachments.create', {
    path: { entity: 'products', id: registry.finished },
    file: { name: 'colour.png', content: PICTURE },
  });
  await run('attachments.thumbnail', { path: { id: picture.id } });
  await run('attachments.remove', { path: { id: picture.id } });
  await sendMails(run, registry, order);
  const change = () => run('products.update', { path: { id: registry.finished }, body: { notes: 'Matt side out' } });
  await follow('system.events', async () => ({ entity: 'products', id: (await change()).id }));
  await repeatDelivery(run, registry, { refusing, deliver });
  await run('auth.secondFactorState');
  const { secret, recovery_codes } = await run('auth.startTotp');
  await run('auth.confirmTotp', { body: { code: totpCode(fromBase32(secret), totpStep(now())) } });
  const { ticket } = await run('auth.login', { body: { username: 'admin', password: 'quattro-Bobine-7' } });
  await run('auth.secondFactor', { body: { ticket, code: recovery_codes[0] } });
  await run('auth.removeTotp', { body: { code: recovery_codes[1] } });
  await run('auth.confirm', { body: { password: 'quattro-Bobine-7' } });
  await run('auth.methods');
  const device = createAuthenticator(SITE, Buffer.alloc(16, 7));
  const creation = await run('auth.passkeyOptions');
  const passkey = await run('auth.addPasskey', { body: { name: 'Phone', response: device.create(creation) } });
  await run('auth.passkeys');
  const request = await run('auth.passkeySignInOptions', { body: {} });
  const signed = { challenge_id: request.challenge_id, response: device.sign(request) };
  await run('auth.passkeySignIn', { body: signed });
  await run('auth.removePasskey', { path: { id: passkey.id } });
  await run('users.update', { path: { id: 1 }, body: { email: 'admin@bobina.example' } });
  await run('auth.askPasswordReset', { body: { username: 'admin' } });
  await run('auth.changePassword', {
    body: { current_password: 'quattro-Bobine-7', new_password: 'cinque-Bobine-8' },
  });
  await run('auth.logout');
}

interface Registry {
  supplier: number;
  customer: number;
  raw: number;
  finished: number;
  warehouse: number;
  depot: number;
  machine: number;
}

async function enterPeople(run: Run): Promise<void> {
  const user = {
    username: 'rita',
    password: 'segreta-Prova-9',
    name: 'Rita Neri',
    role: 'orders',
    is_active: true,
    must_change_password: true,
    email: 'rita@bobina.example',
  };
  const { id } = await run('users.create', { body: user });
  await run('users.list', { query: { limit: 2 } });
  await run('users.get', { path: { id } });
  await run('users.update', { path: { id }, body: { name: 'Rita Neri Bianchi' } });
  await run('users.activities', { path: { id: 1 }, query: { limit: 2 } });
  await run('securityEvents.list', { query: { kind: 'sign_in', limit: 1 } });
  await run('users.removeSecondFactor', { path: { id } });
  await run('users.endSessions', { path: { id } });
  await run('users.personalData', { path: { id } });
  await run('users.remove', { path: { id } });
  await run('users.erase', { path: { id } });
  const state = { query: { status: 'active', sort: '-code' }, columns: [{ key: 'code', width: 120 }, { key: 'name' }] };
  const view = await run('views.create', {
    body: { list: 'products', name: 'Active products', shared_with_role: 'orders', is_start: true, state },
  });
  await run('views.list', { query: { list: 'products' } });
  await run('views.update', { path: { id: view.id }, body: { name: 'Paper', is_start: false } });
  await run('views.remove', { path: { id: view.id } });
  // PostgreSQL compares the expiry with its own clock, which is not at the fixed day.
  const expires_at = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const token = await run('tokens.create', {
    body: { name: 'Shop', capabilities: ['registry.read', 'stock.read'], expires_at },
  });
  await run('tokens.list');
  await run('tokens.remove', { path: { id: token.id } });
  const calendar = await run('calendars.create', { body: { kind: 'deliveries' } });
  await run('calendars.list');
  await run('calendars.feed', { path: { file: calendar.path.split('/').at(-1) } });
  await run('calendars.remove', { path: { id: calendar.id } });
  const webhook = await run('webhooks.create', {
    body: { url: 'https://93.184.215.14/bobina', entities: ['products', 'invoices'], description: 'Shop' },
  });
  await run('webhooks.list');
  await run('webhooks.get', { path: { id: webhook.id } });
  await run('webhooks.update', { path: { id: webhook.id }, body: { description: 'Web shop' } });
  await run('webhooks.remove', { path: { id: webhook.id } });
  await run('changes.list', { query: { since: 'now' } });
  await run('preferences.update', { body: { 'columns.products': [{ key: 'code', width: 120 }], theme: null } });
  await run('preferences.get');
}

async function enterRegistry(run: Run): Promise<Registry> {
  await run('company.update', {
    body: {
      business_name: 'Bobinificio Valdarno S.r.l.',
      vat_number: '00743110157',
      address: 'Via delle Cartiere 18',
      zip_code: '52025',
      city: 'Montevarchi',
      province: 'AR',
      country: 'Italia',
      country_code: 'IT',
      regime_fiscale: 'RF01',
      iban: 'IT60X0542811101000000123456',
      bank: 'Banca Etruria',
      sia_code: 'A1B2C',
      creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8',
    },
  });
  await run('company.get');
  await run('company.today');
  const vat = await run('vatCodes.create', { body: { code: '22', rate: 22, description: 'IVA ordinaria' } });
  await run('vatCodes.update', { path: { id: vat.id }, body: { ...vat, description: 'IVA ordinaria 22 %' } });
  await run('vatCodes.get', { path: { id: vat.id } });
  await run('vatCodes.list');
  await run('settings.update', { body: { default_vat_code: '22', over_receipt_percent: 10 } });
  await run('settings.get');
  const term = await run('paymentTerms.create', {
    body: { descrizione: 'Ri.Ba. 60 giorni fine mese', giorni_differita: 60, fine_mese: true },
  });
  await run('paymentTerms.list', { query: { limit: 2 } });
  await run('paymentTerms.get', { path: { id: term.id } });
  await run('paymentTerms.update', { path: { id: term.id }, body: { ...term, giorno_fisso_scadenza: 10 } });

  const place = { city: 'Lucca', province: 'LU', zip_code: '55100', country: 'Italia', country_code: 'IT' };
  const party = { address: 'Via Roma 1', ...place, email: 'ordini@cartiera.example', phone: '+39 0583 000000' };
  const supplier = await run('suppliers.create', {
    body: { business_name: 'Cartiera del Serchio S.p.A.', vat_number: '01234567897', ...party },
  });
  await run('suppliers.list', { query: { q: 'serchio' } });
  await run('suppliers.get', { path: { id: supplier.id } });
  await run('suppliers.update', {
    path: { id: supplier.id },
    body: { shipping_method: 'Corriere', iban: 'IT33X0542811101000000123457' },
  });
  const customer = await run('customers.create', {
    body: {
      business_name: 'Panificio Aurora S.n.c.',
      vat_number: '00743110157',
      ...party,
      codice_destinatario: 'ABC1234',
      tipo_pagamento_id: term.id,
      modalita_pagamento: 'MP12',
      valuta: 'EUR',
      iban: 'IT33X0542811101000000123457',
      bank: 'Banca Etruria',
      mandate_id: 'AURORA-2026-1',
      mandate_day: '2026-01-15',
    },
  });
  await run('customers.list', { query: { is_active: true, limit: 2 } });
  await run('customers.get', { path: { id: customer.id } });
  await run('customers.update', { path: { id: customer.id }, body: { note_fatturazione: 'Fattura a fine mese' } });
  const destination = await run('destinations.create', {
    body: { customer_id: customer.id, indirizzo: 'Via Stretta 2', cap: '55100', citta: 'Lucca', nazione: 'Italia' },
  });
  await run('destinations.list', { query: { customer_id: customer.id } });
  await run('destinations.get', { path: { id: destination.id } });
  await run('destinations.update', { path: { id: destination.id }, body: { orari_consegna: '8-12' } });

  const warehouse = await run('warehouses.create', { body: { name: 'Materie prime', description: 'Baie 1-6' } });
  const depot = await run('warehouses.create', { body: { name: 'Prodotti finiti' } });
  await run('warehouses.list', { query: { is_active: true } });
  await run('warehouses.get', { path: { id: warehouse.id } });
  await run('warehouses.update', { path: { id: depot.id }, body: { description: 'Scatole e pallet' } });
  const machine = await run('machines.create', {
    body: { code: 'TAG-01', description: 'Taglierina ribobinatrice 1600 mm', area: 'Taglio' },
  });
  await run('machines.list', { query: { limit: 2 } });
  await run('machines.active');
  await run('machines.get', { path: { id: machine.id } });
  await run('machines.update', { path: { id: machine.id }, body: { abbreviation: 'T1' } });

  const raw = await run('products.create', {
    body: {
      code: 'KRA-80-160',
      description: 'Carta kraft avana 80 g/m², bobina 160 cm',
      category: 'Carta in bobina',
      supplier_id: supplier.id,
      unit_of_measure: 'kg',
      currency: 'EUR',
      has_batch: true,
      peso_carta: 80,
      larghezza_bobina: 160,
      scorta_minima: 500,
    },
  });
  const finished = await run('products.create', {
    body: {
      code: 'ROT-38',
      description: 'Rotoli carta da banco h 38',
      category: 'Rotoli',
      unit_of_measure: 'box',
      currency: 'EUR',
      has_batch: true,
      peso_carta: 80,
      larghezza_bobina: 160,
      numero_piste: 4,
      lunghezza_cm: 30_000,
      pezzi_per_scatola: BOX,
      minuti_x_confezione: 3,
    },
  });
  await run('products.list', { query: { q: 'kraft', status: 'active', limit: 2 } });
  await run('products.get', { path: { id: raw.id } });
  await run('products.update', { path: { id: raw.id }, body: { scorta_minima: 750 } });
  await run('products.setStatus', { path: { id: raw.id }, body: { status: 'active' } });
  await run('imports.run', {
    path: { register: 'machines' },
    body: {
      rows: [
        { row: 2, values: { code: 'TAG-03', description: 'Taglierina 3', area: 'Taglio' } },
        { row: 3, values: { code: 'TAG-04' } },
      ],
      mode: 'both',
      file: 'macchinari.xlsx',
      headers: { code: 'Codice', description: 'Descrizione', area: 'Reparto' },
    },
  });
  const [failed] = await run('imports.list', { query: { failed: true, limit: 1 } });
  await run('imports.get', { path: { id: failed.id } });
  await run('products.setStatuses', { body: { ids: [raw.id, finished.id], status: 'active' } });
  return {
    supplier: supplier.id,
    customer: customer.id,
    raw: raw.id,
    finished: finished.id,
    warehouse: warehouse.id,
    depot: depot.id,
    machine: machine.id,
  };
}

/** Collects an invoice by a bank slip, which the bank returns unpaid. */
async function collect(run: Run, invoice: number): Promise<void> {
  await run('bank.instalments', { query: { kind: 'riba' } });
  await run('bank.riba', { query: { ids: String(invoice) } });
  await run('bank.pain008', { query: { ids: String(invoice) } });
  const body = { kind: 'riba', ids: [invoice] };
  const mistaken = await run('bankSlips.create', { body });
  await run('bankSlips.remove', { path: { id: mistaken.id } });
  const { id } = await run('bankSlips.create', { body });
  await run('bankSlips.file', { path: { id } });
  await run('bankSlips.setState', { path: { id }, body: { state: 'presented' } });
  await run('bankSlips.setState', { path: { id }, body: { state: 'credited' } });
  await run('bankSlips.list', { query: { state: 'credited' } });
  await run('bankSlips.setState', { path: { id }, body: { state: 'unpaid' } });
  await run('bankSlips.get', { path: { id } });
}

async function buy(run: Run, { supplier, raw, warehouse }: Registry): Promise<void> {
  const valid = { product_id: raw, supplier_id: supplier, start_date: '2026-01-01', end_date: '2026-12-31' };
  const price = await run('prices.create', { body: { ...valid, price: 1.15 } });
  await run('prices.list', { query: { product_id: raw } });
  await run('prices.ofProduct', { path: { productId: raw } });
  await run('prices.get', { path: { id: price.id } });
  await run('prices.update', { path: { id: price.id }, body: { ...valid, price: 1.18 } });
  const raise = { ids: [price.id], percent: 4, start_date: '2026-07-01' };
  await run('prices.raise', { body: { ...raise, dry_run: true } });
  await run('prices.raise', { body: raise });
  await run('purchaseOrders.price', { query: { supplier_id: supplier, product_id: raw } });
  const body = {
    supplier_id: supplier,
    order_date: '2026-03-02',
    requested_arrival_date: '2026-03-20',
    items: [{ product_id: raw, quantity: 1000, unit_price: 1.18 }],
  };
  const order = await run('purchaseOrders.create', { body });
  await run('purchaseOrders.list', { query: { open: true, limit: 1 } });
  await run('purchaseOrders.get', { path: { id: order.id } });
  await run('purchaseOrders.update', { path: { id: order.id }, body: { notes: 'Consegna al mattino' } });
  await run('documents.purchaseOrderReport', { path: { id: order.id } });
  await run('goodsReceipts.orderDetails', { path: { orderId: order.id } });
  const wrong = await run('goodsReceipts.receive', {
    body: {
      document_number: 'DDT 6',
      document_date: '2026-03-02',
      order_id: order.id,
      items: [
        {
          order_item_id: order.items[0].id,
          quantity: 60,
          warehouse_id: warehouse,
          batches: [{ batch_number: 'L-2026-030', quantity: 60 }],
        },
      ],
    },
  });
  await run('goodsReceipts.get', { path: { id: wrong.receipt_id } });
  await run('goodsReceipts.cancel', {
    path: { id: wrong.receipt_id },
    body: { reason: 'Quantità sbagliata: 600, non 60' },
  });
  await run('goodsReceipts.receive', {
    body: {
      document_number: 'DDT 7',
      document_date: '2026-03-02',
      order_id: order.id,
      items: [
        {
          order_item_id: order.items[0].id,
          product_id: raw,
          quantity: 600,
          warehouse_id: warehouse,
          batches: [{ batch_number: 'L-2026-031', quantity: 600 }],
        },
      ],
    },
  });
  await run('goodsReceipts.itemHistory', { path: { itemId: order.items[0].id } });
  await run('goodsReceipts.setCompleted', { path: { id: order.items[0].id }, body: { completed: true } });
  await run('purchaseInvoices.notInvoiced', { query: { supplier_id: supplier } });
  const received = { product_id: raw, quantity: 600, unit_price: 1.2, ddt_number: 'DDT 7', ddt_date: '2026-03-02' };
  const bill = await run('purchaseInvoices.create', {
    body: {
      supplier_id: supplier,
      number: 'FA 112/2026',
      document_date: '2026-03-02',
      lines: [{ description: 'Carta kraft', supplier_code: 'KR-90', ...received, vat_rate: 22 }],
    },
  });
  await run('purchaseInvoices.list', { query: { status: 'new', match: 'partial' } });
  await run('purchaseInvoices.get', { path: { id: bill.id } });
  await run('purchaseInvoices.match', {
    path: { id: bill.id },
    body: { lines: [{ id: bill.lines[0].id, product_id: raw, receipt_item_id: bill.lines[0].receipt_item_id }] },
  });
  await run('purchaseInvoices.dispute', { path: { id: bill.id }, body: { notes: 'Il prezzo concordato è 1,18 EUR.' } });
  await run('purchaseInvoices.disputeNote', { path: { id: bill.id }, query: { format: 'json' } });
  await run('purchaseInvoices.accept', { path: { id: bill.id }, body: { update_prices: false } });
  await run('bank.pain001', { query: { ids: String(bill.id) } });
  const content = Buffer.from(
    fatturaPaOf({ number: 'FA 113/2026', lines: [{ description: 'Trasporto', price: 80, net: 80 }] }),
  ).toString('base64');
  const taken = await run('purchaseInvoices.create', { body: { files: [{ name: 'IT01234567897_1.xml', content }] } });
  await run('purchaseInvoices.file', { path: { id: taken.id } });
  await run('purchaseInvoices.remove', { path: { id: taken.id } });
  const mistaken = await run('purchaseOrders.create', { body });
  await run('purchaseOrders.remove', { path: { id: mistaken.id } });
  await run('valuation.get', {
    query: { startDate: '2026-03-01', endDate: '2026-03-02', warehouseId: 'all', showZeroPrices: false },
  });
}

async function buyMissing(run: Run, { supplier, raw, finished }: Registry): Promise<void> {
  await run('productSupply.update', { path: { id: raw }, body: { lead_days: 5, min_lot: 500, lot_multiple: 250 } });
  await run('productSupply.get', { path: { id: raw } });
  await run('productSupply.setMaterials', {
    path: { id: finished },
    body: { materials: [{ material_product_id: raw, share: 1 }] },
  });
  await run('productSupply.materials', { path: { id: finished } });
  const { proposals } = await run('purchaseProposals.list', { query: { product_id: raw } });
  const [{ need_day, shortage, quantity, unit_price, arrival_day }] = proposals;
  const line = { product_id: raw, supplier_id: supplier, need_day, shortage, quantity, unit_price };
  await run('purchaseProposals.order', { body: { lines: [{ ...line, requested_arrival_date: arrival_day }] } });
  await run('purchaseProposals.projection', { path: { id: raw } });
}

async function keepStock(run: Run, { raw, warehouse, depot }: Registry): Promise<void> {
  const load = {
    movement_type: 'C',
    movement_date: '2026-03-02',
    product_id: raw,
    warehouse_id: warehouse,
    quantity: 40,
    batch_number: 'L-2026-030',
  };
  const { id } = await run('stockMovements.create', { body: { ...load, notes: 'Opening stock' } });
  await run('stockMovements.update', { path: { id }, body: { ...load, quantity: 45 } });
  await run('stockMovements.get', { path: { id } });
  await run('stockMovements.list', { query: { product_id: raw, limit: 2 } });
  await run('stockMovements.transfer', {
    body: {
      movement_date: '2026-03-02',
      from_warehouse_id: warehouse,
      to_warehouse_id: depot,
      items: [{ product_id: raw, batch_number: 'L-2026-031', quantity: 100 }],
    },
  });
  await run('stock.list', { query: { warehouse_id: warehouse } });
  await run('stock.summary', { query: { group: 'product', low_stock: true } });
  await run('stock.ofProduct', { path: { productId: raw } });
  await run('stockMovements.remove', { path: { id } });
  const count = await run('stockCounts.create', { body: { warehouse_id: depot, notes: 'March count' } });
  await run('stockCounts.get', { path: { id: count.id } });
  await run('stockCounts.count', {
    path: { id: count.id },
    body: { items: [{ product_id: raw, batch_number: 'L-2026-031', counted_quantity: 98 }] },
  });
  await run('stockCounts.post', { path: { id: count.id } });
  const unused = await run('stockCounts.create', { body: { warehouse_id: depot } });
  await run('stockCounts.list', { query: { status: 'posted' } });
  await run('stockCounts.remove', { path: { id: unused.id } });
}

/** Receives, weighs, splits and holds reels, and combines batches on a pallet. */
async function keepReels(run: Run, { warehouse, supplier }: Registry): Promise<void> {
  const paper = {
    category: 'Carta',
    currency: 'EUR',
    unit_of_measure: 'kg',
    has_batch: true,
    supplier_id: supplier,
  } as const;
  const { id: product_id } = await run('products.create', {
    body: { ...paper, code: 'KRAFT-80-R', description: 'Kraft paper 80 g/m², reels', is_reel: true, peso_carta: 80 },
  });
  const order = await run('purchaseOrders.create', {
    body: {
      supplier_id: supplier,
      order_date: '2026-03-01',
      requested_arrival_date: '2026-03-10',
      items: [{ product_id, quantity: 1280, unit_price: 1.1 }],
    },
  });
  const { reels } = await run('goodsReceipts.receive', {
    body: {
      document_number: 'DDT 8',
      document_date: '2026-03-02',
      order_id: order.id,
      items: [
        {
          order_item_id: order.items[0].id,
          warehouse_id: warehouse,
          reels: [
            { width_mm: 1000, kg: 640, core_mm: 96, od_mm: 1014, tare_kg: 12.4, mill_number: 'M-4711' },
            { width_mm: 800, gross_kg: 524.4, tare_kg: 12.4, supplier_lot: 'L-2026-040' },
          ],
        },
      ],
    },
  });
  const id = reels[0].batch_id;
  await run('reels.update', { path: { id }, body: { location: 'Shelf A1', splices: 1 } });
  await run('reels.weigh', { path: { id }, body: { gross_kg: 233.6 } });
  await run('reels.split', {
    body: { batch_id: reels[1].batch_id, warehouse_id: warehouse, quantity: 100, reels: [{ width_mm: 800, kg: 100 }] },
  });
  await run('batches.hold', { path: { id }, body: { reason: 'Damp paper' } });
  await run('reels.list', { query: { product_id, width_from: 900 } });
  await run('batches.release', { path: { id }, body: { reason: 'Dried' } });
  await run('reels.totals', { query: { product_id } });
  await run('reels.locations');
  await run('reels.scan', { query: { code: 'M-4711' } });
  await run('reels.get', { path: { id } });
  await run('reels.labels', { query: { ids: String(id) } });
  const { id: glue } = await run('products.create', {
    body: { ...paper, category: 'Colla', code: 'GLUE-B', description: 'Glue, by batch' },
  });
  const { batch_id } = await run('stockMovements.create', {
    body: {
      movement_type: 'C',
      movement_date: '2026-03-02',
      product_id: glue,
      warehouse_id: warehouse,
      quantity: 40,
      batch_number: 'G-1',
    },
  });
  await run('pallets.create', {
    body: { product_id: glue, warehouse_id: warehouse, items: [{ batch_id, quantity: 25 }], batch_number: 'PAL-1' },
  });
  await run('trace.of', { path: { id: batch_id }, query: { direction: 'forward' } });
  const recall = await run('recalls.create', { body: { batch_ids: [batch_id], reason: 'Foreign smell', drill: true } });
  await run('recalls.list', { query: { drill: true } });
  await run('recalls.get', { path: { id: recall.id } });
}

interface Order {
  id: number;
  items: { id: number }[];
}

async function takeOrders(run: Run, { customer, finished }: Registry): Promise<Order> {
  const line = { product_id: finished, price_per_pack: 24.5, delivery_date: '2026-03-20' };
  const body = {
    customer_id: customer,
    order_date: '2026-03-02',
    requested_delivery_date: '2026-03-20',
    customer_order_number: 'PO-118',
    items: [
      { ...line, quantity: 100 },
      { ...line, quantity: 20 },
    ],
  };
  const order = await run('customerOrders.create', { body });
  const price = { customer_id: customer, product_id: finished, start_date: '2026-01-01', end_date: '2026-12-31' };
  const agreed = await run('customerPrices.create', { body: { ...price, price: 24.5 } });
  await run('customerPrices.list', { query: { customer_id: customer } });
  await run('customerPrices.get', { path: { id: agreed.id } });
  await run('customerPrices.update', { path: { id: agreed.id }, body: { ...price, price: 23.9 } });
  const raise = { ids: [agreed.id], percent: 2.5, start_date: '2026-07-01' };
  await run('customerPrices.raise', { body: { ...raise, dry_run: true } });
  await run('customerPrices.raise', { body: raise });
  await run('customerPrices.for', { query: { customer_id: customer, product_id: finished } });
  const intent = { customer_id: customer, protocol: '08060120341234567-000001', day: '2026-01-02', year: 2026 };
  const declared = await run('declarationsOfIntent.create', { body: { ...intent, ceiling: 40_000 } });
  await run('declarationsOfIntent.list', { query: { year: 2026 } });
  await run('declarationsOfIntent.get', { path: { id: declared.id } });
  await run('declarationsOfIntent.update', { path: { id: declared.id }, body: { ceiling: 50_000 } });
  await run('customerOrders.list', { query: { open: true, limit: 1 } });
  await run('customerOrders.get', { path: { id: order.id } });
  await run('documents.orderConfirmation', { path: { id: order.id } });
  await run('customerOrders.update', { path: { id: order.id }, body: { notes: 'Two deliveries' } });
  await run('customerOrders.bulkImport', {
    body: {
      customerId: customer,
      orders: [
        {
          numero_ordine_cliente: 'PO-119',
          data_ordine: '2026-03-02',
          codice_prodotto: 'ROT-38',
          quantita: 5,
          data_consegna: '2026-03-27',
          prezzo_unitario: 24.5,
        },
      ],
    },
  });
  await run('customerOrders.closeLines', { path: { id: order.id }, body: { items: [order.items.at(-1).id] } });
  await run('customerOrders.closeLines', { path: { id: order.id }, body: { items: [] } });
  const mistaken = await run('customerOrders.create', { body: { ...body, customer_order_number: 'PO-120' } });
  await run('customerOrders.remove', { path: { id: mistaken.id } });
  await run('customerOrders.repeat', { path: { id: order.id } });
  return order as Order;
}

async function produce(run: Run, { machine, depot }: Registry, { id, items }: Order): Promise<void> {
  const [first, second] = items.map((item) => item.id) as [number, number];
  await run('productionItems.setPriority', { path: { itemId: first }, body: { priority: 'alta' } });
  await run('productionItems.setOrderPriority', { path: { id }, body: { priority: 'media' } });
  await run('productionItems.priorities', { query: { limit: 1 } });
  await run('productionItems.status', { query: { limit: 1 } });
  await run('productionItems.get', { path: { itemId: first } });
  await run('materials.items', { query: { limit: 1 } });
  await run('materials.calculate', { body: { itemIds: [first] } });
  const job = { order_item_id: first, machine_id: machine, quantity_to_produce: 60, production_time: '2:30' };
  const scheduling = await run('productionScheduling.create', { body: job });
  const later = await run('productionScheduling.create', { body: { ...job, quantity_to_produce: 40 } });
  await run('productionScheduling.update', { path: { id: scheduling.id }, body: { ...job, production_time: '3:00' } });
  await run('productionScheduling.board');
  await run('productionScheduling.order', { body: { machine_id: machine, schedulings: [later.id, scheduling.id] } });
  await run('productionScheduling.calendar');
  await run('productionScheduling.remove', { path: { id: later.id } });

  const produced = { order_item_id: first, batch_number: 'P-0302', quantity_produced: 100, is_completed: true };
  const wrong = await run('productionOperations.create', {
    body: { ...produced, quantity_produced: 10, is_completed: false },
  });
  await run('productionOperations.list', { path: { itemId: first } });
  await run('productionOperations.remove', { path: { id: wrong.id } });
  const operation = await run('productionOperations.create', { body: { ...produced, quantity_produced: 90 } });
  await run('productionOperations.update', { path: { id: operation.id }, body: produced });
  await run('productionItems.printReport', { body: { itemIds: [first] } });
  const load = { itemId: first, warehouseId: depot, quantity: 100 };
  await run('productionLoading.previewLoad', { body: { items: [{ itemId: first, quantity: 100 }] } });
  await run('productionLoading.load', { body: load });
  await run('productionLoading.loaded', { path: { itemId: first } });
  await run('productionLoading.undo', { path: { itemId: first } });
  await run('productionLoading.load', { body: load });
  await run('productionLoading.previewCompletion', { path: { itemId: second } });
  await run('productionLoading.forceCompletion', { path: { itemId: second }, body: { warehouse_id: depot } });
}

/** Cuts a reel in a run without an order line, and undoes a mistake of each kind. */
async function runMachine(run: Run, { machine, depot }: Registry): Promise<void> {
  const [reel] = await run('reels.list', { query: { state: 'in_stock', sort: '-quantity', limit: 1 } });
  const { id } = await run('runs.start', { body: { machine_id: machine, setup_minutes: 20 } });
  const mistake = await run('runs.mount', { path: { id }, body: { code: reel.code } });
  await run('runs.removeInput', { path: { id, inputId: mistake.id } });
  const { id: inputId } = await run('runs.mount', { path: { id }, body: { code: reel.code } });
  const cut = { product_id: reel.product_id, warehouse_id: depot };
  const { outputs } = await run('runs.addOutput', {
    path: { id },
    body: { ...cut, reels: [{ width_mm: 400, kg: 20 }] },
  });
  await run('runs.removeOutput', { path: { id, outputId: outputs[0].id } });
  await run('runs.addOutput', { path: { id }, body: { ...cut, reels: [{ width_mm: 400, kg: 19.5 }] } });
  const waste = await run('runs.addWaste', { path: { id }, body: { kind: 'trim', kg: 0.5, reason: 'Edge' } });
  await run('runs.removeWaste', { path: { id, wasteId: waste.id } });
  await run('runs.addWaste', { path: { id }, body: { kind: 'trim', kg: 0.4 } });
  await run('runs.returnInput', { path: { id, inputId }, body: { kg: 50 } });
  await run('runs.removeReturn', { path: { id, inputId } });
  await run('runs.returnInput', { path: { id, inputId }, body: { kg: 80 } });
  await run('runs.end', { path: { id }, body: { run_minutes: 45 } });
  await run('runs.reopen', { path: { id }, body: {} });
  await run('runs.end', { path: { id }, body: {} });
  await run('runs.list', { query: { limit: 1 } });
  await run('runs.get', { path: { id } });
  await run('runReports.yield', { query: { group: 'machine' } });
  await run('runReports.worstRuns');
  await run('runReports.margins', { query: { from: '2026-03-01' } });
}

async function sell(run: Run, { customer, finished, depot }: Registry, order: Order): Promise<void> {
  const [ready] = await run('shipments.ready', { query: { limit: 1, day: '2027-12-31' } });
  const { batches, order_item_id } = ready!.items[0]!;
  const { warehouse_id, batch_id } = batches[0]!;
  await run('shipments.pick', { body: { order_item_id, warehouse_id, batch_id, is_picked: true } });
  await run('documents.pickingSheet', { query: { item_ids: String(order.items[0]!.id), day: '2027-12-31' } });
  await run('packingLists.ordersToPack', { path: { customerId: customer } });
  await run('packingLists.itemsToPack', { path: { orderId: order.id } });
  await run('packingLists.stockToPack', { path: { productId: finished } });
  const pack = (quantity: number) => ({
    customer_id: customer,
    order_id: order.id,
    carrier: 'Corriere Apuano',
    items: [{ order_item_id: order.items[0]!.id, quantity, batch_number: 'P-0302', warehouse_id: depot }],
  });
  const list = await run('packingLists.create', { body: pack(40) });
  await run('packingLists.list', { query: { limit: 1 } });
  await run('packingLists.get', { path: { id: list.id } });
  await run('documents.packingListReport', { path: { id: list.id } });
  await run('documents.packingListReports', { query: { ids: String(list.id) } });
  const mistaken = await run('packingLists.create', { body: pack(10) });
  await run('packingLists.cancel', { path: { id: mistaken.id } });
  const draft = await run('invoices.createFromPackingList', { path: { id: list.id }, body: { notes: 'Thank you' } });
  await run('invoices.update', { path: { id: draft.id }, body: { due_date: '2026-12-31' } });
  await run('invoices.remove', { path: { id: draft.id } });
  const joined = await run('invoices.createFromSeveral', { body: { packing_list_ids: [list.id], notes: 'March' } });
  await run('invoices.remove', { path: { id: joined.id } });
  const until = { until: list.packing_date };
  await run('invoices.waiting', { query: until });
  const id = (await run('invoices.createFromPackingLists', { body: until })).results[0].id;
  await run('documents.eInvoiceCheck', { path: { id } });
  await run('invoices.send', { body: { ids: [id] } });
  await run('accounting.stampDuty', { query: { year: 2026 } });
  const march = { from: '2026-03-01', to: '2026-03-31' };
  await run('accounting.vatRegister', { query: { kind: 'sales', ...march, format: 'json' } });
  await run('accounting.entries', { query: { ...march, format: 'json' } });
  await run('accounting.stockValue', { query: { year: 2025 } });
  await run('accounting.sequence', { query: { year: 2026 } });
  await run('accounting.closePeriod', { body: { until: '2025-12-31' } });
  await run('accounting.periods');
  await run('invoices.list', { query: { limit: 1 } });
  await run('invoices.totals', { query: { status: 'sent' } });
  await run('invoices.get', { path: { id } });
  await run('documents.invoiceReport', { path: { id } });
  await run('documents.invoiceReports', { query: { ids: String(id) } });
  await run('documents.eInvoice', { path: { id } });
  await run('documentFiles.list', { path: { id } });
  await run('settings.update', { body: { sdi_channel: 'pec' } });
  const byPec = await run('transmissions.sendByPec', { path: { id }, body: {} });
  await run('outbox.cancel', { path: { id: byPec.pec.outbox_id } });
  await run('transmissions.sendManyByPec', { body: { ids: [id] } });
  const { pec } = await run('invoices.get', { path: { id } });
  await run('outbox.cancel', { path: { id: pec.outbox_id } });
  await run('transmissions.handOver', { path: { id }, body: { event: 'handed_over' } });
  const money = {
    customer_id: customer,
    day: list.packing_date,
    amount: 100,
    bank: 'Banca Etruria',
    method: 'Bonifico',
  };
  const advance = await run('payments.create', { body: { ...money, allocations: [{ invoice_id: id, amount: 20 }] } });
  await run('payments.allot', { path: { id: advance.id }, body: { allocations: [{ invoice_id: id, amount: 5 }] } });
  await run('payments.list', { query: { customer_id: customer } });
  await run('usedValues.list', { path: { entity: 'payments', field: 'bank' } });
  await run('payments.get', { path: { id: advance.id } });
  await run('receivables.aging', { query: { as_of: '2026-07-01' } });
  await run('receivables.agingTotals', { query: { as_of: '2026-07-01' } });
  await run('receivables.statement', { path: { id: customer }, query: { format: 'json' } });
  // A reminder lists overdue invoices.
  await at(new Date('2026-07-01T08:00:00Z'), async () => {
    const reminder = { customer_id: customer, step: 1 };
    const mistaken = await run('reminders.create', { body: reminder });
    await run('reminders.remove', { path: { id: mistaken.id } });
    const { id: reminded } = await run('reminders.create', { body: reminder });
    await run('reminders.report', { path: { id: reminded }, query: { format: 'json' } });
    await run('reminders.send', { path: { id: reminded } });
    await run('reminders.get', { path: { id: reminded } });
    await run('reminders.list', { query: { status: 'sent' } });
  });
  await run('payments.remove', { path: { id: advance.id } });
  await collect(run, id);
  await run('invoices.setStatus', { path: { id }, body: { status: 'paid' } });
  await run('invoices.setStatus', { path: { id }, body: { status: 'sent' } });
  const sent = await run('invoices.get', { path: { id } });
  const returned = { invoice_item_id: sent.items[0].id, quantity: 4 };
  await run('invoices.credit', {
    path: { id },
    body: { items: [returned], goods_back: true, notes: 'Wrong delivery' },
  });
  await transmit(run, customer, (await run('packingLists.create', { body: pack(5) })).id);
}

/** Sends an invoice whose file lacks something at first, takes its rejection, and issues it again. */
async function transmit(run: Run, customer: number, list: number): Promise<void> {
  await run('customers.update', { path: { id: customer }, body: { codice_destinatario: null } });
  const { id } = await run('invoices.createFromPackingList', { path: { id: list }, body: {} });
  await run('invoices.setStatus', { path: { id }, body: { status: 'sent' } });
  await run('customers.update', { path: { id: customer }, body: { codice_destinatario: 'ABC1234' } });
  const file = await run('documentFiles.create', { path: { id }, body: {} });
  await run('documentFiles.get', { path: { id, file_id: file.id } });
  const rejection = (name: string) => {
    const text = `<?xml version="1.0" encoding="UTF-8"?><RicevutaScarto><NomeFile>${name}</NomeFile></RicevutaScarto>`;
    return { name: 'NS.xml', content: Buffer.from(text).toString('base64') };
  };
  await run('transmissions.receipts', { body: { files: [rejection(file.name)] } });
  await run('transmissions.receipts', { body: { files: [rejection('IT00743110157_ZZ999.xml')] } });
  await run('transmissions.unmatched');
  await run('transmissions.list', { path: { id } });
  await run('transmissions.reissue', { path: { id }, body: { notes: 'Corrected' } });
  await run('documentFiles.newest', { query: { ids: String(id) } });
  await run('documentFiles.export', { query: { year: 2026 } });
}

/** Deletes unused rows, created for this purpose: all others in the register are in use. */
async function deleteMistakes(run: Run, { raw, supplier, customer }: Registry): Promise<void> {
  const removed = async (entity: string, body: object) => {
    const { id } = await run(`${entity}.create`, { body });
    await run(`${entity}.remove`, { path: { id } });
  };
  const party = {
    address: 'Via Roma 1',
    city: 'Pisa',
    province: 'PI',
    zip_code: '56100',
    country: 'Italia',
    email: 'a@b.example',
    phone: '1',
  };
  await removed('suppliers', { business_name: 'Doppione S.r.l.', vat_number: '01234567897', ...party });
  await removed('customers', { business_name: 'Doppione S.r.l.', vat_number: '01234567897', ...party });
  await removed('destinations', { customer_id: customer, indirizzo: 'Via Sbagliata 9', citta: 'Lucca' });
  await removed('warehouses', { name: 'Doppione' });
  await removed('machines', { code: 'TAG-99', description: 'Doppione' });
  await removed('paymentTerms', { descrizione: 'Doppione' });
  await removed('products', {
    code: 'DOPPIONE',
    description: 'Doppione',
    category: 'Carta',
    currency: 'EUR',
    unit_of_measure: 'kg',
  });
  await removed('customerPrices', { product_id: raw, customer_id: customer, price: 1.9, start_date: '2027-01-01' });
  await removed('declarationsOfIntent', {
    customer_id: customer,
    protocol: '08060120341234567-000002',
    day: '2026-01-03',
    year: 2026,
    ceiling: 1000,
  });
  await removed('prices', { product_id: raw, supplier_id: supplier, price: 1.2, start_date: '2027-01-01' });
}

/** Makes the calls of the registers that the company's days have not used. */
async function keepRegisters(run: Run, called: ReadonlySet<string>): Promise<void> {
  for (const register of contractRegisters()) {
    const { module, calls } = register;
    if (!called.has(`${module}.create`)) {
      const { id } = await run(`${module}.create`, { body: exampleBody(calls.create, 'A') });
      await run(`${module}.list`, { query: { limit: 2 } });
      await run(`${module}.get`, { path: { id } });
      await run(`${module}.update`, { path: { id }, body: exampleBody(calls.update, 'B') });
      if (calls.remove) await run(`${module}.remove`, { path: { id } });
    }
    for (const [name, call] of registerVerbs(register)) {
      if (called.has(`${module}.${name}`)) continue;
      const { id } = await run(`${module}.create`, { body: exampleBody(calls.create, name) });
      await run(`${module}.${name}`, { path: { id }, ...(call.body && { body: exampleBody(call, 'C') }) });
    }
  }
}

/** Contacts, and mails that wait: nothing delivers them here. */
async function sendMails(run: Run, registry: Registry, order: { id: number }): Promise<void> {
  const person = { name: 'Ada Rossi', email: 'ada@rossi.example', roles: ['orders'], language: 'it' };
  const contact = await run('contacts.addToCustomer', { path: { id: registry.customer }, body: person });
  await run('contacts.update', { path: { id: contact.id }, body: { phone: '+39 055 123456' } });
  await run('contacts.get', { path: { id: contact.id } });
  await run('contacts.ofCustomer', { path: { id: registry.customer } });
  const agent = await run('contacts.addToSupplier', {
    path: { id: registry.supplier },
    body: { name: 'Zoé Martin', email: 'zoe@papeteries.example', roles: ['orders'] },
  });
  await run('contacts.ofSupplier', { path: { id: registry.supplier } });
  await run('contacts.personalData', { path: { id: agent.id } });
  await run('contacts.remove', { path: { id: agent.id } });
  await run('contacts.erase', { path: { id: agent.id } });
  const query = { kind: 'customer_order', id: order.id };
  await run('mails.status');
  await run('mails.recipients', { query });
  await run('mails.draft', { query });
  const mail = await run('mails.create', { body: { document: query, to: ['ada@rossi.example'], attach: ['pdf'] } });
  await run('mails.test', { body: { to: 'office@bobina.example' } });
  await run('outbox.list', { query: { state: 'waiting' } });
  await run('outbox.get', { path: { id: mail.id } });
  await run('outbox.message', { path: { id: mail.id } });
  await run('outbox.cancel', { path: { id: mail.id } });
  await run('outbox.again', { path: { id: mail.id }, body: {} });
}

/** A delivery that another program refuses, and its repetition. */
async function repeatDelivery(
  run: Run,
  { raw }: Registry,
  { refusing, deliver }: Pick<Stage, 'refusing' | 'deliver'>,
): Promise<void> {
  // A webhook is notified of the acts that are sealed after it was created.
  await deliver();
  const { id } = await run('webhooks.create', { body: { url: refusing, entities: ['products'] } });
  await run('products.update', { path: { id: raw }, body: { notes: 'Store dry' } });
  await deliver();
  const [delivery] = await run('webhooks.deliveries', { path: { id } });
  await run('webhooks.again', { path: { id, delivery_id: delivery.id } });
  await run('webhooks.remove', { path: { id } });
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}
