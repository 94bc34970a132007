import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { keepDownloads } from './browser.ts';
import { guardWaiters, unroute } from './leftovers.ts';

/** The browser contexts of one test file, each with one page. */
export interface Contexts {
  /** Returns a page on the origin that has this local storage and no other state of an earlier test. */
  take(origin: string, storage: Record<string, string>, options: BrowserContextOptions): Promise<Page>;
  /** The pages of all contexts in use. */
  pages(): Page[];
  /** Releases all contexts in use. */
  giveBack(): Promise<void>;
}

interface Place {
  context: BrowserContext;
  page: Page;
  /** The event listeners that the current test has added to the page. */
  listeners: Parameters<Page['on']>[];
  /** Whether the test may have changed the context in a way that a reset does not undo. */
  isSpoiled: boolean;
}

/** A file that runs no code: a page on it can set the origin's storage and holds no event stream. */
const PARKING = '/icon.svg';

/**
 * Reuses contexts and their pages between tests: the scripts of the interface stay in the cache, and a new context with
 * a page costs more than loading a screen. Storage is reset; listeners, routes and other pages of the test are removed.
 * A context is closed instead when a test has used the page's context, clock, media or script injection.
 */
export function createContexts(browser: Browser, timeoutMs: number): Contexts {
  const idle = new Map<string, Place[]>();
  const used = new Map<Place, string>();

  const create = async (options: BrowserContextOptions): Promise<Place> => {
    // The service worker would load the shop floor's files into every context; its own tests start a browser each.
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(timeoutMs);
    context.on('page', (page) => {
      guardWaiters(page);
      keepDownloads(page);
    });
    const place: Place = { context, page: await context.newPage(), listeners: [], isSpoiled: false };
    const spoil = () => (place.isSpoiled = true);
    for (const name of ['context', 'emulateMedia', 'addInitScript', 'exposeFunction'] as const)
      observe(place.page, name, spoil);
    for (const name of ['on', 'once'] as const)
      observe(place.page, name, (...args) => place.listeners.push(args as Parameters<Page['on']>));
    Object.defineProperty(place.page, 'clock', { get: () => (spoil(), context.clock) });
    return place;
  };
  const park = async (place: Place, kind: string) => {
    const { context, page } = place;
    await unroute(context);
    if (place.isSpoiled || page.isClosed()) return context.close();
    for (const [event, listener] of place.listeners.splice(0)) page.off(event, listener);
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.goto(new URL(PARKING, page.url()).href);
    idle.set(kind, [...(idle.get(kind) ?? []), place]);
  };
  return {
    take: async (origin, storage, options) => {
      const kind = JSON.stringify(options);
      let place = idle.get(kind)?.pop();
      if (place) await place.page.setViewportSize(options.viewport!);
      else {
        place = await create(options);
        await place.page.goto(`${origin}${PARKING}`);
      }
      await place.page.evaluate(resetStorage, storage);
      used.set(place, kind);
      return place.page;
    },
    pages: () => [...used.keys()].flatMap(({ context }) => context.pages()),
    giveBack: async () => {
      const ending = [...used];
      used.clear();
      await Promise.all(ending.map(([place, kind]) => park(place, kind)));
    },
  };
}

/** Runs in the page. */
async function resetStorage(storage: Record<string, string>): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  sessionStorage.clear();
  localStorage.clear();
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
}

/** Calls the observer before each call of the method. */
function observe(
  page: Page,
  name: 'context' | 'emulateMedia' | 'addInitScript' | 'exposeFunction' | 'on' | 'once',
  observer: (...args: unknown[]) => unknown,
): void {
  const methods = page as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[name]!.bind(page);
  methods[name] = (...args) => {
    observer(...args);
    return original(...args);
  };
}
