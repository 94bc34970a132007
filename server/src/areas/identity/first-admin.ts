import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the user `admin` in a database that has no user yet; several nodes starting at once make one.
 * @param chosen the password to give it; without one a random one is made
 * @returns the password when the user was made
 */
export const createFirstAdmin = async (db: Db, chosen: string | undefined): Promise<string | undefined> => {
  const password = chosen ?? randomBytes(15).toString('base64url');
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
      .values({ username: 'admin', name: 'Amministratore', role: 'admin', password_hash })
      .execute();
    return password;
  });
};
