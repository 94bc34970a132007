import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import type { AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { overlaysOf, screensOf } from './places.ts';
import { assertAccessible, DESKTOP, PHONE, TABLET, WAIT_MS, type Stage } from './stage.ts';

const WIDTHS = [
  { viewport: DESKTOP, isTouched: false },
  { viewport: TABLET, isTouched: true },
  { viewport: PHONE, isTouched: true },
];
/**
 * Each screen is looked at in the light theme in every language and width, and in the dark theme once in every language
 * and once in every width: docs/decisions/0030-pairs-of-looks.md.
 */
const DARK_AT: Record<Language, { width: number; height: number }> = { it: DESKTOP, fr: TABLET, en: PHONE };
/** The rules of axe whose answer depends on the theme. */
const RULES_OF_THEME = ['color-contrast', 'link-in-text-block'];
/** The rules of axe whose answer depends on the language: names and the size of what contains texts. */
const RULES_OF_TEXT = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'image-redundant-alt',
  'label',
  'label-title-only',
  'link-name',
  'role-img-alt',
  'scrollable-region-focusable',
  'select-name',
  'svg-img-alt',
  'table-duplicate-name',
  'target-size',
  'valid-lang',
];

/** Defines a test for each language: every screen and overlay is accessible and does not overflow in any width. */
export function testEveryScreen({ open }: Stage, company: () => AttackedCompany): void {
  for (const language of LANGUAGES)
    matrixTest(`meets WCAG and fits at a desk, on a tablet and on a phone, ${language}`, async () => {
      const page = await open(company().session, '/', { language });
      const browser = await page.context().newCDPSession(page);
      await page.locator('h1').first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), language);
      for (const place of spread([...screensOf(company()), ...overlaysOf(company())])) {
        await openPlace(page, place);
        // Opening a screen takes longer than a look, so that it is opened once for all widths.
        for (const { viewport, isTouched } of WIDTHS) {
          await browser.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched });
          await page.setViewportSize(viewport);
          const where = `${place} at ${viewport.width} px`;
          await assertAccessible(page, where, language === 'it' ? undefined : RULES_OF_TEXT);
          const seen = await page.evaluate(() => ({
            width: document.documentElement.scrollWidth,
            isTouched: matchMedia('(pointer: coarse)').matches,
          }));
          assert.ok(seen.width <= viewport.width, `${where}: ${seen.width} px wide`);
          assert.equal(seen.isTouched, isTouched, where);
          if (viewport === DARK_AT[language]) await assertAccessibleInDark(page, where);
        }
        await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false });
        await page.setViewportSize(DESKTOP);
      }
    });
}

/** Asserts that the current state of a page, which was checked in the light theme, is accessible in the dark one, too. */
export async function assertAccessibleInDark(page: Page, state: string): Promise<void> {
  await showTheme(page, 'dark');
  await assertAccessible(page, `${state}, dark`, RULES_OF_THEME);
  await showTheme(page, 'light');
}

/** Navigates without a page load and waits until the screen shows its data. */
export async function openPlace(page: Page, place: string): Promise<void> {
  const path = pathOf(place);
  // A screen stays mounted when only its overlay changes, so another screen is opened in between.
  if (new URL(page.url()).pathname === path) await show(page, path === '/report' ? '/produzione' : '/report');
  await show(page, place);
  assert.equal(new URL(page.url()).pathname, path);
}

/**
 * Orders places so that no two in a row are the same screen: it stays mounted when only its overlay changes, and
 * opening another one in between takes time.
 */
export function spread(places: readonly string[]): string[] {
  const left = Map.groupBy(places, pathOf);
  const ordered: string[] = [];
  while (ordered.length < places.length) {
    const last = ordered.length > 0 ? pathOf(ordered.at(-1)!) : undefined;
    const [next] = [...left]
      .filter(([path]) => path !== last || left.size === 1)
      .toSorted(([, a], [, b]) => b.length - a.length);
    const [path, its] = next!;
    ordered.push(its.shift()!);
    if (its.length === 0) left.delete(path);
  }
  return ordered;
}

/**
 * Shows the page in a theme, as the interface does when the theme of the system changes, but at once: without a rendering
 * of the interface, whose colors all depend on this attribute, and without a transition of each color.
 */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    document.documentElement.dataset['mantineColorScheme'] = name;
    void getComputedStyle(document.body).color; // applies the colors before transitions are possible again
    document.adoptedStyleSheets.pop();
  }, theme);
}

function pathOf(place: string): string {
  return place.split('?')[0]!;
}

/** One call of the page for the whole navigation, because each call is a round trip. */
async function show(page: Page, place: string): Promise<void> {
  await page.evaluate(
    async ({ to, wait }) => {
      const ends = performance.now() + wait;
      const until = async (what: string, isSo: () => boolean) => {
        // Two frames: a screen may start to load right after its title appears.
        for (let frames = 0; frames < 2; frames = isSo() ? frames + 1 : 0) {
          if (performance.now() > ends) throw new Error(`${to}: ${what}`);
          await new Promise((frame) => requestAnimationFrame(frame));
        }
      };
      const title = () => document.querySelector('h1:not([data-old])');
      // The title of a screen that is still loading would pass for the title of the next one.
      await until('the screen before has no title', () => title()?.checkVisibility() ?? false);
      title()!.setAttribute('data-old', '');
      history.pushState(null, '', to);
      await until(
        'is not loaded',
        () =>
          (title()?.checkVisibility() ?? false) &&
          // A dialog refers to its title one render after it appears.
          !document.querySelector('[aria-busy=true], [role=dialog]:not([aria-label], [aria-labelledby])'),
      );
    },
    { to: place, wait: WAIT_MS },
  );
}
