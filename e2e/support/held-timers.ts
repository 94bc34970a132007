/** Holds timers of given lengths, so that a test can assert durations regardless of the speed of the machine. */
import type { Page } from 'playwright-core';

interface Held {
  wait: number;
  work: () => void;
}
type WithHeld = { held: Map<number, Held> };

/** Holds timers of these lengths from now on, until `endTimers` runs them. */
export function holdTimers(page: Page, lengths: readonly number[]): Promise<void> {
  return page.evaluate((waits) => {
    const held = new Map<number, Held>();
    const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    let id = 2_000_000_000; // no browser id is this high; libraries clear -1 and 0 as a precaution
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
/** Returns the lengths of the held timers, once there are `count` of them. */
export async function heldTimers(page: Page, count: number): Promise<number[]> {
  await page.waitForFunction((wanted) => (window as unknown as WithHeld).held.size >= wanted, count);
  return page.evaluate(() => [...(window as unknown as WithHeld).held.values()].map(({ wait }) => wait));
}
/** Runs the held timers. */
export function endTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { held } = window as unknown as WithHeld;
    const ended = [...held.values()];
    held.clear();
    for (const { work } of ended) work();
  });
}
