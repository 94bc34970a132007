import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { Weight } from './kg-of-goods.ts';
import type { LockedRun } from './lock-run.ts';

/** An output to write; quantities are exact. */
export interface NewOutput extends Weight {
  product_id: number;
  order_item_id: number | null;
  operation_id: number | null;
  batch_id: number | null;
  quantity: number | string;
  movement_id?: number | undefined;
}

/**
 * Writes outputs that were made at the same time: from the end of the previous output, or the start of the run, until now.
 * The act has locked the run. @param isLater they were made on another day, so that their interval has no length
 * @returns their ids
 */
export async function writeOutputs(
  act: Act,
  run: LockedRun,
  { outputs, isLater = false }: { outputs: readonly NewOutput[]; isLater?: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ from_at: string; to_at: string }>`
    select from_at::text, case when ${isLater} then from_at else greatest(clock_timestamp(), from_at) end::text as to_at from (
      select coalesce(max(o.to_at), ${run.started_at}::timestamptz) as from_at
      from run_outputs o where o.run_id = ${run.id} and o.undone_at is null
    ) previous`.execute(act.tx);
  const made = await act.tx
    .insertInto('run_outputs')
    .values(outputs.map((output) => ({ ...output, ...rows[0]!, run_id: run.id, created_by: act.user.id })))
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}
