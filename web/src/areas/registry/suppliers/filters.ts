import { z } from 'zod';
import { listFilters, opened } from '../shared/filters.ts';

/** `?edit=new` or `?edit=12`: the form stands in place of the list. */
export const SupplierFilters = z.object({ ...listFilters, edit: opened });
export type SupplierFilters = z.infer<typeof SupplierFilters>;
