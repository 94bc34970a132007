import { queryClient } from '../../../lib/query-client.ts';

export const LIST = '/operazioni/prezzi';
export const NEW = `${LIST}/nuovo`;

/** Refetches all queries that show or use prices. */
export async function forgetPrices(): Promise<void> {
  for (const entity of ['prices', 'purchaseOrders', 'valuation'])
    await queryClient.invalidateQueries({ queryKey: [entity] });
}
