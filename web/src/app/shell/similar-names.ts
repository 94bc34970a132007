/** Loads when nothing matches in the palette. */
import { isMisspelt } from '@bobina/contract/core/misspelling.ts';
import { wordsOf } from './palette-words.ts';

/** Whether each word of a query is a word of a name with typing mistakes. */
export function resemblesName(query: string, name: string): boolean {
  const words = wordsOf(name);
  const sought = wordsOf(query);
  return sought.length > 0 && sought.every((one) => words.some((word) => isMisspelt(one, word)));
}
