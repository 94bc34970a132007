/** GS1 element strings, the content of a GS1-128 label. GS1 General Specifications §3, §5.4, §7.8. */
import type { Day } from './dates.ts';
import { GS } from './scan-text.ts';

/** Maximum number of characters in one symbol. */
const LONGEST_SYMBOL = 48;
const LONGEST_BATCH = 20;
/** The characters allowed in an element (GS1 character set 82). */
const ALLOWED = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;

/** The content of a label. */
export interface Gs1 {
  /** 14 digits. */
  gtin: string;
  batch: string | null;
  production: Day | null;
  expiry: Day | null;
  /** The measure, or the count of pieces or boxes, whose unit the label does not contain. */
  quantity: { value: number; unit: 'kg' | 'm' | 'l' | 'counted' } | null;
}

/**
 * Normalises a barcode to a 14-digit GTIN.
 * @returns null if it is not a GTIN or its check digit is wrong
 */
export function gtin14(barcode: string | null | undefined): string | null {
  const text = barcode?.trim() ?? '';
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return null;
  const digits = text.padStart(14, '0');
  const sum = digits.split('').reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0 && Number(digits) > 0 ? digits : null;
}

/** Total lengths of fixed-length elements by their first two digits; all others end with GS or at the end. */
const FIXED = new Map<string, number>([
  ['00', 20],
  ...['01', '02', '03'].map((ai) => [ai, 16] as const),
  ['04', 18],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 8] as const),
  ['20', 4],
  ...['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 10] as const),
  ['41', 16],
]);

/**
 * Parses a scanned element string.
 * @returns null if it is not one or has no GTIN
 */
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
  return { gtin, batch, production: dated('11'), expiry: dated('17'), quantity: quantityIn(found) };
}

/** The AI of the measure by unit. Pieces and boxes have no AI that may accompany a GTIN. */
const MEASURES = { kg: '310', m: '311', l: '315' } as const;
type Measured = keyof typeof MEASURES;
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
 * The elements of a batch label, in print order: fixed-length elements first and the batch last, so that no separator
 * is needed. If they do not fit into one symbol, the measure is dropped first, then the dates.
 * @returns null if the product has no valid GTIN or the batch cannot be encoded
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

/** Reads AI 37, a count, and AI 310n, 311n and 315n, whose last digit is the number of decimals. */
function quantityIn(found: ReadonlyMap<string, string>): Gs1['quantity'] {
  const count = found.get('37');
  if (count !== undefined) return /^\d{1,8}$/.test(count) ? { value: Number(count), unit: 'counted' } : null;
  const [, kind, decimals, digits] = /^(\d)([0-5])(\d{6})$/.exec(found.get('31') ?? '') ?? [];
  const unit = (Object.keys(MEASURES) as Measured[]).find((name) => MEASURES[name] === `31${kind}`);
  if (unit === undefined) return null;
  const whole = digits!.length - Number(decimals);
  return { value: Number(`${digits!.slice(0, whole)}.${digits!.slice(whole)}`), unit };
}

/** Parses YYMMDD. The century is chosen within 49 years back and 50 ahead; day 00 is the last day of the month. */
function dayOf(text: string, thisYear: number): Day | null {
  const [year, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [number, number, number];
  if (!/^\d{6}$/.test(text) || month < 1 || month > 12) return null;
  const apart = year - (thisYear % 100);
  const full = thisYear - (thisYear % 100) + year + (apart >= 51 ? -100 : apart <= -50 ? 100 : 0);
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (day > last) return null;
  return `${full}-${text.slice(2, 4)}-${String(day || last).padStart(2, '0')}`;
}

/** Removes the brackets of `(01)…(10)…`, which some scanners are configured to send in place of separators. */
function unbracketed(text: string): string {
  return /^\(\d{2,4}\)/.test(text) ? text.replaceAll(/\((\d{2,4})\)/g, `${GS}$1`).slice(1) : text;
}

/** A measure is allowed only for variable-measure goods, whose GTIN starts with 9, and only if it is exact. */
function measure(gtin: string, quantity: number, unit: string): [string, string] | null {
  const ai = MEASURES[unit as Measured] as string | undefined;
  if (ai === undefined || !gtin.startsWith('9')) return null;
  const decimals = (String(quantity).split('.')[1] ?? '').length;
  const digits = String(quantity).replace('.', '').replace(/^0+/, '');
  if (!/^\d+$/.test(digits) || digits.length > MEASURED_DIGITS || decimals > 5) return null;
  return [`${ai}${decimals}`, digits.padStart(MEASURED_DIGITS, '0')];
}
