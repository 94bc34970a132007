import { fieldsIn, isFocusable } from './focusable.ts';

/** The field that gets the initial focus of a form: the first empty one, else the first. */
export function firstField(form: HTMLElement): HTMLElement | undefined {
  const fields = fieldsIn(form);
  return (
    fields.find(({ value, readOnly }) => value === '' && !readOnly) ??
    fields.find(({ value }) => value === '') ??
    fields[0]
  );
}

/**
 * The initial focus of a dialog: the element marked with `data-autofocus`, else the first empty field, else the first
 * field of its form, else its title. Never the close button.
 */
export function firstInDialog(content: HTMLElement): HTMLElement {
  const marked = [...content.querySelectorAll<HTMLElement>('[data-autofocus]')].find(isFocusable);
  if (marked) return marked;
  const field = startingField(content);
  if (field) return field;
  const title = content.querySelector<HTMLElement>('.mantine-Modal-title, .mantine-Drawer-title');
  if (title) title.tabIndex = -1;
  return title ?? content;
}

/**
 * Moves the focus to the first field when a dialog that waited for its data shows one, unless the user has moved it.
 * @param start the initial focus
 * @returns a function that stops waiting
 */
export function focusLateField(content: HTMLElement, start: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const field = startingField(content);
    if (!field) return;
    observer.disconnect();
    if (document.activeElement === start) field.focus({ preventScroll: true });
  });
  const hasStart = startingField(content) !== undefined || content.querySelector('[data-autofocus]') !== null;
  if (!hasStart) observer.observe(content, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function startingField(content: HTMLElement): HTMLElement | undefined {
  const field = firstField(content);
  return field && ((field as HTMLInputElement).value === '' || field.closest('form')) ? field : undefined;
}
