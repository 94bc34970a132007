/**
 * Layout of a printed packing list: the contents of a transport document under Italian law (DPR 472/96), and loading
 * data.
 */
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PackingListReport } from '@bobina/contract/sales/printed-documents.ts';
import { documentTexts, printFormats, type PrintFormats } from '../document-texts.ts';
import type { DocumentTexts } from '../texts/it.ts';
import { barcode } from './barcode.ts';
import {
  block,
  columnWidth,
  documentOf,
  EMPTY,
  grid,
  labelled,
  lineTable,
  MUTED,
  notesBlock,
  opening,
  partyLines,
  restOfWidth,
  WIDTH,
  type LineColumn,
} from './parts.ts';
import { printable } from './text.ts';

/** Builds the pdfmake definition of a packing list; cancelled ones are marked. */
export function packingListDocument(report: PackingListReport): TDocumentDefinitions {
  const { company, customer, packing_list_number: number } = report;
  const texts = documentTexts(report.language);
  const formats = printFormats(report.language);
  const isCancelled = report.status === 'cancelled';
  const frame = {
    company,
    language: report.language,
    title: texts.titles.packing_list,
    number,
    subtitle: `${number} ${texts.of} ${formats.day(report.packing_date)}`,
    customer: customer.business_name,
    mark: isCancelled ? texts.marks.cancelled : null,
    texts,
  };
  return documentOf(frame, [
    opening(frame, [
      barcode(number, 26),
      { text: texts.legal.packing_list, fontSize: 6.5, color: MUTED, margin: [0, 5, 0, 0] },
    ]),
    ...(isCancelled ? [{ text: texts.legal.cancelled, bold: true, margin: [0, 10, 0, 0] } as Content] : []),
    parties(report, texts),
    grid(
      [
        [texts.meta.order, report.order_number],
        [texts.meta.customer_order, report.customer_order_number],
      ],
      2,
    ),
    lines(report, texts, formats),
    ...notesBlock(texts.notes, report.notes),
    { unbreakable: true, stack: [transport(report, texts, formats), signatures(texts)] },
  ]);
}

function parties({ customer, destination }: PackingListReport, { party }: DocumentTexts): Content {
  return {
    columns: [
      block(party.consignee, partyLines(customer, party), WIDTH / 2),
      block(
        party.destination,
        destination
          ? [
              { text: printable(customer.business_name), bold: true, fontSize: 10 },
              { text: printable(destination.indirizzo) },
              { text: printable([destination.cap, destination.citta].filter(Boolean).join(' ')) },
              ...(destination.nazione ? [{ text: printable(destination.nazione) }] : []),
              ...labelled(party.phone, destination.telefono),
              ...labelled(party.delivery_hours, destination.orari_consegna),
              ...(destination.note ? [{ text: printable(destination.note) }] : []),
            ]
          : [{ text: party.same_destination }],
        WIDTH / 2,
      ),
    ],
    margin: [0, 16, 0, 10],
  };
}

function lines(report: PackingListReport, texts: DocumentTexts, formats: PrintFormats): Content {
  const { columns: names } = texts;
  const has = (key: 'batch_number' | 'expiry_date') => report.items.some((item) => item[key] !== null);
  const quantities = report.items.map(({ quantity }) => formats.number(quantity));
  const shown: (LineColumn & { of: (item: PackingListReport['items'][number], at: number) => string })[] = [
    {
      heading: names.code,
      width: columnWidth(
        report.items.map(({ code }) => code),
        50,
        100,
      ),
      of: ({ code }) => code,
    },
    { heading: names.description, width: 0, of: ({ description }) => description },
    ...(has('batch_number')
      ? [
          {
            heading: names.batch,
            width: columnWidth(
              report.items.map(({ batch_number }) => batch_number ?? ''),
              60,
              100,
            ),
            of: ({ batch_number }: { batch_number: string | null }) => batch_number ?? EMPTY,
          },
        ]
      : []),
    ...(has('expiry_date')
      ? [
          {
            heading: names.expiry,
            width: 52,
            of: ({ expiry_date }: { expiry_date: string | null }) => (expiry_date ? formats.day(expiry_date) : EMPTY),
          },
        ]
      : []),
    {
      heading: names.quantity,
      width: columnWidth(quantities, 48),
      alignment: 'right',
      of: (_item, at) => quantities[at]!,
    },
    {
      heading: names.unit,
      width: 30,
      of: ({ unit_of_measure }) => texts.units[unit_of_measure as keyof DocumentTexts['units']],
    },
  ];
  shown[1]!.width = restOfWidth(shown.filter((_column, at) => at !== 1));
  return lineTable(
    shown,
    report.items.map((item, at) => shown.map(({ of }) => of(item, at))),
  );
}

function transport(report: PackingListReport, texts: DocumentTexts, formats: PrintFormats): Content {
  const { transport: labels } = texts;
  const kilos = (weight: number | null) => (weight === null ? null : `${formats.number(weight)} kg`);
  const totals = report.totals
    .map(
      ({ quantity, unit_of_measure }) =>
        `${formats.number(quantity)} ${texts.units[unit_of_measure as keyof DocumentTexts['units']]}`,
    )
    .join(' + ');
  const { reason, appearance, carrier, packages, gross_weight, net_weight, transport_date } = report.transport;
  return grid(
    [
      [labels.reason, reason],
      [labels.appearance, appearance],
      [labels.carrier, carrier],
      [labels.date, transport_date && formats.day(transport_date)],
      [labels.packages, packages === null ? null : formats.number(packages)],
      [labels.gross_weight, kilos(gross_weight)],
      [labels.net_weight, kilos(net_weight)],
      [texts.totals.quantities, totals],
    ],
    4,
  );
}

function signatures({ signatures: texts }: DocumentTexts): Content {
  return {
    columns: [texts.sender, texts.carrier, texts.consignee].map((label) => ({
      width: WIDTH / 3,
      stack: [
        { text: label, color: MUTED, fontSize: 7, margin: [0, 0, 0, 30] },
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH / 3 - 16, y2: 0, lineWidth: 0.5, lineColor: MUTED }] },
      ],
    })),
    margin: [0, 14, 0, 0],
  };
}
