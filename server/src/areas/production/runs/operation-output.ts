/** The outputs of runs that are operations of order lines. The act has locked the line. */
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import type { OrderLine } from '../../orders/index.ts';
import { companyToday } from '../../registry/index.ts';
import { correctNewReel, holdProducts, nameBatches } from '../../stock/index.ts';
import { kgOfGoods } from './kg-of-goods.ts';
import { linkRun, unlinkRun } from './link-run.ts';
import { lockOpenRun, lockRun, type LockedRun } from './lock-run.ts';
import { writeOutputs } from './write-outputs.ts';

/**
 * Locks the run that an operation belongs to: the named one, else the only open run of the line.
 * @throws 400 on an unknown run, INVALID_TRANSITION for an ended one
 */
export async function lockRunOfLine(
  act: Act,
  { item, run_id }: { item: OrderLine; run_id?: number | null | undefined },
): Promise<LockedRun | undefined> {
  if (run_id)
    return lockOpenRun(act, run_id).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'NOT_FOUND' ? invalid('run_id', 'unknown') : error;
    });
  const rows = await act.tx
    .selectFrom('production_runs')
    .select('id')
    .where('order_item_id', '=', item.id)
    .where('ended_at', 'is', null)
    .limit(2)
    .execute();
  if (rows.length !== 1) return undefined;
  const run = await lockRun(act, rows[0]!.id);
  // Ended while this act waited for it.
  return run.ended_at === null ? run : undefined;
}

/** An operation as its output needs it. */
interface Made {
  id: number;
  batch_number: string;
  quantity_produced: number | string;
  production_date: string;
  /** Its weight, if it is known. */
  kg?: string | null | undefined;
}

/** Writes the output of a new operation, and its links. The act has locked the run. */
export async function recordOperationOutput(
  act: Act,
  { run, item, operation }: { run: LockedRun; item: OrderLine; operation: Made },
): Promise<void> {
  const { product_id } = item;
  const product = (await holdProducts(act, [product_id])).get(product_id);
  const { batch_number, quantity_produced } = operation;
  const [batch_id] = product?.has_batch ? await nameBatches(act, { product_id, batches: [{ batch_number }] }) : [];
  await writeOutputs(act, run, {
    isLater: operation.production_date !== (await companyToday(act.tx)),
    outputs: [
      {
        product_id,
        order_item_id: item.id,
        operation_id: operation.id,
        batch_id: batch_id ?? null,
        quantity: quantity_produced,
        ...(operation.kg
          ? { kg: operation.kg, kg_per_unit: null }
          : await kgOfGoods(act, { product_id, quantity: quantity_produced })),
      },
    ],
  });
  await linkRun(act, run.id);
}

/** Takes over a new quantity of an operation. @throws IN_USE for a new batch number, or when the run is ended */
export async function changeOperationOutput(
  act: Act,
  {
    before,
    change,
  }: {
    before: Made;
    change: { batch_number?: string | undefined; quantity_produced?: number | undefined };
  },
): Promise<void> {
  const isRenamed = change.batch_number !== undefined && change.batch_number !== before.batch_number;
  const isOther = change.quantity_produced !== undefined && change.quantity_produced !== before.quantity_produced;
  if (!isRenamed && !isOther) return;
  const output = await lockOutput(act, before.id);
  if (!output) return;
  if (isRenamed || output.run.ended_at !== null) throw new Problem('IN_USE');
  // A weight that was typed changes in proportion.
  await sql`
    update run_outputs set quantity = ${change.quantity_produced}, version = version + 1,
      kg = round(coalesce(kg_per_unit, kg::numeric / quantity) * ${change.quantity_produced}::numeric, 5)
    where id = ${output.id}`.execute(act.tx);
  if (output.batch_id !== null)
    await correctNewReel(act, { batch_id: output.batch_id, quantity: change.quantity_produced! });
  act.changed('runs', output.run.id);
}

/** Undoes the output of an operation that is deleted. @returns its run and weight @throws IN_USE when the run is ended */
export async function undoOperationOutput(
  act: Act,
  operation: number,
): Promise<{ run: LockedRun; kg: string | null } | undefined> {
  const output = await lockOutput(act, operation);
  if (!output) return undefined;
  if (output.run.ended_at !== null) throw new Problem('IN_USE');
  await sql`
    update run_outputs set undone_at = clock_timestamp(), undone_by = ${act.user.id}, version = version + 1
    where id = ${output.id}`.execute(act.tx);
  await unlinkRun(act, output.run.id);
  act.changed('runs', output.run.id);
  return output;
}

interface LockedOutput {
  id: number;
  batch_id: number | null;
  kg: string | null;
  run: LockedRun;
}

async function lockOutput(act: Act, operation: number): Promise<LockedOutput | undefined> {
  const row = await act.tx
    .selectFrom('run_outputs')
    .select(['id', 'run_id', 'batch_id', 'kg'])
    .where('operation_id', '=', operation)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { run_id, ...output } = row;
  return { ...output, run: await lockRun(act, run_id) };
}
