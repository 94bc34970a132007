/** Changes that higher areas make to an order line that they have locked. */
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';
import { lockOrder } from './lock-order.ts';

/** Sets the priority of a line that the act has locked. @returns the previous priority */
export async function setPriority(act: Act, { id, priority }: { id: number; priority: Priority }): Promise<Priority> {
  const { rows } = await sql<{ before: Priority }>`
    update customer_order_items t set priority = ${priority} from customer_order_items old
    where t.id = ${id} and old.id = t.id returning old.priority as before`.execute(act.tx);
  return rows[0]!.before;
}

/**
 * Sets the priority of all lines of an order. Locks the order, then its lines.
 * @returns the order number, and the lines with their previous priorities
 * @throws NOT_FOUND
 */
export async function setOrderPriority(
  act: Act,
  { id, priority }: { id: number; priority: Priority },
): Promise<{ order_number: string; lines: { id: number; item_priority: Priority }[] }> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  const { rows } = await sql<{ id: number; item_priority: Priority }>`
    update customer_order_items t set priority = ${priority} from customer_order_items old
    where t.order_id = ${id} and old.id = t.id returning t.id, old.priority as item_priority`.execute(act.tx);
  return { order_number: order.order_number, lines: rows };
}

/** Sets whether the line counts as completed regardless of its production. The database updates the status. */
export async function setForced(act: Act, { id, forced }: { id: number; forced: boolean }): Promise<void> {
  await act.tx.updateTable('customer_order_items').set({ forced }).where('id', '=', id).execute();
}
