/** Invariants on user changes that also hold under concurrent changes by several administrators. */
import { sql } from 'kysely';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { User } from '@bobina/contract/identity/users.ts';
import type { Act } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/db.ts';
import { Problem } from '../../platform/problem.ts';

/** Refuses a change of an admin, or a grant of the admin role, by direction. @throws FORBIDDEN */
export function refuseChangeOfAdmin(act: Act, ...roles: (Role | undefined)[]): void {
  if (act.user.role !== 'admin' && roles.includes('admin')) throw new Problem('FORBIDDEN');
}

/** Locks every admin, see hasOtherAdmin(). @throws IN_USE */
export async function keepLastAdmin(
  act: Act,
  { user, after }: { user: User; after: { role: Role; is_active: boolean } },
): Promise<void> {
  if (user.role !== 'admin' || !user.is_active || (after.role === 'admin' && after.is_active)) return;
  if (!(await hasOtherAdmin(act.tx, user.id))) throw new Problem('IN_USE', { text: 'LAST_ADMIN' });
}

/** Locks every admin in id order, so that two concurrent changes cannot remove the last two. @returns whether there is another active one */
export async function hasOtherAdmin(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from users where role = 'admin' and is_active and deleted_at is null order by id for no key update`.execute(
    tx,
  );
  return rows.some((admin) => admin.id !== id);
}
