import { z } from 'zod';
import { PRODUCT_STATUSES } from '@bobina/contract/registry/products.ts';
import { storage } from '../../../lib/storage.ts';
import { choiceFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';

/** The list's state in the address. */
export const ProductFilters = z.object({
  ...listFilters,
  status: choiceFilter(PRODUCT_STATUSES),
  supplier_id: rowFilter(),
});

const STORED_AS = 'products.search';
/** The search term is kept in the browser; an address that has one of its own wins. */
export function rememberedSearch(): string {
  return storage.read(STORED_AS) ?? '';
}
export function rememberSearch(term: string): void {
  return storage.write(STORED_AS, term || null);
}
