import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/** A line to be delivered; quantities and price are exact decimal texts. */
export interface LineToDeliver {
  id: number;
  product_id: number;
  code: string;
  product_name: string;
  unit_of_measure: string;
  quantity: string;
  delivered_quantity: string;
  /** What is left to deliver. */
  open_quantity: string;
  invoiced_quantity: string;
  unit_price: string;
}
export interface OrderToDeliver {
  id: number;
  order_number: string;
  customer_order_number: string | null;
  customer_id: number;
  lines: Map<number, LineToDeliver>;
}

/**
 * Locks lines of an order until the act commits and returns them in order; undefined when there is no such order.
 * Ignores ids of other orders. Locks the order for share first, which blocks its change and deletion.
 */
export async function lockLines(
  act: Act,
  { order, items }: { order: number; items: readonly number[] },
): Promise<OrderToDeliver | undefined> {
  const { rows } = await sql<Omit<OrderToDeliver, 'lines'>>`
    select id, order_number, customer_order_number, customer_id from customer_orders
    where id = ${order} and deleted_at is null for share`.execute(act.tx);
  if (!rows[0]) return undefined;
  const lines = await sql<LineToDeliver>`
    select t.id, t.product_id, p.code, coalesce(p.name, p.description) as product_name, p.unit_of_measure,
      t.quantity, t.delivered_quantity, t.open_quantity, t.invoiced_quantity, t.unit_price
    from customer_order_items t join products p on p.id = t.product_id
    where t.order_id = ${order} and t.id = any(${items}) order by t.position for no key update of t`.execute(act.tx);
  return { ...rows[0], lines: new Map(lines.rows.map((line) => [line.id, line])) };
}

/** Quantities by line; negative to reverse them. */
type LineQuantities = ReadonlyMap<number, string>;
/** Adds to the delivered quantity of lines that the act has locked. */
export function countDelivered(act: Act, by: LineQuantities): Promise<void> {
  return count(act, 'delivered_quantity', by);
}
/** Adds to the invoiced quantity of lines that the act has locked. */
export function countInvoiced(act: Act, by: LineQuantities): Promise<void> {
  return count(act, 'invoiced_quantity', by);
}

async function count(act: Act, column: 'delivered_quantity' | 'invoiced_quantity', by: LineQuantities): Promise<void> {
  await sql`
    update customer_order_items t set ${sql.ref(column)} = t.${sql.ref(column)} + b.quantity
    from unnest(${[...by.keys()]}::integer[], ${[...by.values()]}::numeric[]) b (id, quantity)
    where t.id = b.id`.execute(act.tx);
}
