import { sql } from 'kysely';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { SecurityEvent } from '@bobina/contract/identity/security-events.ts';
import type { Db } from '../../platform/database/db.ts';
import { networkOf } from '../../platform/http/network.ts';

/**
 * Maximum number of stored failures of unknown accounts per hour. Further ones go only to the log, which bounds the
 * table during an attack.
 */
const UNKNOWN_PER_HOUR = 1_000;

interface Recorded {
  kind: Exclude<SecurityEvent['kind'], 'sign_in_failed'>;
  user: { id: number; username: string };
  /** The client's address; empty for commands run on the server itself. */
  address: string;
  /** The user who caused the event, if it is a different user. */
  actor?: number | undefined;
  roles?: { before: Role; after: Role };
}

/** Writes a security event in the transaction of the change that it records. */
export async function recordSecurityEvent(db: Db, { kind, user, address, actor, roles }: Recorded): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      // After the locks of the change: later than every act under the former role.
      at: sql`clock_timestamp()`,
      kind,
      user_id: user.id,
      account: user.username,
      address,
      network: networkOf(address),
      actor_id: actor === undefined || actor === user.id ? null : actor,
      role_before: roles?.before ?? null,
      role_after: roles?.after ?? null,
    })
    .execute();
}

/**
 * Writes a failed sign-in. The work is the same whether the account exists or not.
 * @param user the account's user, if it exists; otherwise the typed account is stored as a hash
 * @returns the account as stored: its username or the hash
 */
export async function recordSignInFailure(
  db: Db,
  { user, typed, address }: { user: { id: number; username: string } | undefined; typed: string; address: string },
): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    with failure as (select coalesce(${user?.username ?? null}::text, hidden_account(${typed})) as account),
    recorded as (
      insert into security_events (kind, user_id, account, address, network)
      select 'sign_in_failed', ${user?.id ?? null}::integer, account, ${address}, ${networkOf(address)}
      from failure
      where ${user !== undefined} or (
        select count(*) from (
          select from security_events
          where kind = 'sign_in_failed' and user_id is null and at > now() - interval '1 hour' limit ${UNKNOWN_PER_HOUR}
        ) recent) < ${UNKNOWN_PER_HOUR}
    )
    select account from failure`.execute(db);
  return rows[0]!.account;
}

/**
 * Returns the username of a typed account, or its hash when there is no such user, because logs must not contain other
 * input.
 */
export async function accountForLog(db: Db, typed: string): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select coalesce(
      (select username from users where fold_account(username) = fold_account(${typed}) and deleted_at is null),
      hidden_account(${typed})) as account`.execute(db);
  return rows[0]!.account;
}

/** Deletes sign-ins and failed sign-ins older than a year. Changes of roles and passwords are kept. */
export async function deleteOldSignIns(db: Db): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('kind', 'in', ['sign_in', 'sign_in_failed'])
    .where('at', '<', sql<string>`now() - interval '1 year'`)
    .execute();
}
