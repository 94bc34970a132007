/** Who may touch which user: invariants that hold under any number of administrators at once. */
import { sql } from 'kysely';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { User } from '@bobina/contract/identity/users.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';

/** Direction can neither touch an admin nor grant admin. @throws FORBIDDEN */
export function refuseTouchingAdmins(act: Act, ...roles: (Role | undefined)[]): void {
  if (act.user.role !== 'admin' && roles.includes('admin')) throw new Problem('FORBIDDEN');
}

/** Locks every admin, in the order of their ids, so that the last two cannot step down at once. @throws IN_USE */
export async function keepLastAdmin(act: Act, user: User, after: { role: Role; is_active: boolean }): Promise<void> {
  if (user.role !== 'admin' || !user.is_active || (after.role === 'admin' && after.is_active)) return;
  const { rows } = await sql<{ id: number }>`
    select id from users where role = 'admin' and is_active and deleted_at is null order by id for no key update`.execute(
    act.tx,
  );
  if (!rows.some(({ id }) => id !== user.id)) throw new Problem('IN_USE', { text: 'LAST_ADMIN' });
}
