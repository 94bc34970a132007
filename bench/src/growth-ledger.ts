/** A ledger of any size over the same products, warehouses and batches: the movements and the years grow. */
import type { Pool } from 'pg';
import { COUNT_MOVEMENTS, fillUnchecked, settle } from './fill.ts';
import { fillGoods } from './fill-goods.ts';

export const PRODUCTS = 2_000;
export const WAREHOUSES = 5;
/** Every product has two batches in every warehouse. */
const KEYS = PRODUCTS * WAREHOUSES * 2;

/** The movement `n`: the first ones load every key, then loads, unloads, sales and transfers of one unit alternate. */
const MOVED = `
  1 + n as id,
  1 + (n % ${KEYS}) % ${PRODUCTS} as product, 1 + (n % ${KEYS}) / ${PRODUCTS} % ${WAREHOUSES} as warehouse,
  1 + n % ${KEYS} as batch,
  case when n < ${KEYS} then 'C' else (array['C','C','C','C','C','C','S','S','S','S','S','S','S','S','S','S','S','S','S','T'])[1 + (n % ${KEYS} + n / ${KEYS}) % 20] end as kind,
  case when n < ${KEYS} then 'MAN' else (array['PO','PO','PO','PRD','PRD','MAN','SO','SO','SO','SO','SO','SO','SO','SO','USE','USE','USE','MAN','MAN','MAN'])[1 + (n % ${KEYS} + n / ${KEYS}) % 20] end as source,
  case when n < ${KEYS} then 10000 else 1 end as quantity`;
const DESTINATION = `1 + warehouse % ${WAREHOUSES}`;

export interface Growth {
  movements: number;
  /** The days over which the movements are spread, until today. */
  days: number;
}

/** Fills an empty database with products, warehouses, batches and movements. */
export async function fillGrowingLedger(pool: Pool, { movements, days }: Growth): Promise<void> {
  await fillGoods(pool, { products: PRODUCTS, warehouses: WAREHOUSES, keys: KEYS });
  const day = `current_date - ${days} + (n::bigint * ${days} / ${movements})::integer as day`;
  const moved = `(select ${day}, ${MOVED} from generate_series(0, ${movements - 1}) n) m`;
  const restoreIndexes = await dropIndexes(pool, ['stock_movements', 'stock_entries']);
  await fillUnchecked(
    pool,
    `insert into stock_movements (id, movement_type, source_type, movement_date, product_id, warehouse_id, batch_id,
       destination_warehouse_id, quantity, document_id) overriding system value
     select id, kind, source, day, product, warehouse, batch, case kind when 'T' then ${DESTINATION} end, quantity,
       case when source in ('PO', 'SO', 'PRD') then 1 + id / 10 end from ${moved}`,
    `insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity)
     select id, day, product, warehouse, batch, case kind when 'C' then quantity else -quantity end from ${moved}
     union all select id, day, product, ${DESTINATION}, batch, quantity from ${moved} where kind = 'T'`,
    `insert into stock_balances (product_id, warehouse_id, batch_id, quantity)
     select product_id, warehouse_id, batch_id, sum(quantity) from stock_entries group by 1, 2, 3`,
    `insert into stock_months (product_id, warehouse_id, month, quantity)
     select product_id, warehouse_id, date_trunc('month', entry_date), sum(quantity) from stock_entries group by 1, 2, 3`,
    COUNT_MOVEMENTS,
  );
  await restoreIndexes();
  await settle(pool);
}

/** Drops the indexes that no constraint needs. Building them over all rows is faster. @returns what builds them again */
async function dropIndexes(pool: Pool, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await pool.query(definition);
  };
}
