/**
 * `npm run verify [-- --head <hash>]`: recomputes all balances and totals and walks the hash chain. Lists the differences
 * and the broken rows; exits with 1 if there are any, or if the chain has no such head.
 */
import { Client } from 'pg';
import { walkChain } from '../platform/chain/walk.ts';
import { requireOwnSchema } from '../platform/database/migrate.ts';
import { runCommand, printLine } from './command.ts';
import { CHECKED, findDifferences } from './differences.ts';
import { readEnvironment } from './environment.ts';
import { openDatabase } from './open-database.ts';
import { sealWaiting } from './seal-waiting.ts';

function readHead([option, head, ...more]: readonly string[]): string | undefined {
  if (option === undefined) return undefined;
  if (option !== '--head' || head === undefined || !/^[0-9a-f]{64}$/i.test(head) || more.length > 0)
    throw new Error('use: npm run verify [-- --head <64 hexadecimal digits>]');
  return head.toLowerCase();
}

async function verify(): Promise<boolean> {
  const head = readHead(process.argv.slice(2));
  const database = await openDatabase(readEnvironment(process.env, []));
  const client = new Client({ connectionString: database.url });
  try {
    await requireOwnSchema(database.url);
    await sealWaiting(database.url);
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const differences = await findDifferences(client);
    for (const { check, row, stored, worked_out } of differences)
      printLine(`${check} · ${row}: stored ${stored ?? 'nothing'}, computed ${worked_out ?? 'nothing'}`);
    printLine(differences.length === 0 ? `All agree: ${CHECKED.length} checks.` : `${differences.length} differences.`);
    const chain = await walkChain(client, head);
    for (const row of chain.broken) printLine(row);
    if (chain.broken.length > 0) printLine(`${chain.broken.length} rows differ from the chain.`);
    printLine(`chain head ${chain.head}`);
    if (head !== undefined && !chain.hasHead) printLine(`The chain has no head ${head}.`);
    return differences.length === 0 && chain.broken.length === 0 && (head === undefined || chain.hasHead);
  } finally {
    await client.end();
    await database.stop();
  }
}

await runCommand('Could not verify', verify);
