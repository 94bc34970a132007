/**
 * `npm run backup:prove [-- <file>]`: restores the newest backup, or this one, into a scratch database of its own,
 * verifies all balances and totals, and records the result for the home. See docs/operations.md.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadBackup } from '../platform/backup/load-backup.ts';
import { checkBackup } from '../platform/backup/read-backup.ts';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import { digestOfFile, newestBackup, recordProof } from './backup-files.ts';
import { createProgress, printLine, runCommand, secondsSince } from './command.ts';
import { readEnvironment } from './environment.ts';
import { findDifferencesOf } from './find-differences-of.ts';
import { openDatabase } from './open-database.ts';

/** Restores a backup into a bundled cluster in a temporary folder. @returns the number of differences */
async function restoreOnTrial(file: string, passphrase: string | undefined): Promise<number> {
  const checked = await checkBackup(file, { passphrase });
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-proof-'));
  fs.chmodSync(scratch, 0o755); // PostgreSQL's user must be able to enter it when the command runs as root
  try {
    const cluster = await openEmbedded({ dataDir: path.join(scratch, 'postgres'), database: 'proof' });
    try {
      const progress = createProgress('Loaded');
      await loadBackup(cluster.url, file, checked, {
        passphrase,
        onRows: (rows) => progress(rows, checked.rows),
      });
      return await findDifferencesOf(cluster.url);
    } finally {
      await cluster.stop();
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

await runCommand('The backup was not proven', async () => {
  const [given, ...more] = process.argv.slice(2);
  if (more.length > 0 || given?.startsWith('-')) throw new Error('use: npm run backup:prove [-- <file>]');
  const environment = readEnvironment(process.env, []);
  const file = given === undefined ? newestBackup(path.join(environment.dataDir, 'backups')) : path.resolve(given);
  const started = Date.now();
  const differences = await restoreOnTrial(file, environment.backup.passphrase);
  const proof = {
    file: path.basename(file),
    sha256: await digestOfFile(file),
    seconds: Number(secondsSince(started)),
    ok: differences === 0,
  };
  const database = await openDatabase(environment);
  try {
    await recordProof(database.url, proof);
  } finally {
    await database.stop();
  }
  printLine(
    proof.ok
      ? `Proven: ${file} restores and all agrees, ${proof.seconds} s`
      : `${differences} differences in ${file}: the company had them when the backup was made`,
  );
  return proof.ok;
});
