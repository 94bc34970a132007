import type { z } from 'zod';
import { ProductInput, type Product } from '@bobina/contract/registry/products.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';

/** What the form holds: the body as it is typed. */
export type ProductDraft = Partial<z.input<typeof ProductInput>>;

const COPY_SUFFIX = '_COPY';

/** What a new product starts with. */
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
  has_expiry_date: false,
  has_production_date: false,
};

/** A duplicate: everything of the source, its code marked as a copy, always active. */
export function copyOf(source: Product): ProductDraft {
  return {
    ...fieldsOf(ProductInput, source),
    code: `${source.code}${COPY_SUFFIX}`,
    status: 'active',
  };
}
