import { queryClient } from '../../../lib/query-client.ts';

export const LIST = '/operazioni/prezzi';
export const NEW = `${LIST}/nuovo`;

/** What shows prices, or is worked out from them: read again after a change. */
export async function forgetPrices(): Promise<void> {
  for (const entity of ['prices', 'purchaseOrders', 'valuation'])
    await queryClient.invalidateQueries({ queryKey: [entity] });
}
