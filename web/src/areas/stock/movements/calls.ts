import { queryClient } from '../../../lib/query-client.ts';

export const LIST = '/operazioni/movimenti';
export const NEW = `${LIST}/nuovo`;

/** Reads again what shows the stock. */
export function refreshStock(): void {
  for (const entity of ['stockMovements', 'stock', 'valuation'])
    void queryClient.invalidateQueries({ queryKey: [entity] });
}
