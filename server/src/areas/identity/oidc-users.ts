/** The users of persons who sign in by OpenID Connect. A user is known by issuer and subject, never by a name or an address. */
import { sql } from 'kysely';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import { UserInput } from '@bobina/contract/identity/users.ts';
import { recordActivities } from '../../platform/activities.ts';
import type { Act } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { Problem } from '../../platform/problem.ts';
import { endSessionsOf, holdUser } from '../../platform/sessions/sessions.ts';
import { hasOtherAdmin } from './guard-users.ts';
import type { OidcPerson, OidcProvider } from './oidc-provider.ts';
import { requireProvider } from './oidc-steps.ts';
import { unknownPassword } from './passwords.ts';
import { removeFactors } from './second-factor.ts';
import { recordSecurityEvent } from './security-events.ts';

interface Linked {
  id: number;
  username: string;
  role: Role;
  works: boolean;
}

/** The user of a person; undefined before its first sign-in. Also a deactivated or deleted one. */
export function userOfPerson(
  db: Db,
  { issuer, subject }: Pick<OidcPerson, 'issuer' | 'subject'>,
): Promise<Linked | undefined> {
  return db
    .selectFrom('oidc_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.username', sql<Role>`u.role`.as('role')])
    .select(sql<boolean>`u.is_active and u.deleted_at is null`.as('works'))
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .executeTakeFirst();
}

/**
 * Creates the user of a person, or gives it the role of its groups. Locks the person, then the user.
 * @returns the id of the user
 * @throws USER_INACTIVE, FORBIDDEN when no group has a role, CODE_EXISTS when another user has the username
 */
export async function findOrCreateUser(tx: Tx, person: OidcPerson, address: string): Promise<number> {
  const key = `oidc ${person.issuer} ${person.subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const found = await userOfPerson(tx, person);
  if (found && !found.works) throw new Problem('USER_INACTIVE', { text: 'USER_DEACTIVATED' });
  const role = await roleOf(tx, person.groups);
  if (role === undefined) throw new Problem('FORBIDDEN', { text: 'OIDC_NO_ROLE' });
  if (!found) return createUserOf(tx, person, role);
  if (found.role !== role) await followRole(tx, found.id, role, address);
  return found.id;
}

/**
 * Links a user to a person of the provider, or ends the link. A deleted user loses the person to another one.
 * @throws FORBIDDEN unless the caller is an administrator, because the person's groups can make the user one;
 * NOT_CONFIGURED, CODE_EXISTS
 */
export async function linkUser(
  act: Act,
  { id, subject }: { id: number; subject: string | null },
  provider: OidcProvider | undefined,
): Promise<void> {
  if (act.user.role !== 'admin') throw new Problem('FORBIDDEN', { text: 'OIDC_LINK_BY_ADMIN' });
  await act.tx.deleteFrom('oidc_links').where('user_id', '=', id).execute();
  if (subject !== null) {
    const { issuer } = requireProvider(provider).settings;
    await sql`
      delete from oidc_links l using users u
      where u.id = l.user_id and u.deleted_at is not null and l.issuer = ${issuer} and l.subject = ${subject}`.execute(
      act.tx,
    );
    await act.tx.insertInto('oidc_links').values({ user_id: id, issuer, subject }).execute();
  }
  // The log does not contain the name of the person, so that it can be erased.
  act.record(subject === null ? 'unlink-provider' : 'link-provider', 'users', id);
}

/** The role of the first group of the setting that the person has. */
async function roleOf(tx: Tx, groups: readonly string[]): Promise<Role | undefined> {
  const { oidc_roles } = await tx
    .selectFrom('settings')
    .select(sql<{ group: string; role: Role }[]>`oidc_roles`.as('oidc_roles'))
    .executeTakeFirstOrThrow();
  return oidc_roles.find(({ group, role }) => groups.includes(group) && ROLES.includes(role))?.role;
}

async function createUserOf(tx: Tx, person: OidcPerson, role: Role): Promise<number> {
  const { username: usernames, name: names } = UserInput.shape;
  const username = [person.username, person.subject].find((text) => usernames.safeParse(text).success);
  if (username === undefined) throw new Problem('FORBIDDEN', { text: 'OIDC_NO_ROLE' });
  const { rows } = await sql`
    select from users where fold_account(username) = fold_account(${username}) and deleted_at is null`.execute(tx);
  if (rows.length > 0) throw new Problem('CODE_EXISTS', { text: 'OIDC_NAME_TAKEN' });
  const { id } = await tx
    .insertInto('users')
    .values({
      username,
      name: names.safeParse(person.name).success ? person.name : username,
      role,
      password_hash: await unknownPassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('oidc_links').values({ user_id: id, issuer: person.issuer, subject: person.subject }).execute();
  await recordActivities(tx, id, [{ action: 'create', entity_type: 'users', entity_id: id, details: username }]);
  return id;
}

/**
 * Sets the role and ends the user's sessions. The last active administrator stays one. A user who becomes an
 * administrator loses every other way to sign in, because a manager without that role could have set it up.
 */
async function followRole(tx: Tx, id: number, role: Role, address: string): Promise<void> {
  await holdUser(tx, id);
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', sql<Role>`role`.as('role')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (user.role === role || (user.role === 'admin' && !(await hasOtherAdmin(tx, id)))) return;
  await tx
    .updateTable('users')
    .set({ role, version: sql`version + 1`, modified_at: sql`now()`, modified_by: null })
    .where('id', '=', id)
    .execute();
  if (role === 'admin') {
    await tx
      .updateTable('users')
      .set({ password_hash: await unknownPassword, must_change_password: false, email: null })
      .where('id', '=', id)
      .execute();
    await removeFactors(tx, id);
    await tx.deleteFrom('service_tokens').where('user_id', '=', id).execute();
  }
  await endSessionsOf(tx, id);
  await recordSecurityEvent(tx, { kind: 'role_changed', user, address, roles: { before: user.role, after: role } });
  await recordActivities(tx, id, [
    {
      action: 'update',
      entity_type: 'users',
      entity_id: id,
      details: `${user.username} · role: ${user.role} → ${role}`,
    },
  ]);
}
