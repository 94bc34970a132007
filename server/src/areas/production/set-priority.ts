import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Act } from '../../platform/context.ts';
import { readOrder, setOrderPriority, setPriority } from '../orders/index.ts';
import { readItem } from './item-rows.ts';
import { describeItem, lockItemOfPath } from './named-item.ts';

/** How urgent an item is, whatever its state (spec 3 §4). Locks it. */
export async function setItemPriority(id: number, priority: Priority, act: Act): Promise<ProductionItem> {
  const item = await lockItemOfPath(act, id);
  await setPriority(act, item, priority);
  act.did('priority', 'production', id, `${describeItem(item)} · ${priority}`);
  act.changed('customer-orders', item.order_id);
  return readItem(act.tx, id);
}

/** How urgent all items of an order are. Locks the order and its lines. */
export async function setPriorityOfOrder(id: number, priority: Priority, act: Act): Promise<CustomerOrder> {
  const order_number = await setOrderPriority(act, id, priority);
  act.did('priority', 'customer-orders', id, `${order_number} · ${priority}`);
  act.changed('production');
  return readOrder(act.tx, id);
}
