import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

export interface LockedItem {
  id: number;
  product_id: number;
  ordered_quantity: string;
  received_quantity: string;
  /** Marked as completed by hand. */
  closed: boolean;
  status: 'notReceived' | 'partiallyReceived' | 'completed';
}
export interface LockedOrder {
  id: number;
  order_number: string;
  supplier_id: number;
  order_date: string;
  currency: string;
  status: 'notReceived' | 'partiallyReceived' | 'fullyReceived';
  version: number;
  /** In line order. */
  items: LockedItem[];
}

/** Locks an order, then its lines, until the act commits; undefined when there is none. */
export async function lockOrder(act: Act, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<Omit<LockedOrder, 'items'>>`
    select id, order_number, supplier_id, order_date, currency, status, version
    from purchase_orders where id = ${id} and deleted_at is null for update`.execute(act.tx);
  if (!rows[0]) return undefined;
  const items = await sql<LockedItem>`
    select id, product_id, ordered_quantity, received_quantity, closed, status
    from purchase_order_items where order_id = ${id} order by position for update`.execute(act.tx);
  return { ...rows[0], items: items.rows };
}
