/** Renders a report as a PDF with embedded fonts and selectable text, without network access. */
import pdfmake from 'pdfmake';
import type { InvoiceReport, PackingListReport } from '@bobina/contract/sales/documents.ts';
import { readFonts } from './fonts.ts';
import { invoiceDocument } from './invoice.ts';
import { usableLogo } from './logo.ts';
import { packingListDocument } from './packing-list.ts';
import { reelLabelsDocument, type ReelLabels } from './reel-labels.ts';
import { tableLayouts } from './parts.ts';

export type PrintJob =
  | { kind: 'invoice'; report: InvoiceReport }
  | { kind: 'packing_list'; report: PackingListReport }
  | { kind: 'reel_labels'; labels: ReelLabels };

const REGULAR = 'NotoSans-Regular.ttf';
const BOLD = 'NotoSans-SemiBold.ttf';
let isReady = false;

/** Renders a report as a PDF and returns its bytes; runs in the print worker. */
export async function renderDocument(job: PrintJob): Promise<Buffer> {
  if (!isReady) prepare();
  return pdfmake.createPdf(definitionOf(job)).getBuffer();
}

function definitionOf(job: PrintJob) {
  if (job.kind === 'reel_labels') return reelLabelsDocument(job.labels);
  const company = { ...job.report.company, logo: usableLogo(job.report.company.logo) };
  return job.kind === 'invoice'
    ? invoiceDocument({ ...job.report, company })
    : packingListDocument({ ...job.report, company });
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
