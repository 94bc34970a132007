/**
 * The density of the screens, a preference of the user. Local storage keeps a copy, so that the first paint of the next
 * visit has it; `base.css` holds the sizes.
 */
import { createStore } from '../lib/store.ts';
import { storage } from '../lib/storage.ts';

/** The preference's key, and the key in local storage. Its only value is `compact`. */
export const DENSITY = 'density';
const COMPACT = 'compact';

const isCompact = createStore(false);
showDensity(storage.read(DENSITY));

/** Shows the screens in the density of a stored preference; everything but `compact` is the normal one. */
export function showDensity(stored: unknown): void {
  const value = stored === COMPACT ? COMPACT : null;
  storage.write(DENSITY, value);
  document.documentElement.dataset['density'] = value ?? '';
  isCompact.set(value !== null);
}

/** Whether the screens are compact. */
export function useCompact(): boolean {
  return isCompact.use();
}

/** The preference after a change of the density; null removes it. */
export function densityOf(compact: boolean): string | null {
  return compact ? COMPACT : null;
}
