import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { useFollowCompany } from '../../lib/company-day.ts';
import { PAGE, topLayer, type Scan } from '../../lib/layers.ts';
import { onLeftScan, writeInto } from '../../lib/scanner.ts';
import { useUser } from '../../lib/session.ts';
import { DENSITY, showDensity } from '../../ui/density.ts';
import { useLayerHandler } from '../../ui/overlay/use-layer.ts';
import { toast } from '../../ui/toasts.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { prepared } from '../../ui/prepared.tsx';
import { Header } from './Header.tsx';
import { useTypeAhead } from './use-type-ahead.ts';

const Dialogs = prepared(() => import('./Dialogs.tsx'));
const Palette = prepared(() => import('./Palette.tsx'));
const READY_AFTER = 800;

/** The top bar, the screen, and the palette of Ctrl-K. */
function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const navigate = useNavigate();
  useFollowCompany();
  const preferences = usePreferences();
  // The copy in local storage may be older than a change on another device.
  useEffect(() => {
    if (preferences) showDensity(preferences[DENSITY]);
  }, [preferences]);
  const [search, setSearch] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const openPalette = (query = '') => {
    setReady(true);
    setSearch(query);
  };
  useLayerHandler('palette', () => openPalette());
  useTypeAhead(search !== null, setSearch);
  // Mounts the palette in advance, so that Ctrl-K shows it at once.
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const writeIntoDialog = (code: string) => {
    const field = emptyCodeField();
    if (!field) return toast.warning(t('scan.noField', { code: shownScan(code) }));
    field.focus();
    writeInto(field, shownScan(code));
  };
  /** Opens the only record that the code names exactly; otherwise the palette, to choose from. */
  const openScanned = useEffectEvent(async (code: string) => {
    let path: string | null = null;
    let term = shownScan(code);
    try {
      const [{ findScanned }, { searchTermOf }] = await loadParser();
      path = await findScanned(code);
      term = searchTermOf(code);
    } catch {
      // The parser or the server did not answer. The palette searches for the code, and shows what fails again.
    }
    // A dialog opened in the meantime: the code belongs to it.
    if (topLayer() !== PAGE) return writeIntoDialog(code);
    if (path === null) openPalette(term);
    else void navigate({ to: path });
  });
  const onScan = useEffectEvent(({ code }: Scan) => {
    if (topLayer() === PAGE) void openScanned(code);
    else writeIntoDialog(code);
  });
  useEffect(() => onLeftScan((scan) => onScan(scan)), []);
  if (!user)
    return (
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    );
  return (
    <>
      <Header user={user} isReady={isReady} onSearch={() => openPalette()} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={null}>
        <Dialogs />
      </Suspense>
      <Suspense fallback={null}>
        {isReady && <Palette role={user.role} start={search} onClose={() => setSearch(null)} />}
      </Suspense>
    </>
  );
}
export default Shell;

/** The parser of labels, which is not needed before the first scan. */
function loadParser() {
  return Promise.all([import('../../lib/barcodes/find-scanned.ts'), import('@bobina/contract/core/read-scan.ts')]);
}

/** The first empty field of the open dialog that accepts codes. */
function emptyCodeField(): HTMLInputElement | undefined {
  const fields = topLayer().content?.querySelectorAll<HTMLInputElement>('[data-takes-codes]:not(:disabled)') ?? [];
  return [...fields].find(({ value }) => value === '');
}
