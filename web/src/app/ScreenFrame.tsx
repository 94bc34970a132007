import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '../lib/screen.ts';
import { ScreenContext } from '../ui/page/screen-context.ts';
import { parentsOf } from './screens.ts';

/** Tells the page inside its title and the way back. */
export const ScreenFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { t } = useTranslation('app');
  const value = useMemo(
    () => ({
      title: t(`screens.${screen.title}`),
      crumbs: parentsOf(screen).map(({ title, path }) => ({ title: t(`screens.${title}`), to: path })),
    }),
    [screen, t],
  );
  return <ScreenContext value={value}>{children}</ScreenContext>;
};
