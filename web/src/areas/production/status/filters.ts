import { PRIORITIES, PRODUCTION_STATUSES } from '@bobina/contract/orders/statuses.ts';
import {
  choiceFilter,
  dayFilter,
  flagFilter,
  openedFilter,
  rowFilter,
  textFilter,
  type FilterValues,
} from '../../../ui/page/filter-fields.ts';

/** The state of the status list in the URL: its filters, the open dialog and its item. */
export const StatusFilters = {
  q: textFilter(),
  sort: textFilter(),
  status: choiceFilter(PRODUCTION_STATUSES),
  priority: choiceFilter(PRIORITIES),
  from: dayFilter(),
  to: dayFilter(),
  completed: flagFilter(),
  late: flagFilter(),
  /** Range of production days of an item's operations. */
  produced_from: dayFilter(),
  produced_until: dayFilter(),
  dialog: choiceFilter(['operations', 'force', 'report']),
  item: rowFilter(),
  /** The operation of the open form, over the list of operations or alone. */
  operation: openedFilter(),
};
export type StatusAddress = FilterValues<typeof StatusFilters>;
export const NO_FILTERS = {
  q: undefined,
  status: undefined,
  priority: undefined,
  from: undefined,
  to: undefined,
  completed: undefined,
  late: undefined,
  produced_from: undefined,
  produced_until: undefined,
};
export const CLOSED = { dialog: undefined, item: undefined, operation: undefined };

/** Returns the query of the list call. Completed items are hidden unless requested. */
export function queryOf({
  q,
  status,
  priority,
  from,
  to,
  completed,
  late,
  produced_from,
  produced_until,
}: StatusAddress) {
  return {
    q,
    production_status: status,
    item_priority: priority,
    from,
    to,
    late,
    produced_from,
    produced_until,
    ...(!completed && status !== 'completato' && { open: true }),
  };
}
