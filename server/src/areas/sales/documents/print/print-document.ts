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
} from '@bobina/contract/sales/documents.ts';
import { readFonts } from './fonts.ts';
import { invoiceDocument } from './invoice.ts';
import { joinDocuments } from './join-documents.ts';
import { usableLogo } from './logo.ts';
import { orderConfirmationDocument, purchaseOrderDocument } from './order.ts';
import { packingListDocument } from './packing-list.ts';
import { reelLabelsDocument, type ReelLabels } from './reel-labels.ts';
import { pickingSheetDocument } from './picking-sheet.ts';
import { tableLayouts } from './parts.ts';
import { reminderDocument, statementDocument } from './receivables.ts';
import { recallDocument, type RecallReport } from './recall.ts';

type OneJob = { kind: 'invoice'; report: InvoiceReport } | { kind: 'packing_list'; report: PackingListReport };
/** A document, several in one file, or labels. */
export type PrintJob =
  | OneJob
  | { kind: 'several'; jobs: readonly [OneJob, ...OneJob[]] }
  | { kind: 'facturx'; report: InvoiceReport; xml: string }
  | { kind: 'purchase_order'; report: PurchaseOrderReport }
  | { kind: 'order_confirmation'; report: OrderConfirmationReport }
  | { kind: 'picking_sheet'; report: PickingSheet }
  | { kind: 'recall'; report: RecallReport }
  | { kind: 'statement'; report: Statement }
  | { kind: 'reminder'; report: ReminderReport }
  | { kind: 'reel_labels'; labels: ReelLabels };

const REGULAR = 'NotoSans-Regular.ttf';
const BOLD = 'NotoSans-SemiBold.ttf';
let isReady = false;

/** Renders a report, or several in one file, as a PDF and returns its bytes; runs in the print worker. */
export async function renderDocument(job: PrintJob): Promise<Buffer> {
  if (!isReady) prepare();
  return pdfmake.createPdf(definitionOf(job)).getBuffer();
}

function definitionOf(job: PrintJob): TDocumentDefinitions {
  switch (job.kind) {
    case 'several':
      return joinDocuments(job.jobs.map((one) => reportOf(one)));
    case 'facturx':
      return withXml(reportOf({ kind: 'invoice', report: job.report }), job.xml);
    case 'reel_labels':
      return reelLabelsDocument(job.labels);
    case 'statement':
      return statementDocument({ ...job.report, company: withLogo(job.report.company) });
    case 'reminder':
      return reminderDocument({ ...job.report, company: withLogo(job.report.company) });
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

/** Embeds the XML of a Factur-X as the data of a PDF/A-3b. */
function withXml(definition: TDocumentDefinitions, xml: string): TDocumentDefinitions {
  const file = {
    src: `data:application/xml;base64,${Buffer.from(xml, 'utf8').toString('base64')}`,
    name: 'factur-x.xml',
    type: 'text/xml',
    relationship: 'Data',
  };
  return { ...definition, version: '1.7', subset: 'PDF/A-3b', tagged: true, files: { 'factur-x.xml': file } } as never;
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
