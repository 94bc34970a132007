import { sql } from 'kysely';
import type { User } from '@bobina/contract/identity/users.ts';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { capabilitiesOf, type Role } from '@bobina/contract/core/permissions.ts';
import type { Caller } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { AUDIT, registerRows, type MasterData } from '../../platform/master-data.ts';
import { isOnline } from '../../platform/sessions/sessions.ts';

/** Users as they are answered: never a password or its hash. */
export function userRows(db: Db) {
  return registerRows(db, 'users')
    .select(['t.id', 't.username', 't.name', 't.is_active', 't.last_login', ...AUDIT])
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

export function signedInUser({ id, username, name, role }: Omit<Caller, 'tokenHash'>): SignedInUser {
  return {
    id,
    username,
    name,
    role,
    permissions: capabilitiesOf(role),
  };
}
