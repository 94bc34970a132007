import { sql } from 'kysely';
import type { User } from '@bobina/contract/identity/users.ts';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { capabilitiesOf, type Role } from '@bobina/contract/core/permissions.ts';
import type { Caller } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { AUDIT, registerRows, type MasterData } from '../../platform/master-data.ts';
import { isOnline } from '../../platform/sessions/sessions.ts';

/** Selects users in their API form, without passwords or hashes. */
export function userRows(db: Db) {
  return registerRows(db, 'users')
    .select(['t.id', 't.username', 't.name', 't.email', 't.is_active', 't.last_login', ...AUDIT])
    .select(sql<string | null>`(select l.subject from oidc_links l where l.user_id = t.id)`.as('oidc_subject'))
    .select([sql<Role>`t.role`.as('role'), isOnline(sql.ref('t.id')).as('is_online')]);
}

export const userEntity: MasterData<User, 'users'> = {
  name: 'users',
  table: 'users',
  one: (db, id, lock) => {
    const row = userRows(db).where('t.id', '=', id);
    return (lock ? row.forNoKeyUpdate('t') : row).executeTakeFirst();
  },
  label: (user) => user.username,
};

/** Builds the API form of the signed-in user, with its capabilities: those of the role, and of the service token. */
export function signedInUser(user: Omit<Caller, 'tokenHash'>): SignedInUser {
  const { id, username, name, role } = user;
  return {
    id,
    username,
    name,
    role,
    permissions: capabilitiesOf(user),
    ...requiredOf(user),
  };
}

/** The flags of the steps that the user must complete before calls outside /auth. */
export function requiredOf({
  mustChangePassword,
  mustAddSecondFactor,
}: Pick<Caller, 'mustChangePassword' | 'mustAddSecondFactor'>) {
  return {
    ...(mustChangePassword && { password_change_required: true as const }),
    ...(mustAddSecondFactor && { second_factor_required: true as const }),
  };
}
