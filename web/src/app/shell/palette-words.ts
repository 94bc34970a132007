/** How the palette compares words: without the endings of the plural. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { foldForSearch } from '../../lib/fold-for-search.ts';

/** The endings in which a singular and its plural differ. */
const ENDINGS: Record<Language, RegExp> = { it: /[aeiou]$/, fr: /[sx]$/, en: /(?:ies|y|s)$/ };
/** Shorter words keep their ending, because too little would be left of them. */
const SHORTEST = 4;

/** The words of a text in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A folded word without its ending: `giacenz` of both `giacenza` and `giacenze`. */
export function stemOf(word: string, language: Language): string {
  return word.length < SHORTEST ? word : word.replace(ENDINGS[language], '');
}

/** Whether each word of a query occurs in a name, or is the singular or plural of one of its words. */
export function matchesName(query: string, name: string, language: Language): boolean {
  const folded = foldForSearch(name);
  const words = wordsOf(name);
  return foldForSearch(query.trim())
    .split(/\s+/)
    .every((sought) => {
      const stem = stemOf(sought, language);
      return folded.includes(sought) || words.some((word) => word.startsWith(stem));
    });
}

/** The rank of a matching name: the text itself first, then its singular or plural, then names that begin with it. */
export function rankOfName(query: string, name: string, language: Language): number {
  const sought = foldForSearch(query.trim());
  const folded = foldForSearch(name);
  const stems = (text: string) =>
    wordsOf(text)
      .map((word) => stemOf(word, language))
      .join(' ');
  if (folded === sought) return 0;
  if (stems(name) === stems(query)) return 1;
  return folded.startsWith(sought) || stems(name).startsWith(stems(query)) ? 2 : 3;
}
