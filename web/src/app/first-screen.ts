/**
 * Preloads the first screen before the first render: its code, its texts and the shell load in parallel, and no loading
 * indicator flashes.
 */
import { startTexts } from '../lib/i18n/i18n.ts';
import { NEW_PASSWORD, session } from '../lib/session.ts';
import { loadCatalogue } from './catalogues.ts';
import { followLiveData } from './live-data.ts';
import { Shell } from './Root.tsx';
import { router } from './router.tsx';
import { screenAt } from './screens.ts';

/** Maximum time before the first render, in ms. After that, parts are rendered as they load. */
const MAX_WAIT_MS = 400;

/** Loads the code and the texts of the first screen, for at most MAX_WAIT_MS. */
export async function prepareFirstScreen(): Promise<void> {
  const isSignedIn = session.token() !== null;
  const screen = screenAt(isSignedIn || location.pathname === NEW_PASSWORD ? location.pathname : '/login');
  // Ignored: rendering the shell fails again and shows the error.
  const shell = isSignedIn ? Shell.prepare().catch(() => {}) : undefined;
  void screen?.page().catch(() => {});
  await startTexts(loadCatalogue, ['common', 'app', ...(screen?.texts ?? [])]);
  followLiveData();
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.all([router.load().catch(() => {}), shell]), timeout]);
}
