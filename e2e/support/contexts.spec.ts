/** The reuse of browser contexts between the tests of a file. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { startStage } from './stage.ts';

const { api, open } = startStage();
let first: Page;
let dialogs = 0;

matrixTest('a test loads a screen and leaves storage and a listener', async () => {
  first = await open(api.admin, '/anagrafica/prodotti', { dark: true });
  await first.getByRole('heading', { level: 1 }).waitFor();
  await first.evaluate(() => sessionStorage.setItem('left', 'behind'));
  first.on('dialog', (dialog) => (dialogs++, dialog.dismiss()));
});

matrixTest(
  'the next test gets the same page in its own look, without storage and listeners, and changes the clock',
  async () => {
    const page = await open(null, '/login');
    assert.equal(page, first);
    await page.getByLabel('Nome utente').waitFor();
    const left = await page.evaluate(() => ({
      stored: sessionStorage.getItem('left') ?? localStorage.getItem('token'),
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    }));
    assert.deepEqual(left, { stored: null, isDark: false, isStill: true });
    await page.evaluate(() => alert('nobody listens'));
    assert.equal(dialogs, 0);
    await page.clock.setFixedTime('2027-01-01');
  },
);

matrixTest('a context with another clock is not used again', async () => {
  assert.notEqual(await open(null, '/login'), first);
});
