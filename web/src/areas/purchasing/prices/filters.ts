import { z } from 'zod';
import { PRICE_STATUSES } from '@bobina/contract/purchasing/prices.ts';

/** The list's state in the address. Whatever does not fit is as if it were not there. */
export const PriceFilters = z.object({
  q: z.coerce.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  status: z.enum(PRICE_STATUSES).optional().catch(undefined),
  supplier_id: z.coerce.number().int().positive().optional().catch(undefined),
});
export type PriceFilters = z.output<typeof PriceFilters>;

/** The order of the list until somebody chooses another. */
export const USUAL_ORDER = 'product_code';
