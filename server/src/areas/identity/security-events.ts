import { sql } from 'kysely';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { SecurityEvent } from '@bobina/contract/identity/security-events.ts';
import type { Db } from '../../platform/database/db.ts';
import { networkOf } from '../../platform/http/network.ts';

/** Failures of unknown accounts that are kept per hour; further ones are only in the log, so that a flood stays bounded. */
const UNKNOWN_PER_HOUR = 1_000;

interface Recorded {
  kind: Exclude<SecurityEvent['kind'], 'sign_in_failed'>;
  user: { id: number; username: string };
  /** The client's address; empty for what is done on the server's machine. */
  address: string;
  /** Who did it, when it was not the user. */
  actor?: number | undefined;
  roles?: { before: Role; after: Role };
}

/** Writes a security event, in the transaction of what it tells of. */
export async function recordSecurityEvent(db: Db, { kind, user, address, actor, roles }: Recorded): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
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
 * Writes a failed sign-in, the same way whether the account exists or not.
 * @param user the account's user, if it exists; else the typed account is kept as a hash
 * @returns the account as it is kept: its username or the hash
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

/** The username of the account that was typed, or its hash when there is no such user: what a log may contain. */
export async function accountForLog(db: Db, typed: string): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select coalesce(
      (select username from users where fold_account(username) = fold_account(${typed}) and deleted_at is null),
      hidden_account(${typed})) as account`.execute(db);
  return rows[0]!.account;
}

/** Sign-ins and failed sign-ins are kept for a year; changes of roles and passwords for good. */
export async function forgetOldSignIns(db: Db): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('kind', 'in', ['sign_in', 'sign_in_failed'])
    .where('at', '<', sql<string>`now() - interval '1 year'`)
    .execute();
}
