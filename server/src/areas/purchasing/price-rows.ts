/** Reads prices in their API form, with their status as of today. */
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Price, prices } from '@bobina/contract/purchasing/prices.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page, type PageQuery } from '../../platform/database/page.ts';
import { AUDIT, numeric } from '../../platform/master-data.ts';
import { pricedColumns, selectPriceFields, statusOn } from '../../platform/price-periods.ts';
import { notFound } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { requireProduct } from '../stock/index.ts';

type Column = SortOf<typeof prices.list>;
interface Filters {
  product_id?: number | undefined;
  supplier_id?: number | undefined;
  status?: Price['status'] | undefined;
  from_quantity?: number;
}

/** Lists one page of prices with their status as of today. */
export async function listPrices(reading: Reading, query: PageQuery<Column> & Filters) {
  const today = await companyToday(reading.db);
  let rows = priceRows(reading.db, today);
  if (query.product_id) rows = rows.where('t.product_id', '=', query.product_id);
  if (query.supplier_id) rows = rows.where('t.supplier_id', '=', query.supplier_id);
  if (query.from_quantity !== undefined) rows = rows.where('t.from_quantity', '=', String(query.from_quantity));
  if (query.status) rows = rows.where(statusOn(today), '=', query.status);
  return page(reading, rows, query, priceList(today));
}

/** Lists the prices of one product from quantity 0 on. @throws NOT_FOUND when there is no such product */
export async function listPricesOfProduct(
  reading: Reading,
  { productId: product, query }: { productId: number; query: PageQuery<Column> },
) {
  await requireProduct(reading.db, product);
  return listPrices(reading, { ...query, product_id: product, from_quantity: 0 });
}
/** Reads a price. @throws NOT_FOUND */
export function readPrice(db: Db, id: number): Promise<Price> {
  return one(db, id, false);
}
/** Locks a price until the act commits. @throws NOT_FOUND */
export function lockPrice(act: Act, id: number): Promise<Price> {
  return one(act.tx, id, true);
}
/** Formats a price for the activity log. */
export function priceLabel({ product_code, supplier_name, start_date }: Price): string {
  return `${product_code} · ${supplier_name} · ${start_date}`;
}

function priceList(today: Day): List<Column> {
  return {
    columns: {
      ...pricedColumns(today),
      supplier_name: text('supplier.business_name'),
      from_quantity: value('t.from_quantity'),
    },
    order: 'product_code',
  };
}

function priceRows(db: Db, today: Day) {
  return db
    .selectFrom('prices as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 't.supplier_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.product_id',
      'product.code as product_code',
      't.supplier_id',
      'supplier.business_name as supplier_name',
      't.start_date',
      't.end_date',
      't.lead_days',
      ...AUDIT,
    ])
    .select(numeric('t.from_quantity', 'from_quantity'))
    .select(selectPriceFields(today));
}

async function one(db: Db, id: number, lock: boolean): Promise<Price> {
  const row = priceRows(db, await companyToday(db)).where('t.id', '=', id);
  const price = await (lock ? row.forUpdate('t') : row).executeTakeFirst();
  if (!price) throw notFound();
  return price;
}
