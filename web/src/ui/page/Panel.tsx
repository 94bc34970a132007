import type { ReactNode } from 'react';
import classes from './page.module.css';

/** A white sheet on the page: around tables and forms. */
export function Panel({ children, p }: { children: ReactNode; p?: number }) {
  return (
    <div className={classes.panel} style={p === undefined ? undefined : { padding: p }}>
      {children}
    </div>
  );
}
