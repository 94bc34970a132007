import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { lockOrder } from './lock-order.ts';
import { readOrder } from './order-rows.ts';

/** Deletes an order without receipts but cancelled ones, which frees its number. Locks it. @throws IN_USE */
export async function deleteOrder(act: Act, id: number): Promise<void> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  const receipt = await act.tx
    .selectFrom('goods_receipts')
    .select('id')
    .where('order_id', '=', id)
    .where('cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (receipt) throw new Problem('IN_USE', { text: 'GOODS_RECEIVED' });
  const before = await readOrder(act, id);
  await act.tx
    .updateTable('purchase_orders')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'purchase-orders', id, order.order_number, null, diffRecords(before, null));
}
