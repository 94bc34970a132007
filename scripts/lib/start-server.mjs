import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './files.mjs';
import { findNode } from './pinned-node.mjs';
import { exitCodeOf } from './run.mjs';
import { onNpmGone } from './watch-npm.mjs';

/**
 * Node's compile cache: after one graceful stop, a server starts with a quarter less CPU time and 16 MB less memory, because
 * neither it nor its print thread loads the compiler that removes types.
 */
const COMPILED = path.join(root, 'node_modules/.cache/compiled');

/**
 * Options that keep the memory of the server small (bench/README.md): a small young generation, and a collection when the
 * heap has grown by 40 %. The heap itself is not limited, so that no large answer or import ends the server.
 */
const OPTIONS = readFileSync(path.join(root, 'server/node-options'), 'utf8').trim().split(' ');

/** Runs the server with these arguments until it ends and resolves to the exit code. Forwards signals to it. */
export function startServer(args) {
  return new Promise((resolve) => {
    const preload = pathToFileURL(path.join(root, 'scripts/lib/end-with-parent.mjs')).href;
    const main = path.join(root, 'server/src/app/main.ts');
    const child = spawn(findNode(), [...OPTIONS, '--import', preload, main, ...args], {
      cwd: root,
      env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILED, MALLOC_ARENA_MAX: '1', ...process.env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    onNpmGone(() => child.kill('SIGTERM'));
    child.once('error', (error) => {
      console.error(`the server cannot be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}
