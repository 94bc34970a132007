/** The cost of batches that runs made. That of received batches is written by purchasing. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

interface MadeBatch {
  batch_id: number;
  /** In EUR per unit of the product, as the text of a decimal; null: known in part only. */
  unit_cost: string | null;
}

/** Writes the cost of batches that runs made, and of what was split off them. @param gone batches that no run makes any more */
export async function keepRunCosts(
  act: Act,
  { made, gone }: { made: readonly MadeBatch[]; gone: readonly number[] },
): Promise<void> {
  if (gone.length > 0)
    await sql`delete from batch_costs where batch_id = any(${gone}::integer[]) and source = 'run'`.execute(act.tx);
  if (made.length > 0)
    await sql`select keep_run_costs(${made.map(({ batch_id }) => batch_id)}::integer[], ${made.map(({ unit_cost }) => unit_cost)}::numeric[])`.execute(
      act.tx,
    );
}
