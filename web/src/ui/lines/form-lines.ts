/** The lines of the form around, under `items`. */
import { useFormHere } from '../form/form-context.ts';

export function useFormLines<Line>() {
  const form = useFormHere();
  return {
    form,
    lines: form.useWatchValue('items') as Line[],
    /** As they are at this moment, not when the screen was last drawn. */
    current: (): Line[] => (form.getValues() as { items: Line[] }).items,
    /** What was wrong with the lines before goes with them. */
    write: (next: Line[]): void => {
      form.setErrors(
        (before: Record<string, unknown>) =>
          Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith('items'))) as never,
      );
      form.setFieldValue('items', next);
    },
  };
}

/** `items.3.quantity` → the errors of line 3, by field. */
export function errorsOfLine(errors: Record<string, unknown>, index: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path === `items.${index}` || path.startsWith(`items.${index}.`))
      .map(([path, text]) => [path.split('.')[2] ?? '', String(text)]),
  );
}
