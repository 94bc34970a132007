import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../query-client.ts';
import { gtin14 } from './gs1.ts';
import { readScan, type Wanted } from './read-scan.ts';

const LOOKED_THROUGH = 1000;

/** The product whose code or barcode this is; a GTIN is found however many digits it is written with. */
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

/** The active product that a scanned code names, and the batch if the label says it. */
export async function findGoods(scanned: string): Promise<Goods | undefined> {
  const found = await Promise.all(
    readScan(scanned).map(async ({ code, ...batch }) => {
      const product = await findProduct(code, { status: 'active' });
      return product && { product, ...batch };
    }),
  );
  return found.find((goods) => goods !== undefined);
}
