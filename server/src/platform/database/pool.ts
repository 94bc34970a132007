import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, Pool, TypeOverrides, types, type PoolConfig } from 'pg';
import type { Logger } from '../logger.ts';
import { dropReadOnlyConnections } from './drop-read-only.ts';
import { clientOf, Primary, separateHosts } from './hosts.ts';
import { PreparingClient } from './preparing-client.ts';
import { watchForSilence } from './silence.ts';
import { Unavailable } from './unavailable.ts';
import { registerGate, WriteGate } from './write-gate.ts';

/** Upper limit for any statement, in milliseconds. A statement that exceeds it counts as a database failure (503). */
const QUERY_TIMEOUT_MS = 30_000;
/** How long a call waits for a connection, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 4_000;
const MOST_CONNECTIONS = 25;
/** Connections of the pool that are reserved for reads. */
const READ_CONNECTIONS = 5;

export interface PoolOptions extends PoolConfig {
  /** An address that leads past a connection pooler, for the watch over unresponsive connections. */
  directUrl?: string | undefined;
}

/**
 * Creates the connection pool with its write gate, its watch for unresponsive connections and its reset of read-only
 * ones. An address of several hosts leads to the one that accepts writes. The caller closes it with closePool.
 */
export function createPool(
  url: string,
  log: Pick<Logger, 'warn'>,
  { directUrl = url, ...options }: PoolOptions = {},
): Pool {
  const primary = new Primary(url);
  const pool = new Pool({
    connectionString: separateHosts(url)[0]!,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'bobina',
    types: wireTypes(),
    Client: primary.isOneHost ? PreparingClient : clientOf(primary),
    ...options,
  });
  // Both handlers are needed, or a lost connection ends the process: the pool reports idle clients, and a client in use
  // emits its own error.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection lost')));
  const gate = new WriteGate(Math.max(1, pool.options.max - READ_CONNECTIONS));
  registerGate(pool, gate);
  dropReadOnlyConnections(pool, log);
  const direct = directUrl === url ? primary : new Primary(directUrl);
  watchForSilence(pool, async () => asUserOf(url, await direct.find()), log, gate);
  return pool;
}

const CLOSE_TIMEOUT_MS = 5_000;
/** Closes a pool. A connection whose peer does not respond does not keep the process alive. */
export async function closePool(pool: Pool): Promise<void> {
  const timer = new AbortController();
  const late = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([pool.end(), late]);
  timer.abort();
}

const CONNECTION_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01',
  '25006',
]);
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Whether an error means that the database is unreachable or unusable for now: answered by a 503, worth a retry. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return CONNECTION_CODES.has(error.code ?? '');
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  if (SOCKET_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after/.test(
    error.message,
  );
}
/** Whether an error is a deadlock or a serialization failure, so that the transaction can be retried. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001');
}

/** The address with the user of another one: a role sees the state of its own connections alone. */
function asUserOf(url: string, address: string): string {
  const { username, password } = new URL(separateHosts(url)[0]!);
  return Object.assign(new URL(address), { username, password }).href;
}

/** Decimals and days stay strings; timestamps become ISO 8601 in UTC; counts become numbers. */
function wireTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.DATE, (value) => value);
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}
