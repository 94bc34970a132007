/** The open amounts of each customer by days overdue. */
import type { AgingRow, receivables } from '@bobina/contract/sales/receivables.ts';
import { sql } from 'kysely';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { searchOf, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import { wordPatterns } from '../../../platform/database/search.ts';
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

type Query = HandlerInput<typeof receivables.agingTotals>['query'];
const AMOUNTS = ['not_due', 'days_30', 'days_60', 'days_90', 'older', 'total'] as const;

/** Lists one page of the customers that owe something at the end of a day. */
export async function listAging(reading: Reading, { query }: HandlerInput<typeof receivables.aging>) {
  const rows = (await owing(reading.db, query))
    .select(['t.id', 't.customer_id', 't.customer_name'])
    .select(AMOUNTS.map((name) => sql<number>`${sql.ref(`t.${name}`)}::float8`.as(name)));
  return page(reading, rows, query, AGING);
}

/** Sums the rows of the list. */
export async function sumAging({ db }: Reading, { query }: HandlerInput<typeof receivables.agingTotals>) {
  let rows = await owing(db, query);
  const { search } = searchOf(AGING);
  for (const pattern of query.q ? wordPatterns(query.q) : []) rows = rows.where(search(pattern));
  return rows
    .select(AMOUNTS.map((name) => sql<number>`coalesce(sum(${sql.ref(`t.${name}`)}), 0)::float8`.as(name)))
    .executeTakeFirstOrThrow();
}

/** The customers that owe something, with the sums of their open instalments. */
async function owing(db: Db, query: Query) {
  const today = await companyToday(db);
  const day = query.as_of ?? today;
  const late = sql`${day}::date - o.due_date`;
  const rows = db.selectFrom(
    sql<AgingRow>`(
      select c.id, c.id as customer_id, c.business_name as customer_name, sum(o.open) as total,
        coalesce(sum(o.open) filter (where ${late} <= 0), 0) as not_due,
        coalesce(sum(o.open) filter (where ${late} between 1 and 30), 0) as days_30,
        coalesce(sum(o.open) filter (where ${late} between 31 and 60), 0) as days_60,
        coalesce(sum(o.open) filter (where ${late} between 61 and 90), 0) as days_90,
        coalesce(sum(o.open) filter (where ${late} > 90), 0) as older
      from (${openItemsSql({ day, today })}) o join customers c on c.id = o.customer_id group by c.id)`.as<'t'>('t'),
  );
  return query.customer_id ? rows.where('t.customer_id', '=', query.customer_id) : rows;
}
