import type { invoices } from '@bobina/contract/sales/invoices.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { creditInvoice } from './credit-invoice.ts';
import { deleteInvoice } from './delete-invoice.ts';
import { draftInvoice } from './draft-invoice.ts';
import { listInvoices, readInvoice } from './invoice-rows.ts';
import { setInvoiceStatus } from './set-invoice-status.ts';

export const invoiceHandlers: Handlers<typeof invoices> = {
  list: listInvoices,
  get: ({ id }, reading) => inSnapshot(reading.db, (db) => readInvoice({ ...reading, db }, id)),
  createFromPackingList: ({ id, body }, act) => draftInvoice(id, body, act),
  setStatus: ({ id, body, version }, act) => setInvoiceStatus(id, body.status, version, act),
  remove: ({ id }, act) => deleteInvoice(id, act),
  credit: ({ id, body }, act) => creditInvoice(id, body, act),
};
