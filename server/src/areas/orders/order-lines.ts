/** Converts order lines from the request to stored rows; each write is one statement for any number of lines. */
import { sql } from 'kysely';
import { lineAmount } from '@bobina/contract/core/decimal.ts';
import type { CustomerOrderItemInput } from '@bobina/contract/orders/orders.ts';
import type { Act } from '../../platform/context.ts';
import { PIPELINED } from '../../platform/database/preparing-client.ts';
import type { FieldChecks } from '../../platform/problem.ts';
import { findProducts } from './hold-named.ts';

/** A line with its product resolved. */
export interface SentLine extends CustomerOrderItemInput {
  product_id: number;
}

/** Resolves products named by code; adds a problem on each line with an unknown code. */
export async function nameProducts(
  act: Act,
  checks: FieldChecks,
  items: readonly CustomerOrderItemInput[],
): Promise<SentLine[]> {
  const products = await findProducts(
    act,
    items.flatMap(({ product_id, code }) => (product_id == null ? code! : [])),
  );
  const lines = items.map((item) => ({ ...item, product_id: item.product_id ?? products.get(item.code!) ?? 0 }));
  for (const [index, { product_id }] of lines.entries())
    if (product_id === 0) checks.add(`items.${index}.code`, 'unknown');
  return lines;
}

/** Returns the path of a product problem, under the field name that the request used. */
export function productPath(item: CustomerOrderItemInput, index: number): string {
  return `items.${index}.${item.product_id == null ? 'code' : 'product_id'}`;
}

export interface StoredLine {
  position: number;
  product_id: number;
  quantity: number;
  unit_price: number;
  packs: number | string;
  delivery_date: string;
  total: string;
}
/** Values that a line keeps where the request omits them. */
type Kept = Pick<StoredLine, 'packs' | 'delivery_date'>;

/** Builds the columns of a line from the request; omitted values come from `kept`. */
export function lineColumns(line: SentLine, position: number, kept: Kept): StoredLine {
  const unit_price = (line.unit_price ?? line.price_per_pack)!;
  return {
    position,
    product_id: line.product_id,
    quantity: line.quantity,
    unit_price,
    packs: line.packs ?? kept.packs,
    delivery_date: line.delivery_date ?? kept.delivery_date,
    total: lineAmount(line.quantity, unit_price).toFixed(),
  };
}

const COLUMNS = sql`position integer, product_id integer, quantity numeric, unit_price numeric, packs numeric, delivery_date date, total numeric`;

/** Inserts lines in one pipelined statement. */
export async function insertLines(act: Act, lines: readonly (StoredLine & { order_id: number })[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into customer_order_items (order_id, position, product_id, quantity, unit_price, packs, delivery_date, total)
    select order_id, position, product_id, quantity, unit_price, packs, delivery_date, total
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (order_id integer, ${COLUMNS}) order by order_id, position ${sql.raw(PIPELINED)}`.execute(
    act.tx,
  );
}

/** Updates lines in one statement. A closed line stays closed unless its quantity grows or is delivered. */
export async function updateLines(act: Act, lines: readonly (StoredLine & { id: number })[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update customer_order_items i
    set position = x.position, product_id = x.product_id, quantity = x.quantity, unit_price = x.unit_price, packs = x.packs,
      delivery_date = x.delivery_date, total = x.total,
      closed_at = case when x.quantity <= i.quantity and x.quantity > i.delivered_quantity then i.closed_at end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (id integer, ${COLUMNS}) where i.id = x.id`.execute(
    act.tx,
  );
}
