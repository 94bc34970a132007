/** A server on a database of its own and a real browser: what the browser tests stand on. */
import assert from 'node:assert/strict';
import { after, afterEach, before, type TestContext } from 'node:test';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '@bobina/contract/core/languages.ts';
import { startApi, type ApiSettings, type Session } from '../../server/src/testing/api.ts';
import { openBrowser } from './browser.ts';
import { createContexts, type Contexts } from './contexts.ts';

export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 820, height: 1180 };
export const PHONE = { width: 390, height: 844 };

interface Look {
  viewport?: { width: number; height: number };
  dark?: boolean;
  language?: Language;
}
export interface Stage {
  api: ReturnType<typeof startApi>;
  /** Opens a path in a browser of its own; signed in as the session, or nobody. */
  open(session: Session | null, path: string, look?: Look): Promise<Page>;
}

const WAIT_MS = 15_000;
/** Lines of a page that a failed test shows. */
const MOST_TOLD = 150;

/** Starts both before the file's tests. A page that throws or logs an error fails its test when the stage is left. */
export function startStage(settings: ApiSettings = {}): Stage {
  const api = startApi(settings);
  let browser: Browser;
  let contexts: Contexts;
  const broken: string[] = [];
  before(async () => {
    browser = await openBrowser();
    contexts = createContexts(browser, WAIT_MS);
  });
  // A page that stays open goes on following every live event, at the cost of those that are looked at.
  afterEach(async (context) => {
    const test = context as TestContext & { passed: boolean }; // the types do not know it yet
    if (!test.passed) for (const page of contexts.pages()) await tell(test, page);
    await contexts.giveBack();
  });
  after(async () => {
    await browser.close();
    assert.deepEqual(broken, [], 'the pages threw');
  });
  return {
    api,
    open: async (session, path, { viewport = DESKTOP, dark = false, language = 'it' } = {}) => {
      const user = session && (await session.get('/auth/me')).body;
      const context = await contexts.take({
        viewport,
        colorScheme: dark ? 'dark' : 'light',
        hasTouch: viewport.width < 1000,
        locale: 'it-IT',
        storageState: { cookies: [], origins: [{ origin: api.url, localStorage: stored(session, user, language) }] },
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => broken.push(`${path}: ${error.message}`));
      await page.goto(`${api.url}${path}`);
      return page;
    },
  };
}

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };

/** Holds what the page shows now to WCAG 2.2 AA. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  // What is still fading in or out has colours of its own.
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity) &&
      [...document.querySelectorAll('[role=menu]')].every((menu) => getComputedStyle(menu).opacity === '1'),
  );
  // Half a link under the bar of a page that is scrolled is no small link.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    const run = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    // Menus and tooltips float above the page: no landmark holds them, and they need none.
    const floats = ({ target }: { target: string[] }) =>
      document.querySelector(target.join(' '))?.closest('[data-portal]');
    return run.violations
      .map(({ id, nodes }) => ({ id, nodes: id === 'region' ? nodes.filter((node) => !floats(node)) : nodes }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => ({
        id,
        at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }));
  });
  assert.deepEqual(violations, [], `axe, ${state}`);
}

/** What the interface keeps in the browser of somebody who has signed in. */
function stored(session: Session | null, user: unknown, language: Language) {
  return [
    { name: 'language', value: language },
    ...(session?.token ? [{ name: 'token', value: session.token }] : []),
    ...(user ? [{ name: 'user', value: JSON.stringify(user) }] : []),
  ];
}

/** What a failed test was looking at: with the figures alone nobody finds what happened on another machine. */
async function tell(test: TestContext, page: Page): Promise<void> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: Error) => error.message);
  test.diagnostic(`${page.url()}\n${seen.split('\n').slice(0, MOST_TOLD).join('\n')}`);
}
