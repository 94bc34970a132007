import { queryClient } from '../../../lib/query-client.ts';

export const PURCHASE_INVOICES = '/operazioni/fatture-acquisto';

/** Refetches what a purchase invoice changes. */
export function refreshInvoices(): void {
  for (const group of ['purchaseInvoices', 'prices', 'batches', 'valuation'])
    void queryClient.invalidateQueries({ queryKey: [group] });
}
