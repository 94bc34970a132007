import type { Act } from './context.ts';
import type { Tx } from './database/db.ts';

/** Writes what an act did into the append-only log, in its own transaction. */
export const recordActivities = async (tx: Tx, user: number, activities: Act['activities']): Promise<void> => {
  if (activities.length === 0) return;
  await tx
    .insertInto('activities')
    .values(activities.map(({ user_id = user, ...entry }) => ({ ...entry, user_id })))
    .execute();
};
