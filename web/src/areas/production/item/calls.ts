import { useQuery } from '@tanstack/react-query';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';

const SHOWN_IN = [
  'productionItems',
  'productionOperations',
  'productionLoading',
  'customerOrders',
  'stock',
  'stockMovements',
] as const;
/** Refetches all queries that show production data. Other clients get the change through live events. */
export function refreshProduction(): void {
  for (const entity of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [entity] });
}

/** Returns the message of a failed action, with the server's reason where it has one for the user. */
export function failureOf(error: unknown, failure: string): string {
  return error instanceof ApiProblem && (error.status < 500 || error.isPassing)
    ? `${failure}: ${error.message}`
    : failure;
}

/**
 * Reads one item for a dialog that a URL may open. No call reads a single item, so this requests a report of one row;
 * until then it shows the row of a cached list.
 */
export function useItem(id: number) {
  return useQuery<ProductionItem>({
    queryKey: [...api.productionItems.printReport.key, id],
    queryFn: async ({ signal }) => {
      const { data } = await api.productionItems.printReport({ body: { itemIds: [id] } }, { signal });
      return data[0]!;
    },
    placeholderData: () =>
      queryClient
        .getQueriesData<{ rows?: ProductionItem[] }>({ queryKey: ['productionItems'] })
        .flatMap(([, data]) => data?.rows ?? [])
        .find(({ item_id }) => item_id === id),
  });
}

/** Returns a string that changes with the item's production data: a row flashes when it changes. */
export function versionOf(item: ProductionItem): string {
  return [
    item.item_priority,
    item.production_status,
    item.total_produced,
    item.operations_count,
    item.total_scheduled,
    item.loaded_quantity,
  ].join();
}
