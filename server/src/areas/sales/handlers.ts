import type { ConstraintProblems } from '../../platform/http/errors.ts';
import { Problem } from '../../platform/problem.ts';
import { bankHandlers, bankSlipHandlers } from './bank/handlers.ts';
import { documentHandlers, reelLabelHandlers } from './documents/handlers.ts';
import { eInvoiceHandlers } from './e-invoice/handlers.ts';
import { documentFileHandlers, transmissionHandlers } from './files/handlers.ts';
import { writeFileOfIssue } from './files/write-file.ts';
import { accountingHandlers, createInvoiceHandlers } from './invoices/handlers.ts';
import { paymentHandlers } from './payments/handlers.ts';
import { receivableHandlers, reminderHandlers } from './receivables/handlers.ts';
import { packingListHandlers, shipmentHandlers } from './packing-lists/handlers.ts';

export { reelLabelHandlers };

export const salesHandlers = {
  packingLists: packingListHandlers,
  shipments: shipmentHandlers,
  invoices: createInvoiceHandlers(writeFileOfIssue),
  payments: paymentHandlers,
  receivables: receivableHandlers,
  reminders: reminderHandlers,
  bank: bankHandlers,
  bankSlips: bankSlipHandlers,
  documents: { ...documentHandlers, ...eInvoiceHandlers },
  documentFiles: documentFileHandlers,
  transmissions: transmissionHandlers,
  accounting: accountingHandlers,
};

function inUse() {
  return new Problem('IN_USE');
}
function lineInUse() {
  return new Problem('IN_USE', { fields: [{ path: 'items', code: 'alreadyUsed' }] });
}
function overPayment() {
  return new Problem('OVER_PAYMENT');
}
function alreadyReversed() {
  return new Problem('INVALID_TRANSITION');
}
function onAnotherSlip() {
  return new Problem('INVALID_TRANSITION', { text: 'ON_ANOTHER_SLIP' });
}
function alreadyInvoiced() {
  return new Problem('ALREADY_INVOICED');
}
export const salesConstraints: ConstraintProblems = {
  invoice_packing_lists_one_live: alreadyInvoiced,
  invoices_over_credit: () => new Problem('OVER_CREDIT'),
  packing_lists_invoiced: alreadyInvoiced,
  invoices_overpaid: overPayment,
  payments_reversed_once: alreadyReversed,
  bank_slip_items_one_live: onAnotherSlip,
  bank_slip_items_one_live_purchase: onAnotherSlip,
  pec_files_once: () => new Problem('INVALID_TRANSITION'),
  bank_slips_kept: () => new Problem('INVALID_TRANSITION'),
  customer_order_items_delivered: () => new Problem('OVER_DELIVERY'),
  // A packing list, even a cancelled one, refers to the line, so the line cannot be deleted.
  packing_list_items_order_item_id_fkey: lineInUse,
  invoice_items_order_item_id_fkey: lineInUse,
  products_in_sales: inUse,
  customers_in_sales: inUse,
};
