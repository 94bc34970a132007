/** Stock and flow quantities for valuations: the stock at the end of a day, and the movements within a period. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Db } from '../../platform/database/db.ts';
import { stockRows } from './levels.ts';

/** A quantity of a product in a warehouse and batch. */
export interface StockQuantity {
  product_id: number;
  product_code: string;
  product_description: string;
  unit_of_measure: string;
  /** The product's currency, used where no price exists. */
  currency: string;
  warehouse_id: number;
  warehouse_name: string;
  batch_id: number | null;
  batch_number: string | null;
  quantity: number;
}

/**
 * Reads the stock by product code at the end of a day. Without a day it reads the current balances, which is cheaper.
 */
export function readStockAt(
  db: Db,
  { day, warehouse }: { day?: Day | undefined; warehouse?: number | undefined },
): Promise<StockQuantity[]> {
  const rows = stockRows(db, day)
    .select([
      't.product_id',
      'product.code as product_code',
      'product.description as product_description',
      'product.unit_of_measure',
      'product.currency',
    ])
    .orderBy(sql`lower(product.code) collate "C", lower(warehouse.name) collate "C", batch.expiry_date, t.id`);
  return (warehouse === undefined ? rows : rows.where('t.warehouse_id', '=', warehouse)).execute();
}

/**
 * Reads loads and unloads within a period, both days included, from the current state of the movements. Transfers count
 * only when a single warehouse is selected: out of it or into it. Splits and pallets stay in their product and do not count.
 */
export async function readFlows(
  db: Db,
  { from, to, warehouse }: { from: Day; to: Day; warehouse?: number | undefined },
): Promise<{ loads: StockQuantity[]; unloads: StockQuantity[] }> {
  const sides =
    warehouse === undefined
      ? { place: sql`m.warehouse_id`, isLoad: sql`m.movement_type = 'C'`, which: sql`m.movement_type <> 'T'` }
      : {
          place: sql`${warehouse}::integer`,
          isLoad: sql`(m.movement_type = 'C' or m.destination_warehouse_id is not distinct from ${warehouse}::integer)`,
          which: sql`(m.warehouse_id = ${warehouse} or m.destination_warehouse_id = ${warehouse})`,
        };
  const { rows } = await sql<StockQuantity & { is_load: boolean }>`
    select f.is_load, f.product_id, p.code as product_code, p.description as product_description, p.unit_of_measure, p.currency,
      f.warehouse_id, w.name as warehouse_name, nullif(b.batch_number, '') as batch_number,
      case when b.batch_number <> '' then b.id end as batch_id, sum(f.quantity)::float8 as quantity
    from (
      select ${sides.isLoad} as is_load, m.product_id, m.batch_id, m.quantity, ${sides.place} as warehouse_id
      from stock_movements m
      where m.deleted_at is null and m.movement_date between ${from} and ${to} and m.source_type <> 'SPL' and ${sides.which}
    ) f
    join products p on p.id = f.product_id
    join warehouses w on w.id = f.warehouse_id
    join batches b on b.id = f.batch_id
    group by f.is_load, f.product_id, p.id, f.warehouse_id, w.id, b.id
    order by lower(p.code) collate "C", lower(w.name) collate "C", b.expiry_date, b.id`.execute(db);
  const side = (isLoad: boolean) =>
    rows
      .filter(({ is_load }) => is_load === isLoad)
      .map((row) => {
        const { is_load: _, ...quantity } = row;
        return quantity;
      });
  return { loads: side(true), unloads: side(false) };
}
