import { sql } from 'kysely';
import type { ProductionStatus } from '@bobina/contract/orders/statuses.ts';
import type { Act } from '../../platform/context.ts';

/** An order line under lock; quantities are exact decimal texts. */
export interface OrderLine {
  id: number;
  order_id: number;
  order_number: string;
  /** Position, counted from 1. */
  line: number;
  product_id: number;
  code: string;
  unit_of_measure: string;
  quantity: string;
  produced_quantity: string;
  scheduled_quantity: string;
  loaded_quantity: string;
  production_status: ProductionStatus;
  /** What is left of it is neither produced nor delivered any more. */
  is_closed: boolean;
}

/**
 * Locks a line until the act commits; undefined when there is none. Locks its order for share first, which blocks
 * changes and deletion of the order but not work on its other lines.
 */
export async function lockItem(act: Act, id: number): Promise<OrderLine | undefined> {
  const order = await sql`
    select 1 from customer_orders where id = (select order_id from customer_order_items where id = ${id}) and deleted_at is null
    for share`.execute(act.tx);
  if (order.rows.length === 0) return undefined;
  const { rows } = await sql<OrderLine>`
    select t.id, t.order_id, o.order_number, t.position + 1 as line, t.product_id, p.code, p.unit_of_measure,
      t.quantity, t.produced_quantity, t.scheduled_quantity, t.loaded_quantity, t.production_status,
      t.closed_at is not null as is_closed
    from customer_order_items t join customer_orders o on o.id = t.order_id join products p on p.id = t.product_id
    where t.id = ${id} for no key update of t`.execute(act.tx);
  return rows[0];
}
