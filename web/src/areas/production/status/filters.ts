import { z } from 'zod';
import { lateFilter } from '../../../ui/late.tsx';
import { PRIORITIES, PRODUCTION_STATUSES } from '@bobina/contract/orders/statuses.ts';

/** The state of the status list in the URL: its filters, the open dialog and its item. */
export const StatusFilters = z.object({
  q: z.coerce.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  status: z.enum(PRODUCTION_STATUSES).optional().catch(undefined),
  priority: z.enum(PRIORITIES).optional().catch(undefined),
  from: day(),
  to: day(),
  completed: z.boolean().optional().catch(undefined),
  late: lateFilter(),
  /** Range of production days of an item's operations. */
  produced_from: day(),
  produced_until: day(),
  dialog: z.enum(['operations', 'force', 'report']).optional().catch(undefined),
  item: rowId(),
  /** The operation of the open form, over the list of operations or alone. */
  operation: z
    .union([z.literal('new'), z.coerce.number().int().positive()])
    .optional()
    .catch(undefined),
});
export type StatusAddress = z.output<typeof StatusFilters>;
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

function day() {
  return z.iso.date().optional().catch(undefined);
}

function rowId() {
  return z.coerce.number().int().positive().optional().catch(undefined);
}
