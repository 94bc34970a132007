import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

for (const source of ['whatever is there', 'npm']) {
  const unavailable = source === 'npm' && (process.platform !== 'linux' || process.arch !== 'x64');
  test(
    `a browser from ${source} opens a page`,
    { skip: unavailable && 'npm brings one for x64 Linux alone' },
    async () => {
      if (source === 'npm') process.env.FORCE_NPM_CHROMIUM = '1';
      else delete process.env.FORCE_NPM_CHROMIUM;
      const browser = await chromium.launch(await findBrowser());
      try {
        const page = await browser.newPage();
        await page.setContent('<title>Bobina</title><p>carta</p>');
        assert.equal(await page.title(), 'Bobina');
        assert.ok((await page.locator('p').boundingBox())!.height > 0);
      } finally {
        await browser.close();
      }
    },
  );
}
