/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keys that scroll it */
import type { ReactNode } from 'react';
import classes from './sales.module.css';

/** A wide table that scrolls sideways on a narrow screen. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={classes.scroll} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
