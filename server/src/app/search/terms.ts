import { gtin14 } from '@bobina/contract/core/gs1.ts';
import { readScan, shownScan } from '@bobina/contract/core/read-scan.ts';
import { wordPatterns } from '../../platform/database/search.ts';

export interface Terms {
  /** Each word as a LIKE pattern. */
  words: string[];
  /** Patterns for the trigram indexes, at most three: a part of each word. The words decide which rows match. */
  indexed: string[];
  /** The text as a GTIN of every length; empty if it is none. */
  gtins: string[];
  /** The codes of the label of a batch, and the batch of each; empty if the text is none. */
  codes: string[];
  batches: string[];
  /** The serial shipping container code that the text is, with or without AI 00; null if it is none. */
  sscc: string | null;
}

/** The interpretations of a searched text. @param q not empty */
export function readTerms(q: string): Terms {
  const words = wordPatterns(q);
  const labels = readScan(q).flatMap(({ code, batch }) =>
    batch === null ? [] : [code, ...gtinForms(code)].map((form) => ({ code: form, batch })),
  );
  return {
    words,
    indexed: words
      .flatMap((word) => indexedPart(word) ?? [])
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MOST_INDEXED),
    gtins: gtinForms(q),
    codes: labels.map(({ code }) => code),
    batches: labels.map(({ batch }) => batch),
    sscc: readSscc(q),
  };
}

/** More words hardly find fewer rows, and each costs time. */
const MOST_INDEXED = 3;
/** Characters of a number that are looked up: each trigram costs time, and few of them find few rows. */
const INDEXED_DIGITS = 6;
/**
 * A LIKE pattern has a trigram when it contains three letters or digits in a row, or two beside another character:
 * pg_trgm pads a word on the side where the pattern shows its end.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}%]|[^\p{L}\p{N}%][\p{L}\p{N}]/u;

/** The end of the longest number in a pattern, because codes differ in their ends. Undefined without a trigram. */
function indexedPart(pattern: string): string | undefined {
  if (!TRIGRAM.test(pattern)) return undefined;
  const [longest] = (pattern.match(/\d{5,}/g) ?? []).toSorted((a, b) => b.length - a.length);
  return longest ? `%${longest.slice(-INDEXED_DIGITS)}%` : pattern;
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
