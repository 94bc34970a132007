import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgresOf } from './pid-file.ts';
import { startWatchdog } from './watchdog.ts';
import type { Cluster } from './init-cluster.ts';

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Another live process started it: stop() does not end it. */
  adopted: boolean;
  /** Fast shutdown: rolls back open transactions and writes a checkpoint. Resolves when the process has ended. */
  stop(): Promise<void>;
  /**
   * Calls back once when the process has ended, for any reason (at once if it already is). Returns the unsubscribe
   * function.
   */
  onExit(callback: () => void): () => void;
}

const POLL_MS = 200;
/** After this time a fast shutdown becomes an immediate one: no checkpoint, and the next start recovers from the log. */
const TIMEOUT_MS = 60_000;

/** The handle of a PostgreSQL that this process owns: its child, or one whose former owner has ended. */
export function ownPostmaster(
  cluster: Cluster,
  running: { pid: number; port: number },
  child?: ChildProcess,
): Postmaster {
  const exit = watchExit(cluster.dir, running.pid, child);
  const endWatchdog = startWatchdog(running.pid, cluster.as);
  exit.onExit(endWatchdog);
  return {
    ...running,
    adopted: false,
    onExit: exit.onExit,
    async stop() {
      await endInOrder(exit, running.pid);
    },
  };
}

/** The handle of a PostgreSQL that another process started and will stop. */
export function adoptPostmaster(cluster: Cluster, running: { pid: number; port: number }): Postmaster {
  const exit = watchExit(cluster.dir, running.pid);
  return {
    ...running,
    adopted: true,
    onExit: exit.onExit,
    async stop() {
      exit.forget();
    },
  };
}

interface ExitWatch {
  isGone(): boolean;
  onExit(callback: () => void): () => void;
  forget(): void;
}

/** A child process emits an event when it ends; any other process is polled. Neither keeps Node alive. */
function watchExit(dir: string, pid: number, child?: ChildProcess): ExitWatch {
  const callbacks = new Set<() => void>();
  let gone = false;
  const finish = () => {
    if (gone) return;
    gone = true;
    clearInterval(timer);
    for (const callback of callbacks) callback();
  };
  const timer = child ? undefined : setInterval(() => void (isPostgresOf(dir, pid) || finish()), POLL_MS).unref();
  child?.once('exit', finish);
  if (child && (child.exitCode !== null || child.signalCode !== null)) finish();
  return {
    isGone: () => gone,
    onExit(callback) {
      if (gone) callback();
      else callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    forget: () => clearInterval(timer),
  };
}

async function endInOrder(exit: ExitWatch, pid: number): Promise<void> {
  const started = Date.now();
  if (!exit.isGone()) signal(pid, 'SIGINT');
  let interrupted = false;
  while (!exit.isGone()) {
    if (!interrupted && Date.now() - started > TIMEOUT_MS) {
      interrupted = true;
      signal(pid, 'SIGQUIT');
    }
    await sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
