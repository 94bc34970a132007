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

/** Reads one item. No call reads a single item, so this requests a report of one row. */
export function useItem(id: number) {
  return useQuery<ProductionItem>({
    queryKey: [...api.productionItems.printReport.key, id],
    queryFn: async ({ signal }) => {
      const { data } = await api.productionItems.printReport({ body: { itemIds: [id] } }, { signal });
      return data[0]!;
    },
  });
}

/** The fields that `versionOf` reads. */
export const VERSION_FIELDS = [
  'item_priority',
  'production_status',
  'total_produced',
  'operations_count',
  'total_scheduled',
  'loaded_quantity',
] as const;

/** Returns a string that changes with the item's production data: a row flashes when it changes. */
export function versionOf(item: Pick<ProductionItem, (typeof VERSION_FIELDS)[number]>): string {
  return VERSION_FIELDS.map((field) => item[field]).join();
}
