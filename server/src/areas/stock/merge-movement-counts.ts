import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Replaces the counts of movements of each day by their sums. Does nothing while another server merges. */
export async function mergeMovementCounts(db: Db): Promise<void> {
  await sql`select merge_stock_movement_counts()`.execute(db);
}
