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

/** Shows the errors of a line below it, each message once, from the column of its first field on. */
export function LineErrors({ errors, columns, children }: Props) {
  const messages = [...new Set(Object.values(errors))];
  if (messages.length === 0 && !children) return null;
  const places = Object.keys(errors).map((field) => columns.indexOf(SHOWN_IN[field] ?? field) + 1);
  // The number of the line takes the first column, which a note shares.
  const before = children ? 0 : Math.min(...places);
  return (
    <tr>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- fills the columns before that of the error */}
      {before > 1 && <td colSpan={before} className={classes.beside} />}
      <td
        colSpan={columns.length + 2 - (before > 1 ? before : 0)}
        className={before > 1 ? classes.errorBelow : classes.error}
      >
        {children}
        {messages.map((text) => (
          <Text key={text} c="var(--mantine-color-error)" size="sm" role="alert">
            {text}
          </Text>
        ))}
      </td>
    </tr>
  );
}
