/** Takes the README's pictures. */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Session } from '../../server/src/testing/api.ts';
import { placesOf, type Place } from './places.ts';

/** Quality of the WebP files, 0 to 100: text stays sharp, and each file is well below 120 kB. */
const QUALITY = 82;

/** Takes a WebP picture of each screen into the folder. @param url address of a server over the demo company */
export async function takePictures(browser: Browser, url: string, admin: Session, folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const { body: user } = await admin.get('/auth/me');
  for (const place of await placesOf(admin)) {
    const storage: Record<string, string> = place.isSignedOut ? {} : { token: admin.token, user: JSON.stringify(user) };
    const picture = await takePicture(browser, url, place, storage);
    fs.writeFileSync(path.join(folder, `${place.name}.webp`), picture);
  }
}

async function takePicture(browser: Browser, url: string, place: Place, storage: Record<string, string>) {
  const context = await browser.newContext({
    viewport: place.viewport,
    colorScheme: place.isDark ? 'dark' : 'light',
    hasTouch: place.viewport.width < 1000,
    locale: 'it-IT',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) }],
    },
  });
  const page = await context.newPage();
  await page.goto(url + place.path);
  await settle(page);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await context.close();
  return Buffer.from(data, 'base64');
}

/** Waits until the data, the charts and the deferred parts are drawn. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(1000); // parts that load after the first screen
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
}
