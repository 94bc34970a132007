import { sql } from 'kysely';
import type { Visit } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/network.ts';

/** More accounts than this at one address suggest a proxy rather than one workplace. */
const MANY_ACCOUNTS = 5;
const WARN_EVERY_MS = 60 * 60 * 1000;
/** When each server warned last, by its database. */
const lastWarnings = new WeakMap<object, number>();

/**
 * Runs after a failed sign-in. Without TRUST_PROXY a proxy makes all clients share one address, so one client's
 * failures throttle the others. Logs a warning, at most once an hour, when many accounts use one address.
 */
export async function warnOfSharedAddress({ db, address, log, isDirect }: Visit): Promise<void> {
  const lastWarning = lastWarnings.get(db) ?? Number.NEGATIVE_INFINITY;
  if (!isDirect || performance.now() - lastWarning < WARN_EVERY_MS) return;
  const { rows } = await sql<{ accounts: number }>`
    select count(*) as accounts from (
      select username from sign_in_failures
      where address = ${networkOf(address)} and failed_at > now() - interval '1 hour'
      union
      select fold_account(account) from security_events
      where kind = 'sign_in' and network = ${networkOf(address)} and at > now() - interval '1 day'
    ) seen`.execute(db);
  const { accounts } = rows[0]!;
  if (accounts < MANY_ACCOUNTS) return;
  lastWarnings.set(db, performance.now());
  log.warn(
    { event: 'shared_address', address, accounts },
    'sign-ins fail from an address that many users share: if it is a proxy, set TRUST_PROXY to it, or the failures of one user slow all others',
  );
}
