import { sql } from 'kysely';
import { MOST_BATCH_MOVEMENTS, type Batch } from '@bobina/contract/stock/batches.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/problem.ts';
import { readMovementsOfBatch } from './movement-rows.ts';

/** Reads a batch with its stock and its newest movements. @throws NOT_FOUND */
export async function readBatch(db: Db, id: number): Promise<Batch> {
  const batch = await db
    .selectFrom('batches as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .where('t.id', '=', id)
    // Goods without a batch are stored as the batch without a number.
    .where('t.batch_number', '<>', '')
    .select(['t.id', 't.product_id', 'product.code', 'product.unit_of_measure'])
    .select(['t.batch_number', 't.production_date', 't.expiry_date'])
    .leftJoin('users as holder', 'holder.id', 't.held_by')
    .select(['t.hold_reason', 't.held_at', 'holder.name as held_by_name', 't.sscc', 't.version'])
    .select(sql<string>`coalesce(product.name, product.description)`.as('product_name'))
    .executeTakeFirst();
  if (!batch) throw notFound();
  const { rows: stock } = await sql<Batch['stock'][number]>`
    select t.warehouse_id, w.name as warehouse_name, t.quantity::float8 as quantity
    from stock_balances t join warehouses w on w.id = t.warehouse_id
    where t.product_id = ${batch.product_id} and t.batch_id = ${id} and t.quantity <> 0
    order by lower(w.name) collate "C", w.id`.execute(db);
  const { rows: made } = await sql<{ quantity: number; production_date: string }>`
    select sum(t.quantity_produced)::float8 as quantity, min(t.production_date) as production_date
    from customer_order_items i join production_operations t on t.order_item_id = i.id
    where i.product_id = ${batch.product_id} and i.loaded_quantity = 0 and t.batch_number = ${batch.batch_number}
    having count(*) > 0`.execute(db);
  return {
    ...batch,
    stock,
    ...(made[0] && { to_load: made[0] }),
    movements: await readMovementsOfBatch(db, id, MOST_BATCH_MOVEMENTS),
  };
}
