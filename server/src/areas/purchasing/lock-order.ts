import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';

export interface LockedItem {
  id: number;
  product_id: number;
  ordered_quantity: string;
  received_quantity: string;
  status: 'notReceived' | 'partiallyReceived' | 'completed';
}
export interface LockedOrder {
  id: number;
  order_number: string;
  supplier_id: number;
  order_date: string;
  currency: string;
  version: number;
  /** In their order. */
  items: LockedItem[];
}

/** An order and then its lines, locked until the act is committed; undefined when there is none. */
export async function lockOrder(tx: Tx, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<Omit<LockedOrder, 'items'>>`
    select id, order_number, supplier_id, order_date, currency, version
    from purchase_orders where id = ${id} and deleted_at is null for update`.execute(tx);
  if (!rows[0]) return undefined;
  const items = await sql<LockedItem>`
    select id, product_id, ordered_quantity, received_quantity, status
    from purchase_order_items where order_id = ${id} order by position for update`.execute(tx);
  return { ...rows[0], items: items.rows };
}
