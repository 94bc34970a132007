import type { documents } from '@bobina/contract/sales/documents.ts';
import type { reels } from '@bobina/contract/stock/reels.ts';
import type { Caller } from '../../../platform/context.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { readInvoiceReport } from './invoice-report.ts';
import type { PrintJob } from './print/print-document.ts';
import { printInThread } from './print/printer.ts';
import { readReelLabels } from './read-reel-labels.ts';
import { readPackingListReport } from './read-packing-list-report.ts';

interface Wanted {
  query: { format?: 'pdf' | 'json' | undefined };
  accept?: string | undefined;
}
/** The query parameter takes precedence over the Accept header. */
function wantsPdf({ query, accept }: Wanted): boolean {
  return query.format === undefined ? accept === 'application/pdf' : query.format === 'pdf';
}

async function pdfOf(name: string, job: PrintJob, user: Caller): Promise<FileAnswer> {
  return new FileAnswer('application/pdf', `${name}.pdf`, await printInThread(job, user.id), 'inline');
}

export const documentHandlers: Omit<Handlers<typeof documents>, 'eInvoice' | 'eInvoiceCheck'> = {
  packingListReport: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readPackingListReport(tx, { id, lang: wanted.query.lang }));
    return wantsPdf(wanted) ? pdfOf(report.packing_list_number, { kind: 'packing_list', report }, user) : report;
  },
  invoiceReport: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readInvoiceReport(tx, { id, lang: wanted.query.lang }));
    return wantsPdf(wanted) ? pdfOf(report.number, { kind: 'invoice', report }, user) : report;
  },
};

/** The labels of reels; the other calls of reels belong to the stock. */
export const reelLabelHandlers: Pick<Handlers<typeof reels>, 'labels'> = {
  labels: async ({ query: { ids, format = 'label' } }, { db, user, language }) => {
    const labels = await inSnapshot(db, (tx) => readReelLabels(tx, { ids, format, language }));
    const name = labels.reels.length === 1 ? labels.reels[0]!.code : 'reels';
    return pdfOf(name, { kind: 'reel_labels', labels }, user);
  },
};
