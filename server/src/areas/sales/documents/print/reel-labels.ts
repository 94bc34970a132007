/** Layout of reel labels: 100 × 150 mm, or two halves on each A4 page. */
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { LABEL_FORMATS, Reel } from '@bobina/contract/stock/reels.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import { documentTexts, fillText, printFormats } from '../document-texts.ts';
import { barcode } from './barcode.ts';
import { cut, printable } from './text.ts';

export interface ReelLabels {
  reels: readonly (Reel & { barcode: string | null })[];
  format: (typeof LABEL_FORMATS)[number];
  language: Language;
  /** The day of the print, shown on remnants. */
  today: Day;
}

const POINTS_PER_MM = 72 / 25.4;
const MARGIN = 14;
/** Length of a name on a label, in characters. */
const LONGEST_NAME = 90;
const SIZES = {
  label: { width: 100 * POINTS_PER_MM, height: 150 * POINTS_PER_MM },
  a4: { width: 210 * POINTS_PER_MM, height: 297 * POINTS_PER_MM },
};

/** Builds the pdfmake definition of the labels. Each has the code of the reel twice: for the side and for the core. */
export function reelLabelsDocument(labels: ReelLabels): TDocumentDefinitions {
  const { format } = labels;
  const half = SIZES.a4.height / 2;
  const content = labels.reels.map((reel, at): Content => {
    const label = labelOf(reel, labels);
    if (format === 'label') return { stack: label, ...(at > 0 && { pageBreak: 'before' as const }) };
    const isLower = at % 2 === 1;
    return {
      stack: label,
      absolutePosition: { x: 2 * MARGIN, y: isLower ? half + 2 * MARGIN : 2 * MARGIN },
      ...(at > 0 && !isLower && { pageBreak: 'before' as const }),
    };
  });
  return {
    pageSize: SIZES[format],
    pageMargins: format === 'a4' ? 2 * MARGIN : MARGIN,
    info: { title: labels.reels.map(({ code }) => code).join(' ') },
    language: labels.language,
    defaultStyle: { font: 'Noto', fontSize: 9 },
    content,
  };
}

function labelOf(reel: ReelLabels['reels'][number], { format, language, today }: ReelLabels): Content[] {
  const texts = documentTexts(language).reel_label;
  const formats = printFormats(language);
  const with_ = (value: number | null, unit: string) => (value === null ? null : `${formats.number(value)} ${unit}`);
  const isRemnant = reel.quantity < reel.initial_quantity;
  const fields: [string, string | null][] = [
    [texts.width, with_(reel.width_mm, 'mm')],
    [texts.gsm, with_(reel.gsm, 'g/m²')],
    [texts.metres, with_(reel.m, 'm')],
    [texts.kg, with_(reel.kg, 'kg')],
    [texts.m2, with_(reel.m2, 'm²')],
    [texts.splices, reel.splices === null ? null : String(reel.splices)],
    [texts.supplier_lot, reel.supplier_lot],
    [texts.mill_number, reel.mill_number],
    [texts.expiry, reel.expiry_date && formats.day(reel.expiry_date)],
  ];
  const name = { text: cut(printable(`${reel.product_code} · ${reel.product_name}`), LONGEST_NAME), bold: true };
  const remnant: Content[] = isRemnant
    ? [{ text: fillText(texts.remnant, { date: formats.day(today) }), bold: true, fontSize: 14 }]
    : [];
  const values: Content = {
    columns: [0, 1].map((side) => ({
      width: '*',
      stack: fields.filter((_, at) => at % 2 === side).map(([label, value]) => field(label, value)),
    })),
    columnGap: 8,
    margin: [0, 4, 0, 4],
  };
  const codes = gs1Codes(reel);
  const core: Content[] = [{ text: texts.core, fontSize: 7 }, ...codeOf(reel.code), ...remnant];
  if (format === 'label') return [name, ...codeOf(reel.code), ...remnant, values, ...codes, ...core];
  return [
    name,
    {
      columns: [
        { width: '*', stack: [...codeOf(reel.code), ...remnant, values] },
        { width: 220, stack: [...codes, ...core] },
      ],
      columnGap: 16,
    },
  ];
}

/** The code of the reel as Code 128, and as text. */
function codeOf(code: string): Content[] {
  return [
    { stack: [barcode(code, 40, { alignment: 'left', module: 1.1 })], margin: [10, 4, 0, 0] },
    { text: code, bold: true, fontSize: 20 },
  ];
}

/** The SSCC, and GTIN with AI 8001, as GS1-128. AI 8001 requires AI 01. */
function gs1Codes({ sscc, ai8001, barcode: gtin }: ReelLabels['reels'][number]): Content[] {
  const codes: [string, string][] = [];
  if (sscc) codes.push([`00${sscc}`, `(00) ${sscc}`]);
  if (ai8001 && gtin) codes.push([`01${gtin}8001${ai8001}`, `(01) ${gtin} (8001) ${ai8001}`]);
  return codes.flatMap(([content, text]) => [
    { stack: [barcode(content, 28, { isGs1: true, alignment: 'left' })], margin: [10, 4, 0, 0] },
    { text, fontSize: 8 },
  ]);
}

function field(label: string, value: string | null): Content {
  return {
    text: [
      { text: `${label} `, fontSize: 7 },
      { text: value === null ? '—' : printable(cut(value, 60)), bold: true },
    ],
  };
}
