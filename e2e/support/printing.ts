/** Captures printing in windows without a printer. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

interface Watched {
  opened: string[];
  waits: number[];
}

/**
 * Replaces printing by a record of how each window was opened and how long it waited. Call it before the page is used.
 */
export async function watchPrinting(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    if (window.opener) Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) });
  });
  await page.evaluate(() => {
    const [opened, waits]: [string[], number[]] = [[], []];
    const [open, later] = [window.open.bind(window), window.setTimeout.bind(window)];
    Object.assign(window, {
      watched: { opened, waits },
      open: (url: string, target: string, features: string) => {
        opened.push(features);
        const popup = open(url, target, features);
        // An empty window runs no init script before it is filled.
        if (popup) Object.assign(popup, { print: () => Object.assign(popup, { isPrinted: true }) });
        return popup;
      },
      setTimeout: (work: () => void, wait?: number) => (waits.push(wait ?? 0), later(work, wait)),
    });
  });
}

/** Presses a print button and returns the window, once it has called print. */
export async function printed(
  page: Page,
  press: () => Promise<void>,
  size: { width: number; height: number },
): Promise<Page> {
  const waits = () => page.evaluate(() => (window as unknown as { watched: Watched }).watched.waits.length);
  const before = await waits();
  const [paper] = await Promise.all([page.waitForEvent('popup'), press()]);
  await paper.waitForFunction(() => (window as unknown as { isPrinted?: boolean }).isPrinted);
  const { opened, waits: all } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched);
  assert.match(opened.at(-1)!, new RegExp(`width=${size.width},height=${size.height}`));
  assert.ok(all.slice(before).includes(300), '300 ms between the page and the printer');
  return paper;
}
/** Returns the rows of a printed table, with plain spaces. */
export async function printedRows(paper: Page): Promise<string[][]> {
  const rows: string[][] = [];
  for (const row of await paper.locator('table tr').all())
    rows.push((await row.locator('th, td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()));
  return rows;
}
