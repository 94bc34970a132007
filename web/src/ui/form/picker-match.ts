/** Matches local choices in the same order as the server's `best_first`. */

export interface Choice {
  value: string;
  /** Starts with the code if the choice has one: `CODE · description`. */
  label: string;
}

const SEPARATOR = ' · ';
const ACCENTS = /[\u0300-\u036f]/g;

/** @returns the choices that contain every word of the text, best match first; all choices for an empty text */
export function matchChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const typed = fold(text.trim());
  if (!typed) return choices;
  const words = typed.split(/\s+/);
  return choices
    .map((choice) => ({ choice, label: fold(choice.label) }))
    .filter(({ label }) => words.every((word) => label.includes(word)))
    .map(({ choice, label }) => ({ choice, rank: rankOf(label, typed) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
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

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(ACCENTS, '').toLowerCase();
}
