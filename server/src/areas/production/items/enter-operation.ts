import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { isFractionOutside } from '@bobina/contract/core/whole.rules.ts';
import type {
  Operation,
  OperationDone,
  OperationInput,
  productionOperations,
} from '@bobina/contract/production/operations.ts';
import type { FieldChange } from '@bobina/contract/system/history.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { describeChanges, requireVersion } from '../../../platform/master-data.ts';
import { FieldChecks, invalid, Problem } from '../../../platform/problem.ts';
import { setForced, type OrderLine } from '../../orders/index.ts';
import { companyToday } from '../../registry/index.ts';
import { refuseReelCodes } from '../../stock/index.ts';
import { readItem } from './item-rows.ts';
import type { KeptOperation } from './kept.ts';
import { describeItem, diffProgress, lockNamedItem, refuseCompleted } from './named-item.ts';
import { lockOperation, readOperation } from './operation-rows.ts';
import { isOverProduced } from './over-production.rules.ts';
import {
  changeOperationOutput,
  lockRunOfLine,
  recordOperationOutput,
  undoOperationOutput,
} from '../runs/operation-output.ts';

interface Entered {
  id: number;
  action: string;
  item: OrderLine;
  details: string;
  /** The operation before its change. */
  before?: Operation;
  /** Announces nothing, because the same act logs further operations of the line. */
  isQuiet?: boolean;
}

/**
 * Enters the production of an item, and the output of the run that it belongs to. Locks the item, then the run; the database
 * updates the status. @throws ITEM_COMPLETED, INVALID_TRANSITION for an ended run, 400 for the code of a reel
 */
export async function createOperation(act: Act, { run_id, ...body }: OperationInput): Promise<OperationDone> {
  const item = await lockNamedItem(act, { id: body.order_item_id, path: 'order_item_id' });
  const run = await lockRunOfLine(act, { item, run_id });
  const production_date = await noFuture(act, body.production_date);
  refuseFraction(item, body.quantity_produced);
  refuseCompleted(item);
  await refuseReelCodes(act, { numbers: [body.batch_number] });
  const id = await insertOperation(act, { ...body, production_date });
  if (run) await recordOperationOutput(act, { run, item, operation: { ...body, id, production_date } });
  return logOperation(act, {
    id,
    action: 'produce',
    item,
    details: `${body.batch_number} · ${body.quantity_produced}`,
  });
}

/**
 * Changes an operation of an item that is not loaded, and the output of its run. Locks the item, then the run; the status
 * follows. @throws ALREADY_LOADED, STALE_VERSION, IN_USE when the run is ended, or for a new batch number of an output
 */
export async function updateOperation(
  act: Act,
  { id, body: { order_item_id, run_id: _run, ...body }, version }: HandlerInput<typeof productionOperations.update>,
): Promise<OperationDone> {
  const { item, operation } = await lockOperation(act, id);
  requireVersion(operation, version);
  const checks = new FieldChecks();
  if (order_item_id !== undefined && order_item_id !== item.id) checks.add('order_item_id', 'unknown');
  checks.done();
  if (body.production_date !== undefined) await noFuture(act, body.production_date);
  if (body.quantity_produced !== undefined) refuseFraction(item, body.quantity_produced, operation.quantity_produced);
  refuseLoaded(item);
  if (body.batch_number !== undefined && body.batch_number !== operation.batch_number)
    await refuseReelCodes(act, { numbers: [body.batch_number] });
  await changeOperationOutput(act, { before: operation, change: body });
  await act.tx
    .updateTable('production_operations')
    .set({ ...body, version: operation.version + 1, modified_at: sql<string>`now()`, modified_by: act.user.id })
    .where('id', '=', id)
    .execute();
  const details = describeChanges(operation, body);
  return logOperation(act, { id, action: 'update-operation', item, details, before: operation });
}

/**
 * Deletes an operation of an item that is not loaded, and resets a forced completion, so that errors can be corrected.
 * Undoes the output of its run. Locks the item, then the run; the status follows.
 * @throws ALREADY_LOADED, IN_USE when the run is ended
 */
export async function deleteOperation(act: Act, id: number): Promise<void> {
  const { item, operation } = await lockOperation(act, id);
  refuseLoaded(item);
  const { rows } = await sql<{ forced: boolean }>`
    select forced from customer_order_items where id = ${item.id}`.execute(act.tx);
  const output = await undoOperationOutput(act, id);
  await act.tx.deleteFrom('production_operations').where('id', '=', id).execute();
  await setForced(act, { id: item.id, forced: false });
  const details = `${operation.batch_number} · ${operation.quantity_produced}`;
  recordOperation(act, 'delete-operation', item, details, [
    ...diffRecords({ operations: [operation] }, null),
    ...diffProgress(item, await readItem(act.tx, item.id)),
  ]);
  const { batch_number, quantity_produced, is_completed, notes, production_date } = operation;
  act.keep({
    operation: { batch_number, quantity_produced, is_completed, notes },
    production_date,
    forced: rows[0]!.forced,
    run_id: output?.run.id ?? null,
    kg: output?.kg ?? null,
  } satisfies KeptOperation);
}

/** Inserts an operation of an item that the act has locked. @returns its id */
export async function insertOperation(
  act: Act,
  operation: Omit<OperationInput, 'run_id' | 'quantity_produced' | 'production_date'> & {
    quantity_produced: number | string;
    production_date: string;
  },
): Promise<number> {
  const { id } = await act.tx
    .insertInto('production_operations')
    .values({ ...operation, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Refuses changes of an item that is in the warehouse. @throws ALREADY_LOADED */
export function refuseLoaded({ loaded_quantity }: OrderLine): void {
  if (toNumber(loaded_quantity) > 0) throw new Problem('ALREADY_LOADED');
}

/**
 * Logs an operation and reads it with the current item; adds a notice when production exceeds the order by more than
 * 10 %.
 */
export async function logOperation(
  act: Act,
  { id, action, item: line, details, before, isQuiet = false }: Entered,
): Promise<OperationDone> {
  const operation = await readOperation(act.tx, id);
  const item = await readItem(act.tx, operation.order_item_id);
  recordOperation(act, action, line, details, [
    ...diffRecords(before ? { operations: [before] } : null, { operations: [operation] }),
    ...diffProgress(line, item),
  ]);
  if (!isQuiet && isOverProduced(item.total_produced, item.quantity))
    act.warn('over_production', { produced: item.total_produced, ordered: item.quantity }, 'quantity_produced');
  return { ...operation, item };
}

async function noFuture(act: Act, day: string | undefined): Promise<string> {
  const today = await companyToday(act.tx);
  if (day !== undefined && day > today) throw invalid('production_date', 'future');
  return day ?? today;
}

/**
 * Refuses a fractional quantity of any unit, except the stored value and exactly the quantity left to produce.
 * @throws 400 on the quantity
 * @param held the stored quantity of this operation
 */
function refuseFraction(item: OrderLine, quantity: number, held = 0): void {
  const rest = decimalOf(item.quantity).minus(item.produced_quantity).plus(held);
  if (isFractionOutside(quantity, [held, rest])) throw invalid('quantity_produced', 'whole');
}

function recordOperation(
  act: Act,
  action: string,
  item: OrderLine,
  details: string,
  changes: readonly FieldChange[],
): void {
  act.record(action, 'production', item.id, [describeItem(item), details].filter(Boolean).join(' · '), null, changes);
  act.changed('customer-orders', item.order_id);
}
