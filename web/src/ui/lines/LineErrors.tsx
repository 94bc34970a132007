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
  const places = new Map<string, number>();
  for (const [field, text] of Object.entries(errors)) {
    const at = Math.max(columns.indexOf(SHOWN_IN[field] ?? field), 0);
    places.set(text, Math.min(places.get(text) ?? at, at));
  }
  const rows = Map.groupBy(places, ([, at]) => at);
  if (children && !rows.has(0)) rows.set(0, []);
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([at, messages]) => (
      <tr key={at}>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- fills the columns before that of the error */}
        {at > 0 && <td colSpan={at + 1} className={classes.beside} />}
        <td
          colSpan={columns.length + 2 - (at > 0 ? at + 1 : 0)}
          className={at > 0 ? classes.errorBelow : classes.error}
        >
          {at === 0 && children}
          {messages.map(([text]) => (
            <Text key={text} c="var(--mantine-color-error)" size="sm" role="alert">
              {text}
            </Text>
          ))}
        </td>
      </tr>
    ));
}
