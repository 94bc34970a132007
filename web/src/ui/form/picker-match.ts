/** Matches local choices in the same order as the server's `best_first`. */
import { foldForSearch } from '../../lib/fold-for-search.ts';

export interface Choice {
  value: string;
  /** Starts with the code if the choice has one: `CODE · description`. */
  label: string;
  /** The row of the choice, which tells it from others with the same label. */
  row?: object;
}

const SEPARATOR = ' · ';
/** Postal codes, tax numbers and barcodes are longer, or have other characters. */
const SHORT_NUMBER = /^(\d{1,4}|[\d.]*\d,\d+|\d+[.]\d{1,2})$/;

/** @returns the choices that contain every word of the text, best match first; all choices for an empty text */
export function matchChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const typed = foldForSearch(text.trim());
  if (!typed) return choices;
  const words = typed.split(/\s+/);
  return choices
    .map((choice) => ({ choice, label: foldForSearch(choice.label) }))
    .filter(({ label }) => words.every((word) => label.includes(word)))
    .map(({ choice, label }) => ({ choice, rank: rankOf(label, typed) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/**
 * Whether a text is an amount that was typed into the wrong field: a short number that occurs in what the search reads, such
 * as an address, but not in the best match's label. Enter and Tab must not take that match.
 */
export function isStrayAmount(text: string, [best]: readonly Choice[]): boolean {
  const typed = text.trim();
  return SHORT_NUMBER.test(typed) && best !== undefined && !foldForSearch(best.label).includes(foldForSearch(typed));
}

/** The id of an option in the list of a picker. */
export function optionId(id: string, index: number): string {
  return `${id}-${index}`;
}

/** Ranks exact codes first, then labels that start with the text, then the rest. */
function rankOf(label: string, typed: string): number {
  if (label === typed || label.split(SEPARATOR)[0] === typed) return 0;
  return label.startsWith(typed) ? 1 : 2;
}
