import { listFilters, openedFilter, type FilterValues } from '../../../ui/page/filter-fields.ts';

/** `?edit=new` or `?edit=12`: the form replaces the list. */
export const SupplierFilters = { ...listFilters, edit: openedFilter() };
export type SupplierFilters = FilterValues<typeof SupplierFilters>;
