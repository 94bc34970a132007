/**
 * Opaque bearer tokens. Only their SHA-256 is stored, and every request looks its session up, so that an ended session
 * is refused at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool, QueryConfig } from 'pg';
import type { Caller, Visit } from '../context.ts';
import type { Db, Tx } from '../database/db.ts';
import { PIPELINED, QUERY_TIMEOUT_MS } from '../database/preparing-client.ts';
import type { ConstraintProblems } from '../http/errors.ts';
import { Problem } from '../problem.ts';

export const SESSION_HOURS = 12;
export const IDLE_HOURS = 8;
const ONLINE_MINUTES = 5;
/** For how long a sign-in or its confirmation proves that the user is present. */
export const CONFIRMED_MINUTES = 30;

/** Where a session is opened. */
type Place = Pick<Visit, 'address' | 'userAgent'> & {
  /** A sign-in provider has checked the person, with a second factor if it requires one. */
  byProvider?: boolean;
};

/** Creates a session. @param place absent for commands and tests @returns the token, which is not stored, and its SHA-256, which is */
export async function openSession(
  db: Db,
  userId: number,
  { address, userAgent, byProvider = false }: Place = { address: '', userAgent: '' },
): Promise<{ token: string; tokenHash: Buffer }> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, address, user_agent: userAgent, by_provider: byProvider })
    .execute();
  return { token, tokenHash };
}

/** Ends a session. @throws UNAUTHENTICATED when a concurrent request has ended it */
export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('UNAUTHENTICATED');
}

/** Ends all sessions of a user, its sign-ins that wait for a second factor, and its links for a new password. @param except token hash of a session to keep */
export async function endSessionsOf(db: Db, userId: number, except?: Buffer): Promise<void> {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) ending = ending.where('token_hash', '<>', except);
  await ending.execute();
  await db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  await endResetLinks(db, userId);
}

/** Ends the links for a new password that were mailed to a user. Their rows stay, because the mails of an hour are counted. */
export async function endResetLinks(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** SQL condition: the session is valid. Its user may be inactive. @param alias of the table `sessions` */
export function isLive(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('ended_at')} is null
    and ${column('last_used')} >= now() - make_interval(hours => ${sql.lit(IDLE_HOURS)})
    and ${column('created_at')} > now() - make_interval(hours => ${sql.lit(SESSION_HOURS)}))`;
}

/**
 * SQL condition: the user has a valid session used in the last five minutes. @param userId SQL reference of the user's
 * id
 */
export function isOnline(userId: ReturnType<typeof sql.ref>) {
  return sql<boolean>`exists (
  select 1 from sessions s where s.user_id = ${userId} and s.ended_at is null
    and s.last_used > now() - make_interval(mins => ${sql.lit(ONLINE_MINUTES)})
    and s.created_at > now() - make_interval(hours => ${sql.lit(SESSION_HOURS)}))`;
}

/** SQL: the role of the user `u` needs a second factor, and the user has none. */
export const MUST_ADD_SECOND_FACTOR = `(u.role = any (select unnest(second_factor_roles) from settings)
  and not exists (select from totp_factors f where f.user_id = u.id and f.confirmed_at is not null)
  and not exists (select from passkeys k where k.user_id = u.id))`;
const FIND = `
  select u.id, u.username, u.name, u.role, u.is_active and u.deleted_at is null as works,
    u.must_change_password as "mustChangePassword", ${MUST_ADD_SECOND_FACTOR} and not s.by_provider as "mustAddSecondFactor",
    greatest(s.created_at, s.confirmed_at) > now() - interval '${CONFIRMED_MINUTES} minutes' as "isConfirmed",
    s.by_provider as "isByProvider",
    s.ended_at is not null or s.last_used < now() - interval '${IDLE_HOURS} hours' as dead,
    s.last_used < now() - interval '1 minute' as unseen
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.created_at > now() - interval '${SESSION_HOURS} hours'`;
/** Asynchronous commit: it waits for neither the disk nor a standby, because its loss does no damage. */
const SEEN = `
  update sessions set last_used = now() from (select set_config('synchronous_commit', 'off', true)) here
  where token_hash = $1 and last_used < now() - interval '1 minute'`;
const SEEN_MS = 1_000;

type Found = Omit<Caller, 'tokenHash' | 'capabilities'> & {
  works: boolean;
  dead: boolean;
  unseen: boolean;
  capabilities?: string[] | undefined;
};

/** Statements on a kind of bearer token. */
interface TokenKind {
  name: string;
  find: string;
  seen: string;
}
const SESSION: TokenKind = { name: 'session', find: FIND, seen: SEEN };

/** A service token. It is longer than that of a session, so that no session's token has this form. */
const SERVICE_TOKEN = /^bob_[\w-]{43}$/;
const SERVICE: TokenKind = {
  name: 'service token',
  find: `
    select u.id, u.username, u.name, u.role, u.is_active and u.deleted_at is null as works, t.expires_at <= now() as dead,
      coalesce(t.last_used_at < now() - interval '1 minute', true) as unseen, t.capabilities, t.name as "tokenName",
      u.must_change_password as "mustChangePassword", ${MUST_ADD_SECOND_FACTOR} as "mustAddSecondFactor"
    from service_tokens t join users u on u.id = t.user_id where t.token_hash = $1`,
  seen: `
    update service_tokens set last_used_at = now() from (select set_config('synchronous_commit', 'off', true)) here
    where token_hash = $1 and coalesce(last_used_at < now() - interval '1 minute', true)`,
};

/** Creates the text of a service token. @returns the token, which is not stored, and its SHA-256, which is */
export function createServiceToken(): { token: string; tokenHash: Buffer } {
  const token = `bob_${randomBytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOf(token) };
}

/**
 * The user of an Authorization header with the token of a session or a service token. Records the use of the token at
 * most once a minute.
 * @throws UNAUTHENTICATED, or USER_INACTIVE when the token's user was deactivated or deleted
 */
export async function authenticate(pool: Pool, header: string | undefined): Promise<Caller> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1];
  if (!token) throw new Problem('UNAUTHENTICATED');
  const tokenHash = hashOf(token);
  const kind = SERVICE_TOKEN.test(token) ? SERVICE : SESSION;
  const found = await find(pool, kind, tokenHash);
  if (!found) throw new Problem('UNAUTHENTICATED');
  const { works, dead, unseen, capabilities, ...caller } = found;
  if (!works) throw new Problem('USER_INACTIVE');
  if (dead) throw new Problem('UNAUTHENTICATED');
  if (unseen) await noteUse(pool, kind, tokenHash);
  return { ...caller, tokenHash, ...(capabilities && { capabilities: new Set(capabilities) }) };
}

/**
 * Locks the caller's access for the rest of the act, so that it cannot be revoked before the commit. Pipelined: when
 * the access was revoked since authenticate(), the act's next statement fails with the same errors.
 */
export async function holdCaller(tx: Tx, { id, tokenHash }: Pick<Caller, 'id' | 'tokenHash'>): Promise<void> {
  await sql`call hold_caller(${id}, ${tokenHash}) ${sql.raw(PIPELINED)}`.execute(tx);
}
/** Errors that hold_caller() raises, by constraint name. */
export const sessionConstraints: ConstraintProblems = {
  caller_inactive: () => new Problem('USER_INACTIVE'),
  caller_ended: () => new Problem('UNAUTHENTICATED'),
};

/**
 * Serialises acts that manage users, by an advisory lock. Call it before holdCaller(), or two administrators who change
 * each other deadlock.
 */
export async function holdUsers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(1, 0)`.execute(tx);
}

/**
 * Locks a user for a change of access, by an advisory lock: waits for the user's running acts, and blocks new ones
 * until the commit.
 */
export async function holdUser(tx: Tx, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(1, ${id})`.execute(tx);
}

/** Locks a service token for its revocation: waits for the running acts that use it. */
export async function holdServiceToken(tx: Tx, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(2, ${id})`.execute(tx);
}

const ALIVE = `
  select s.token_hash from sessions s join users u on u.id = s.user_id
  where s.token_hash = any($1) and s.ended_at is null and s.last_used >= now() - interval '${IDLE_HOURS} hours'
    and s.created_at > now() - interval '${SESSION_HOURS} hours' and u.is_active and u.deleted_at is null
  union all
  select t.token_hash from service_tokens t join users u on u.id = t.user_id
  where t.token_hash = any($1) and t.expires_at > now() and u.is_active and u.deleted_at is null`;

/** The sessions and service tokens that are still valid, for streams that outlive their request. Runs one query for any number of sessions. */
export async function aliveAmong(pool: Pool, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'sessions alive',
    text: ALIVE,
    values: [tokenHashes],
    query_timeout: QUERY_TIMEOUT_MS,
  };
  return (await pool.query<{ token_hash: Buffer }>(asked)).rows.map(({ token_hash }) => token_hash);
}

/** Deletes sessions that ended long ago. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Records that a token was used. A failure to write it must not fail the request. */
async function noteUse(pool: Pool, kind: TokenKind, tokenHash: Buffer): Promise<void> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: `${kind.name} seen`,
    text: kind.seen,
    values: [tokenHash],
    query_timeout: SEEN_MS,
  };
  await pool.query(asked).catch(() => {});
}

/** Looks up a token. Every request runs this first, so it has a short timeout. */
async function find(pool: Pool, kind: TokenKind, tokenHash: Buffer) {
  const asked: QueryConfig & { query_timeout: number } = {
    name: kind.name,
    text: kind.find,
    values: [tokenHash],
    query_timeout: QUERY_TIMEOUT_MS,
  };
  return (await pool.query<Found & { capabilities?: string[]; tokenName?: string }>(asked)).rows[0];
}
