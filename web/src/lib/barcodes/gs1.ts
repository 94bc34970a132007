/** GS1 element strings: what a GS1-128 label says of the goods behind it. GS1 General Specifications §3, §5.4, §7.8. */
import type { Day } from '@bobina/contract/core/dates.ts';

/** Ends an element whose length is not fixed; what a scanner sends for FNC1. */
export const GS = '\u001d';
/** How many characters one symbol may carry. */
const LONGEST_SYMBOL = 48;
const LONGEST_BATCH = 20;
/** The characters that an element may hold (GS1 character set 82). */
const ALLOWED = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;

/** What is read from a label. */
export interface Gs1 {
  /** 14 digits. */
  gtin: string;
  batch: string | null;
  production: Day | null;
  expiry: Day | null;
}

/** @returns the barcode as a GTIN of 14 digits; null when it is none, or its check digit is wrong */
export function gtin14(barcode: string | null | undefined): string | null {
  const text = barcode?.trim() ?? '';
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return null;
  const digits = text.padStart(14, '0');
  const sum = digits.split('').reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0 && Number(digits) > 0 ? digits : null;
}

/** Lengths with their identifiers, by the first two digits; all others end with GS or with the text. */
const FIXED = new Map<string, number>([
  ['00', 20],
  ...['01', '02', '03'].map((ai) => [ai, 16] as const),
  ['04', 18],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 8] as const),
  ['20', 4],
  ...['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 10] as const),
  ['41', 16],
]);

/** @returns null for a text that is no element string with a GTIN */
export function readGs1(scanned: string, thisYear = new Date().getFullYear()): Gs1 | null {
  let rest = unbracketed(scanned.replace(/^\](C1|e0|d2|Q3)/, '')).replace(new RegExp(`^${GS}`), '');
  const found = new Map<string, string>();
  while (rest !== '') {
    const ai = rest.slice(0, 2);
    if (!/^\d\d$/.test(ai)) return null;
    const end = rest.indexOf(GS);
    const length = FIXED.get(ai) ?? (end < 0 ? rest.length : end);
    const value = rest.slice(2, length);
    if (rest.length < length || value === '' || value.includes(GS)) return null;
    found.set(ai, value);
    rest = rest.slice(length).replace(new RegExp(`^${GS}`), '');
  }
  const trade = found.get('01') ?? found.get('02');
  const gtin = trade?.length === 14 ? gtin14(trade) : null;
  const batch = found.get('10') ?? null;
  if (gtin === null || (batch !== null && batch.length > LONGEST_BATCH)) return null;
  const dated = (ai: string) => (found.has(ai) ? dayOf(found.get(ai)!, thisYear) : null);
  return { gtin, batch, production: dated('11'), expiry: dated('17') };
}

/** Which measure a unit is written by; pieces and boxes have none that may stand beside a GTIN. */
const MEASURES: Readonly<Record<string, string>> = { kg: '310', m: '311', l: '315' };
const MEASURED_DIGITS = 6;

export interface Labelled {
  barcode: string | null;
  batch: string;
  quantity: number;
  unit: string;
  production: Day | null;
  expiry: Day | null;
}

/**
 * The elements of a batch's label, in the order in which they are written: those of fixed length first, the batch last,
 * so that nothing needs a separator. What does not fit into one symbol is left out: the measure first, then the dates.
 * @returns null where the product has no valid GTIN, or the batch cannot be carried
 */
export function elementsOf(goods: Labelled): [ai: string, value: string][] | null {
  const gtin = gtin14(goods.barcode);
  const { batch } = goods;
  if (gtin === null || batch.length > LONGEST_BATCH || !ALLOWED.test(batch)) return null;
  const day = (ai: string, value: Day | null) =>
    value === null ? null : ([ai, value.slice(2).replaceAll('-', '')] as [string, string]);
  const optional = [
    day('17', goods.expiry),
    day('11', goods.production),
    measure(gtin, goods.quantity, goods.unit),
  ].filter((element) => element !== null);
  const sized = (elements: readonly [string, string][]) => elements.flat().join('').length;
  const kept: [string, string][] = [['01', gtin]];
  for (const element of optional) if (sized([...kept, element, ['10', batch]]) <= LONGEST_SYMBOL) kept.push(element);
  return [...kept, ['10', batch]];
}

/** YYMMDD. The century is the one within 49 years back and 50 ahead; day 00 is the last of its month. */
function dayOf(text: string, thisYear: number): Day | null {
  const [year, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [number, number, number];
  if (!/^\d{6}$/.test(text) || month < 1 || month > 12) return null;
  const apart = year - (thisYear % 100);
  const full = thisYear - (thisYear % 100) + year + (apart >= 51 ? -100 : apart <= -50 ? 100 : 0);
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (day > last) return null;
  return `${full}-${text.slice(2, 4)}-${String(day || last).padStart(2, '0')}`;
}

/** `(01)…(10)…`, as some scanners are set to write it, with separators in place of brackets. */
function unbracketed(text: string): string {
  return /^\(\d{2,4}\)/.test(text) ? text.replaceAll(/\((\d{2,4})\)/g, `${GS}$1`).slice(1) : text;
}

/** A measure belongs only to goods of variable measure, whose GTIN begins with 9, and only where it fits exactly. */
function measure(gtin: string, quantity: number, unit: string): [string, string] | null {
  const ai = MEASURES[unit];
  if (ai === undefined || !gtin.startsWith('9')) return null;
  const decimals = (String(quantity).split('.')[1] ?? '').length;
  const digits = String(quantity).replace('.', '').replace(/^0+/, '');
  if (!/^\d+$/.test(digits) || digits.length > MEASURED_DIGITS || decimals > 5) return null;
  return [`${ai}${decimals}`, digits.padStart(MEASURED_DIGITS, '0')];
}
