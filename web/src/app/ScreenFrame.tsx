import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCapability, type Screen } from '../lib/screen.ts';
import { useUser } from '../lib/session.ts';
import { Refused } from '../ui/page/Refused.tsx';
import { ScreenContext } from '../ui/page/screen-context.ts';
import { mayOpenPath, mayOpenTitle, parentsOf } from './screens.ts';

/**
 * Provides the screen's title, breadcrumbs and links. A user whose role lacks the screen's capability sees the refusal; the
 * page is not mounted and makes no calls.
 */
export function ScreenFrame({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const value = useMemo(
    () => ({
      title: t(`screens.${screen.title}`),
      crumbs: parentsOf(screen).map(({ title, path }) => ({ title: t(`screens.${title}`), to: path })),
      mayOpen: (path: string) => user !== null && mayOpenPath(path, user.role),
      mayOpenTitled: (title: string) => user !== null && mayOpenTitle(title, user.role),
    }),
    [screen, t, user],
  );
  const isRefused = user !== null && !hasCapability(screen, user.role);
  return <ScreenContext value={value}>{isRefused ? <Refused /> : children}</ScreenContext>;
}
