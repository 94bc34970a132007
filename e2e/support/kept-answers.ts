/** The answers that the interface keeps on the device for work without a network. */
import type { Page } from 'playwright-core';

/** Waits until the device keeps an answer whose path starts so. `waitForFunction` would not await the database. */
export function waitUntilKept(page: Page, path: string): Promise<void> {
  return page.evaluate(async (wanted) => {
    const request = indexedDB.open('bobina');
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    for (;;) {
      const keys = database.transaction('answers').objectStore('answers').getAllKeys();
      await new Promise((resolve) => {
        keys.onsuccess = resolve;
      });
      if ((keys.result as [number, string][]).some(([, kept]) => kept.startsWith(wanted))) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    database.close();
  }, path);
}
