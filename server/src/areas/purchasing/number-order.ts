import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/**
 * The next number of the year, `OF-2026/00012`, passing over those that were typed. Locks the year's counter until the
 * act is committed, so it is taken last.
 */
export async function nextOrderNumber(act: Act, day: string): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ number: string; taken: boolean }>`
      select n.number, exists (select from purchase_orders where lower(order_number) = lower(n.number) and deleted_at is null) as taken
      from (select next_number('OF', ${day}::date) as number) n`.execute(act.tx);
    if (!rows[0]!.taken) return rows[0]!.number;
  }
}
