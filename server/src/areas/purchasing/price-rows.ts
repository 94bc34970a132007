/** Reads prices in their API form, with their status as of today. */
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { contains, page, textOrder, type PageQuery } from '../../platform/database/page.ts';
import { AUDIT } from '../../platform/master-data.ts';
import { priceColumns, priceSort, statusOn } from '../../platform/price-periods.ts';
import { notFound } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { requireProduct } from '../stock/index.ts';

type Column =
  | 'product_code'
  | 'product_name'
  | 'supplier_name'
  | 'price'
  | 'currency'
  | 'start_date'
  | 'end_date'
  | 'status'
  | 'created_at'
  | 'modified_at';
interface Filters {
  product_id?: number | undefined;
  supplier_id?: number | undefined;
  status?: Price['status'] | undefined;
}

/** Lists one page of prices with their status as of today. */
export async function listPrices(query: PageQuery<Column> & Filters, reading: Reading) {
  const today = await companyToday(reading.db);
  let rows = priceRows(reading.db, today);
  if (query.product_id) rows = rows.where('t.product_id', '=', query.product_id);
  if (query.supplier_id) rows = rows.where('t.supplier_id', '=', query.supplier_id);
  if (query.status) rows = rows.where(statusOn(today), '=', query.status);
  return page(reading, rows, query, {
    search: contains('product.code', 'product.name', 'product.description', 'supplier.business_name', 't.currency'),
    sort: { ...priceSort(today), supplier_name: textOrder('supplier.business_name') },
    order: 'product_code',
  });
}

/** Lists the prices of one product. @throws NOT_FOUND when there is no such product */
export async function listPricesOfProduct(product: number, query: PageQuery<Column>, reading: Reading) {
  await requireProduct(reading.db, product);
  return listPrices({ ...query, product_id: product }, reading);
}
/** Reads a price. @throws NOT_FOUND */
export function readPrice(db: Db, id: number): Promise<Price> {
  return one(db, id, false);
}
/** Locks a price until the act commits. @throws NOT_FOUND */
export function lockPrice(db: Db, id: number): Promise<Price> {
  return one(db, id, true);
}
/** Formats a price for the activity log. */
export function priceLabel({ product_code, supplier_name, start_date }: Price): string {
  return `${product_code} · ${supplier_name} · ${start_date}`;
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
      ...AUDIT,
    ])
    .select(priceColumns(today));
}

async function one(db: Db, id: number, lock: boolean): Promise<Price> {
  const row = priceRows(db, await companyToday(db)).where('t.id', '=', id);
  const price = await (lock ? row.forUpdate('t') : row).executeTakeFirst();
  if (!price) throw notFound();
  return price;
}
