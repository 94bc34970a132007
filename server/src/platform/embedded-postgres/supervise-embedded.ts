import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './open-embedded.ts';

/** An embedded PostgreSQL that is restarted on the same port whenever it ends unexpectedly. */
export interface SupervisedPostgres {
  url: string;
  adminUrl: string;
  port: number;
  /** The current main process: changes with every restart. */
  readonly pid: number;
  readonly adopted: boolean;
  /** Ends the supervision and then the database, if this process owns it. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 5_000;

/**
 * Opens the embedded PostgreSQL as `openEmbedded` does, and keeps it running until stop(). The port stays the same, so
 * pools reconnect. A failed restart is retried without limit, with a backoff of up to 5 s; meanwhile the server answers
 * 503.
 */
export async function superviseEmbedded(options: EmbeddedOptions): Promise<SupervisedPostgres> {
  const log = options.log ?? (() => {});
  const ending = new AbortController();
  let current = await openEmbedded(options);
  const { url, adminUrl, port } = current;
  let restarting = Promise.resolve();

  const watch = (database: EmbeddedPostgres) => {
    current = database;
    database.onExit(() => {
      if (!ending.signal.aborted) restarting = restart();
    });
  };
  const restart = async () => {
    log('the embedded PostgreSQL has stopped: restarting it');
    for (let pause = 100; !ending.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const database = await openEmbedded({ ...options, port });
        if (database.port !== port) log(`the embedded PostgreSQL came back on port ${database.port}, not ${port}`);
        watch(database);
        log('the embedded PostgreSQL is back');
        return;
      } catch (error) {
        log(`the embedded PostgreSQL does not come back: ${(error as Error).message}`);
        await sleep(pause, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  };
  watch(current);

  return {
    url,
    adminUrl,
    port,
    get pid() {
      return current.pid;
    },
    get adopted() {
      return current.adopted;
    },
    async stop() {
      ending.abort();
      await restarting;
      await current.stop();
    },
  };
}
