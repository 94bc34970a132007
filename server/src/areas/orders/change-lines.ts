/** Changes that higher areas make to an order line that they have locked. */
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';
import { lockOrder } from './lock-order.ts';

/** Sets the priority of a line that the act has locked. */
export async function setPriority(act: Act, { id, priority }: { id: number; priority: Priority }): Promise<void> {
  await act.tx.updateTable('customer_order_items').set({ priority }).where('id', '=', id).execute();
}

/**
 * Sets the priority of all lines of an order. Locks the order, then its lines. @returns the order number @throws
 * NOT_FOUND
 */
export async function setOrderPriority(
  act: Act,
  { id, priority }: { id: number; priority: Priority },
): Promise<string> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  await act.tx.updateTable('customer_order_items').set({ priority }).where('order_id', '=', id).execute();
  return order.order_number;
}

/** Sets whether the line counts as completed regardless of its production. The database updates the status. */
export async function setForced(act: Act, { id, forced }: { id: number; forced: boolean }): Promise<void> {
  await act.tx.updateTable('customer_order_items').set({ forced }).where('id', '=', id).execute();
}
