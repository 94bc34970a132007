import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/formats.ts';
import { alignOf, textOf, type Column } from '../../../ui/table/columns.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import classes from './materials.module.css';

/** Shows one table of the result; `below` renders details under a row. */
export function ResultTable<R>({
  title,
  columns,
  rows,
  rowKey,
  below,
  empty,
}: {
  title: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => React.Key;
  below?: (row: R) => ReactNode;
  empty: string;
}) {
  const formats = useFormats();
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {rows.length === 0 ? (
        <p className={classes.none}>{empty}</p>
      ) : (
        <PlainTable
          label={title}
          heads={columns.map((column) => ({ label: column.label, end: alignOf(column) === 'end' }))}
        >
          {rows.map((row) => {
            const more = below?.(row);
            return [
              <tr key={rowKey(row)} data-more={more ? true : undefined}>
                {columns.map((column) => (
                  <td key={column.key} data-end={alignOf(column) === 'end' || undefined}>
                    {column.cell ? column.cell(row) : textOf(column, row, formats)}
                  </td>
                ))}
              </tr>,
              more ? (
                <tr key={`${rowKey(row)}-more`}>
                  <td colSpan={columns.length} className={classes.more}>
                    <div>{more}</div>
                  </td>
                </tr>
              ) : null,
            ];
          })}
        </PlainTable>
      )}
    </section>
  );
}
