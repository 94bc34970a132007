/**
 * Seals queued rows: appends them to the hash chain. It runs after the commit of the acts that queued them, so that no
 * act waits for another one.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import { inTransaction } from '../database/transaction.ts';
import { contentQuery, FORMAT, hashOfLink, NO_HASH, type Link, type Source } from './content.ts';

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
    // Read after the lock: this snapshot has the links of the sealer before.
    const { rows: queued } = await sql<{ id: number; source: Source; row_id: number }>`
      select id, source, row_id from chain_queue order by id limit ${sql.lit(PORTION)}`.execute(tx);
    if (queued.length === 0) return [];
    const contents = await readContents(tx, queued);
    const links: Link[] = [];
    let last = await readLast(tx);
    for (const { source, row_id } of queued) {
      const content = contents.get(`${source} ${row_id}`);
      if (!content) continue;
      const link = { format: FORMAT, source, row_id, content };
      last = { position: last.position + 1, hash: hashOfLink(last.hash, link) };
      links.push({ ...link, ...last });
    }
    await append(tx, links);
    await sql`delete from chain_queue where id = any(${queued.map(({ id }) => id)}::bigint[])`.execute(tx);
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

async function readContents(tx: Tx, queued: readonly { source: Source; row_id: number }[]) {
  const contents = new Map<string, Buffer>();
  for (const [source, rows] of Map.groupBy(queued, (row) => row.source)) {
    const ids = rows.map(({ row_id }) => row_id);
    const found = await tx.executeQuery<{ id: number; content: Buffer }>(
      CompiledQuery.raw(contentQuery(FORMAT, source), [ids]),
    );
    for (const { id, content } of found.rows) contents.set(`${source} ${id}`, content);
  }
  return contents;
}

async function readLast(tx: Tx): Promise<{ position: number; hash: Buffer }> {
  const last = await tx
    .selectFrom('chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { position: Number(last.position), hash: last.hash } : { position: 0, hash: NO_HASH };
}

async function append(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const column = <K extends keyof Link>(name: K) => links.map((link) => link[name]);
  await sql`
    insert into chain (position, format, source, row_id, content, hash)
    select * from unnest(${column('position')}::bigint[], ${column('format')}::smallint[], ${column('source')}::text[],
      ${column('row_id')}::bigint[], ${column('content')}::bytea[], ${column('hash')}::bytea[])`.execute(tx);
}
