/** Lists as a person reads them. */
import type { Locator, Page } from 'playwright-core';

export function rowsOf(page: Page): Locator {
  return page.getByRole('grid').locator('[data-index]');
}

/**
 * Waits until the list shows these rows, in this order.
 * @param at where each row says which it is: a selector, and which of its matches
 */
export function showsRows(page: Page, names: readonly string[], [selector, index]: readonly [string, number]) {
  return page.waitForFunction(
    ([wanted, within, place]) =>
      [...document.querySelectorAll('[role="grid"] [data-index]')]
        .map((row) => row.querySelectorAll(within)[place]?.textContent)
        .join() === wanted,
    [names.join(), selector, index] as const,
  );
}
