/** Told to whatever folds fields away, so that it opens. */
export const REVEAL = 'bobina:reveal';

/** Opens the folded sections that hold bad fields and puts the focus on the first of them, in reading order. */
export function showBadFields(form: HTMLElement | null, paths: readonly string[]): void {
  const fields = form ? paths.map((path) => fieldAt(form, path)).filter((field) => field !== null) : [];
  for (const field of fields) field.dispatchEvent(new CustomEvent(REVEAL, { bubbles: true }));
  const [first] = fields.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const before = document.activeElement;
  const go = () => {
    // Who has gone on to another field meanwhile keeps it.
    if (document.activeElement === before || document.activeElement === document.body) first?.focus();
    first?.scrollIntoView({ block: 'center' });
  };
  // After the sections have opened: what is not displayed takes no focus.
  if (first) setTimeout(go, 60);
}

function fieldAt(form: HTMLElement, path: string) {
  return form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
}
