/** What an attack written into a text has done to a page: the least trace of it is told. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

export interface Watch {
  /** Throws when anything ran, was fetched from elsewhere or was stopped by the policy, in any window. */
  assertQuiet(where: string): void;
  /** Until nothing is asked of the server and nothing says that it loads. */
  settled(page: Page): Promise<void>;
}

/** Listens to all windows of the page's browser. Call it before the page shows anything. */
export async function watchForHarm(page: Page, origin: string): Promise<Watch> {
  const heard: string[] = [];
  const asked = new Set<object>();
  const context = page.context();
  await context.exposeFunction('stopped', (what: string) => void heard.push(what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { stopped(what: string): void }).stopped(`${violatedDirective} stopped ${blockedURI}`),
    );
    Object.assign(window, { print: () => {} });
  });
  context.on('dialog', (dialog) => {
    heard.push(`a script ran: ${dialog.message()}`);
    dialog.dismiss().catch(() => {}); // the page may be closed by now
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) heard.push(message.text());
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) heard.push(`asked of elsewhere: ${url}`);
    if (url.endsWith('/x')) heard.push(`a picture was asked for: ${url}`);
    if (!url.endsWith('/api/events')) asked.add(request);
  });
  context.on('requestfinished', (request) => void asked.delete(request));
  context.on('requestfailed', (request) => void asked.delete(request));
  return {
    assertQuiet: (where) => assert.deepEqual(heard, [], where),
    settled: async (shown) => {
      do {
        await shown.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
        // What was drawn may ask for more.
        await shown.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      } while (asked.size > 0 || (await shown.locator('[aria-busy=true]').count()) > 0);
    },
  };
}

/** All that a page says, in elements, fields and names. */
export function saidBy(page: Page): Promise<string> {
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

/** Holds that no text became an element or an address, and that nothing reaches beyond the screen. */
export async function assertUnharmed(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const name = (one: Element) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 60)}`;
    const made = [...document.querySelectorAll('.hit, [src=x], [onerror], b, body script:not([src])')];
    const links = [...document.querySelectorAll('[href], [src], [action]')].filter((one) =>
      ['href', 'src', 'action'].some((key) => /^\s*javascript:/i.test(one.getAttribute(key) ?? '')),
    );
    const root = document.documentElement;
    // What scrolls or is cut inside its own frame reaches nowhere.
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
