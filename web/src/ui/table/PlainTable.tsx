/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable areas need a Tab stop */
import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

interface Props {
  /** Accessible name of the table and of the group that scrolls it horizontally. */
  label: string;
  /**
   * Column headers. `end` aligns a column of numbers, whose cells have `data-end`; cells with `data-whole` do not wrap.
   */
  heads: readonly { label: string; end?: boolean }[];
  /** Minimum width in pixels; a narrower container scrolls. */
  minWidth?: number;
  foot?: ReactNode;
  children: ReactNode;
}

/** A short table in a page or a dialog. Use DataTable for sorting, paging and selection. */
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
