/** What the screen of stock levels keeps in its address. */
import { z } from 'zod';
import { dayFilter, listFilters, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';

export const StockFilters = z.object({
  ...listFilters,
  code: textFilter(),
  description: textFilter(),
  family: textFilter(),
  warehouse_id: rowFilter(),
  /** Products below their minimum stock instead of all levels. */
  low_stock: z.literal(true).optional().catch(undefined),
  /** Batches that expire between these days instead of all levels. */
  expires_from: dayFilter(),
  expires_until: dayFilter(),
});
export type StockAddress = z.output<typeof StockFilters>;
export const NO_FILTERS = { code: '', description: '', family: '', warehouse_id: undefined };
