import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { HistoryEntity } from '@bobina/contract/system/history.ts';
import type { RecordEntity } from '@bobina/contract/system/records.ts';
import type { Db } from '../platform/database/db.ts';

/** When a row exists, of the entities without soft deletion. */
const LIVE: Partial<Record<HistoryEntity | RecordEntity, RawBuilder<SqlBool>>> = {
  production: sql`exists (select from customer_orders o where o.id = t.order_id and o.deleted_at is null)`,
  // Goods without a batch are stored as the batch without a number.
  batches: sql`t.batch_number <> ''`,
  'goods-receipts': sql`true`,
  'packing-lists': sql`true`,
  payments: sql`t.reverses is null`,
  reels: sql`true`,
  runs: sql`true`,
};

/** The tables that are not named like their list. */
const TABLES: Partial<Record<HistoryEntity | RecordEntity, string>> = {
  production: 'customer_order_items',
  runs: 'production_runs',
};

/** Whether a record exists and is not deleted. */
export async function recordExists(db: Db, entity: HistoryEntity | RecordEntity, id: number): Promise<boolean> {
  // Each is a single row, which its acts call 1.
  if (entity === 'company' || entity === 'settings') return id === 1;
  const table = sql.table(TABLES[entity] ?? entity.replaceAll('-', '_'));
  const { rows } =
    await sql`select 1 from ${table} t where ${sql.ref(entity === 'reels' ? 't.batch_id' : 't.id')} = ${id} and ${LIVE[entity] ?? sql`t.deleted_at is null`}`.execute(
      db,
    );
  return rows.length > 0;
}
