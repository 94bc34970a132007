/** Search parameters of the stock levels screen. */
import {
  dayFilter,
  flagFilter,
  listFilters,
  rowFilter,
  textFilter,
  type FilterValues,
} from '../../../ui/page/filter-fields.ts';

export const StockFilters = {
  ...listFilters,
  code: textFilter(),
  description: textFilter(),
  family: textFilter(),
  warehouse_id: rowFilter(),
  /** Shows products below their minimum stock instead of all levels. */
  low_stock: flagFilter(),
  /** Shows batches that expire between these days instead of all levels. */
  expires_from: dayFilter(),
  expires_until: dayFilter(),
};
export type StockAddress = FilterValues<typeof StockFilters>;
export const NO_FILTERS = { code: '', description: '', family: '', warehouse_id: undefined };
