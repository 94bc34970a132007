import { z } from 'zod';
import { PRODUCT_STATUSES } from '@bobina/contract/registry/products.ts';
import { storage } from '../../../lib/storage.ts';

/** The list's state in the address. Whatever does not fit is as if it were not there. */
export const ProductFilters = z.object({
  q: z.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  status: z.enum(PRODUCT_STATUSES).optional().catch(undefined),
  supplier_id: z.coerce.number().int().positive().optional().catch(undefined),
});

const STORED_AS = 'products.search';
/** The search term is kept in the browser; an address that has one of its own wins. */
export const rememberedSearch = (): string => storage.read(STORED_AS) ?? '';
export const rememberSearch = (term: string): void => storage.write(STORED_AS, term || null);
