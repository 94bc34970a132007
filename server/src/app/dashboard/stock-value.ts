/** The value of the stock at the end of each month. */
import { sql } from 'kysely';
import type { StockValueTrend } from '@bobina/contract/system/dashboard.ts';
import { companyToday } from '../../areas/registry/index.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * Values the stock at the end of the last twelve months and today, as the valuation does: each product, warehouse and
 * batch at the price valid on that day, rounded to 2 decimals. Reads the ledger once: the balance of an earlier day is
 * the current one less the entries after it.
 */
export async function readStockValueTrend(db: Db): Promise<StockValueTrend> {
  const today = await companyToday(db);
  const { rows } = await sql<StockValueTrend['points'][number]>`
    with days as (
      select least((m + interval '1 month - 1 day')::date, ${today}::date) as day
      from generate_series(date_trunc('month', ${today}::date::timestamp) - interval '12 months',
        date_trunc('month', ${today}::date::timestamp), interval '1 month') m
    ), booked as (
      select product_id, warehouse_id, batch_id, date_trunc('month', entry_date::timestamp)::date as month,
        sum(quantity) as quantity
      from stock_entries where entry_date > (select min(day) from days)
      group by 1, 2, 3, 4
    ), later as (
      select b.product_id, b.warehouse_id, b.batch_id, d.day, sum(b.quantity) as quantity
      from days d join booked b on b.month > d.day
      group by 1, 2, 3, 4
    ), stock as (
      select d.day, b.product_id, b.quantity - coalesce(l.quantity, 0) as quantity
      from days d cross join stock_balances b
      left join later l on l.day = d.day and l.product_id = b.product_id and l.warehouse_id = b.warehouse_id
        and l.batch_id = b.batch_id
      where b.quantity <> coalesce(l.quantity, 0)
    ), price as (
      select distinct on (d.day, t.product_id) d.day, t.product_id, t.price, t.currency
      from days d
      join prices t on t.deleted_at is null and t.from_quantity = 0 and t.start_date <= d.day and (t.end_date is null or t.end_date >= d.day)
      join products p on p.id = t.product_id
      order by d.day, t.product_id, (t.supplier_id is not distinct from p.supplier_id) desc, t.start_date desc, t.id desc
    ), valued as (
      select s.day, p.currency, sum(round(s.quantity * p.price, 2))::float8 as value
      from stock s join price p on p.day = s.day and p.product_id = s.product_id
      group by s.day, p.currency
    )
    select d.day, coalesce(jsonb_agg(jsonb_build_object('currency', v.currency, 'value', v.value) order by v.currency)
      filter (where v.currency is not null), '[]') as values
    from days d left join valued v on v.day = d.day
    group by d.day order by d.day`.execute(db);
  return { points: rows };
}
