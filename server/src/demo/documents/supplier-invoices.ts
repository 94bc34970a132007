import type { NotInvoiced, PurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { onLastDay } from './on-last-day.ts';

/** What becomes of the invoices, the oldest first; the others are new. */
const ACCEPTED = 4;
const DISPUTED = 5;
const ALL = 8;

/** Invoices of suppliers for the latest receipts: most are accepted, one with a higher price is disputed, some are new. */
export const takeSupplierInvoices = onLastDay(async ({ call }) => {
  const open = await call<NotInvoiced[]>('GET', '/purchase-invoices/not-invoiced?sort=-receipt_date&limit=60');
  const receipts = [...Map.groupBy(open, ({ receipt_id }) => receipt_id).values()].slice(0, ALL).toReversed();
  for (const [at, items] of receipts.entries()) {
    const [{ supplier_id, document_number, receipt_date, currency }] = items as [NotInvoiced];
    const isDisputed = at === DISPUTED - 1;
    const { id } = await call<PurchaseInvoice>('POST', '/purchase-invoices', {
      supplier_id,
      number: `${1_204 + at * 37}/A`,
      document_date: receipt_date,
      currency,
      ...(currency !== 'EUR' && { exchange_rate: 10.8 }),
      lines: items.map((item) => ({
        description: item.product_name ?? item.product_code,
        product_id: item.product_id,
        receipt_item_id: item.receipt_item_id,
        quantity: item.remaining_quantity,
        unit_price: isDisputed ? Math.round(item.unit_price * 109) / 100 : item.unit_price,
        vat_rate: 22,
        ddt_number: document_number,
      })),
    });
    if (at < ACCEPTED) await call('PUT', `/purchase-invoices/${id}/accept`, {});
    if (isDisputed)
      await call('PUT', `/purchase-invoices/${id}/dispute`, { notes: 'Prezzo più alto di quello concordato.' });
  }
});
