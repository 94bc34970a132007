import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { PostingLine } from './posting-line.ts';
import { refusalOf } from './refusals.ts';

/**
 * Posts movements in the caller's transaction, in one round trip. All areas write the ledger only through this
 * function. Locks batches and stock keys in their own order; the caller locks its document, products and warehouses
 * before and takes its number after.
 * @param undone movements reversed in the same step, with their original dates
 * @returns the movement numbers, in the order of the lines
 * @throws INSUFFICIENT_STOCK (now, or at the end of a past day), BATCH_DATES, INVALID_TRANSITION where goods would
 * return to a deleted product or warehouse
 */
export async function postMovements(
  act: Act,
  { lines, undone = [] }: { lines: readonly PostingLine[]; undone?: readonly number[] | undefined },
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
