import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/**
 * Replaces the rows of each monthly total by their sum, in the months before the current one. The current month gets
 * rows with every posting and is left alone. Does nothing while another server merges.
 */
export async function mergeStockMonths(db: Db): Promise<void> {
  await sql`select merge_stock_months(date_trunc('month', current_date)::date)`.execute(db);
}
