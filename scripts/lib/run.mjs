import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './files.mjs';

/**
 * Runs a program in the root folder and resolves when it has ended, never rejects: `{ code, output }`, where a death by
 * signal counts as 128 + its number. `quiet` gathers what it prints in `output` instead of showing it.
 */
export function run(program, args, { quiet = false, env = process.env, cwd = root, shell = false } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd, env, shell, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', (error) => resolve({ code: 127, output: `${output}${program}: ${error.message}\n` }));
    child.once('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), output }));
  });
}

/** What a shell would answer for this end. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (os.constants.signals[signal] ?? 0);
}
