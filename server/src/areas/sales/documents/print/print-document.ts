/** Renders a report as a PDF with embedded fonts and selectable text, without network access. */
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { ReminderReport, Statement } from '@bobina/contract/sales/receivables.ts';
import type {
  InvoiceReport,
  OrderConfirmationReport,
  PackingListReport,
  PickingSheet,
  PrintedCompany,
  PurchaseOrderReport,
} from '@bobina/contract/sales/printed-documents.ts';
import { disputeDocument, type PrintedDispute } from './dispute-note.ts';
import { readFonts } from './fonts.ts';
import { invoiceDocument } from './invoice.ts';
import { joinDocuments } from './join-documents.ts';
import { usableLogo } from './logo.ts';
import { orderConfirmationDocument, purchaseOrderDocument } from './order.ts';
import { packingListDocument } from './packing-list.ts';
import { reelLabelsDocument, type ReelLabels } from './reel-labels.ts';
import { asPdfA3, finishPdfA3 } from './pdf-a3.ts';
import { pickingSheetDocument } from './picking-sheet.ts';
import { tableLayouts } from './parts.ts';
import { reminderDocument, statementDocument } from './receivables.ts';
import { printable } from './text.ts';
import { recallDocument, type RecallReport } from './recall.ts';
import { vatRegisterDocument, type PrintedRegister } from './vat-register.ts';

type OneJob =
  | {
      kind: 'invoice';
      report: InvoiceReport;
      /** The Factur-X XML: the PDF becomes a PDF/A-3b that embeds it. */
      facturX?: string;
    }
  | { kind: 'packing_list'; report: PackingListReport };
/** A document, several in one file, or labels. */
export type PrintJob =
  | OneJob
  | { kind: 'several'; jobs: readonly [OneJob, ...OneJob[]] }
  | { kind: 'purchase_order'; report: PurchaseOrderReport }
  | { kind: 'order_confirmation'; report: OrderConfirmationReport }
  | { kind: 'picking_sheet'; report: PickingSheet }
  | { kind: 'recall'; report: RecallReport }
  | { kind: 'statement'; report: Statement }
  | { kind: 'reminder'; report: ReminderReport }
  | { kind: 'dispute_note'; report: PrintedDispute }
  | { kind: 'vat_register'; report: PrintedRegister }
  | { kind: 'reel_labels'; labels: ReelLabels };

const REGULAR = 'NotoSans-Regular.ttf';
const BOLD = 'NotoSans-SemiBold.ttf';
let isReady = false;

/** Renders a report, or several in one file, as a PDF and returns its bytes; runs in the print worker. */
export async function renderDocument(job: PrintJob): Promise<Buffer> {
  if (!isReady) prepare();
  if (job.kind === 'invoice' && job.facturX !== undefined) {
    const { business_name } = job.report.company;
    return finishPdfA3(pdfmake.createPdf(asPdfA3(reportOf(job), job.facturX)), printable(business_name));
  }
  return pdfmake.createPdf(definitionOf(job)).getBuffer();
}

function definitionOf(job: PrintJob): TDocumentDefinitions {
  switch (job.kind) {
    case 'several':
      return joinDocuments(job.jobs.map((one) => reportOf(one)));
    case 'reel_labels':
      return reelLabelsDocument(job.labels);
    case 'statement':
      return statementDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'reminder':
      return reminderDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'dispute_note':
      return disputeDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'vat_register':
      return vatRegisterDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'purchase_order':
      return purchaseOrderDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'order_confirmation':
      return orderConfirmationDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'picking_sheet':
      return pickingSheetDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'recall':
      return recallDocument({ ...job.report, company: withLogo(job.report.company) });
    default:
      return reportOf(job);
  }
}

function reportOf(job: OneJob): TDocumentDefinitions {
  const company = withLogo(job.report.company);
  return job.kind === 'invoice'
    ? invoiceDocument({ ...job.report, company })
    : packingListDocument({ ...job.report, company });
}

function withLogo(company: PrintedCompany): PrintedCompany {
  return { ...company, logo: usableLogo(company.logo) };
}

function prepare(): void {
  const { regular, bold } = readFonts();
  const { virtualfs } = pdfmake as unknown as { virtualfs: { writeFileSync(name: string, content: Buffer): void } };
  virtualfs.writeFileSync(REGULAR, regular);
  virtualfs.writeFileSync(BOLD, bold);
  pdfmake.setFonts({ Noto: { normal: REGULAR, bold: BOLD, italics: REGULAR, bolditalics: BOLD } });
  pdfmake.setTableLayouts(tableLayouts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  isReady = true;
}
