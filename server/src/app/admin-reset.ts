/**
 * `npm run admin:reset [-- <username>]`: sets a new password for an administrator who lost theirs. See
 * docs/operations.md.
 */
import { writeInitialPassword, resetAccess } from '../areas/identity/index.ts';
import { createDb } from '../platform/database/db.ts';
import { createPool } from '../platform/database/pool.ts';
import { runCommand, printLine } from './command.ts';
import { readEnvironment } from './environment.ts';
import { openDatabase } from './open-database.ts';

await runCommand('Nothing was changed', async () => {
  const [username = 'admin', ...more] = process.argv.slice(2);
  if (more.length > 0 || username.startsWith('-')) throw new Error('use: npm run admin:reset [-- <username>]');
  const environment = readEnvironment(process.env, []);
  const database = await openDatabase(environment);
  const pool = createPool(database.url, { warn: () => {} }, { max: 1 });
  try {
    const password = await resetAccess(createDb(pool), username);
    const file = writeInitialPassword(environment.dataDir, { username, password });
    const shown = process.stdout.isTTY ? `: ${password}` : '';
    printLine(
      `${username} is an active administrator again, signed out everywhere; the new password is in ${file}${shown}`,
    );
  } finally {
    await pool.end();
    await database.stop();
  }
  return true;
});
