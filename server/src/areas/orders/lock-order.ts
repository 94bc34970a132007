import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

export interface LockedItem {
  id: number;
  product_id: number;
  quantity: string;
  /** The greatest of what was produced, scheduled and delivered: it keeps its product and does not sink under this. */
  used_quantity: string;
  delivery_date: string;
  packs: string;
}
export interface LockedOrder {
  id: number;
  order_number: string;
  customer_id: number;
  requested_delivery_date: string;
  version: number;
  /** In their order. */
  items: LockedItem[];
}

/** An order and then its lines, locked until the act is committed; undefined when there is none. */
export async function lockOrder(act: Act, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<Omit<LockedOrder, 'items'>>`
    select id, order_number, customer_id, requested_delivery_date, version
    from customer_orders where id = ${id} and deleted_at is null for update`.execute(act.tx);
  if (!rows[0]) return undefined;
  const items = await sql<LockedItem>`
    select id, product_id, quantity, greatest(produced_quantity, scheduled_quantity, delivered_quantity) as used_quantity, delivery_date, packs
    from customer_order_items where order_id = ${id} order by position for update`.execute(act.tx);
  return { ...rows[0], items: items.rows };
}
