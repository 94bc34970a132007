/**
 * The text of a loading dialog after a key. Backspace erases, Escape cancels, and Enter is ignored, because there is
 * no result to choose yet.
 * @returns the new text, null for a cancelled dialog, or undefined for a key that does not concern the text
 */
export function typedAhead(text: string | null, key: string): string | null | undefined {
  if (text === null || key === 'Escape') return null;
  if (key === 'Enter') return text;
  if (key === 'Backspace') return text.slice(0, -1);
  return key.length === 1 ? text + key : undefined;
}
