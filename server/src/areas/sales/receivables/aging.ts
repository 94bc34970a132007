/** The open amounts of each customer by days overdue. */
import type { AgingRow, receivables } from '@bobina/contract/sales/receivables.ts';
import { sql } from 'kysely';
import type { Reading } from '../../../platform/context.ts';
import { text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { companyToday } from '../../registry/index.ts';
import { openItemsSql } from './open-items.ts';

const AGING: List<SortOf<typeof receivables.aging>> = {
  columns: {
    customer_name: text('t.customer_name'),
    not_due: value('t.not_due'),
    days_30: value('t.days_30'),
    days_60: value('t.days_60'),
    days_90: value('t.days_90'),
    older: value('t.older'),
    total: value('t.total'),
  },
  order: 'customer_name',
};

/** Lists one page of the customers that owe something at the end of a day. */
export async function listAging(reading: Reading, { query }: HandlerInput<typeof receivables.aging>) {
  const today = await companyToday(reading.db);
  const day = query.as_of ?? today;
  const late = sql`${day}::date - o.due_date`;
  const rows = reading.db
    .selectFrom(
      sql<AgingRow>`(
        select c.id, c.id as customer_id, c.business_name as customer_name, sum(o.open) as total,
          coalesce(sum(o.open) filter (where ${late} <= 0), 0) as not_due,
          coalesce(sum(o.open) filter (where ${late} between 1 and 30), 0) as days_30,
          coalesce(sum(o.open) filter (where ${late} between 31 and 60), 0) as days_60,
          coalesce(sum(o.open) filter (where ${late} between 61 and 90), 0) as days_90,
          coalesce(sum(o.open) filter (where ${late} > 90), 0) as older
        from (${openItemsSql({ day, today })}) o join customers c on c.id = o.customer_id group by c.id)`.as<'t'>('t'),
    )
    .select(['t.id', 't.customer_id', 't.customer_name'])
    .select([
      sql<number>`t.not_due::float8`.as('not_due'),
      sql<number>`t.days_30::float8`.as('days_30'),
      sql<number>`t.days_60::float8`.as('days_60'),
      sql<number>`t.days_90::float8`.as('days_90'),
      sql<number>`t.older::float8`.as('older'),
      sql<number>`t.total::float8`.as('total'),
    ]);
  return page(reading, query.customer_id ? rows.where('t.customer_id', '=', query.customer_id) : rows, query, AGING);
}
