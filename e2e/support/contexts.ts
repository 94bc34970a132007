import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { keepDownloads } from './browser.ts';
import { guardWaiters, unroute } from './leftovers.ts';

/** How a page looks; pages of different looks can use the same context, one after the other. */
export interface Look {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  hasTouch: boolean;
}

/** The browser contexts of one test file, each with one page. */
export interface Contexts {
  /** Returns a page on the origin that has this local storage and no other state of an earlier test. */
  take(origin: string, storage: Record<string, string>, look: Look): Promise<Page>;
  /** The pages of all contexts in use. */
  pages(): Page[];
  /** Releases all contexts in use. */
  giveBack(): Promise<void>;
}

type Listener = (payload: unknown) => unknown;

interface Place {
  context: BrowserContext;
  page: Page;
  /** The origin of the last test. */
  origin: string;
  hasTouch: boolean;
  /** Sets the color scheme and does not spoil the context. */
  setColorScheme(colorScheme: Look['colorScheme']): Promise<void>;
  /** Remove the event listeners that the current test has added to the page and the context. */
  removers: (() => void)[];
  /** Whether the test may have changed the context in a way that a reset does not undo. */
  isSpoiled: boolean;
}

/** The service worker would load the shop floor's files into every context; its own tests start a browser each. */
const OPTIONS: BrowserContextOptions = { serviceWorkers: 'block', locale: 'it-IT', reducedMotion: 'reduce' };

/** Methods of a context whose effect a reset does not undo. Playwright itself calls page.context() for many events. */
const SPOILING = [
  'addCookies',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;

/** A file that runs no code: a page on it can set the origin's storage and holds no event stream. */
const PARKING = '/icon.svg';

/**
 * Reuses contexts and their pages between tests: the scripts of the interface stay in the cache, and a new context with
 * a page costs more than loading a screen. Storage is reset; listeners, routes and other pages of the test are removed.
 * A context is closed instead when a test has used the clock, media, script injection or another method of `SPOILING`,
 * or has left the origin.
 * @param savesData whether the browser says so, so that pages load nothing in advance
 */
export function createContexts(browser: Browser, timeoutMs: number, savesData: boolean): Contexts {
  let idle: Place[] = [];
  const used = new Set<Place>();

  const create = async (hasTouch: boolean): Promise<Place> => {
    const context = await browser.newContext({ ...OPTIONS, hasTouch });
    context.setDefaultTimeout(timeoutMs);
    context.on('page', (page) => {
      guardWaiters(page);
      keepDownloads(page);
    });
    if (savesData) await context.addInitScript(saveData);
    const page = await context.newPage();
    const emulateMedia = page.emulateMedia.bind(page);
    const setColorScheme = (colorScheme: Look['colorScheme']) => emulateMedia({ colorScheme });
    const place: Place = { context, page, origin: '', hasTouch, setColorScheme, removers: [], isSpoiled: false };
    const spoil = () => (place.isSpoiled = true);
    for (const name of ['emulateMedia', 'addInitScript', 'exposeFunction'] as const) observe(page, name, spoil);
    for (const name of SPOILING) observe(context, name, spoil);
    for (const one of [page, context])
      for (const name of ['on', 'once'] as const)
        observe(one, name, (event: string, listener: Listener) =>
          place.removers.push(() => void (one as Page).off(event as 'close', listener)),
        );
    Object.defineProperty(page, 'clock', { get: () => (spoil(), context.clock) });
    return place;
  };
  const park = async (place: Place) => {
    const { context, page, origin } = place;
    if (page.isClosed()) return context.close();
    await unroute(context);
    if (place.isSpoiled || new URL(page.url()).origin !== origin) return context.close();
    for (const remove of place.removers.splice(0)) remove();
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.goto(`${origin}${PARKING}`);
    idle.push(place);
  };
  return {
    take: async (origin, storage, { viewport, colorScheme, hasTouch }) => {
      const place = idle.findLast((one) => one.hasTouch === hasTouch) ?? (await create(hasTouch));
      idle = idle.filter((one) => one !== place);
      used.add(place);
      place.origin = origin;
      const { page } = place;
      await page.mouse.move(-1, -1); // outside, as in a new page
      await page.setViewportSize(viewport);
      await place.setColorScheme(colorScheme);
      if (page.url() !== `${origin}${PARKING}`) await page.goto(`${origin}${PARKING}`);
      await page.evaluate(resetStorage, storage);
      return page;
    },
    pages: () => [...used].flatMap(({ context }) => context.pages()),
    giveBack: async () => {
      const ending = [...used];
      used.clear();
      await Promise.all(ending.map(park));
    },
  };
}

/** Runs in the page, as the data saver of a browser: pages load nothing in advance, half of their requests. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Runs in the page. */
async function resetStorage(storage: Record<string, string>): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  sessionStorage.clear();
  localStorage.clear();
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
}

/** Calls the observer before each call of the method. */
function observe<Name extends string>(
  target: { [name in Name]: unknown },
  name: Name,
  observer: (...args: never[]) => unknown,
): void {
  const methods = target as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[name]!.bind(target);
  methods[name] = (...args) => {
    (observer as (...args: unknown[]) => unknown)(...args);
    return original(...args);
  };
}
