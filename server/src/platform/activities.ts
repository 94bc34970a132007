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
  const rows = activities.map(
    ({ action, entity_type, entity_id, details, changes = [], user_id = user }) =>
      sql`(${action}, ${entity_type}, ${entity_id}, ${details}, ${JSON.stringify(changes)}::jsonb, ${user_id})`,
  );
  await sql`insert into activities (action, entity_type, entity_id, details, changes, user_id) values ${sql.join(rows)} ${sql.raw(PIPELINED)}`.execute(
    tx,
  );
}
