/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid stand at positions, which table elements cannot */
import { memo, type ReactNode } from 'react';
import { useFormats } from '../../lib/formats.ts';
import { alignOf, Cell, isEmptyValue, valueOf, type Column } from './columns.tsx';
import { RowLink } from './RowLink.tsx';
import { RowActions, type RowAction } from './RowActions.tsx';
import { RowActive } from './row-active.ts';
import classes from './table.module.css';

export interface RowProps<R> {
  row: R;
  columns: readonly Column<R>[];
  folded: readonly Column<R>[];
  template: string;
  /** Has the table's focus: its controls are Tab stops. */
  active: boolean;
  flash: string | undefined;
  rowName: (row: R) => string;
  href: ((row: R) => string) | undefined;
  lead: ((row: R) => ReactNode) | undefined;
  actions: ((row: R) => readonly RowAction[]) | undefined;
  expanded: ((row: R) => ReactNode) | undefined;
}

function RowContent<R>({
  row,
  columns,
  folded,
  template,
  active,
  flash,
  rowName,
  href,
  lead,
  actions,
  expanded,
}: RowProps<R>) {
  const formats = useFormats();
  const below = expanded?.(row);
  return (
    <RowActive value={active}>
      {flash && <div key={flash} className={classes.flash} aria-hidden />}
      <div className={classes.line} style={{ gridTemplateColumns: template }} role="presentation">
        {lead && (
          <div role="gridcell" className={classes.cell}>
            {lead(row)}
          </div>
        )}
        {columns.map((column, index) => (
          <div key={column.key} role="gridcell" className={`${classes.cell} ${classes[alignOf(column)] ?? ''}`}>
            {index === 0 && href ? (
              <RowLink href={href(row)}>
                <Cell column={column} row={row} formats={formats} />
              </RowLink>
            ) : (
              <Cell column={column} row={row} formats={formats} />
            )}
          </div>
        ))}
        {actions && (
          <div role="gridcell" className={classes.tools}>
            <RowActions name={rowName(row)} actions={actions(row)} />
          </div>
        )}
      </div>
      {folded.length > 0 && (
        <div role="gridcell" className={classes.folded}>
          {folded
            .filter((column) => !isEmptyValue(valueOf(column, row)))
            .map((column) => (
              <span key={column.key} className={classes.pair}>
                <span className={classes.term}>{column.label}</span>
                <span className={classes.definition}>
                  <Cell column={column} row={row} formats={formats} />
                </span>
              </span>
            ))}
        </div>
      )}
      {below && (
        <div role="gridcell" className={classes.expanded}>
          {below}
        </div>
      )}
    </RowActive>
  );
}

/** The content of one row; its place on the page is the table's business. Memoised: scrolling renders new rows only. */
export const Row = memo(RowContent) as typeof RowContent;
