/** Layout of a picking sheet: for each order the batches to take, with a box to tick. */
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PickingSheet } from '@bobina/contract/sales/printed-documents.ts';
import { documentTexts, printFormats, type PrintFormats } from '../document-texts.ts';
import type { DocumentTexts } from '../texts/it.ts';
import { columnWidth, documentOf, EMPTY, lineTable, MUTED, opening, restOfWidth, type LineColumn } from './parts.ts';
import { printable } from './text.ts';

type Shipment = PickingSheet['shipments'][number];
type Part = { item: Shipment['items'][number]; batch: Shipment['items'][number]['batches'][number] };

/** Builds the pdfmake definition of a picking sheet. */
export function pickingSheetDocument(sheet: PickingSheet): TDocumentDefinitions {
  const texts = documentTexts(sheet.language);
  const formats = printFormats(sheet.language);
  const frame = {
    company: sheet.company,
    language: sheet.language,
    title: texts.titles.picking_sheet,
    number: formats.day(sheet.day),
    subtitle: formats.day(sheet.day),
    customer: '',
    mark: null,
    texts,
  };
  return documentOf(frame, [opening(frame), ...sheet.shipments.flatMap((one) => order(one, texts, formats))]);
}

function order(shipment: Shipment, texts: DocumentTexts, formats: PrintFormats): Content[] {
  const parts = shipment.items.flatMap((item) => item.batches.map((batch) => ({ item, batch })));
  return [
    {
      stack: [
        { text: printable(`${shipment.customer_name} · ${shipment.order_number}`), bold: true, fontSize: 10 },
        ...(shipment.destination ? [{ text: printable(shipment.destination), color: MUTED }] : []),
      ],
      margin: [0, 14, 0, 0],
    },
    lines(parts, texts, formats),
  ];
}

function lines(parts: readonly Part[], { columns: names, units }: DocumentTexts, formats: PrintFormats): Content {
  const quantities = parts.map(({ batch }) => formats.number(batch.quantity));
  const widthOf = (texts: string[], least: number) => columnWidth(texts, least, 90);
  const description: LineColumn & { of: (part: Part) => string } = {
    heading: names.description,
    width: 0,
    of: ({ item }) => item.product_name,
  };
  const shown: (LineColumn & { of: (part: Part, at: number) => string })[] = [
    // An empty box, which the font has no letter for.
    { heading: '', width: 14, of: () => '[  ]' },
    {
      heading: names.code,
      width: widthOf(
        parts.map(({ item }) => item.code),
        46,
      ),
      of: ({ item }) => item.code,
    },
    description,
    {
      heading: names.warehouse,
      width: widthOf(
        parts.map(({ batch }) => batch.warehouse_name),
        50,
      ),
      of: ({ batch }) => batch.warehouse_name,
    },
    {
      heading: names.batch,
      width: widthOf(
        parts.map(({ batch }) => batch.batch_number ?? ''),
        50,
      ),
      of: ({ batch }) => batch.batch_number ?? EMPTY,
    },
    {
      heading: names.expiry,
      width: 52,
      of: ({ batch }) => (batch.expiry_date ? formats.day(batch.expiry_date) : EMPTY),
    },
    {
      heading: names.quantity,
      width: columnWidth(quantities, 42),
      alignment: 'right',
      of: (_part, at) => quantities[at]!,
    },
    { heading: names.unit, width: 28, of: ({ item }) => units[item.unit_of_measure] },
  ];
  description.width = restOfWidth(shown.filter((column) => column !== description));
  return lineTable(
    shown,
    parts.map((part, at) => shown.map(({ of }) => of(part, at))),
  );
}
