/* oxlint-disable jsx-a11y/prefer-tag-over-role -- virtual rows are positioned, which table elements do not support */
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { alignOf, type Column } from './columns.tsx';
import { placeInRow } from './tracks.ts';
import classes from './table.module.css';
import { ResizeHandle } from './ResizeHandle.tsx';

interface Props<Row> {
  columns: readonly Column<Row>[];
  /** Offsets of the pinned cells, in rem. */
  pins: readonly number[];
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  /** Accessible name of the column of row menus. */
  actions: string | undefined;
  lead?: ReactNode;
  /** The checkbox that selects all rows, shown in the first cell. */
  check?: ReactNode;
  /** Absent in narrow windows. Called with a final width, or with null to restore the declared one. */
  onWidth: ((key: string, size: number | null) => void) | undefined;
  /** Called while the pointer drags the edge of a column. */
  onDrag: (key: string, size: number) => void;
}
const ICONS = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };

/** The header row of a DataTable, with a sort button per sortable column and edges that the pointer can drag. */
export function HeaderRow<Row>({ columns, pins, sort, onSort, actions, lead, check, onWidth, onDrag }: Props<Row>) {
  const hasLead = lead !== undefined;
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      {hasLead && (
        <div role="columnheader" {...placeInRow(classes.head, { pin: pins[0], spans: check !== undefined })}>
          {check}
          {lead}
        </div>
      )}
      {columns.map((column, index) => {
        const isSortable = onSort && column.sortable !== false;
        const direction = directionOf(sort, column.key);
        const Icon = ICONS[direction];
        const hasCheck = index === 0 && !hasLead && check !== undefined;
        return (
          <div
            key={column.key}
            role="columnheader"
            data-column={column.key}
            {...(isSortable && { 'aria-sort': direction })}
            {...(hasCheck && { 'aria-label': column.label })}
            {...placeInRow(`${classes.head} ${classes[alignOf(column)] ?? ''}`, {
              pin: pins[index + Number(hasLead)],
              spans: hasCheck,
            })}
          >
            {hasCheck && check}
            {isSortable ? (
              <button
                type="button"
                className={classes.sort}
                onClick={() => onSort(direction === 'ascending' ? `-${column.key}` : column.key)}
              >
                {column.label}
                <Icon size={14} aria-hidden opacity={direction === 'none' ? 0.55 : 1} />
              </button>
            ) : (
              column.label
            )}
            {onWidth && (
              <ResizeHandle
                onDrag={(size) => onDrag(column.key, size)}
                onEnd={(size) => onWidth(column.key, size)}
                onReset={() => onWidth(column.key, null)}
              />
            )}
          </div>
        );
      })}
      {actions && (
        <div role="columnheader" className={classes.head}>
          <span className="visually-hidden">{actions}</span>
        </div>
      )}
    </div>
  );
}

function directionOf(sort: string | undefined, key: string) {
  return sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
}
