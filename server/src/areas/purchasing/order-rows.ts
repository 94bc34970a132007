/** Reads purchase orders in their API form; omits amounts for users who may not see them. */
import { sql } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import type { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { PurchaseOrder, PurchaseOrderRow, purchaseOrders } from '@bobina/contract/purchasing/orders.ts';
import type { Caller, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { limitUnlessOpen, page, type PageQuery } from '../../platform/database/page.ts';
import { fewOfWords, foldColumn, foldText, ownTextOr } from '../../platform/database/search.ts';
import { AUDIT, numeric } from '../../platform/master-data.ts';
import { invalid, notFound } from '../../platform/problem.ts';

type Asker = { db: Db; user: Pick<Caller, 'role' | 'capabilities'> };

type Column = SortOf<typeof purchaseOrders.list>;
interface Filters {
  status?: PurchaseOrderRow['status'] | undefined;
  supplier_id?: number | undefined;
  product_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  open?: boolean | undefined;
  expected_from?: string | undefined;
  expected_until?: string | undefined;
}

type Rows = ReturnType<typeof orderRows>;
const ORDERS: List<Column> = {
  columns: {
    order_date: value('t.order_date'),
    order_number: text('t.order_number'),
    supplier_name: text('supplier.business_name'),
    status: value('t.status'),
    requested_arrival_date: value('t.requested_arrival_date'),
    confirmed_arrival_date: value('t.confirmed_arrival_date'),
    total_amount: value('t.total_amount'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  order: '-order_date',
};
/** Must match the expression of the index purchase_orders_expected. */
const expectedOn = sql<string>`coalesce(t.confirmed_arrival_date, t.requested_arrival_date)`;
const SUPPLIER = { id: 't.supplier_id', name: 'supplier.business_name' };

/** Lists one page of purchase orders. @throws 400 on a sort by amount for users who may not see amounts */
export async function listOrders(reading: Reading, query: PageQuery<Column> & Filters) {
  // Sorting by amount would reveal the amounts.
  if (query.sort?.endsWith('total_amount') && !seesAmounts(reading)) throw invalid('sort', 'enum');
  const suppliers = query.q ? await fewOfWords(reading.db, 'suppliers', 'business_name', query.q) : undefined;
  const named = ownTextOr(ownText, SUPPLIER, suppliers);
  return page(reading, listed(orderRows(reading), query), { ...query, limit: limitUnlessOpen(query) }, ORDERS, {
    bare: listed(bareRows(reading.db), query),
    search: (pattern) => sql<boolean>`(${named(pattern)} or ${ordersProduct(pattern, query)})`,
    searchedAlone: suppliers !== undefined && [...suppliers.values()].every((few) => few !== undefined),
  });
}

/** Reads an order with its lines. @throws NOT_FOUND */
export async function readOrder(asker: Asker, id: number): Promise<PurchaseOrder> {
  const order = await orderRows(asker).select('t.notes').where('t.id', '=', id).executeTakeFirst();
  if (!order) throw notFound();
  const items = await itemRows(asker, id).execute();
  return {
    ...order,
    items: items.map(({ was_received, ...item }) => ({ ...item, ...(was_received && { was_received }) })),
  };
}

function seesAmounts({ user }: Asker) {
  return can(user, 'purchase_orders.amounts');
}

function orderRows(asker: Asker) {
  return asker.db
    .selectFrom('purchase_orders as t')
    .innerJoin('suppliers as supplier', 'supplier.id', 't.supplier_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.order_number',
      't.order_date',
      't.supplier_id',
      'supplier.business_name as supplier_name',
      't.requested_arrival_date',
      't.confirmed_arrival_date',
      ...AUDIT,
    ])
    .select([
      sql<PurchaseOrderRow['status']>`t.status`.as('status'),
      sql<(typeof CURRENCIES)[number]>`t.currency`.as('currency'),
    ])
    .$if(seesAmounts(asker), (rows) => rows.select(numeric('t.total_amount', 'total_amount')));
}

/** The orders without joins: sufficient for counting and for sorting by their own columns. */
function bareRows(db: Db): Rows {
  return db.selectFrom('purchase_orders as t').select('t.id').where('t.deleted_at', 'is', null) as unknown as Rows;
}

function listed(all: Rows, query: Filters): Rows {
  let rows = all;
  if (query.status) rows = rows.where('t.status', '=', query.status);
  if (query.supplier_id) rows = rows.where('t.supplier_id', '=', query.supplier_id);
  if (query.product_id)
    rows = rows.where(
      sql<boolean>`t.id in (select order_id from purchase_order_items where product_id = ${query.product_id})`,
    );
  if (query.from) rows = rows.where('t.order_date', '>=', query.from);
  if (query.to) rows = rows.where('t.order_date', '<=', query.to);
  if (query.open !== undefined) rows = rows.where('t.status', query.open ? '<>' : '=', 'fullyReceived');
  if (query.expected_from) rows = rows.where(expectedOn, '>=', query.expected_from);
  if (query.expected_until) rows = rows.where(expectedOn, '<=', query.expected_until);
  return rows;
}

/** Must match the expression of the index purchase_orders_search. */
function ownText(pattern: string) {
  return sql`${foldColumn('t.order_number')} like ${foldText(pattern)}`;
}

/**
 * The orders with a line of a product whose code, or a word of whose name or description, begins with the text; among the
 * open orders only those that await it. Inside of words it would find products for parts of order numbers. The ids are an
 * array, so that the indexes of the other conditions stay usable. The indexed search text contains more columns.
 */
function ordersProduct(pattern: string, { open }: Filters) {
  return sql`t.id = any(array(
    select order_id from purchase_order_items where ${open ? sql`status <> 'completed'` : sql`true`} and product_id in (
      select id from products where strip_accents(search_text) like ${foldText(pattern)}
        and lower(strip_accents(concat_ws(' ', '', code, name, description))) like ${foldText(`% ${pattern.slice(1)}`)})))`;
}

function itemRows(asker: Asker, order: number) {
  return asker.db
    .selectFrom('purchase_order_items as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .where('t.order_id', '=', order)
    .orderBy('t.position')
    .select(['t.id', 't.product_id', 'product.code as product_code', 'product.unit_of_measure'])
    .select([
      sql<string>`coalesce(t.product_name, product.name, product.description)`.as('product_name'),
      numeric('t.ordered_quantity', 'ordered_quantity'),
      numeric('t.ordered_quantity', 'quantity'),
      numeric('t.received_quantity', 'received_quantity'),
      sql<PurchaseOrder['items'][number]['status']>`t.status`.as('status'),
      sql<boolean>`t.received_quantity = 0 and exists (select from goods_receipt_items r where r.order_item_id = t.id)`.as(
        'was_received',
      ),
    ])
    .$if(seesAmounts(asker), (rows) =>
      rows.select([numeric('t.unit_price', 'unit_price'), numeric('t.total', 'total')]),
    );
}
