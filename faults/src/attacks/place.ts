/** A server of its own that holds each of its answers against the contract, for attacks that care for no durability. */
import { clientOf } from '../client.ts';
import { makeProduct } from '../company.ts';
import { runCommand, startNode, type Node } from '../node.ts';
import { makeDatabase, makeFolder, startCluster } from '../places.ts';
import { hold, type Stage } from '../scenario.ts';
import { makeCaller } from './world.ts';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export async function openPlace(stage: Stage): Promise<{ databaseUrl: string; node: Node }> {
  const databaseUrl = await makeDatabase(await startCluster(stage, FAST), 'attacked');
  const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true, validates: true });
  return { databaseUrl, node };
}

/** After an attack: the same process still works, and what is in the database agrees with itself. */
export async function holdWhole(databaseUrl: string, node: Node, pid: number): Promise<void> {
  hold(node.running && node.pid === pid, 'the server did not outlive the attack');
  const { code, said } = await runCommand('verify', databaseUrl);
  hold(code === 0, `npm run verify: ${said}`);
  // Signing in may be throttled by now.
  await makeProduct(clientOf(node.url, (await makeCaller(databaseUrl)).token));
}
