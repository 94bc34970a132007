/**
 * The writes of a working day, each with a key of its own and a mark by which it is found in the database: goods bought,
 * received, moved and counted, orders imported, produced, loaded, packed, invoiced, paid and credited, and whatever of it
 * is changed or taken back.
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
/** What each kind of write adds to the stock of the company, and where it is found. */
const KINDS = {
  load: { stock: 1, found: `${MANUAL} and movement_type = 'C'` },
  edit: { stock: 2, found: `${MANUAL} and movement_type = 'C' and quantity = 3` },
  removal: { stock: -1, found: `${MANUAL} and deleted_at is not null` },
  transfer: { stock: 0, found: `${MANUAL} and movement_type = 'T'` },
  order: { stock: 0, found: 'select notes from purchase_orders where notes is not null' },
  receipt: { stock: 2, found: 'select document_number from goods_receipts' },
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
} as const;
export type Kind = keyof typeof KINDS;

export interface Write {
  kind: Kind;
  /** The key of its retries. */
  key: string;
  /** What stands in the database once it is done. */
  mark: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  acknowledged: boolean;
}
export interface Company {
  paper: number;
  rolls: number;
  rollsCode: string;
  warehouse: number;
  /** Where goods are moved to. */
  outpost: number;
  /** Where goods are counted: what is there is soon gone, so that its sheets stay short. */
  cellar: number;
  supplier: number;
  customer: number;
}
export async function makeCompany(client: Client): Promise<Company> {
  await completeCompany(client);
  const rollsCode = `F-${randomUUID().slice(0, 13)}`;
  return {
    paper: (await makeProduct(client)).id,
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

/** One write after the other, each given the answer of the one before it. */
// oxlint-disable-next-line no-explicit-any -- whatever is answered
export type Course = Generator<Write, void, any>;

const ENDS = ['undone', 'cancelled', 'paid', 'credited'] as const;
/** The courses of one client, without an end. Clients begin at different ones, so that a short run tries all of them. */
export function* courses(company: Company, client: number): Generator<Course> {
  const all = [() => buy(company), ...ENDS.map((end) => () => sell(company, end)), () => keep(company)];
  for (let n = client; ; n++) yield all[n % all.length]!();
}

/** Marks are one per kind. */
export function nameOf({ kind, mark }: Pick<Write, 'kind' | 'mark'>): string {
  return `${kind} ${mark}`;
}
/** Rows `name`, one for each time that a write is there. */
export const FOUND = Object.entries(KINDS)
  .map(([kind, { found }]) => `select '${kind} ' || mark as name from (${found}) f (mark)`)
  .join(' union all ');
export function stockOf(name: string): number {
  return KINDS[name.split(' ')[0] as Kind].stock;
}

const MOVEMENT = '(select id from stock_movements where notes = $1)';
/** How a write of this kind is taken out behind everybody's back: what a lost one looks like. $1 is its mark. */
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

function write(kind: Kind, path: string, bodyOf: (mark: string) => object, given: Given = {}): Write {
  const mark = given.mark ?? randomUUID();
  return { kind, key: randomUUID(), method: 'POST', path, body: bodyOf(mark), acknowledged: false, ...given, mark };
}

/** Takes back, or changes, what bears the mark. */
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

/** What else is entered: an order that will not come, a file of orders, a count, a machine. */
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
