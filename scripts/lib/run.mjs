import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './files.mjs';

/**
 * Runs a program in the root folder and resolves to `{ code, output }` when it has ended; never rejects. A death by
 * signal counts as 128 + its number. `quiet` collects the output in `output` instead of printing it. A program that
 * exceeds `timeoutMs` is killed.
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
            for (const stream of [child.stdout, child.stderr]) stream?.destroy(); // child processes may hold them open
          }, timeoutMs);
    child.once('error', (error) => end({ code: 127, output: `${output}${program}: ${error.message}\n` }));
    child.once('close', (code, signal) => end({ code: exitCodeOf(code, signal), output }));
  });
}

/** The exit code that a shell would report for this end. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (os.constants.signals[signal] ?? 0);
}
