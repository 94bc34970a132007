/** Idempotency-Key: the key, the work and its answer are committed together, so that a retry does nothing twice. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import { PIPELINED } from '../database/preparing-client.ts';
import { invalid, Problem } from '../problem.ts';

const KEPT_DAYS = 7;
const PASSWORDS = new Set(['password', 'current_password', 'new_password']);
export function fingerprint(method: string, url: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${url} ${canonical(body ?? null)}`)
    .digest();
}

/** @throws 400 when the header is no key */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || header.length > 200 || !/^[\x20-\x7e]+$/.test(header))
    throw invalid('Idempotency-Key', 'format');
  return header;
}

/**
 * Takes the key for this work. While another request with the same key is under way this waits for it.
 * @returns the first answer when the work was done before, else undefined
 */
export async function claim(
  tx: Tx,
  user: number,
  key: string,
  print: Buffer,
): Promise<{ answer: string | null } | undefined> {
  const taken = await sql`
    insert into idempotency_keys (user_id, key, fingerprint) values (${user}, ${key}, ${print})
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - make_interval(days => ${KEPT_DAYS})
    returning 1`.execute(tx);
  if (taken.rows.length > 0) return undefined;
  const { rows } = await sql<{ fingerprint: Buffer; answer: string | null }>`
    select fingerprint, answer from idempotency_keys where user_id = ${user} and key = ${key}`.execute(tx);
  if (!rows[0]?.fingerprint.equals(print)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
  return { answer: rows[0].answer };
}

/** With the next statement, the commit at the latest. */
export async function remember(tx: Tx, user: number, key: string, answer: string | null): Promise<void> {
  await sql`update idempotency_keys set answer = ${answer} where user_id = ${user} and key = ${key} ${sql.raw(PIPELINED)}`.execute(
    tx,
  );
}

/** Forgets what is older than a retry may be. */
export async function forgetOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}

/** The same text for the same content, whatever the order of its members; passwords stay out of it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([key]) => !PASSWORDS.has(key));
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join()}}`;
}
