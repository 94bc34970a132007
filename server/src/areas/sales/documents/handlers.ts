import type { Language } from '@bobina/contract/core/languages.ts';
import type { documents } from '@bobina/contract/sales/documents.ts';
import type { reels } from '@bobina/contract/stock/reels.ts';
import type { Caller } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { readInvoiceReport } from './invoice-report.ts';
import type { PrintJob } from './print/print-document.ts';
import { pdfOf, wantsPdf } from './pdf-answer.ts';
import { readOrderConfirmation } from './read-order-confirmation.ts';
import { readPickingSheet } from './read-picking-sheet.ts';
import { readReelLabels } from './read-reel-labels.ts';
import { readPackingListReport } from './read-packing-list-report.ts';

type Several = Extract<PrintJob, { kind: 'several' }>['jobs'];

async function pdfOfSeveral(jobs: readonly Several[number][], user: Caller): Promise<FileAnswer> {
  const [first, last] = [jobs[0]!, jobs.at(-1)!].map((job) =>
    job.kind === 'invoice' ? job.report.number : job.report.packing_list_number,
  );
  const name = jobs.length === 1 ? first! : `${first}-${last}`;
  return pdfOf(name, { kind: 'several', jobs: jobs as unknown as Several }, user);
}

/** Reads the reports in the order of the ids. */
async function readEach<Report>(
  tx: Db,
  { ids, lang }: { ids: readonly number[]; lang?: Language | undefined },
  read: (tx: Db, wanted: { id: number; lang: Language | undefined }) => Promise<Report>,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (const id of ids) reports.push(await read(tx, { id, lang }));
  return reports;
}

export const documentHandlers: Omit<
  Handlers<typeof documents>,
  'eInvoice' | 'eInvoiceCheck' | 'invoiceReport' | 'purchaseOrderReport'
> = {
  orderConfirmation: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) =>
      readOrderConfirmation({ db: tx, user }, { id, lang: wanted.query.lang }),
    );
    return wantsPdf(wanted) ? pdfOf(report.number, { kind: 'order_confirmation', report }, user) : report;
  },
  pickingSheet: async ({ query, accept }, { db, user, language }) => {
    const wanted = { items: query.item_ids, day: query.day, language: query.lang ?? language };
    const report = await inSnapshot(db, (tx) => readPickingSheet(tx, wanted));
    return wantsPdf({ query, accept })
      ? pdfOf(`picking-${report.day}`, { kind: 'picking_sheet', report }, user)
      : report;
  },
  packingListReport: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readPackingListReport(tx, { id, lang: wanted.query.lang }));
    return wantsPdf(wanted) ? pdfOf(report.packing_list_number, { kind: 'packing_list', report }, user) : report;
  },
  packingListReports: async ({ query, accept }, { db, user }) => {
    const reports = await inSnapshot(db, (tx) => readEach(tx, query, readPackingListReport));
    const jobs = reports.map((report) => ({ kind: 'packing_list', report }) as const);
    return wantsPdf({ query, accept }) ? pdfOfSeveral(jobs, user) : reports;
  },
  invoiceReports: async ({ query, accept }, { db, user }) => {
    const reports = await inSnapshot(db, (tx) => readEach(tx, query, readInvoiceReport));
    const jobs = reports.map((report) => ({ kind: 'invoice', report }) as const);
    return wantsPdf({ query, accept }) ? pdfOfSeveral(jobs, user) : reports;
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
