import { sql } from 'kysely';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { orderFor, readOrder, setOrderPriority, setPriority } from '../orders/index.ts';
import { readItem } from './items/item-rows.ts';
import { describeItem, lockItemOfPath } from './items/named-item.ts';

/**
 * Sets the priority of an item in any state. Locks the item.
 * @param expected the priority that the caller read, if given
 * @throws STALE_VERSION with the current item and the user who changed its priority last
 */
export async function setItemPriority(
  act: Act,
  { id, priority, expected }: { id: number; priority: Priority; expected?: Priority | null | undefined },
): Promise<ProductionItem> {
  const item = await lockItemOfPath(act, id);
  const before = await setPriority(act, { id: item.id, priority });
  if (expected && expected !== before) {
    const modified_by_name = await lastPrioritiser(act, { item: item.id, order: item.order_id });
    const current = { ...(await readItem(act.tx, id)), item_priority: before, modified_by_name };
    throw new Problem('STALE_VERSION', { extra: { current } });
  }
  const changes = diffRecords({ item_priority: before }, { item_priority: priority });
  act.record('priority', 'production', id, `${describeItem(item)} · ${priority}`, null, changes);
  act.changed('customer-orders', item.order_id);
  return readItem(act.tx, id);
}

/** Sets the priority of all items of an order. Locks the order and its lines. */
export async function setPriorityOfOrder(
  act: Act,
  { id, priority }: { id: number; priority: Priority },
): Promise<CustomerOrder> {
  const { order_number, lines } = await setOrderPriority(act, { id, priority });
  const changes = diffRecords({ items: lines }, { items: lines.map((line) => ({ ...line, item_priority: priority })) });
  act.record('priority', 'customer-orders', id, `${order_number} · ${priority}`, null, changes);
  act.changed('production');
  return orderFor(act, await readOrder(act.tx, id));
}

/** The name of the user who last changed the priority of an item or of its order; null if it never changed. */
async function lastPrioritiser(act: Act, { item, order }: { item: number; order: number }): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select u.name from activities a join users u on u.id = a.user_id
    where a.action = 'priority' and (a.entity_type, a.entity_id) in (('production', ${item}), ('customer-orders', ${order}))
    order by a.id desc limit 1`.execute(act.tx);
  return rows[0]?.name ?? null;
}
