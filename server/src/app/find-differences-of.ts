import { Client } from 'pg';
import { walkChain } from '../platform/chain/walk.ts';
import { printLine } from './command.ts';
import { findDifferences } from './differences.ts';

const MOST_SHOWN = 20;

/**
 * Recomputes all balances and totals of a restored database, walks its chain, and prints the first differences and the
 * head. @returns their number
 */
export async function findDifferencesOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const differences = await findDifferences(client);
    for (const { check, row, stored, worked_out } of differences.slice(0, MOST_SHOWN))
      printLine(`${check} · ${row}: stored ${stored ?? 'nothing'}, computed ${worked_out ?? 'nothing'}`);
    const { broken, head } = await walkChain(client);
    for (const row of broken.slice(0, MOST_SHOWN)) printLine(`${row}: differs from the chain`);
    printLine(`chain head ${head}`);
    return differences.length + broken.length;
  } finally {
    await client.end();
  }
}
