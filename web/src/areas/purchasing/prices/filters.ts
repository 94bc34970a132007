import { PRICE_STATUSES } from '@bobina/contract/core/price-statuses.ts';
import { choiceFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';

/** The state of the list in the URL. */
export const PriceFilters = {
  ...listFilters,
  status: choiceFilter(PRICE_STATUSES),
  supplier_id: rowFilter(),
};
