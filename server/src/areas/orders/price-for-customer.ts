import { sql } from 'kysely';
import type { PriceForCustomer } from '@bobina/contract/orders/customer-prices.ts';
import type { Db } from '../../platform/database/db.ts';
import { validOn } from '../../platform/price-periods.ts';
import { invalid } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';

interface Found {
  currency: PriceForCustomer['currency'];
  list_price: number | null;
  list_day: string | null;
  last_price: number | null;
  last_day: string | null;
}

/**
 * Returns the price of the customer's list that is valid today, otherwise the price of the customer's last order line
 * for the product, by order day, then id. Ignores prices in another currency than the customer's.
 * @throws VALIDATION when there is no such customer
 */
export async function findPriceForCustomer(
  db: Db,
  { customer_id: customer, product_id: product }: { customer_id: number; product_id: number },
): Promise<PriceForCustomer> {
  const { rows } = await sql<Found>`
    select c.valuta as currency, list.price::float8 as list_price, list.start_date as list_day,
      last.unit_price::float8 as last_price, last.order_date as last_day
    from customers c
    left join lateral (
      select t.price, t.start_date from customer_prices t
      where t.customer_id = c.id and t.product_id = ${product} and t.currency = c.valuta and ${validOn(await companyToday(db))}
    ) list on true
    left join lateral (
      select i.unit_price, o.order_date from customer_orders o join customer_order_items i on i.order_id = o.id
      where o.customer_id = c.id and o.deleted_at is null and i.product_id = ${product}
      order by o.order_date desc, i.id desc limit 1
    ) last on true
    where c.id = ${customer} and c.deleted_at is null`.execute(db);
  if (!rows[0]) throw invalid('customer_id', 'unknown');
  const { currency, list_price, list_day, last_price, last_day } = rows[0];
  const last = { currency, last_price, last_day };
  if (list_price !== null) return { price: list_price, source: 'list', day: list_day, ...last };
  return { price: last_price, source: last_price === null ? null : 'last', day: last_day, ...last };
}

/** Returns the prices of the customer's list that are valid today, by product; products without one are absent. */
export async function findListPrices(
  db: Db,
  customer: number,
  products: readonly number[],
): Promise<Map<number, number>> {
  if (products.length === 0) return new Map();
  const { rows } = await sql<{ product_id: number; price: number }>`
    select t.product_id, t.price::float8 as price from customer_prices t join customers c on c.id = t.customer_id
    where c.id = ${customer} and t.product_id = any(${products}::integer[]) and t.currency = c.valuta
      and ${validOn(await companyToday(db))}`.execute(db);
  return new Map(rows.map(({ product_id, price }) => [product_id, price]));
}
