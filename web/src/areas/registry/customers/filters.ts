import { listFilters, openedFilter, rowFilter, type FilterValues } from '../../../ui/page/filter-fields.ts';
import { stateFilter } from '../shared/filters.ts';

/**
 * `edit`: the form in place of the list. `details`: the dialog of billing and destinations; `destination`: its open
 * form.
 */
export const CustomerFilters = {
  ...listFilters,
  state: stateFilter,
  edit: openedFilter(),
  details: rowFilter(),
  destination: openedFilter(),
};
export type CustomerFilters = FilterValues<typeof CustomerFilters>;
export type SetCustomerFilters = (change: Partial<CustomerFilters>, options?: { replace?: boolean }) => void;

export const CUSTOMERS = '/anagrafica/clienti';
export const CUSTOMER_LIST = '/anagrafica/clienti/lista';
