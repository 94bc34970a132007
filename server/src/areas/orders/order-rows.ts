/** Reads customer orders in their API form, with the progress of each line; without amounts for users who may not see them. */
import { sql } from 'kysely';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import { can } from '@bobina/contract/core/permissions.ts';
import type { CustomerOrder, CustomerOrderItem, customerOrders } from '@bobina/contract/orders/orders.ts';
import type { Priority, ProductionStatus, SchedulingStatus } from '@bobina/contract/orders/statuses.ts';
import type { Caller, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { buildOnce, compileOnce } from '../../platform/database/compile-once.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { limitUnlessOpen, page } from '../../platform/database/page.ts';
import { fewOfWords, foldText, ownTextOr } from '../../platform/database/search.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { AUDIT, numeric } from '../../platform/master-data.ts';
import { invalid, notFound } from '../../platform/problem.ts';
import { findLate, lateLine, readLateness, type Lateness, type LineToJudge } from './late-lines.ts';

/** Completed when all lines are completed, started when any line is that is not closed. */
const statusOfAll = sql<ProductionStatus>`(select case when bool_and(i.production_status = 'completato') then 'completato'
  when bool_and(i.production_status = 'da_produrre') filter (where i.closed_at is null) then 'da_produrre' else 'in_produzione' end
  from customer_order_items i where i.order_id = t.id)`;

const awaited = sql<boolean>`exists (select from customer_order_items i where i.order_id = t.id and i.open_quantity > 0)`;

type Asker = { user: Pick<Caller, 'role' | 'capabilities'> };
type Query = HandlerInput<typeof customerOrders.list>['query'];
type Rows = ReturnType<typeof orderRows>;
const ORDERS: List<SortOf<typeof customerOrders.list>> = {
  columns: {
    order_date: value('t.order_date'),
    order_number: text('t.order_number'),
    customer_order_number: text('t.customer_order_number'),
    customer_name: text('customer.business_name'),
    requested_delivery_date: value('t.requested_delivery_date'),
    total_amount: value('t.total_amount'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  order: '-order_date',
};
const CUSTOMER = { id: 't.customer_id', name: 'customer.business_name' };

/**
 * Lists one page of orders with their lateness. Selects the page before it joins other tables.
 * @throws 400 on a sort by amounts that the user may not see
 */
export async function listOrders(reading: Reading, { query }: HandlerInput<typeof customerOrders.list>) {
  const seesAll = seesAmounts(reading);
  if (!seesAll && query.sort?.endsWith('total_amount')) throw invalid('sort', 'enum');
  const customers = query.q ? await fewOfWords(reading.db, 'customers', 'business_name', query.q) : undefined;
  const lateness = query.late === undefined ? undefined : await readLateness(reading.db);
  const { rows, total } = await page(
    reading,
    listed(orderRows(reading.db), query, lateness),
    { ...query, limit: limitUnlessOpen(query) },
    ORDERS,
    {
      bare: listed(bareRows(reading.db), query, lateness),
      reads: ['id'],
      search: ownTextOr(ownText, CUSTOMER, customers),
      searchedAlone: customers !== undefined && [...customers.values()].every((few) => few !== undefined),
    },
  );
  const isAsked = query.fields?.includes('is_late') ?? true;
  const late = isAsked
    ? await findLateOrders(
        reading.db,
        rows.map(({ id }) => id),
        lateness,
      )
    : new Set();
  const listedRows = rows.map(({ total_amount, ...row }) => ({
    ...row,
    ...(seesAll && { total_amount }),
    is_late: late.has(row.id),
  }));
  return { rows: listedRows, total };
}

type Line = Required<CustomerOrderItem>;
/** An order for acts, independent of the user's rights. */
export type WholeOrder = Required<Omit<CustomerOrder, 'items'>> & { items: Line[] };

const itemsOf = compileOnce<Omit<Line, 'is_late'>>((db) =>
  db
    .selectFrom('customer_order_items as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .where('t.order_id', '=', 0)
    .orderBy('t.position')
    .select(['t.id', 't.product_id', 'product.code', 't.delivery_date'])
    .select([
      sql<string>`coalesce(product.name, product.description)`.as('product_name'),
      sql<(typeof UNITS)[number]>`product.unit_of_measure`.as('unit_of_measure'),
      numeric('t.unit_price', 'price_per_pack'),
      numeric('t.unit_price', 'unit_price'),
      numeric('t.quantity', 'quantity'),
      numeric('t.total', 'total'),
      numeric('t.packs', 'packs'),
      sql<Priority>`t.priority`.as('item_priority'),
      sql<ProductionStatus>`t.production_status`.as('production_status'),
      sql<SchedulingStatus>`t.scheduling_status`.as('scheduling_status'),
      numeric('t.produced_quantity', 'produced_quantity'),
      numeric('t.scheduled_quantity', 'scheduled_quantity'),
      numeric('t.loaded_quantity', 'loaded_quantity'),
      numeric('t.delivered_quantity', 'delivered_quantity'),
      numeric('t.invoiced_quantity', 'invoiced_quantity'),
      sql<boolean>`t.closed_at is not null`.as('is_closed'),
    ]),
);
const findOrder = compileOnce<Omit<WholeOrder, 'items' | 'is_late'>>((db) =>
  orderRows(db).select(['t.cig', 't.cup', 't.notes']).where('t.id', '=', 0),
);

/** Reads an order with its lines and amounts. @throws NOT_FOUND */
export async function readOrder(db: Db, id: number): Promise<WholeOrder> {
  const [order] = await findOrder(db, id);
  if (!order) throw notFound();
  const lines = await itemsOf(db, id);
  const late = await findLate(db, lines);
  return {
    ...order,
    is_late: late.size > 0,
    items: lines.map((line) => ({ ...line, is_late: late.has(line.id) })),
  };
}

/** Removes the amounts of an order for a user who may not see them. */
export function orderFor(reading: Asker, order: WholeOrder): CustomerOrder {
  if (seesAmounts(reading)) return order;
  const { total_amount: _hidden, items, ...rest } = order;
  return { ...rest, items: items.map(({ unit_price: _price, price_per_pack: _pack, total: _total, ...line }) => line) };
}

/** Whether the user may see the amounts of customer orders. */
function seesAmounts({ user }: Asker): boolean {
  return can(user, 'customer_orders.amounts');
}

const orderRows = buildOnce((db) =>
  db
    .selectFrom('customer_orders as t')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.order_number',
      't.customer_id',
      'customer.business_name as customer_name',
      't.customer_order_number',
      't.order_date',
      't.requested_delivery_date',
      ...AUDIT,
    ])
    .select([
      sql<number>`(select count(*) from customer_order_items i where i.order_id = t.id)`.as('items_count'),
      statusOfAll.as('production_status'),
      numeric('t.total_amount', 'total_amount'),
    ]),
);

function hasLateLine(lateness: Lateness) {
  return sql<boolean>`exists (select from customer_order_items i where i.order_id = t.id and ${lateLine('i', lateness)})`;
}

function hasLineDue({ due_from = '-infinity', due_until = 'infinity' }: Query) {
  return sql<boolean>`exists (select from customer_order_items i where i.order_id = t.id
    and i.open_quantity > 0 and i.delivery_date between ${due_from} and ${due_until})`;
}

/** The first instant of a day of the company. */
function startOfDay(day: string) {
  return sql<string>`(select ${day}::date::timestamp at time zone time_zone from settings)`;
}

/** The orders without joins: sufficient for counting and for sorting by their own columns. */
const bareRows = buildOnce(
  (db) => db.selectFrom('customer_orders as t').select('t.id').where('t.deleted_at', 'is', null) as unknown as Rows,
);

function listed(all: Rows, query: Query, lateness: Lateness | undefined): Rows {
  let rows = all;
  if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
  if (query.customer_order_number !== undefined)
    rows = rows.where(sql<boolean>`lower(t.customer_order_number) = lower(${query.customer_order_number})`);
  if (query.product_id)
    rows = rows.where(
      sql<boolean>`t.id in (select order_id from customer_order_items where product_id = ${query.product_id})`,
    );
  if (query.from) rows = rows.where('t.order_date', '>=', query.from);
  if (query.to) rows = rows.where('t.order_date', '<=', query.to);
  if (query.open !== undefined) rows = rows.where(query.open ? awaited : sql<boolean>`not ${awaited}`);
  if (query.due_from ?? query.due_until) rows = rows.where(hasLineDue(query));
  if (query.entered_from) rows = rows.where('t.created_at', '>=', startOfDay(query.entered_from));
  if (lateness) rows = rows.where(query.late ? hasLateLine(lateness) : sql<boolean>`not ${hasLateLine(lateness)}`);
  return rows;
}

/** Must match the expression of the index customer_orders_search. */
function ownText(pattern: string) {
  return sql`lower(strip_accents(t.order_number || E'\\n' || coalesce(t.customer_order_number, '') || E'\\n' || coalesce(t.notes, ''))) like ${foldText(pattern)}`;
}

/** Returns the ids of the orders that have a late line. */
async function findLateOrders(db: Db, orders: readonly number[], lateness: Lateness | undefined): Promise<Set<number>> {
  const { rows } = await sql<LineToJudge & { order_id: number }>`
    select id, order_id, quantity, delivered_quantity, false as is_closed, scheduled_quantity, delivery_date, production_status
    from customer_order_items
    where order_id = any(${orders}::integer[]) and open_quantity > 0`.execute(db);
  const late = await findLate(db, rows, lateness);
  return new Set(rows.filter(({ id }) => late.has(id)).map(({ order_id }) => order_id));
}
