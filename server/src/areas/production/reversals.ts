/** How acts of production are undone. A forced completion is not undone. */
import { contract } from '@bobina/contract/contract.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { cannotUndo, holdNamedRows, type LoggedAct, type Reversals } from '../../platform/undo.ts';
import { setForced } from '../orders/index.ts';
import { logOperation, refuseLoaded } from './items/enter-operation.ts';
import type { KeptLoad, KeptOperation, KeptScheduling } from './items/kept.ts';
import { lockItemOfPath, refuseCompleted } from './items/named-item.ts';
import { recordScheduling } from './schedule-item.ts';
import { readScheduling } from './scheduling-rows.ts';
import { lockRun } from './runs/lock-run.ts';
import { recordOperationOutput } from './runs/operation-output.ts';
import { undoBoard } from './undo-board.ts';
import { liveLoadOf, undoLoad } from './undo-load.ts';

export const productionReversals: Reversals = {
  'production.load': { needs: contract.productionLoading.load.needs, needsKept: true, undo: reverseLoad },
  'production.delete-operation': {
    needs: contract.productionOperations.remove.needs,
    needsKept: true,
    undo: produceAgain,
  },
  'production.unschedule': { needs: contract.productionScheduling.remove.needs, needsKept: true, undo: scheduleAgain },
  'production.order-board': { needs: contract.productionScheduling.order.needs, needsKept: true, undo: undoBoard },
};

/** Reverses this load, not a later one of the same item. Locks the item, then the stock keys. */
async function reverseLoad(act: Act, logged: LoggedAct): Promise<void> {
  const { movements } = logged.kept as KeptLoad;
  await lockItemOfPath(act, logged.id);
  const live = await liveLoadOf(act, logged.id);
  if (live.length !== movements.length || live.some((id) => !movements.includes(id))) throw cannotUndo('UNDO_CHANGED');
  await undoLoad(act, logged.id);
}

/** Creates a new operation with the values of a deleted one, and the output of its run while that is open. Locks the item, which must not be loaded. */
async function produceAgain(act: Act, logged: LoggedAct): Promise<void> {
  const { operation, production_date, forced, run_id, kg } = logged.kept as KeptOperation;
  const item = await lockItemOfPath(act, logged.id);
  const run = run_id ? await lockRun(act, run_id) : undefined;
  if (run && run.ended_at !== null) throw cannotUndo('UNDO_CHANGED');
  refuseLoaded(item);
  const { id } = await act.tx
    .insertInto('production_operations')
    .values({ ...operation, production_date, order_item_id: item.id, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (run) await recordOperationOutput(act, { run, item, operation: { ...operation, id, production_date, kg } });
  if (forced) await setForced(act, { id: item.id, forced });
  const details = `${operation.batch_number} · ${operation.quantity_produced}`;
  await logOperation(act, { id, action: 'produce', item, details });
}

/** Creates a new scheduling with the values of a deleted one. Locks the item, then the machine for share. */
async function scheduleAgain(act: Act, logged: LoggedAct): Promise<void> {
  const { scheduling, was_completed } = logged.kept as KeptScheduling;
  const item = await lockItemOfPath(act, logged.id);
  if (!was_completed) refuseCompleted(item);
  await holdNamedRows(act, 'machines', [scheduling.machine_id]);
  if (decimalOf(item.quantity).minus(item.scheduled_quantity).lt(scheduling.quantity_to_produce))
    throw cannotUndo('UNDO_CHANGED');
  const { id } = await act.tx
    .insertInto('production_schedulings')
    .values({ ...scheduling, order_item_id: item.id, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const created = await readScheduling(act.tx, id);
  recordScheduling(act, 'schedule', {
    item,
    scheduling: created,
    changes: diffRecords(null, { schedulings: [created] }),
  });
}
