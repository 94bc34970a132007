import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { password as passwordField } from '@bobina/contract/core/fields.ts';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';

/**
 * Creates the user `admin` in a database without users. Concurrent starts of several nodes create only one.
 * @param chosen the password to set; if it is undefined a random one is generated, which must be changed at the first
 * sign-in
 * @returns the password if the user was created
 * @throws Error if there is no user yet and the chosen password breaks the password rules
 */
export async function createFirstAdmin(db: Db, chosen: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from users) as found`.execute(db);
  if (rows[0]!.found) return undefined;
  if (chosen !== undefined) await refuseWeak(chosen);
  const password = chosen ?? randomBytes(16).toString('base64url');
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    const { users } = await tx
      .selectFrom('users')
      .select(sql<number>`count(*)`.as('users'))
      .executeTakeFirstOrThrow();
    if (users > 0) return undefined;
    await tx
      .insertInto('users')
      .values({
        username: 'admin',
        name: 'Amministratore',
        role: 'admin',
        password_hash,
        must_change_password: chosen === undefined,
      })
      .execute();
    return password;
  });
}

async function refuseWeak(chosen: string): Promise<void> {
  if (!passwordField().safeParse(chosen).success)
    throw new Error('ADMIN_PASSWORD must have 8 to 128 characters, without control characters');
  if (await isCommonPassword(chosen))
    throw new Error(
      'ADMIN_PASSWORD is one of the most common passwords: choose another, or leave it unset for a random one',
    );
}
