import { sql } from 'kysely';
import type { Act } from './context.ts';
import type { Tx } from './database/db.ts';
import { PIPELINED } from './database/preparing-client.ts';

/** Writes what an act did into the append-only log, in its own transaction: with the next statement, its commit at the latest. */
export async function recordActivities(tx: Tx, user: number, activities: Act['activities']): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.map(
    ({ action, entity_type, entity_id, details, user_id = user }) =>
      sql`(${action}, ${entity_type}, ${entity_id}, ${details}, ${user_id})`,
  );
  await sql`insert into activities (action, entity_type, entity_id, details, user_id) values ${sql.join(rows)} ${sql.raw(PIPELINED)}`.execute(
    tx,
  );
}
