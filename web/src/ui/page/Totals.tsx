import type { ReactNode } from 'react';
import classes from './totals.module.css';

/** Shows the sums of all rows that the filters leave, above a list. @param totals pairs of a term and its sum */
export function Totals({ label, totals }: { label: string; totals: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.totals} aria-label={label}>
      {totals.map(([term, sum]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
}
