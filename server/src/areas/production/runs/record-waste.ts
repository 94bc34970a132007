import { sql } from 'kysely';
import type { RunWaste, runs, WasteInput, WasteKind } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { notFound } from '../../../platform/problem.ts';
import { recordRun } from './record-run.ts';
import { lockOpenRun } from './lock-run.ts';
import { readWastes } from './run-rows.ts';

/** Records waste of an open run. Locks the run. @throws INVALID_TRANSITION */
export async function recordWaste(act: Act, { id, body }: { id: number; body: WasteInput }): Promise<RunWaste> {
  const run = await lockOpenRun(act, id);
  const waste = await insertWaste(act, { ...body, run_id: id });
  const [read] = await readWastes(act.tx, { run: id, ids: [waste] });
  recordRun(act, 'waste', run, `${read!.kind} · ${read!.kg} kg`);
  return read!;
}

interface NewWaste {
  run_id: number;
  kind: WasteKind;
  kg: number | string;
  reason?: string | null | undefined;
  /** The input whose remnant it is. */
  input_id?: number;
}

/** Writes waste of a run that the act has locked. @returns its id */
export async function insertWaste(act: Act, waste: NewWaste): Promise<number> {
  const { id } = await act.tx
    .insertInto('run_wastes')
    .values({ ...waste, at: sql<string>`clock_timestamp()`, by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a waste of an open run. Locks the run. @throws NOT_FOUND, INVALID_TRANSITION */
export async function removeWaste(act: Act, { id, wasteId }: HandlerInput<typeof runs.removeWaste>): Promise<void> {
  const run = await lockOpenRun(act, id);
  const [waste] = await readWastes(act.tx, { run: id, ids: [wasteId] });
  if (!waste) throw notFound();
  await act.tx.deleteFrom('run_wastes').where('id', '=', wasteId).execute();
  recordRun(act, 'undo-waste', run, `${waste.kind} · ${waste.kg} kg`);
}
