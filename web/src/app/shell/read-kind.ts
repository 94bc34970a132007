import type { Language } from '@bobina/contract/core/languages.ts';
import { foldForSearch } from '../../lib/fold-for-search.ts';
import { stemOf, wordsOf } from './palette-words.ts';

/** Shorter words, such as `di`, do not name a kind. */
const SHORTEST_NAME = 3;

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
