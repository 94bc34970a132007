import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

const REQUESTS = 'http.server.request.start';

/**
 * Ctrl-clicks the link and waits until its page is requested from the server of this process. The browser's `page`
 * event is no proof: the headless shell loads each tab that a Ctrl-click opens, and does not report all of them. Because
 * such a tab can escape the reset of the context, the test must close the context at its end.
 */
export async function openInNewTab(link: Locator): Promise<void> {
  const href = await link.getAttribute('href');
  const requested = Promise.withResolvers<void>();
  const look = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    if (request.url === href && request.headers['sec-fetch-mode'] === 'navigate') requested.resolve();
  };
  subscribe(REQUESTS, look);
  try {
    await link.click({ modifiers: ['Control'] });
    const expired = sleep(15_000, true, { ref: false });
    if (await Promise.race([requested.promise, expired])) assert.fail(`no tab has requested ${href}`);
  } finally {
    unsubscribe(REQUESTS, look);
  }
}
