import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Problem, type FieldChecks } from '../../platform/problem.ts';
import type { Db } from '../../platform/database/db.ts';
import { isCommonPassword } from './common-passwords.ts';
import { contextWords, isOfContext, type Named } from './context-words.ts';
import { createTurns } from './turns.ts';

/** argon2id with 19 MiB of memory and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the libuv thread pool: a burst of sign-ins leaves threads for response compression. */
const AT_ONCE = 2;
const TIMEOUT_MS = 20_000;
const turns = createTurns(AT_ONCE, TIMEOUT_MS);

/** Hashes a password with argon2id. At most AT_ONCE hashes run at a time. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** The hash of a random password. Computed at the start, because hashing never runs inside a transaction. */
export const unknownPassword = hashPassword(randomBytes(32).toString('hex'));

/** Compared with when the user does not exist, so that the response time does not reveal it. */
const nobody = hashPassword('no user has this password');

/**
 * Compares a password with its hash, in the same time whether the user exists or not.
 * @param stored the user's hash, or undefined when there is no such user
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await nobody);
  const matches = await inTurn(() => verify(known, password));
  return stored !== undefined && matches;
}

/**
 * Adds a problem to the field when the password is easy to guess: `common_password` when it is on a list of common
 * passwords, else `context_password` when it consists of words of the product, the company or the user.
 * @param user whose password it becomes
 */
export async function checkPassword(
  db: Db,
  { checks, path, password, user }: { checks: FieldChecks; path: string; password: string; user: Named },
): Promise<void> {
  if (await isCommonPassword(password)) checks.add(path, 'common_password');
  else if (isOfContext(password, await contextWords(db, user))) checks.add(path, 'context_password');
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return turns.take('', work, () => new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 }));
}
