import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';

const BACKUP = /^bobina-\d{8}-\d{6}\.backup\.(gz|age)$/;

/** The newest backup of a folder by the time in its name. @throws Error when there is none */
export function newestBackup(folder: string): string {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => BACKUP.test(name)) : [];
  const newest = names.toSorted().at(-1);
  if (newest === undefined) throw new Error(`there is no backup in ${folder}: npm run backup makes one`);
  return path.join(folder, newest);
}

/** SHA-256 of a file, in hex. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

export interface BackupProof {
  /** The name without its folder. */
  file: string;
  sha256: string;
  seconds: number;
  ok: boolean;
}

/** Records a trial restore, which the home page shows to administrators. */
export async function recordProof(databaseUrl: string, { file, sha256, seconds, ok }: BackupProof): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'bobina backup' });
  await client.connect();
  try {
    await client.query('insert into backup_proofs (file, sha256, seconds, ok) values ($1, $2, $3, $4)', [
      file,
      sha256,
      seconds,
      ok,
    ]);
  } finally {
    await client.end();
  }
}
