/** Reads movements in their API form. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import {
  MOVEMENT_SOURCES,
  type BatchMovement,
  type Movement,
  type MovementSource,
  type MovementType,
  type stockMovements,
} from '@bobina/contract/stock/movements.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { buildOnce, compileOnce } from '../../platform/database/compile-once.ts';
import { computed, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { contains, fewOf, foldColumn, foldText, likePattern } from '../../platform/database/search.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { AUDIT, numeric } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';

const endings = Object.entries(MOVEMENT_SOURCES).map(
  ([source, ending]) => sql`when ${sql.lit(source)} then ${sql.lit(`-${ending}`)}`,
);

type Query = HandlerInput<typeof stockMovements.list>['query'];
type Rows = ReturnType<typeof movementRows>;

const MOVEMENTS: List<SortOf<typeof stockMovements.list>> = {
  columns: {
    movement_date: value('t.movement_date'),
    movement_type: value('t.movement_type'),
    source_type: value('t.source_type'),
    product_code: text('product.code'),
    product_description: text('product.description'),
    warehouse_name: text('warehouse.name'),
    destination_warehouse: text('destination.name'),
    // Goods without a batch sort last, like all missing values.
    batch_number: computed(sql`nullif(lower(batch.batch_number), '') collate "C"`),
    quantity: value('t.quantity'),
    notes: text('t.notes'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  search,
  searchedAlone: true,
  order: '-movement_date',
};

/** Lists one page of movements. */
export async function listMovements(reading: Reading, { query }: HandlerInput<typeof stockMovements.list>) {
  const products = query.product_code ? await fewOf(reading.db, 'products', 'code', query.product_code) : undefined;
  const needsProducts = query.product_code && !products;
  const named = query.code ? await hasCode(reading.db, query.code) : undefined;
  return page(reading, listed(movementRows(reading.db), query, products, named), query, MOVEMENTS, {
    bare: needsProducts ? undefined : listed(bareRows(reading.db), query, products, named),
    ...(isCounted(query) && { total: () => readTotal(reading.db, query) }),
    ...(isCounted(query) && isByDay(query) && { findStart: (offset) => findStart(reading.db, query, offset) }),
  });
}

const findMovement = compileOnce<Movement>((db) => movementRows(db).where('t.id', '=', 0));

/** Reads a movement by number. @throws NOT_FOUND */
export async function readMovement(db: Db, number: number): Promise<Movement> {
  const [row] = await findMovement(db, number);
  if (!row) throw notFound();
  return row;
}

/** Reads movements by number, sorted by number. */
export async function readMovements(db: Db, numbers: readonly number[]): Promise<Movement[]> {
  return movementRows(db)
    .where('t.id', 'in', numbers)
    .orderBy(sql`array_position(${numbers}, t.id)`)
    .execute();
}

/** Reads the newest movements of a batch, newest first. */
export function readMovementsOfBatch(db: Db, batch: number, most: number): Promise<BatchMovement[]> {
  return movementRows(db)
    .select(PARTY.as('party'))
    .where('t.batch_id', '=', batch)
    .orderBy('t.id', 'desc')
    .limit(most)
    .execute();
}

/** The customer or supplier of the document of a movement. Returned goods have a credit note. */
const PARTY = sql<BatchMovement['party']>`case
  when t.source_type = 'PO' then (
    select jsonb_build_object('kind', 'supplier', 'id', s.id, 'name', s.business_name)
    from purchase_orders d join suppliers s on s.id = d.supplier_id where d.id = t.document_id)
  when t.source_type = 'SO' and t.movement_type = 'C' then (
    select jsonb_build_object('kind', 'customer', 'id', c.id, 'name', c.business_name)
    from invoices d join customers c on c.id = d.customer_id where d.id = t.document_id)
  when t.source_type = 'SO' then (
    select jsonb_build_object('kind', 'customer', 'id', c.id, 'name', c.business_name)
    from packing_lists d join customers c on c.id = d.customer_id where d.id = t.document_id)
  end`;

const movementRows = buildOnce((db) =>
  db
    .selectFrom('stock_movements as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .innerJoin('batches as batch', 'batch.id', 't.batch_id')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 't.warehouse_id')
    .leftJoin('warehouses as destination', 'destination.id', 't.destination_warehouse_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select([
      't.movement_date',
      't.product_id',
      'product.code as product_code',
      'product.description as product_description',
      'product.unit_of_measure',
      't.warehouse_id',
      'warehouse.name as warehouse_name',
      't.destination_warehouse_id',
      'destination.name as destination_warehouse',
      'batch.production_date',
      'batch.expiry_date',
      't.notes',
      ...AUDIT,
    ])
    .select([
      // A newer server may write other sources during a rolling upgrade.
      sql<string>`t.id || case t.source_type ${sql.join(endings, sql` `)} else '-other' end`.as('id'),
      sql<MovementType>`t.movement_type`.as('movement_type'),
      sql<MovementSource>`t.source_type`.as('source_type'),
      numeric('t.quantity', 'quantity'),
      sql<number | null>`case when batch.batch_number <> '' then t.batch_id end`.as('batch_id'),
      sql<string | null>`nullif(batch.batch_number, '')`.as('batch_number'),
      sql<
        Movement['source_document']
      >`jsonb_build_object('type', t.source_type, 'id', case when t.source_type = 'MAN' then t.id else t.document_id end, 'number', t.document_number)`.as(
        'source_document',
      ),
    ]),
);

/**
 * The movements without joins: sufficient for counting and for sorting by their own columns, unless a product code
 * filter matches many products.
 */
const bareRows = buildOnce(
  (db) => db.selectFrom('stock_movements as t').select('t.id').where('t.deleted_at', 'is', null) as unknown as Rows,
);

/**
 * The condition that the code of the product or the number of the batch contains a text. Few products and batches are
 * looked up by the indexes of the ledger; many are found once, rather than once per movement.
 */
async function hasCode(db: Db, code: string) {
  const products = await fewOf(db, 'products', 'code', code);
  const batches = await fewOf(db, 'batches', 'batch_number', code);
  const pattern = likePattern(code);
  const ofProducts = products
    ? sql<SqlBool>`t.product_id = any(${products}::integer[])`
    : sql<SqlBool>`t.product_id in (select id from products where ${contains('code')(pattern)})`;
  const ofBatches = batches
    ? sql<SqlBool>`t.batch_id = any(${batches}::integer[])`
    : sql<SqlBool>`t.batch_id in (select id from batches where ${contains('batch_number')(pattern)})`;
  if (batches?.length === 0) return ofProducts;
  if (products?.length === 0) return ofBatches;
  return sql<SqlBool>`(${ofProducts} or ${ofBatches})`;
}

function listed(
  all: Rows,
  query: Query,
  products: readonly number[] | undefined,
  named: RawBuilder<SqlBool> | undefined,
): Rows {
  const { type = 'all', product_code, product_id, warehouse_id, from, to } = query;
  let rows = all;
  if (type === 'C' || type === 'T') rows = rows.where('t.movement_type', '=', type);
  if (type === 'S-SO') rows = rows.where('t.movement_type', '=', 'S').where('t.source_type', '=', 'SO');
  if (type === 'S-MAN') rows = rows.where('t.movement_type', '=', 'S').where('t.source_type', '<>', 'SO');
  if (products) rows = rows.where(sql<boolean>`t.product_id = any(${products}::integer[])`);
  else if (product_code)
    rows = rows.where(sql<boolean>`${foldColumn('product.code')} like ${foldText(likePattern(product_code))}`);
  if (named) rows = rows.where(named);
  if (product_id) rows = rows.where('t.product_id', '=', product_id);
  if (warehouse_id)
    rows = rows.where((either) =>
      either.or([either('t.warehouse_id', '=', warehouse_id), either('t.destination_warehouse_id', '=', warehouse_id)]),
    );
  if (from) rows = rows.where('t.movement_date', '>=', from);
  if (to) rows = rows.where('t.movement_date', '<=', to);
  return rows;
}

/** Whether `stock_movement_counts` answers the filters: it has no products and no texts. */
function isCounted(query: Query) {
  return !query.q && !query.code && !query.product_id && !query.product_code;
}

function isByDay({ sort = MOVEMENTS.order }: Query) {
  return sort === 'movement_date' || sort === '-movement_date';
}

/** The counts of the movements that the filters select. */
function countsOf(db: Db, query: Query) {
  const counts = db.selectFrom('stock_movement_counts as t').select(['t.movement_date', 't.movements']);
  return listed(counts as unknown as Rows, query, undefined, undefined);
}

/** The number of movements; undefined while those of before an upgrade are not counted. */
async function readTotal(db: Db, query: Query): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(movements), 0)::integer as total from (${countsOf(db, query)}) c
    having not exists (select from stock_movements_uncounted)`.execute(db);
  return rows[0]?.total;
}

/** Skipping fewer rows than these costs less than reading the counts: without a filter, the index of days is enough. */
const FAR = { unfiltered: 100_000, filtered: 5_000 };

/** Finds the day with the row at an offset, from the number of movements of each day before it. */
async function findStart(db: Db, query: Query, offset: number) {
  const isFiltered = query.warehouse_id !== undefined || (query.type ?? 'all') !== 'all';
  if (offset < FAR[isFiltered ? 'filtered' : 'unfiltered']) return undefined;
  const [way, isReached] = query.sort === 'movement_date' ? [sql`asc`, sql`>=`] : [sql`desc`, sql`<=`];
  const { rows } = await sql<{ day: Day; before: number }>`
    select day, (reached - own)::integer as before from (
      select movement_date as day, sum(movements) as own, sum(sum(movements)) over (order by movement_date ${way}) as reached
      from (${countsOf(db, query)}) c group by movement_date
    ) d where reached > ${offset} and not exists (select from stock_movements_uncounted)
    order by day ${way} limit 1`.execute(db);
  const [start] = rows;
  return start && { where: sql<SqlBool>`t.movement_date ${isReached} ${start.day}`, offset: offset - start.before };
}

/**
 * Searches each joined table once rather than once per movement, because many movements share few products and
 * warehouses.
 */
function search(pattern: string) {
  const places = sql`(select id from warehouses where ${contains('name')(pattern)})`;
  return sql<SqlBool>`(t.product_id in (select id from products where strip_accents(search_text) like ${foldText(pattern)} and ${contains('code', 'description')(pattern)})
    or t.batch_id in (select id from batches where ${contains('batch_number')(pattern)})
    or t.warehouse_id in ${places} or t.destination_warehouse_id in ${places}
    or ${contains('t.notes', 't.document_number')(pattern)})`;
}
