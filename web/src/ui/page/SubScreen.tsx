import { useMemo, type ReactNode } from 'react';
import { ScreenContext, useScreen } from './screen-context.ts';

/** A form in place of its list: the list becomes one more step of the way back. @param to the list's address */
export function SubScreen({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const list = useScreen();
  const value = useMemo(
    () => ({ title, crumbs: [...list.crumbs.filter((crumb) => crumb.to !== to), { title: list.title, to }] }),
    [title, to, list],
  );
  return <ScreenContext value={value}>{children}</ScreenContext>;
}
