import { z } from 'zod';
import { PRICE_STATUSES } from '@bobina/contract/purchasing/prices.ts';
import { choiceFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';

/** The list's state in the address. */
export const PriceFilters = z.object({
  ...listFilters,
  status: choiceFilter(PRICE_STATUSES),
  supplier_id: rowFilter(),
});
export type PriceFilters = z.output<typeof PriceFilters>;

/** The order of the list until somebody chooses another. */
export const USUAL_ORDER = 'product_code';
