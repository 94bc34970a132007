/** Numbers of documents of sale, whose dates follow them (rules §6). */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Act } from '../../platform/context.ts';
import { companyToday } from '../registry/index.ts';

/** Packing lists, invoices, credit notes. */
type Series = 'DDT' | 'FT' | 'NC';

/**
 * The day that the next document bears: today, unless a number of this year bears a later one already, and never a day
 * before that of the document it follows: an invoice its packing list, a credit note its invoice.
 */
export async function documentDay(act: Act, series: Series, follows?: Day): Promise<Day> {
  const today = await companyToday(act.tx);
  const first = follows && follows > today ? follows : today;
  const { rows } = await sql<{ day: Day }>`select day_of_next_number(${series}, ${first}::date) as day`.execute(act.tx);
  return rows[0]!.day;
}

/**
 * The next number, `DDT-2026/00012`, for the statement that writes it. Locks the year's counter until the act is
 * committed, so that statement comes last; should a later day have been numbered since `documentDay`, the act starts
 * again by itself.
 */
export function nextNumber(series: Series, day: Day): RawBuilder<string> {
  return sql<string>`next_dated_number(${series}, ${day}::date)`;
}
