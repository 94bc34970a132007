/**
 * Seals queued rows: appends them to the hash chain. It runs after the commit of the acts that queued them, so that no
 * act waits for another one.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Link } from './content.ts';

export const PORTION = 1_000;

/** Writes what follows from new links, in their transaction. */
export type OnSealed = (tx: Tx, links: readonly Link[]) => Promise<void>;

/**
 * Appends at most 1,000 queued rows to the chain, in the order of the queue, in one transaction. A row of an open
 * transaction is not visible and is sealed later, so that a long transaction delays no other row. An advisory lock
 * lets one node seal; the others return undefined.
 * @returns the new links in order
 */
export async function sealPortion(db: Db, onSealed?: OnSealed): Promise<Link[] | undefined> {
  return inTransaction(db, async (tx) => {
    const lock = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('chain', 0)) as is_locked`.execute(tx);
    if (!lock.rows[0]!.is_locked) return undefined;
    const { rows: links } = await sql<Link>`
      select position::float8 as position, format, source, row_id::float8 as row_id, content, hash
      from seal_chain(${PORTION}) order by position`.execute(tx);
    if (links.length > 0) await onSealed?.(tx, links);
    return links;
  });
}

/** Whether rows wait to be sealed. */
export async function hasQueued(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists(select from chain_queue) as waits`.execute(db);
  return rows[0]!.waits;
}

/** Seals until the queue is empty, or until another node seals it. @returns whether this process emptied the queue */
export async function sealQueue(db: Db, onSealed?: OnSealed): Promise<boolean> {
  for (;;) {
    if (!(await hasQueued(db))) return true;
    if (!(await sealPortion(db, onSealed))) return false;
  }
}
