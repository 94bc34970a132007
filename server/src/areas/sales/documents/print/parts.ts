/** Layout elements shared by all printed documents. */
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PrintedCompany, PrintedCustomer } from '@bobina/contract/sales/printed-documents.ts';
import type { DocumentTexts } from '../texts/it.ts';
import { cut, printable } from './text.ts';

export const MUTED = '#5c5f66';
const LINE = '#c9ccd1';
const FILL = '#f1f3f5';
const MARGIN = 40;
/** Width between the margins of an A4 page, in points. */
export const WIDTH = 595.28 - 2 * MARGIN;
export const EMPTY = '—';

export interface Frame {
  company: PrintedCompany;
  language: string;
  title: string;
  number: string;
  /** Below the title: `N. FT-2026/00012 del 15/03/2026`. */
  subtitle: string;
  customer: string;
  /** Watermark across the page, for a draft or cancelled document. */
  mark: string | null;
  texts: DocumentTexts;
}

/** Formats a VAT number with its country prefix. */
export function vatNumber(number: string | null, country: string | null): string {
  const plain = printable(number ?? '').replace(/\s/g, '');
  return country && /^\d/.test(plain) && country.length === 2 && country !== 'MA' ? `${country}${plain}` : plain;
}

/** Formats `label value` with a muted label; empty for an empty value. */
export function labelled(label: string, value: string | null | undefined): Content[] {
  return value ? [{ text: [{ text: `${label} `, color: MUTED }, printable(value)] }] : [];
}

/** Formats the name, address and tax numbers of a party. */
export function partyLines(party: Omit<PrintedCustomer, 'id'>, labels: DocumentTexts['party']): Content[] {
  return [
    { text: printable(party.business_name), bold: true, fontSize: 10 },
    { text: printable(party.address) },
    { text: printable(place(party)) },
    ...(party.country ? [{ text: printable(party.country) }] : []),
    ...labelled(labels.vat_number, vatNumber(party.vat_number, party.country_code)),
    ...labelled(labels.tax_code, party.tax_code),
  ];
}

/** Formats a small heading above lines. Width in points. */
export function block(heading: string, lines: Content[], width: number): Column {
  return {
    width,
    stack: [{ text: heading, color: MUTED, fontSize: 7, margin: [0, 0, 0, 2] }, ...lines],
  };
}

/** Formats labels above values in columns; an empty value leaves space to be filled in by hand. */
export function grid(entries: readonly (readonly [label: string, value: string | null])[], columns: number): Content {
  const rows = Math.ceil(entries.length / columns);
  const cell = (at: number): TableCell => {
    const [label, value] = entries[at] ?? ['', ''];
    return {
      stack: [
        { text: label, color: MUTED, fontSize: 7 },
        { text: value === null || value === '' ? ' ' : printable(value), margin: [0, 1, 0, 0] },
      ],
    };
  };
  return {
    table: {
      widths: Array.from({ length: columns }, () => WIDTH / columns - 12.5),
      body: Array.from({ length: rows }, (_row, row) =>
        Array.from({ length: columns }, (_column, column) => cell(row * columns + column)),
      ),
      dontBreakRows: true,
    },
    layout: 'grid',
  };
}

/**
 * Returns a column width in points for texts at 8 points: digits are 0.58 em wide, the widest characters of a number.
 */
export function columnWidth(texts: readonly string[], least: number, most = 120): number {
  return Math.min(most, Math.max(least, ...texts.map((text) => text.length * 4.65 + 1)));
}

export interface LineColumn {
  heading: string;
  width: number;
  alignment?: 'left' | 'right' | 'center';
}
/** Returns the width in points that the given columns leave for one more column. */
export function restOfWidth(columns: readonly { width: number }[]): number {
  return WIDTH - columns.reduce((sum, { width }) => sum + width + 8, 0) - 8;
}

/**
 * Formats rows of texts with columns as wide as their texts.
 * @param stretched the column that takes the rest of the width @param numbersFrom the first right-aligned column
 * @param least minimum width of a column in points
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { stretched, numbersFrom, least }: { stretched: number; numbersFrom: number; least: number },
): Content {
  const columns = headings.map((heading, at) => ({
    heading,
    alignment: at >= numbersFrom ? ('right' as const) : ('left' as const),
    width: columnWidth([heading, ...rows.map((row) => row[at]!)], least, 110),
  }));
  columns[stretched]!.width = restOfWidth(columns.filter((_column, at) => at !== stretched));
  return lineTable(columns, rows);
}

/**
 * Formats the lines of a document: headings repeat on every page, and no line is split between pages.
 * @param colors the text color of each line, if it differs @param headings a row over the whole width above a line
 */
export function lineTable(
  columns: readonly LineColumn[],
  rows: readonly (readonly string[])[],
  {
    colors = [],
    headings = [],
  }: { colors?: readonly (string | undefined)[] | undefined; headings?: readonly (string | undefined)[] } = {},
): Content {
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [
        columns.map(({ heading, alignment = 'left' }) => ({ text: heading, alignment, bold: true, fontSize: 7.5 })),
        ...rows.flatMap((row, line) => [
          ...headingRow(columns, headings[line]),
          columns.map(({ alignment = 'left' }, at) => ({
            text: printable(row[at]!),
            alignment,
            fontSize: 8,
            ...(colors[line] && { color: colors[line] }),
          })),
        ]),
      ],
    },
    layout: 'lines',
    margin: [0, 10, 0, 10],
  };
}

/** Formats notes under a heading; empty for empty notes. */
export function notesBlock(heading: string, notes: string | null): Content[] {
  return notes ? [{ columns: [block(heading, [{ text: printable(notes) }], WIDTH)], margin: [0, 4, 0, 10] }] : [];
}

/** Formats the top of the first page: issuer and title. @param right content below the title */
export function opening(frame: Frame, right: Content[] = []): Content {
  return {
    columns: [
      {
        width: WIDTH * 0.54,
        stack: [
          ...(frame.company.logo
            ? [
                {
                  image: frame.company.logo,
                  fit: [170, 52] as [number, number],
                  margin: [0, 0, 0, 8] as [number, number, number, number],
                },
              ]
            : []),
          ...companyDetails(frame),
        ],
      },
      {
        width: WIDTH * 0.46,
        alignment: 'right',
        stack: [
          { text: frame.title, bold: true, fontSize: 17, lineHeight: 1 },
          { text: printable(frame.subtitle), fontSize: 10, margin: [0, 3, 0, 6] },
          ...right,
        ],
      },
    ],
    columnGap: 0,
  };
}

/** Builds the whole document around its content. */
export function documentOf(frame: Frame, content: Content[]): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, 48, MARGIN, 52],
    language: frame.language,
    displayTitle: true,
    info: {
      title: `${frame.title} ${frame.number}`,
      author: printable(frame.company.business_name),
      creator: 'Bobina',
      producer: 'Bobina',
    },
    defaultStyle: { font: 'Noto', fontSize: 8.5, lineHeight: 1.12, color: '#1a1b1e' },
    header: header(frame),
    footer: footer(frame),
    content,
    ...(frame.mark && {
      watermark: { text: frame.mark, font: 'Noto', color: '#868e96', opacity: 0.18, bold: true, angle: -35 },
    }),
  };
}

export const tableLayouts = {
  lines: {
    hLineWidth: (at: number, node: { table: { body: unknown[] } }) =>
      at === 0 ? 0 : at === 1 ? 0.8 : at === node.table.body.length ? 0.8 : 0.4,
    vLineWidth: () => 0,
    hLineColor: (at: number, node: { table: { body: unknown[] } }) =>
      at === 1 || at === node.table.body.length ? MUTED : LINE,
    fillColor: (row: number) => (row === 0 ? FILL : null),
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
  grid: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => LINE,
    vLineColor: () => LINE,
    paddingLeft: () => 6,
    paddingRight: () => 6,
    paddingTop: () => 4,
    paddingBottom: () => 4,
  },
  plain: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 1.5,
    paddingBottom: () => 1.5,
  },
};

function headingRow(columns: readonly LineColumn[], heading: string | undefined) {
  if (heading === undefined) return [];
  const rest = columns.slice(1).map(() => ({ text: '' }));
  return [[{ text: printable(heading), bold: true, fontSize: 8, colSpan: columns.length }, ...rest]];
}

function place({ zip_code, city, province }: Pick<PrintedCustomer, 'zip_code' | 'city' | 'province'>): string {
  return [zip_code, city, province && `(${province})`].filter(Boolean).join(' ');
}

function companyLine({ company, texts: { party } }: Frame): string {
  return cut(
    printable(
      [
        company.business_name,
        `${party.vat_number} ${vatNumber(company.vat_number, company.country_code)}`,
        company.tax_code && `${party.tax_code} ${company.tax_code}`,
        company.rea && `${party.rea} ${company.rea}`,
        company.share_capital && `${party.share_capital} ${company.share_capital}`,
        company.siren && `${party.siren} ${company.siren}`,
        company.siret && `${party.siret} ${company.siret}`,
        company.ice && `${party.ice} ${company.ice}`,
        company.pec && `${party.pec} ${company.pec}`,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    330,
  );
}

function companyDetails({ company, texts: { party } }: Frame): Content[] {
  return [
    ...partyLines(company, party),
    ...labelled(party.phone, company.phone),
    ...(company.email ? [{ text: printable(company.email) }] : []),
  ];
}

function header(frame: Frame) {
  return (page: number) =>
    page === 1
      ? null
      : ({
          margin: [MARGIN, 26, MARGIN, 0],
          columns: [
            { text: cut(printable(frame.company.business_name), 38), bold: true, fontSize: 8, width: WIDTH * 0.35 },
            {
              text: cut(`${frame.title} ${frame.subtitle} · ${printable(frame.customer)}`, 80),
              alignment: 'right',
              fontSize: 8,
              color: MUTED,
              width: WIDTH * 0.65,
            },
          ],
        } as Content);
}

function footer(frame: Frame) {
  return (page: number, pages: number) =>
    ({
      margin: [MARGIN, 10, MARGIN, 0],
      columns: [
        { text: companyLine(frame), fontSize: 6.5, color: MUTED, width: WIDTH - 60 },
        { text: `${page} / ${pages}`, alignment: 'right', fontSize: 8, width: 60 },
      ],
    }) as Content;
}
