import type { PasswordChange } from '@bobina/contract/identity/auth.ts';
import type { z } from 'zod';
import { recordActivities } from '../../platform/activities.ts';
import type { Reading } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { FieldChecks, invalid } from '../../platform/problem.ts';
import { endSessionsOf, holdCaller, holdUser } from '../../platform/sessions/sessions.ts';
import { checkPassword, hashPassword, isPassword } from './passwords.ts';
import { recordSecurityEvent } from './security-events.ts';
import type { InitialPassword } from './initial-password.ts';
import { tryPassword } from './sign-in-throttle.ts';

/**
 * Changes the caller's own password and ends the caller's other sessions. The sign-in rate limit applies to the current
 * password. Removes the file of the initial password after the commit. Hashing runs outside any database connection; a password that changed in the meantime counts as wrong.
 * @throws VALIDATION on either field, TOO_MANY_REQUESTS
 */
export async function changePassword(
  { db, user, address, announce, log }: Reading,
  { current_password, new_password }: z.infer<typeof PasswordChange>,
  initial: InitialPassword,
): Promise<void> {
  const checks = new FieldChecks();
  await checkPassword(db, { checks, path: 'new_password', password: new_password, user });
  checks.done();
  const { id, username, tokenHash } = user;
  const current = await tryPassword(db, { username, address }, async () => {
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return (await isPassword(password_hash, current_password)) ? password_hash : undefined;
  });
  if (current === undefined) {
    log.warn({ event: 'password_change_failed', account: username, address }, 'wrong current password');
    throw invalid('current_password', 'wrong_password');
  }
  const password_hash = await hashPassword(new_password);
  await inTransaction(db, async (tx) => {
    await holdUser(tx, id);
    await holdCaller(tx, user);
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash, must_change_password: false, first_password_expires_at: null })
      .where('id', '=', id)
      .where('password_hash', '=', current)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalid('current_password', 'wrong_password');
    await endSessionsOf(tx, id, tokenHash);
    await recordSecurityEvent(tx, { kind: 'password_changed', user, address });
    await recordActivities(tx, id, [{ action: 'password', entity_type: 'users', entity_id: id, details: username }]);
  });
  initial.changed({ username, password: current_password }, log);
  announce([{ entity: 'users', id, version: null }]);
}
