import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { countDelivered, lockLines } from '../../orders/index.ts';
import { holdProducts, holdWarehouses, postMovements } from '../../stock/index.ts';
import { lockPackingList } from '../shared/lock-packing-list.ts';
import { quantitiesOf } from '../shared/quantities.ts';

interface Item {
  order_item_id: number;
  product_id: number;
  warehouse_id: number;
  has_batch: boolean;
  quantity: string;
  movement_id: number;
}

/**
 * Cancels a packing list: reverses its stock movements with their original date; its number stays in use. Locks the
 * packing list, its order's lines, then the stock keys.
 * @throws ALREADY_INVOICED while it has a live invoice, INVALID_TRANSITION when it is already cancelled, or when the
 * goods cannot be returned
 */
export async function cancelPackingList(act: Act, id: number): Promise<void> {
  const packingList = await lockPackingList(act, id);
  if (packingList.status === 'cancelled') throw new Problem('INVALID_TRANSITION', { text: 'PACKING_LIST_CANCELLED' });
  if (packingList.invoice_id !== null) throw new Problem('ALREADY_INVOICED');
  const { rows: items } = await sql<Item>`
    select order_item_id, product_id, warehouse_id, batch_number is not null as has_batch, quantity, movement_id
    from packing_list_items where packing_list_id = ${id} order by position`.execute(act.tx);
  await lockLines(act, { order: packingList.order_id, items: items.map((item) => item.order_item_id) });
  await requirePlaces(act, items);
  await postMovements(act, { lines: [], undone: items.map((item) => item.movement_id) });
  await countDelivered(act, quantitiesOf(items, -1));
  await act.tx
    .updateTable('packing_lists')
    .set({
      status: 'cancelled',
      cancelled_at: sql<string>`now()`,
      cancelled_by: act.user.id,
      version: packingList.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
  const { packing_list_number, customer_name } = packingList;
  act.record('cancel', 'packing-lists', id, `${packing_list_number} · ${customer_name}`, packingList.version + 1, [
    { field: 'status', before: packingList.status, after: 'cancelled' },
  ]);
  act.changed('customer-orders', packingList.order_id);
}

/** Goods return only to a product and warehouse that still exist, with unchanged batch tracking. */
async function requirePlaces(act: Act, items: readonly Item[]): Promise<void> {
  const products = await holdProducts(
    act,
    items.map((item) => item.product_id),
  );
  const warehouses = await holdWarehouses(
    act,
    items.map((item) => item.warehouse_id),
  );
  const fits = (item: Item) =>
    products.get(item.product_id)?.has_batch === item.has_batch && warehouses.has(item.warehouse_id);
  if (!items.every(fits)) throw new Problem('INVALID_TRANSITION', { text: 'GOODS_GONE' });
}
