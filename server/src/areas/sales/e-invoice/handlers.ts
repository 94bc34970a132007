import type { documents } from '@bobina/contract/sales/documents.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { pdfOf, wantsPdf } from '../documents/pdf-answer.ts';
import { checkEInvoice, makeEInvoice } from './e-invoice.ts';
import { makeInvoicePdf, printHybrid } from './hybrid.ts';

export const eInvoiceHandlers: Pick<Handlers<typeof documents>, 'eInvoice' | 'eInvoiceCheck' | 'invoiceReport'> = {
  invoiceReport: async ({ id, ...wanted }, { db, user }) => {
    const job = await inSnapshot(db, (tx) => makeInvoicePdf(tx, { id, lang: wanted.query.lang }));
    return wantsPdf(wanted) ? pdfOf(job.report.number, job, user) : job.report;
  },
  eInvoice: async ({ id, query, accept }, { db, user }) => {
    if (accept === 'application/pdf') {
      const job = await inSnapshot(db, (tx) => printHybrid(tx, { id }));
      return pdfOf(job.report.number, job, user);
    }
    const { name, xml } = await inSnapshot(db, (tx) => makeEInvoice(tx, { id, format: query.format }));
    return new FileAnswer('application/xml', name, xml, 'attachment');
  },
  eInvoiceCheck: ({ id, query }, { db, language }) =>
    inSnapshot(db, (tx) => checkEInvoice(tx, { id, format: query.format, language })),
};
