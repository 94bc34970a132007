import type { Credentials } from '@bobina/contract/identity/auth.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordActivities } from '../../platform/activities.ts';
import type { Visit } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/problem.ts';
import { openSession } from '../../platform/sessions/sessions.ts';
import { isPassword } from './passwords.ts';
import { countAttempt } from './sign-in-throttle.ts';
import { signedInUser } from './users.ts';
import type { Role } from '@bobina/contract/core/permissions.ts';

const WELCOME: Record<Language, string> = { it: 'Accesso effettuato', fr: 'Connexion réussie', en: 'Signed in' };

/**
 * Opens a session for the right pair of username (without case) and password.
 * The wrong pair gets the same answer in the same time whether the user exists or not; that a user is inactive is
 * told only to who knows the password. Guessing is throttled before the password is looked at.
 * @throws INVALID_CREDENTIALS, USER_INACTIVE, TOO_MANY_REQUESTS
 */
export const signIn = async ({ username, password }: z.infer<typeof Credentials>, { db, language, address }: Visit) => {
  const attempt = await countAttempt(db, username.toLowerCase(), address);
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'password_hash', 'is_active', sql<Role>`role`.as('role')])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!(await isPassword(user?.password_hash, password))) throw attempt.isLast ? attempt.refusal : new Problem('INVALID_CREDENTIALS');
  await attempt.succeeded();
  if (!user!.is_active) throw new Problem('USER_INACTIVE');

  const { id } = user!;
  const token = await inTransaction(db, async (tx) => {
    const opened = await openSession(tx, id);
    await tx.updateTable('users').set({ last_login: sql`now()` }).where('id', '=', id).execute();
    await recordActivities(tx, id, [{ action: 'login', entity_type: 'users', entity_id: id, details: user!.username }]);
    return opened;
  });
  return { token, user: signedInUser(user!), message: WELCOME[language] };
};
