import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../api/api.ts';
import { ApiProblem } from '../api/problem.ts';
import { hasFeature } from '../features.ts';
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
}

/**
 * Finds the active product of a scanned code, and the batch if the label contains it; else the reel or the batch of this
 * number with its product. The number of a reel names no product, so the products are not searched for it.
 */
export async function findGoods(scanned: string): Promise<Goods | undefined> {
  if (isReelNumber(scanned.trim())) return findInStock(scanned.trim());
  const found = await Promise.all(
    readScan(scanned).map(async ({ code, ...batch }) => {
      const product = await findProduct(code, { status: 'active' });
      return product && { product, ...batch };
    }),
  );
  return found.find((goods) => goods !== undefined) ?? findInStock(scanned);
}

/**
 * The only reel or batch that a code names: a reel by its number, its SSCC or the number of the mill, a batch by its number.
 * Its product may be inactive.
 */
async function findInStock(code: string): Promise<Goods | undefined> {
  if (!hasFeature('reels')) return undefined;
  try {
    const found = await api.reels.scan({ query: { code } });
    const reels = found.filter(({ kind }) => kind === 'reel');
    const [only, second] = reels.length > 0 ? reels : found;
    if (!only || second) return undefined;
    const product = await queryClient.fetchQuery(api.products.get.query({ id: only.product_id }));
    const { production_date: production, expiry_date: expiry } =
      only.kind === 'reel' ? only : await api.batches.get({ id: only.batch_id });
    return only.kind === 'reel'
      ? { product, batch: only.code, production, expiry, warehouse: only.warehouse_id }
      : { product, batch: only.batch_number, production, expiry };
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
