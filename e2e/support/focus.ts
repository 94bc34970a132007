/** Where the focus is, as the browser sees it. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Longer than what places the focus a moment after an act. */
const SETTLED_MS = 120;

/** Fails unless an act leaves the focus on an element, and it stays there. */
export async function assertFocused(page: Page, where: string): Promise<void> {
  const isPlaced = (settled: number) => {
    const seen = window as unknown as { placedSince?: number };
    const isOnElement = document.activeElement !== null && document.activeElement !== document.body;
    seen.placedSince = isOnElement ? (seen.placedSince ?? performance.now()) : undefined;
    return seen.placedSince !== undefined && performance.now() - seen.placedSince > settled;
  };
  await page.evaluate(() => delete (window as unknown as { placedSince?: number }).placedSince);
  await page
    .waitForFunction(isPlaced, SETTLED_MS, { timeout: 5000 })
    .catch(() => assert.fail(`${where}: the focus is on the body`));
}

/** Waits until an element has the focus. */
export async function hasFocus(element: Locator, where: string): Promise<void> {
  await element
    .and(element.page().locator(':focus'))
    .waitFor({ timeout: 5000 })
    .catch(async () => {
      const active = await element.page().evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      assert.fail(`${where}: the focus is on ${active}`);
    });
}
