/** Selects the price that is valid on a day. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Db } from '../../platform/database/db.ts';
import { validOn } from '../../platform/price-periods.ts';
import { companyToday } from '../registry/index.ts';

/**
 * Returns the default price of an order line: the supplier's price of today, otherwise another supplier's price of today
 * with the latest start, otherwise 0.
 * @param quantity selects the price of this quantity; without it, prices from a quantity above 0 on do not count
 */
export async function pickPrice(
  db: Db,
  {
    supplier_id: supplier,
    product_id: product,
    quantity = 0,
  }: { supplier_id: number; product_id: number; quantity?: number | undefined },
): Promise<{ unit_price: number; price_id: number | null }> {
  const { rows } = await sql<{ unit_price: number; price_id: number }>`
    select t.price::float8 as unit_price, t.id as price_id from prices t
    where t.product_id = ${product} and ${validOn(await companyToday(db))} and t.from_quantity <= ${quantity}
    order by t.supplier_id = ${supplier} desc, t.from_quantity desc, t.start_date desc, t.id desc limit 1`.execute(db);
  return rows[0] ?? { unit_price: 0, price_id: null };
}

export interface ValidPrice {
  product_id: number;
  price: string;
  currency: string;
}
/**
 * Returns the price of each product for a valuation: the price of its own supplier on the day, otherwise the one with
 * the latest start.
 */
export async function readPricesOn(db: Db, day: Day): Promise<Map<number, ValidPrice>> {
  const { rows } = await sql<ValidPrice>`
    select distinct on (t.product_id) t.product_id, t.price, t.currency
    from prices t join products p on p.id = t.product_id
    where ${validOn(day)} and t.from_quantity = 0
    order by t.product_id, (t.supplier_id is not distinct from p.supplier_id) desc, t.start_date desc, t.id desc`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Returns the prices of products on days, as `readPricesOn`; nothing where no price is valid. */
export async function readListPrices(
  db: Db,
  wanted: readonly { product_id: number; day: Day }[],
): Promise<{ product_id: number; day: Day; unit_price: string; currency: string }[]> {
  const asked = wanted.map(({ product_id, day }) => ({ product_id, day }));
  const { rows } = await sql<{ product_id: number; day: Day; unit_price: string; currency: string }>`
    select distinct on (w.product_id, w.day) w.product_id, w.day::text as day, t.price as unit_price, t.currency
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (product_id integer, day date)
    join products p on p.id = w.product_id
    join prices t on t.product_id = w.product_id and t.deleted_at is null and t.from_quantity = 0
      and t.start_date <= w.day and (t.end_date is null or t.end_date >= w.day)
    order by w.product_id, w.day, (t.supplier_id is not distinct from p.supplier_id) desc, t.start_date desc, t.id desc`.execute(
    db,
  );
  return rows;
}
