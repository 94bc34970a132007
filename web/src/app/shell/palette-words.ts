/** How the palette compares words: without the endings of the plural, and with words that name a kind of record. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { foldForSearch } from '../../lib/fold-for-search.ts';

/** The endings in which a singular and its plural differ. */
const ENDINGS: Record<Language, RegExp> = { it: /[aeiou]$/, fr: /[sx]$/, en: /(?:ies|y|s)$/ };
/** Shorter words keep their ending, because too little would be left of them. */
const SHORTEST = 4;
/** Shorter words, such as `di`, do not name a kind. */
const SHORTEST_NAME = 3;

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

/**
 * Reads `fattura midi` as the text `midi` in the kinds that `fattura` names.
 * @param titles the titles of the kinds in this language, such as `Fatture e note di credito`
 * @returns the kinds whose title contains most words of the query, or only those whose title has no others, and the
 *   remaining words; null if no word names a kind or none remains
 */
export function readKind<Kind extends string>(
  query: string,
  titles: Readonly<Record<Kind, string>>,
  language: Language,
): { kinds: Kind[]; rest: string } | null {
  const words = query.trim().split(/\s+/);
  const readings = (Object.keys(titles) as Kind[]).map((kind) => {
    const stems = new Set(wordsOf(titles[kind]).map((word) => stemOf(word, language)));
    const isNamed = (word: string) => stems.has(stemOf(foldForSearch(word), language));
    const rest = words.filter((word) => !isNamed(word)).join(' ');
    const naming = words.filter((word) => word.length >= SHORTEST_NAME && isNamed(word)).length;
    return { kind, rest, naming, isWhole: naming > 0 && naming === stems.size };
  });
  const most = Math.max(...readings.map(({ naming }) => naming));
  const best = readings.filter(({ naming }) => naming === most);
  const chosen = best.some(({ isWhole }) => isWhole) ? best.filter(({ isWhole }) => isWhole) : best;
  const rest = chosen[0]?.rest ?? '';
  if (most === 0 || rest === '') return null;
  return { kinds: chosen.filter((reading) => reading.rest === rest).map(({ kind }) => kind), rest };
}
