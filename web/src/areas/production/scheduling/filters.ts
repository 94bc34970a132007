import { PRIORITIES, PRODUCTION_STATUSES, SCHEDULING_STATUSES } from '@bobina/contract/orders/statuses.ts';
import { choiceFilter, flagFilter, rowFilter, textFilter, type FilterValues } from '../../../ui/page/filter-fields.ts';

export const VIEWS = ['list', 'board'] as const;
export const ZOOMS = ['hours', 'days', 'weeks'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The state of the screen in the URL. */
export const Filters = {
  view: choiceFilter(VIEWS),
  q: textFilter(),
  sort: textFilter(),
  item_priority: choiceFilter(PRIORITIES),
  production_status: choiceFilter(PRODUCTION_STATUSES),
  scheduling_status: choiceFilter(SCHEDULING_STATUSES),
  machine_id: rowFilter(),
  late: flagFilter(),
  /** The item of the open dialog; `scheduling` is the one to change, absent to add one. */
  item: rowFilter(),
  scheduling: rowFilter(),
  /** Whether the machine report is open. */
  report: flagFilter(),
  /** The board's zoom, and the job whose details are open. */
  zoom: choiceFilter(ZOOMS),
  job: rowFilter(),
};
export type State = FilterValues<typeof Filters>;
/** The filters that the list call accepts. */
export const FILTERS = ['item_priority', 'production_status', 'scheduling_status', 'machine_id', 'late'] as const;
export const NO_FILTERS = { q: '', ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) } as Partial<State>;
