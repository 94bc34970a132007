import type { ConstraintProblems } from '../../platform/http/errors.ts';
import { Problem } from '../../platform/problem.ts';
import { documentHandlers, reelLabelHandlers } from './documents/handlers.ts';
import { eInvoiceHandlers } from './e-invoice/handlers.ts';
import { accountingHandlers, invoiceHandlers } from './invoices/handlers.ts';
import { packingListHandlers, shipmentHandlers } from './packing-lists/handlers.ts';

export { reelLabelHandlers };

export const salesHandlers = {
  packingLists: packingListHandlers,
  shipments: shipmentHandlers,
  invoices: invoiceHandlers,
  documents: { ...documentHandlers, ...eInvoiceHandlers },
  accounting: accountingHandlers,
};

function inUse() {
  return new Problem('IN_USE');
}
function lineInUse() {
  return new Problem('IN_USE', { fields: [{ path: 'items', code: 'alreadyUsed' }] });
}
function alreadyInvoiced() {
  return new Problem('ALREADY_INVOICED');
}
export const salesConstraints: ConstraintProblems = {
  invoices_one_live: alreadyInvoiced,
  packing_lists_invoiced: alreadyInvoiced,
  customer_order_items_delivered: () => new Problem('OVER_DELIVERY'),
  // A packing list, even a cancelled one, refers to the line, so the line cannot be deleted.
  packing_list_items_order_item_id_fkey: lineInUse,
  invoice_items_order_item_id_fkey: lineInUse,
  products_in_sales: inUse,
  customers_in_sales: inUse,
};
