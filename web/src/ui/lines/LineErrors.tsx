import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './lines.module.css';

interface Props {
  /** Error messages by field. */
  errors: Readonly<Record<string, string>>;
  columns: number;
  /** Additional notes on the line. */
  children?: ReactNode;
}

/** Shows the errors of a line below it, each message once. */
export function LineErrors({ errors, columns, children }: Props) {
  const messages = [...new Set(Object.values(errors))];
  if (messages.length === 0 && !children) return null;
  return (
    <tr>
      <td colSpan={columns} className={classes.error}>
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
