/**
 * The text of a dialog that was asked for and is still loading, after a key: Backspace erases, Escape cancels, Enter is
 * dropped, because the answer that it would choose is not there yet.
 * @returns the new text, null for a cancelled dialog, or undefined for a key that does not concern the text
 */
export function typedAhead(text: string | null, key: string): string | null | undefined {
  if (text === null || key === 'Escape') return null;
  if (key === 'Enter') return text;
  if (key === 'Backspace') return text.slice(0, -1);
  return key.length === 1 ? text + key : undefined;
}
