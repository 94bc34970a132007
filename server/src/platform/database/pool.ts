import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, Pool, TypeOverrides, types, type ClientConfig, type PoolConfig } from 'pg';
import type { Logger } from '../logger.ts';
import { watchForSilence } from './silence.ts';

/** Decimals stay texts and days stay texts; instants become ISO 8601 in UTC; counts become numbers. */
const wireTypes = (): TypeOverrides => {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.DATE, (value) => value);
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
};

/** Longer than any statement of ours may take: what hangs beyond it is a database in trouble, answered by a 503. */
const QUERY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 4_000;
/** For what waits for nobody's lock and reads no more than a row: later than this, the database is in trouble. */
export const PATIENCE_MS = 4_000;

export const createPool = (connectionString: string, log: Pick<Logger, 'warn'>, options: PoolConfig = {}): Pool => {
  const pool = new Pool({
    connectionString,
    max: 20,
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
  watchForSilence(pool, connectionString, log);
  return pool;
};

const GOODBYE_MS = 5_000;
/** Ends a pool; a connection whose peer says nothing any more does not hold the process. */
export const closePool = async (pool: Pool): Promise<void> => {
  const patience = new AbortController();
  const late = sleep(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([pool.end(), late]);
  patience.abort();
};

const MOST_NAMED = 400;
const names = new Map<string, string>();

/**
 * A name for a statement that is worth preparing, the same for the same text on every connection. Searches are left
 * out: their plan depends on what is searched for.
 */
const statementName = (text: string): string | undefined => {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_NAMED || !/^\s*(select|insert|update|delete|with)/i.test(text) || / like /i.test(text))
    return undefined;
  const name = `s_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
};

/** A client that prepares what it is given as text and values, whoever sends it: Kysely or a verb. */
class PreparingClient extends Client {
  /** When it asked what it was not answered yet, by performance.now(). */
  waitingSince: number | undefined;
  constructor(config?: ClientConfig) {
    super(config);
    (this as unknown as { connection: EventEmitter }).connection.on('readyForQuery', () => {
      this.waitingSince = undefined;
    });
  }
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads, passed through
  override query(...args: any[]): any {
    const [text, values] = args;
    this.waitingSince ??= performance.now();
    if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values))
      return Reflect.apply(super.query, this, args);
    const name = statementName(text);
    const isBeginning = /^(begin|start transaction)\b/i.test(text);
    const asked = { text, values, ...(name && { name }), ...(isBeginning && { query_timeout: PATIENCE_MS }) };
    return (super.query(asked) as Promise<unknown>).catch((error: unknown) => {
      // Its answer may come yet, and be taken for that of the next statement's: the connection is of no use any more.
      if (error instanceof Error && error.message === 'Query read timeout')
        (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      throw error;
    });
  }
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
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return CONNECTION_CODES.has(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if (SOCKET_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after/.test(
    error.message,
  );
};
/** A deadlock or a serialization failure: the same work again will do. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001');
