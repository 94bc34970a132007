import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/**
 * Sets the document number of movements that this act has posted; the number is taken after the stock keys are locked.
 * The ledger entries do not change.
 */
export async function nameMovements(
  act: Act,
  { movements, number }: { movements: readonly number[]; number: string },
): Promise<void> {
  await sql`update stock_movements set document_number = ${number} where id = any(${movements})`.execute(act.tx);
}
