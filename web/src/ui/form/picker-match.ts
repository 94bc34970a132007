/** How a picker finds choices that it has at hand, in the order of the server's `best_first`. */

export interface Choice {
  value: string;
  /** Begins with the code, where the choice has one: `CODE · description`. */
  label: string;
}

const SEPARATOR = ' · ';
const ACCENTS = /[\u0300-\u036f]/g;

/** @returns the choices that contain every word of the text, the best match first; all of them for an empty text */
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

/** Exact codes, then labels that begin with the text, then the rest. */
function rankOf(label: string, typed: string): number {
  if (label === typed || label.split(SEPARATOR)[0] === typed) return 0;
  return label.startsWith(typed) ? 1 : 2;
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(ACCENTS, '').toLowerCase();
}
