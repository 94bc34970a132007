import { sql } from 'kysely';
import type { Act } from './context.ts';
import type { Tx } from './database/db.ts';
import { PIPELINED } from './database/preparing-client.ts';

/**
 * Appends the act's entries to the activity log in its transaction. Pipelined: sent with the next statement or the
 * commit.
 */
export async function recordActivities(tx: Tx, user: number, activities: Act['activities']): Promise<void> {
  if (activities.length === 0) return;
  await sql`${insertion(user, activities)} ${sql.raw(PIPELINED)}`.execute(tx);
}

/**
 * Appends the act's entries to the activity log, as `recordActivities`, in a separate round trip.
 * @returns the ids of the entries, in their order
 */
export async function numberActivities(tx: Tx, user: number, activities: Act['activities']): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${insertion(user, activities)} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

function insertion(user: number, activities: Act['activities']) {
  const rows = activities.map(
    ({
      action,
      entity_type,
      entity_id,
      details,
      user_id = user,
      changes = [],
      kept,
      undoes = null,
      token_name = null,
    }) =>
      sql`(${action}, ${entity_type}, ${entity_id}, ${details}, ${user_id}, ${JSON.stringify(changes)}::jsonb, ${kept ? JSON.stringify(kept) : null}::jsonb, ${undoes}::bigint, ${token_name}::text)`,
  );
  return sql`insert into activities (action, entity_type, entity_id, details, user_id, changes, kept, undoes, token_name) values ${sql.join(rows)}`;
}
