import type { invoices } from '@bobina/contract/sales/invoices.ts';
import type { packingLists } from '@bobina/contract/sales/packing-lists.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/problem.ts';
import { cancelPackingList } from './cancel-packing-list.ts';
import { createPackingList } from './create-packing-list.ts';
import { creditInvoice } from './credit-invoice.ts';
import { deleteInvoice } from './delete-invoice.ts';
import { draftInvoice } from './draft-invoice.ts';
import { listInvoices, readInvoice } from './invoice-rows.ts';
import { listPackingLists, readPackingList } from './packing-list-rows.ts';
import { setInvoiceStatus } from './set-invoice-status.ts';
import { listItemsToPack, listOrdersToPack, listStockToPack } from './to-pack.ts';

const packingListHandlers: Handlers<typeof packingLists> = {
  ordersToPack: listOrdersToPack,
  itemsToPack: listItemsToPack,
  stockToPack: listStockToPack,
  list: listPackingLists,
  get: ({ id }, reading) => inSnapshot(reading.db, (db) => readPackingList({ ...reading, db }, id)),
  create: ({ body }, act) => createPackingList(body, act),
  cancel: ({ id }, act) => cancelPackingList(id, act),
};

const invoiceHandlers: Handlers<typeof invoices> = {
  list: listInvoices,
  get: ({ id }, reading) => inSnapshot(reading.db, (db) => readInvoice({ ...reading, db }, id)),
  createFromPackingList: ({ id, body }, act) => draftInvoice(id, body, act),
  setStatus: ({ id, body, version }, act) => setInvoiceStatus(id, body.status, version, act),
  remove: ({ id }, act) => deleteInvoice(id, act),
  credit: ({ id, body }, act) => creditInvoice(id, body, act),
};

export const salesHandlers = { packingLists: packingListHandlers, invoices: invoiceHandlers };

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
  // A line that is told of by a packing list, cancelled though it is, is not taken out of its order.
  packing_list_items_order_item_id_fkey: lineInUse,
  invoice_items_order_item_id_fkey: lineInUse,
  products_in_sales: inUse,
  customers_in_sales: inUse,
};
