import type { ReactNode } from 'react';
import { FigureLink } from './FigureLink.tsx';
import classes from './home.module.css';

interface Props {
  title: string;
  /** The key figure. */
  figure?: string;
  /** True if nothing needs attention; the figure is then shown without emphasis. */
  isCalm?: boolean;
  to: string;
  note?: ReactNode;
  /** Whether a phone shows all rows, because they are parts of the figure. */
  isWhole?: boolean;
  rows?: readonly { key: string | number; to: string; name: ReactNode; value: string }[];
}

/** A key figure with the most urgent of the rows that it counts, or such rows alone. */
export function FigurePanel({ title, figure, isCalm, to, note, isWhole, rows = [] }: Props) {
  return (
    <li className={classes.panel} data-whole={isWhole || undefined}>
      <div className={classes.panelHead}>
        <h3 className={classes.title}>
          <FigureLink to={to}>{title}</FigureLink>
        </h3>
        {figure !== undefined && (
          <p className={classes.figure} data-calm={isCalm || undefined}>
            {figure}
          </p>
        )}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.key}>
              <span className={classes.name}>
                <FigureLink to={row.to}>{row.name}</FigureLink>
              </span>
              <span className={classes.value}>{row.value}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
