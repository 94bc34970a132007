import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { readAll } from '../../../ui/export/read-all.ts';

/** Finished items that are not in a warehouse; the server sets the status once the whole quantity is produced. */
const CANDIDATES = { production_status: 'completato', loaded_to_warehouse: false, sort: 'order_number' };

/**
 * Reads all items to load, and those that match the search. Both are kept, so that a search does not clear the
 * selection.
 */
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
