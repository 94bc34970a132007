import type { z } from 'zod';
import type { Product, ProductInput } from '@bobina/contract/registry/products.ts';

/** Form values of a product as typed. */
export type ProductDraft = Partial<z.input<typeof ProductInput>>;

const COPY_SUFFIX = '_COPY';

/** Initial values of a new product. */
export const EMPTY_PRODUCT: ProductDraft = {
  code: '',
  name: '',
  description: '',
  category: '',
  currency: 'EUR',
  unit_of_measure: 'kg',
  status: 'active',
  supplier_id: null,
  has_bom: false,
  is_semi_finished: false,
  has_batch: false,
  is_reel: false,
  has_expiry_date: false,
  has_production_date: false,
};

/**
 * Returns the values of a duplicate: those of the source, with a code marked as a copy and an active status. Validation
 * removes the fields that an input does not have, such as the id.
 */
export function copyOf(source: Product): ProductDraft {
  return {
    ...source,
    code: `${source.code}${COPY_SUFFIX}`,
    status: 'active',
  };
}
