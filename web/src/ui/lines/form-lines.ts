/** Accesses the lines (`items`) of the surrounding form. */
import { useFormHere } from '../form/form-context.ts';

/** Reads and writes the lines of the surrounding form. */
export function useFormLines<Line>() {
  const form = useFormHere();
  return {
    form,
    lines: form.useWatchValue('items') as Line[],
    /** Returns the current lines, not those of the last render. */
    current: (): Line[] => (form.getValues() as { items: Line[] }).items,
    /** Replaces the lines and clears their errors. */
    write: (next: Line[]): void => {
      form.setErrors(
        (before: Record<string, unknown>) =>
          Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith('items'))) as never,
      );
      form.setFieldValue('items', next);
    },
  };
}

/** Maps `items.3.quantity` to the errors of line 3, by field. */
export function errorsOfLine(errors: Record<string, unknown>, index: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path === `items.${index}` || path.startsWith(`items.${index}.`))
      .map(([path, text]) => [path.split('.')[2] ?? '', String(text)]),
  );
}
