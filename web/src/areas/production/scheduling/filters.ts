import { z } from 'zod';
import { lateFilter } from '../../../ui/late.tsx';
import { PRIORITIES, PRODUCTION_STATUSES, SCHEDULING_STATUSES } from '@bobina/contract/orders/statuses.ts';

function text() {
  return z.coerce.string().optional().catch(undefined);
}
function row() {
  return z.coerce.number().int().positive().optional().catch(undefined);
}

export const VIEWS = ['list', 'board'] as const;
export const ZOOMS = ['hours', 'days', 'weeks'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The state of the screen in the URL. */
export const Filters = z.object({
  view: z.enum(VIEWS).optional().catch(undefined),
  q: text(),
  sort: text(),
  item_priority: z.enum(PRIORITIES).optional().catch(undefined),
  production_status: z.enum(PRODUCTION_STATUSES).optional().catch(undefined),
  scheduling_status: z.enum(SCHEDULING_STATUSES).optional().catch(undefined),
  machine_id: row(),
  late: lateFilter(),
  /** The item of the open dialog; `scheduling` is the one to change, absent to add one. */
  item: row(),
  scheduling: row(),
  /** Whether the machine report is open. */
  report: z.literal(true).optional().catch(undefined),
  /** The board's zoom, and the job whose details are open. */
  zoom: z.enum(ZOOMS).optional().catch(undefined),
  job: row(),
});
export type State = z.output<typeof Filters>;
/** The filters that the list call accepts. */
export const FILTERS = ['item_priority', 'production_status', 'scheduling_status', 'machine_id', 'late'] as const;
export const NO_FILTERS = { q: '', ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) } as Partial<State>;
