import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { readAll } from '../../../ui/export/read-all.ts';

const MOST_CANDIDATES = 100;
/** Number of codes from which reading the whole list is cheaper than one request per code. */
const MANY = 20;
const AT_ONCE = 5;

/** Finds the active products with these codes or barcodes, ignoring case. @returns the products by lower-case code */
export async function findProducts(codes: readonly string[]): Promise<Map<string, Product>> {
  const wanted = [...new Set(codes.map((code) => code.toLowerCase()).filter(Boolean))];
  if (wanted.length > MANY) {
    const all = await readAll<Product>(api.products.list, { status: 'active', sort: 'code' });
    return new Map(all.map((product) => [product.code.toLowerCase(), product]));
  }
  const found = new Map<string, Product>();
  for (let at = 0; at < wanted.length; at += AT_ONCE)
    await Promise.all(
      wanted.slice(at, at + AT_ONCE).map(async (code) => {
        const product = await findOne(code);
        if (product) found.set(code, product);
      }),
    );
  return found;
}

async function findOne(code: string): Promise<Product | undefined> {
  const { rows } = await queryClient.fetchQuery(
    api.products.list.query({ query: { q: code, status: 'active', best_first: true, limit: MOST_CANDIDATES } }),
  );
  const wanted = code.toLowerCase();
  return (
    rows.find((row) => row.code.toLowerCase() === wanted) ?? rows.find((row) => row.barcode?.toLowerCase() === wanted)
  );
}
