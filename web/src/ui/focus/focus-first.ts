import { fieldsIn, isFocusable } from './focusable.ts';

/** The field in which a form starts: the first empty one, else the first. */
export function firstField(form: HTMLElement): HTMLElement | undefined {
  const fields = fieldsIn(form);
  return (
    fields.find(({ value, readOnly }) => value === '' && !readOnly) ??
    fields.find(({ value }) => value === '') ??
    fields[0]
  );
}

/**
 * Where a dialog starts: what it marks by `data-autofocus`, else its first empty field, else the first field of its
 * form, else its title. Never the close button.
 */
export function firstInDialog(content: HTMLElement): HTMLElement {
  const marked = [...content.querySelectorAll<HTMLElement>('[data-autofocus]')].find(isFocusable);
  if (marked) return marked;
  const field = firstField(content);
  if (field && ((field as HTMLInputElement).value === '' || field.closest('form'))) return field;
  const title = content.querySelector<HTMLElement>('.mantine-Modal-title, .mantine-Drawer-title');
  if (title) title.tabIndex = -1;
  return title ?? content;
}
