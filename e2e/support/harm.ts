/** Detects any effect of an attack text on a page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

export interface Watch {
  /** Throws when any window ran a script, sent a request to another origin or violated the content security policy. */
  assertQuiet(where: string): void;
  /** Waits until no request is open and no loading indicator is visible. */
  settled(page: Page): Promise<void>;
}

/** What a page or a dialog shows while it loads. */
const LOADING = '[aria-busy=true], .mantine-Skeleton-root';

/** Watches all windows of the page's browser context. Call it before the page loads anything. */
export async function watchForAttacks(page: Page, origin: string): Promise<Watch> {
  const received: string[] = [];
  const asked = new Set<object>();
  const context = page.context();
  await context.exposeFunction('stopped', (what: string) => void received.push(what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { stopped(what: string): void }).stopped(`${violatedDirective} stopped ${blockedURI}`),
    );
    Object.assign(window, { print: () => {} });
  });
  context.on('dialog', (dialog) => {
    received.push(`a script ran: ${dialog.message()}`);
    dialog.dismiss().catch(() => {}); // the page may be closed already
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) received.push(message.text());
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) received.push(`asked of elsewhere: ${url}`);
    if (url.endsWith('/x')) received.push(`a picture was asked for: ${url}`);
    if (!url.endsWith('/api/events')) asked.add(request);
  });
  context.on('requestfinished', (request) => void asked.delete(request));
  context.on('requestfailed', (request) => void asked.delete(request));
  return {
    assertQuiet: (where) => assert.deepEqual(received, [], where),
    settled: async (shown) => {
      do {
        await shown.waitForFunction((loading) => !document.querySelector(loading), LOADING);
        // Rendering may start more requests.
        await shown.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      } while (asked.size > 0 || (await shown.locator(LOADING).count()) > 0);
    },
  };
}

/** Returns all texts of a page, in elements, fields and accessible names. */
export function allTextOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.title,
      document.body.textContent,
      ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
      ...[...document.querySelectorAll('[aria-label], [title]')].flatMap((one) => [
        one.getAttribute('aria-label'),
        one.getAttribute('title'),
      ]),
    ].join('\n'),
  );
}

/** Asserts that no text became an element or a URL, and that nothing overflows the screen. */
export async function assertNoAttack(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const name = (one: Element) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 60)}`;
    const made = [...document.querySelectorAll('.hit, [src=x], [onerror], b, body script:not([src])')];
    const links = [...document.querySelectorAll('[href], [src], [action]')].filter((one) =>
      ['href', 'src', 'action'].some((key) => /^\s*javascript:/i.test(one.getAttribute(key) ?? '')),
    );
    const root = document.documentElement;
    // Content that scrolls or is clipped inside its own container does not overflow the page.
    const isFramed = (one: Element): boolean =>
      one !== document.body &&
      (getComputedStyle(one).overflowX !== 'visible' || (!!one.parentElement && isFramed(one.parentElement)));
    const beyond =
      root.scrollWidth > innerWidth
        ? [...document.querySelectorAll('body *')].filter(
            (one) =>
              one.getBoundingClientRect().right > innerWidth + 1 && !(one.parentElement && isFramed(one.parentElement)),
          )
        : [];
    return {
      made: made.map(name),
      links: links.map(name),
      beyond:
        root.scrollWidth > innerWidth ? [`${root.scrollWidth} of ${innerWidth} px`, ...beyond.slice(-5).map(name)] : [],
    };
  });
  assert.deepEqual(found, { made: [], links: [], beyond: [] }, where);
}
