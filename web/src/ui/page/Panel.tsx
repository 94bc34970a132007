import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  /** Heading inside the box. The panel is then a region of this name. */
  title?: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
  p?: number;
}

/** A white box on the page, for tables and forms. */
export function Panel({ title, actions, children, p }: Props) {
  const look = { className: classes.panel, style: p === undefined ? undefined : { padding: p } };
  if (title === undefined) return <div {...look}>{children}</div>;
  return (
    <section {...look} aria-label={title}>
      <div className={classes.panelHead}>
        <h2 className={classes.panelTitle}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
