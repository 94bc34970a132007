/** How deletions of users and views are undone. */
import { contract } from '@bobina/contract/contract.ts';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { restoreRow, type LoggedAct, type Reversals } from '../../platform/undo.ts';
import { refuseChangeOfAdmin } from './guard-users.ts';
import { lockViews } from './views.ts';

export const identityReversals: Reversals = {
  'users.delete': { needs: contract.users.remove.needs, undo: restoreUser },
  'views.delete': { needs: contract.views.remove.needs, undo: restoreView },
};

/** Revives a user with the views that were deleted with it. Its sessions stay ended and its preferences stay deleted. */
async function restoreUser(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ role: Role }>`select role from users where id = ${logged.id} for update`.execute(act.tx);
  refuseChangeOfAdmin(act, rows[0]?.role);
  await sql`
    update views v set deleted_at = null, deleted_by = null from users u
    where u.id = ${logged.id} and v.user_id = u.id and v.deleted_at = u.deleted_at`.execute(act.tx);
  await restoreRow(act, { table: 'users', logged });
  act.changed('views');
}

/** Revives a view of the caller. It is a start view again unless the list has another one. @throws FORBIDDEN */
async function restoreView(act: Act, logged: LoggedAct): Promise<void> {
  if (logged.user_id !== act.user.id) throw new Problem('FORBIDDEN');
  await lockViews(act.tx, act.user.id);
  await sql`
    update views v set is_start = false where v.id = ${logged.id} and v.is_start and exists (
      select from views o where o.user_id = v.user_id and o.list = v.list and o.is_start and o.deleted_at is null)`.execute(
    act.tx,
  );
  await restoreRow(act, { table: 'views', logged });
}
