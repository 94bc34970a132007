/** Numbers of documents of sale, whose dates follow them (rules §6). */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Act } from '../../platform/context.ts';
import { companyToday } from '../registry/index.ts';

/** Packing lists, invoices, credit notes. */
type Series = 'DDT' | 'FT' | 'NC';

/** The day that the next document bears: today, unless a number of this year bears a later one already. */
export const documentDay = async (act: Act, series: Series): Promise<Day> => {
  const today = await companyToday(act.tx);
  const { rows } = await sql<{ day: Day }>`select day_of_next_number(${series}, ${today}::date) as day`.execute(act.tx);
  return rows[0]!.day;
};

/**
 * The next number, `DDT-2026/00012`. Locks the year's counter until the act is committed, so it is taken last; should a
 * later day have been numbered since `documentDay`, the act starts again by itself.
 */
export const nextNumber = async (act: Act, series: Series, day: Day): Promise<string> => {
  const { rows } = await sql<{ number: string }>`select next_dated_number(${series}, ${day}::date) as number`.execute(
    act.tx,
  );
  return rows[0]!.number;
};
