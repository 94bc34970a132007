import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import type { AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { overlaysOf, screensOf } from './places.ts';
import { assertAccessible, DESKTOP, PHONE, TABLET, type Stage } from './stage.ts';

const DEVICES = [
  ['a desk', [DESKTOP]],
  ['a tablet and a phone', [TABLET, PHONE]],
] as const;

/**
 * Defines the tests of one theme: every screen and overlay, in every language and width, is accessible and does not
 * overflow.
 */
export function testEveryScreen({ open }: Stage, dark: boolean, company: () => AttackedCompany): void {
  for (const language of LANGUAGES)
    for (const [device, viewports] of DEVICES)
      matrixTest(`meets WCAG and fits on ${device}, ${dark ? 'dark' : 'light'}, ${language}`, async () => {
        const page = await open(company().session, '/', { viewport: viewports[0], dark, language });
        await assertLook(page, { dark, language });
        for (const place of [...screensOf(company()), ...overlaysOf(company())]) {
          await openPlace(page, place);
          for (const viewport of viewports) {
            await page.setViewportSize(viewport);
            const where = `${place} at ${viewport.width} px`;
            await assertAccessible(page, where);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= viewport.width, `${where}: ${width} px wide`);
          }
          await page.setViewportSize(viewports[0]);
        }
      });
}

/** Navigates without a page load and waits until the screen shows its data. */
export async function openPlace(page: Page, place: string): Promise<void> {
  const path = place.split('?')[0]!;
  // A screen stays mounted when only its overlay changes, so another screen is opened in between.
  if (new URL(page.url()).pathname === path) await show(page, path === '/report' ? '/produzione' : '/report');
  await show(page, place);
  assert.equal(new URL(page.url()).pathname, path);
}

async function show(page: Page, place: string): Promise<void> {
  // The title of a screen that is still loading would pass for the title of the next one.
  await page.locator('h1').first().waitFor();
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-old', '');
    history.pushState(null, '', to);
  }, place);
  await page.locator('h1:not([data-old])').first().waitFor();
  // A dialog refers to its title one render after it appears.
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], [role=dialog]:not([aria-label], [aria-labelledby])'),
  );
}

/** Asserts that the page has the theme and the language that the test names. */
async function assertLook(page: Page, look: { dark: boolean; language: Language }): Promise<void> {
  await page.locator('h1').first().waitFor();
  const shown = await page.evaluate(() => ({
    dark: document.documentElement.dataset['mantineColorScheme'] === 'dark',
    language: document.documentElement.lang,
  }));
  assert.deepEqual(shown, look);
}
