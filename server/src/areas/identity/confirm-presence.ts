/** Confirms that the user of a session is present, before the session changes how the user signs in. */
import type { Confirmation } from '@bobina/contract/identity/second-factor.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Reading } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { holdCaller, holdUser } from '../../platform/sessions/sessions.ts';
import { isPassword } from './passwords.ts';
import { useCode } from './second-factor.ts';
import { tryPassword } from './sign-in-throttle.ts';

/**
 * Confirms the caller's session for 30 minutes, by the password or else by a code, under the rate limit of passwords.
 * Locks the user, then its factor.
 * @throws VALIDATION on `password`, INVALID_CREDENTIALS for a wrong code, TOO_MANY_REQUESTS
 */
export async function confirmPresence(
  { db, user, address, log }: Reading,
  { password, code = '' }: z.infer<typeof Confirmation>,
): Promise<void> {
  const { id, username, tokenHash } = user;
  const done = await tryPassword(db, { username, address }, async () => {
    if (password !== undefined && !(await isOwnPassword({ db, user }, password))) return undefined;
    return inTransaction(db, async (tx) => {
      await holdUser(tx, id);
      await holdCaller(tx, user);
      if (password === undefined && !(await useCode(tx, id, code))) return undefined;
      await tx
        .updateTable('sessions')
        .set({ confirmed_at: sql`now()` })
        .where('token_hash', '=', tokenHash)
        .execute();
      return true;
    });
  });
  if (done) return;
  log.warn({ event: 'confirmation_failed', account: username, address }, 'wrong password or code');
  throw password === undefined
    ? new Problem('INVALID_CREDENTIALS', { text: 'WRONG_CODE' })
    : invalid('password', 'wrong_password');
}

async function isOwnPassword({ db, user }: Pick<Reading, 'db' | 'user'>, password: string): Promise<boolean> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return isPassword(password_hash, password);
}
