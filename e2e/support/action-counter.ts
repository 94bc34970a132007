/** Counts the clicks, keys and scans that a job takes. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { scan } from './by-hand.ts';

/** Uses a page and counts clicks, keys and scans. */
export function createActionCounter(page: Page) {
  const counted = { clicks: 0, keys: 0 };
  return {
    counted,
    press: async (key: string) => {
      counted.keys += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      counted.keys += text.length;
      await page.keyboard.type(text, { delay: 30 });
    },
    scan: async (code: string) => {
      counted.keys += 1;
      await scan(page, code);
    },
    click: async (target: Locator) => {
      counted.clicks += 1;
      await target.click();
    },
    /** Drags with the pointer. One act. */
    drag: async (from: Locator, to: Locator) => {
      counted.clicks += 1;
      await from.scrollIntoViewIfNeeded();
      const start = (await from.boundingBox())!;
      const end = (await to.boundingBox())!;
      await page.mouse.move(start.x + 40, start.y + start.height / 2);
      await page.mouse.down();
      await page.mouse.move(start.x + 30, start.y + start.height / 2 + 4, { steps: 3 });
      await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 12 });
      // The page scrolls while a card is dragged near its edge, so the pointer follows its target.
      const there = (await to.boundingBox())!;
      await page.mouse.move(there.x + 20, there.y + there.height / 2, { steps: 3 });
      await page.locator('[data-mark]').waitFor();
      await page.mouse.up();
    },
    /** Waits until the field has the focus. It costs the person nothing. */
    isAt: (field: string) => page.locator(`${field}:focus`).waitFor(),
  };
}

/** Reports the clicks and keys of a job, and asserts its limits. */
export function check(
  context: TestContext,
  { counted }: ReturnType<typeof createActionCounter>,
  most: { clicks: number; keys: number },
): void {
  context.diagnostic(JSON.stringify(counted));
  assert.ok(counted.clicks <= most.clicks && counted.keys <= most.keys, JSON.stringify(counted));
}
