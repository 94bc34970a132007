/**
 * `npm run restore -- <file>`: loads a backup into an empty database and verifies all balances and totals. See
 * docs/operations.md.
 */
import path from 'node:path';
import { loadBackup } from '../platform/backup/load-backup.ts';
import { checkBackup } from '../platform/backup/read-backup.ts';
import { createProgress, runCommand, printLine, secondsSince } from './command.ts';
import { CHECKED } from './differences.ts';
import { readEnvironment } from './environment.ts';
import { findDifferencesOf } from './find-differences-of.ts';
import { openDatabase } from './open-database.ts';

await runCommand('Nothing was restored', async () => {
  const [given, ...more] = process.argv.slice(2);
  if (given === undefined || more.length > 0) throw new Error('use: npm run restore -- <file>');
  const file = path.resolve(given);
  const environment = readEnvironment(process.env, []);
  const { passphrase } = environment.backup;
  const started = Date.now();
  // Validates the file before starting a database for it.
  const checked = await checkBackup(file, { passphrase });
  const { header, rows } = checked;
  printLine(`The backup is complete: ${rows.toLocaleString('en')} rows of ${header.created_at}`);
  const database = await openDatabase(environment);
  try {
    const progress = createProgress('Loaded');
    await loadBackup(database.url, file, checked, { passphrase, onRows: (seen) => progress(seen, rows) });
    printLine(
      `Restored ${rows.toLocaleString('en')} rows, ${secondsSince(started)} s; now working everything out again`,
    );
    const differences = await findDifferencesOf(database.url);
    printLine(
      differences === 0
        ? `All agree: ${CHECKED.length} checks, ${secondsSince(started)} s. Everybody signs in again.`
        : `${differences} differences: the backup was made of a company that had them.`,
    );
    return differences === 0;
  } finally {
    await database.stop();
  }
});
