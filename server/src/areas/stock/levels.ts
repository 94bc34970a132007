/** What is in stock: the balances, or what they were at the end of a day. */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { stock } from '@bobina/contract/stock/levels.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { contains, page, plainOrder, textOrder } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { requireProduct } from './hold-goods.ts';

/** The balance of a key now, or at the end of a day: without what came after it. */
export function quantityAt(asOf: Day | undefined): RawBuilder<number> {
  return asOf === undefined
    ? sql`t.quantity`
    : sql`(t.quantity - coalesce((select sum(e.quantity) from stock_entries e where e.product_id = t.product_id
        and e.warehouse_id = t.warehouse_id and e.batch_id = t.batch_id and e.entry_date > ${asOf}), 0))`;
}

/** One row per product, warehouse and batch that is in stock. */
export function stockRows(db: Db, asOf?: Day) {
  return db
    .selectFrom('stock_balances as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 't.warehouse_id')
    .innerJoin('batches as batch', 'batch.id', 't.batch_id')
    .where(sql<boolean>`${quantityAt(asOf)} <> 0`)
    .select(['t.warehouse_id', 'warehouse.name as warehouse_name'])
    .select([
      sql<string | null>`nullif(batch.batch_number, '')`.as('batch_number'),
      sql<number>`${quantityAt(asOf)}::float8`.as('quantity'),
    ]);
}

const DATES = ['batch.production_date', 'batch.expiry_date'] as const;
/** Earliest expiry first, no expiry last, then as FEFO takes them. */
const byExpiry = [
  plainOrder('batch.expiry_date'),
  plainOrder('batch.production_date'),
  plainOrder('batch.batch_number'),
  textOrder('warehouse.name'),
];
const ORDER = {
  warehouse_name: textOrder('warehouse.name'),
  // Goods without a batch have none: they come last, as what is missing does everywhere.
  batch_number: sql`nullif(lower(batch.batch_number), '') collate "C"`,
  production_date: plainOrder('batch.production_date'),
  expiry_date: byExpiry,
};

export function listStock({ query }: HandlerInput<typeof stock.list>, reading: Reading) {
  let rows = stockRows(reading.db, query.as_of)
    .select([
      't.product_id',
      'product.code as product_code',
      'product.description as product_description',
      'product.category as product_category',
      'product.unit_of_measure',
      ...DATES,
    ])
    .select(sql<string>`coalesce(product.name, product.description)`.as('product_name'));
  let counted = reading.db
    .selectFrom('stock_balances as t')
    .select('t.id')
    .where(sql<boolean>`${quantityAt(query.as_of)} <> 0`);
  if (query.warehouse_id) {
    rows = rows.where('t.warehouse_id', '=', query.warehouse_id);
    counted = counted.where('t.warehouse_id', '=', query.warehouse_id);
  }
  if (query.product_id) {
    rows = rows.where('t.product_id', '=', query.product_id);
    counted = counted.where('t.product_id', '=', query.product_id);
  }
  if (query.expires_from ?? query.expires_until) {
    const expires = sql<boolean>`t.batch_id in (select id from batches
      where expiry_date between ${query.expires_from ?? '-infinity'} and ${query.expires_until ?? 'infinity'})`;
    rows = rows.where(expires);
    counted = counted.where(expires);
  }
  return page(reading, rows, query, {
    counted: counted as never,
    search: contains(
      'product.code',
      'product.name',
      'product.description',
      'product.category',
      'warehouse.name',
      'batch.batch_number',
    ),
    sort: {
      ...ORDER,
      quantity: quantityAt(query.as_of),
      product_code: [
        textOrder('product.code'),
        plainOrder('product.id'),
        textOrder('warehouse.name'),
        plainOrder('batch.expiry_date'),
        plainOrder('batch.batch_number'),
      ],
      product_name: sql`lower(coalesce(product.name, product.description)) collate "C"`,
      product_description: textOrder('product.description'),
      product_category: textOrder('product.category'),
      unit_of_measure: plainOrder('product.unit_of_measure'),
    },
    order: 'product_code',
  });
}

/** @throws NOT_FOUND when there is no such product */
export async function listStockOfProduct({ productId, query }: HandlerInput<typeof stock.ofProduct>, reading: Reading) {
  await requireProduct(reading.db, productId);
  let rows = stockRows(reading.db, query.as_of).select(DATES).where('t.product_id', '=', productId);
  if (query.warehouse_id) rows = rows.where('t.warehouse_id', '=', query.warehouse_id);
  return page(reading, rows, query, {
    search: contains('warehouse.name', 'batch.batch_number'),
    sort: { ...ORDER, quantity: quantityAt(query.as_of) },
    order: 'expiry_date',
  });
}
