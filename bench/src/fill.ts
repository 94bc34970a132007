/** Inserts data quickly: rows that are valid by construction skip the per-row checks. */
import type { Pool } from 'pg';

/** Writes the counts that the triggers of `stock_movements` maintain. */
export const COUNT_MOVEMENTS = `
  insert into stock_movement_counts
  select movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id, count(*)
  from stock_movements group by 1, 2, 3, 4, 5`;

/**
 * Runs statements without triggers and foreign keys. The statements must also write the values that triggers would
 * maintain.
 */
export async function fillUnchecked(pool: Pool, ...statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

/**
 * Analyzes the tables and writes a checkpoint, so that measurements do not include pending writes of the data set-up.
 */
export async function settle(pool: Pool): Promise<void> {
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

/** Drops the indexes that no constraint needs. Building them over all rows is faster. @returns what builds them again */
export async function dropIndexes(pool: Pool, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await pool.query(definition);
  };
}
