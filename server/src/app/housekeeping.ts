import { forgetOldFailures } from '../areas/identity/index.ts';
import type { Db } from '../platform/database/db.ts';
import { forgetOldKeys } from '../platform/http/idempotency.ts';
import type { Logger } from '../platform/logger.ts';
import { forgetOldSessions } from '../platform/sessions/sessions.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Once an hour, forgets what is too old to be asked for: remembered answers, ended sessions, failed sign-ins. */
export const keepHouse = (db: Db, log: Logger) => {
  const clean = async () => {
    for (const forget of [forgetOldKeys, forgetOldSessions, forgetOldFailures])
      await forget(db).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  };
  const timer = setInterval(() => void clean(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
};
