/** The lines of an order: from what was sent to what is stored, all at once whatever their number. */
import { sql } from 'kysely';
import { lineAmount } from '@bobina/contract/core/decimal.ts';
import type { CustomerOrderItemInput } from '@bobina/contract/orders/orders.ts';
import type { Act } from '../../platform/context.ts';
import { PIPELINED } from '../../platform/database/preparing-client.ts';
import type { FieldChecks } from '../../platform/problem.ts';
import { findProducts } from './hold-named.ts';

/** A line whose product is known. */
export interface SentLine extends CustomerOrderItemInput {
  product_id: number;
}

/** Finds the products that are named by code; a code that nobody has is told on its line. */
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

/** Where a problem of its product belongs: under the name that was sent. */
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
/** What a line keeps where nothing is sent. */
type Kept = Pick<StoredLine, 'packs' | 'delivery_date'>;

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

export async function insertLines(act: Act, lines: readonly (StoredLine & { order_id: number })[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into customer_order_items (order_id, position, product_id, quantity, unit_price, packs, delivery_date, total)
    select order_id, position, product_id, quantity, unit_price, packs, delivery_date, total
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (order_id integer, ${COLUMNS}) order by order_id, position ${sql.raw(PIPELINED)}`.execute(
    act.tx,
  );
}

export async function updateLines(act: Act, lines: readonly (StoredLine & { id: number })[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update customer_order_items i
    set position = x.position, product_id = x.product_id, quantity = x.quantity, unit_price = x.unit_price, packs = x.packs,
      delivery_date = x.delivery_date, total = x.total
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (id integer, ${COLUMNS}) where i.id = x.id`.execute(
    act.tx,
  );
}
