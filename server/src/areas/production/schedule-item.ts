import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { Scheduling, SchedulingInput, productionScheduling } from '@bobina/contract/production/scheduling.ts';
import { parseTime } from '@bobina/contract/production/time.rules.ts';
import type { FieldChange } from '@bobina/contract/system/history.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges, requireVersion } from '../../platform/master-data.ts';
import { FieldChecks } from '../../platform/problem.ts';
import type { OrderLine } from '../orders/index.ts';
import type { KeptScheduling } from './items/kept.ts';
import { describeItem, isCompleted, lockNamedItem, refuseCompleted } from './items/named-item.ts';
import { lockScheduling, readScheduling } from './scheduling-rows.ts';

/**
 * Schedules an item, or a part of it, on a machine. Locks the item, then the machine for share. @throws ITEM_COMPLETED
 */
export async function createScheduling(act: Act, body: SchedulingInput): Promise<Scheduling> {
  const item = await lockNamedItem(act, { id: body.order_item_id, path: 'order_item_id' });
  refuseCompleted(item);
  const checks = new FieldChecks();
  await checkMachine(act, checks, body.machine_id);
  checkQuantity(checks, item, body.quantity_to_produce, 0);
  checks.done();
  const { id } = await act.tx
    .insertInto('production_schedulings')
    .values({ ...body, production_minutes: parseTime(body.production_time)!, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const scheduling = await readScheduling(act.tx, id);
  recordScheduling(act, 'schedule', { item, scheduling, changes: diffRecords(null, { schedulings: [scheduling] }) });
  return scheduling;
}

/**
 * Changes a scheduling; a new machine puts it at the end. Locks its item, then a new machine for share.
 * @throws ITEM_COMPLETED, STALE_VERSION
 */
export async function updateScheduling(
  act: Act,
  { id, body, version }: HandlerInput<typeof productionScheduling.update>,
): Promise<Scheduling> {
  const { item, scheduling } = await lockScheduling(act, id);
  requireVersion(scheduling, version);
  refuseCompleted(item);
  const checks = new FieldChecks();
  const moves = body.machine_id !== undefined && body.machine_id !== scheduling.machine_id;
  if (moves) await checkMachine(act, checks, body.machine_id!);
  if (body.quantity_to_produce !== undefined)
    checkQuantity(checks, item, body.quantity_to_produce, scheduling.quantity_to_produce);
  checks.done();
  await act.tx
    .updateTable('production_schedulings')
    .set({
      ...body,
      ...(body.production_time !== undefined && { production_minutes: parseTime(body.production_time)! }),
      ...(moves && { position: null }),
      version: scheduling.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
  const after = await readScheduling(act.tx, id);
  recordScheduling(act, 'update-scheduling', {
    item,
    scheduling: after,
    details: describeChanges(scheduling, body),
    changes: diffRecords({ schedulings: [scheduling] }, { schedulings: [after] }),
  });
  return after;
}

/** Removes an item from a machine, in any state of the item. Locks the item. */
export async function deleteScheduling(act: Act, id: number): Promise<void> {
  const { item, scheduling } = await lockScheduling(act, id);
  await act.tx.deleteFrom('production_schedulings').where('id', '=', id).execute();
  recordScheduling(act, 'unschedule', { item, scheduling, changes: diffRecords({ schedulings: [scheduling] }, null) });
  const { machine_id, quantity_to_produce, production_time, production_minutes, notes, position } = scheduling;
  act.keep({
    scheduling: { machine_id, quantity_to_produce, production_time, production_minutes, notes, position },
    was_completed: isCompleted(item),
  } satisfies KeptScheduling);
}

/** A scheduling that was written, its order line, and further details for the activity log. */
interface SchedulingActivity {
  item: OrderLine;
  scheduling: Scheduling;
  details?: string;
  changes: readonly FieldChange[];
}

/** Logs an act on a scheduling with its item. */
export function recordScheduling(
  act: Act,
  action: string,
  { item, scheduling, details = '', changes }: SchedulingActivity,
): void {
  const { machine_code, quantity_to_produce } = scheduling;
  act.record(
    action,
    'production',
    item.id,
    [describeItem(item), machine_code, quantity_to_produce, details].filter(Boolean).join(' · '),
    null,
    changes,
  );
  act.changed('customer-orders', item.order_id);
}

/** Locks the machine for share; it must exist and be active. */
async function checkMachine(act: Act, checks: FieldChecks, id: number): Promise<void> {
  const { rows } =
    await sql`select 1 from machines where id = ${id} and is_active and deleted_at is null for share`.execute(act.tx);
  if (rows.length === 0) checks.add('machine_id', 'unknown');
}

/**
 * Checks that the quantity does not exceed the remainder (excluding this scheduling), and is whole for counted units.
 * @param held the stored quantity of this scheduling
 */
function checkQuantity(checks: FieldChecks, item: OrderLine, quantity: number, held: number): void {
  const remaining = decimalOf(item.quantity).minus(item.scheduled_quantity).plus(held);
  if (remaining.lt(quantity))
    checks.add('quantity_to_produce', 'over_remaining', {
      max: toNumber(remaining.lt(0) ? '0' : remaining),
      unit: item.unit_of_measure,
    });
  else if (isRefusedFraction(item.unit_of_measure, quantity, [held, remaining]))
    checks.add('quantity_to_produce', 'whole');
}
