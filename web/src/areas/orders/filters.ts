/** What the screens of customers' orders keep in the address. Whatever does not fit is as if it were not there. */
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
/** `edit`: the form in place of the list. `import`: the dialog over it. */
export const EntryFilters = ListFilters.extend({
  edit: z
    .union([z.literal('new'), id])
    .optional()
    .catch(undefined),
  import: z.literal(true).optional().catch(undefined),
});
/** `order`: the one whose lines are shown. */
export const ViewFilters = ListFilters.extend({
  late: lateFilter(),
  delivery: z.enum(['open', 'closed']).optional().catch(undefined),
  order: id.optional().catch(undefined),
});
export type ListFilters = z.infer<typeof ListFilters>;

export const ENTRY = '/ordiniclienti/inserimento-ordine';
export const VIEW = '/ordiniclienti/visualizza-ordini';
