import { z } from 'zod';
import { listFilters, openedFilter } from '../../../ui/page/filter-fields.ts';

export const TokenFilters = z.object({ ...listFilters, all: z.boolean().optional().catch(undefined) });

/** `edit`: the webhook whose form is open. */
export const WebhookFilters = z.object({ ...listFilters, edit: openedFilter() });
