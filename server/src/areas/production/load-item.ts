import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { loadRests, type LoadedReelBatch, type LoadInput } from '@bobina/contract/production/loading.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid, Problem } from '../../platform/problem.ts';
import { lockItem, type OrderLine } from '../orders/index.ts';
import { holdProducts, holdWarehouses } from '../stock/index.ts';
import { readItem } from './items/item-rows.ts';
import { splitLoad, type LoadedBatch, type ProducedBatch } from './load-batches.rules.ts';
import { describeItem, diffProgress, isCompleted } from './items/named-item.ts';
import { operationsOf } from './operations-of.ts';
import { postLoad } from './post-load.ts';
import type { KeptLoad } from './items/kept.ts';

/** Returns the maximum quantity of a load: the greater of the produced and ordered quantities; of a closed line, what was produced. */
export function mostToLoad(item: Pick<OrderLine, 'produced_quantity' | 'quantity' | 'is_closed'>): number {
  const produced = toNumber(item.produced_quantity);
  return item.is_closed ? produced : Math.max(produced, toNumber(item.quantity));
}

/**
 * Returns the batches that a load posts: those of the operations, or a single one if there are none.
 * @param batch replaces all batch numbers
 */
export function batchesToLoad(
  item: Pick<OrderLine, 'order_number' | 'line'>,
  operations: readonly ProducedBatch[],
  quantity: number,
  batch?: string | null,
): LoadedBatch[] {
  const own = {
    batch_number: batch ?? `${item.order_number}-${item.line}`,
    quantity_produced: quantity,
    production_date: operations[0]?.production_date ?? null,
  };
  return splitLoad(batch || operations.length === 0 ? [own] : operations, quantity);
}

/**
 * Loads a completed item into a warehouse, once. Locks the item, locks the product and the warehouse for share, then
 * locks the stock keys.
 * @throws ALREADY_LOADED, INVALID_TRANSITION while it is not completed
 */
export async function loadItem(
  act: Act,
  body: LoadInput,
): Promise<{ movement_ids: string[]; item: ProductionItem; reel_batches: LoadedReelBatch[] }> {
  const checks = new FieldChecks();
  const item = await lockItem(act, body.itemId);
  const product = item && (await holdProducts(act, [item.product_id])).get(item.product_id);
  const warehouses = await holdWarehouses(act, [body.warehouseId]);
  if (!product) checks.add('itemId', 'unknown');
  if (!warehouses.get(body.warehouseId)?.is_active) checks.add('warehouseId', 'unknown');
  checks.done();
  checkLoad(item!, body.quantity);
  const operations = await operationsOf(act.tx, item!.id);
  const batches = batchesToLoad(item!, operations, body.quantity, body.batch_number);
  const movements = await postLoad(act, {
    item: item!,
    warehouse: body.warehouseId,
    batches,
    hasBatch: product!.has_batch,
    forced: false,
    isRenamed: Boolean(body.batch_number),
    path: 'quantity',
  });
  const label = `${describeItem(item!)} · ${body.quantity} ${item!.unit_of_measure}`;
  const after = await readItem(act.tx, item!.id);
  act.record('load', 'production', item!.id, label, null, diffProgress(item!, after));
  act.keep({ movements } satisfies KeptLoad);
  act.changed('customer-orders', item!.order_id);
  return {
    movement_ids: movements.map((number) => `${number}-production`),
    item: after,
    reel_batches: product!.is_reel ? await readReelBatches(act, movements) : [],
  };
}

/** Reads the batches of a load in its order, and whether each is a reel. */
async function readReelBatches(act: Act, movements: readonly number[]): Promise<LoadedReelBatch[]> {
  const { rows } = await sql<LoadedReelBatch>`
    select b.id as batch_id, b.batch_number, exists (select from reels r where r.batch_id = b.id) as is_reel
    from stock_movements m join batches b on b.id = m.batch_id
    where m.id = any(${movements}::integer[]) order by m.id`.execute(act.tx);
  return rows;
}

/**
 * Checks that the item is completed and not loaded, and that the quantity does not exceed production and order.
 * @throws ALREADY_LOADED, INVALID_TRANSITION, 400 on the quantity
 */
function checkLoad(item: OrderLine, quantity: number): void {
  if (decimalOf(item.loaded_quantity).gt(0)) throw new Problem('ALREADY_LOADED');
  if (!isCompleted(item))
    throw new Problem('INVALID_TRANSITION', { fields: [{ path: 'itemId', code: 'notCompleted' }] });
  const most = mostToLoad(item);
  if (quantity > most) throw invalid('quantity', 'over_remaining', { max: most, unit: item.unit_of_measure });
  if (isRefusedFraction(item.unit_of_measure, quantity, loadRests(item.produced_quantity, item.quantity)))
    throw invalid('quantity', 'whole');
}
