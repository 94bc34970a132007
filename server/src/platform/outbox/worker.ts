/** The worker of the outbox: each node runs one. Acts wake it, and it polls every 30 seconds. */
import type { Db } from '../database/db.ts';
import type { Announce } from '../live/announcer.ts';
import type { Logger } from '../logger.ts';
import {
  beginHandOver,
  claimRow,
  expireOldRows,
  recordOutcome,
  renewLease,
  type Clock,
  type Held,
} from './hold-row.ts';
import type { Deliverers, Outcome } from './outbox-row.ts';

const SWEEP_MS = 30_000;
const RENEW_MS = 20_000;
/** Slow servers must not hold up the others: each holds one lane for at most ten seconds. */
const AT_ONCE = 32;
/** How long a stopping server waits for deliveries; their rows are taken again when their lease ends. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface OutboxWorker {
  /** Delivers what is due, until nothing is. @returns the number of attempts */
  round(): Promise<number>;
  /** Starts a round soon. */
  wake(): void;
  /** Starts the sweeps. */
  start(): void;
  /** Takes no further rows and waits for those in work, at most five seconds. */
  stop(): Promise<void>;
}

/**
 * Creates a worker.
 * @param clock the time of tests; by default that of the database
 * @param random spreads the retries, from 0 to 1
 */
export function createOutboxWorker({
  db,
  announce,
  log,
  deliverers,
  clock,
  random = Math.random,
}: {
  db: Db;
  announce: Announce;
  log: Pick<Logger, 'warn'>;
  deliverers: Deliverers;
  clock?: Clock;
  random?: () => number;
}): OutboxWorker {
  const kinds = Object.keys(deliverers);
  let isStopped = false;
  let sweep: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let isWanted = false;

  const announceRow = (id: number) => announce([{ entity: 'outbox', id, version: null }]);
  /** A document may change with its mail: a file that was sent by PEC is handed over with it. */
  const announceDocument = ({ document_kind, document_id: id }: Held['row']) => {
    if (document_kind === 'invoice' && id !== null) announce([{ entity: 'invoices', id, version: null }]);
  };

  const attempt = async (held: Held) => {
    const { row } = held;
    const renewing = setInterval(() => void renewLease(db, held, clock).catch(() => {}), RENEW_MS).unref();
    try {
      const outcome = await tryOnce(held);
      if (outcome && (await recordOutcome(db, held, { outcome, deliverers, clock, random }))) {
        announceRow(row.id);
        announceDocument(row);
      }
    } finally {
      clearInterval(renewing);
    }
  };
  const tryOnce = async (held: Held): Promise<Outcome | null> => {
    try {
      return await deliverers[held.row.kind]!.deliver(held.row, { begin: () => beginHandOver(db, held, clock) });
    } catch (error) {
      log.warn({ err: error, outbox: held.row.id }, 'delivery failed');
      return { isDone: false, error: (error as Error).message };
    }
  };
  /** Lanes that deliver at the moment. A claimed row starts another lane, so that a slow server does not delay the others. */
  const lanes = new Set<Promise<void>>();
  let attempts = 0;
  const deliverInLane = async () => {
    while (!isStopped) {
      const held = await claimRow(db, kinds, clock);
      if (!held) return;
      attempts++;
      startLane();
      await attempt(held);
    }
  };
  const startLane = () => {
    if (isStopped || lanes.size >= AT_ONCE) return;
    const lane = deliverInLane().finally(() => lanes.delete(lane));
    lane.catch(() => {}); // the round reports it
    lanes.add(lane);
  };
  const round = async () => {
    for (const id of await expireOldRows(db, deliverers, clock)) announceRow(id);
    attempts = 0;
    startLane();
    while (lanes.size > 0) await Promise.all(lanes);
    return attempts;
  };
  const run = () => {
    soon = undefined;
    if (isStopped || kinds.length === 0) return;
    // A row that was added while the round looked for the last time.
    if (running) {
      startLane();
      isWanted = true;
      return;
    }
    running = round()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'outbox not delivered');
        return 0;
      })
      .finally(() => {
        running = undefined;
        if (isWanted) {
          isWanted = false;
          worker.wake();
        }
        schedule();
      });
  };
  /** Schedules the next pass for the time at which the next row is due, if that is before the sweep. */
  const schedule = () => {
    if (isStopped) return;
    void db
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('next_attempt_at').as('next'))
      .where('state', '=', 'waiting')
      .executeTakeFirst()
      .then((row) => {
        const wait = row?.next ? Date.parse(row.next) - Date.now() : Number.POSITIVE_INFINITY;
        if (!isStopped && wait < SWEEP_MS) soon ??= setTimeout(run, Math.max(wait, 1_000)).unref();
      })
      .catch(() => {});
  };
  const worker: OutboxWorker = {
    round,
    wake: () => {
      if (!isStopped) setImmediate(run);
    },
    start: () => {
      sweep = setInterval(run, SWEEP_MS).unref();
      run();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(sweep);
      clearTimeout(soon);
      let late: NodeJS.Timeout | undefined;
      await Promise.race([
        running,
        new Promise((resolve) => {
          late = setTimeout(resolve, CLOSE_TIMEOUT_MS);
        }),
      ]);
      clearTimeout(late);
    },
  };
  return worker;
}
