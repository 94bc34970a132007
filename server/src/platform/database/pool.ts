import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, Pool, TypeOverrides, types, type PoolConfig } from 'pg';
import type { Logger } from '../logger.ts';
import { dropReadOnlyConnections } from './drop-read-only.ts';
import { PreparingClient } from './preparing-client.ts';
import { watchForSilence } from './silence.ts';
import { Unavailable } from './unavailable.ts';
import { registerGate, WriteGate } from './write-gate.ts';

/** Longer than any statement of ours may take: what hangs beyond it is a database in trouble, answered by a 503. */
const QUERY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 4_000;
const MOST_CONNECTIONS = 25;
/** Of these, the ones that writes leave to reads. */
const READ_CONNECTIONS = 5;

export function createPool(connectionString: string, log: Pick<Logger, 'warn'>, options: PoolConfig = {}): Pool {
  const pool = new Pool({
    connectionString,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'bobina',
    types: wireTypes(),
    Client: PreparingClient,
    ...options,
  });
  // Both, or a lost connection ends the process: the pool tells of idle clients, a client of itself while it is out.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection lost')));
  const gate = new WriteGate(Math.max(1, pool.options.max - READ_CONNECTIONS));
  registerGate(pool, gate);
  dropReadOnlyConnections(pool, log);
  watchForSilence(pool, connectionString, log, gate);
  return pool;
}

const GOODBYE_MS = 5_000;
/** Ends a pool; a connection whose peer says nothing any more does not hold the process. */
export async function closePool(pool: Pool): Promise<void> {
  const patience = new AbortController();
  const late = sleep(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([pool.end(), late]);
  patience.abort();
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

/** Whether an error says that the database cannot be reached or used just now: answered by a 503, worth a retry. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return CONNECTION_CODES.has(error.code ?? '');
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  if (SOCKET_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after/.test(
    error.message,
  );
}
/** A deadlock or a serialization failure: the same work again will do. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001');
}

/** Decimals stay texts and days stay texts; instants become ISO 8601 in UTC; counts become numbers. */
function wireTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.DATE, (value) => value);
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}
