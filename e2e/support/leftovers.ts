import type { BrowserContext, Page } from 'playwright-core';

const WAITERS = ['waitForEvent', 'waitForRequest', 'waitForResponse', 'waitForURL', 'waitForFunction', 'goto'] as const;

/**
 * Prevents pending waiters of a test from failing the file after the last test: when a test fails early, the promise of
 * its waiter rejects when the page closes, without a handler. An awaiting caller still gets the rejection.
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

/** Removes the route handlers of a test. Errors of handlers that are still running are ignored. */
export async function unroute(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}
