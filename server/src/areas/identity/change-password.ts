import type { PasswordChange } from '@bobina/contract/identity/auth.ts';
import type { z } from 'zod';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid } from '../../platform/problem.ts';
import { endSessionsOf, holdUser } from '../../platform/sessions/sessions.ts';
import { checkPassword, hashPassword, isPassword } from './passwords.ts';

/** Changes one's own password and ends one's other sessions. @throws VALIDATION on either field */
export const changePassword = async (
  { current_password, new_password }: z.infer<typeof PasswordChange>,
  act: Act,
): Promise<void> => {
  const checks = new FieldChecks();
  checkPassword(checks, 'new_password', new_password);
  checks.done();
  const { id, username, tokenHash } = act.user;
  await holdUser(act.tx, id);
  const { password_hash } = await act.tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!(await isPassword(password_hash, current_password))) throw invalid('current_password', 'wrong_password');
  await act.tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(new_password) })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(act.tx, id, tokenHash);
  act.did('password', 'users', id, username);
};
