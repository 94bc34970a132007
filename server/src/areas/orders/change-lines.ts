/** What the areas above may write on a line that they have locked. */
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';
import type { OrderLine } from './lock-item.ts';
import { lockOrder } from './lock-order.ts';

export async function setPriority(act: Act, { id }: Pick<OrderLine, 'id'>, priority: Priority): Promise<void> {
  await act.tx.updateTable('customer_order_items').set({ priority }).where('id', '=', id).execute();
}

/** Of all lines of an order, which it locks with them. @returns its number @throws NOT_FOUND */
export async function setOrderPriority(act: Act, id: number, priority: Priority): Promise<string> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  await act.tx.updateTable('customer_order_items').set({ priority }).where('order_id', '=', id).execute();
  return order.order_number;
}

/** Whether the line counts as completed whatever was produced of it; its status follows. */
export async function setForced(act: Act, { id }: Pick<OrderLine, 'id'>, forced: boolean): Promise<void> {
  await act.tx.updateTable('customer_order_items').set({ forced }).where('id', '=', id).execute();
}
