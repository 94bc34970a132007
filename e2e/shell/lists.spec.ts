/** What every list promises: its menus by keyboard, its columns within its edge, its place kept. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createProduct } from '../../server/src/testing/factories.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const PRODUCTS = '/anagrafica/prodotti';
const LISTS = [
  PRODUCTS,
  '/anagrafica/clienti',
  '/anagrafica/fornitori',
  '/anagrafica/macchinari',
  '/operazioni/movimenti',
  '/operazioni/ordini-fornitori',
  '/operazioni/prezzi',
  '/operazioni/vendite',
  '/operazioni/vendite?tab=invoices',
  '/ordiniclienti/visualizza-ordini',
  '/produzione/programmazione',
  '/produzione/stato',
  '/report/inventario',
];
const ROWS = 60;

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
const closed = (page: Page) => page.getByRole('menu').waitFor({ state: 'detached' });
const firstRow = (page: Page, index: number) =>
  page.waitForFunction((wanted) => {
    const grid = document.querySelector('[role=grid]')!;
    const below = grid.querySelector('[aria-rowindex="1"]')!.getBoundingClientRect().bottom;
    const rows = [...grid.querySelectorAll<HTMLElement>('[data-index]')]
      .filter((row) => row.getBoundingClientRect().bottom > below + 2)
      .map((row) => Number(row.dataset['index']));
    return Math.abs(Math.min(...rows) - wanted) <= 1;
  }, index);

describe('lists', () => {
  before(async () => {
    for (let number = 100; number < 100 + ROWS; number += 1)
      await createProduct(api.admin, { code: `LISTA-${number}` });
  });

  test('Tab leaves a menu: it closes, and the focus goes on from its button', async () => {
    const page = await open(api.admin, PRODUCTS);
    await page.getByRole('link', { name: 'LISTA-101' }).waitFor();
    const actions = page.getByRole('button', { name: 'Azioni per LISTA-101' });
    const item = page.getByRole('menuitem').first();
    await page.locator('[data-index="0"]').focus();
    await page.keyboard.press('ArrowDown');
    for (const stop of ['LISTA-101', 'Carta kraft ava…', 'Azioni per LISTA-101']) {
      await page.keyboard.press('ArrowRight');
      assert.equal(await focused(page), stop);
    }
    for (const key of ['Tab', 'Shift+Tab']) {
      await actions.focus();
      await page.keyboard.press('Enter');
      await item.and(page.locator(':focus')).waitFor();
      await page.keyboard.press(key);
      await closed(page);
      assert.equal(await actions.getAttribute('aria-expanded'), 'false');
      // The button is the last stop of the page: what follows it is the browser's own.
      if (key === 'Tab') assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      else assert.equal(await focused(page), 'Carta kraft ava…');
    }
    await actions.focus();
    await page.keyboard.press('Enter');
    await item.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    await actions.and(page.locator(':focus')).waitFor();

    const user = page.getByRole('banner').getByRole('button', { name: /^Amministratore|\(amministratore\)$/ });
    await user.focus();
    await page.keyboard.press('Enter');
    await item.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await closed(page);
    assert.equal(await focused(page), 'Esci', 'what stands after the button');
  });

  matrixTest('no column of a list stands beyond its edge, from a laptop to a small phone', async () => {
    for (const path of LISTS) {
      const page = await open(api.admin, path);
      const grid = page.getByRole('grid').first();
      await page.locator('[role=grid][aria-busy=false]').first().waitFor();
      for (const width of [1440, 1280, 1180, 1000, TABLET.width, 700, PHONE.width, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page
          .waitForFunction(() => {
            const table = document.querySelector('[role=grid]')!;
            return innerWidth > 0 && table.scrollWidth <= table.clientWidth;
          })
          .catch(() => {});
        assert.deepEqual(
          await grid.evaluate((table) => table.scrollWidth - table.clientWidth),
          0,
          `${path} at ${width} px`,
        );
      }
      await page.close();
    }
  });

  test('a list that folds keeps its place, and Tab finds a row wherever it was scrolled to', async () => {
    const page = await open(api.admin, PRODUCTS);
    await page.getByRole('link', { name: 'LISTA-100' }).waitFor();
    await page.getByRole('grid').evaluate((table) => table.scrollTo({ top: 30 * 43 }));
    await firstRow(page, 30);
    await page
      .getByRole('button', { name: /^Stato/ })
      .last()
      .focus();
    await page.keyboard.press('Tab');
    const index = await page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['index']));
    assert.ok(Math.abs(index - 30) <= 1, `the focus is on row ${index}`);
    await page.setViewportSize(PHONE);
    await firstRow(page, index);
    await assertAccessible(page, 'folded list');
    await page.setViewportSize({ width: 1440, height: 900 });
    await firstRow(page, index);
  });
});
