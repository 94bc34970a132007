/**
 * Opaque bearer tokens. Only their SHA-256 is stored, and every request looks its session up, so that an ended session
 * is refused at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool, QueryConfig } from 'pg';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Caller } from '../context.ts';
import type { Db, Tx } from '../database/db.ts';
import { PIPELINED, PATIENCE_MS } from '../database/preparing-client.ts';
import type { ConstraintProblems } from '../http/errors.ts';
import { Problem } from '../problem.ts';

export const SESSION_HOURS = 12;
export const IDLE_HOURS = 8;
const ONLINE_MINUTES = 5;

/** Creates a session. @returns the token, which is not stored, and its SHA-256, which is */
export async function openSession(db: Db, userId: number): Promise<{ token: string; tokenHash: Buffer }> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  await db.insertInto('sessions').values({ token_hash: tokenHash, user_id: userId }).execute();
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

/** Ends all sessions of a user. @param except token hash of a session to keep */
export async function endSessionsOf(db: Db, userId: number, except?: Buffer): Promise<void> {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) ending = ending.where('token_hash', '<>', except);
  await ending.execute();
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

const FIND = `
  select u.id, u.username, u.name, u.role, u.is_active and u.deleted_at is null as works,
    s.ended_at is not null or s.last_used < now() - interval '${IDLE_HOURS} hours' as dead,
    s.last_used < now() - interval '1 minute' as unseen
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.created_at > now() - interval '${SESSION_HOURS} hours'`;
/** Asynchronous commit: it waits for neither the disk nor a standby, because its loss does no damage. */
const SEEN = `
  update sessions set last_used = now() from (select set_config('synchronous_commit', 'off', true)) here
  where token_hash = $1 and last_used < now() - interval '1 minute'`;
const SEEN_MS = 1_000;

type Found = { id: number; username: string; name: string; role: Role; works: boolean; dead: boolean; unseen: boolean };

/**
 * The user of an Authorization header. Records the use of the session at most once a minute.
 * @throws UNAUTHENTICATED, or USER_INACTIVE when the session's user was deactivated or deleted
 */
export async function authenticate(pool: Pool, header: string | undefined): Promise<Caller> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1];
  if (!token) throw new Problem('UNAUTHENTICATED');
  const tokenHash = hashOf(token);
  const found = await find(pool, tokenHash);
  if (!found) throw new Problem('UNAUTHENTICATED');
  if (!found.works) throw new Problem('USER_INACTIVE');
  if (found.dead) throw new Problem('UNAUTHENTICATED');
  if (found.unseen) await noteUse(pool, tokenHash);
  return { id: found.id, username: found.username, name: found.name, role: found.role, tokenHash };
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

const ALIVE = `
  select s.token_hash from sessions s join users u on u.id = s.user_id
  where s.token_hash = any($1) and s.ended_at is null and s.last_used >= now() - interval '${IDLE_HOURS} hours'
    and s.created_at > now() - interval '${SESSION_HOURS} hours' and u.is_active and u.deleted_at is null`;

/** The sessions that are still valid, for streams that outlive their request. Runs one query for any number of sessions. */
export async function aliveAmong(pool: Pool, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'sessions alive',
    text: ALIVE,
    values: [tokenHashes],
    query_timeout: PATIENCE_MS,
  };
  return (await pool.query<{ token_hash: Buffer }>(asked)).rows.map(({ token_hash }) => token_hash);
}

/** Deletes sessions that ended long ago. */
export async function forgetOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Records that a session was used. A failure to write it must not fail the request. */
async function noteUse(pool: Pool, tokenHash: Buffer): Promise<void> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'session seen',
    text: SEEN,
    values: [tokenHash],
    query_timeout: SEEN_MS,
  };
  await pool.query(asked).catch(() => {});
}

/** Looks up a session. Every request runs this first, so it has a short timeout. */
async function find(pool: Pool, tokenHash: Buffer): Promise<Found | undefined> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'session',
    text: FIND,
    values: [tokenHash],
    query_timeout: PATIENCE_MS,
  };
  return (await pool.query<Found>(asked)).rows[0];
}
