import { Client } from 'pg';
import { findPrimary } from './hosts.ts';

/** A busy pooler gives a session the same connection for some statements. */
const ROUNDS = 10;
const TIMEOUT_MS = 4_000;

/**
 * Refuses a connection pooler in transaction or statement mode, which gives the statements of a session to any
 * connection: prepared statements, settings and LISTEN would be lost. Its signs are a session that changes its process of
 * the database, and two open sessions with one process. A pooler in session mode passes.
 * @param name of the setting with the address
 * @returns whether a pooler is between, which gives sessions numbers of its own
 * @throws Error with the setting to change
 */
export async function refuseTransactionPooling(url: string, name: string): Promise<boolean> {
  const config = {
    connectionString: await findPrimary(url),
    application_name: 'bobina start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  };
  const sessions = [new Client(config), new Client(config)] as const;
  try {
    for (const session of sessions) await session.connect();
    const found = sessions.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, session] of sessions.entries())
        for (let twice = 0; twice < 2; twice++) found[at]!.add(await processOf(session));
    const [first, second] = found.map((processes) => [...processes]) as [number[], number[]];
    if (first.length > 1 || second.length > 1 || first[0] === second[0])
      throw new Error(
        `${name} leads through a connection pooler in transaction mode, which loses prepared statements and settings: set its pool_mode to session, or let ${name} lead to the database itself`,
      );
    return (sessions[0] as Client & { processID?: number }).processID !== first[0];
  } finally {
    for (const client of sessions) {
      client.on('error', () => {});
      await client.end().catch(() => {});
    }
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}
