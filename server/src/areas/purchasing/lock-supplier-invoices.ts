import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';

/**
 * Holds an advisory lock until the commit, so that two purchase invoices of a supplier do not bill the same receipt line,
 * and none bills a receipt that is being cancelled.
 */
export async function lockSupplierInvoices(tx: Tx, supplier: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('purchase invoices of supplier', ${supplier}))`.execute(tx);
}
