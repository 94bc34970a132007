import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { OrderLine } from '../orders/index.ts';
import { companyToday } from '../registry/index.ts';
import { addLinks, postMovements, refuseReelCodes } from '../stock/index.ts';
import type { LoadedBatch } from './load-batches.rules.ts';

interface Load {
  warehouse: number;
  batches: readonly LoadedBatch[];
  hasBatch: boolean;
  forced: boolean;
  /** Whether one batch number replaces those of the operations. */
  isRenamed: boolean;
  /** The request path of the quantity. */
  path: string;
}

/**
 * Posts the load of a line into a warehouse on the booking day: one movement per batch, or a single one when the
 * product is not managed by batch. The caller has locked the line and, for share, the warehouse.
 * @returns the movement numbers
 * @throws 400 `batch_number` for the code of a reel that no run made for the line
 */
export async function postLoad(
  act: Act,
  { item, warehouse, batches, hasBatch, forced, isRenamed, path }: Load & { item: OrderLine },
): Promise<number[]> {
  const quantity = sum(batches.map((batch) => decimalOf(batch.quantity))).toFixed();
  if (hasBatch)
    await refuseReelCodes(act, {
      numbers: batches.map(({ batch_number }) => batch_number).filter((number) => number !== null),
      except: await batchesOfRuns(act, item.id),
    });
  const { id } = await act.tx
    .insertInto('production_loads')
    .values({ order_item_id: item.id, warehouse_id: warehouse, quantity, forced, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const movement_date = await companyToday(act.tx);
  const parts: readonly LoadedBatch[] = hasBatch ? batches : [{ batch_number: null, quantity, production_date: null }];
  const movements = await postMovements(act, {
    lines: parts.map((part) => ({
      ...part,
      keep_dates: true,
      movement_type: 'C',
      source_type: 'PRD',
      movement_date,
      product_id: item.product_id,
      warehouse_id: warehouse,
      document_id: item.order_id,
      document_number: item.order_number,
      paths: { quantity: path, batch_number: 'batch_number' },
    })),
  });
  await act.tx
    .insertInto('production_load_movements')
    .values(movements.map((movement_id) => ({ load_id: id, movement_id })))
    .execute();
  if (isRenamed) await linkLoad(act, { load: id, item: item.id, movements });
  return movements;
}

/** Links the batches that runs made of a line to a load under another batch number, so that the trace passes through it. */
async function linkLoad(
  act: Act,
  { load, item, movements }: { load: number; item: number; movements: readonly number[] },
): Promise<void> {
  const made = await batchesOfRuns(act, item);
  const { rows } = await sql<{ batch_id: number }>`
    select distinct batch_id from stock_movements where id = any(${movements}::integer[])`.execute(act.tx);
  const links = made.flatMap((input) => rows.map(({ batch_id: output }) => ({ input, output })));
  await addLinks(act, { source: 'load', source_id: load, links });
}

/** The batches that runs made of a line. */
async function batchesOfRuns(act: Act, item: number): Promise<number[]> {
  const { rows } = await sql<{ batch_id: number }>`
    select distinct batch_id from run_outputs
    where order_item_id = ${item} and operation_id is not null and undone_at is null and batch_id is not null`.execute(
    act.tx,
  );
  return rows.map(({ batch_id }) => batch_id);
}
