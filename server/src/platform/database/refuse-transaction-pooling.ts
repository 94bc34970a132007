import { Client } from 'pg';
import { findPrimary } from './hosts.ts';

const TRIES = 3;
const TIMEOUT_MS = 4_000;

/**
 * Refuses a connection pooler in transaction or statement mode, which gives the statements of a session to any
 * connection: prepared statements, settings and LISTEN would be lost. Two open sessions with one process of the database
 * are the sign. A pooler in session mode passes.
 * @throws Error with the setting to change
 */
export async function refuseTransactionPooling(url: string): Promise<void> {
  const config = {
    connectionString: await findPrimary(url),
    application_name: 'bobina start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  };
  const [first, second] = [new Client(config), new Client(config)];
  try {
    await first.connect();
    await second.connect();
    for (let tried = 0; tried < TRIES; tried++)
      if ((await processOf(first)) === (await processOf(second)))
        throw new Error(
          'DATABASE_URL leads through a connection pooler in transaction mode, which loses prepared statements and settings: set its pool_mode to session, or let DATABASE_URL lead to the database itself',
        );
  } finally {
    for (const client of [first, second]) {
      client.on('error', () => {});
      await client.end().catch(() => {});
    }
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}
