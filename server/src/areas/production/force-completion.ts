import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { CompletionPreview } from '@bobina/contract/production/loading.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { invalid, notFound, Problem } from '../../platform/problem.ts';
import { setForced, type OrderLine } from '../orders/index.ts';
import { companyToday } from '../registry/index.ts';
import { holdProducts, holdWarehouses } from '../stock/index.ts';
import { readItem } from './items/item-rows.ts';
import { planCompletion, type Completion } from './load-batches.rules.ts';
import { describeItem, diffProgress, isCompleted, lockItemOfPath } from './items/named-item.ts';
import { operationsOf } from './operations-of.ts';
import { pickWarehouse } from './items/pick-warehouse.ts';
import { postLoad } from './post-load.ts';
import { lockRunOfLine, recordOperationOutput } from './runs/operation-output.ts';

/**
 * Returns the quantity and warehouse that a forced completion of an item would load.
 * @throws NOT_FOUND, ALREADY_COMPLETED
 */
export async function previewCompletion(db: Db, id: number): Promise<CompletionPreview> {
  const { rows } = await sql<OrderLine & { has_batch: boolean }>`
    select t.id, o.order_number, t.position + 1 as line, t.product_id, p.code, p.unit_of_measure, p.has_batch,
      t.quantity, t.produced_quantity, t.loaded_quantity, t.production_status, t.closed_at is not null as is_closed
    from customer_order_items t join customer_orders o on o.id = t.order_id and o.deleted_at is null join products p on p.id = t.product_id
    where t.id = ${id}`.execute(db);
  const item = rows[0];
  if (!item) throw notFound();
  if (isCompleted(item)) throw new Problem('ALREADY_COMPLETED');
  const plan = await planOf(db, item);
  const batches = item.has_batch
    ? plan.batches
    : plan.batches.length > 0
      ? [{ batch_number: null, quantity: plan.quantity }]
      : [];
  const warehouse = await pickWarehouse(db, item.product_id);
  return {
    item_id: id,
    order_number: item.order_number,
    code: item.code,
    unit_of_measure: item.unit_of_measure,
    quantity: toNumber(plan.quantity),
    batch_number: batches[0]?.batch_number ?? null,
    batches: batches.map(({ batch_number, quantity }) => ({ batch_number, quantity: toNumber(quantity) })),
    warehouse_id: warehouse?.id ?? null,
    warehouse_name: warehouse?.name ?? null,
  };
}

/**
 * Completes an item in its current state and loads the part that is not loaded, in one transaction. Locks the item,
 * the only open run of it, locks the product and the warehouse for share, then locks the stock keys.
 * @throws ALREADY_COMPLETED
 */
export async function forceCompletion(
  act: Act,
  { id, warehouse_id: warehouse }: { id: number; warehouse_id?: number | null },
): Promise<ProductionItem> {
  const item = await lockItemOfPath(act, id);
  if (isCompleted(item)) throw new Problem('ALREADY_COMPLETED');
  const run = await lockRunOfLine(act, { item });
  const product = (await holdProducts(act, [item.product_id])).get(item.product_id);
  if (!product) throw notFound();
  const plan = await planOf(act.tx, item);
  const operations: object[] = [];
  if (plan.operation) {
    const { batch_number, quantity_produced, production_date } = plan.operation;
    const operation = {
      order_item_id: id,
      batch_number,
      quantity_produced,
      production_date: production_date!,
      is_completed: true,
      created_by: act.user.id,
    };
    const { id: made } = await act.tx
      .insertInto('production_operations')
      .values(operation)
      .returning('id')
      .executeTakeFirstOrThrow();
    if (run) await recordOperationOutput(act, { run, item, operation: { ...operation, id: made } });
    const { created_by: _author, ...content } = operation;
    operations.push({ ...content, id: made, quantity_produced: Number(quantity_produced) });
  }
  if (plan.batches.length > 0) {
    const place = await holdWarehouse(act, item.product_id, warehouse);
    await postLoad(act, {
      item,
      warehouse: place,
      batches: plan.batches,
      hasBatch: product.has_batch,
      forced: true,
      isRenamed: false,
      path: 'warehouse_id',
    });
  }
  await setForced(act, { id: item.id, forced: true });
  const after = await readItem(act.tx, id);
  const label = `${describeItem(item)} · ${toNumber(plan.quantity)} ${item.unit_of_measure}`;
  act.record('force-completion', 'production', id, label, null, [
    ...diffProgress(item, after),
    ...diffRecords(null, { operations }),
  ]);
  act.changed('customer-orders', item.order_id);
  return after;
}

async function planOf(
  db: Db,
  item: Pick<OrderLine, 'id' | 'order_number' | 'line' | 'quantity' | 'produced_quantity' | 'loaded_quantity'>,
): Promise<Completion> {
  return planCompletion({
    quantity: item.quantity,
    produced: item.produced_quantity,
    loaded: item.loaded_quantity,
    ownBatch: `${item.order_number}-${item.line}`,
    operations: await operationsOf(db, item.id),
    today: await companyToday(db),
  });
}

/** Locks the named warehouse, or the default one, for share. @throws 400 on warehouse_id */
async function holdWarehouse(act: Act, product: number, named: number | null | undefined): Promise<number> {
  for (;;) {
    const id = named ?? (await pickWarehouse(act.tx, product))?.id;
    if (id === undefined) throw invalid('warehouse_id', 'warehouseRequired');
    if ((await holdWarehouses(act, [id])).get(id)?.is_active) return id;
    if (named != null) throw invalid('warehouse_id', 'unknown');
    // The default warehouse was deactivated between selection and lock; selects again.
  }
}
