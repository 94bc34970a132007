/** A server that validates each response against the contract, for attacks that do not test durability. */
import { clientOf } from '../client.ts';
import { makeProduct } from '../company.ts';
import { runCommand, startNode, type Node } from '../node.ts';
import { makeDatabase, makeFolder, startCluster } from '../places.ts';
import { hold, type Stage } from '../scenario.ts';
import { makeCaller } from './world.ts';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts a fast, non-durable database and a server on it that validates its responses. */
export async function openPlace(stage: Stage): Promise<{ databaseUrl: string; node: Node }> {
  const databaseUrl = await makeDatabase(await startCluster(stage, FAST), 'attacked');
  const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true, validates: true });
  return { databaseUrl, node };
}

/** Asserts after an attack that the same process still serves requests and that the database is consistent. */
export async function assertHealthy(databaseUrl: string, node: Node, pid: number): Promise<void> {
  hold(node.running && node.pid === pid, 'the server did not outlive the attack');
  const { code, output } = await runCommand('verify', databaseUrl);
  hold(code === 0, `npm run verify: ${output}`);
  // The rate limit of sign-in may be reached by now, so the session is created in the database.
  await makeProduct(clientOf(node.url, (await makeCaller(databaseUrl)).token));
}
