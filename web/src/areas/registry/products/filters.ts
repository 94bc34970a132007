import { PRODUCT_STATUSES } from '@bobina/contract/registry/product-statuses.ts';
import { storage } from '../../../lib/storage.ts';
import { choiceFilter, listFilters, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';

/** The state of the list in the URL. */
export const ProductFilters = {
  ...listFilters,
  status: choiceFilter(PRODUCT_STATUSES),
  supplier_id: rowFilter(),
  /** The name of a saved view: the stored search term is not restored then. */
  view: textFilter(),
};

const STORED_AS = 'products.search';
/** Returns the search term stored in the browser. A term in the URL takes precedence. */
export function rememberedSearch(): string {
  return storage.read(STORED_AS) ?? '';
}
/** Stores the search term in the browser. */
export function rememberSearch(term: string): void {
  return storage.write(STORED_AS, term || null);
}
