import { useRouter } from '@tanstack/react-router';
import { useContext, type MouseEvent, type ReactNode } from 'react';
import { RowActive } from './row-active.ts';
import classes from './table.module.css';

/**
 * A plain anchor with client-side navigation. The router's Link is too slow for thirty rows per frame.
 * @param props.onFollow called on a plain click instead of the navigation
 */
export function RowLink({ href, onFollow, children }: { href: string; onFollow?: () => void; children: ReactNode }) {
  const router = useRouter();
  const active = useContext(RowActive);
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // let the browser open a new tab or window
    event.preventDefault();
    if (onFollow) onFollow();
    else void router.navigate({ to: href });
  };
  return (
    <a href={href} className={classes.link} tabIndex={active ? 0 : -1} onClick={follow}>
      {children}
    </a>
  );
}
