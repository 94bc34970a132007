import type { ReactNode } from 'react';
import classes from './overlay.module.css';

/** All items that a question refers to. A long list scrolls, so that the buttons stay on the screen. */
export function NamedList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable list must be reachable by keyboard
    <ul className={classes.named} aria-label={label} tabIndex={0}>
      {children}
    </ul>
  );
}
