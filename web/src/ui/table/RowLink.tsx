import { useRouter } from '@tanstack/react-router';
import { useContext, type MouseEvent, type ReactNode } from 'react';
import { RowActive } from './row-active.ts';
import classes from './table.module.css';

/** A plain link that the router follows. Its own Link does more, which thirty rows a frame cannot pay for. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const active = useContext(RowActive);
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // a new tab or window
    event.preventDefault();
    void router.navigate({ to: href });
  };
  return (
    <a href={href} className={classes.link} tabIndex={active ? 0 : -1} onClick={follow}>
      {children}
    </a>
  );
}
