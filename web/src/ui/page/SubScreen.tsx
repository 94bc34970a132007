import { useMemo, type ReactNode } from 'react';
import { ScreenContext, useScreen } from './screen-context.ts';

/**
 * A form screen below a list screen; the list becomes the last breadcrumb.
 * @param to the URL of the list
 */
export function SubScreen({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const list = useScreen();
  const value = useMemo(
    () => ({ ...list, title, crumbs: [...list.crumbs.filter((crumb) => crumb.to !== to), { title: list.title, to }] }),
    [title, to, list],
  );
  return <ScreenContext value={value}>{children}</ScreenContext>;
}
