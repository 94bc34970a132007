/** Layout of a printed invoice or credit note. */
import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import { documentTexts, fillText, printFormats, type PrintFormats } from '../document-texts.ts';
import type { DocumentTexts } from '../texts/it.ts';
import {
  block,
  columnWidth,
  documentOf,
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

/** Builds the pdfmake definition of an invoice or credit note; drafts are marked. */
export function invoiceDocument(report: InvoiceReport): TDocumentDefinitions {
  const texts = documentTexts(report.language);
  const formats = printFormats(report.language);
  const isDraft = report.number.startsWith('BOZZA-');
  const frame = {
    company: report.company,
    language: report.language,
    title: titleOf(report, texts),
    number: report.number,
    subtitle: `${report.number} ${texts.of} ${formats.day(report.invoice_date)}`,
    customer: report.customer.business_name,
    mark: report.status === 'cancelled' ? texts.marks.cancelled : isDraft ? texts.marks.draft : null,
    texts,
  };
  return documentOf(frame, [
    opening(frame, [
      ...credited(report, texts, formats),
      ...labelled(texts.party.electronic_address, report.electronic_addresses?.company),
    ]),
    party(report, texts),
    references(report, texts, formats),
    lines(report, texts, formats),
    {
      unbreakable: true,
      stack: [
        { columns: [vatSummary(report, texts, formats), sums(report, texts, formats)] },
        ...payment(report, texts, formats),
        ...legalTexts(report, texts, formats),
      ],
    },
    ...notesBlock(texts.notes, report.notes),
  ]);
}

function party({ customer, electronic_addresses }: InvoiceReport, { party: labels }: DocumentTexts): Content {
  return {
    columns: [
      block(
        labels.billing_address,
        customer.indirizzo_fatturazione ? [{ text: printable(customer.indirizzo_fatturazione) }] : [],
        customer.indirizzo_fatturazione ? WIDTH * 0.46 : 0,
      ),
      block(
        labels.customer,
        [
          ...partyLines(customer, labels),
          ...labelled(labels.sdi_code, customer.codice_destinatario),
          ...labelled(labels.pec, customer.pec),
          ...labelled(labels.siren, customer.siren),
          ...labelled(labels.siret, customer.siret),
          ...labelled(labels.ice, customer.ice),
          ...labelled(labels.electronic_address, electronic_addresses?.customer),
        ],
        WIDTH * 0.46,
      ),
    ].slice(customer.indirizzo_fatturazione ? 0 : 1),
    margin: [customer.indirizzo_fatturazione ? 0 : WIDTH * 0.54, 14, 0, 10],
  };
}

function references(report: InvoiceReport, texts: DocumentTexts, formats: PrintFormats): Content {
  const { meta } = texts;
  // The headings of the lines name several packing lists and their orders.
  if (report.packing_lists.length > 1) return [];
  return grid(
    [
      [
        meta.packing_list,
        report.packing_list && `${report.packing_list.number} ${texts.of} ${formats.day(report.packing_list.date)}`,
      ],
      [meta.order, report.order_number],
      [meta.customer_order, report.customer_order_number],
      ...(report.cig ? [[meta.cig, report.cig] as const] : []),
      ...(report.cup ? [[meta.cup, report.cup] as const] : []),
    ],
    3,
  );
}

function lines(report: InvoiceReport, texts: DocumentTexts, formats: PrintFormats): Content {
  const { columns: names } = texts;
  const quantities = report.items.map(({ quantity }) => (quantity === null ? '' : formats.number(quantity)));
  const prices = report.items.map(({ unit_price }) => formats.number(unit_price, 2));
  const nets = report.items.map(({ net_amount }) => formats.number(net_amount, 2));
  const columns: LineColumn[] = [
    {
      heading: names.code,
      width: columnWidth(
        report.items.map(({ code }) => code),
        46,
        92,
      ),
    },
    { heading: names.description, width: 0 },
    { heading: names.quantity, width: columnWidth(quantities, 42), alignment: 'right' },
    { heading: names.unit, width: 28 },
    { heading: names.price, width: columnWidth(prices, 40), alignment: 'right' },
    { heading: names.net, width: columnWidth(nets, 50), alignment: 'right' },
    { heading: names.vat, width: 28, alignment: 'right' },
  ];
  columns[1]!.width = restOfWidth(columns.filter((_column, at) => at !== 1));
  return lineTable(
    columns,
    report.items.map((item, at) => [
      item.code,
      [item.description, item.conai].filter(Boolean).join('\n'),
      quantities[at]!,
      item.quantity === null ? '' : texts.units[item.unit_of_measure as keyof DocumentTexts['units']],
      prices[at]!,
      nets[at]!,
      item.natura ?? (item.vat_rate === null ? '?' : formats.percent(item.vat_rate)),
    ]),
    { headings: deliveryHeadings(report, texts, formats) },
  );
}

/** Above the first line of each packing list, if there are several: its number, day and orders. */
function deliveryHeadings(report: InvoiceReport, texts: DocumentTexts, formats: PrintFormats): (string | undefined)[] {
  if (report.packing_lists.length === 1) return [];
  const { meta } = texts;
  return report.items.map(({ packing_list_id }, at) => {
    if (report.items[at - 1]?.packing_list_id === packing_list_id) return undefined;
    const list = report.packing_lists.find(({ id }) => id === packing_list_id)!;
    return [
      `${meta.packing_list} ${list.number} ${texts.of} ${formats.day(list.date)}`,
      `${meta.order} ${list.order_number}`,
      list.customer_order_number && `${meta.customer_order} ${list.customer_order_number}`,
    ]
      .filter(Boolean)
      .join(' · ');
  });
}

function vatSummary(report: InvoiceReport, texts: DocumentTexts, formats: PrintFormats): Column {
  const { totals } = texts;
  const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold, fontSize: 8 });
  return {
    width: WIDTH * 0.56,
    table: {
      widths: [WIDTH * 0.56 - 32 - 130, 65, 65],
      body: [
        [{ text: totals.rate, bold: true, fontSize: 7.5 }, right(totals.net, true), right(totals.vat, true)],
        ...report.vat_summary.map(({ vat_rate, natura, reason, net_amount, vat_amount }) => [
          {
            text: printable(
              natura === null ? `${formats.percent(vat_rate)} %` : [natura, reason].filter(Boolean).join(' · '),
            ),
            fontSize: 8,
          },
          right(formats.number(net_amount, 2)),
          right(formats.number(vat_amount, 2)),
        ]),
      ],
    },
    layout: 'lines',
  };
}

function sums(report: InvoiceReport, { totals }: DocumentTexts, formats: PrintFormats): Column {
  const row = (label: string, amount: number, isLast = false) => [
    { text: label, bold: isLast, fontSize: isLast ? 10 : 8.5 },
    {
      text: formats.money(amount, report.currency),
      alignment: 'right' as const,
      bold: isLast,
      fontSize: isLast ? 10 : 8.5,
    },
  ];
  return {
    width: WIDTH * 0.44,
    margin: [WIDTH * 0.04, 0, 0, 0],
    table: {
      widths: [WIDTH * 0.22, WIDTH * 0.18],
      body: [
        row(totals.net, report.net_amount),
        row(totals.vat, report.vat_amount),
        row(report.type === 'credit_note' ? totals.credit : totals.total, report.total_amount, true),
        ...(report.amount_to_pay === report.total_amount ? [] : [row(totals.due, report.amount_to_pay)]),
      ],
    },
    layout: 'plain',
  };
}

function iban(text: string) {
  return text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}

function payment(report: InvoiceReport, { meta }: DocumentTexts, formats: PrintFormats): Content[] {
  const { terms, method_text, iban: account, bank } = report.payment;
  if (report.type === 'credit_note') return [];
  const entries: [string, string | null][] = [
    [meta.payment, method_text],
    [meta.terms, terms],
    [
      meta.due_date,
      report.instalments.length > 1
        ? report.instalments
            .map(({ due_date, amount }) => `${formats.day(due_date)} · ${formats.money(amount, report.currency)}`)
            .join('; ')
        : report.due_date &&
          `${formats.day(report.due_date)} · ${formats.money(report.amount_to_pay, report.currency)}`,
    ],
    [meta.bank, bank],
    [meta.iban, account && iban(account)],
  ];
  const given = entries.filter(([, value]) => value);
  return [
    {
      margin: [0, 12, 0, 0],
      table: {
        widths: [64, WIDTH - 64],
        body: given.map(([label, value]) => [{ text: label, color: MUTED }, { text: printable(value!) }]),
      },
      layout: 'plain',
    },
  ];
}

function legalTexts(report: InvoiceReport, { legal }: DocumentTexts, formats: PrintFormats): Content[] {
  const { stamp_duty: stamp, exchange_rate: rate, amounts_eur: eur } = report;
  const texts = [
    rate !== null && fillText(legal.exchange_rate, { rate: formats.number(rate), currency: report.currency }),
    eur !== null &&
      fillText(legal.in_eur, {
        net: formats.money(eur.net_amount, 'EUR'),
        vat: formats.money(eur.vat_amount, 'EUR'),
        total: formats.money(eur.total_amount, 'EUR'),
      }),
    stamp !== null && fillText(legal.stamp_duty, { amount: formats.money(stamp, 'EUR') }),
    ...report.mentions,
    report.is_courtesy_copy && legal.courtesy_copy,
    report.status === 'draft' && legal.draft,
  ].filter((text) => typeof text === 'string');
  return texts.map((text) => ({ text: printable(text), fontSize: 7.5, color: MUTED, margin: [0, 6, 0, 0] }));
}

/** Below the title: the invoice that a credit note credits. */
function credited(
  { credited_invoice: invoice }: InvoiceReport,
  { legal }: DocumentTexts,
  formats: PrintFormats,
): Content[] {
  return invoice
    ? [
        {
          text: fillText(invoice.in_full ? legal.credited : legal.credited_part, {
            number: invoice.number,
            date: formats.day(invoice.date),
          }),
        },
      ]
    : [];
}

function titleOf(report: InvoiceReport, { titles }: DocumentTexts): string {
  return report.status === 'draft' && report.type === 'invoice' ? titles.draft : titles[report.type];
}
