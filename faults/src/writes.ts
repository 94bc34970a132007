/**
 * The writes of a working day, each with an idempotency key and a mark that finds it in the database: purchases,
 * receipts, movements, counts, order imports, production, loads, packing lists, invoices, payments, credit notes, and
 * changes and cancellations of these.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import {
  completeCompany,
  loadOf,
  makeCustomer,
  makeProduct,
  makeSupplier,
  makeWarehouse,
  orderOf,
  packingOf,
  receiptOf,
  saleOf,
  today,
} from './company.ts';

const MANUAL = `select notes from stock_movements where notes is not null and source_type = 'MAN'`;
const LOADED = `select b.batch_number from production_loads l join production_load_movements lm on lm.load_id = l.id
  join stock_movements m on m.id = lm.movement_id join batches b on b.id = m.batch_id`;
const INVOICES = `select notes from invoices where type = 'invoice'`;
const SHEETS = 'select notes from stock_counts c';
const RECEIPTS = `select g.document_number from goods_receipts g join goods_receipt_items l on l.receipt_id = g.id
  join purchase_order_items i on i.id = l.order_item_id join products p on p.id = i.product_id`;
const INPUTS = 'select r.notes from run_inputs i join production_runs r on r.id = i.run_id';
const RELEASED = `select split_part(details, ' · ', 2) from activities where entity_type = 'batches' and action = 'release'`;
/** The change of the company's stock by each kind of write, and the query that finds it. */
const KINDS = {
  load: { stock: 1, found: `${MANUAL} and movement_type = 'C'` },
  edit: { stock: 2, found: `${MANUAL} and movement_type = 'C' and quantity = 3` },
  removal: { stock: -1, found: `${MANUAL} and deleted_at is not null` },
  transfer: { stock: 0, found: `${MANUAL} and movement_type = 'T'` },
  order: { stock: 0, found: 'select notes from purchase_orders where notes is not null' },
  receipt: { stock: 2, found: `${RECEIPTS} where not p.is_reel` },
  closing: {
    stock: 0,
    found: 'select o.notes from purchase_orders o join purchase_order_items i on i.order_id = o.id where i.closed',
  },
  sale: { stock: 0, found: 'select notes from customer_orders where notes is not null' },
  import: {
    stock: 0,
    found: 'select customer_order_number from customer_orders where customer_order_number is not null',
  },
  operation: { stock: 0, found: 'select notes from production_operations where notes is not null' },
  production: { stock: 3, found: LOADED },
  undoing: { stock: -3, found: `${LOADED} where l.undone_at is not null` },
  packing: { stock: -2, found: 'select notes from packing_lists where notes is not null' },
  cancelling: { stock: 2, found: `select notes from packing_lists where status = 'cancelled'` },
  draft: { stock: 0, found: INVOICES },
  sent: { stock: 0, found: `${INVOICES} and invoice_number is not null` },
  paid: { stock: 0, found: `${INVOICES} and status = 'paid'` },
  credit: { stock: 0, found: `select notes from invoices where type = 'credit_note'` },
  sheet: { stock: 0, found: SHEETS },
  counted: { stock: 0, found: `${SHEETS} where exists (select from stock_count_items i where i.count_id = c.id)` },
  posted: { stock: -1, found: `${SHEETS} where status = 'posted'` },
  machine: { stock: 0, found: 'select code from machines' },
  renamed: { stock: 0, found: 'select area from machines where area is not null' },
  scrapped: { stock: 0, found: 'select area from machines where deleted_at is not null' },
  reel: { stock: 2, found: `${RECEIPTS} where p.is_reel` },
  split: { stock: 0, found: 'select distinct supplier_lot from reels where supplier_lot is not null' },
  weighed: {
    stock: -0.5,
    found: `select r.mill_number from reel_readings g join reels r on r.batch_id = g.batch_id where g.kind = 'count'`,
  },
  placed: { stock: 0, found: 'select location from reels where location is not null' },
  held: { stock: 0, found: `select hold_reason from batches where hold_reason is not null union all ${RELEASED}` },
  released: { stock: 0, found: RELEASED },
  pallet: {
    stock: 0,
    found: `select distinct b.batch_number from batch_links l join batches b on b.id = l.output_batch where l.source = 'pallet'`,
  },
  recall: { stock: 0, found: 'select reason from recalls' },
  run: { stock: 0, found: 'select notes from production_runs' },
  mounted: { stock: 0, found: `${INPUTS} where i.is_reel` },
  returned: { stock: -1, found: actsOn('return') },
  unreturned: { stock: 1, found: actsOn('undo-return') },
  unmounted: { stock: 0, found: `${INPUTS} where i.is_reel and i.undone_at is not null` },
  used: { stock: -1, found: `${INPUTS} where not i.is_reel` },
  waste: { stock: 0, found: actsOn('waste') },
  unwasted: { stock: 0, found: actsOn('undo-waste') },
  made: {
    stock: 1,
    found: 'select b.batch_number from run_outputs o join batches b on b.id = o.batch_id where o.order_item_id is null',
  },
  remade: {
    stock: -1,
    found:
      'select b.batch_number from run_outputs o join batches b on b.id = o.batch_id where o.order_item_id is null and o.undone_at is not null',
  },
  ended: { stock: 0, found: actsOn('end') },
  reopened: { stock: 0, found: actsOn('reopen') },
} as const;
export type Kind = keyof typeof KINDS;

export interface Write {
  kind: Kind;
  /** The idempotency key. */
  key: string;
  /** The text that the database contains after the write. */
  mark: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  acknowledged: boolean;
}
export interface Company {
  paper: number;
  /** A product of reels. */
  web: number;
  rolls: number;
  rollsCode: string;
  warehouse: number;
  /** The warehouse that goods are moved to. */
  outpost: number;
  /** The warehouse that is counted. Its stock is removed soon, so that its count sheets stay short. */
  cellar: number;
  supplier: number;
  customer: number;
}

/** Creates the master data that the writes need. */
export async function makeCompany(client: Client): Promise<Company> {
  await completeCompany(client);
  const rollsCode = `F-${randomUUID().slice(0, 13)}`;
  return {
    paper: (await makeProduct(client)).id,
    web: (await makeProduct(client, { has_batch: true, is_reel: true, peso_carta: 80 })).id,
    rolls: (await makeProduct(client, { code: rollsCode, has_batch: true, unit_of_measure: 'box' })).id,
    rollsCode,
    warehouse: (await makeWarehouse(client)).id,
    outpost: (await makeWarehouse(client)).id,
    cellar: (await makeWarehouse(client)).id,
    supplier: (await makeSupplier(client)).id,
    customer: (await makeCustomer(client)).id,
  };
}

type Given = Partial<Pick<Write, 'mark' | 'method'>>;

/** A sequence of writes; each receives the response of the previous one. */
// oxlint-disable-next-line no-explicit-any -- any response body
export type Course = Generator<Write, void, any>;

const ENDS = ['undone', 'cancelled', 'paid', 'credited'] as const;
/**
 * Endless courses of one client. @param first the place of the first one, different for each client, so that a short run
 * covers all of them; or only those of reels and runs
 */
export function* courses(company: Company, first: number | 'craft'): Generator<Course> {
  const all = [
    () => buy(company),
    ...ENDS.map((end) => () => sell(company, end)),
    () => keep(company),
    () => run(company),
  ];
  if (first === 'craft') for (;;) yield run(company);
  for (let n = first; ; n++) yield all[n % all.length]!();
}

/** Returns the name of a write; marks are unique per kind. */
export function nameOf({ kind, mark }: Pick<Write, 'kind' | 'mark'>): string {
  return `${kind} ${mark}`;
}
/** A query for rows `name`, one for each time that a write is in the database. */
export const FOUND = Object.entries(KINDS)
  .map(([kind, { found }]) => `select '${kind} ' || mark as name from (${found}) f (mark)`)
  .join(' union all ');

/** The change of the stock by the write of this name. */
export function stockChangeOf(name: string): number {
  return KINDS[name.split(' ')[0] as Kind].stock;
}

const MOVEMENT = '(select id from stock_movements where notes = $1)';
/** How a write of each kind is deleted directly in the database, to simulate a lost write. $1 is its mark. */
export const LOSSES = {
  load: [`delete from stock_entries where movement_id in ${MOVEMENT}`, 'delete from stock_movements where notes = $1'],
  production: [
    `delete from production_loads where id in (select lm.load_id from production_load_movements lm
      join stock_movements m on m.id = lm.movement_id join batches b on b.id = m.batch_id where b.batch_number = $1)`,
  ],
  import: ['delete from customer_orders where customer_order_number = $1'],
  packing: ['delete from packing_lists where notes = $1'],
  sent: [`update invoices set status = 'draft', invoice_number = null, sent_at = null where notes = $1`],
} as const satisfies Partial<Record<Kind, readonly string[]>>;

/** The runs on which an act was done that a later act undoes: the activity stays. */
function actsOn(action: string) {
  return `select r.notes from activities a join production_runs r on r.id = a.entity_id where a.entity_type = 'runs' and a.action = '${action}'`;
}

function write(kind: Kind, path: string, bodyOf: (mark: string) => object, given: Given = {}): Write {
  const mark = given.mark ?? randomUUID();
  return { kind, key: randomUUID(), method: 'POST', path, body: bodyOf(mark), acknowledged: false, ...given, mark };
}

/** A write that deletes or changes the row with the mark. */
function erase(kind: Kind, path: string, mark: string): Write {
  const { body: _, ...bare } = write(kind, path, () => ({}), { mark, method: 'DELETE' });
  return bare;
}

function change(kind: Kind, path: string, mark: string, body: object): Write {
  return write(kind, path, () => body, { mark, method: 'PUT' });
}

function* buy({ paper, warehouse, outpost, supplier }: Company): Course {
  const kept = write('load', '/stock-movements', (notes) => loadOf(paper, warehouse, 1, { notes }));
  const { id: keptId } = yield kept;
  const order = yield write('order', '/purchase-orders', (notes) => orderOf(supplier, paper, { notes }));
  yield write('receipt', '/goods-receipts/receive', (number) => receiptOf(order, warehouse, 2, number));
  yield change('edit', `/stock-movements/${keptId}`, kept.mark, { quantity: 3 });
  const mistaken = write('load', '/stock-movements', (notes) => loadOf(paper, warehouse, 1, { notes }));
  const { id: mistakenId } = yield mistaken;
  yield erase('removal', `/stock-movements/${mistakenId}`, mistaken.mark);
  yield write('transfer', '/stock-movements/transfers', (notes) => ({
    movement_date: today(),
    from_warehouse_id: warehouse,
    to_warehouse_id: outpost,
    notes,
    items: [{ product_id: paper, quantity: 1 }],
  }));
}

function* sell({ rolls, warehouse, customer }: Company, end: (typeof ENDS)[number]): Course {
  const order = yield write('sale', '/customer-orders', (notes) => saleOf(customer, rolls, 3, { notes }));
  const order_item_id = order.items[0].id as number;
  yield write('operation', '/production/operations', (notes) => ({
    order_item_id,
    batch_number: 'L1',
    quantity_produced: 3,
    is_completed: true,
    notes,
  }));
  const load = write('production', '/production/load-to-warehouse', (batch_number) => ({
    itemId: order_item_id,
    warehouseId: warehouse,
    quantity: 3,
    batch_number,
  }));
  yield load;
  if (end === 'undone') return yield erase('undoing', `/production/load-to-warehouse/${order_item_id}`, load.mark);
  const packing = write('packing', '/packing-lists', (notes) =>
    packingOf(order, warehouse, 2, { batch_number: load.mark, notes }),
  );
  const packed = yield packing;
  if (end === 'cancelled') return yield erase('cancelling', `/packing-lists/${packed.id}`, packing.mark);
  const draft = write('draft', `/invoices/from-packing-list/${packed.id}`, (notes) => ({ notes }));
  const invoice = yield draft;
  const status = `/invoices/${invoice.id}/status`;
  yield change('sent', status, draft.mark, { status: 'sent' });
  if (end === 'paid') yield change('paid', status, draft.mark, { status: 'paid' });
  else yield write('credit', `/invoices/${invoice.id}/credit-note`, (notes) => ({ notes }));
}

/** Other writes: a cancelled order, an order import, a count, a machine. */
function* keep({ paper, rolls, rollsCode, cellar, supplier, customer }: Company): Course {
  const given = write('order', '/purchase-orders', (notes) => orderOf(supplier, paper, { notes }));
  const order = yield given;
  yield change('closing', `/goods-receipts/items/${order.items[0].id}/completed`, given.mark, { completed: true });
  yield write('import', '/customer-orders/bulk-import', (numero_ordine_cliente) => ({
    customerId: customer,
    orders: ['1', '2'].map((quantita) => ({
      numero_ordine_cliente,
      codice_prodotto: rollsCode,
      quantita,
      prezzo_unitario: '1,5',
      data_ordine: '01/03/2026',
      data_consegna: '20/03/2026',
    })),
  }));
  const found = write('load', '/stock-movements', (notes) => loadOf(rolls, cellar, 1, { notes, batch_number: notes }));
  yield found;
  const sheet = write('sheet', '/stock-counts', (notes) => ({ warehouse_id: cellar, notes }));
  const count = yield sheet;
  yield change('counted', `/stock-counts/${count.id}/items`, sheet.mark, {
    items: [{ product_id: rolls, batch_number: found.mark, counted_quantity: 0 }],
  });
  yield write('posted', `/stock-counts/${count.id}/post`, () => ({}), { mark: sheet.mark });
  const machine = yield write('machine', '/machines', (code) => ({ code, description: 'Ribobinatrice' }));
  const renamed = write('renamed', `/machines/${machine.id}`, (area) => ({ area }), { method: 'PUT' });
  yield renamed;
  yield erase('scrapped', `/machines/${machine.id}`, renamed.mark);
}

/** A reel that is weighed and placed, a batch that is split, two that are palletized, and a run with the undoing of its acts. */
function* run({ web, rolls, warehouse, supplier }: Company): Course {
  const order = yield write('order', '/purchase-orders', (notes) => orderOf(supplier, web, { notes }));
  const received = write('reel', '/goods-receipts/receive', (mill_number) => ({
    ...receiptOf(order, warehouse, 2, mill_number),
    items: [
      { order_item_id: order.items[0].id, warehouse_id: warehouse, reels: [{ width_mm: 1000, kg: 2, mill_number }] },
    ],
  }));
  const [reel] = (yield received).reels;
  const whole = write('load', '/stock-movements', (notes) => loadOf(web, warehouse, 1, { notes, batch_number: notes }));
  const { batch_id } = yield whole;
  yield write('split', '/reels/split', (supplier_lot) => ({
    batch_id,
    warehouse_id: warehouse,
    quantity: 0.6,
    reels: [0.2, 0.4].map((kg) => ({ width_mm: 1000, kg, supplier_lot })),
  }));
  yield write('placed', `/reels/${reel.batch_id}`, (location) => ({ location }), { method: 'PUT' });
  yield write('weighed', `/reels/${reel.batch_id}/weigh`, () => ({ kg: 1.5 }), { mark: received.mark });
  const glue = write('load', '/stock-movements', (notes) =>
    loadOf(rolls, warehouse, 1, { notes, batch_number: notes }),
  );
  const joined = yield glue;
  const more = write('load', '/stock-movements', (notes) =>
    loadOf(rolls, warehouse, 1, { notes, batch_number: notes }),
  );
  const parts = yield more;
  yield write('pallet', '/pallets', (batch_number) => ({
    product_id: rolls,
    warehouse_id: warehouse,
    batch_number,
    items: [{ batch_id: parts.batch_id, quantity: 1 }],
  }));
  const machine = yield write('machine', '/machines', (code) => ({ code, description: 'Taglierina' }));
  const started = write('run', '/runs', (notes) => ({ machine_id: machine.id, notes }));
  const { id } = yield started;
  const path = `/runs/${id}`;
  const { mark } = started;
  const input = yield write('mounted', `${path}/inputs`, () => ({ batch_id: reel.batch_id }), { mark });
  const made = write('made', `${path}/outputs`, (batch_number) => ({
    product_id: rolls,
    warehouse_id: warehouse,
    batch_number,
    quantity: 1,
  }));
  const { outputs } = yield made;
  yield change('returned', `${path}/inputs/${input.id}`, mark, { kg: 0.5 });
  yield erase('unreturned', `${path}/inputs/${input.id}/return`, mark);
  yield write('used', `${path}/inputs`, () => ({ batch_id: joined.batch_id, quantity: 1 }), { mark });
  const waste = yield write('waste', `${path}/wastes`, () => ({ kind: 'trim', kg: 0.5 }), { mark });
  yield erase('unwasted', `${path}/wastes/${waste.id}`, mark);
  yield erase('remade', `${path}/outputs/${outputs[0].id}`, made.mark);
  yield erase('unmounted', `${path}/inputs/${input.id}`, mark);
  yield write('ended', `${path}/end`, () => ({}), { mark });
  yield write('reopened', `${path}/reopen`, () => ({}), { mark });
  yield write('held', `/batches/${batch_id}/hold`, (reason) => ({ reason }));
  const held = write('held', `/batches/${reel.batch_id}/hold`, (reason) => ({ reason }));
  yield held;
  yield write('released', `/batches/${reel.batch_id}/release`, (reason) => ({ reason }), { mark: held.mark });
  yield write('recall', '/recalls', (reason) => ({ batch_ids: [reel.batch_id], reason, drill: true }));
}
