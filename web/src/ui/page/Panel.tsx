import type { ReactNode } from 'react';
import classes from './page.module.css';

/** A white sheet on the page: around tables and forms. */
export const Panel = ({ children, p }: { children: ReactNode; p?: number }) => (
  <div className={classes.panel} style={p === undefined ? undefined : { padding: p }}>
    {children}
  </div>
);
