/** The answers last read by a user, kept in IndexedDB, so that the shop floor's screens work without a network. */
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { StockRow } from '@bobina/contract/stock/levels.ts';
import { ssccIn } from '@bobina/contract/core/sscc-in.ts';
import { foldForSearch } from '../fold-for-search.ts';
import { session } from '../session.ts';
import { inStore } from './database.ts';

interface Kept {
  user_id: number;
  path: string;
  data: unknown;
  read_at: string;
}
interface Rows<Row> {
  rows: Row[];
  total: number;
}
type Query = Record<string, string>;

const MOST_OFFERED = 1000;
/** Days after which an answer is too old to work on. */
const MOST_DAYS = 14;
const DAY_MS = 86_400_000;

/** Keeps an answer for the signed-in user. Ignores failures: the answer is then not available without a network. */
export async function keepAnswer(path: string, data: unknown): Promise<void> {
  const user = session.user();
  if (!user) return;
  const kept: Kept = { user_id: user.id, path, data, read_at: new Date().toISOString() };
  await inStore('answers', 'readwrite', (store) => store.put(kept)).catch(() => {});
}

/** The answer that the signed-in user read last for this path, or one made from the lists that were read. */
export async function keptAnswer(path: string): Promise<unknown> {
  const user = session.user();
  if (!user) return undefined;
  try {
    const kept = (await inStore('answers', 'readonly', (store) => store.get([user.id, path]))) as Kept | undefined;
    return kept && isRecent(kept) ? kept.data : await madeFromLists(user.id, path);
  } catch {
    return undefined;
  }
}

/**
 * The stock of a batch or reel in the lists that the signed-in user read, by its number in any case or its SSCC;
 * undefined if no list was read.
 */
export async function keptStock(batch: string): Promise<StockRow[] | undefined> {
  const user = session.user();
  if (!user) return undefined;
  const rows = await keptLists<StockRow>(user.id, '/stock').catch(() => undefined);
  const [wanted, sscc] = [batch.toLowerCase(), ssccIn(batch)];
  return (
    rows &&
    newestStock(rows).filter(
      (row) => row.batch_number?.toLowerCase() === wanted || (sscc !== null && row.sscc === sscc),
    )
  );
}

/** Deletes the answers of a user who signs out, and those that are too old. */
export async function deleteAnswers(userId: number): Promise<void> {
  const all = (await inStore('answers', 'readonly', (store) => store.getAll())) as Kept[];
  for (const kept of all)
    if (kept.user_id === userId || !isRecent(kept))
      await inStore('answers', 'readwrite', (store) => store.delete([kept.user_id, kept.path]));
}

function isRecent({ read_at }: Kept) {
  return Date.now() - Date.parse(read_at) < MOST_DAYS * DAY_MS;
}

/** The rows of the lists that were read with all fields. */
async function keptLists<Row>(userId: number, list: string): Promise<Row[] | undefined> {
  const range = IDBKeyRange.bound([userId, list], [userId, `${list}?\uffff`]);
  const found = (await inStore('answers', 'readonly', (store) => store.getAll(range))) as Kept[];
  // Newer rows last, so that they replace older ones.
  const lists = found
    .filter(({ path }) => path === list || (path.startsWith(`${list}?`) && !/[?&]fields=/.test(path)))
    .filter(isRecent);
  if (lists.length === 0) return undefined;
  return lists
    .toSorted((one, other) => one.read_at.localeCompare(other.read_at))
    .flatMap(({ data }) => (data as Rows<Row>).rows);
}

/** Answers a search or a read of one row from the lists that were read. */
async function madeFromLists(userId: number, path: string): Promise<unknown> {
  const url = new URL(path, location.origin);
  const query = Object.fromEntries(url.searchParams);
  const [, area, second, third] = url.pathname.split('/');
  if (area === 'products') return fromRows(await byId<Product>(userId, '/products'), second, query, fitsProduct);
  if (area === 'warehouses')
    return fromRows(await byId<Warehouse>(userId, '/warehouses'), second, query, fitsWarehouse);
  if (area === 'stock' && second === 'product' && !query['as_of']) {
    const rows = await keptLists<StockRow>(userId, '/stock');
    return rows && listed(newestStock(rows).filter((row) => fitsStock(row, Number(third), query)));
  }
  return undefined;
}

async function byId<Row extends { id: number }>(userId: number, list: string): Promise<Row[] | undefined> {
  const rows = await keptLists<Row>(userId, list);
  return rows && [...new Map(rows.map((row) => [row.id, row])).values()];
}

function fromRows<Row extends { id: number }>(
  rows: Row[] | undefined,
  id: string | undefined,
  query: Query,
  fits: (row: Row, query: Query) => boolean,
): unknown {
  if (!rows) return undefined;
  return id === undefined ? listed(rows.filter((row) => fits(row, query))) : rows.find((row) => row.id === Number(id));
}

function listed<Row>(rows: Row[]): Rows<Row> {
  return { rows: rows.slice(0, MOST_OFFERED), total: rows.length };
}

function fitsProduct(product: Product, { q = '', status }: Query) {
  const text = foldForSearch([product.code, product.name, product.description, product.barcode].join(' '));
  return (!status || product.status === status) && wordsOf(q).every((word) => text.includes(word));
}

function fitsWarehouse(warehouse: Warehouse, { q = '', except, is_active }: Query) {
  const isWanted = is_active === undefined || String(warehouse.is_active) === is_active;
  return (
    isWanted &&
    String(warehouse.id) !== except &&
    wordsOf(q).every((word) => foldForSearch(warehouse.name).includes(word))
  );
}

function fitsStock({ product_id, warehouse_id }: StockRow, productId: number, query: Query) {
  return product_id === productId && (!query['warehouse_id'] || String(warehouse_id) === query['warehouse_id']);
}

function newestStock(rows: StockRow[]): StockRow[] {
  const keyOf = (row: StockRow) => `${row.product_id} ${row.warehouse_id} ${row.batch_number ?? ''}`;
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

function wordsOf(text: string) {
  return foldForSearch(text).split(/\s+/).filter(Boolean);
}
