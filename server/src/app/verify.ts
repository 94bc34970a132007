/** `npm run verify`: recomputes all balances and totals and lists the differences; exits with 1 if there are any. */
import { Client } from 'pg';
import { runCommand, printLine } from './command.ts';
import { CHECKED, findDifferences } from './differences.ts';
import { readEnvironment } from './environment.ts';
import { openDatabase } from './open-database.ts';

async function verify(): Promise<boolean> {
  const database = await openDatabase(readEnvironment(process.env, []));
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const differences = await findDifferences(client);
    for (const { check, row, stored, worked_out } of differences)
      printLine(`${check} · ${row}: stored ${stored ?? 'nothing'}, computed ${worked_out ?? 'nothing'}`);
    printLine(differences.length === 0 ? `All agree: ${CHECKED.length} checks.` : `${differences.length} differences.`);
    return differences.length === 0;
  } finally {
    await client.end();
    await database.stop();
  }
}

await runCommand('Could not verify', verify);
