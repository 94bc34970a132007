import type { ReactNode } from 'react';
import classes from './overlay.module.css';

/** The buttons of a dialog whose content may be long: they stay in sight at its foot where the screen has room for them. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
