import type { Pool, PoolClient } from 'pg';
import { Unavailable } from './unavailable.ts';

/** A health check must answer within six seconds, waiting for a connection included. */
const PROBE_MS = 4_500;

/** Rolled back: it needs no standby, and leaves nothing. */
const WRITE = `insert into sign_in_failures (username, address) values ('', 'health check')`;

/**
 * Asks whether the database can be written to: it is no standby in recovery, not read only, and takes a row.
 * @throws Unavailable, or the database's own error; within 5 s
 */
export async function probeWrites(pool: Pool): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Unavailable('the database did not answer in time')), PROBE_MS);
  });
  const connecting = pool.connect();
  let client: PoolClient | undefined;
  try {
    client = await Promise.race([connecting, timeout]);
    await Promise.race([writeAndRollBack(client), timeout]);
    client.release();
  } catch (error) {
    if (client) client.release(true);
    else void connecting.then((unused) => unused.release()).catch(() => {});
    throw error;
  } finally {
    clearTimeout(late);
  }
}

async function writeAndRollBack(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby', []);
  if (rows[0]!.standby) throw new Unavailable('the database is a standby in recovery');
  await client.query('begin', []);
  await client.query(WRITE, []);
  await client.query('rollback', []);
}
