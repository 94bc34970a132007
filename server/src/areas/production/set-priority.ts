import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { readOrder, setOrderPriority, setPriority } from '../orders/index.ts';
import { readItem } from './item-rows.ts';
import { describeItem, lockItemOfPath } from './named-item.ts';

/** Sets the priority of an item in any state. Locks the item. */
export async function setItemPriority(
  act: Act,
  { id, priority }: { id: number; priority: Priority },
): Promise<ProductionItem> {
  const item = await lockItemOfPath(act, id);
  const before = await setPriority(act, { id: item.id, priority });
  const changes = diffRecords({ item_priority: before }, { item_priority: priority });
  act.did('priority', 'production', id, `${describeItem(item)} · ${priority}`, null, changes);
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
  act.did('priority', 'customer-orders', id, `${order_number} · ${priority}`, null, changes);
  act.changed('production');
  return readOrder(act.tx, id);
}
