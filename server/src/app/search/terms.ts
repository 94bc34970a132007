import { gtin14 } from '@bobina/contract/core/gs1.ts';
import { readScan } from '@bobina/contract/core/read-scan.ts';
import { wordPatterns } from '../../platform/database/page.ts';

export interface Terms {
  /** Each word as a LIKE pattern, the longest first: it occurs in the fewest rows. */
  words: string[];
  /** The text as a GTIN of every length; empty if it is none. */
  gtins: string[];
  /** The codes of the label of a batch, and the batch of each; empty if the text is none. */
  codes: string[];
  batches: string[];
  hasTrigrams: boolean;
}

/** The interpretations of a searched text. @param q not empty */
export function readTerms(q: string): Terms {
  const words = wordPatterns(q).toSorted((a, b) => b.length - a.length);
  const labels = readScan(q).flatMap(({ code, batch }) =>
    batch === null ? [] : [code, ...gtinForms(code)].map((form) => ({ code: form, batch })),
  );
  return {
    words,
    gtins: gtinForms(q),
    codes: labels.map(({ code }) => code),
    batches: labels.map(({ batch }) => batch),
    hasTrigrams: words.some((word) => TRIGRAM.test(word)),
  };
}

/**
 * A LIKE pattern has a trigram when it contains three letters or digits in a row, or two beside another character:
 * pg_trgm pads a word on the side where the pattern shows its end.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}%]|[^\p{L}\p{N}%][\p{L}\p{N}]/u;

/** Products may store a GTIN with 8, 12, 13 or 14 digits. */
function gtinForms(text: string): string[] {
  const gtin = gtin14(text);
  if (gtin === null) return [];
  const shortest = gtin.replace(/^0+/, '');
  return [8, 12, 13, 14].filter((length) => shortest.length <= length).map((length) => shortest.padStart(length, '0'));
}
