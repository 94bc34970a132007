import type { ReactNode } from 'react';
import classes from './pairs.module.css';

export type Pair = readonly [term: string, value: ReactNode];

/**
 * A description list of terms and values, in as many columns as fit.
 * @param wide a pair on a row of its own below the others, for example a note
 */
export function Pairs({ pairs, wide, label }: { pairs: readonly Pair[]; wide?: Pair | undefined; label?: string }) {
  return (
    <dl className={classes.pairs} aria-label={label}>
      {pairs.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {wide && (
        <div className={classes.wide}>
          <dt>{wide[0]}</dt>
          <dd>{wide[1]}</dd>
        </div>
      )}
    </dl>
  );
}
