import { sql } from 'kysely';
import { Product, ProductInput, type products as contract } from '@bobina/contract/registry/products.ts';
import type { Act } from '../../platform/context.ts';
import { buildOnce, compileOnce } from '../../platform/database/compile-once.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { foldText } from '../../platform/database/search.ts';
import { bulkResult } from '../../platform/http/bulk-result.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createdIn,
  createOne,
  deleteOne,
  fieldColumns,
  lockOne,
  readOne,
  registerRows,
  withoutAbsent,
  type MasterData,
} from '../../platform/master-data.ts';
import { gsmOfProduct } from './gsm-of-product.ts';
import { checkReelProduct } from './check-reel-product.ts';
import { requireReference } from './references.ts';
import { isVatCode } from './terms.ts';

const productRows = buildOnce((db) =>
  registerRows(db, 'products')
    .leftJoin('suppliers as supplier', 'supplier.id', 't.supplier_id')
    .select(fieldColumns(ProductInput, Product))
    .select([
      't.id',
      'supplier.business_name as supplier_name',
      't.has_batch as has_batches',
      't.has_expiry_date as has_expiry',
      ...AUDIT,
    ])
    .select([sql<null>`null`.as('deleted_at'), sql<null>`null`.as('deleted_by')])
    .select(sql<number | null>`round(${gsmOfProduct('t')}, 4)::float8`.as('gsm')),
);

const PRODUCTS: List<SortOf<typeof contract.list>> = {
  columns: {
    code: text('t.code'),
    name: text('t.name'),
    description: text('t.description'),
    category: text('t.category'),
    supplier_name: text('supplier.business_name'),
    unit_of_measure: value('t.unit_of_measure'),
    currency: value('t.currency'),
    barcode: text('t.barcode'),
    hs_code: text('t.hs_code'),
    status: value('t.status'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  // The trigger `products_search_text` keeps all texts of a product and its supplier's name in this column.
  search: (pattern) => sql<boolean>`strip_accents(t.search_text) like ${foldText(pattern)}`,
  searchedAlone: true,
  codes: ['t.code', 't.barcode'],
  titles: ['t.name', 't.description'],
  order: 'code',
};

type Rows = ReturnType<typeof productRows>;

/** The products without joins: sufficient for counting, for searching, and for sorting by their own columns. */
const bareRows = buildOnce(
  (db) => db.selectFrom('products as t').select('t.id').where('t.deleted_at', 'is', null) as unknown as Rows,
);

function listed(all: Rows, { status, supplier_id, category }: HandlerInput<typeof contract.list>['query']): Rows {
  let rows = all;
  if (status) rows = rows.where('t.status', '=', status);
  if (supplier_id) rows = rows.where('t.supplier_id', '=', supplier_id);
  if (category) rows = rows.where(sql`lower(t.category)`, '=', sql`lower(${category})`);
  return rows;
}

const findProduct = compileOnce<Product>((db) => productRows(db).where('t.id', '=', 0));
const findCreated = compileOnce<Product>((db) => productRows(db).where('t.id', '=', createdIn('products')));
const lockProduct = compileOnce<Product>((db) => productRows(db).where('t.id', '=', 0).forUpdate('t'));

const productEntity: MasterData<Product, 'products'> = {
  name: 'products',
  table: 'products',
  one: async (db, id, lock) =>
    (await (typeof id === 'number' ? (lock ? lockProduct : findProduct)(db, id) : findCreated(db)))[0],
  label: ({ code, description }) => `${code} ${description}`,
};

function requireSupplier(act: Act, supplier: number | null | undefined, before?: number | null) {
  return requireReference(act, { table: 'suppliers', id: supplier, path: 'supplier_id', before });
}
/**
 * Adds a notice for a VAT code that is not in the register. The product is saved, because the code may be added later.
 */
async function noticeVatCode(act: Act, code: string | null | undefined) {
  if (code && !(await isVatCode(act.tx, code))) act.warn('unknown_vat_code', { code }, 'categoria_vat_codice');
}

async function setStatus(
  act: Act,
  { id, version, status }: { id: number; version?: number; status: Product['status'] },
) {
  return changeOne(act, productEntity, await lockOne(act, productEntity, id, version), { status }, 'status');
}

export const productHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) =>
    page(reading, listed(productRows(reading.db), query), query, PRODUCTS, {
      bare: listed(bareRows(reading.db), query),
    }),
  get: ({ id }, { db }) => readOne(db, productEntity, id),
  create: async ({ body }, act) => {
    await requireSupplier(act, body.supplier_id);
    await noticeVatCode(act, body.categoria_vat_codice);
    checkReelProduct(body);
    return createOne(act, productEntity, body);
  },
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, productEntity, id, version);
    await requireSupplier(act, body.supplier_id, before.supplier_id);
    checkReelProduct({ ...before, ...withoutAbsent(body) });
    if (body.categoria_vat_codice !== before.categoria_vat_codice) await noticeVatCode(act, body.categoria_vat_codice);
    return changeOne(act, productEntity, before, body);
  },
  setStatus: ({ id, body, version }, act) => setStatus(act, { id, status: body.status, version }),
  setStatuses: async ({ body: { ids, status } }, acts) => {
    const done = await acts.each({ items: ids, act: (act, id) => setStatus(act, { id, status }) });
    return { results: done.map(({ item: id, outcome }) => ({ id, ...bulkResult(outcome, acts.language) })) };
  },
  remove: async ({ id }, act) => deleteOne(act, productEntity, await lockOne(act, productEntity, id)),
};
