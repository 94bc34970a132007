/** Writes `platform/database/tables.ts` from the migrations; with --verify, fails when the file differs. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createTestDatabase } from './database.ts';

const SERVER = path.join(import.meta.dirname, '../..');
const COMMAND = path.join(SERVER, '../node_modules/kysely-codegen/dist/cli/bin.js');

const database = await createTestDatabase();
const { status } = spawnSync(process.execPath, [COMMAND, '--url', database.url, ...process.argv.slice(2)], {
  cwd: SERVER,
  stdio: 'inherit',
});
await database.drop();
process.exit(status ?? 1);
