/** A server on a database that is as fast as it goes, for promises that are not about durability. */
import { signIn } from './client.ts';
import { runCommand, startNode } from './node.ts';
import { makeDatabase, makeFolder, startCluster } from './places.ts';
import { hold, type Stage } from './scenario.ts';

export const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export async function openFast(stage: Stage, settings: Record<string, string | number> = {}) {
  const databaseUrl = await makeDatabase(await startCluster(stage, { ...FAST, ...settings }), 'fast');
  const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true });
  return { databaseUrl, node, client: await signIn(node.url) };
}
/** @throws BrokenPromise with what it says, when anything differs */
export async function verify(databaseUrl: string): Promise<void> {
  const { code, said } = await runCommand('verify', databaseUrl);
  hold(code === 0, `npm run verify: ${said}`);
}
