/** Reads lines of customer orders for production: with their operations, schedulings and loads. */
import { sql, type SqlBool } from 'kysely';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import type { Priority, ProductionStatus, SchedulingStatus } from '@bobina/contract/orders/statuses.ts';
import type { ProductionItem, productionItems } from '@bobina/contract/production/items.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { compileOnce } from '../../../platform/database/compile-once.ts';
import { computed, firstText, inTurn, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { limitUnlessOpen, page } from '../../../platform/database/page.ts';
import { contains, foldText } from '../../../platform/database/search.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { numeric } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';
import { findLate, lateLine, readLateness, type Lateness } from '../../orders/index.ts';

const schedulings = sql<ProductionItem['schedulings']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', s.id, 'version', s.version, 'machine_id', s.machine_id, 'machine_code', m.code, 'machine_description', m.description,
    'quantity_to_produce', s.quantity_to_produce, 'production_time', s.production_time, 'production_minutes', s.production_minutes,
    'notes', s.notes, 'not_before', s.not_before, 'position', s.position) order by s.id)
  from production_schedulings s join machines m on m.id = s.machine_id where s.order_item_id = t.id), '[]')`;
/** The latest scheduling is joined as `s`, its machine as `m`. */
const latest = sql<{ id: number }>`(select max(s.id) from production_schedulings s where s.order_item_id = t.id)`;

type Query = HandlerInput<typeof productionItems.status>['query'];
type Rows = ReturnType<typeof itemRows>;

const byUrgency = computed(sql`case t.priority when 'alta' then 1 when 'media' then 2 else 3 end`, { tables: ['t'] });
const ITEMS = {
  bareTables: ['t', 'o'],
  search,
  searchedAlone: true,
  columns: {
    item_priority: inTurn(byUrgency, text('o.order_number'), value('t.position')),
    order_number: text('o.order_number'),
    customer_order_number: text('o.customer_order_number'),
    customer_name: text('customer.business_name'),
    customer_city: text('customer.city'),
    code: text('product.code'),
    product_name: firstText('product.name', 'product.description'),
    quantity: value('t.quantity'),
    total_produced: value('t.produced_quantity'),
    production_status: value('t.production_status'),
    scheduling_status: value('t.scheduling_status'),
    order_date: value('o.order_date'),
    delivery_date: value('t.delivery_date'),
    completed_at: value('t.completed_at'),
  },
  order: '-order_number',
} satisfies List<SortOf<typeof productionItems.status>>;

/** Lists open items, the most urgent first. */
export function listPriorities(reading: Reading, { query }: HandlerInput<typeof productionItems.priorities>) {
  return pageOf(reading, { ...query, open: true }, { ...ITEMS, order: 'item_priority' });
}

/** Lists all items, or those in one state, the newest orders first. */
export function listStatus(reading: Reading, { query }: HandlerInput<typeof productionItems.status>) {
  return pageOf(reading, { ...query, limit: limitUnlessOpen(query) }, ITEMS);
}

/** An item whose lateness is not known yet. */
type UnjudgedItem = Omit<ProductionItem, 'is_late'> & { is_closed: boolean };
const findItem = compileOnce<UnjudgedItem>((db) => itemRows(db).where('t.id', '=', 0));

/** Reads an item. @throws NOT_FOUND */
export async function readItem(db: Db, id: number): Promise<ProductionItem> {
  const [item] = await withLateness(db, await findItem(db, id));
  if (!item) throw notFound();
  return item;
}

/** Reads items in id order; skips ids that do not exist. */
export async function readItems(db: Db, ids: readonly number[]): Promise<ProductionItem[]> {
  const rows = await itemRows(db)
    .where(sql<boolean>`t.id = any(${ids})`)
    .execute();
  const byId = new Map((await withLateness(db, rows)).map((row) => [row.item_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Selects the batch of the first or the last operation of an item. */
function batchAt(way: 'asc' | 'desc') {
  return sql<
    string | null
  >`(select p.batch_number from production_operations p where p.order_item_id = t.id order by p.id ${sql.raw(way)} limit 1)`;
}

function itemRows(db: Db) {
  return db
    .selectFrom('customer_order_items as t')
    .innerJoin('customer_orders as o', 'o.id', 't.order_id')
    .innerJoin('customers as customer', 'customer.id', 'o.customer_id')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .leftJoin('production_schedulings as s', (join) => join.on(sql<boolean>`s.id = ${latest}`))
    .leftJoin('machines as m', 'm.id', 's.machine_id')
    .where('o.deleted_at', 'is', null)
    .select([
      't.id as item_id',
      't.order_id',
      'o.order_number',
      'o.customer_order_number',
      'o.customer_id',
      'customer.business_name as customer_name',
      'customer.city as customer_city',
      't.product_id',
      'product.code',
      'o.order_date',
      't.delivery_date',
      't.completed_at',
      't.operations_count',
      'o.notes',
      'product.minuti_x_confezione',
      's.id as scheduling_id',
      's.machine_id',
      'm.code as machine_code',
      'm.description as machine_description',
      's.production_time',
      's.production_minutes',
      's.notes as scheduling_notes',
      'product.has_batch',
    ])
    .select([
      sql<string>`coalesce(product.name, product.description)`.as('product_name'),
      numeric('t.quantity', 'quantity'),
      sql<(typeof UNITS)[number]>`product.unit_of_measure`.as('unit_of_measure'),
      numeric('t.produced_quantity', 'total_produced'),
      numeric('t.delivered_quantity', 'delivered_quantity'),
      sql<boolean>`t.closed_at is not null`.as('is_closed'),
      sql<ProductionStatus>`t.production_status`.as('production_status'),
      sql<Priority>`t.priority`.as('item_priority'),
      sql<boolean>`t.production_status = 'completato'`.as('is_completed'),
      sql<SchedulingStatus>`t.scheduling_status`.as('scheduling_status'),
      numeric('t.scheduled_quantity', 'total_scheduled'),
      sql<number>`greatest(t.quantity - t.scheduled_quantity, 0)::float8`.as('remaining_to_schedule'),
      sql<number | null>`s.quantity_to_produce::float8`.as('quantity_to_produce'),
      schedulings.as('schedulings'),
      batchAt('asc').as('batch_number'),
      batchAt('desc').as('last_batch_number'),
      sql<boolean>`t.loaded_quantity > 0`.as('loaded_to_warehouse'),
      numeric('t.loaded_quantity', 'loaded_quantity'),
      sql<boolean>`t.loaded_quantity > 0`.as('warehouse_movement_created'),
    ]);
}

/**
 * The lines and their orders without other joins: sufficient for counting, for searching, and for sorting by their
 * columns.
 */
function bareRows(db: Db): Rows {
  return db
    .selectFrom('customer_order_items as t')
    .innerJoin('customer_orders as o', 'o.id', 't.order_id')
    .where('o.deleted_at', 'is', null)
    .select('t.id') as unknown as Rows;
}

/** Not in a warehouse yet. A line that was closed before anything was produced is completed, and nothing of it is to be loaded. */
const isToLoad = sql<boolean>`(t.loaded_quantity = 0 and (t.closed_at is null or t.produced_quantity > 0))`;

function listed(all: Rows, query: Query, lateness: Lateness | undefined): Rows {
  let rows = all;
  if (lateness) rows = rows.where(query.late ? lateLine('t', lateness) : sql<boolean>`not ${lateLine('t', lateness)}`);
  if (query.produced_from ?? query.produced_until)
    rows = rows.where(
      sql<boolean>`exists (select from production_operations x where x.order_item_id = t.id
        and x.production_date between ${query.produced_from ?? '-infinity'} and ${query.produced_until ?? 'infinity'})`,
    );
  if (query.item_priority) rows = rows.where('t.priority', '=', query.item_priority);
  if (query.production_status) rows = rows.where('t.production_status', '=', query.production_status);
  if (query.scheduling_status) rows = rows.where('t.scheduling_status', '=', query.scheduling_status);
  if (query.unscheduled !== undefined)
    rows = rows.where(sql<boolean>`(t.scheduled_quantity < t.quantity)`, '=', query.unscheduled);
  if (query.machine_id)
    rows = rows.where(
      sql<boolean>`exists (select from production_schedulings x where x.order_item_id = t.id and x.machine_id = ${query.machine_id})`,
    );
  if (query.product_id) rows = rows.where('t.product_id', '=', query.product_id);
  if (query.customer_id) rows = rows.where('o.customer_id', '=', query.customer_id);
  if (query.from) rows = rows.where('o.order_date', '>=', query.from);
  if (query.to) rows = rows.where('o.order_date', '<=', query.to);
  if (query.open !== undefined) rows = rows.where('t.production_status', query.open ? '<>' : '=', 'completato');
  if (query.loaded_to_warehouse !== undefined)
    rows = rows.where(query.loaded_to_warehouse ? sql<boolean>`t.loaded_quantity > 0` : isToLoad);
  return rows;
}

/**
 * Searches the displayed columns and the batches of all operations. Searches each joined table once rather than once
 * per line. The indexed search text of a product contains more than the columns searched here.
 */
function search(pattern: string) {
  return sql<SqlBool>`(${contains('o.order_number', 'o.customer_order_number')(pattern)}
  or o.customer_id in (select id from customers where ${contains('business_name', 'city')(pattern)})
  or t.product_id in (select id from products where strip_accents(search_text) like ${foldText(pattern)} and ${contains('code', 'name', 'description')(pattern)})
  or t.id in (select order_item_id from production_operations where ${contains('batch_number')(pattern)}))`;
}

async function pageOf(reading: Reading, query: Query, list: List<SortOf<typeof productionItems.status>>) {
  const lateness = query.late === undefined ? undefined : await readLateness(reading.db);
  const { rows, total } = await page(reading, listed(itemRows(reading.db), query, lateness), query, list, {
    bare: listed(bareRows(reading.db), query, lateness),
    reads: query.fields?.includes('is_late') ? 'all' : [],
  });
  if (query.fields && !query.fields.includes('is_late')) return { rows: rows as unknown as ProductionItem[], total };
  return { rows: await withLateness(reading.db, rows, lateness), total };
}

/** Adds to each item whether it is late. */
async function withLateness(db: Db, rows: readonly UnjudgedItem[], lateness?: Lateness): Promise<ProductionItem[]> {
  const lines = rows.map((row) => ({ ...row, id: row.item_id, scheduled_quantity: row.total_scheduled }));
  const late = await findLate(db, lines, lateness);
  return rows.map(({ is_closed: _closed, ...row }) => ({ ...row, is_late: late.has(row.item_id) }));
}
