import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import type { Cluster } from './init-cluster.ts';
import { endOrphans } from './orphans.ts';
import { isAbandoned, writeOwner } from './owner-file.ts';
import { disarmStalePidFile, isPostgresOf, readPidFile, type PidFile } from './pid-file.ts';
import { adoptPostmaster, ownPostmaster, type Postmaster } from './postmaster.ts';
import { spawnPostmaster } from './spawn-postmaster.ts';

const SHARED_MEMORY_HELD = /pre-existing shared memory block/;
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/;
/** Another process is starting the same cluster. */
const RACE_LOST =
  /lock file "postmaster\.pid" (already exists|is empty)|bogus data in lock file|could not (open|remove) lock file/i;
const TIMEOUT_MS = 30_000;

export interface StartOptions {
  /** TCP port; without it, a free one. */
  port?: number | undefined;
  settings?: Record<string, string | number> | undefined;
}

/**
 * Ensures one PostgreSQL per data directory: uses the running one, else starts it. Waits for one that is shutting down,
 * for the workers of one that was killed, and for a port that is about to become free.
 * @throws Error with PostgreSQL's messages when it does not start
 */
export async function startOrAdopt(cluster: Cluster, options: StartOptions): Promise<Postmaster> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const running = await findReady(cluster.dir);
    if (running) return adoptRunning(cluster, running);

    disarmStalePidFile(cluster.dir);
    const port = options.port ?? (await findFreePort());
    const attempt = await spawnPostmaster(cluster, port, options.settings ?? {});
    if ('child' in attempt) {
      writeOwner(cluster.dir, attempt.pid);
      return ownPostmaster(cluster, { pid: attempt.pid, port }, attempt.child);
    }
    const passing = [SHARED_MEMORY_HELD, PORT_TAKEN, RACE_LOST].some((reason) => reason.test(attempt.refused));
    if (!passing || Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${attempt.refused}`);
    if (SHARED_MEMORY_HELD.test(attempt.refused)) endOrphans(cluster.dir);
    await sleep(100);
  }
}

/** The PostgreSQL of this directory once it is ready, or null when none runs. */
async function findReady(dir: string): Promise<PidFile | null> {
  for (;;) {
    const file = readPidFile(dir);
    if (!file || !isPostgresOf(dir, file.pid)) return null;
    if (file.status === 'ready') return file;
    await sleep(10);
  }
}

function adoptRunning(cluster: Cluster, running: PidFile): Postmaster {
  if (!isAbandoned(cluster.dir, running.pid)) return adoptPostmaster(cluster, running);
  writeOwner(cluster.dir, running.pid);
  return ownPostmaster(cluster, running);
}
