/** Log lines of refused calls: a missing permission, and many refusals of one user, as of a program that probes calls. */
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../problem.ts';

const WINDOW_MS = 60_000;
/** Lines about missing permissions per user and minute. */
const LINES = 10;
/** Refusals of a user per minute that are one more line. Filling in forms causes far fewer. */
const MANY = 30;
/** Maximum number of users and addresses that are counted concurrently. */
const MOST_COUNTED = 10_000;

const PERMISSION = new Set([
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'CONFIRMATION_REQUIRED',
]);
/** Typical for probing: broken input, tokens, ids of missing rows, and limits. */
const COUNTED = new Set([400, 401, 403, 404, 413, 415, 422, 429]);

interface Count {
  since: number;
  refused: number;
  lines: number;
  codes: Record<string, number>;
}

/** Logs a refused call if it deserves a line. */
export type NoteRefusal = (request: FastifyRequest, problem: Pick<Problem, 'code' | 'status'>) => void;

/**
 * Creates the log of refused calls. It counts by user, without one by address; its lines per user and minute and its
 * memory are bounded. @param now milliseconds of a clock that only goes forward
 */
export function createRefusalLog(now: () => number = () => performance.now()): NoteRefusal {
  const counts = new Map<string, Count>();
  return ({ caller, ip, method, routeOptions, log }, { code, status }) => {
    if (!COUNTED.has(status)) return;
    const key = caller ? `user ${caller.id}` : ip;
    const at = now();
    const known = counts.get(key);
    const count = known && at - known.since < WINDOW_MS ? known : { since: at, refused: 0, lines: 0, codes: {} };
    counts.delete(key);
    if (counts.size >= MOST_COUNTED) counts.delete(counts.keys().next().value!);
    counts.set(key, count);
    count.refused++;
    count.codes[code] = (count.codes[code] ?? 0) + 1;
    const who = { account: caller?.username, user: caller?.id, token: caller?.tokenName, address: ip };
    if (PERMISSION.has(code) && count.lines++ < LINES)
      log.warn({ event: 'access_refused', ...who, code, method, route: routeOptions?.url }, 'access refused');
    if (count.refused === MANY)
      log.warn({ event: 'many_refusals', ...who, codes: { ...count.codes } }, 'many calls of one user were refused');
  };
}
