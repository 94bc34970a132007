import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCapability, type Screen } from '../lib/screen.ts';
import { useUser } from '../lib/session.ts';
import { Refused } from '../ui/page/Refused.tsx';
import { ScreenContext } from '../ui/page/screen-context.ts';
import { parentsOf } from './screens.ts';

/**
 * Gives the page its title and its breadcrumbs. A user whose role lacks the screen's capability gets the refusal
 * instead: the page is not mounted, so none of its calls is made.
 */
export function ScreenFrame({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const value = useMemo(
    () => ({
      title: t(`screens.${screen.title}`),
      crumbs: parentsOf(screen).map(({ title, path }) => ({ title: t(`screens.${title}`), to: path })),
    }),
    [screen, t],
  );
  const isRefused = user !== null && !hasCapability(screen, user.role);
  return <ScreenContext value={value}>{isRefused ? <Refused /> : children}</ScreenContext>;
}
