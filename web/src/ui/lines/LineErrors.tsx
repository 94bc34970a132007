import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './lines.module.css';

interface Props {
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>;
  columns: number;
  /** What else is to be said of the line. */
  children?: ReactNode;
}

/** Under a line of the grid: what is wrong with it, each thing once. */
export function LineErrors({ errors, columns, children }: Props) {
  const said = [...new Set(Object.values(errors))];
  if (said.length === 0 && !children) return null;
  return (
    <tr>
      <td colSpan={columns} className={classes.error}>
        {children}
        {said.map((text) => (
          <Text key={text} c="var(--mantine-color-error)" size="sm" role="alert">
            {text}
          </Text>
        ))}
      </td>
    </tr>
  );
}
