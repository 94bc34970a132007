import type { Product } from '@bobina/contract/registry/products.ts';
import type { StockCountItem } from '@bobina/contract/stock/counts.ts';

/** Views of a sheet: all rows, rows without a count, rows with a difference. */
export const VIEWS = ['all', 'open', 'different'] as const;
export type View = (typeof VIEWS)[number];

export type ItemKey = Pick<StockCountItem, 'product_id' | 'batch_number'>;

/** Returns the key of a row: product id and batch. */
export function keyOf({ product_id, batch_number }: ItemKey): string {
  return `${product_id} ${batch_number ?? ''}`;
}

/** Returns an uncounted row for a product or batch that the ledger does not have in the warehouse. */
export function addedItem(product: Product, batch: string | null): StockCountItem {
  return {
    product_id: product.id,
    product_code: product.code,
    product_name: product.name || product.description,
    unit_of_measure: product.unit_of_measure,
    batch_id: null,
    batch_number: batch,
    expiry_date: null,
    book_quantity: 0,
    counted_quantity: null,
    difference: null,
    counted_at: null,
    counted_by: null,
    counted_by_name: null,
  };
}

/**
 * Returns the rows of a view that match the search term.
 * @param edited rows that stay in the view although they no longer belong to it
 */
export function matchingRows(
  items: readonly StockCountItem[],
  { q, view, edited }: { q: string; view: View; edited: ReadonlySet<string> },
): readonly StockCountItem[] {
  const wanted = q.trim().toLowerCase();
  return items.filter(
    (item) =>
      [item.product_code, item.product_name, item.batch_number].some((text) => text?.toLowerCase().includes(wanted)) &&
      (view === 'all' ||
        edited.has(keyOf(item)) ||
        (view === 'open' ? item.counted_quantity === null : Boolean(item.difference))),
  );
}
