/** Search parameters of the customer order screens. Invalid values are treated as missing. */
import {
  choiceFilter,
  dayFilter,
  flagFilter,
  openedFilter,
  rowFilter,
  textFilter,
  type FilterValues,
} from '../../ui/page/filter-fields.ts';

export const ListFilters = {
  q: textFilter(),
  sort: textFilter(),
  customer_id: rowFilter(),
  from: dayFilter(),
  to: dayFilter(),
};
/** `edit`: the order whose form replaces the list. `import`: the import dialog is open. */
export const EntryFilters = {
  ...ListFilters,
  edit: openedFilter(),
  import: flagFilter(),
};
/** `order`: the order whose lines are shown. `due_…` and `entered_from` are set by the figures of the home. */
export const ViewFilters = {
  ...ListFilters,
  late: flagFilter(),
  due_from: dayFilter(),
  due_until: dayFilter(),
  entered_from: dayFilter(),
  delivery: choiceFilter(['open', 'closed']),
  order: rowFilter(),
};
export type ListFilters = FilterValues<typeof ListFilters>;

export const ENTRY = '/ordiniclienti/inserimento-ordine';
export const VIEW = '/ordiniclienti/visualizza-ordini';
export const CUSTOMER_PRICES = '/ordiniclienti/prezzi';
