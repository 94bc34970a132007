import type { Credentials } from '@bobina/contract/identity/auth.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordActivities } from '../../platform/activities.ts';
import type { Visit } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/problem.ts';
import { openSession } from '../../platform/sessions/sessions.ts';
import { isPassword } from './passwords.ts';
import { accountForLog, recordSecurityEvent, recordSignInFailure } from './security-events.ts';
import { warnOfSharedAddress } from './shared-address.ts';
import { tryPassword } from './sign-in-throttle.ts';
import { signedInUser } from './users.ts';
import type { Role } from '@bobina/contract/core/permissions.ts';

const WELCOME: Record<Language, string> = { it: 'Accesso effettuato', fr: 'Connexion réussie', en: 'Signed in' };

/**
 * Opens a session for a correct username (case-insensitive, see fold_account) and password.
 * A wrong pair gets the same answer in the same time whether the user exists or not; USER_INACTIVE requires the correct
 * password. The rate limit is checked before the password. Each attempt is logged with its address and account, and
 * stored as a security event unless it was throttled.
 * @throws INVALID_CREDENTIALS, USER_INACTIVE, TOO_MANY_REQUESTS
 */
export async function signIn(visit: Visit, credentials: z.infer<typeof Credentials>) {
  const { db, language, address, announce, log } = visit;
  const user = await compareInTurn(visit, credentials);
  if (!user) throw new Problem('INVALID_CREDENTIALS');

  const { token } = await inTransaction(db, async (tx) => {
    await markSignedIn(tx, user);
    const opened = await openSession(tx, user.id);
    await recordActivities(tx, user.id, [
      { action: 'login', entity_type: 'users', entity_id: user.id, details: user.username },
    ]);
    await recordSecurityEvent(tx, { kind: 'sign_in', user, address });
    return opened;
  });
  log.info({ event: 'sign_in', account: user.username, address }, 'signed in');
  announce([{ entity: 'users', id: user.id, version: null }]);
  return { token, user: signedInUser(user), message: WELCOME[language] };
}

/** Compares the password under the rate limit. @returns the matching user @throws USER_INACTIVE, TOO_MANY_REQUESTS */
async function compareInTurn(visit: Visit, { username, password }: z.infer<typeof Credentials>) {
  const { db, address, log } = visit;
  let isCompared = false;
  const fail = async (found: { id: number; username: string } | undefined, reason: string) => {
    const account = await recordSignInFailure(db, { user: found, typed: username, address });
    log.warn({ event: 'sign_in_failed', account, address, reason }, 'sign-in failed');
    await warnOfSharedAddress(visit);
  };
  const compare = async () => {
    isCompared = true;
    const found = await db
      .selectFrom('users')
      .select(['id', 'username', 'name', 'password_hash', 'is_active', sql<Role>`role`.as('role')])
      .where(sql`fold_account(username)`, '=', sql`fold_account(${username})`)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (await isPassword(found?.password_hash, password)) return found;
    await fail(found, 'credentials');
    return undefined;
  };
  const user = await tryPassword(db, username, address, compare).catch(async (error: unknown) => {
    if (!isCompared && error instanceof Problem)
      log.warn(
        { event: 'sign_in_failed', account: await accountForLog(db, username), address, reason: 'throttled' },
        'sign-in throttled',
      );
    throw error;
  });
  if (user && !user.is_active) {
    await fail(user, 'inactive');
    throw new Problem('USER_INACTIVE');
  }
  return user;
}

/**
 * Locks the user if it is unchanged since the password comparison. A user that was deactivated, deleted or given
 * another password in the meantime gets no session, because that change has ended only the sessions that existed then.
 */
async function markSignedIn(tx: Tx, { id, password_hash }: { id: number; password_hash: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ last_login: sql`now()` })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('INVALID_CREDENTIALS');
}
