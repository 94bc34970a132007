/** A server on a non-durable, fast database, for runs that do not test durability. */
import { signIn } from './client.ts';
import { runCommand, startNode } from './node.ts';
import { makeDatabase, makeFolder, startCluster } from './places.ts';
import { hold, type Stage } from './scenario.ts';

export const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts the database and a server, and signs in. @param settings of PostgreSQL, in addition to the fast ones */
export async function openFast(stage: Stage, settings: Record<string, string | number> = {}) {
  const databaseUrl = await makeDatabase(await startCluster(stage, { ...FAST, ...settings }), 'fast');
  const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true });
  return { databaseUrl, node, client: await signIn(node.url) };
}
/** Runs the `verify` command. @throws BrokenPromise with its output when it finds a difference */
export async function verify(databaseUrl: string): Promise<void> {
  const { code, output } = await runCommand('verify', databaseUrl);
  hold(code === 0, `npm run verify: ${output}`);
}
