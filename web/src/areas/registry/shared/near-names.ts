import { isMisspelt, SHORTEST_MISSPELT } from '@bobina/contract/core/misspelling.ts';
import { foldForSearch } from '../../../lib/fold-for-search.ts';

/** Legal forms of companies, without dots: the same company is written with and without them. */
const LEGAL_FORMS = new Set(
  'srl srls spa snc sas sapa scarl scrl coop soc ss sarl sasu eurl sa gmbh ag kg ohg ug bv nv ltd limited plc inc llc corp oy ab kft'.split(
    ' ',
  ),
);
/** A word and its misspelling differ by no more letters. */
const MOST_LETTERS_MORE = 2;

/** The words that name a company: folded, without separators and legal form, in alphabetical order. */
export function namingWords(name: string): string[] {
  const words =
    foldForSearch(name)
      // S.r.l. and G.m.b.H. are one word each.
      .replaceAll(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const naming = words.filter((word) => !LEGAL_FORMS.has(word));
  return (naming.length > 0 ? naming : words).toSorted();
}

/** Whether two names differ only in order, separators, legal form or a typing mistake. Words with digits must be equal. */
export function areNear(name: string, other: string): boolean {
  const [words, others] = [namingWords(name), namingWords(other)];
  return (
    words.length > 0 && words.length === others.length && words.every((word, index) => isNearWord(word, others[index]!))
  );
}

function isNearWord(word: string, other: string): boolean {
  if (word === other) return true;
  if (word.length < SHORTEST_MISSPELT || /\d/.test(word + other)) return false;
  return Math.abs(word.length - other.length) <= MOST_LETTERS_MORE && isMisspelt(word, other);
}
