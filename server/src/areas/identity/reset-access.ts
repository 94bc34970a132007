import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { recordActivities } from '../../platform/activities.ts';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import { hashPassword } from './passwords.ts';
import { removeFactors } from './second-factor.ts';
import { recordSecurityEvent } from './security-events.ts';

/**
 * Restores access from the server's command line: makes the user an active administrator with a new random password that
 * must be changed, removes its second factor, ends its sessions and deletes its failed sign-ins. Locks the user; written to the activity log.
 * @returns the password
 * @throws Error when there is no such user; the message lists the administrators
 */
export async function resetAccess(db: Db, username: string): Promise<string> {
  const password = randomBytes(16).toString('base64url');
  const password_hash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username', sql<Role>`role`.as('role')])
      .where(sql`fold_account(username)`, '=', sql`fold_account(${username})`)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) {
      const admins = await tx
        .selectFrom('users')
        .select('username')
        .where('role', '=', 'admin')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
      throw new Error(
        `there is no user ${username}; administrators: ${admins.map((admin) => admin.username).join(', ') || 'none'}`,
      );
    }
    await tx
      .updateTable('users')
      .set({
        password_hash,
        must_change_password: true,
        // Only the server's own machine can set it, where it could be set again.
        first_password_expires_at: null,
        is_active: true,
        role: 'admin',
        version: sql`version + 1`,
        modified_at: sql`now()`,
      })
      .where('id', '=', user.id)
      .execute();
    await removeFactors(tx, user.id);
    await endSessionsOf(tx, user.id);
    await tx
      .deleteFrom('sign_in_failures')
      .where('username', '=', sql<string>`fold_account(${username})`)
      .execute();
    if (user.role !== 'admin')
      await recordSecurityEvent(tx, {
        kind: 'role_changed',
        user,
        address: '',
        roles: { before: user.role, after: 'admin' },
      });
    await recordSecurityEvent(tx, { kind: 'password_changed', user, address: '' });
    await recordActivities(tx, user.id, [
      {
        action: 'reset',
        entity_type: 'users',
        entity_id: user.id,
        details: `${user.username}, on the server's machine`,
      },
    ]);
  });
  return password;
}
