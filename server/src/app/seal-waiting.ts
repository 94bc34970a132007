import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { sealQueue, type OnSealed } from '../platform/chain/seal.ts';
import { createDb } from '../platform/database/db.ts';
import { writeDeliveries } from './programs/write-deliveries.ts';
import { closePool, createPool } from '../platform/database/pool.ts';

const TRIES = 50;
const PAUSE_MS = 200;

/** Seals the waiting rows of the chain, for a command. Waits for a server that is sealing; does nothing on a standby. */
export async function sealWaiting(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { warn: () => {} });
  const db = createDb(pool);
  const onSealed: OnSealed = async (tx, links) => void (await writeDeliveries(tx, links));
  try {
    const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db);
    if (rows[0]!.is_standby) return;
    for (let tried = 0; tried < TRIES && !(await sealQueue(db, onSealed)); tried++) await sleep(PAUSE_MS);
  } finally {
    await closePool(pool);
  }
}
