/**
 * The exchange folders: files to send are put into one, receipts and invoices of suppliers are taken from the other, as the clients of
 * intermediaries and SFTP synchronisation expect.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, lstat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { openZip, type IncomingFile } from '../../../platform/incoming-files/open-file.ts';
import { UnreadableFile } from '../../../platform/incoming-files/read-xml.ts';
import type { Announce } from '../../../platform/live/announcer.ts';
import type { Logger } from '../../../platform/logger.ts';
import { recordTransmission } from './record-transmission.ts';
import { takeReceipt } from './take-receipt.ts';

export interface ExchangeFolders {
  /** Files to send are put here. */
  out?: string | undefined;
  /** Receipts are taken from here, and moved to its subfolders `done` and `quarantine`. */
  in?: string | undefined;
  /** Interval in milliseconds. */
  everyMs?: number;
  /** Age in milliseconds from which a received file counts as complete. */
  settledMs?: number;
}
type Log = Pick<Logger, 'warn'>;

const EVERY_MS = 15_000;
const SETTLED_MS = 5_000;
const MOST_AT_ONCE = 200;
const LARGEST = 20_000_000;
/** Names of files that are still being written. */
const UNFINISHED = /^\.|\.(part|tmp|filepart|crdownload)$/i;

/** FatturaPA files are not put into the folder while PEC is their channel, nor while a mail with one waits. */
const GOES_BY_PEC = sql`(waits_for_pec(v.id) or exists (
  select from settings s join document_files f on f.invoice_id = v.id and f.is_transmitted and f.format = 'fatturapa'
  where s.sdi_channel = 'pec'))`;

/**
 * Puts every file that is to be sent into a folder: written under another name, flushed, renamed. A file that cannot be
 * written stays to be sent and is tried again in the next round; after a crash the same bytes are put there again at
 * most once more. One node does this at a time.
 * @returns the changed documents
 */
export async function putFilesToSend(db: Db, folder: string, log: Log): Promise<ChangeEvent[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from invoices v where v.transmission = 'to_send' and v.deleted_at is null and not ${GOES_BY_PEC}
    order by v.invoice_date, v.id limit ${MOST_AT_ONCE}`.execute(db);
  const changes: ChangeEvent[] = [];
  for (const { id } of rows) {
    try {
      if (await inTransaction(db, (tx) => putFile(tx, id, folder)))
        changes.push({ entity: 'invoices', id, version: null });
    } catch (error) {
      log.warn({ err: error, invoice: id }, 'file not put into the exchange folder');
    }
  }
  return changes;
}

/** Stores a file that is not a receipt. @returns the changed documents; undefined when it cannot be read */
export type TakeOther = (db: Db, file: IncomingFile) => Promise<ChangeEvent[] | undefined>;

/**
 * Takes receipts from a folder, and what `takeOther` reads. Read files go to `done`, files that cannot be read to `quarantine`; a file whose receipt
 * could not be stored stays and is tried again.
 * @returns the changed documents
 */
export async function takeFromFolder(
  db: Db,
  {
    folder,
    settledMs = SETTLED_MS,
    log,
    takeOther,
  }: { folder: string; settledMs?: number | undefined; log: Log; takeOther?: TakeOther | undefined },
): Promise<ChangeEvent[]> {
  const changes: ChangeEvent[] = [];
  const names = (await readdir(folder)).filter((name) => !UNFINISHED.test(name)).toSorted();
  for (const name of names) {
    const from = path.join(folder, name);
    try {
      const { isFile, size, ctimeMs } = await describe(from);
      if (!isFile || (settledMs > 0 && Date.now() - ctimeMs < settledMs)) continue;
      const isRead =
        size <= LARGEST && (await takeFile(db, { name, bytes: await readFile(from) }, { changes, takeOther }));
      if (!isRead) log.warn({ name }, 'file of the exchange folder moved to quarantine');
      await moveInto(path.join(folder, isRead ? 'done' : 'quarantine'), from);
    } catch (error) {
      // Another node may have moved it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn({ err: error, name }, 'file of the exchange folder not taken');
    }
  }
  return changes;
}

/** Exchanges files at the start and at intervals, one round after the other. */
export function startExchange({
  db,
  announce,
  log,
  folders,
  takeOther,
}: {
  db: Db;
  announce: Announce;
  log: Log;
  folders: ExchangeFolders;
  takeOther?: TakeOther;
}) {
  let isStopped = false;
  const round = async () => {
    if (isStopped) return;
    const { out, in: incoming, settledMs } = folders;
    try {
      if (out) announce(await putFilesToSend(db, out, log));
      if (incoming) announce(await takeFromFolder(db, { folder: incoming, settledMs, log, takeOther }));
    } catch (error) {
      log.warn({ err: error }, 'exchange folder not reached');
    }
  };
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, folders.everyMs ?? EVERY_MS).unref();
  return {
    /** Waits for a round that is running. */
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** @returns whether the file was put there by this call */
async function putFile(tx: Tx, invoice: number, folder: string): Promise<boolean> {
  const { rows: locks } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('exchange folder', 0)) as is_locked`.execute(tx);
  if (!locks[0]!.is_locked) return false;
  const { rows } = await sql<{ id: number; name: string; bytes: Buffer }>`
    select f.id, f.name, f.bytes from invoices i join document_files f on f.invoice_id = i.id and f.is_transmitted
    where i.id = ${invoice} and i.transmission = 'to_send' and not waits_for_pec(i.id)
    order by f.issue desc limit 1 for no key update of i`.execute(tx);
  const file = rows[0];
  if (!file) return false;
  await writeAtomically(folder, file);
  await recordTransmission(tx, { invoice, file: file.id, event: 'handed_over', channel: 'folder', user: null });
  return true;
}

async function writeAtomically(folder: string, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  const part = path.join(folder, `.${path.basename(name)}.part`);
  try {
    const handle = await open(part, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path.join(folder, path.basename(name)));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Takes all parts of a file. @returns whether every part of it could be read */
async function takeFile(
  db: Db,
  file: IncomingFile,
  { changes, takeOther }: { changes: ChangeEvent[]; takeOther: TakeOther | undefined },
): Promise<boolean> {
  let parts: IncomingFile[];
  try {
    parts = openZip(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
  let isRead = parts.length > 0;
  for (const part of parts) {
    const { status, invoice_id, receipt_id } = await inTransaction(db, (tx) =>
      takeReceipt(tx, { ...part, user: null }),
    );
    if (status === 'unreadable') {
      const others = await takeOther?.(db, part);
      if (others) changes.push(...others);
      else isRead = false;
    }
    if (status === 'taken') changes.push({ entity: 'invoices', id: invoice_id, version: null });
    if (receipt_id !== null) changes.push({ entity: 'transmissions', id: receipt_id, version: null });
  }
  return isRead;
}

async function describe(file: string) {
  const found = await lstat(file);
  // The change time; clients can copy the modification time.
  return { isFile: found.isFile(), size: found.size, ctimeMs: found.ctimeMs };
}

/** Moves a file, under a further name when its own is taken there. */
async function moveInto(folder: string, from: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { name, ext } = path.parse(from);
  for (let copy = 1; ; copy++) {
    const to = path.join(folder, copy === 1 ? `${name}${ext}` : `${name}-${copy}${ext}`);
    const isTaken = await stat(to).then(
      () => true,
      () => false,
    );
    if (!isTaken) return rename(from, to);
  }
}
