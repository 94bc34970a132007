/** The margins of order lines by month. */
import { decimalOf, round, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { MarginTrend } from '@bobina/contract/system/dashboard.ts';
import { sql } from 'kysely';
import { companyToday } from '../../areas/registry/index.ts';
import type { Db } from '../../platform/database/db.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { readMargins, type DatedMargin } from '../run-costs/read-margins.ts';

/** Sums the margins of the orders of twelve months, the current one last. Lines without a margin are left out. */
export function readMarginTrend(db: Db): Promise<MarginTrend> {
  return inSnapshot(db, async (tx) => {
    const { rows } = await sql<{ month: string }>`
      select to_char(m, 'YYYY-MM') as month
      from (select date_trunc('month', ${await companyToday(tx)}::date::timestamp) as last) t,
        generate_series(last - interval '11 months', last, interval '1 month') m order by m`.execute(tx);
    const lines = await readMargins(tx, { from: `${rows[0]!.month}-01`, isMade: true });
    const byMonth = Map.groupBy(lines, ({ order_date }) => order_date.slice(0, 7));
    return { months: rows.map(({ month }) => ({ month, ...sumOf(byMonth.get(month) ?? []) })) };
  });
}

function sumOf(lines: readonly DatedMargin[]) {
  const known = lines.filter(({ margin }) => margin !== null);
  const net = sum(known.map((line) => decimalOf(line.net)));
  const margin = sum(known.map((line) => decimalOf(line.margin!)));
  return {
    lines: known.length,
    net: toNumber(net),
    cost: toNumber(sum(known.map((line) => decimalOf(line.cost!)))),
    margin: toNumber(margin),
    margin_percent: net.gt(0) ? toNumber(round(margin.times(100).div(net), 2)) : null,
    partial: known.some(({ partial }) => partial),
  };
}
