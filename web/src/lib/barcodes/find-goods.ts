import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../query-client.ts';
import { gtin14 } from '@bobina/contract/core/gs1.ts';
import { readScan, type Wanted } from '@bobina/contract/core/read-scan.ts';

const LOOKED_THROUGH = 1000;

/** Finds the product by code or barcode; a GTIN matches in any of its lengths. */
export async function findProduct(code: string, filters: { status?: 'active' } = {}): Promise<Product | undefined> {
  const gtin = gtin14(code);
  const q = gtin?.replace(/^0+/, '') ?? code;
  const { rows } = await queryClient.fetchQuery(
    api.products.list.query({ query: { ...filters, q, limit: LOOKED_THROUGH } }),
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
}

/** Finds the active product of a scanned code, and the batch if the label contains it. */
export async function findGoods(scanned: string): Promise<Goods | undefined> {
  const found = await Promise.all(
    readScan(scanned).map(async ({ code, ...batch }) => {
      const product = await findProduct(code, { status: 'active' });
      return product && { product, ...batch };
    }),
  );
  return found.find((goods) => goods !== undefined);
}
