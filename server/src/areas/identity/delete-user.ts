import type { Act } from '../../platform/context.ts';
import { deleteOne, lockOne } from '../../platform/master-data.ts';
import { Problem } from '../../platform/problem.ts';
import { endSessionsOf, holdUser } from '../../platform/sessions/sessions.ts';
import { keepLastAdmin, refuseChangeOfAdmin } from './guard-users.ts';
import { userEntity } from './users.ts';
import { deleteViewsOf } from './views.ts';
import { deletePreferencesOf } from './preferences.ts';

/**
 * Deletes a user with its views and preferences, and ends its sessions at once.
 * @throws FORBIDDEN, IN_USE (the caller, or the last active admin)
 */
export async function deleteUser(act: Act, id: number): Promise<void> {
  await holdUser(act.tx, id);
  const user = await lockOne(act, userEntity, id);
  refuseChangeOfAdmin(act, user.role);
  if (id === act.user.id) throw new Problem('IN_USE', { text: 'OWN_USER' });
  await keepLastAdmin(act, { user, after: { role: user.role, is_active: false } });
  await deleteOne(act, userEntity, user);
  await endSessionsOf(act.tx, id);
  await deleteViewsOf(act, id);
  await deletePreferencesOf(act.tx, id);
}
