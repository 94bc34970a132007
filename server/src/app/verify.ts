/** `npm run verify`: works every balance and total out again and lists what differs; ends with 1 when anything does. */
import path from 'node:path';
import { Client } from 'pg';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import { CHECKED, findDifferences } from './differences.ts';
import { readEnvironment } from './environment.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** The database of a server that runs, or else started for the while. */
const openDatabase = async () => {
  const { databaseUrl, dataDir } = readEnvironment(process.env, []);
  return databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : openEmbedded({ dataDir: path.join(dataDir, 'postgres'), database: 'bobina' });
};

const verify = async (): Promise<boolean> => {
  const database = await openDatabase();
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const differences = await findDifferences(client);
    for (const { check, row, stored, worked_out } of differences)
      say(`${check} · ${row}: stored ${stored ?? 'nothing'}, worked out ${worked_out ?? 'nothing'}`);
    say(differences.length === 0 ? `All agree: ${CHECKED.length} checks.` : `${differences.length} differences.`);
    return differences.length === 0;
  } finally {
    await client.end();
    await database.stop();
  }
};

process.exitCode = await verify().then(
  (agrees) => (agrees ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`Could not verify: ${(error as Error).message}\n`);
    return 2;
  },
);
