/** `npm run backup [-- <file>]`: writes all data into one file while the server keeps working. See docs/operations.md. */
import path from 'node:path';
import { copyBackup } from '../platform/backup/copy-backup.ts';
import { recordBackup } from '../platform/backup/record-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { requireOwnSchema } from '../platform/database/migrate.ts';
import { createProgress, runCommand, printLine, secondsSince } from './command.ts';
import { readEnvironment } from './environment.ts';
import { openDatabase } from './open-database.ts';
import { VERSION } from './version.ts';

function nameNow(isEncrypted: boolean) {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `bobina-${time}.backup.${isEncrypted ? 'age' : 'gz'}`;
}

await runCommand('No backup was made', async () => {
  const [given, ...more] = process.argv.slice(2);
  if (more.length > 0 || given?.startsWith('-')) throw new Error('use: npm run backup [-- <file>]');
  const environment = readEnvironment(process.env, []);
  const { passphrase, copyTo } = environment.backup;
  const name = nameNow(passphrase !== undefined);
  const file = path.resolve(given ?? path.join(environment.dataDir, 'backups', name));
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => ending.abort(new Error('it was ended before it was complete')));
  const database = await openDatabase(environment);
  try {
    await requireOwnSchema(database.url);
    const started = Date.now();
    const progress = createProgress('Copied');
    const { rows, bytes } = await writeBackup(database.url, file, {
      appVersion: VERSION,
      signal: ending.signal,
      passphrase,
      onProgress: (at) => progress(at.rows, at.of),
    });
    await recordBackup(database.url);
    const size = (bytes / 1_000_000).toFixed(1);
    if (copyTo !== undefined) printLine(`Copied: ${await copyBackup(file, copyTo)}`);
    printLine(`Backup complete: ${file}, ${rows.toLocaleString('en')} rows, ${size} MB, ${secondsSince(started)} s`);
  } finally {
    await database.stop();
  }
  return true;
});
