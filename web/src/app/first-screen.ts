/**
 * The first screen is asked for before anything is drawn: its code, its texts and the shell come together, not in turn,
 * and what is drawn first is the screen itself.
 */
import { startTexts } from '../lib/i18n/i18n.ts';
import type { Screen } from '../lib/screen.ts';
import { session } from '../lib/session.ts';
import { loadCatalogue } from './catalogues.ts';
import { followLiveData } from './live-data.ts';
import { Shell } from './Root.tsx';
import { router } from './router.tsx';
import { screens } from './screens.ts';

/** Longer than this nobody looks at an empty page: what loads is then drawn as it comes. */
const PATIENCE_MS = 400;

export async function prepareFirstScreen(): Promise<void> {
  const isSignedIn = session.token() !== null;
  const screen = screenAt(isSignedIn ? location.pathname : '/login');
  // What fails here fails again, and visibly, where it is drawn.
  const shell = isSignedIn ? Shell.prepare().catch(() => {}) : undefined;
  void screen?.page().catch(() => {});
  await startTexts(loadCatalogue, ['common', 'app', ...(screen?.texts ?? [])]);
  followLiveData();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.all([router.load().catch(() => {}), shell]), patience]);
}

function fits(pattern: string, path: string) {
  return new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(path);
}

/** One that is spelled out comes before one with a parameter. */
function screenAt(path: string): Screen | undefined {
  return screens.find((screen) => screen.path === path) ?? screens.find((screen) => fits(screen.path, path));
}
