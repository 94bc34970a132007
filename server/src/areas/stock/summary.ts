/** Aggregates the stock in the database. */
import { sql, type RawBuilder } from 'kysely';
import type { stock, StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import type { Reading } from '../../platform/context.ts';
import { inTurn, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { contains, likePattern } from '../../platform/database/search.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { invalid } from '../../platform/problem.ts';
import { quantityAt } from './levels.ts';

type Query = HandlerInput<typeof stock.summary>['query'];
type Group = NonNullable<Query['group']>;
type Row = Required<StockSummaryRow> & { id: string };

/** Columns of each group, in addition to unit, quantity and number of batches. */
const COLUMNS = {
  product: ['product_id', 'code', 'product_name', 'description', 'category', 'scorta_minima', 'warehouses'],
  warehouse: ['warehouse_id', 'warehouse_name'],
  product_warehouse: [
    'product_id',
    'code',
    'product_name',
    'description',
    'category',
    'warehouse_id',
    'warehouse_name',
    'scorta_minima',
  ],
} as const satisfies Record<Group, readonly (keyof Row)[]>;

/** Sort key of each group; unique, so that pages never overlap. */
const KEYS: Record<Group, RawBuilder<unknown>> = {
  product: sql`p.id`,
  warehouse: sql`w.id, w.name, p.unit_of_measure`,
  product_warehouse: sql`p.id, w.id`,
};

const SUMS: List<SortOf<typeof stock.summary>> = {
  columns: {
    code: text('t.code'),
    product_name: text('t.product_name'),
    description: text('t.description'),
    category: text('t.category'),
    warehouse_name: inTurn(text('t.warehouse_name'), text('t.code')),
    unit_of_measure: value('t.unit_of_measure'),
    quantity: value('t.quantity'),
    scorta_minima: value('t.scorta_minima'),
    warehouses: value('t.warehouses'),
    batches: value('t.batches'),
  },
  order: 'code',
};

/**
 * Lists one page of stock totals by product, by warehouse and unit, or by product and warehouse. Omits rows without
 * stock, except products below their minimum.
 * @throws 400 on `low_stock` for a group other than `product`
 */
export function listStockSummary(reading: Reading, { query }: HandlerInput<typeof stock.summary>) {
  const { group = 'product' } = query;
  if (query.low_stock !== undefined && group !== 'product') throw invalid('low_stock', 'enum');
  const rows = reading.db
    .selectFrom(sums(query, group))
    .select(['t.unit_of_measure', 't.batches', sql<number>`t.quantity::float8`.as('quantity')])
    .select(COLUMNS[group].map((column) => `t.${column}` as const));
  return page(reading, rows, query, { ...SUMS, order: group === 'warehouse' ? 'warehouse_name' : 'code' });
}

/** Selects all totals of a group, with null in the columns of other groups. */
function sums(query: Query, group: Group) {
  const isOfProduct = group !== 'warehouse';
  const isOfWarehouse = group !== 'product';
  const ofProduct = (column: RawBuilder<unknown>) => (isOfProduct ? column : sql`null::text`);
  return sql<Row>`(
    select concat_ws('-', ${KEYS[group]}) as id,
      ${isOfProduct ? sql`p.id` : sql`null::integer`} as product_id,
      ${ofProduct(sql`p.code`)} as code,
      ${ofProduct(sql`coalesce(p.name, p.description)`)} as product_name,
      ${ofProduct(sql`p.description`)} as description,
      ${ofProduct(sql`p.category`)} as category,
      ${isOfWarehouse ? sql`w.id` : sql`null::integer`} as warehouse_id,
      ${isOfWarehouse ? sql`w.name` : sql`null::text`} as warehouse_name,
      p.unit_of_measure,
      coalesce(sum(k.quantity), 0) as quantity,
      ${isOfProduct ? sql`p.scorta_minima::float8` : sql`null::float8`} as scorta_minima,
      count(distinct k.warehouse_id)::integer as warehouses,
      (count(distinct k.batch_id) filter (where k.has_number))::integer as batches
    from products p
    left join (
      select t.product_id, t.warehouse_id, t.batch_id, b.batch_number <> '' as has_number, ${quantityAt(query.as_of)} as quantity
      from stock_balances t join batches b on b.id = t.batch_id
      where ${quantityAt(query.as_of)} <> 0 and ${query.warehouse_id ? sql`t.warehouse_id = ${query.warehouse_id}` : sql`true`}
    ) k on k.product_id = p.id
    left join warehouses w on w.id = k.warehouse_id
    where ${sql.join(filtersOf(query), sql` and `)}
    group by ${KEYS[group]}
    having ${shownSums(query)}
  )`.as<'t'>('t');
}

function filtersOf(query: Query) {
  return [
    sql`true`,
    ...(['code', 'description', 'category'] as const).flatMap((column) =>
      query[column] ? contains(`p.${column}`)(likePattern(query[column])) : [],
    ),
  ];
}

/** Selects the totals in stock, and products below their minimum even without stock. */
function shownSums({ low_stock }: Query): RawBuilder<unknown> {
  const isLow = sql`(p.status = 'active' and p.deleted_at is null and coalesce(sum(k.quantity), 0) < coalesce(p.scorta_minima, 0))`;
  if (low_stock === undefined) return sql`count(k.quantity) > 0`;
  return low_stock ? isLow : sql`count(k.quantity) > 0 and not ${isLow}`;
}
