/** Opaque bearer tokens: only their SHA-256 is stored, and every request looks its session up, so that a dead one is dead at once. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool, QueryConfig } from 'pg';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Caller } from '../context.ts';
import type { Db } from '../database/db.ts';
import { PATIENCE_MS } from '../database/preparing-client.ts';
import { Problem } from '../problem.ts';

export const SESSION_HOURS = 12;
export const IDLE_HOURS = 8;
const ONLINE_MINUTES = 5;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** @returns the token, known from now on to its bearer alone, and the hash that it is kept under */
export const openSession = async (db: Db, userId: number): Promise<{ token: string; tokenHash: Buffer }> => {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  await db.insertInto('sessions').values({ token_hash: tokenHash, user_id: userId }).execute();
  return { token, tokenHash };
};

export const endSession = async (db: Db, tokenHash: Buffer): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
};

/** Ends all sessions of a user, but for one if it is named. */
export const endSessionsOf = async (db: Db, userId: number, except?: Buffer): Promise<void> => {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) ending = ending.where('token_hash', '<>', except);
  await ending.execute();
};

/** Whether a user (by the SQL of its id) has a live session used in the last minutes. */
export const isOnline = (userId: ReturnType<typeof sql.ref>) => sql<boolean>`exists (
  select 1 from sessions s where s.user_id = ${userId} and s.ended_at is null
    and s.last_used > now() - make_interval(mins => ${sql.lit(ONLINE_MINUTES)})
    and s.created_at > now() - make_interval(hours => ${sql.lit(SESSION_HOURS)}))`;

const FIND = `
  select u.id, u.username, u.name, u.role, u.is_active and u.deleted_at is null as works,
    s.ended_at is not null or s.last_used < now() - interval '${IDLE_HOURS} hours' as dead,
    s.last_used < now() - interval '1 minute' as unseen
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.created_at > now() - interval '${SESSION_HOURS} hours'`;
const SEEN = `update sessions set last_used = now() where token_hash = $1 and last_used < now() - interval '1 minute'`;

/** The first question of every request: when it is not answered soon, the caller is told so. */
const find = async (pool: Pool, tokenHash: Buffer): Promise<Found | undefined> => {
  const asked: QueryConfig & { query_timeout: number } = {
    name: 'session',
    text: FIND,
    values: [tokenHash],
    query_timeout: PATIENCE_MS,
  };
  return (await pool.query<Found>(asked)).rows[0];
};

type Found = { id: number; username: string; name: string; role: Role; works: boolean; dead: boolean; unseen: boolean };

/**
 * Who bears this authorization header.
 * @throws UNAUTHENTICATED, or USER_INACTIVE when the session's user was deactivated or deleted
 */
export const authenticate = async (pool: Pool, header: string | undefined): Promise<Caller> => {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1];
  if (!token) throw new Problem('UNAUTHENTICATED');
  const tokenHash = hashOf(token);
  const found = await find(pool, tokenHash);
  if (!found) throw new Problem('UNAUTHENTICATED');
  if (!found.works) throw new Problem('USER_INACTIVE');
  if (found.dead) throw new Problem('UNAUTHENTICATED');
  if (found.unseen) await pool.query(SEEN, [tokenHash]);
  return { id: found.id, username: found.username, name: found.name, role: found.role, tokenHash };
};

/** Whether a session may still read on, for streams that outlive their request. */
export const isAlive = async (pool: Pool, tokenHash: Buffer): Promise<boolean> => {
  const found = await find(pool, tokenHash);
  return found !== undefined && found.works && !found.dead;
};

/** Forgets sessions long after their end. */
export const forgetOldSessions = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
};
