import { queryClient } from '../../../lib/query-client.ts';

const SHOWN_IN = ['productionItems', 'productionScheduling', 'materials'] as const;
/** Refetches all queries that show schedulings. Other clients get the change through live events. */
export function refreshScheduling(): void {
  for (const group of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [group] });
}
/** Delay before printing in milliseconds. The window sizes below are in pixels. */
export const PRINT_DELAY = 300;
export const SMALL_WINDOW = { width: 800, height: 600 };
export const LARGE_WINDOW = { width: 900, height: 1200 };
