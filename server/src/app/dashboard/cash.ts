/** The cash that open instalments of invoices are expected to bring, by week. */
import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { ExpectedCash } from '@bobina/contract/system/dashboard.ts';
import { companyToday } from '../../areas/registry/index.ts';
import { inEuro } from '../../areas/sales/shared/in-euro.ts';
import type { Db } from '../../platform/database/db.ts';
import { invoicesDue } from './addresses.ts';
import { mondayOf } from './weeks.ts';

const WEEKS = 8;

/** Reads the open amounts of instalments, in EUR, by the week in which they are due, the current week from today. */
export async function readCash(db: Db): Promise<ExpectedCash> {
  const today = await companyToday(db);
  const monday = mondayOf(today);
  const starts = Array.from({ length: WEEKS + 1 }, (_, week) => (week === 0 ? today : addDays(monday, 7 * week)));
  const { rows } = await sql<{ week: number; count: number; total_amount: number }>`
    select width_bucket(i.due, ${starts}::date[]) as week, count(distinct t.id)::integer as count,
      sum(${inEuro('i.open')})::float8 as total_amount
    from invoices t cross join lateral open_instalments(t.id, amount_to_pay(t) - t.open_amount) i
    where t.next_due_date is not null and i.open > 0 group by week`.execute(db);
  const sumOf = (week: number) => {
    const found = rows.find((row) => row.week === week);
    return { count: found?.count ?? 0, total_amount: found?.total_amount ?? 0 };
  };
  return {
    overdue: { ...sumOf(0), ...invoicesDue({ due_until: addDays(today, -1) }) },
    weeks: starts.slice(0, WEEKS).map((from, week) => {
      const until = addDays(starts[week + 1]!, -1);
      return { from, until, ...sumOf(week + 1), ...invoicesDue({ due_from: from, due_until: until }) };
    }),
    later: { ...sumOf(WEEKS + 1), ...invoicesDue({ due_from: starts[WEEKS]! }) },
  };
}
