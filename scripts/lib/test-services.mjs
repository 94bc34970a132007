import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from './files.mjs';
import { findNode } from './pinned-node.mjs';

/** The shared services of a test run, by the environment variable with their address. */
const SERVICES = {
  TEST_DATABASE_URL: 'server/src/testing/serve-test-cluster.ts',
  TEST_BROWSER_URL: 'e2e/support/serve-browser.ts',
};
const started = new Map();

/**
 * Returns environment variables with the addresses of shared services. Each service is started once per run and ends
 * with this process; a variable that is already set is used unchanged.
 */
export async function serviceEnvironment(...names) {
  const entries = names.map(async (name) => {
    if (process.env[name]) return [name, process.env[name]];
    if (!started.has(name)) started.set(name, start(SERVICES[name]));
    return [name, (await started.get(name)).address];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Stops the services that this process started. */
export async function endServices() {
  const ending = [...started.values()].map(async (service) => {
    const { child } = await service.catch(() => ({}));
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end(); // the end of its input stops the service
    await ended;
  });
  started.clear();
  await Promise.all(ending);
}

async function start(script) {
  const child = spawn(findNode(), [path.join(root, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // a separate process group on POSIX: on Ctrl-C the tests drop their databases first
    detached: process.platform !== 'win32',
  });
  const address = await Promise.race([
    once(child.stdout, 'data').then(([text]) => String(text).trim()),
    once(child, 'exit').then(() => {
      throw new Error(`${script} did not start`);
    }),
  ]);
  return { child, address };
}
