import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { examineHost, separateHosts } from './hosts.ts';
import { isUnavailable } from './pool.ts';

const CONNECT_MS = 4_000;
const RETRY_MS = 500;

/**
 * Checks at the start that a database answers and accepts writes, and waits for one that is unavailable. Of several
 * hosts one must accept writes.
 * @param seconds how long to wait; 0 checks once
 * @param log called once, when the wait begins
 * @throws Error with one clear sentence, without the password of the address
 */
export async function waitForDatabase(url: string, seconds: number, log: (text: string) => void): Promise<void> {
  const until = performance.now() + seconds * 1000;
  for (let told = false; ;) {
    const trouble = await findTrouble(url);
    if (trouble === undefined) return;
    if (performance.now() >= until) throw new Error(trouble);
    if (!told) log(`Waiting up to ${seconds} s for the database: ${trouble}`);
    told = true;
    await sleep(Math.min(RETRY_MS, Math.max(0, until - performance.now())));
  }
}

/** @throws Error when the address of a database is invalid; the message omits the address, which contains a password */
export function checkDatabaseUrl(name: string, url: string): void {
  const format = `${name} must be an address like postgres://user:password@host:5432/database`;
  if (!/^(postgres|postgresql|socket):\/*|^\//.test(url)) throw new Error(format);
  const attributes = /target_session_attrs=(?!(read-write|primary)(&|$))/.test(url);
  if (attributes) throw new Error(`${name}: target_session_attrs must be read-write, because Bobina writes`);
  try {
    for (const host of separateHosts(url)) void new Client({ connectionString: host });
  } catch {
    throw new Error(`${format}; special characters of the password are written as %..`);
  }
}

/** @returns the problem of a database that may become available later; undefined when it is usable */
async function findTrouble(url: string): Promise<string | undefined> {
  const hosts = separateHosts(url);
  if (hosts.length === 1) return findFaultOf(hosts[0]!);
  const troubles = await Promise.all(hosts.map((host) => findFaultOf(host).catch((error: Error) => error.message)));
  if (troubles.includes(undefined)) return undefined;
  const told = troubles.map((trouble, i) => `${new URL(hosts[i]!).host}: ${trouble}`);
  return `no host of DATABASE_URL accepts writes; ${told.join('; ')}`;
}

async function findFaultOf(url: string): Promise<string | undefined> {
  try {
    const state = await examineHost(url, CONNECT_MS);
    if (state === 'standby')
      return 'the database of DATABASE_URL is a standby in recovery: DATABASE_URL must lead to the primary';
    return state === 'read only'
      ? 'the database of DATABASE_URL is read only (default_transaction_read_only)'
      : undefined;
  } catch (error) {
    const { code, message } = firstOf(error);
    const why = `the database of DATABASE_URL cannot be used: ${message || code}`;
    if (isUnavailable(firstOf(error)) || /timeout expired/.test(message)) return why;
    throw new Error(why, { cause: error });
  }
}

/** A host name with several addresses fails with one error for each address. */
function firstOf(error: unknown): Error & { code?: string } {
  return error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
}
