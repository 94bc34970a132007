import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';
import { lockOrder } from './lock-order.ts';
import { readOrder } from './order-rows.ts';

/** Deletes an order that nothing has been done for; the database enforces this. Locks the order. @throws IN_USE */
export async function deleteOrder(act: Act, id: number): Promise<void> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  const before = await readOrder(act.tx, id);
  await act.tx
    .updateTable('customer_orders')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'customer-orders', id, order.order_number, null, diffRecords(before, null));
  act.changed('production');
}
