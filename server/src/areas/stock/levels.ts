/** Reads stock balances: the current ones, or those at the end of a day. */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { stock } from '@bobina/contract/stock/levels.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { computed, firstText, inTurn, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { requireProduct } from './hold-goods.ts';
import { productFilters } from './product-filters.ts';

/** Builds the SQL for the balance of a stock key, now or at the end of a day (current balance minus later entries). */
export function quantityAt(asOf: Day | undefined): RawBuilder<number> {
  return asOf === undefined
    ? sql`t.quantity`
    : sql`(t.quantity - coalesce((select sum(e.quantity) from stock_entries e where e.product_id = t.product_id
        and e.warehouse_id = t.warehouse_id and e.batch_id = t.batch_id and e.entry_date > ${asOf}), 0))`;
}

/** Selects one row per product, warehouse and batch in stock. */
export function stockRows(db: Db, asOf?: Day) {
  return db
    .selectFrom('stock_balances as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 't.warehouse_id')
    .innerJoin('batches as batch', 'batch.id', 't.batch_id')
    .where(sql<boolean>`${quantityAt(asOf)} <> 0`)
    .select(['t.warehouse_id', 'warehouse.name as warehouse_name'])
    .select([
      sql<number | null>`case when batch.batch_number <> '' then t.batch_id end`.as('batch_id'),
      sql<string | null>`nullif(batch.batch_number, '')`.as('batch_number'),
      sql<number>`${quantityAt(asOf)}::float8`.as('quantity'),
    ]);
}

const OF_BATCH = ['batch.production_date', 'batch.expiry_date', 'batch.hold_reason'] as const;

/** Lists one page of the stock by product, warehouse and batch. */
export function listStock(reading: Reading, { query }: HandlerInput<typeof stock.list>) {
  let rows = stockRows(reading.db, query.as_of)
    .select([
      't.product_id',
      'product.code as product_code',
      'product.description as product_description',
      'product.category as product_category',
      'product.unit_of_measure',
      ...OF_BATCH,
      'batch.sscc',
    ])
    .select(sql<string>`coalesce(product.name, product.description)`.as('product_name'));
  let bare = reading.db
    .selectFrom('stock_balances as t')
    .select('t.id')
    .where(sql<boolean>`${quantityAt(query.as_of)} <> 0`);
  if (query.warehouse_id) {
    rows = rows.where('t.warehouse_id', '=', query.warehouse_id);
    bare = bare.where('t.warehouse_id', '=', query.warehouse_id);
  }
  if (query.product_id) {
    rows = rows.where('t.product_id', '=', query.product_id);
    bare = bare.where('t.product_id', '=', query.product_id);
  }
  const { code, description, category } = query;
  if (code || description || category) {
    const conditions = productFilters('p', { code, description, category });
    const ofProducts = sql<boolean>`t.product_id in (select p.id from products p where ${sql.join(conditions, sql` and `)})`;
    rows = rows.where(ofProducts);
    bare = bare.where(ofProducts);
  }
  if (query.expires_from ?? query.expires_until) {
    const expires = sql<boolean>`t.batch_id in (select id from batches
      where expiry_date between ${query.expires_from ?? '-infinity'} and ${query.expires_until ?? 'infinity'})`;
    rows = rows.where(expires);
    bare = bare.where(expires);
  }
  return page(reading, rows, query, stockList(query.as_of), { bare });
}

/** Lists the stock of one product. @throws NOT_FOUND when there is no such product */
export async function listStockOfProduct(reading: Reading, { productId, query }: HandlerInput<typeof stock.ofProduct>) {
  await requireProduct(reading.db, productId);
  let rows = stockRows(reading.db, query.as_of).select(OF_BATCH).where('t.product_id', '=', productId);
  if (query.warehouse_id) rows = rows.where('t.warehouse_id', '=', query.warehouse_id);
  const list: List<SortOf<typeof stock.ofProduct>> = { columns: batchColumns(query.as_of), order: 'expiry_date' };
  return page(reading, rows, query, list);
}

/** The columns of the stock of one product, now or at the end of a day. */
function batchColumns(asOf: Day | undefined) {
  return {
    warehouse_name: text('warehouse.name'),
    // Goods without a batch sort last, like all missing values.
    batch_number: computed(sql`nullif(lower(batch.batch_number), '') collate "C"`, {
      searched: ['batch.batch_number'],
    }),
    production_date: value('batch.production_date'),
    // Earliest expiry first and none last, then in FEFO order.
    expiry_date: inTurn(
      value('batch.expiry_date'),
      value('batch.production_date'),
      value('batch.batch_number'),
      text('warehouse.name'),
    ),
    quantity: computed(quantityAt(asOf)),
  };
}

function stockList(asOf: Day | undefined): List<SortOf<typeof stock.list>> {
  return {
    columns: {
      ...batchColumns(asOf),
      product_code: inTurn(
        text('product.code'),
        value('product.id'),
        text('warehouse.name'),
        value('batch.expiry_date'),
        value('batch.batch_number'),
      ),
      product_name: firstText('product.name', 'product.description'),
      product_description: text('product.description'),
      product_category: text('product.category'),
      unit_of_measure: value('product.unit_of_measure'),
    },
    order: 'product_code',
  };
}
