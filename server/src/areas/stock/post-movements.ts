import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { PostingLine } from './posting-line.ts';
import { refusalOf } from './refusals.ts';

/**
 * Books movements in the caller's transaction, in one round trip: the only way into the ledger, for every area.
 * Locks batches and stock keys in their own order, so the caller locks its document, products and warehouses before,
 * and takes its number after.
 * @param undone movements taken back in the same step, dated as they were
 * @returns the movements' numbers, in the order of the lines
 * @throws INSUFFICIENT_STOCK (now, or at the end of a past day), BATCH_DATES, INVALID_TRANSITION where goods would come
 * back to what is gone
 */
export async function postMovements(
  act: Act,
  lines: readonly PostingLine[],
  undone: readonly number[] = [],
): Promise<number[]> {
  const sent = JSON.stringify(lines.map((line) => ({ ...line, batch_number: line.batch_number ?? '' })));
  const { rows } = await sql<{ posted: number[] }>`
    select post_stock(${act.user.id}, ${sent}::jsonb, ${undone}::integer[]) as posted`
    .execute(act.tx)
    .catch((error: unknown) => {
      throw refusalOf(error, lines) ?? error;
    });
  act.changed('stock-movements');
  act.changed('stock');
  return rows[0]!.posted;
}
