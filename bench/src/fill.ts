/** Making data quickly: what is known to be right is not checked row by row. */
import type { Pool } from 'pg';

/** Runs statements without triggers and foreign keys: what triggers would have kept, the statements write themselves. */
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

/** A measurement does not wait for what the making of its data left to be written. */
export async function settle(pool: Pool): Promise<void> {
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}
