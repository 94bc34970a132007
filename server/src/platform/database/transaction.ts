import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from './db.ts';
import { isRetryable } from './pool.ts';
import { gateOf } from './write-gate.ts';

const MOST_TRIES = 8;

/** Runs what only reads on one snapshot: what it finds by several statements belongs together, whoever writes meanwhile. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/**
 * Runs `work` in one transaction that may write; a deadlock or serialization failure is tried again, from the start.
 * Such transactions leave some connections of the pool to reads. @throws Unavailable while writes cannot be committed
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const gate = gateOf(db);
  const run = () => db.transaction().execute(work);
  for (let tried = 1; ; tried++) {
    try {
      return await (gate ? gate.run(run) : run());
    } catch (error) {
      if (!isRetryable(error) || tried >= MOST_TRIES) throw error;
      await sleep(Math.random() * 10 * 2 ** tried);
    }
  }
}
