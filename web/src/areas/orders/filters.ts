/** Search parameters of the customer order screens. Invalid values are treated as missing. */
import { z } from 'zod';
import { lateFilter } from '../../ui/late.tsx';

const MOST_ID = 2_147_483_647;
const id = z.coerce.number().int().positive().max(MOST_ID);
function day() {
  return z.iso.date().optional().catch(undefined);
}

export const ListFilters = z.object({
  q: z.coerce.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  customer_id: id.optional().catch(undefined),
  from: day(),
  to: day(),
});
/** `edit`: the order whose form replaces the list. `import`: the import dialog is open. */
export const EntryFilters = ListFilters.extend({
  edit: z
    .union([z.literal('new'), id])
    .optional()
    .catch(undefined),
  import: z.literal(true).optional().catch(undefined),
});
/** `order`: the order whose lines are shown. `due_…` and `entered_from` are set by the figures of the home. */
export const ViewFilters = ListFilters.extend({
  late: lateFilter(),
  due_from: day(),
  due_until: day(),
  entered_from: day(),
  delivery: z.enum(['open', 'closed']).optional().catch(undefined),
  order: id.optional().catch(undefined),
});
export type ListFilters = z.infer<typeof ListFilters>;

export const ENTRY = '/ordiniclienti/inserimento-ordine';
export const VIEW = '/ordiniclienti/visualizza-ordini';
export const CUSTOMER_PRICES = '/ordiniclienti/prezzi';
