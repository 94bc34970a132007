/**
 * Reads reports from a streaming replica. A report sees everything that was committed before it on any node: it asks
 * the primary for its log position, and uses the replica once it has replayed that position. A replica that is down,
 * late, promoted or of another database is not used for a while, and the primary answers instead: reports never fail
 * because of the replica and never show stale data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../logger.ts';
import { createDb, type Db } from './db.ts';
import { closePool, createPool, isRetryable, isUnavailable } from './pool.ts';

const WAIT_MS = 1_000;
const LOOK_MS = 20;
const REST_MS = 10_000;

export interface Replica {
  /** Runs read-only work on the replica if it is up to date, else on the primary. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Whether the next report would be read on the replica. Takes at most some seconds. */
  isUsable(): Promise<boolean>;
  /** Number of reports answered by each. */
  readonly answered: { readonly replica: number; readonly primary: number };
  close(): Promise<void>;
}

const IDENTITY = 'select system_identifier::text || current_database() as identity from pg_control_system()';
const HERE = 'select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as here';

/** Opens the pool of a streaming replica. @param url connection string of the replica */
export function openReplica(url: string, primary: Pool, log: Pick<Logger, 'warn'>): Replica {
  const pool = createPool(url, log, { max: 10, connectionTimeoutMillis: 1_000, application_name: 'bobina reports' });
  const [db, primaryDb] = [createDb(pool), createDb(primary)];
  const answered = { replica: 0, primary: 0 };
  let restUntil = 0;
  let known = false;

  const rest = (why: string, error?: unknown) => {
    restUntil = performance.now() + REST_MS;
    known = false;
    log.warn({ err: error }, `reports are read on the primary for a while: the replica ${why}`);
    return false;
  };
  const isSame = async () => {
    const [ours, its] = await Promise.all(
      [primary, pool].map(async (asked) => (await asked.query<{ identity: string }>(soon(IDENTITY))).rows[0]!.identity),
    );
    return ours === its;
  };
  const hasCaughtUp = async (): Promise<boolean> => {
    const { rows } = await primary.query<{ lsn: string }>(soon('select pg_current_wal_lsn()::text as lsn'));
    for (const until = performance.now() + WAIT_MS; performance.now() < until; await sleep(LOOK_MS)) {
      const at = (await pool.query<{ standby: boolean; here: boolean }>(soon(HERE, rows[0]!.lsn))).rows[0]!;
      if (!at.standby) return rest('is no replica');
      if (at.here) return true;
    }
    return rest('is late');
  };
  const isUsable = async (): Promise<boolean> => {
    if (performance.now() < restUntil) return false;
    try {
      if (!known && !(await isSame())) return rest('is of another database');
      known = true;
      return await hasCaughtUp();
    } catch (error) {
      return rest('does not answer', error);
    }
  };

  return {
    answered,
    isUsable,
    read: async (work) => {
      if (await isUsable()) {
        try {
          const result = await work(db);
          answered.replica++;
          return result;
        } catch (error) {
          // Also catches a statement that was cancelled because it conflicted with the replay.
          if (!isUnavailable(error) && !isRetryable(error)) throw error;
          rest('was lost', error);
        }
      }
      answered.primary++;
      return work(primaryDb);
    },
    close: () => closePool(pool),
  };
}

/** Short timeouts: none of these statements waits for a lock. */
function soon(text: string, ...values: string[]) {
  return { text, values, query_timeout: 2 * WAIT_MS };
}
