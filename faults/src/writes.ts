/**
 * The writes of a working day, each with a key of its own and a mark by which it is found in the database: goods bought
 * and received, an order produced, loaded, packed, invoiced and credited.
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
} from './company.ts';

/** What each kind of write adds to the stock of the company, and where it is found. */
const KINDS = {
  load: { stock: 1, found: 'select notes from stock_movements where notes is not null and deleted_at is null' },
  order: { stock: 0, found: 'select notes from purchase_orders where notes is not null' },
  receipt: { stock: 2, found: 'select document_number from goods_receipts' },
  sale: { stock: 0, found: 'select notes from customer_orders where notes is not null' },
  operation: { stock: 0, found: 'select notes from production_operations where notes is not null' },
  production: {
    stock: 3,
    found: `select b.batch_number from production_loads l join production_load_movements lm on lm.load_id = l.id
      join stock_movements m on m.id = lm.movement_id join batches b on b.id = m.batch_id where l.undone_at is null`,
  },
  packing: { stock: -2, found: `select notes from packing_lists where notes is not null and status = 'issued'` },
  draft: { stock: 0, found: `select notes from invoices where type = 'invoice'` },
  sent: { stock: 0, found: `select notes from invoices where type = 'invoice' and invoice_number is not null` },
  credit: { stock: 0, found: `select notes from invoices where type = 'credit_note'` },
} as const;
export type Kind = keyof typeof KINDS;

export interface Write {
  kind: Kind;
  /** The key of its retries. */
  key: string;
  /** What stands in the database once it is done. */
  mark: string;
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  acknowledged: boolean;
}
export interface Company {
  paper: number;
  rolls: number;
  warehouse: number;
  supplier: number;
  customer: number;
}
export const makeCompany = async (client: Client): Promise<Company> => {
  await completeCompany(client);
  return {
    paper: (await makeProduct(client)).id,
    rolls: (await makeProduct(client, { has_batch: true, unit_of_measure: 'box' })).id,
    warehouse: (await makeWarehouse(client)).id,
    supplier: (await makeSupplier(client)).id,
    customer: (await makeCustomer(client)).id,
  };
};

const write = (kind: Kind, path: string, bodyOf: (mark: string) => object, given: Partial<Write> = {}): Write => {
  const mark = given.mark ?? randomUUID();
  return { kind, key: randomUUID(), method: 'POST', path, body: bodyOf(mark), acknowledged: false, ...given, mark };
};

/** One write after the other, each given the answer of the one before it. */
// oxlint-disable-next-line no-explicit-any -- whatever is answered
export type Course = Generator<Write, void, any>;

function* buy({ paper, warehouse, supplier }: Company): Course {
  yield write('load', '/stock-movements', (notes) => loadOf(paper, warehouse, 1, { notes }));
  const order = yield write('order', '/purchase-orders', (notes) => orderOf(supplier, paper, { notes }));
  yield write('receipt', '/goods-receipts/receive', (number) => receiptOf(order, warehouse, 2, number));
  yield write('load', '/stock-movements', (notes) => loadOf(paper, warehouse, 1, { notes }));
}
function* sell({ rolls, warehouse, customer }: Company, credits: boolean): Course {
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
  const packed = yield write('packing', '/packing-lists', (notes) =>
    packingOf(order, warehouse, 2, { batch_number: load.mark, notes }),
  );
  const draft = write('draft', `/invoices/from-packing-list/${packed.id}`, (notes) => ({ notes }));
  const invoice = yield draft;
  yield write('sent', `/invoices/${invoice.id}/status`, () => ({ status: 'sent' }), {
    method: 'PUT',
    mark: draft.mark,
  });
  if (credits) yield write('credit', `/invoices/${invoice.id}/credit-note`, (notes) => ({ notes }));
}
/** The courses of one client, without an end. Clients begin at different ones, so that a short run tries all of them. */
export function* courses(company: Company, client: number): Generator<Course> {
  for (let n = client; ; n++) yield n % 2 === 0 ? buy(company) : sell(company, n % 4 === 1);
}

/** Marks are one per kind. */
export const nameOf = ({ kind, mark }: Pick<Write, 'kind' | 'mark'>): string => `${kind} ${mark}`;
/** Rows `name`, one for each time that a write is there. */
export const FOUND = Object.entries(KINDS)
  .map(([kind, { found }]) => `select '${kind} ' || mark as name from (${found}) f (mark)`)
  .join(' union all ');
export const stockOf = (name: string): number => KINDS[name.split(' ')[0] as Kind].stock;

const MOVEMENT = '(select id from stock_movements where notes = $1)';
/** How a write of this kind is taken out behind everybody's back: what a lost one looks like. $1 is its mark. */
export const LOSSES = {
  load: [`delete from stock_entries where movement_id in ${MOVEMENT}`, 'delete from stock_movements where notes = $1'],
  production: [
    `delete from production_loads where id in (select lm.load_id from production_load_movements lm
      join stock_movements m on m.id = lm.movement_id join batches b on b.id = m.batch_id where b.batch_number = $1)`,
  ],
  packing: ['delete from packing_lists where notes = $1'],
  sent: [`update invoices set status = 'draft', invoice_number = null, sent_at = null where notes = $1`],
} as const satisfies Partial<Record<Kind, readonly string[]>>;
