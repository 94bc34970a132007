/** Aggregates the stock in the database. */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { stock, StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import type { Reading } from '../../platform/context.ts';
import { inTurn, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { invalid } from '../../platform/problem.ts';
import { quantityAt } from './levels.ts';
import { productFilters } from './product-filters.ts';

type Query = HandlerInput<typeof stock.summary>['query'];
type Group = NonNullable<Query['group']>;
type Row = Required<StockSummaryRow> & { id: number | string };

/** Columns of each group, in addition to unit, quantity and number of batches. */
const COLUMNS = {
  product: [
    'product_id',
    'code',
    'product_name',
    'description',
    'category',
    'held',
    'coming',
    'coming_on',
    'scorta_minima',
    'warehouses',
  ],
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

const SUMS: List<SortOf<typeof stock.summary>> = {
  columns: {
    code: text('t.code'),
    product_name: text('t.product_name'),
    description: text('t.description'),
    category: text('t.category'),
    warehouse_name: inTurn(text('t.warehouse_name'), text('t.code')),
    unit_of_measure: value('t.unit_of_measure'),
    quantity: value('t.quantity'),
    held: value('t.held'),
    coming: value('t.coming'),
    coming_on: value('t.coming_on'),
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
  const from = (totals: RawBuilder<unknown>) =>
    reading.db
      .selectFrom(sql<Row>`(${totals})`.as<'t'>('t'))
      .select(['t.unit_of_measure', 't.batches', sql<number>`t.quantity::float8`.as('quantity')])
      .select(COLUMNS[group].map((column) => `t.${column}` as const));
  const list = { ...SUMS, order: group === 'warehouse' ? 'warehouse_name' : 'code' } as const;
  const all = from(ROWS[group](query));
  // A page of a past day sums its own products; their number, and an order by a sum, need all of them.
  const isOfAll =
    group !== 'product' || !query.as_of || /quantity|held|coming|warehouses|batches/.test(query.sort ?? '');
  if (isOfAll) return page(reading, all, query, list);
  return page(reading, from(byProduct(query, true)), query, { ...list, bareTables: [] }, { bare: all });
}

/** The totals of each group with a unique `id`, and null in the columns of other groups. */
const ROWS: Record<Group, (query: Query) => RawBuilder<unknown>> = {
  product: byProduct,
  warehouse: byWarehouse,
  product_warehouse: byProductAndWarehouse,
};

const PRODUCT = sql`p.id as product_id, p.code, coalesce(p.name, p.description) as product_name, p.description, p.category,
  p.unit_of_measure, p.scorta_minima::float8 as scorta_minima`;
const NO_PRODUCT = sql`null::integer as product_id, null::text as code, null::text as product_name, null::text as description,
  null::text as category, p.unit_of_measure, null::float8 as scorta_minima`;
const NOT_COMING = sql`null::float8 as coming, null::date as coming_on`;
const NOT_OF_PRODUCT = sql`null::float8 as held, ${NOT_COMING}`;

/**
 * The sums of today are lateral joins: a page sums the stock of its own products only, unless it is sorted by a sum.
 * @param isLateral whether the sums of a past day are lateral joins too, which cost more for all products
 */
function byProduct(query: Query, isLateral = false) {
  const [joins, coming] = query.as_of
    ? [pastSumsOfProducts(query, query.as_of, isLateral), NOT_COMING]
    : [sql`${sumsOfProducts(query)} ${comingToProducts()}`, sql`coalesce(c.quantity, 0) as coming, c.day as coming_on`];
  return sql`
    select p.id, ${PRODUCT}, null::integer as warehouse_id, null::text as warehouse_name,
      coalesce(s.quantity, 0) as quantity, ${heldOfProduct(query)} as held, ${coming},
      coalesce(s.warehouses, 0) as warehouses, ${batchesOfProduct(query)} as batches
    from products p ${joins}
    where ${sql.join(productFilters('p', query), sql` and `)} and ${shownProducts(query)}`;
}

function byProductAndWarehouse(query: Query) {
  const sums = query.as_of
    ? sql`join ${placeSums(query)} s on s.product_id = p.id`
    : sql`cross join lateral ${placeSums(query, sql`k.product_id = p.id`)} s`;
  return sql`
    select (p.id::bigint << 32) | w.id as id, ${PRODUCT}, w.id as warehouse_id, w.name as warehouse_name,
      s.quantity, ${NOT_OF_PRODUCT}, 1 as warehouses, s.batches
    from products p ${sums} join warehouses w on w.id = s.warehouse_id
    where ${sql.join(productFilters('p', query), sql` and `)}`;
}

/** A batch belongs to one product, so the batches of a warehouse are the sum over its products. */
function byWarehouse(query: Query) {
  return sql`
    select w.id || p.unit_of_measure as id, ${NO_PRODUCT}, w.id as warehouse_id, w.name as warehouse_name,
      sum(s.quantity) as quantity, ${NOT_OF_PRODUCT}, 1 as warehouses, sum(s.batches)::integer as batches
    from ${placeSums(query)} s join products p on p.id = s.product_id join warehouses w on w.id = s.warehouse_id
    where ${sql.join(productFilters('p', query), sql` and `)}
    group by w.id, w.name, p.unit_of_measure`;
}

function sumsOfProducts(query: Query) {
  return sql`left join lateral (
    select sum(k.quantity) as quantity, count(distinct k.warehouse_id)::integer as warehouses
    from stock_balances k where k.product_id = p.id and k.quantity > 0 and ${ofWarehouse('k', query)}
  ) s on true`;
}

function pastSumsOfProducts(query: Query, day: Day, isLateral: boolean) {
  const quantities = isLateral
    ? pastQuantities(query, day, (table) => sql`${sql.ref(`${table}.product_id`)} = p.id`)
    : pastQuantities(query, day);
  return sql`left join ${isLateral ? sql`lateral` : sql``} (
    select k.product_id, sum(k.quantity) as quantity, count(*)::integer as warehouses
    from ${quantities} k group by k.product_id
  ) s on s.product_id = p.id`;
}

/** A batch in several warehouses counts once. The batches of a past day are computed from the entries since then. */
function batchesOfProduct(query: Query) {
  const { as_of: day } = query;
  return day
    ? sql`(select count(distinct t.batch_id)::integer from stock_balances t join batches b on b.id = t.batch_id
        where t.product_id = p.id and b.batch_number <> '' and ${quantityAt(day)} <> 0 and ${ofWarehouse('t', query)})`
    : sql`(select count(distinct k.batch_id)::integer from stock_balances k join batches b on b.id = k.batch_id
        where k.product_id = p.id and k.quantity > 0 and b.batch_number <> '' and ${ofWarehouse('k', query)})`;
}

/** The quantity on hold. Which batches were on hold on a past day is not stored. */
function heldOfProduct(query: Query) {
  return query.as_of
    ? sql`null::float8`
    : sql`(select coalesce(sum(k.quantity), 0)::float8 from stock_balances k join batches b on b.id = k.batch_id
        where k.product_id = p.id and k.quantity > 0 and b.held_at is not null and ${ofWarehouse('k', query)})`;
}

/** What the open orders to suppliers still bring, to any warehouse. */
function comingToProducts() {
  const open = sql`(i.ordered_quantity - i.received_quantity)`;
  return sql`left join lateral (
    select sum(${open})::float8 as quantity, min(coalesce(o.confirmed_arrival_date, o.requested_arrival_date)) as day
    from purchase_order_items i
    join purchase_orders o on o.id = i.order_id and o.deleted_at is null and o.status <> 'fullyReceived'
    where i.product_id = p.id and i.status <> 'completed' and ${open} > 0
  ) c on true`;
}

/** Selects the products in stock, and products below their minimum even without stock. */
function shownProducts(query: Query): RawBuilder<unknown> {
  const isStocked = query.as_of
    ? sql`s.product_id is not null`
    : sql`exists (select from stock_balances k where k.product_id = p.id and k.quantity > 0 and ${ofWarehouse('k', query)})`;
  const isLow = sql`(p.scorta_minima > 0 and p.status = 'active' and p.deleted_at is null and coalesce(s.quantity, 0) < p.scorta_minima)`;
  if (query.low_stock === undefined) return isStocked;
  return query.low_stock ? isLow : sql`${isStocked} and ${isLow} is not true`;
}

/**
 * The quantity and number of batches of each product in each warehouse, now or at the end of a day.
 * @param which a condition on the current balances `k`
 */
function placeSums(query: Query, which = sql`true`): RawBuilder<unknown> {
  const { as_of: day } = query;
  if (!day)
    return sql`(
      select k.product_id, k.warehouse_id, sum(k.quantity) as quantity,
        (count(*) filter (where b.batch_number <> ''))::integer as batches
      from stock_balances k left join batches b on b.id = k.batch_id
      where ${which} and k.quantity > 0 and ${ofWarehouse('k', query)} group by k.product_id, k.warehouse_id
    )`;
  return sql`(
    select k.product_id, k.warehouse_id, k.quantity, (
      select count(*)::integer from stock_balances t join batches b on b.id = t.batch_id
      where t.product_id = k.product_id and t.warehouse_id = k.warehouse_id and b.batch_number <> '' and ${quantityAt(day)} <> 0
    ) as batches
    from ${pastQuantities(query, day)} k
  )`;
}

/**
 * The quantity of each product in each warehouse at the end of a day: the stock of today less what has changed since then,
 * by whole months and the further days of the day's own month.
 * @param which a condition on the tables
 */
function pastQuantities(query: Query, day: Day, which: (table: string) => RawBuilder<unknown> = () => sql`true`) {
  const month = sql`date_trunc('month', ${day}::date)::date`;
  const chosen = (table: string) => sql`${which(table)} and ${ofWarehouse(table, query)}`;
  return sql`(
    select c.product_id, c.warehouse_id, sum(c.quantity) as quantity from (
      select k.product_id, k.warehouse_id, k.quantity from stock_balances k where k.quantity > 0 and ${chosen('k')}
      union all
      select m.product_id, m.warehouse_id, -m.quantity from stock_months m where m.month > ${month} and ${chosen('m')}
      union all
      select e.product_id, e.warehouse_id, -e.quantity from stock_entries e
      where e.entry_date > ${day} and e.entry_date < ${month} + interval '1 month' and ${chosen('e')}
    ) c group by c.product_id, c.warehouse_id having sum(c.quantity) <> 0
  )`;
}

function ofWarehouse(table: string, { warehouse_id: id }: Query) {
  return id === undefined ? sql`true` : sql`${sql.ref(`${table}.warehouse_id`)} = ${id}`;
}
