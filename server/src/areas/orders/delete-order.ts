import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';
import { lockOrder } from './lock-order.ts';

/** Deletes an order to which nothing happened; that nothing did is held by the database. Locks it. @throws IN_USE */
export async function deleteOrder(id: number, act: Act): Promise<void> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  await act.tx
    .updateTable('customer_orders')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.did('delete', 'customer-orders', id, order.order_number);
  act.changed('production');
}
