import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/**
 * The next numbers, `OC-2026/00012`, one for each day given, in their order. Locks the counters of their years, the
 * earliest first, until the act is committed, so they are taken last.
 */
export async function nextOrderNumbers(act: Act, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ at: number; number: string }>`
    select d.at, next_number('OC', d.day) as number
    from (select u.day, u.at from unnest(${days}::date[]) with ordinality u (day, at) order by extract(year from u.day), u.at) d`.execute(
    act.tx,
  );
  return rows.toSorted((a, b) => a.at - b.at).map(({ number }) => number);
}
