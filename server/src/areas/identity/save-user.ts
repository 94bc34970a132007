import type { User, UserInput, UserUpdate } from '@bobina/contract/identity/users.ts';
import { FIRST_PASSWORD_DAYS } from '@bobina/contract/identity/users.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Act } from '../../platform/context.ts';
import { changeOne, createOne, lockOne, readOne } from '../../platform/master-data.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { endResetLinks, endSessionsOf, holdUser } from '../../platform/sessions/sessions.ts';
import { requireConfirmed } from './require-confirmed.ts';
import type { Named } from './context-words.ts';
import { keepLastAdmin, refuseChangeOfAdmin } from './guard-users.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { linkUser } from './oidc-users.ts';
import { recordSecurityEvent } from './security-events.ts';
import { userEntity } from './users.ts';

/** Creates a user and hashes its password. @throws FORBIDDEN, CODE_EXISTS, VALIDATION */
export async function createUser(act: Act, body: z.infer<typeof UserInput>, provider: OidcProvider | undefined) {
  refuseChangeOfAdmin(act, body.role);
  const must_change_password = body.must_change_password ?? false;
  const user = await createOne(act, userEntity, {
    ...(await withHash(act, body, body)),
    must_change_password,
    first_password_expires_at: firstPasswordExpiry(must_change_password),
  });
  if (!body.oidc_subject) return user;
  await linkUser(act, { id: user.id, subject: body.oidc_subject }, provider);
  return { ...user, oidc_subject: body.oidc_subject };
}

/**
 * Changes a user. A new role, a password set by another user, or a deactivation ends all sessions of the user at once;
 * a new password set by the user ends its other sessions.
 * @throws FORBIDDEN, CODE_EXISTS, IN_USE (the last active admin), STALE_VERSION; CONFIRMATION_REQUIRED for the own
 * password, username, mail address or person of the provider
 */
export async function updateUser(
  act: Act,
  { id, body, version }: { id: number; body: z.infer<typeof UserUpdate>; version?: number | undefined },
  provider: OidcProvider | undefined,
) {
  // Hashing takes long: before the locks.
  const values = await withHash(act, body, { ...(await readOne(act.tx, userEntity, id)), ...body });
  await holdUser(act.tx, id);
  const before = await lockOne(act, userEntity, id, version);
  refuseChangeOfAdmin(act, before.role, body.role);
  if (id === act.user.id && changesAccess(before, body)) await requireConfirmed(act);
  await keepLastAdmin(act, {
    user: before,
    after: { role: body.role ?? before.role, is_active: body.is_active ?? before.is_active },
  });
  const after = await changeOne(act, userEntity, before, values);
  const subject = body.oidc_subject === undefined ? before.oidc_subject : body.oidc_subject || null;
  if (subject !== before.oidc_subject) await linkUser(act, { id, subject }, provider);
  const own = id === act.user.id;
  const event = { user: after, address: act.address, actor: act.user.id };
  if (after.role !== before.role)
    await recordSecurityEvent(act.tx, {
      ...event,
      kind: 'role_changed',
      roles: { before: before.role, after: after.role },
    });
  if (body.password) {
    const must_change_password = body.must_change_password ?? false;
    await act.tx
      .updateTable('users')
      .set({ must_change_password, first_password_expires_at: firstPasswordExpiry(must_change_password) })
      .where('id', '=', id)
      .execute();
    await recordSecurityEvent(act.tx, { ...event, kind: 'password_changed' });
  }
  // Links that were mailed to the former address.
  if (after.email !== before.email) await endResetLinks(act.tx, id);
  if (after.role !== before.role || (before.is_active && !after.is_active)) await endSessionsOf(act.tx, id);
  else if (body.password) await endSessionsOf(act.tx, id, own ? act.user.tokenHash : undefined);
  return { ...after, oidc_subject: subject };
}

/** Whether a body changes how the user signs in, or where a link for a new password is mailed. */
function changesAccess(before: User, body: z.infer<typeof UserUpdate>): boolean {
  const { password, ...given } = body;
  const isOther = (field: 'username' | 'email' | 'oidc_subject') =>
    given[field] !== undefined && (given[field] || null) !== before[field];
  return Boolean(password) || isOther('username') || isOther('email') || isOther('oidc_subject');
}

/** When a password that another user has set ends, if it must be changed. */
function firstPasswordExpiry(mustChange: boolean) {
  return mustChange ? sql<string>`now() + make_interval(days => ${sql.lit(FIRST_PASSWORD_DAYS)})` : null;
}

/** The columns of the fields, without those that are not logged. */
async function withHash(
  act: Act,
  { password, must_change_password: _due, oidc_subject: _person, ...fields }: z.infer<typeof UserUpdate>,
  user: Named,
) {
  const checks = new FieldChecks();
  if (password) await checkPassword(act.tx, { checks, path: 'password', password, user });
  checks.done();
  return { ...fields, ...(password && { password_hash: await hashPassword(password) }) };
}
