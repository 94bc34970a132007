import type { Db } from '../../platform/database/db.ts';

/** Whether a user has a confirmed app. */
export async function hasTotp(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
