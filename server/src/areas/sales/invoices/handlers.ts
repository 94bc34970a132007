import type { accounting } from '@bobina/contract/sales/accounting.ts';
import type { invoices } from '@bobina/contract/sales/invoices.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { creditInvoice, isCreditable } from './credit-invoice.ts';
import { deleteInvoice } from './delete-invoice.ts';
import { draftInvoice, draftInvoiceOfSeveral } from './draft-invoice.ts';
import { invoicePackingLists, readWaiting, sendInvoices } from './bulk-invoices.ts';
import { readReturnable } from './return-goods.ts';
import { listInvoices, readInvoice, sumInvoices } from './invoice-rows.ts';
import type { OnIssued } from './on-issued.ts';
import { setInvoiceStatus } from './set-invoice-status.ts';
import { readStampDuty } from './stamp-duty.ts';
import { updateInvoice } from './update-invoice.ts';

export const accountingHandlers: Pick<Handlers<typeof accounting>, 'stampDuty'> = {
  stampDuty: ({ query }, { db }) => readStampDuty(db, query.year),
};

/** Creates the handlers. @param onIssued completes a document that was just issued, in the same act */
export function createInvoiceHandlers(onIssued: OnIssued): Handlers<typeof invoices> {
  return {
    list: (input, reading) => listInvoices(reading, input),
    totals: (input, reading) => inSnapshot(reading.db, (db) => sumInvoices({ ...reading, db }, input)),
    waiting: ({ query }, { db }) => readWaiting(db, query.until),
    get: ({ id }, reading) =>
      inSnapshot(reading.db, async (db) => {
        const invoice = await readInvoice({ ...reading, db }, id);
        return isCreditable(invoice) ? { ...invoice, returnable: await readReturnable(db, id) } : invoice;
      }),
    createFromPackingList: (input, act) => draftInvoice(act, input),
    createFromSeveral: (input, act) => draftInvoiceOfSeveral(act, input),
    createFromPackingLists: ({ body }, acts) => invoicePackingLists(acts, body),
    send: ({ body }, acts) => sendInvoices(acts, body.ids, onIssued),
    setStatus: ({ id, body, version }, act) => setInvoiceStatus(act, { id, status: body.status, version, onIssued }),
    update: (input, act) => updateInvoice(act, input),
    remove: ({ id }, act) => deleteInvoice(act, id),
    credit: (input, act) => creditInvoice(act, input, onIssued),
  };
}
