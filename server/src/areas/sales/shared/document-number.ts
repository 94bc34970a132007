/** Numbers of sales documents; within a series, dates ascend with the numbers. */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Act } from '../../../platform/context.ts';
import { companyToday } from '../../registry/index.ts';

/** Packing lists, invoices and credit notes. */
type Series = 'DDT' | 'FT' | 'NC';

/**
 * Returns the day of the next document: today, or the latest day already numbered this year if it is later. It is never
 * before the document that it follows (an invoice follows its packing list, a credit note its invoice).
 */
export async function documentDay(
  act: Act,
  { series, follows }: { series: Series; follows?: Day | undefined },
): Promise<Day> {
  const today = await companyToday(act.tx);
  const first = follows && follows > today ? follows : today;
  const { rows } = await sql<{ day: Day }>`select day_of_next_number(${series}, ${first}::date) as day`.execute(act.tx);
  return rows[0]!.day;
}

/**
 * Returns SQL for the next number (`DDT-2026/00012`) to use in the statement that writes it. Locks the year's counter
 * until the act commits, so this statement comes last. If a later day has been numbered since `documentDay`, the act is
 * retried automatically.
 */
export function nextNumber(series: Series, day: Day): RawBuilder<string> {
  return sql<string>`next_dated_number(${series}, ${day}::date)`;
}
