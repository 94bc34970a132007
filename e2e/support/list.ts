/** Helpers for the rows of lists. */
import type { Locator, Page } from 'playwright-core';

/** Returns the visible rows of the grid. */
export function rowsOf(page: Page): Locator {
  return page.getByRole('grid').locator('[data-index]');
}

/**
 * Waits until the list shows these rows, in this order. @param at the cell that identifies a row: a selector, and the
 * index of the match
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
