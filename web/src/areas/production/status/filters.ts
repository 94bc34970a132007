import { z } from 'zod';
import { lateFilter } from '../../../ui/late.tsx';
import { PRIORITIES, PRODUCTION_STATUSES } from '@bobina/contract/orders/statuses.ts';

/** The address of the status list: its filters, and which dialog is open over which item. */
export const StatusFilters = z.object({
  q: z.coerce.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  status: z.enum(PRODUCTION_STATUSES).optional().catch(undefined),
  priority: z.enum(PRIORITIES).optional().catch(undefined),
  from: day(),
  to: day(),
  completed: z.boolean().optional().catch(undefined),
  late: lateFilter(),
  /** Days between which something of an item was produced. */
  produced_from: day(),
  produced_until: day(),
  dialog: z.enum(['operations', 'force', 'report']).optional().catch(undefined),
  item: rowId(),
  /** The operation whose form is open, above the list of operations or alone. */
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

/** What is asked of the server: completed items are hidden unless somebody wants to see them. */
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
