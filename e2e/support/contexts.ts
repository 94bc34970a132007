import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { keepDownloads } from './browser.ts';
import { guardWaiters, unroute } from './leftovers.ts';

/** The browser contexts of one test file. */
export interface Contexts {
  /** Returns a context with this storage and no other state of an earlier test. */
  take(options: BrowserContextOptions): Promise<BrowserContext>;
  /** The pages of all contexts in use. */
  pages(): Page[];
  /** Releases all contexts in use. */
  giveBack(): Promise<void>;
}

type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * Reuses browser contexts between tests. The scripts of the interface stay in their caches, which halves the loading
 * time of a page. Cookies and storage are reset. A context that a test may have changed itself (it accessed the page's
 * context or clock) is closed instead.
 */
export function createContexts(browser: Browser, timeoutMs: number): Contexts {
  const idle = new Map<string, BrowserContext[]>();
  const used = new Map<BrowserContext, string>();
  const spoiled = new WeakSet<BrowserContext>();

  const create = async (options: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(timeoutMs);
    context.on('page', (page) => {
      guardWaiters(page);
      keepDownloads(page);
      const own = page.context.bind(page);
      page.context = () => (spoiled.add(context), own());
      Object.defineProperty(page, 'clock', { get: () => (spoiled.add(context), context.clock) });
    });
    return context;
  };
  const end = async (context: BrowserContext, kind: string) => {
    await unroute(context);
    if (spoiled.has(context)) {
      await context.close();
      return;
    }
    await Promise.all(context.pages().map((page) => page.close()));
    idle.set(kind, [...(idle.get(kind) ?? []), context]);
  };
  return {
    take: async ({ storageState, ...options }) => {
      const kind = JSON.stringify(options);
      const known = idle.get(kind)?.pop();
      await known?.setStorageState(storageState as Storage);
      const context = known ?? (await create({ ...options, storageState }));
      used.set(context, kind);
      return context;
    },
    pages: () => [...used.keys()].flatMap((context) => context.pages()),
    giveBack: async () => {
      const ending = [...used];
      used.clear();
      await Promise.all(ending.map(([context, kind]) => end(context, kind)));
    },
  };
}
