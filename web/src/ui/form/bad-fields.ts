/** Event that makes collapsed sections open. */
export const REVEAL = 'bobina:reveal';

/** Opens the collapsed sections that contain invalid fields and focuses the first one in reading order. */
export function showBadFields(form: HTMLElement | null, paths: readonly string[]): void {
  const fields = form ? paths.map((path) => fieldAt(form, path)).filter((field) => field !== null) : [];
  for (const field of fields) field.dispatchEvent(new CustomEvent(REVEAL, { bubbles: true }));
  const [first] = fields.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const before = document.activeElement;
  const go = () => {
    // Does not steal the focus if the user has moved to another field. The save button, which gets the focus back when it
    // is enabled again, is no such field.
    const active = document.activeElement;
    if (active === before || !active?.matches('input, textarea, select')) first?.focus();
    first?.scrollIntoView({ block: 'center' });
  };
  // Waits until the sections are open: hidden fields cannot take the focus.
  if (first) setTimeout(go, 60);
}

function fieldAt(form: HTMLElement, path: string) {
  return form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
}
