import type { Insertable } from 'kysely';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type { PurchaseOrder, PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { DB } from '../../platform/database/tables.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { checkReference } from '../registry/index.ts';
import { checkLines, lineColumns } from './check-order-lines.ts';
import { nextOrderNumber } from './number-order.ts';
import { readOrder } from './order-rows.ts';
import { warnEarlyArrival } from './warn-early-arrival.ts';

type Columns = Omit<Insertable<DB['purchase_orders']>, 'order_number'>;

interface Proposed {
  /** The currency of the offers; the products may have another one. */
  currency: string;
  /** The computation behind each line, in their order. */
  proposals: readonly object[];
}

/**
 * Creates an order to a supplier. Locks the supplier and the products for share, then takes the number. The server
 * computes the amounts and ignores those in the request.
 * @param proposed if the order comes from purchase proposals
 * @throws CODE_EXISTS when a typed number is taken
 */
export async function createOrder(act: Act, body: PurchaseOrderInput, proposed?: Proposed): Promise<PurchaseOrder> {
  const { items, order_number, ...header } = body;
  const checks = new FieldChecks();
  await checkReference(act, checks, { table: 'suppliers', id: header.supplier_id, path: 'supplier_id' });
  const currency = await checkLines(act, checks, {
    lines: items,
    stored: [],
    ...(proposed && { handed: proposed.currency }),
  });
  checks.done();
  const lines = items.map(lineColumns);
  const columns = {
    ...header,
    currency,
    total_amount: sum(lines.map(({ total }) => decimalOf(total))).toFixed(),
    created_by: act.user.id,
  };
  const id = await insertOrder(act, columns, order_number);
  await act.tx
    .insertInto('purchase_order_items')
    .values(
      lines.map((line, index) => ({
        ...line,
        order_id: id,
        proposal: proposed ? JSON.stringify(proposed.proposals[index]) : null,
      })),
    )
    .execute();
  const order = await readOrder(act, id);
  warnEarlyArrival(act, { order, sent: order });
  const label = `${order.order_number} · ${order.supplier_name}`;
  act.record('create', 'purchase-orders', id, label, order.version, diffRecords(null, order));
  return order;
}

/** Inserts under the typed number, or under the next free one; retries when a concurrent act takes the same number. */
async function insertOrder(act: Act, columns: Columns, typed: string | null | undefined): Promise<number> {
  const insert = (order_number: string) =>
    act.tx
      .insertInto('purchase_orders')
      .values({ ...columns, order_number })
      .returning('id');
  if (typed) return (await insert(typed).executeTakeFirstOrThrow()).id;
  for (;;) {
    const number = await nextOrderNumber(act, columns.order_date as string);
    const made = await insert(number)
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    if (made) return made.id;
  }
}
