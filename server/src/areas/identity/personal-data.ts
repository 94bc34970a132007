/** The personal data of a user: its export and its erasure. */
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Erasure, PersonalData } from '@bobina/contract/system/personal-data.ts';
import { can } from '@bobina/contract/core/permissions.ts';
import type { Act, Reading } from '../../platform/context.ts';
import { erasePerson, readPersonalData } from '../../platform/personal-data.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { holdUser } from '../../platform/sessions/sessions.ts';
import { refuseChangeOfAdmin } from './guard-users.ts';
import { unknownPassword } from './passwords.ts';

/** Reads all that is held of a user. @throws NOT_FOUND, FORBIDDEN for other users without `users.manage` */
export async function readUserData({ db, user }: Reading, id: number): Promise<PersonalData> {
  const data = await readPersonalData(db, 'users', id);
  if (!data) throw notFound();
  if (id !== user.id && !can(user, 'users.manage')) throw new Problem('FORBIDDEN');
  return data;
}

/**
 * Erases a deactivated or deleted user. Its password no longer works. Locks the user.
 * @throws NOT_FOUND, FORBIDDEN, IN_USE (the caller, or a user who is still active)
 */
export async function eraseUser(act: Act, id: number): Promise<Erasure> {
  await holdUser(act.tx, id);
  const user = await act.tx
    .selectFrom('users')
    .select(['role', 'is_active', 'deleted_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  refuseChangeOfAdmin(act, user.role as Role);
  if (id === act.user.id) throw new Problem('IN_USE', { text: 'OWN_USER' });
  if (user.is_active && user.deleted_at === null) throw new Problem('IN_USE', { text: 'USER_ACTIVE' });
  await act.tx.deleteFrom('oidc_links').where('user_id', '=', id).execute();
  const erasure = await erasePerson(act.tx, 'users', id);
  await act.tx
    .updateTable('users')
    .set({ password_hash: await unknownPassword })
    .where('id', '=', id)
    .execute();
  act.record('erase', 'users', id, erasure.pseudonym);
  return erasure;
}
