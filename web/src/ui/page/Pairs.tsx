import type { ReactNode } from 'react';
import classes from './pairs.module.css';

export type Pair = readonly [term: string, value: ReactNode];

/**
 * Terms and their values, side by side as far as there is room.
 * @param wide a pair that has a row of its own, below: a note
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
