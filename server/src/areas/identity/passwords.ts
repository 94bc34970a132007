import { hash, verify } from '@node-rs/argon2';
import { Problem, type FieldChecks } from '../../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';
import { createTurns } from './turns.ts';

/** argon2id, 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the threads that Node has for such work: a flood of sign-ins leaves the others to answers, which are compressed there. */
const AT_ONCE = 2;
const PATIENCE_MS = 20_000;
const turns = createTurns(AT_ONCE, PATIENCE_MS);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Compared with when there is no such user, so that the answer takes as long. */
const nobody = hashPassword('nobody has this password');

/** @param stored the user's hash, or undefined when there is no such user */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await nobody);
  const matches = await inTurn(() => verify(known, password));
  return stored !== undefined && matches;
}

/** Adds `common_password` to the problems of a field when the password is on a list of common ones. */
export async function checkPassword(checks: FieldChecks, path: string, password: string): Promise<void> {
  if (await isCommonPassword(password)) checks.add(path, 'common_password');
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return turns.take('', work, () => new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 }));
}
