import {
  forgetOldChallenges,
  forgetOldDevices,
  forgetOldFailures,
  forgetOldOidc,
  forgetOldResets,
  forgetOldSignIns,
  forgetOldTickets,
} from '../areas/identity/index.ts';
import { mergeStockMonths } from '../areas/stock/index.ts';
import { forgetOldDeliveries } from './programs/write-deliveries.ts';
import type { Db } from '../platform/database/db.ts';
import { forgetOldKeys } from '../platform/http/idempotency.ts';
import { forgetOldImports } from '../platform/keep-import.ts';
import type { Logger } from '../platform/logger.ts';
import { forgetOldNotices } from '../platform/notices.ts';
import { forgetOldSessions } from '../platform/sessions/sessions.ts';

const EVERY_MS = 60 * 60 * 1000;
const TASKS = [
  forgetOldKeys,
  forgetOldSessions,
  forgetOldFailures,
  forgetOldSignIns,
  forgetOldTickets,
  forgetOldChallenges,
  forgetOldOidc,
  forgetOldResets,
  forgetOldDevices,
  forgetOldImports,
  forgetOldNotices,
  forgetOldDeliveries,
  mergeStockMonths,
];

/**
 * Deletes expired rows: stored idempotent answers, ended sessions, failed sign-ins, sign-in tickets, challenges and links for a new password, the
 * records of imports, notices and deliveries of webhooks after 30 days, and after a year the security events of sign-ins and unused devices.
 * The activity log is kept. Merges the monthly stock
 * totals of past months.
 */
export async function cleanHouse(db: Db, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const task of TASKS) await task(db).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
}

/** Runs cleanHouse once an hour. */
export function keepHouse(db: Db, log: Logger) {
  const timer = setInterval(() => void cleanHouse(db, log), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
