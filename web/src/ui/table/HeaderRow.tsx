/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid stand at positions, which table elements cannot */
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import { alignOf, type Column } from './columns.tsx';
import classes from './table.module.css';

interface Props<Row> {
  columns: readonly Column<Row>[];
  template: string;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  /** Name of the last, empty-looking column. */
  actions: string | undefined;
  lead?: React.ReactNode;
}
const ICONS = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };

export function HeaderRow<Row>({ columns, template, sort, onSort, actions, lead }: Props<Row>) {
  return (
    <div role="row" aria-rowindex={1} className={classes.header} style={{ gridTemplateColumns: template }}>
      {lead !== undefined && (
        <div role="columnheader" className={classes.head}>
          {lead}
        </div>
      )}
      {columns.map((column) => {
        const align = classes[alignOf(column)] ?? '';
        if (!onSort || column.sortable === false)
          return (
            <div key={column.key} role="columnheader" className={`${classes.head} ${align}`}>
              {column.label}
            </div>
          );
        const direction = directionOf(sort, column.key);
        const Icon = ICONS[direction];
        return (
          <div key={column.key} role="columnheader" aria-sort={direction} className={`${classes.head} ${align}`}>
            <button
              type="button"
              className={classes.sort}
              onClick={() => onSort(direction === 'ascending' ? `-${column.key}` : column.key)}
            >
              {column.label}
              <Icon size={14} aria-hidden opacity={direction === 'none' ? 0.55 : 1} />
            </button>
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
