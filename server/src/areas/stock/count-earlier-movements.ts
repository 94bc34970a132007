import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** Postings wait for this number of movements to be counted, about 20 ms. */
const PORTION = 20_000;

/**
 * Counts a portion of the movements that are older than `stock_movement_counts`. Locks the movements against changes.
 * @returns whether some are left
 */
export async function countEarlierMovements(db: Db, portion: number = PORTION): Promise<boolean> {
  const { rows: waiting } = await sql`select from stock_movements_uncounted`.execute(db);
  if (waiting.length === 0) return false;
  const { rows } = await inTransaction(db, (tx) =>
    sql<{ are_left: boolean }>`select count_earlier_stock_movements(${portion}) as are_left`.execute(tx),
  );
  return rows[0]!.are_left;
}
