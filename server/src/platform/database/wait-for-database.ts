import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { isUnavailable } from './pool.ts';

const CONNECT_MS = 4_000;
const RETRY_MS = 500;

/**
 * Checks at the start that a database answers and can be written to, and waits for one that is away.
 * @param seconds how long to wait for it; 0 looks once @param say told once, when it begins to wait
 * @throws with one clear sentence, without the password of the address
 */
export async function waitForDatabase(url: string, seconds: number, say: (text: string) => void): Promise<void> {
  const until = performance.now() + seconds * 1000;
  for (let told = false; ;) {
    const trouble = await findTrouble(url);
    if (trouble === undefined) return;
    if (performance.now() >= until) throw new Error(trouble);
    if (!told) say(`Waiting up to ${seconds} s for the database: ${trouble}`);
    told = true;
    await sleep(Math.min(RETRY_MS, Math.max(0, until - performance.now())));
  }
}

/** @throws Error when the address of a database cannot be used, without repeating it: it holds a password */
export function checkDatabaseUrl(name: string, url: string): void {
  const format = `${name} must be an address like postgres://user:password@host:5432/database`;
  if (!/^(postgres|postgresql|socket):\/*|^\//.test(url)) throw new Error(format);
  if (/^postgres(ql)?:\/\/(?:[^@/]*@)?[^/?]*,/.test(url))
    throw new Error(`${name} names several hosts, which Bobina cannot use: name one, which leads to the primary`);
  try {
    void new Client({ connectionString: url });
  } catch {
    throw new Error(`${format}; special characters of the password are written as %..`);
  }
}

/** @returns what is wrong with a database that may come back; undefined when it can be used */
async function findTrouble(url: string): Promise<string | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'bobina start',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; locked: boolean }>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as locked`,
    );
    if (rows[0]!.standby)
      return 'the database of DATABASE_URL is a standby in recovery: DATABASE_URL must lead to the primary';
    return rows[0]!.locked ? 'the database of DATABASE_URL is read only (default_transaction_read_only)' : undefined;
  } catch (error) {
    const { code, message } = firstOf(error);
    const why = `the database of DATABASE_URL cannot be used: ${message || code}`;
    if (isUnavailable(firstOf(error)) || /timeout expired/.test(message)) return why;
    throw new Error(why, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

/** A name with several addresses fails with one error for each. */
function firstOf(error: unknown): Error & { code?: string } {
  return error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
}
