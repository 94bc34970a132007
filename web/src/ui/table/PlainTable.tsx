/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls is reached by the keys that scroll it */
import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

interface Props {
  /** What the table holds: a group of that name scrolls sideways where the table is wider than its place. */
  label: string;
  /** The columns' names; `end` for figures, whose cells carry `data-end`; a cell with `data-whole` does not break. */
  heads: readonly { label: string; end?: boolean }[];
  /** Below this width, in pixels, it scrolls. */
  minWidth?: number;
  foot?: ReactNode;
  children: ReactNode;
}

/** A short table inside a page or a dialog: without sorting, paging and selection, which are DataTable's. */
export function PlainTable({ label, heads, minWidth, foot, children }: Props) {
  return (
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table} style={minWidth ? { minWidth } : undefined}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.label} scope="col" data-end={head.end || undefined}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}
