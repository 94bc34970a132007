import { useState, type ReactNode } from 'react';
import { useFieldValue } from './form-context.ts';

/**
 * A text field with a note below it once it was left, until its text changes. The note neither asks nor refuses.
 * @param note returns the note about a text; null for none
 */
export function NotedField({
  name,
  note,
  isOfEmpty = false,
  isOfStored = false,
  children,
}: {
  name: string;
  note: (text: string) => ReactNode;
  /** Whether an empty field has a note too. */
  isOfEmpty?: boolean;
  /** Whether the text that the form opens with has a note at once. */
  isOfStored?: boolean;
  children: ReactNode;
}) {
  const text = useFieldValue<string | null>(name) ?? '';
  const [left, setLeft] = useState<string | undefined>(isOfStored && text !== '' ? text : undefined);
  return (
    <div onBlur={() => setLeft(text)}>
      {children}
      {left === text && (isOfEmpty || text.trim() !== '') && note(text.trim())}
    </div>
  );
}
