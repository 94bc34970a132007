import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from './files.mjs';
import { findNode } from './pinned-node.mjs';

let started;

/**
 * The environment for tests that need PostgreSQL: TEST_DATABASE_URL is the administrator's connection string of one
 * server for the whole run, the given one or an embedded one that ends with this process.
 */
export async function testDatabaseEnvironment() {
  if (process.env.TEST_DATABASE_URL) return process.env;
  started ??= start();
  return { ...process.env, TEST_DATABASE_URL: (await started).url };
}

/** Ends the embedded server, if one was started. */
export async function endTestDatabase() {
  if (!started) return;
  const { child } = await started.catch(() => ({}));
  if (!child || child.exitCode !== null) return;
  child.stdin.end(); // its sign to stop
  await once(child, 'exit');
}

async function start() {
  const child = spawn(findNode(), [path.join(root, 'server/src/testing/serve-test-cluster.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // its own group on POSIX: on Ctrl-C the tests drop their databases first
    detached: process.platform !== 'win32',
  });
  const url = await Promise.race([
    once(child.stdout, 'data').then(([text]) => String(text).trim()),
    once(child, 'exit').then(() => {
      throw new Error('the PostgreSQL for the tests did not start');
    }),
  ]);
  return { child, url };
}
