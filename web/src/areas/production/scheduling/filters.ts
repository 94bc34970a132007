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

/** The whole state of the screen, as its address has it. */
export const Filters = z.object({
  view: z.enum(VIEWS).optional().catch(undefined),
  q: text(),
  sort: text(),
  item_priority: z.enum(PRIORITIES).optional().catch(undefined),
  production_status: z.enum(PRODUCTION_STATUSES).optional().catch(undefined),
  scheduling_status: z.enum(SCHEDULING_STATUSES).optional().catch(undefined),
  machine_id: row(),
  late: lateFilter(),
  /** The item whose dialog is open; with the scheduling that is changed, or to add one. */
  item: row(),
  scheduling: row(),
  /** The machine report is open. */
  report: z.literal(true).optional().catch(undefined),
  /** The board: how much a screen shows, and the job whose details are open. */
  zoom: z.enum(ZOOMS).optional().catch(undefined),
  job: row(),
});
export type State = z.output<typeof Filters>;
/** The filters of the list, as its call takes them. */
export const FILTERS = ['item_priority', 'production_status', 'scheduling_status', 'machine_id', 'late'] as const;
export const NO_FILTERS = { q: '', ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) } as Partial<State>;
