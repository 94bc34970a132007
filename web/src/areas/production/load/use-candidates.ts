import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { readAll } from '../../../ui/export/read-all.ts';

/** Finished and not in a warehouse yet; the server calls an item completed once all of it is produced. */
const CANDIDATES = { production_status: 'completato', loaded_to_warehouse: false, sort: 'order_number' };

/** All that can be loaded, and what of it the search finds: what was selected before a search stays selected. */
export function useCandidates(q: string) {
  return {
    all: useQuery(candidates('')),
    found: useQuery({ ...candidates(q), placeholderData: keepPreviousData }),
  };
}

function candidates(q: string) {
  return {
    queryKey: [...api.productionItems.status.key, 'candidates', q],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readAll<ProductionItem>(api.productionItems.status, { ...CANDIDATES, ...(q && { q }) }, { signal }),
  };
}
