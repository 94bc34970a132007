import { flagFilter, listFilters, openedFilter } from '../../../ui/page/filter-fields.ts';

export const TokenFilters = { ...listFilters, all: flagFilter() };

/** `edit`: the webhook whose form is open. */
export const WebhookFilters = { ...listFilters, edit: openedFilter() };
