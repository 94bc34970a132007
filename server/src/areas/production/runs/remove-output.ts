import { sql } from 'kysely';
import type { ErrorCode } from '@bobina/contract/core/errors.ts';
import type { runs } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { notFound, Problem } from '../../../platform/problem.ts';
import { postMovements } from '../../stock/index.ts';
import { deleteOperation } from '../items/enter-operation.ts';
import { lockItemOfPath } from '../items/named-item.ts';
import { recordRun } from './record-run.ts';
import { unlinkRun } from './link-run.ts';
import { lockOpenRun } from './lock-run.ts';
import { readOutputs } from './run-rows.ts';

/** Why goods that were used cannot be taken back from stock. */
const USED = new Set<ErrorCode>(['INSUFFICIENT_STOCK', 'REEL_MOUNTED', 'ALREADY_LOADED']);

/**
 * Removes an output: deletes its operation, or reverses the load of its goods. Locks the line, the run, then the stock keys.
 * @throws IN_USE when its goods were used or loaded since, INVALID_TRANSITION when the run is ended
 */
export async function removeOutput(act: Act, { id, outputId }: HandlerInput<typeof runs.removeOutput>): Promise<void> {
  const { rows } = await sql<{ order_item_id: number | null; operation_id: number | null; movement_id: number | null }>`
    select order_item_id, operation_id, movement_id from run_outputs
    where id = ${outputId} and run_id = ${id} and undone_at is null`.execute(act.tx);
  const found = rows[0];
  if (!found) throw notFound();
  if (found.order_item_id) await lockItemOfPath(act, found.order_item_id);
  const run = await lockOpenRun(act, id);
  const [output] = await readOutputs(act.tx, { run: id, ids: [outputId] });
  if (!output) throw notFound();
  if (output.batch_id !== null) await refuseUsed(act, output.batch_id);
  try {
    if (found.operation_id) await deleteOperation(act, found.operation_id);
    else if (found.movement_id) await postMovements(act, { lines: [], undone: [found.movement_id] });
  } catch (error) {
    throw error instanceof Problem && USED.has(error.code) ? new Problem('IN_USE') : error;
  }
  await sql`
    update run_outputs set undone_at = clock_timestamp(), undone_by = ${act.user.id}, version = version + 1
    where id = ${outputId} and undone_at is null`.execute(act.tx);
  await unlinkRun(act, id);
  recordRun(act, 'undo-output', run, [output.product_code, output.batch_number].filter(Boolean).join(' · '));
}

/** Refuses a batch of which something was made, or that is mounted. @throws IN_USE */
async function refuseUsed(act: Act, batch: number): Promise<void> {
  const { rows } = await sql`
    select from batch_links where input_batch = ${batch} and undone_at is null
    union all select from run_inputs where batch_id = ${batch} and undone_at is null limit 1`.execute(act.tx);
  if (rows.length > 0) throw new Problem('IN_USE');
}
