import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { Weight } from './kg-of-goods.ts';
import { relinkRun } from './link-run.ts';
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
 * If outputs were undone since, from the start of the first of them, because these may be the same goods, entered again.
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
      select least(last.to_at, (
        select min(u.from_at) from run_outputs u where u.run_id = ${run.id} and u.undone_at >= last.to_at
      )) as from_at
      from (
        select coalesce(max(o.to_at), ${run.started_at}::timestamptz) as to_at
        from run_outputs o where o.run_id = ${run.id} and o.undone_at is null
      ) last
    ) previous`.execute(act.tx);
  const made = await act.tx
    .insertInto('run_outputs')
    .values(outputs.map((output) => ({ ...output, ...rows[0]!, run_id: run.id, created_by: act.user.id })))
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/**
 * Undoes an output and its links. The next outputs take over its interval: what was on the machine then is in them. The act
 * has locked the run.
 */
export async function undoOutput(act: Act, { id, run }: { id: number; run: number }): Promise<void> {
  await sql`
    with undone as (
      update run_outputs set undone_at = clock_timestamp(), undone_by = ${act.user.id}, version = version + 1
      where id = ${id} and undone_at is null returning id, run_id, from_at, to_at
    )
    update run_outputs t set from_at = undone.from_at
    from undone
    where t.run_id = undone.run_id and t.undone_at is null and t.from_at = undone.to_at and t.from_at < t.to_at
      -- Others that were made in the same act still end there.
      and not exists (
        select from run_outputs o
        where o.run_id = undone.run_id and o.id <> undone.id and o.undone_at is null and o.to_at = undone.to_at and o.from_at < o.to_at)`.execute(
    act.tx,
  );
  await relinkRun(act, run);
}
