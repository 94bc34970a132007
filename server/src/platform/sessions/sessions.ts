/** Opaque bearer tokens: only their SHA-256 is stored, and every request looks its session up, so that a dead one is dead at once. */
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

/** @returns the token, known from now on to its bearer alone, and the hash that it is kept under */
export async function openSession(db: Db, userId: number): Promise<{ token: string; tokenHash: Buffer }> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  await db.insertInto('sessions').values({ token_hash: tokenHash, user_id: userId }).execute();
  return { token, tokenHash };
}

/** @throws UNAUTHENTICATED when it was ended already, at this very moment */
export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('UNAUTHENTICATED');
}

/** Ends all sessions of a user, but for one if it is named. */
export async function endSessionsOf(db: Db, userId: number, except?: Buffer): Promise<void> {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) ending = ending.where('token_hash', '<>', except);
  await ending.execute();
}

/** Whether a user (by the SQL of its id) has a live session used in the last minutes. */
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
/** Not waited for by any standby, nor by the disk: nothing is lost with it. */
const SEEN = `
  update sessions set last_used = now() from (select set_config('synchronous_commit', 'off', true)) here
  where token_hash = $1 and last_used < now() - interval '1 minute'`;
const SEEN_MS = 1_000;

type Found = { id: number; username: string; name: string; role: Role; works: boolean; dead: boolean; unseen: boolean };

/**
 * Who bears this authorization header.
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
 * Holds the caller for the rest of its act: nobody ends its access meanwhile. Goes along with the act's next statement,
 * which is refused as by authenticate() when that was done since the request began, of which the body may come late.
 */
export async function holdCaller(tx: Tx, { id, tokenHash }: Pick<Caller, 'id' | 'tokenHash'>): Promise<void> {
  await sql`call hold_caller(${id}, ${tokenHash}) ${sql.raw(PIPELINED)}`.execute(tx);
}
/** What hold_caller() refuses. */
export const sessionConstraints: ConstraintProblems = {
  caller_inactive: () => new Problem('USER_INACTIVE'),
  caller_ended: () => new Problem('UNAUTHENTICATED'),
};

/** Before holdCaller(), for who manages users: two that change each other wait in line, not for each other. */
export async function holdUsers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(1, 0)`.execute(tx);
}

/** For who changes a user: waits for that user's acts under way, and lets none begin before this one is committed. */
export async function holdUser(tx: Tx, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(1, ${id})`.execute(tx);
}

const ALIVE = `
  select s.token_hash from sessions s join users u on u.id = s.user_id
  where s.token_hash = any($1) and s.ended_at is null and s.last_used >= now() - interval '${IDLE_HOURS} hours'
    and s.created_at > now() - interval '${SESSION_HOURS} hours' and u.is_active and u.deleted_at is null`;

/** Which of these sessions may still read on, for streams that outlive their request: one question, however many. */
export async function aliveAmong(pool: Pool, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'sessions alive',
    text: ALIVE,
    values: [tokenHashes],
    query_timeout: PATIENCE_MS,
  };
  return (await pool.query<{ token_hash: Buffer }>(asked)).rows.map(({ token_hash }) => token_hash);
}

/** Forgets sessions long after their end. */
export async function forgetOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Notes that a session was used. A request, above all a read, never fails because that could not be written. */
async function noteUse(pool: Pool, tokenHash: Buffer): Promise<void> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'session seen',
    text: SEEN,
    values: [tokenHash],
    query_timeout: SEEN_MS,
  };
  await pool.query(asked).catch(() => {});
}

/** The first question of every request: when it is not answered soon, the caller is told so. */
async function find(pool: Pool, tokenHash: Buffer): Promise<Found | undefined> {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'session',
    text: FIND,
    values: [tokenHash],
    query_timeout: PATIENCE_MS,
  };
  return (await pool.query<Found>(asked)).rows[0];
}
