/**
 * Sends the captured SQL of a call as prepared statements through the bare driver, which gives the database's own rate.
 */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Statement } from './capture.ts';

/** The first id that sequences assign. A captured value this large is an id that the call itself created. */
export const FIRST_ID = 1_000_000_000;
const names = new Map<string, string>();

/** Maps captured ids and document numbers to those of this replay. */
type Ids = Map<number | string, number | string>;
const DOCUMENT = /[A-Z]{2,3}-\d{4}\/\d+/;
const GIVEN = new RegExp(`${DOCUMENT.source}|\\d{10}`, 'g');

/** Records in `ids` which captured ids and document numbers correspond to those of a new result. */
export function matchIds(ids: Ids, captured: unknown, given: unknown): void {
  if (typeof captured === 'number' && captured >= FIRST_ID && typeof given === 'number') ids.set(captured, given);
  else if (typeof captured === 'string' && typeof given === 'string' && DOCUMENT.test(captured))
    ids.set(captured, given);
  else if (Array.isArray(captured) && Array.isArray(given))
    captured.forEach((value, at) => matchIds(ids, value, given[at]));
  else if (captured !== null && typeof captured === 'object' && given !== null && typeof given === 'object')
    for (const key of Object.keys(captured))
      matchIds(ids, (captured as Record<string, unknown>)[key], (given as Record<string, unknown>)[key]);
}

/**
 * Sends the statements of one call on one connection, in their order.
 * @param swap puts this request's own texts in place of the captured ones
 * @param given ids in the request itself
 */
export async function replay(
  pool: Pool,
  statements: readonly Statement[],
  swap: (text: string) => string,
  given: Ids = new Map(),
) {
  const ids: Ids = new Map(given);
  const client = await pool.connect();
  try {
    for (const { text, values, rows } of statements) {
      const sent = values.map((value) => renew(value, ids, swap));
      const answer = /^(begin|commit|rollback)/i.test(text)
        ? await client.query(text)
        : await client.query({ name: prepared(text), text, values: sent });
      rows.forEach((row, at) => matchIds(ids, row, answer.rows[at]));
    }
  } finally {
    client.release();
  }
}

function nameOf(text: string) {
  return createHash('sha1').update(text).digest('hex');
}

function prepared(text: string) {
  const known = names.get(text);
  if (known) return known;
  const name = nameOf(text);
  names.set(text, name);
  return name;
}

function renew(value: unknown, ids: Ids, swap: (text: string) => string): unknown {
  if (typeof value === 'number') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((member) => renew(member, ids, swap));
  if (typeof value !== 'string') return value;
  return swap(value).replaceAll(GIVEN, (found) =>
    String(ids.get(/^\d+$/.test(found) ? Number(found) : found) ?? found),
  );
}
