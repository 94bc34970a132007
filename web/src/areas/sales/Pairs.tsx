import type { ReactNode } from 'react';
import classes from './sales.module.css';

/** Terms and their values, side by side. */
export const Pairs = ({ pairs }: { pairs: readonly (readonly [term: string, value: ReactNode])[] }) => (
  <dl className={classes.pairs}>
    {pairs.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
