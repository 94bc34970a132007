import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './lines.module.css';

interface Props {
  /** Error messages by field. */
  errors: Readonly<Record<string, string>>;
  /** The keys of the columns between the number of the line and its button. */
  columns: readonly string[];
  /** Additional notes on the line. */
  children?: ReactNode;
}

/** The column that shows a field of another name. */
const SHOWN_IN: Readonly<Record<string, string>> = {
  code: 'product_id',
  price_per_pack: 'unit_price',
  ordered_quantity: 'quantity',
};

/** Shows the errors of a line below it, each message once, below its field. */
export function LineErrors({ errors, columns, children }: Props) {
  const places = new Map<string, number>();
  for (const [field, text] of Object.entries(errors)) {
    const at = columns.indexOf(SHOWN_IN[field] ?? field);
    // The first column begins with the number of the line; the notes are there too.
    const start = at > 0 ? at + 1 : 0;
    places.set(text, Math.min(places.get(text) ?? start, start));
  }
  if (places.size === 0 && !children) return null;
  const starts = [...new Set([0, ...places.values()])].sort((one, other) => one - other);
  return (
    <tr>
      {starts.map((start, index) => (
        <td
          key={start}
          colSpan={(starts[index + 1] ?? columns.length + 2) - start}
          className={start ? classes.errorBelow : classes.error}
        >
          {start === 0 && children}
          {[...places].map(
            ([text, at]) =>
              at === start && (
                <Text key={text} c="var(--mantine-color-error)" size="sm" role="alert">
                  {text}
                </Text>
              ),
          )}
        </td>
      ))}
    </tr>
  );
}
