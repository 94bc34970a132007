/**
 * Elements that Enter moves to. A button with a path counts as a field, for example the batches of a line; an input with
 * `data-act` does not, because it acts at once.
 */
const FIELDS =
  'input:not([type=hidden], [data-act]), textarea, select, button[type=submit], button[data-path], [role=combobox]:not(input)';
/** Elements that take the focus after the last field, for example the list below a filter. */
const STOPS = 'button, a[href], [tabindex]';

/** @returns the fields after this one in its form, dialog or page, including disabled ones, then the other Tab stops */
export function fieldsAfter(field: HTMLElement): HTMLElement[] {
  return [...around(field, FIELDS), ...around(field, STOPS)].filter(
    (other) => field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** @returns the fields before this one, nearest first */
export function fieldsBefore(field: HTMLElement): HTMLElement[] {
  return around(field, FIELDS)
    .filter((other) => field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING)
    .toReversed();
}

/** Focuses the first of the fields that can take the focus. */
export function focusFirstOf(fields: readonly HTMLElement[]): void {
  const next = fields.find((field) => field.isConnected && !field.matches(':disabled') && field.checkVisibility());
  next?.focus();
  if (next instanceof HTMLInputElement && next.role !== 'combobox') next.select();
}

function around(field: HTMLElement, kind: string): HTMLElement[] {
  const scope = field.closest<HTMLElement>('form, [role=dialog], main') ?? document.body;
  return [...scope.querySelectorAll<HTMLElement>(kind)].filter((other) => other.tabIndex >= 0);
}
