/** The state of the installation, for administrators. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * Reads the time of the last backup, the version of the database, and the free bytes of the disk.
 * @param dataDir the folder whose disk is measured; without it, that of the program
 */
export async function readHealth(db: Db, dataDir = import.meta.dirname): Promise<Dashboard['health']> {
  const [{ rows }, free_bytes] = await Promise.all([
    sql<{ last_at: string | null; version: string }>`
      select (select max(at) from backups) as last_at, current_setting('server_version') as version`.execute(db),
    freeBytes(dataDir),
  ]);
  const { last_at, version } = rows[0]!;
  return { backup: { last_at }, database: { version }, disk: { free_bytes } };
}

/** Bytes that a user without privileges may still write. Null where the folder cannot be measured. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
