/** Layout of a printed purchase order and of the confirmation of a customer's order. */
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { OrderConfirmationReport, PurchaseOrderReport } from '@bobina/contract/sales/printed-documents.ts';
import { documentTexts, printFormats, type PrintFormats } from '../document-texts.ts';
import type { DocumentTexts } from '../texts/it.ts';
import {
  block,
  columnWidth,
  documentOf,
  grid,
  lineTable,
  notesBlock,
  opening,
  partyLines,
  restOfWidth,
  WIDTH,
  type LineColumn,
} from './parts.ts';

/** A column of the lines, with its text for each line. */
type Column<Item> = LineColumn & { of: (item: Item, at: number) => string };
type Order = PurchaseOrderReport | OrderConfirmationReport;

/** Builds the pdfmake definition of an order to a supplier. */
export function purchaseOrderDocument(report: PurchaseOrderReport): TDocumentDefinitions {
  const texts = documentTexts(report.language);
  const formats = printFormats(report.language);
  const { meta, titles, party } = texts;
  return orderDocument(report, {
    title: titles.purchase_order,
    partyHeading: party.supplier,
    party: report.supplier,
    references: [
      [meta.requested_arrival, formats.day(report.requested_arrival_date)],
      [meta.confirmed_arrival, report.confirmed_arrival_date && formats.day(report.confirmed_arrival_date)],
    ],
    lines: orderLines(report, texts, formats),
  });
}

/** Builds the pdfmake definition of the confirmation of a customer's order. */
export function orderConfirmationDocument(report: OrderConfirmationReport): TDocumentDefinitions {
  const texts = documentTexts(report.language);
  const formats = printFormats(report.language);
  const { meta, titles, party, columns } = texts;
  const delivery: Column<OrderConfirmationReport['items'][number]> = {
    heading: columns.delivery,
    width: 52,
    of: ({ delivery_date }) => formats.day(delivery_date),
  };
  return orderDocument(report, {
    title: titles.order_confirmation,
    partyHeading: party.customer,
    party: report.customer,
    references: [
      [meta.customer_order, report.customer_order_number],
      [meta.requested_delivery, formats.day(report.requested_delivery_date)],
      [meta.payment, report.payment_terms],
    ],
    lines: orderLines(report, texts, formats, [delivery]),
  });
}

function orderDocument(
  report: Order,
  given: {
    title: string;
    partyHeading: string;
    party: OrderConfirmationReport['customer'];
    references: [string, string | null][];
    lines: Content;
  },
): TDocumentDefinitions {
  const texts = documentTexts(report.language);
  const formats = printFormats(report.language);
  const frame = {
    company: report.company,
    language: report.language,
    title: given.title,
    number: report.number,
    subtitle: `${report.number} ${texts.of} ${formats.day(report.order_date)}`,
    customer: given.party.business_name,
    mark: null,
    texts,
  };
  return documentOf(frame, [
    opening(frame),
    {
      columns: [block(given.partyHeading, partyLines(given.party, texts.party), WIDTH * 0.46)],
      margin: [WIDTH * 0.54, 14, 0, 10],
    },
    grid(given.references, given.references.length),
    given.lines,
    ...total(report, texts, formats),
    ...notesBlock(texts.notes, report.notes),
  ]);
}

/** The lines; without prices when the reader may not see them. */
function orderLines<Item extends Order['items'][number]>(
  report: { items: readonly Item[] },
  { columns: names, units }: DocumentTexts,
  formats: PrintFormats,
  further: readonly Column<Item>[] = [],
): Content {
  const { items } = report;
  const quantities = items.map(({ quantity }) => formats.number(quantity));
  const prices = items.map(({ unit_price }) => (unit_price === undefined ? '' : formats.number(unit_price, 2)));
  const totals = items.map((item) => (item.total === undefined ? '' : formats.number(item.total, 2)));
  const codes = items.map(({ code }) => code);
  const isPriced = items.some(({ unit_price }) => unit_price !== undefined);
  const amounts: Column<Item>[] = [
    { heading: names.price, width: columnWidth(prices, 40), alignment: 'right', of: (_item, at) => prices[at]! },
    { heading: names.net, width: columnWidth(totals, 50), alignment: 'right', of: (_item, at) => totals[at]! },
  ];
  const description: Column<Item> = { heading: names.description, width: 0, of: (item) => item.description };
  const columns: Column<Item>[] = [
    { heading: names.code, width: columnWidth(codes, 46, 92), of: ({ code }) => code },
    description,
    ...further,
    {
      heading: names.quantity,
      width: columnWidth(quantities, 42),
      alignment: 'right',
      of: (_item, at) => quantities[at]!,
    },
    { heading: names.unit, width: 28, of: (item) => units[item.unit_of_measure as keyof DocumentTexts['units']] },
    ...(isPriced ? amounts : []),
  ];
  description.width = restOfWidth(columns.filter((column) => column !== description));
  return lineTable(
    columns,
    items.map((item, at) => columns.map(({ of }) => of(item, at))),
  );
}

function total({ total_amount, currency }: Order, { totals }: DocumentTexts, formats: PrintFormats): Content[] {
  if (total_amount === undefined) return [];
  const cell = (text: string) => ({ text, alignment: 'right' as const, bold: true, fontSize: 10 });
  return [
    {
      unbreakable: true,
      table: {
        widths: [WIDTH * 0.7, WIDTH * 0.28],
        body: [[cell(totals.before_vat), cell(formats.money(total_amount, currency))]],
      },
      layout: 'plain',
    },
  ];
}
