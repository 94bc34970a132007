import type { documents } from '@bobina/contract/sales/documents.ts';
import type { Caller } from '../../../platform/context.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { checkEInvoice, makeEInvoice } from '../e-invoice/e-invoice.ts';
import { readInvoiceReport } from './invoice-report.ts';
import type { PrintJob } from './print/print-document.ts';
import { printInThread } from './print/printer.ts';
import { readPackingListReport } from './read-packing-list-report.ts';

interface Wanted {
  query: { format?: 'pdf' | 'json' | undefined };
  accept?: string | undefined;
}
/** The query says it, else the Accept header. */
function wantsPdf({ query, accept }: Wanted): boolean {
  return query.format === undefined ? accept === 'application/pdf' : query.format === 'pdf';
}

async function pdfOf(name: string, job: PrintJob, user: Caller): Promise<FileAnswer> {
  return new FileAnswer('application/pdf', `${name}.pdf`, await printInThread(job, user.id), 'inline');
}

export const documentHandlers: Handlers<typeof documents> = {
  packingListReport: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readPackingListReport(tx, id, wanted.query.lang));
    return wantsPdf(wanted) ? pdfOf(report.packing_list_number, { kind: 'packing_list', report }, user) : report;
  },
  invoiceReport: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readInvoiceReport(tx, id, wanted.query.lang));
    return wantsPdf(wanted) ? pdfOf(report.number, { kind: 'invoice', report }, user) : report;
  },
  eInvoice: async ({ id, query }, { db }) => {
    const { name, xml } = await inSnapshot(db, (tx) => makeEInvoice(tx, id, query.format));
    return new FileAnswer('application/xml', name, xml, 'attachment');
  },
  eInvoiceCheck: ({ id, query }, { db, language }) =>
    inSnapshot(db, (tx) => checkEInvoice(tx, id, query.format, language)),
};
