/** Starts a server on a separate database and a real browser. Browser tests use this. */
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
  /** Opens a path in a separate browser context, signed in with the session, or signed out for null. */
  open(session: Session | null, path: string, look?: Look): Promise<Page>;
}

/** Maximum milliseconds to wait for something on a page. */
export const WAIT_MS = 15_000;
/** Maximum number of page lines that a failed test prints. */
const MOST_REPORTED = 150;

/** Settings of the server, and of the browser. */
type StageSettings = ApiSettings & {
  /** Whether a test opens all screens in one page, which its own browser does faster. */
  isWalk?: boolean;
  /** Whether pages load late parts in advance: a test that opens every dialog must not look before the dialog is there. */
  isPreloading?: boolean;
};

/**
 * Starts server and browser before the file's tests. A page that throws or logs an error fails its test when the test
 * ends.
 */
export function startStage({ isWalk = false, isPreloading = false, ...settings }: StageSettings = {}): Stage {
  const api = startApi(settings);
  let browser: Browser;
  let contexts: Contexts;
  const broken: string[] = [];
  before(async () => {
    browser = await openBrowser(isWalk);
    contexts = createContexts(browser, WAIT_MS, !isPreloading);
  });
  afterEach(async (context) => {
    const test = context as TestContext & { passed: boolean }; // @types/node lacks `passed`
    if (!test.passed) for (const page of contexts.pages()) await printPage(test, page);
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
      const page = await contexts.take(api.url, stored(session, user, language), {
        viewport,
        colorScheme: dark ? 'dark' : 'light',
        hasTouch: viewport.width < 1000,
      });
      page.on('pageerror', (error) => broken.push(`${path}: ${error.message}`));
      await page.goto(`${api.url}${path}`);
      return page;
    },
  };
}

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };

/** The rules of WCAG 2.2 AA, and what axe recommends beside them. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Asserts that the current state of the page conforms to WCAG 2.2 AA.
 * @param rules only these rules of axe, by id
 */
export async function assertAccessible(page: Page, state: string, rules: readonly string[] = ALL_RULES): Promise<void> {
  // Each call of the page costs a round trip, so the page waits, scrolls and checks in one.
  const check = async ({ runOnly, wait }: { runOnly: readonly string[]; wait: number }) => {
    const isStill = () =>
      // Fading elements have intermediate colors.
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity) &&
      [...document.querySelectorAll('[role=menu]')].every((menu) => getComputedStyle(menu).opacity === '1') &&
      // A dialog gets its name from its title a moment after it is mounted.
      [...document.querySelectorAll('[role=dialog][aria-modal=true]')].every(
        (dialog) => dialog.hasAttribute('aria-labelledby') || dialog.hasAttribute('aria-label'),
      );
    const ends = performance.now() + wait;
    while (!isStill()) {
      if (performance.now() > ends) throw new Error('The page keeps moving, or has a dialog without a name.');
      await new Promise((frame) => requestAnimationFrame(frame));
    }
    // A link that the sticky bar covers partly would be reported as too small.
    scrollTo({ top: 0, behavior: 'instant' });
    if (!('axe' in globalThis)) return null;
    const { axe } = globalThis as unknown as {
      axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    const run = await axe.run(document, {
      runOnly: [...runOnly],
      // Describing the elements that pass costs a fifth of the run on a long list.
      resultTypes: ['violations'],
    });
    // Menus and tooltips float above the page and need no landmark.
    const floats = ({ target }: { target: string[] }) =>
      document.querySelector(target.join(' '))?.closest('[data-portal]');
    // A row at the edge of a list is cut by its scroll container: its links become large enough when they are scrolled.
    const isCut = ({ target }: { target: string[] }) => {
      const element = document.querySelector(target.join(' '));
      const { top = 0, bottom = 0 } = element?.closest('[data-index]')?.getBoundingClientRect() ?? {};
      const list = element?.closest('[role=grid]')?.getBoundingClientRect();
      return list !== undefined && (top < list.top || bottom > list.bottom);
    };
    return run.violations
      .map(({ id, nodes }) => ({ id, nodes: id === 'region' ? nodes.filter((node) => !floats(node)) : nodes }))
      .map(({ id, nodes }) => ({ id, nodes: id === 'target-size' ? nodes.filter((node) => !isCut(node)) : nodes }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => ({
        id,
        at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }));
  };
  const asked = { runOnly: rules, wait: WAIT_MS };
  let violations = await page.evaluate(check, asked);
  if (violations === null) {
    await page.evaluate(axe.source);
    violations = await page.evaluate(check, asked);
  }
  assert.deepEqual(violations, [], `axe, ${state}`);
}

/** The browser storage of a signed-in user. */
function stored(session: Session | null, user: unknown, language: Language): Record<string, string> {
  return {
    language,
    ...(session?.token && { token: session.token }),
    ...(user ? { user: JSON.stringify(user) } : {}),
  };
}

/**
 * Prints the content of the page for a failed test, since an assertion alone rarely explains a failure on another
 * machine.
 */
async function printPage(test: TestContext, page: Page): Promise<void> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: Error) => error.message);
  test.diagnostic(`${page.url()}\n${seen.split('\n').slice(0, MOST_REPORTED).join('\n')}`);
}
