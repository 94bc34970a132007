/** The job that seals new rows of the activity log and issued documents into the hash chain. */
import type { Db } from '../platform/database/db.ts';
import { sealQueue, type OnSealed } from '../platform/chain/seal.ts';
import type { Announcer } from '../platform/live/announcer.ts';
import type { Logger } from '../platform/logger.ts';

const EVERY_MS = 1_000;
/** Delay after an act of this server, so that concurrent acts are sealed in one portion. */
const GATHERED_MS = 100;

/**
 * Seals each second, and soon after an act of this server. A failed portion is repeated.
 * @param onSealed writes the deliveries of new links, in their transaction; returns their number
 */
export function startSealing({
  db,
  announcer,
  log,
  onSealed,
}: {
  db: Db;
  announcer: Pick<Announcer, 'onLocal' | 'announce'>;
  log: Pick<Logger, 'warn'>;
  onSealed: (...given: Parameters<OnSealed>) => Promise<number>;
}) {
  let isStopped = false;
  let hasFailed = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const seal = async () => {
    try {
      let deliveries = 0;
      await sealQueue(db, async (tx, links) => {
        deliveries += await onSealed(tx, links);
      });
      if (deliveries > 0) announcer.announce([{ entity: 'outbox', id: null, version: null }]);
      hasFailed = false;
    } catch (error) {
      // Logged once per outage: it is repeated each second.
      if (!hasFailed) log.warn({ err: error }, 'activities and documents not sealed');
      hasFailed = true;
    }
  };
  const run = () => {
    if (isStopped || running) return;
    running = seal().finally(() => {
      running = undefined;
    });
  };
  const sweep = setInterval(run, EVERY_MS).unref();
  announcer.onLocal(() => {
    if (isStopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      run();
    }, GATHERED_MS).unref();
  });
  return {
    /** Waits for a portion that is being sealed. */
    stop: async () => {
      isStopped = true;
      clearInterval(sweep);
      clearTimeout(timer);
      await running;
    },
  };
}
