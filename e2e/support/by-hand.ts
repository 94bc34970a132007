/** User input: types into fields at human speed (a scanner is faster) and selects from lists. */
import type { Locator, Page } from 'playwright-core';

const DELAY = 60;

/** Replaces the text of a field key by key, at human speed. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text, { delay: DELAY });
}

/** Selects the option `text` of a combobox, also when the field shows this text already. */
export async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await page.getByRole('option', { name: text }).click();
}

/** Enters a day and leaves the field. */
export async function enterDay(field: Locator, day: string): Promise<void> {
  await field.fill(day);
  await field.press('Tab');
}

/** Dispatches a paste event with `text` on a field. */
export function pasteInto(field: Locator, text: string): Promise<void> {
  return field.evaluate((element, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Returns the text of each element with plain spaces. It waits for the first one, because reading alone waits for none. */
export async function textsOf(found: Locator): Promise<string[]> {
  await found.first().waitFor();
  return (await found.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

/** Returns the texts of each row's cells, with plain spaces. */
export async function cellsOf(rows: Locator): Promise<string[][]> {
  const texts: string[][] = [];
  for (const row of await rows.all()) texts.push(await textsOf(row.getByRole('gridcell')));
  return texts;
}

/**
 * Types like a scanner: one key every five milliseconds by the keyboard's clock, regardless of the load of the page,
 * then Enter. FNC1 is Ctrl-]. It begins a second after the last key, because a person needs that long to pick up a scanner.
 * @returns whether the page took the Enter, so that it presses no button
 */
export function scan(page: Page, code: string): Promise<boolean> {
  return page.evaluate((keys) => {
    let clock = performance.now() + 1_000;
    const press = (key: string, ctrlKey = false) => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: (clock += 5) });
      return !document.activeElement!.dispatchEvent(event);
    };
    for (const key of keys) {
      if (key === '\u001d') {
        press(']', true);
        continue;
      }
      const isKept = press(key);
      if (!isKept && document.activeElement!.matches('input, textarea')) document.execCommand('insertText', false, key);
    }
    return press('Enter');
  }, code);
}
