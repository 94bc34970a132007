/** Layout of the note to a supplier about a disputed invoice. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { DisputeNote } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { PrintedCompany, PurchaseOrderReport } from '@bobina/contract/sales/printed-documents.ts';
import { documentTexts, fillText, printFormats, type PrintFormats } from '../document-texts.ts';
import type { DocumentTexts } from '../texts/it.ts';
import { block, documentOf, grid, lineTable, opening, partyLines, restOfWidth, WIDTH } from './parts.ts';
import { printable } from './text.ts';

export interface PrintedDispute extends DisputeNote {
  company: PrintedCompany;
  supplier: PurchaseOrderReport['supplier'];
}

/** Builds the pdfmake definition of the note. */
export function disputeDocument(report: PrintedDispute): TDocumentDefinitions {
  const texts = documentTexts(report.language);
  const labels = texts.dispute;
  const formats = printFormats(report.language);
  const day = formats.day(report.disputed_at.slice(0, 10));
  const amount = formats.money(report.total_amount, report.currency as 'EUR');
  const frame = {
    company: report.company,
    language: report.language,
    title: labels.title,
    number: printable(report.number),
    subtitle: `${printable(report.number)} ${texts.of} ${formats.day(report.document_date)}`,
    customer: report.supplier_name,
    mark: null,
    texts,
  };
  const values = { number: printable(report.number), date: formats.day(report.document_date), amount };
  const rows = report.lines.flatMap((line) => {
    const text = differenceText(line, labels, formats);
    return text === '' ? [] : [[String(line.position), line.description, text]];
  });
  const columns = [
    { heading: labels.line, width: 34 },
    { heading: labels.description, width: 0 },
    { heading: labels.difference, width: 210 },
  ];
  columns[1]!.width = restOfWidth([columns[0]!, columns[2]!]);
  return documentOf(frame, [
    opening(frame),
    {
      columns: [block(texts.party.supplier, partyLines(report.supplier, texts.party), WIDTH * 0.46)],
      margin: [WIDTH * 0.54, 14, 0, 10],
    },
    grid(
      [
        [labels.invoice, `${values.number} · ${amount}`],
        [texts.recall.day, day],
      ],
      2,
    ),
    { text: fillText(labels.letter, values), margin: [0, 14, 0, 8] },
    { text: labels.reasons, bold: true, margin: [0, 0, 0, 2] },
    { text: printable(report.notes), margin: [0, 0, 0, 10] },
    ...(rows.length === 0 ? [] : [{ text: labels.differences, bold: true }, lineTable(columns, rows)]),
    { text: labels.ask, margin: [0, 12, 0, 0] },
  ]);
}

function differenceText(
  { match, differences }: PrintedDispute['lines'][number],
  labels: DocumentTexts['dispute'],
  formats: PrintFormats,
): string {
  if (match === 'no_receipt' || match === 'no_product') return labels[match];
  return differences
    .filter(({ is_tolerated }) => !is_tolerated)
    .map(({ field, invoiced, expected }) =>
      fillText(labels[field], {
        invoiced: invoiced === null ? '' : formats.number(invoiced),
        expected: expected === null ? '' : formats.number(expected),
      }),
    )
    .join('; ');
}
