import { gtin14 } from '@bobina/contract/core/gs1.ts';
import { readScan } from '@bobina/contract/core/read-scan.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { wordPatterns } from '../../platform/database/search.ts';

export interface Terms {
  /** Each word as a LIKE pattern. */
  words: string[];
  /** Patterns for the trigram indexes, at most three: parts of each word. The words decide which rows match. */
  indexed: string[];
  /** The text as a GTIN of every length; empty if it is none. */
  gtins: string[];
  /** The codes of the label of a batch, and the batch of each; empty if the text is none. */
  codes: string[];
  batches: string[];
  /** The serial shipping container code that the text is, with or without AI 00; null if it is none. */
  sscc: string | null;
  /**
   * The document numbers that the text stands for, without their series where it names none: `2026/00147` and those of the
   * two years before for 147, `oc-2026/00147` for oc147.
   */
  numbers: string[];
  /** The text as a VAT number, with and without the country; empty if it is none. */
  vats: string[];
}

/** The interpretations of a searched text. @param q not empty @param year the current one */
export function readTerms(q: string, year: number): Terms {
  const words = wordPatterns(q);
  const labels = readScan(q).flatMap(({ code, batch }) =>
    batch === null ? [] : [code, ...gtinForms(code)].map((form) => ({ code: form, batch })),
  );
  const findable = words.filter((word) => TRIGRAM.test(word)).toSorted((a, b) => b.length - a.length);
  const long = findable.filter((word) => word.length > SHORT);
  const indexed = (long.length > 1 ? long : findable).slice(0, MOST_INDEXED);
  return {
    words,
    indexed: indexed.map((word) => indexedPart(word, indexed.length === 1)),
    gtins: gtinForms(q),
    codes: labels.map(({ code }) => code),
    batches: labels.map(({ batch }) => batch),
    sscc: readSscc(q),
    numbers: numbersIn(q, year),
    vats: vatForms(q),
  };
}

/** Years whose documents are found by the end of their number. */
const YEARS = 3;
/** Digits of a number within its series and year. */
const NUMBER_DIGITS = 5;
/** `oc157`, `OC-2026/157`, `2026/157`, `26/157`, `157`: the series and the year may be missing, and zeros and separators. */
const NUMBER = /^([a-z]{2,3})?[-\s]*(?:(20\d\d|\d\d)[/-])?0*(\d{1,6})$/;
/** A number whose year has no separator has all of its digits. */
const WHOLE_NUMBER = /^([a-z]{2,3})[-\s]*(20\d\d)(\d{5})$/;
/** Length of the pattern of a word of three letters. It is not looked up beside two longer ones, because it is frequent. */
const SHORT = 5;
/** More words hardly find fewer rows, and each costs time. */
const MOST_INDEXED = 3;
/** Characters of a number that are looked up: each trigram costs time, and few of them find few rows. */
const INDEXED_DIGITS = 6;
/**
 * A LIKE pattern has a trigram when it contains three letters or digits in a row, or two beside another character:
 * pg_trgm pads a word on the side where the pattern shows its end.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}%]|[^\p{L}\p{N}%][\p{L}\p{N}]/u;

/** Length of the pattern of a word of four letters, which is looked up whole. */
const SHORT_ENOUGH = 6;
/** Trigrams at the beginning of a word among which the rarest is looked up: endings such as -ficio are frequent. */
const FIRST = 4;
/** The letters of Italian, French and English words, the most frequent first. Others are rare. */
const FREQUENT = 'eaionrtlscdupmvghbfqz';

/**
 * The end of the longest number in a pattern, because codes differ in their ends; otherwise the pattern itself, or its
 * rarest trigram beside other words: the time of the index grows with the number of trigrams, and one trigram of each of
 * three words takes a quarter of the time of all and finds nearly the same rows.
 */
function indexedPart(pattern: string, isAlone: boolean): string {
  const [longest] = (pattern.match(/\d{5,}/g) ?? []).toSorted((a, b) => b.length - a.length);
  if (longest) {
    const digits = longest.slice(-INDEXED_DIGITS);
    return repeats(digits) ? pattern : `%${digits}%`;
  }
  if (isAlone || pattern.length <= SHORT_ENOUGH) return pattern;
  const [rarest] = trigramsOf(pattern)
    .slice(0, FIRST)
    .toSorted((a, b) => rarity(b) - rarity(a));
  return rarest === undefined ? pattern : `%${rarest}%`;
}

/** Whether half of the trigrams of a number repeat the others: 400000 has only 400 and 000, which find too many rows. */
function repeats(digits: string): boolean {
  const trigrams = trigramsOf(digits);
  return new Set(trigrams).size * 2 <= trigrams.length;
}

/** The letters and digits in threes. */
function trigramsOf(text: string): string[] {
  return [...text.matchAll(/(?=([\p{L}\p{N}]{3}))/gu)].map(([, trigram]) => trigram!);
}

function rarity(trigram: string): number {
  return Array.from(trigram.toLowerCase()).reduce((sum, letter) => {
    const place = FREQUENT.indexOf(letter);
    return sum + (place < 0 ? FREQUENT.length : place);
  }, 0);
}

function numbersIn(text: string, year: number): string[] {
  const given = text.trim().toLowerCase();
  const [, series, ofYear, number] = WHOLE_NUMBER.exec(given) ?? NUMBER.exec(given) ?? [];
  if (number === undefined) return [];
  const years = ofYear ? [ofYear.padStart(4, '20')] : Array.from({ length: YEARS }, (_, ago) => String(year - ago));
  return years.map((one) => `${series ? `${series}-` : ''}${one}/${number.padStart(NUMBER_DIGITS, '0')}`);
}

/** Italian VAT numbers are stored without their country. */
function vatForms(text: string): string[] {
  const compact = text.toLowerCase().replaceAll(/[\s.-]/g, '');
  if (/^\d{11}$/.test(compact)) return [compact, `it${compact}`];
  return /^[a-z]{2}(?=.*\d)[0-9a-z]{7,13}$/.test(compact) ? [compact, compact.slice(2)] : [];
}

function readSscc(text: string): string | null {
  const digits = shownScan(text).replaceAll(/[()\s]/g, '');
  return /^(?:00)?(\d{18})$/.exec(digits)?.[1] ?? null;
}

/** Products may store a GTIN with 8, 12, 13 or 14 digits. */
function gtinForms(text: string): string[] {
  const gtin = gtin14(text);
  if (gtin === null) return [];
  const shortest = gtin.replace(/^0+/, '');
  return [8, 12, 13, 14].filter((length) => shortest.length <= length).map((length) => shortest.padStart(length, '0'));
}
