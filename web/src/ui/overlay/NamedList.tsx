import type { ReactNode } from 'react';
import classes from './overlay.module.css';

/** The things that a question names, all of them: a long list scrolls, so that the buttons stay on the screen. */
export function NamedList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached by the keyboard
    <ul className={classes.named} aria-label={label} tabIndex={0}>
      {children}
    </ul>
  );
}
