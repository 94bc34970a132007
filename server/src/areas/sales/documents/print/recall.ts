/** Layout of a printed recall: cover, batches with their balances, customers, a letter to each customer, and suppliers. */
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { PrintedCompany } from '@bobina/contract/sales/printed-documents.ts';
import type { Recall, RecalledBatch, RecalledCustomer } from '@bobina/contract/system/trace.ts';
import { documentTexts, fillText, printFormats, type PrintFormats } from '../document-texts.ts';
import type { DocumentTexts } from '../texts/it.ts';
import { barcode } from './barcode.ts';
import { columnWidth, documentOf, EMPTY, grid, lineTable, opening, restOfWidth, type LineColumn } from './parts.ts';
import { printable } from './text.ts';

export interface RecallReport {
  recall: Recall;
  company: PrintedCompany;
  /** The language of everything but the letters. */
  language: Language;
  /** The company's time zone, in which the time of the recall is printed. */
  time_zone: string;
}

const RED = '#c92a2a';

/** Builds the pdfmake definition of a recall. A batch whose goods are not all accounted for is printed in red. */
export function recallDocument(report: RecallReport): TDocumentDefinitions {
  const { recall, company, language } = report;
  const texts = documentTexts(language);
  const formats = printFormats(language);
  const day = dayOf(report);
  const title = recall.drill ? texts.recall.drill : texts.recall.title;
  const frame = {
    company,
    language,
    title,
    number: recall.number,
    subtitle: `${recall.number} ${texts.of} ${formats.day(day)}`,
    customer: recall.reason,
    mark: recall.drill ? texts.recall.drill_mark : null,
    texts,
  };
  return documentOf(frame, [
    opening(frame, [barcode(recall.number, 26)]),
    cover(report, texts, formats),
    heading(texts.recall.batches),
    { text: texts.recall.footing, fontSize: 7.5 },
    batches(recall.batches, texts, formats),
    heading(texts.recall.customers),
    ...(recall.customers.length === 0 ? [{ text: texts.recall.no_customers }] : []),
    ...recall.customers.flatMap((customer) => customerBlock(customer, texts, formats)),
    ...recall.customers.map((customer) => letter(report, customer)),
    { text: texts.recall.suppliers, fontSize: 11, bold: true, margin: [0, 0, 0, 2], pageBreak: 'before' },
    ...(recall.suppliers.length === 0 ? [{ text: texts.recall.no_suppliers }] : [suppliers(recall, texts, formats)]),
    ...(recall.attachments.length === 0 ? [] : [heading(texts.recall.files), files(recall, texts, formats)]),
  ]);
}

function cover({ recall, time_zone, language }: RecallReport, texts: DocumentTexts, formats: PrintFormats): Content {
  const { recall: labels } = texts;
  const time = new Intl.DateTimeFormat(documentTexts(language).locale, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: time_zone,
  }).format(new Date(recall.created_at));
  return {
    margin: [0, 16, 0, 0],
    stack: [
      grid([[labels.reason, recall.reason]], 1),
      grid(
        [
          [labels.time, time],
          [labels.by, recall.created_by_name],
          [labels.seconds, formats.number(recall.seconds)],
          [labels.held, recall.held ? labels.yes : labels.no],
          [labels.batch_count, formats.number(recall.batches.length)],
          [labels.customer_count, formats.number(recall.customers.length)],
          [labels.unaccounted, formats.number(recall.batches.filter(({ foots }) => !foots).length)],
          ['', ''],
        ],
        4,
      ),
    ],
  };
}

function batches(rows: readonly RecalledBatch[], texts: DocumentTexts, formats: PrintFormats): Content {
  const { recall: labels } = texts;
  const numbers = (of: (row: RecalledBatch) => number) => rows.map((row) => formats.number(of(row)));
  const quantities = (['made', 'adjusted', 'delivered', 'used_on', 'in_stock'] as const).map((key) => ({
    heading: labels[key],
    texts: numbers((row) => row[key]),
  }));
  return table(
    [
      { heading: texts.columns.batch, texts: rows.map(({ batch_number }) => batch_number), least: 70, most: 110 },
      { heading: labels.product, texts: rows.map(({ product_code }) => product_code) },
      ...quantities.map((column) => ({ ...column, alignment: 'right' as const, least: 50, most: 62 })),
      {
        heading: texts.columns.unit,
        texts: rows.map(({ unit_of_measure }) => unitOf(texts, unit_of_measure)),
        least: 26,
      },
    ],
    { stretched: 1, colors: rows.map(({ foots }) => (foots ? undefined : RED)) },
  );
}

function customerBlock(customer: RecalledCustomer, texts: DocumentTexts, formats: PrintFormats): Content[] {
  const contact = [customer.contact_name, customer.phone, customer.email].filter(Boolean).join(' · ');
  return [
    { text: printable(customer.customer_name), bold: true, margin: [0, 8, 0, 1] },
    ...(contact ? [{ text: printable(contact) }] : []),
    deliveries(customer, texts, formats),
  ];
}

function deliveries({ deliveries: rows }: RecalledCustomer, texts: DocumentTexts, formats: PrintFormats): Content {
  return table(
    [
      { heading: texts.meta.packing_list, texts: rows.map((row) => row.packing_list_number), least: 76 },
      { heading: texts.recall.day, texts: rows.map(({ date }) => formats.day(date)), least: 50 },
      { heading: texts.recall.product, texts: rows.map((row) => row.product_code), least: 60, most: 90 },
      { heading: texts.columns.batch, texts: rows.map((row) => row.batch_number), least: 60, most: 90 },
      {
        heading: texts.columns.quantity,
        texts: rows.map((row) => `${formats.number(row.quantity)} ${unitOf(texts, row.unit_of_measure)}`),
        alignment: 'right',
        least: 56,
      },
      { heading: texts.recall.destination, texts: rows.map(({ destination }) => destination || EMPTY) },
    ],
    { stretched: 5 },
  );
}

/** A page in the customer's language: the delivered goods and the instructions. */
function letter(report: RecallReport, customer: RecalledCustomer): Content {
  const { recall, company } = report;
  const texts = documentTexts(customer.language);
  const formats = printFormats(customer.language);
  const { letter: words } = texts.recall;
  const values = { number: recall.number, date: formats.day(dayOf(report)), reason: printable(recall.reason) };
  return {
    pageBreak: 'before',
    stack: [
      { text: printable(company.business_name), bold: true, fontSize: 10 },
      {
        text: printable([company.address, company.zip_code, company.city].filter(Boolean).join(' ')),
        margin: [0, 0, 0, 24],
      },
      { text: printable(customer.customer_name), bold: true, fontSize: 10 },
      ...(customer.contact_name ? [{ text: printable(customer.contact_name) }] : []),
      ...(customer.email ? [{ text: printable(customer.email) }] : []),
      {
        text: fillText(recall.drill ? words.drill_subject : words.subject, values),
        bold: true,
        fontSize: 11,
        margin: [0, 24, 0, 10],
      },
      { text: words.greeting, margin: [0, 0, 0, 6] },
      { text: fillText(words.what, values) },
      deliveries(customer, texts, formats),
      ...words.requests.map((request, at) => ({
        text: `${at + 1}. ${request}`,
        margin: [0, 2, 0, 0] as [number, number, number, number],
      })),
      { text: words.contact, margin: [0, 10, 0, 0] },
      { text: printable([company.phone, company.email].filter(Boolean).join(' · ') || EMPTY), margin: [0, 0, 0, 16] },
      { text: words.closing },
      { text: printable(company.business_name), bold: true, margin: [0, 2, 0, 0] },
    ],
  };
}

function suppliers({ suppliers: rows }: Recall, texts: DocumentTexts, formats: PrintFormats): Content {
  const { recall: labels } = texts;
  return table(
    [
      { heading: labels.supplier, texts: rows.map(({ supplier_name }) => supplier_name) },
      { heading: texts.columns.batch, texts: rows.map(({ batch_number }) => batch_number), least: 60, most: 90 },
      { heading: labels.product, texts: rows.map(({ product_code }) => product_code), least: 50, most: 80 },
      { heading: labels.receipt, texts: rows.map(({ document_number }) => document_number), least: 54, most: 80 },
      { heading: labels.day, texts: rows.map(({ received_on }) => formats.day(received_on)), least: 50 },
      {
        heading: labels.supplier_lot,
        texts: rows.map(({ supplier_lot }) => supplier_lot ?? EMPTY),
        least: 44,
        most: 70,
      },
      { heading: labels.mill_number, texts: rows.map(({ mill_number }) => mill_number ?? EMPTY), least: 44, most: 70 },
    ],
    { stretched: 0 },
  );
}

function files({ attachments: rows }: Recall, texts: DocumentTexts, formats: PrintFormats): Content {
  const { recall: labels } = texts;
  return table(
    [
      { heading: texts.columns.batch, texts: rows.map(({ batch_number }) => batch_number), least: 60, most: 90 },
      { heading: labels.file, texts: rows.map(({ name }) => name) },
      {
        heading: labels.bytes,
        texts: rows.map(({ size }) => formats.number(size)),
        alignment: 'right',
        least: 50,
        most: 62,
      },
      // In two halves, because the whole is wider than the column.
      {
        heading: 'SHA-256',
        texts: rows.map(({ sha256 }) => `${sha256.slice(0, 32)} ${sha256.slice(32)}`),
        least: 150,
        most: 170,
      },
    ],
    { stretched: 1 },
  );
}

interface TextColumn {
  heading: string;
  texts: readonly string[];
  alignment?: LineColumn['alignment'];
  /** Width limits in points. */
  least?: number;
  most?: number;
}

/** A table of texts. @param stretched the column that takes the rest of the width */
function table(
  columns: readonly TextColumn[],
  { stretched, colors }: { stretched: number; colors?: readonly (string | undefined)[] },
): Content {
  const shaped = columns.map(({ heading, texts, alignment = 'left', least = 50, most }) => ({
    heading,
    alignment,
    width: columnWidth(texts, least, most),
  }));
  shaped[stretched]!.width = restOfWidth(shaped.filter((_column, at) => at !== stretched));
  return lineTable(
    shaped,
    columns[0]!.texts.map((_text, row) => columns.map(({ texts }) => texts[row]!)),
    { colors },
  );
}

function heading(text: string): Content {
  return { text, fontSize: 11, bold: true, margin: [0, 16, 0, 2] };
}

function unitOf(texts: DocumentTexts, unit: string): string {
  return texts.units[unit as keyof DocumentTexts['units']] ?? unit;
}

/** The company's day of the recall, YYYY-MM-DD. */
function dayOf({ recall, time_zone }: RecallReport): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: time_zone }).format(
    new Date(recall.created_at),
  );
}
