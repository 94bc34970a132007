import { sql } from 'kysely';
import { descendsFrom } from '@bobina/contract/production/run.rules.ts';
import type { Act } from '../../../platform/context.ts';
import { addLinks, undoLinks, type BatchPair } from '../../stock/index.ts';

/**
 * Writes the links of a run that are missing: of each output to the inputs that it descends from. The act has locked the run.
 */
export async function linkRun(act: Act, run: number): Promise<void> {
  await addLinks(act, { source: 'run', source_id: run, links: await readPairs(act, run) });
}

/**
 * Adapts the links of a run to times that were taken back: writes those that are missing and undoes those that no input and
 * output needs any more. The act has locked the run.
 */
export async function relinkRun(act: Act, run: number): Promise<void> {
  const pairs = await readPairs(act, run);
  await addLinks(act, { source: 'run', source_id: run, links: pairs });
  await undoLinks(act, { source: 'run', source_id: run, standing: pairs });
}

/** Undoes the links of a run that none of its inputs and outputs needs any more. */
export async function unlinkRun(act: Act, run: number): Promise<void> {
  await undoLinks(act, { source: 'run', source_id: run, standing: await readPairs(act, run) });
}

/** Instants in microseconds: two scans in one millisecond are not at the same time. */
async function readPairs(act: Act, run: number): Promise<BatchPair[]> {
  const { rows: inputs } = await sql<{
    batch_id: number;
    is_reel: boolean;
    mounted_at: number;
    dismounted_at: number | null;
  }>`
    select batch_id, is_reel, ${micros('mounted_at')} as mounted_at, ${micros('dismounted_at')} as dismounted_at
    from run_inputs where run_id = ${run} and undone_at is null`.execute(act.tx);
  const { rows: outputs } = await sql<{ batch_id: number; from_at: number; to_at: number }>`
    select batch_id, ${micros('from_at')} as from_at, ${micros('to_at')} as to_at
    from run_outputs where run_id = ${run} and undone_at is null and batch_id is not null`.execute(act.tx);
  return outputs.flatMap((output) =>
    inputs
      .filter((input) => descendsFrom(output, input))
      .map(({ batch_id }) => ({ input: batch_id, output: output.batch_id })),
  );
}

function micros(column: string) {
  return sql<number>`round(extract(epoch from ${sql.ref(column)}) * 1000000)::float8`;
}
