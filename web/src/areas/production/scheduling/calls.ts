import { queryClient } from '../../../lib/query-client.ts';

const SHOWN_IN = ['productionItems', 'productionScheduling', 'materials'] as const;
/** Reads again what shows schedulings, at once: others hear of it by the live changes. */
export function refreshScheduling(): void {
  for (const group of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [group] });
}
/** In milliseconds, and pixels: the small window of a sheet, the large one of a report. */
export const PRINT_DELAY = 300;
export const SMALL_WINDOW = { width: 800, height: 600 };
export const LARGE_WINDOW = { width: 900, height: 1200 };
