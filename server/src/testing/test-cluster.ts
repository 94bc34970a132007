import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import { readPidFile } from '../platform/embedded-postgres/pid-file.ts';

/** A PostgreSQL for one run of tests. */
export interface TestCluster {
  /** Connection string of its maintenance database. */
  adminUrl: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
  /** Stops it, as a restart of the database does. */
  pause(): Promise<void>;
  /** Starts it again after a pause, on the same port. */
  resume(): Promise<void>;
}

/** Test data does not need to be durable. Without fsync, databases are created several times faster. */
const UNSAFE_AND_FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  max_connections: 300,
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
};

/** A file system in memory, on Linux. Creating a database and dropping it there costs a quarter of the time on a disk. */
const IN_MEMORY = '/dev/shm';
/** More than the databases of a run need together, those of 100,000 rows included. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/**
 * Starts an empty embedded PostgreSQL in a new temporary folder, which is removed with it. Without stop() it ends with
 * this process. It is not durable unless `settings` enable it: call migrate() with ALLOW_UNSAFE_DATABASE=1. Data that are
 * not durable are kept in memory where there is enough.
 */
export async function startTestCluster(
  settings: Record<string, string | number> = UNSAFE_AND_FAST,
): Promise<TestCluster> {
  const parent = settings['fsync'] === 'off' && hasMemory() ? IN_MEMORY : os.tmpdir();
  const home = fs.mkdtempSync(path.join(parent, 'bobina-test-'));
  fs.chmodSync(home, 0o755); // PostgreSQL's user must be able to enter it when the tests run as root
  const dataDir = path.join(home, 'postgres');
  const remove = () => fs.rmSync(home, { recursive: true, force: true });
  try {
    let postgres = await openEmbedded({ dataDir, settings });
    const endAtExit = () => {
      endNow(postgres.pid, dataDir);
      remove();
    };
    process.once('exit', endAtExit);
    return {
      adminUrl: postgres.adminUrl,
      async stop() {
        process.off('exit', endAtExit);
        await postgres.stop();
        remove();
      },
      pause: () => postgres.stop(),
      async resume() {
        postgres = await openEmbedded({ dataDir, settings, port: postgres.port });
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whether the file system in memory can hold the databases of a run. */
function hasMemory(): boolean {
  if (process.availableMemory() < ENOUGH_BYTES || !fs.existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/**
 * Stops PostgreSQL in the exit handler, where asynchronous code cannot run: waits up to 5 s for the pid file to
 * disappear.
 */
function endNow(pid: number, dataDir: string): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    return; // already stopped
  }
  const lock = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 500 && readPidFile(dataDir)?.pid === pid; i++) Atomics.wait(lock, 0, 0, 10);
}
