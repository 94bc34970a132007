import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { RunAs } from './run-as.ts';

// Reads a pipe from this process: end of file means that this process ended, by any signal.
const SCRIPT = 'trap "" INT TERM HUP; read line; kill -INT "$1" 2>/dev/null';

/**
 * Starts a small shell that shuts PostgreSQL down when this process ends, even by `kill -9`.
 * @returns a function that ends the shell; call it once that PostgreSQL has ended, since its pid may be reused
 */
export function startWatchdog(pid: number, as: RunAs): () => void {
  if (process.platform === 'win32') return () => {};
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'bobina-postgres-watchdog', String(pid)], {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {}); // without a shell PostgreSQL outlives a killed server, and the next start adopts it
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as Socket).unref();
  return () => {
    shell.kill('SIGKILL');
  };
}
