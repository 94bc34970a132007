/** The state of the installation, for administrators. */
import { sql } from 'kysely';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import type { Db } from '../../platform/database/db.ts';
import { readFreeBytes } from '../health/free-bytes.ts';

type Proof = NonNullable<NonNullable<Dashboard['health']>['backup']['proof']>;

/**
 * Reads the time of the last backup, the result of the last trial restore, the version of the database, and the free bytes of the disk.
 * @param dataDir the folder whose disk is measured; without it, that of the program
 */
export async function readHealth(db: Db, dataDir?: string): Promise<Dashboard['health']> {
  const [{ rows }, free_bytes] = await Promise.all([
    sql<{ last_at: string | null; proof: Proof | null; version: string }>`
      select (select max(at) from backups) as last_at, current_setting('server_version') as version,
        (select to_json(p) from (select file, proven_at, ok from backup_proofs order by id desc limit 1) p) as proof
    `.execute(db),
    readFreeBytes(dataDir),
  ]);
  const { last_at, proof, version } = rows[0]!;
  const proven = proof && { ...proof, proven_at: new Date(proof.proven_at).toISOString() };
  return { backup: { last_at, proof: proven }, database: { version }, disk: { free_bytes } };
}
