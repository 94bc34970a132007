import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/**
 * Gives the movements that this act has booked the number of their document, which is taken after the stock keys are
 * locked. What they moved is told by their entries, which stay.
 */
export async function nameMovements(act: Act, movements: readonly number[], number: string): Promise<void> {
  await sql`update stock_movements set document_number = ${number} where id = any(${movements})`.execute(act.tx);
}
