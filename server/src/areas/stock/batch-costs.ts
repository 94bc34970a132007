/** The cost of batches that runs made. That of received batches is written by purchasing. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

interface MadeBatch {
  batch_id: number;
  /** In EUR per unit of the product, as the text of a decimal; null: known in part only. */
  unit_cost: string | null;
}

/**
 * Locks the costs of batches until the act ends, the last of its locks, so that of two runs that make one batch the later
 * act sees both.
 */
export async function lockRunCosts(act: Act, batches: readonly number[]): Promise<void> {
  await sql`
    insert into batch_costs (batch_id, source) select id, 'run' from unnest(${batches}::integer[]) id order by id
    on conflict do nothing`.execute(act.tx);
  await sql`select from batch_costs where batch_id = any(${batches}::integer[]) order by batch_id for update`.execute(
    act.tx,
  );
}

/** Writes the cost of batches that runs made, and of batches split off them. @param gone batches that are no longer an output of any run */
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
