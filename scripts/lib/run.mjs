import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './files.mjs';

/**
 * Runs a program in the root folder and resolves when it has ended, never rejects: `{ code, output }`, where a death by
 * signal counts as 128 + its number. `quiet` gathers what it prints in `output` instead of showing it. A program that
 * has not ended after `timeoutMs` is killed.
 */
export function run(program, args, { quiet = false, env = process.env, cwd = root, shell = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd, env, shell, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const end = (result) => {
      clearTimeout(watchdog);
      resolve(result);
    };
    const watchdog =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            output += `\nkilled: it did not end within ${timeoutMs / 1000} s\n`;
            child.kill('SIGKILL');
            for (const stream of [child.stdout, child.stderr]) stream?.destroy(); // what it started may hold them open
          }, timeoutMs);
    child.once('error', (error) => end({ code: 127, output: `${output}${program}: ${error.message}\n` }));
    child.once('close', (code, signal) => end({ code: exitCodeOf(code, signal), output }));
  });
}

/** What a shell would answer for this end. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (os.constants.signals[signal] ?? 0);
}
