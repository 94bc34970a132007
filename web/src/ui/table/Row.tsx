/* oxlint-disable jsx-a11y/prefer-tag-over-role -- virtual rows are positioned, which table elements do not support */
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { alignOf, Cell, isEmptyValue, valueOf, type Column } from './columns.tsx';
import { RowLink } from './RowLink.tsx';
import { RowActions } from './RowActions.tsx';
import type { RowAction } from './RowMenu.tsx';
import { RowActive } from './row-active.ts';
import { placeInRow } from './tracks.ts';
import classes from './table.module.css';

export interface RowProps<R> {
  row: R;
  columns: readonly Column<R>[];
  folded: readonly Column<R>[];
  /** Offsets of the pinned cells, in rem. */
  pins: readonly number[];
  /** Key of the column that links to `href`. */
  linked: string | undefined;
  /** Whether the row is the active one: only its controls are Tab stops. */
  active: boolean;
  flash: string | undefined;
  rowName: (row: R) => string;
  href: ((row: R) => string) | undefined;
  /** Replaces the navigation to `href` on a plain click. */
  onOpen: ((row: R) => void) | undefined;
  /** Whether the row is selected; undefined in tables without selection. The table handles clicks on the checkbox. */
  checked: boolean | undefined;
  /** Why the last bulk act failed for this row. */
  failure: string | undefined;
  lead: ((row: R) => ReactNode) | undefined;
  actions: ((row: R) => readonly RowAction[]) | undefined;
  expanded: ((row: R) => ReactNode) | undefined;
}

function RowContent<R>({
  row,
  columns,
  folded,
  pins,
  linked,
  active,
  flash,
  rowName,
  href,
  onOpen,
  checked,
  failure,
  lead,
  actions,
  expanded,
}: RowProps<R>) {
  const formats = useFormats();
  const below = expanded?.(row);
  const { t } = useTranslation();
  const hasCheck = checked !== undefined;
  const check = hasCheck && (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={checked}
        readOnly
        tabIndex={-1}
        data-check
        aria-label={t('list.select', { name: rowName(row) })}
      />
    </label>
  );
  return (
    <RowActive value={active}>
      {flash && <div key={flash} className={classes.flash} aria-hidden />}
      <div className={classes.line} role="presentation">
        {lead && (
          <div role="gridcell" {...placeInRow(classes.cell, { pin: pins[0], spans: hasCheck })}>
            {check}
            {lead(row)}
          </div>
        )}
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="gridcell"
            {...placeInRow(`${classes.cell} ${classes[alignOf(column)] ?? ''}`, {
              pin: pins[index + (lead ? 1 : 0)],
              spans: index === 0 && hasCheck && !lead,
            })}
          >
            {index === 0 && !lead && check}
            {column.key === linked && href ? (
              <RowLink href={href(row)} {...(onOpen && { onFollow: () => onOpen(row) })}>
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
      {failure && (
        <div role="gridcell" className={classes.failure}>
          {failure}
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

/** The content of one row; the table positions it. Memoised, so that scrolling renders new rows only. */
export const Row = memo(RowContent) as typeof RowContent;
