/** Renders a report as a PDF with embedded fonts and selectable text, without network access. */
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { InvoiceReport, PackingListReport } from '@bobina/contract/sales/documents.ts';
import { readFonts } from './fonts.ts';
import { invoiceDocument } from './invoice.ts';
import { usableLogo } from './logo.ts';
import { packingListDocument } from './packing-list.ts';
import { reelLabelsDocument, type ReelLabels } from './reel-labels.ts';
import { tableLayouts } from './parts.ts';
import { recallDocument, type RecallReport } from './recall.ts';

export type PrintJob =
  | { kind: 'invoice'; report: InvoiceReport }
  | { kind: 'packing_list'; report: PackingListReport }
  | { kind: 'recall'; report: RecallReport }
  | { kind: 'reel_labels'; labels: ReelLabels };

const REGULAR = 'NotoSans-Regular.ttf';
const BOLD = 'NotoSans-SemiBold.ttf';
let isReady = false;

/** Renders a report as a PDF and returns its bytes; runs in the print worker. */
export async function renderDocument(job: PrintJob): Promise<Buffer> {
  if (!isReady) prepare();
  return pdfmake.createPdf(definitionOf(job)).getBuffer();
}

function definitionOf(job: PrintJob): TDocumentDefinitions {
  if (job.kind === 'reel_labels') return reelLabelsDocument(job.labels);
  const company = { ...job.report.company, logo: usableLogo(job.report.company.logo) };
  switch (job.kind) {
    case 'invoice':
      return invoiceDocument({ ...job.report, company });
    case 'packing_list':
      return packingListDocument({ ...job.report, company });
    case 'recall':
      return recallDocument({ ...job.report, company });
  }
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
