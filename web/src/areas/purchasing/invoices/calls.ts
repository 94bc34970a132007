import type { NotInvoiced } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { queryClient } from '../../../lib/query-client.ts';

export const PURCHASE_INVOICES = '/operazioni/fatture-acquisto';

/** Refetches the data that a purchase invoice changes. */
export function refreshInvoices(): void {
  for (const group of ['purchaseInvoices', 'prices', 'batches', 'valuation'])
    void queryClient.invalidateQueries({ queryKey: [group] });
}

/** The values that an invoice of received goods copies from them. */
export const GOODS_FIELDS = [
  'receipt_item_id',
  'supplier_id',
  'currency',
  'product_id',
  'product_code',
  'product_name',
  'unit_of_measure',
  'remaining_quantity',
  'unit_price',
  'document_number',
  'document_date',
] as const satisfies readonly (keyof NotInvoiced)[];
export type GoodsToInvoice = Pick<NotInvoiced, (typeof GOODS_FIELDS)[number]>;
