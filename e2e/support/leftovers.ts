import type { BrowserContext, Page } from 'playwright-core';

const WAITERS = ['waitForEvent', 'waitForRequest', 'waitForResponse', 'waitForURL', 'waitForFunction', 'goto'] as const;

/**
 * Keeps asynchronous work that a test leaves behind from failing the file after the last test: a promise of a waiter
 * that nobody awaits any more (the test failed before it got there) is rejected when its page closes. Whoever does
 * await it still sees the rejection.
 */
export function guardWaiters(page: Page): void {
  const methods = page as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of WAITERS) {
    const original = methods[name]!.bind(page);
    methods[name] = (...args) => {
      const pending = original(...args);
      pending.catch(() => {});
      return pending;
    };
  }
}

/** Closes a test's pages. Route handlers that are still running are detached first: their errors have no reader. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
