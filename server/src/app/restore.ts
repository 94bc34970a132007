/**
 * `npm run restore -- <file>`: loads a backup into an empty database and verifies all balances and totals. See
 * docs/operations.md.
 */
import path from 'node:path';
import { Client } from 'pg';
import { loadBackup } from '../platform/backup/load-backup.ts';
import { checkBackup } from '../platform/backup/read-backup.ts';
import { createProgress, runCommand, printLine, secondsSince } from './command.ts';
import { CHECKED, findDifferences } from './differences.ts';
import { readEnvironment } from './environment.ts';
import { openDatabase } from './open-database.ts';

async function verify(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const differences = await findDifferences(client);
    for (const { check, row, stored, worked_out } of differences.slice(0, 20))
      printLine(`${check} · ${row}: stored ${stored ?? 'nothing'}, computed ${worked_out ?? 'nothing'}`);
    return differences.length;
  } finally {
    await client.end();
  }
}

await runCommand('Nothing was restored', async () => {
  const [given, ...more] = process.argv.slice(2);
  if (given === undefined || more.length > 0) throw new Error('use: npm run restore -- <file>');
  const file = path.resolve(given);
  const environment = readEnvironment(process.env, []);
  const started = Date.now();
  // Validates the file before starting a database for it.
  const checked = await checkBackup(file);
  const { header, rows } = checked;
  printLine(`The backup is complete: ${rows.toLocaleString('en')} rows of ${header.created_at}`);
  const database = await openDatabase(environment);
  try {
    const progress = createProgress('Loaded');
    await loadBackup(database.url, file, checked, (seen) => progress(seen, rows));
    printLine(
      `Restored ${rows.toLocaleString('en')} rows, ${secondsSince(started)} s; now working everything out again`,
    );
    const differences = await verify(database.url);
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
