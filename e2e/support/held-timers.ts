/** Timers of some lengths do not run by themselves: a test tells how long something lasts, however slow the machine is. */
import type { Page } from 'playwright-core';

interface Held {
  wait: number;
  work: () => void;
}
type WithHeld = { held: Map<number, Held> };

/** From now on timers of these lengths wait to be run. */
export function holdTimers(page: Page, lengths: readonly number[]): Promise<void> {
  return page.evaluate((waits) => {
    const held = new Map<number, Held>();
    const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    let id = 2_000_000_000; // nobody's own; libraries clear -1 and 0 for good measure
    Object.assign(window, {
      held,
      setTimeout: (work: () => void, wait?: number, ...rest: unknown[]) => {
        if (!waits.includes(wait ?? 0)) return start(work, wait, ...rest);
        id += 1;
        held.set(id, { wait: wait!, work });
        return id;
      },
      clearTimeout: (one: number) => (held.delete(one) ? undefined : stop(one)),
    });
  }, lengths);
}
/** How long each of those that wait would last, once there are as many. */
export async function heldTimers(page: Page, count: number): Promise<number[]> {
  await page.waitForFunction((wanted) => (window as unknown as WithHeld).held.size >= wanted, count);
  return page.evaluate(() => [...(window as unknown as WithHeld).held.values()].map(({ wait }) => wait));
}
/** Lets those that wait come to their end. */
export function endTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { held } = window as unknown as WithHeld;
    const ended = [...held.values()];
    held.clear();
    for (const { work } of ended) work();
  });
}
