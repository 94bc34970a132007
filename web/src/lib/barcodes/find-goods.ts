import type { Day } from '@bobina/contract/core/dates.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Scanned } from '@bobina/contract/stock/reels.ts';
import { api } from '../api/api.ts';
import { ApiProblem } from '../api/problem.ts';
import { connection } from '../connection.ts';
import { hasFeature } from '../features.ts';
import { readKeptStock } from '../offline/reading.ts';
import { queryClient } from '../query-client.ts';
import { gtin14 } from '@bobina/contract/core/gs1.ts';
import { isReelNumber, readScan, type Wanted } from '@bobina/contract/core/read-scan.ts';

const MOST_CANDIDATES = 1000;

/** Finds the product by code or barcode; a GTIN matches in any of its lengths. */
export async function findProduct(code: string, filters: { status?: 'active' } = {}): Promise<Product | undefined> {
  const gtin = gtin14(code);
  const q = gtin?.replace(/^0+/, '') ?? code;
  const { rows } = await queryClient.fetchQuery(
    api.products.list.query({ query: { ...filters, q, limit: MOST_CANDIDATES } }),
  );
  const wanted = code.toLowerCase();
  return (
    rows.find((row) => row.code.toLowerCase() === wanted) ??
    rows.find((row) => row.barcode?.toLowerCase() === wanted) ??
    (gtin === null ? undefined : rows.find((row) => gtin14(row.barcode) === gtin))
  );
}

export interface Goods extends Omit<Wanted, 'code'> {
  product: Product;
  /** Where most of a reel is; absent for other goods. */
  warehouse?: number | null;
  /** The machine that a reel is mounted on, by its code; absent for other goods, and without the server. */
  machine?: string | null;
}

/**
 * Finds the active product of a scanned code, and the batch if the label contains it; else the reel or the batch of this
 * number with its product. The number of a reel names no product, so the products are not searched for it.
 */
export async function findGoods(scanned: string): Promise<Goods | undefined> {
  const [only, second] = await findAllGoods(scanned);
  return second ? undefined : only;
}

/** As findGoods, and several goods when a number is that of reels or batches of several products. */
export async function findAllGoods(scanned: string): Promise<Goods[]> {
  if (isReelNumber(scanned.trim())) return findInStock(scanned.trim());
  const found = await Promise.all(
    readScan(scanned).map(async ({ code, ...batch }) => {
      const product = await findProduct(code, { status: 'active' });
      return product && { product, ...batch };
    }),
  );
  const named = found.find((goods) => goods !== undefined);
  return named ? [named] : findInStock(scanned);
}

/** Most reels or batches of one number to choose from. */
const MOST_OF_A_NUMBER = 10;

/**
 * The reels that a code names by their number, their SSCC or the number of the mill, else the batches of this number. Their
 * products may be inactive. While the server cannot be reached, the batches of this number in the stock last read.
 */
async function findInStock(code: string): Promise<Goods[]> {
  if (!hasFeature('reels')) return [];
  const known = connection.isProvenLost() ? await findInKeptStock(code) : undefined;
  if (known) return known;
  try {
    const found = await api.reels.scan({ query: { code } });
    const reels = found.filter(({ kind }) => kind === 'reel');
    return await Promise.all((reels.length > 0 ? reels : found).slice(0, MOST_OF_A_NUMBER).map(readGoods));
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return [];
    const isCut = error instanceof ApiProblem && error.isPassing && (await connection.proveLost());
    const last = isCut ? await findInKeptStock(code) : undefined;
    if (!last) throw error;
    return last;
  }
}

/** @returns undefined if no stock is kept on the device */
async function findInKeptStock(code: string): Promise<Goods[] | undefined> {
  const rows = await readKeptStock(code);
  if (!rows) return undefined;
  // The last of a product is the warehouse with most of it.
  const ascending = rows.toSorted((one, other) => one.quantity - other.quantity);
  const byProduct = new Map(ascending.map((row) => [row.product_id, row]));
  return Promise.all(
    [...byProduct.values()].map(async (row) => {
      const product = await queryClient.fetchQuery(api.products.get.query({ id: row.product_id }));
      const dates = { production: row.production_date as Day | null, expiry: row.expiry_date as Day | null };
      const goods = { product, batch: row.batch_number, ...dates };
      return product.is_reel ? { ...goods, warehouse: row.warehouse_id } : goods;
    }),
  );
}

async function readGoods(scanned: Scanned): Promise<Goods> {
  const product = await queryClient.fetchQuery(api.products.get.query({ id: scanned.product_id }));
  const { production_date: production, expiry_date: expiry } =
    scanned.kind === 'reel' ? scanned : await api.batches.get({ id: scanned.batch_id });
  return scanned.kind === 'reel'
    ? {
        product,
        batch: scanned.code,
        production,
        expiry,
        warehouse: scanned.warehouse_id,
        machine: scanned.machine_code,
      }
    : { product, batch: scanned.batch_number, production, expiry };
}
