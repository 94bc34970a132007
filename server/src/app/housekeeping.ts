import {
  deleteOldChallenges,
  deleteOldDevices,
  deleteOldFailures,
  deleteOldOidc,
  deleteOldResets,
  deleteOldSignIns,
  deleteOldTickets,
} from '../areas/identity/index.ts';
import { deleteOldPicks } from '../areas/sales/packing-lists/picks.ts';
import { mergeMovementCounts, mergeStockMonths } from '../areas/stock/index.ts';
import { deleteOldDeliveries } from './programs/write-deliveries.ts';
import type { Db } from '../platform/database/db.ts';
import { deleteOldKeys } from '../platform/http/idempotency.ts';
import { deleteOldImports } from '../platform/record-import.ts';
import type { Logger } from '../platform/logger.ts';
import { deleteOldNotices } from '../platform/notices.ts';
import { deleteOldSessions } from '../platform/sessions/sessions.ts';

const EVERY_MS = 60 * 60 * 1000;
const TASKS = [
  deleteOldKeys,
  deleteOldSessions,
  deleteOldFailures,
  deleteOldSignIns,
  deleteOldTickets,
  deleteOldChallenges,
  deleteOldOidc,
  deleteOldResets,
  deleteOldDevices,
  deleteOldImports,
  deleteOldNotices,
  deleteOldDeliveries,
  deleteOldPicks,
  mergeStockMonths,
  mergeMovementCounts,
];

/**
 * Deletes expired rows: stored idempotent answers, ended sessions, failed sign-ins, tickets, challenges and links of
 * sign-ins; after seven days the picks of shipments; after 30 days the records of imports, notices and deliveries of webhooks; after a year the security events of
 * sign-ins and unused devices. The activity log is kept. Merges the monthly stock totals of past months and the
 * counts of movements.
 */
export async function runHousekeeping(db: Db, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const task of TASKS) await task(db).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
}

/** Runs runHousekeeping once an hour. */
export function startHousekeeping(db: Db, log: Logger) {
  const timer = setInterval(() => void runHousekeeping(db, log), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
