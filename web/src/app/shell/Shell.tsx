import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useFollowZone } from '../../lib/company-day.ts';
import { soughtBy } from '../../lib/barcodes/read-scan.ts';
import { onLeftScan } from '../../lib/scanner.ts';
import { useUser } from '../../lib/session.ts';
import { Header } from './Header.tsx';

const Dialogs = lazy(() => import('./Dialogs.tsx'));
const Palette = lazy(() => import('./Palette.tsx'));
const READY_AFTER = 800;
const HelpDialog = lazy(() => import('./HelpDialog.tsx'));

/** The bar on top, the screen, and what Ctrl-K and `?` open. */
const Shell = ({ children }: { children: ReactNode }) => {
  const user = useUser();
  useFollowZone();
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const [search, setSearch] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const openPalette = (query = '') => {
    setReady(true);
    setSearch(query);
  };
  useHotkeys([['mod+K', () => openPalette()]], []);
  useHotkeys([
    ['shift+?', openHelp],
    ['?', openHelp],
  ]);
  // Ready before it is asked for: what is typed right after Ctrl-K must not be lost.
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER);
    return () => clearTimeout(timer);
  }, []);
  // A scan that no screen and no field took looks for what it names.
  useEffect(
    () =>
      onLeftScan(({ code, isTyped }) => {
        if (!isTyped) openPalette(soughtBy(code));
        return !isTyped;
      }),
    [],
  );
  if (!user)
    return (
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    );
  return (
    <>
      <Header user={user} isReady={isReady} onSearch={() => openPalette()} onHelp={openHelp} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={null}>
        <Dialogs />
      </Suspense>
      <Suspense fallback={null}>
        {isReady && <Palette role={user.role} start={search} onClose={() => setSearch(null)} />}
        {help && <HelpDialog onClose={closeHelp} />}
      </Suspense>
    </>
  );
};
export default Shell;
