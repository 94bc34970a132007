/** Idempotency-Key: the key, the work and its answer are committed together, so that a retry does not repeat the work. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import { PIPELINED } from '../database/preparing-client.ts';
import { invalid, Problem } from '../problem.ts';

const KEPT_DAYS = 7;
const PASSWORDS = new Set(['password', 'current_password', 'new_password']);
/**
 * SHA-256 that identifies a request: equal for equal content, independent of the order of JSON members.
 * @param capabilities those of a service token: its answers may contain less than those of its user
 */
export function fingerprint(
  { method, url }: { method: string; url: string },
  body: unknown,
  capabilities?: ReadonlySet<string>,
): Buffer {
  const limits = capabilities ? ` ${[...capabilities].toSorted().join()}` : '';
  return createHash('sha256')
    .update(`${method} ${url} ${canonical(body ?? null)}${limits}`)
    .digest();
}

/** Reads the Idempotency-Key header; undefined when absent or empty. @throws VALIDATION when it is malformed */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || header.length > 200 || !/^[\x20-\x7e]+$/.test(header))
    throw invalid('Idempotency-Key', 'format');
  return header;
}

/** A stored answer; `activityId` as in the `X-Activity-Id` header. */
export interface Remembered {
  answer: string | null;
  activityId: number | null;
}

/**
 * Claims the key for this request. Locks its row, so a second request with the same key waits for the first.
 * @returns the stored answer when the work was done before, else undefined
 * @throws IDEMPOTENCY_KEY_REUSED when the key belongs to another request, or when the role of the user has changed
 * since: the stored answer may contain what the new role does not see
 */
export async function claim(tx: Tx, user: number, key: string, print: Buffer): Promise<Remembered | undefined> {
  const taken = await sql`
    insert into idempotency_keys (user_id, key, fingerprint) values (${user}, ${key}, ${print})
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, answer = null, activity_id = null, created_at = now()
      where idempotency_keys.created_at < now() - make_interval(days => ${KEPT_DAYS})
    returning 1`.execute(tx);
  if (taken.rows.length > 0) return undefined;
  const { rows } = await sql<Remembered & { fingerprint: Buffer; has_other_role: boolean }>`
    select fingerprint, answer, activity_id as "activityId", exists (
        select from security_events e
        where e.kind = 'role_changed' and e.user_id = k.user_id and e.at >= k.created_at
      ) as has_other_role
    from idempotency_keys k where user_id = ${user} and key = ${key}`.execute(tx);
  if (!rows[0]?.fingerprint.equals(print) || rows[0].has_other_role) throw new Problem('IDEMPOTENCY_KEY_REUSED');
  const { answer, activityId } = rows[0];
  return { answer, activityId };
}

/** Stores the answer of the claimed key. Pipelined: sent with the next statement or the commit. */
export async function remember(tx: Tx, user: number, key: string, { answer, activityId }: Remembered): Promise<void> {
  await sql`update idempotency_keys set answer = ${answer}, activity_id = ${activityId}::bigint where user_id = ${user} and key = ${key} ${sql.raw(PIPELINED)}`.execute(
    tx,
  );
}

/** Deletes keys that are older than the period in which a retry is allowed. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}

/** Canonical JSON: equal text for equal content, independent of the order of members. Omits passwords. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([key]) => !PASSWORDS.has(key));
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join()}}`;
}
