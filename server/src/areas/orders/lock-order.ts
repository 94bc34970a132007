import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

export interface LockedItem {
  id: number;
  product_id: number;
  quantity: string;
  /**
   * The greatest of the produced, scheduled and delivered quantities. A line in use keeps its product and cannot go
   * below it.
   */
  used_quantity: string;
  /** What is left to deliver unless the line is closed. */
  undelivered_quantity: string;
  is_closed: boolean;
  delivery_date: string;
  packs: string;
}
export interface LockedOrder {
  id: number;
  order_number: string;
  customer_id: number;
  requested_delivery_date: string;
  version: number;
  /** In line order. */
  items: LockedItem[];
}

/** Locks an order, then its lines, until the act commits; undefined when there is none. */
export async function lockOrder(act: Act, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<Omit<LockedOrder, 'items'>>`
    select id, order_number, customer_id, requested_delivery_date, version
    from customer_orders where id = ${id} and deleted_at is null for update`.execute(act.tx);
  if (!rows[0]) return undefined;
  const items = await sql<LockedItem>`
    select id, product_id, quantity, greatest(produced_quantity, scheduled_quantity, delivered_quantity) as used_quantity,
      quantity - delivered_quantity as undelivered_quantity, closed_at is not null as is_closed, delivery_date, packs
    from customer_order_items where order_id = ${id} order by position for update`.execute(act.tx);
  return { ...rows[0], items: items.rows };
}
