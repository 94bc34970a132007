import { sql } from 'kysely';
import type { RunWaste, runs, WasteInput } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { notFound } from '../../../platform/problem.ts';
import { recordRun } from './record-run.ts';
import { lockOpenRun } from './lock-run.ts';
import { readWastes } from './run-rows.ts';

/** Records waste of an open run. Locks the run. @throws INVALID_TRANSITION */
export async function recordWaste(act: Act, { id, body }: { id: number; body: WasteInput }): Promise<RunWaste> {
  const run = await lockOpenRun(act, id);
  const { id: waste } = await act.tx
    .insertInto('run_wastes')
    .values({ ...body, run_id: id, at: sql<string>`clock_timestamp()`, by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [read] = await readWastes(act.tx, { run: id, ids: [waste] });
  recordRun(act, 'waste', run, `${read!.kind} · ${read!.kg} kg`);
  return read!;
}

/** Takes a waste of an open run back. Locks the run. @throws NOT_FOUND, INVALID_TRANSITION */
export async function removeWaste(act: Act, { id, wasteId }: HandlerInput<typeof runs.removeWaste>): Promise<void> {
  const run = await lockOpenRun(act, id);
  const [waste] = await readWastes(act.tx, { run: id, ids: [wasteId] });
  if (!waste) throw notFound();
  await act.tx.deleteFrom('run_wastes').where('id', '=', wasteId).execute();
  recordRun(act, 'undo-waste', run, `${waste.kind} · ${waste.kg} kg`);
}
