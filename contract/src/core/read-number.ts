/**
 * Parses typed numbers: comma or point decimals, thousands separators, and a unit or currency beside the number.
 * Reports ambiguous input.
 */
import type { Language } from './languages.ts';
import { UNITS } from './units.ts';

type Unit = (typeof UNITS)[number];

export type Typed =
  | { kind: 'empty' }
  /** `isOtherUnit`: written in another unit of measure than the field's, such as 12 kg in a field for boxes. */
  | { kind: 'number'; value: number; isOtherUnit?: true }
  | { kind: 'ambiguous'; grouped: number; decimal: number }
  | { kind: 'invalid' };

export interface NumberReading {
  /** The field takes no fraction of three decimals, so that a separator before three digits separates thousands. */
  whole?: boolean;
  /** The field's own unit, which may be typed beside the number: mm, g/m², h. */
  unit?: string | undefined;
}

const DECIMAL_SIGN: Record<Language, ',' | '.'> = { it: ',', fr: ',', en: '.' };
const SIGN = /^[-−+]\s*/;
/** Direction marks and zero-width characters, which some programs copy with a number. */
const INVISIBLE = /[\u200b-\u200f\u2060\u2066-\u2069]/g;
/** Thousands separated by a space of any width or, as in Switzerland, by an apostrophe. */
const SPACED = /^\d{1,3}(?:(?:\s|['’])\d{3})+(?=$|[.,])/;

/** The words for each unit of measure of stock in the three languages, with their usual abbreviations. */
const WORDS_OF_UNITS: Record<Unit, readonly string[]> = {
  m: ['m', 'mt', 'metro', 'metri', 'mètre', 'mètres', 'metre', 'metres', 'meter', 'meters'],
  kg: [
    ...['kg', 'chilo', 'chili', 'kilo', 'kilos'],
    ...['chilogrammo', 'chilogrammi', 'kilogramme', 'kilogrammes', 'kilogram', 'kilograms'],
  ],
  l: ['l', 'lt', 'litro', 'litri', 'litre', 'litres', 'liter', 'liters'],
  piece: ['pz', 'pezzo', 'pezzi', 'pc', 'pcs', 'pce', 'pces', 'pièce', 'pièces', 'piece', 'pieces'],
  box: ['scat', 'scatola', 'scatole', 'bte', 'btes', 'boîte', 'boîtes', 'box', 'boxes'],
};
const UNIT_WORDS = UNITS.map((unit) => WORDS_OF_UNITS[unit].map(fold));
const CURRENCY_WORDS = ['%', '€', '$', '£', '¥', 'eur', 'euro', 'euros', 'usd', 'gbp', 'mad', 'cny'];
const AFFIXES: readonly string[] = [...CURRENCY_WORDS, ...UNIT_WORDS.flat()];

/**
 * Parses one typed or pasted number. One unit of measure, currency or percent sign may precede or follow it. A lone
 * `8.767` is ambiguous in Italian and French, where the point separates thousands, and `8,767` in English: both readings
 * are returned, and the field asks the user. A unit alone, a calculation or two units are invalid. A number in another
 * unit of stock than the field's is read and marked: 12 kg may not be 12 boxes.
 */
export function readNumber(typed: string, language: Language, { whole = false, unit }: NumberReading = {}): Typed {
  const shown = typed.replace(INVISIBLE, '').trim();
  if (shown === '') return { kind: 'empty' };
  const { sign, digits } = withoutAffix(shown, unit);
  const negative = sign !== '' && !sign.startsWith('+');
  const read = readDigits(digits, negative, language, whole);
  return read.kind === 'number' && unit && isOtherUnit(shown, unit) ? { ...read, isOtherUnit: true } : read;
}

/** Reads a unit of measure of stock, of which digits and points are ignored: `scat.`, `Pezzi`, `12 kg`. */
export function unitNamed(text: string): Unit | undefined {
  const word = fold(text).replaceAll(/[^a-z]/g, '');
  return UNITS.find((_, index) => UNIT_WORDS[index]!.includes(word));
}

function readDigits(digits: string, negative: boolean, language: Language, whole: boolean): Typed {
  const text = digits.replace(SPACED, (groups) => groups.replaceAll(/\D/g, ''));
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { kind: 'invalid' };
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points === 0 && commas === 0) return numberOf(text, '', negative);
  if (points > 0 && commas > 0) {
    const decimalSign = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    const [left = '', right = '', ...more] = text.split(decimalSign);
    const parts = left.split(decimalSign === '.' ? ',' : '.');
    return more.length === 0 && areGroups(parts) && !/\D/.test(right)
      ? numberOf(parts.join(''), right, negative)
      : { kind: 'invalid' };
  }
  const separator = points > 0 ? '.' : ',';
  const parts = text.split(separator);
  if (parts.length > 2) return areGroups(parts) ? numberOf(parts.join(''), '', negative) : { kind: 'invalid' };
  const [left = '', right = ''] = parts;
  const decimal = numberOf(left, right, negative);
  const couldBeGroup = /^[1-9]\d{0,2}$/.test(left) && /^\d{3}$/.test(right) && separator !== DECIMAL_SIGN[language];
  if (!couldBeGroup || decimal.kind !== 'number') return decimal;
  const grouped = numberOf(left + right, '', negative);
  if (grouped.kind !== 'number' || whole) return grouped;
  return { kind: 'ambiguous', grouped: grouped.value, decimal: decimal.value };
}

/** Splits off the sign, which may precede or follow a currency sign, and one affix before or after the number. */
function withoutAffix(typed: string, unit: string | undefined): { sign: string; digits: string } {
  const known = unit ? [fold(unit), ...AFFIXES] : AFFIXES;
  const [outer, signed] = withoutSign(fold(typed));
  const before = longest(known, (affix) => isBefore(signed, affix));
  const rest = before ? signed.slice(before.length).replace(/^\.?\s+/, '') : signed;
  const [inner, digits] = outer === '' ? withoutSign(rest) : ['', rest];
  const sign = outer || inner;
  const after = before ? '' : longest(known, (affix) => digits.endsWith(affix) || digits.endsWith(`${affix}.`));
  return { sign, digits: after ? digits.slice(0, digits.lastIndexOf(after)).trimEnd() : digits };
}

/** Whether the letters of a number and the field's unit are different units of measure of stock. */
function isOtherUnit(typed: string, unit: string): boolean {
  const [own, other] = [unitNamed(unit), unitNamed(typed)];
  return own !== undefined && other !== undefined && own !== other;
}

/** A word must be followed by a space, so that the typing error `l5` for 15 is not read as 5 litres. */
function isBefore(text: string, affix: string): boolean {
  return text.startsWith(affix) && (!/\p{L}$/u.test(affix) || /^\.?\s/.test(text.slice(affix.length)));
}

function withoutSign(text: string): [sign: string, rest: string] {
  const sign = SIGN.exec(text)?.[0] ?? '';
  return [sign, text.slice(sign.length)];
}

function longest(affixes: readonly string[], isThere: (affix: string) => boolean): string {
  return affixes.filter(isThere).reduce((found, affix) => (affix.length > found.length ? affix : found), '');
}

/** Lower-cases, removes accents and lowers the digits of units: `pièces` → `pieces`, `g/m²` → `g/m2`. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('m²', 'm2')
    .replaceAll('m³', 'm3')
    .replaceAll('μ', 'µ');
}

function numberOf(whole: string, fraction: string, negative: boolean): Typed {
  const value = Number(`${negative ? '-' : ''}${whole || '0'}.${fraction || '0'}`);
  // A larger number would be stored as another one.
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? { kind: 'number', value: value === 0 ? 0 : value }
    : { kind: 'invalid' };
}

function areGroups(parts: string[]) {
  return /^\d{1,3}$/.test(parts[0]!) && parts.slice(1).every((part) => /^\d{3}$/.test(part));
}
