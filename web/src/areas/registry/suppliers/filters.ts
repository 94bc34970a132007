import { z } from 'zod';
import { listFilters, openedFilter } from '../../../ui/page/filter-fields.ts';

/** `?edit=new` or `?edit=12`: the form replaces the list. */
export const SupplierFilters = z.object({ ...listFilters, edit: openedFilter() });
export type SupplierFilters = z.infer<typeof SupplierFilters>;
