/** Returns a reel from its run, and undoes a return or a mount. */
import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { RunInput, runs } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { notFound, Problem } from '../../../platform/problem.ts';
import { postMovements, returnReel, undoMount, undoReading } from '../../stock/index.ts';
import { recordRun } from './record-run.ts';
import { insertWaste } from './record-waste.ts';
import { linkRun, relinkRun, unlinkRun } from './link-run.ts';
import { documentOfRun, lockOpenRun, type LockedRun } from './lock-run.ts';
import { readInputs } from './run-rows.ts';

/**
 * Books the used quantity of a mounted reel; the remnant of a finished one is scrap of the run. Locks the run, the product, then the reel and its stock keys.
 * @throws STALE_VERSION, INVALID_TRANSITION when it was returned already or the run is ended, 400 on the measurement
 */
export async function returnInput(
  act: Act,
  { id, inputId, body, version }: HandlerInput<typeof runs.returnInput>,
): Promise<RunInput> {
  const run = await lockOpenRun(act, id);
  const input = await readInput(act, run, inputId);
  requireVersion(input, version);
  if (input.dismounted_at !== null || !input.is_reel) throw new Problem('INVALID_TRANSITION');
  const { splices = null, finish, ...remnant } = body;
  const used = await returnReel(act, {
    batch_id: input.batch_id,
    remnant,
    splices,
    finish: finish === true,
    document: documentOfRun(run),
  });
  await sql`
    update run_inputs set dismounted_at = greatest(clock_timestamp(), mounted_at), quantity = ${used.quantity}, kg = ${used.kg},
      kg_per_unit = ${used.kg_per_unit}, reading_id = ${used.reading_id}, splices = ${splices}, version = version + 1
    where id = ${inputId}`.execute(act.tx);
  if (used.movements.length > 0)
    await act.tx
      .insertInto('run_input_movements')
      .values(used.movements.map((movement_id) => ({ input_id: inputId, movement_id })))
      .execute();
  if (decimalOf(used.scrap_kg).gt(0))
    await insertWaste(act, { run_id: id, kind: 'scrap', kg: used.scrap_kg, input_id: inputId });
  await linkRun(act, id);
  const after = await readInput(act, run, inputId);
  recordRun(act, 'return', run, `${after.batch_number} · ${used.quantity} ${after.unit_of_measure}`, [
    { field: 'used', before: null, after: after.quantity },
  ]);
  return after;
}

/**
 * Undoes the return of a reel: it counts as mounted without interruption, the waste of its remnant is removed, and the
 * links of its run are computed again. Takes the locks of a return.
 * @throws IN_USE when the reel was mounted or used since, INVALID_TRANSITION when it is mounted or the run is ended
 */
export async function removeReturn(act: Act, { id, inputId }: HandlerInput<typeof runs.removeReturn>): Promise<void> {
  const run = await lockOpenRun(act, id);
  const input = await readInput(act, run, inputId);
  if (input.dismounted_at === null || !input.is_reel) throw new Problem('INVALID_TRANSITION');
  await takeReturnBack(act, input, { id: run.machine_id, mounted_at: input.mounted_at });
  await act.tx.deleteFrom('run_input_movements').where('input_id', '=', inputId).execute();
  await sql`
    update run_inputs set dismounted_at = null, quantity = null, kg = null, kg_per_unit = null, reading_id = null, splices = null,
      version = version + 1
    where id = ${inputId}`.execute(act.tx);
  await relinkRun(act, id);
  recordRun(act, 'undo-return', run, input.batch_number, [{ field: 'used', before: input.quantity, after: null }]);
}

/**
 * Undoes a mount with its return, and the links that only it needed. Locks as the return.
 * @throws IN_USE when the reel was mounted or used since, INVALID_TRANSITION when the run is ended
 */
export async function removeInput(act: Act, { id, inputId }: HandlerInput<typeof runs.removeInput>): Promise<void> {
  const run = await lockOpenRun(act, id);
  const input = await readInput(act, run, inputId);
  if (!input.is_reel) await postMovements(act, { lines: [], undone: await movementsOf(act, inputId) });
  else if (input.dismounted_at === null) await undoMount(act, input);
  else await takeReturnBack(act, input);
  await sql`
    update run_inputs set undone_at = clock_timestamp(), undone_by = ${act.user.id}, version = version + 1
    where id = ${inputId}`.execute(act.tx);
  await unlinkRun(act, id);
  recordRun(act, 'undo-mount', run, input.batch_number || input.product_code);
}

async function takeReturnBack(act: Act, input: RunInput, machine?: { id: number; mounted_at: string }): Promise<void> {
  const { reading_id, splices } = await act.tx
    .selectFrom('run_inputs')
    .select(['reading_id', 'splices'])
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow();
  await undoReading(act, {
    batch_id: input.batch_id,
    reading_id: reading_id!,
    movements: await movementsOf(act, input.id),
    splices: splices ?? 0,
    ...(machine && { machine }),
  });
  await act.tx.deleteFrom('run_wastes').where('input_id', '=', input.id).execute();
  await refuseLaterMount(act, input);
}

/** Refuses a reel that was mounted since its return; the act has locked the reel. @throws IN_USE */
async function refuseLaterMount(act: Act, { id, batch_id }: RunInput): Promise<void> {
  const { rows } = await sql`
    select from run_inputs later, run_inputs own
    where own.id = ${id} and later.batch_id = ${batch_id} and later.id <> own.id and later.undone_at is null
      and later.mounted_at >= own.dismounted_at limit 1`.execute(act.tx);
  if (rows.length > 0) throw new Problem('IN_USE');
}

/** Reads an input that was not undone. @throws NOT_FOUND */
async function readInput(act: Act, run: LockedRun, id: number): Promise<RunInput> {
  const [input] = await readInputs(act.tx, { run: run.id, ids: [id] });
  if (!input) throw notFound();
  return input;
}

async function movementsOf(act: Act, input: number): Promise<number[]> {
  const rows = await act.tx
    .selectFrom('run_input_movements')
    .select('movement_id')
    .where('input_id', '=', input)
    .execute();
  return rows.map(({ movement_id }) => movement_id);
}
