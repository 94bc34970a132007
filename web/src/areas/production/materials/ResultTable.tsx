/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what is wider than the dialog is scrolled by keys too */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { alignOf, textOf, type Column } from '../../../ui/table/columns.tsx';
import classes from './materials.module.css';

/** One of the tables of the result; `below` is what stands under a row. */
export const ResultTable = <R,>({
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
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {rows.length === 0 ? (
        <p className={classes.none}>{empty}</p>
      ) : (
        <div className={classes.scroller} role="group" tabIndex={0} aria-label={title}>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" className={alignOf(column) === 'end' ? classes.end : undefined}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const more = below?.(row);
                return [
                  <tr key={rowKey(row)} data-more={more ? true : undefined}>
                    {columns.map((column) => (
                      <td key={column.key} className={alignOf(column) === 'end' ? classes.end : undefined}>
                        {textOf(column, row, formats, t('yes'), t('no'))}
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
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
