import type { NotInvoiced } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { Formats } from '../../../lib/formats.ts';
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

/** A line of a typed invoice in the form: a number field may hold a text that is not a number. */
export interface TypedLine {
  description: string;
  supplier_code: string;
  product_id: number | null;
  receipt_item_id: number | null;
  quantity: unknown;
  unit_price: unknown;
  vat_rate: unknown;
  natura: string | null;
  ddt_number: string;
  ddt_date: string | null;
}
export const EMPTY_LINE: TypedLine = {
  description: '',
  supplier_code: '',
  product_id: null,
  receipt_item_id: null,
  quantity: null,
  unit_price: null,
  vat_rate: 22,
  natura: '',
  ddt_number: '',
  ddt_date: null,
};

/** The values of a line that bills what is left of received goods at the price of their order. */
export function billed(received: GoodsToInvoice) {
  return {
    product_id: received.product_id,
    receipt_item_id: received.receipt_item_id,
    quantity: received.remaining_quantity,
    unit_price: received.unit_price,
    ddt_number: received.document_number,
    ddt_date: received.document_date,
  } satisfies Partial<TypedLine>;
}

/** Names the receipt of goods by its delivery note and what is left to bill. */
export function receiptLabel(received: GoodsToInvoice, formats: Formats): string {
  const { document_number, document_date, remaining_quantity } = received;
  return `${document_number} · ${formats.day(document_date)} · ${formats.number(remaining_quantity)}`;
}
