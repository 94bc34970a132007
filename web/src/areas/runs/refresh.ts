import { queryClient } from '../../lib/query-client.ts';

/** The queries that show runs, their inputs or their outputs. */
const SHOWN_IN = [
  'runs',
  'reels',
  'batches',
  'stock',
  'stockMovements',
  'productionItems',
  'productionOperations',
  'productionScheduling',
  'productionLoading',
  'trace',
  'history',
  'dashboard',
] as const;

/** Reads again all that an act on a run changes. */
export function refreshRuns(): void {
  for (const entity of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [entity] });
}
