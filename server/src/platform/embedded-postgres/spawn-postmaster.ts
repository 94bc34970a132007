import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { program, type Cluster } from './init-cluster.ts';
import { readPidFile } from './pid-file.ts';

const LOG_LIMIT = 10 * 1024 * 1024; // bytes

const DEFAULTS: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The result of one start attempt: the process, ready for connections, or PostgreSQL's last messages before it exited. */
export type Attempt = { child: ChildProcess; pid: number } | { refused: string };

/** Starts PostgreSQL on `port` and waits until it is ready, including any crash recovery. */
export async function spawnPostmaster(
  cluster: Cluster,
  port: number,
  settings: Record<string, string | number>,
): Promise<Attempt> {
  const log = openLog(cluster.dir);
  const values = Object.entries({ ...DEFAULTS, ...settings, port });
  // detached: Ctrl-C in the terminal must reach only the server, which stops the database after its last request.
  // Output goes to a file, since a pipe would fill up, or break when the server ends.
  const child = spawn(
    program(cluster, 'postgres'),
    ['-D', cluster.dir, ...values.flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      ...cluster.as,
      cwd: cluster.dir,
      detached: true,
      stdio: ['ignore', log.handle, log.handle],
      env: minimalEnvironment(),
    },
  );
  fs.closeSync(log.handle);
  child.unref();

  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended ??= `it ended with ${signal ?? `code ${code}`}`));
  while (ended === undefined) {
    const file = readPidFile(cluster.dir);
    if (child.pid !== undefined && file?.pid === child.pid && file.status === 'ready') return { child, pid: child.pid };
    await sleep(10);
  }
  return { refused: [ended, log.readNew()].join('\n').trim() };
}

function openLog(dir: string): { handle: number; readNew(): string } {
  const name = `${dir}.log`;
  if ((fs.statSync(name, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) fs.renameSync(name, `${name}.1`);
  const handle = fs.openSync(name, 'a', 0o600);
  const before = fs.fstatSync(handle).size;
  return { handle, readNew: () => fs.readFileSync(name).subarray(before).toString() };
}

/** Drops the server's environment: it holds secrets, and PGDATA or the locale would change how PostgreSQL behaves. */
function minimalEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env;
  return { PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: 'C' };
}
