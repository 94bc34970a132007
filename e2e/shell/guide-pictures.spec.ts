/**
 * The pictures of the user guide, taken with the demo company. `npm run guide-pictures` stores the pictures and their words
 * of all languages together, so the matrix compares only the words that each screen shows in Italian with those of its
 * picture. `web/test/guide.test.ts` finds missing pictures and renamed texts in every language without opening a screen.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { before, describe } from 'node:test';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { textsIn, unitsIn } from '../support/catalogues.ts';
import { demoRows, fillWithDemo } from '../support/demo-rows.ts';
import { openPlace } from '../support/every-screen.ts';
import { isBeforeSignIn } from '../support/screen-paths.ts';
import { screenTitles } from '../support/screen-titles.ts';
import { startStage, WAIT_MS } from '../support/stage.ts';

const SOURCE = new URL('../../web/src/', import.meta.url);
const PICTURES = new URL('app/guide/pictures/', SOURCE);
const SIZE = { width: 1100, height: 700 };
/** From here on, two sets of words belong to the same version of a screen: the data of a day decide a few of them. */
const LEAST_ALIKE = 0.85;
/** Milliseconds until the words of a screen are read again. */
const AGAIN_MS = 200;
/** Screens without a page of their own: they show the page, and the picture, of another screen. */
const SAME = new Set(['customerList', 'guidePage']);
const isSaving = process.env.GUIDE_PICTURES === 'save';

const { api, open } = startStage();

describe('the pictures of the guide', () => {
  let rows: Record<string, string | number>;
  before(async () => {
    await fillWithDemo(api);
    rows = await demoRows(api);
  });

  for (const language of isSaving ? LANGUAGES : (['it'] as const))
    matrixTest(`every screen has a picture in ${language} with the words that it shows today`, async () => {
      // Data shows none of them. The rows decide which units head the columns of quantities.
      const interfaceTexts = new Set(textsIn(language)).difference(new Set(unitsIn(language)));
      const shown: Record<string, string[]> = {};
      const faults: string[] = [];
      const stored = wordsFile(language);
      const before: Record<string, string[]> = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : {};
      const look = { viewport: SIZE, language };
      const signedOut = await open(null, '/login', look);
      const signedIn = await open(api.admin, '/', look);
      for (const [path, name] of screenTitles()) {
        if (SAME.has(name)) continue;
        const page = isBeforeSignIn(path) ? signedOut : signedIn;
        if (path !== '/login') await openPlace(page, addressOf(path, rows));
        await settle(page);
        if (isSaving) writeFileSync(new URL(`${name}.${language}.webp`, PICTURES), await takePicture(page));
        const read = async () => (await wordsOf(page)).filter((word) => interfaceTexts.has(word));
        const then = before[name] ?? [];
        // A part of the screen can load after the others.
        const ends = Date.now() + WAIT_MS;
        let words = await read();
        while (!isSaving && likeness(words, then) < LEAST_ALIKE && Date.now() < ends) {
          await page.waitForTimeout(AGAIN_MS);
          words = await read();
        }
        shown[name] = words;
        if (!isSaving && likeness(words, then) < LEAST_ALIKE)
          faults.push(`${name}: the picture is old: ${difference(words, then)}`);
      }
      if (isSaving) writeFileSync(stored, `${JSON.stringify(shown, null, 2)}\n`);
      assert.deepEqual(faults, [], 'take the pictures again: npm run guide-pictures');
    });
});

/** The address of a screen, with the row that the picture shows. */
function addressOf(path: string, rows: Record<string, string | number>): string {
  const row = rows[path];
  if (typeof row === 'string' && row.startsWith('/')) return row;
  return path.replace(/\$\w+/, String(row));
}

/** Waits for the parts of a screen whose code loads after it, such as a chart or the form above a list. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'));
}

/** Takes the visible part of the page, in the light theme, as WebP. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo({ top: 0, behavior: 'instant' });
  });
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 50 });
  await browser.detach();
  return Buffer.from(data, 'base64');
}

/** The texts of headings, labels, column heads, tabs and buttons outside of rows, without repetitions. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, main label, main [role=columnheader], main th, main [role=tab], main button, main a[class*=Button]',
    );
    const texts = [...named]
      .filter((element) => !element.closest('[role=row][data-index], tbody, [role=listbox]'))
      .map((element) => (element.getAttribute('aria-label') ?? element.innerText).replace(/\s*\*$/, '').trim());
    return [...new Set(texts)].toSorted();
  });
}

function wordsFile(language: Language): URL {
  return new URL(`words.${language}.json`, PICTURES);
}

/** The share of the words that both sets have. */
function likeness(some: string[], others: string[]): number {
  const all = new Set([...some, ...others]);
  return all.size === 0 ? 1 : some.filter((word) => others.includes(word)).length / all.size;
}

/** The words that only one of two sets has. */
function difference(now: string[], then: string[]): string {
  const added = now.filter((word) => !then.includes(word)).map((word) => `+${word}`);
  const gone = then.filter((word) => !now.includes(word)).map((word) => `-${word}`);
  return [...added, ...gone].join(', ');
}
