/** Orders and turnover by month, against the year before. */
import { sql } from 'kysely';
import type { SalesTrend } from '@bobina/contract/system/dashboard.ts';
import { companyToday } from '../../areas/registry/index.ts';
import { inEuro } from '../../areas/sales/shared/in-euro.ts';
import type { Db } from '../../platform/database/db.ts';

/** Reads twelve months, the current one last. Turnover is the net amount of invoices less credit notes, in EUR. */
export async function readSalesTrend(db: Db): Promise<SalesTrend> {
  const today = await companyToday(db);
  const { rows } = await sql<{ month: string; orders: number; turnover: number }>`
    with months as (
      select m::date as month, (m + interval '1 month')::date as next
      from generate_series(date_trunc('month', ${today}::date::timestamp) - interval '23 months',
        date_trunc('month', ${today}::date::timestamp), interval '1 month') m
    )
    select to_char(m.month, 'YYYY-MM') as month,
      (select count(*) from customer_orders o where o.deleted_at is null and o.order_date >= m.month
        and o.order_date < m.next)::integer as orders,
      (select coalesce(sum(case i.type when 'invoice' then 1 else -1 end * ${inEuro('i.net_amount', 'i')}), 0) from invoices i
        where i.deleted_at is null and i.invoice_number is not null and i.invoice_date >= m.month
        and i.invoice_date < m.next)::float8 as turnover
    from months m order by m.month`.execute(db);
  return {
    months: rows.slice(12).map(({ month, orders, turnover }, at) => ({
      month,
      orders,
      orders_before: rows[at]!.orders,
      turnover,
      turnover_before: rows[at]!.turnover,
    })),
  };
}
