import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { MountInput, RunInput } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { consumeBatch, mountReel, scanCode } from '../../stock/index.ts';
import { recordRun } from './record-run.ts';
import { linkRun } from './link-run.ts';
import { documentOfRun, lockOpenRun, type LockedRun } from './lock-run.ts';
import { kgOfGoods } from './kg-of-goods.ts';
import { readInputs } from './run-rows.ts';
import { warnMount } from './warn-mount.ts';

interface Batch {
  id: number;
  product_id: number;
  batch_number: string;
  is_reel: boolean;
}

/**
 * Mounts a reel, or books the quantity of another batch. Locks the run, the product, then the batch and its stock keys.
 * @throws ON_HOLD, REEL_MOUNTED, INSUFFICIENT_STOCK, INVALID_TRANSITION when the run is ended
 */
export async function mountBatch(act: Act, { id, body }: { id: number; body: MountInput }): Promise<RunInput> {
  const run = await lockOpenRun(act, id);
  const batch = await findBatch(act, body);
  if (!batch.is_reel && !body.quantity) throw invalid('quantity', 'required');
  const input = batch.is_reel ? await mount(act, run, batch) : await consume(act, run, { batch, body });
  await linkRun(act, id);
  await warnMount(act, run, batch);
  const [read] = await readInputs(act.tx, { run: id, ids: [input] });
  const used = batch.is_reel ? '' : ` · ${body.quantity} ${read!.unit_of_measure}`;
  recordRun(act, 'mount', run, `${batch.batch_number || read!.product_code}${used}`);
  return read!;
}

async function findBatch(act: Act, { batch_id, code }: MountInput): Promise<Batch> {
  const path = batch_id ? 'batch_id' : 'code';
  if (!batch_id && !code) throw invalid('batch_id', 'required');
  const id = batch_id ?? (await scanned(act, code!));
  const { rows } = await sql<Batch>`
    select b.id, b.product_id, b.batch_number, exists (select from reels r where r.batch_id = b.id) as is_reel
    from batches b join products p on p.id = b.product_id and p.deleted_at is null where b.id = ${id}`.execute(act.tx);
  if (!rows[0]) throw invalid(path, 'unknown');
  return rows[0];
}

/** Finds the batch of a code; of several, the only one in stock. @throws 400 on the code */
async function scanned(act: Act, code: string): Promise<number> {
  const found = await scanCode(act.tx, code).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'NOT_FOUND' ? invalid('code', 'unknown') : error;
  });
  const inStock = found.length > 1 ? found.filter(({ quantity }) => quantity > 0) : found;
  if (inStock.length !== 1) throw invalid('code', 'several');
  return inStock[0]!.batch_id;
}

async function mount(act: Act, run: LockedRun, batch: Batch): Promise<number> {
  await mountReel(act, { batch_id: batch.id, machine_id: run.machine_id });
  const { id } = await act.tx
    .insertInto('run_inputs')
    .values({
      run_id: run.id,
      batch_id: batch.id,
      is_reel: true,
      mounted_at: sql<string>`(select mounted_at from reels where batch_id = ${batch.id})`,
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function consume(
  act: Act,
  run: LockedRun,
  { batch, body: { quantity, warehouse_id } }: { batch: Batch; body: MountInput },
): Promise<number> {
  const movement_id = await consumeBatch(act, {
    batch,
    quantity: quantity!,
    warehouse_id: warehouse_id ?? null,
    document: documentOfRun(run),
  });
  const used = decimalOf(quantity!).toFixed();
  const { id } = await act.tx
    .insertInto('run_inputs')
    .values({
      run_id: run.id,
      batch_id: batch.id,
      is_reel: false,
      mounted_at: sql<string>`clock_timestamp()`,
      quantity: used,
      ...(await kgOfGoods(act, { product_id: batch.product_id, quantity: used })),
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await act.tx.insertInto('run_input_movements').values({ input_id: id, movement_id }).execute();
  return id;
}
