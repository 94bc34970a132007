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
/** Reads again what shows production, at once: others hear of it by the live changes. */
export function refreshProduction(): void {
  for (const entity of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [entity] });
}

/** What is said of a failure: the act that failed, and why where the server says so. */
export function failureOf(error: unknown, failure: string): string {
  return error instanceof ApiProblem && (error.status < 500 || error.isPassing)
    ? `${failure}: ${error.message}`
    : failure;
}

/**
 * One item, for a dialog that an address may open. No call reads one alone: it is asked for as a report's only row, and
 * is shown meanwhile as a list has it.
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

/** What of an item changes while production goes on: a row flashes when it does. */
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
