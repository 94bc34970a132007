import { forgetOldFailures, forgetOldSignIns } from '../areas/identity/index.ts';
import type { Db } from '../platform/database/db.ts';
import { forgetOldKeys } from '../platform/http/idempotency.ts';
import type { Logger } from '../platform/logger.ts';
import { forgetOldSessions } from '../platform/sessions/sessions.ts';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Forgets what is too old to be asked for: remembered answers, ended sessions, failed sign-ins, and after a year the
 * security events of sign-ins. The activity log stays.
 */
export async function cleanHouse(db: Db, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const forget of [forgetOldKeys, forgetOldSessions, forgetOldFailures, forgetOldSignIns])
    await forget(db).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
}

/** Once an hour. */
export function keepHouse(db: Db, log: Logger) {
  const timer = setInterval(() => void cleanHouse(db, log), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
