/** Counts the movements that are older than the table of their counts, in portions, after an upgrade. */
import { countEarlierMovements } from '../areas/stock/index.ts';
import type { Db } from '../platform/database/db.ts';
import type { Logger } from '../platform/logger.ts';

/** Postings proceed between two portions. */
const PAUSE_MS = 50;
/** Pause after a portion that could not lock the movements. */
const RETRY_MS = 5_000;

/** Starts counting; ends when all movements are counted. Several servers take turns. */
export function startCountingMovements(db: Db, log: Pick<Logger, 'warn'>) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = async () => {
    let pause: number | undefined;
    try {
      if (await countEarlierMovements(db)) pause = PAUSE_MS;
    } catch (error) {
      log.warn({ err: error }, 'movements not counted');
      pause = RETRY_MS;
    }
    if (pause !== undefined && !isStopped) timer = setTimeout(start, pause).unref();
  };
  const start = () => {
    running = run();
  };
  start();
  return {
    /** Waits for the portion that is being counted. */
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
