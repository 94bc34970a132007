import { queryClient } from '../../lib/query-client.ts';

/** Everything that shows reels, their stock or their movements. */
const SHOWN_IN = ['reels', 'batches', 'stock', 'stockMovements', 'history', 'dashboard', 'products'] as const;

/** Reads again all that an act on a reel changes. */
export function refreshReels(): void {
  for (const entity of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [entity] });
}
