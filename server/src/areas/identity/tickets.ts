/** Tickets of sign-ins whose password was right and whose second factor is missing. Only their SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';

const MINUTES = 5;
const MOST_FAILURES = 5;

/** Creates a ticket for a user whose row is locked. @returns the ticket, which is not stored */
export async function createTicket(tx: Tx, userId: number): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await tx
    .insertInto('sign_in_tickets')
    .values({ token_hash: hashOf(ticket), user_id: userId })
    .execute();
  return ticket;
}

/** The user of a ticket, also of a used or late one; undefined for an unknown ticket. */
export async function userOfTicket(db: Db, ticket: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', hashOf(ticket))
    .executeTakeFirst();
  return found?.user_id;
}

/** Locks a ticket. @returns whether it can still sign in */
export async function holdTicket(tx: Tx, ticket: string): Promise<boolean> {
  const found = await tx
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', hashOf(ticket))
    .where('used_at', 'is', null)
    .where('failures', '<', MOST_FAILURES)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(MINUTES)})`)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts a wrong code. The fifth one ends the ticket. */
export async function countFailure(tx: Tx, ticket: string): Promise<void> {
  await tx
    .updateTable('sign_in_tickets')
    .set({ failures: sql`failures + 1` })
    .where('token_hash', '=', hashOf(ticket))
    .execute();
}

/** Marks a ticket as used. */
export async function markTicketUsed(tx: Tx, ticket: string): Promise<void> {
  await tx
    .updateTable('sign_in_tickets')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashOf(ticket))
    .execute();
}

/** Deletes tickets older than an hour. */
export async function deleteOldTickets(db: Db): Promise<void> {
  await db
    .deleteFrom('sign_in_tickets')
    .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute();
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
