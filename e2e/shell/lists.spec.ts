/** Behavior of every list: menus by keyboard, columns within the frame, the kept position. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const PRODUCTS = '/anagrafica/prodotti';
const LISTS = [
  PRODUCTS,
  '/anagrafica/clienti',
  '/anagrafica/fornitori',
  '/anagrafica/macchinari',
  '/operazioni/fatture-acquisto',
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

function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
}
function closed(page: Page) {
  return page.getByRole('menu').waitFor({ state: 'detached' });
}
function firstRow(page: Page, index: number) {
  return page.waitForFunction((wanted) => {
    const grid = document.querySelector('[role=grid]')!;
    const below = grid.querySelector('[aria-rowindex="1"]')!.getBoundingClientRect().bottom;
    const rows = [...grid.querySelectorAll<HTMLElement>('[data-index]')]
      .filter((row) => row.getBoundingClientRect().bottom > below + 2)
      .map((row) => Number(row.dataset['index']));
    return Math.abs(Math.min(...rows) - wanted) <= 1;
  }, index);
}

describe('lists', () => {
  before(async () => {
    for (let number = 100; number < 100 + ROWS; number += 1)
      await createProduct(api.admin, { code: `LISTA-${number}` });
  });

  matrixTest('the down arrow leads from the search to the first row that it found', async () => {
    const page = await open(api.admin, PRODUCTS);
    await page.getByRole('link', { name: 'LISTA-100' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('LISTA-157');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.matches('[data-index="0"]'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'LISTA-157' }).waitFor();
  });

  matrixTest('the rows of a phone do not overlap, also with folded columns below them', async () => {
    const long = 'Accoppiato carta e film per gastronomia';
    for (const code of ['LUNGO-1', 'LUNGO-2', 'LUNGO-3'])
      await createProduct(api.admin, { code, name: long, description: long, category: 'Semilavorati' });
    const page = await open(api.admin, `${PRODUCTS}?q=LUNGO`, { viewport: PHONE });
    await page.getByRole('link', { name: 'LUNGO-3' }).waitFor();
    const gaps = await page.evaluate(async () => {
      await document.fonts.ready;
      // The heights are applied in the frame after they are measured.
      for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
      const boxes = [...document.querySelectorAll('[role=grid] [data-index]')].map((row) =>
        row.getBoundingClientRect(),
      );
      // Without the sign: half a pixel above rounds to -0, which is not deeply equal to 0.
      return boxes.slice(1).map(({ top }, index) => Math.abs(Math.round(top - boxes[index]!.bottom)));
    });
    assert.deepEqual(gaps, [0, 0]);
  });

  matrixTest('a phone shows the filters beside the search on demand, and says when one is set', async () => {
    const page = await open(api.admin, PRODUCTS, { viewport: PHONE });
    await page.getByRole('link', { name: 'LISTA-100' }).waitFor();
    const state = page.getByRole('search').getByRole('combobox').first();
    assert.equal(await state.isVisible(), false);
    const more = page.getByRole('button', { name: 'Filtri', exact: true });
    await more.click();
    await state.click();
    await page.getByRole('listbox').getByRole('option').last().click();
    const set = page.getByRole('button', { name: 'Filtri attivi' });
    assert.equal(await set.getAttribute('aria-expanded'), 'true');
    await set.click();
    await state.waitFor({ state: 'hidden' });
  });

  matrixTest('the first click or key on a filter opens its options, and the filter keeps the focus', async () => {
    const acts = [
      (filter: Locator) => filter.click(),
      (filter: Locator) => filter.press('ArrowDown'),
      (filter: Locator) => filter.press('Space'),
    ];
    for (const act of acts) {
      const page = await open(api.admin, PRODUCTS);
      const filter = page.getByRole('combobox', { name: 'Stato', exact: true });
      await filter.focus();
      assert.equal(await filter.getAttribute('aria-expanded'), 'false');
      await act(filter);
      await page.getByRole('option', { name: 'attivo', exact: true }).waitFor();
      assert.equal(await focused(page), 'Stato');
      await page.keyboard.press('Escape');
      await page.getByRole('option', { name: 'attivo', exact: true }).waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'attivo', exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => location.search.includes('status='));
      assert.equal(await focused(page), 'Stato');
    }
  });

  matrixTest(
    'the first arrow key on a filter highlights an option, and keys pressed while it loads count',
    async () => {
      const page = await open(api.admin, PRODUCTS);
      const filter = page.getByRole('combobox', { name: 'Stato', exact: true });
      const highlighted = page.locator('[role=option][data-combobox-selected]');
      await filter.press('ArrowDown');
      await highlighted.filter({ hasText: /^attivo$/ }).waitFor();

      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/MantineSelect-[^/]*\.js$/, async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.goto(`${api.url}${PRODUCTS}`);
      await page.getByRole('link', { name: 'LISTA-100' }).waitFor();
      await filter.focus();
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      assert.equal(await filter.getAttribute('aria-expanded'), 'false', 'the code has not loaded');
      release();
      await page.waitForFunction(() => location.search.includes('status='));
      assert.equal(await filter.inputValue(), 'attivo');
      assert.equal(await focused(page), 'Stato');
    },
  );

  matrixTest('Tab closes a menu and moves the focus on from its button', async () => {
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
      // The button is the last tab stop of the page.
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

  matrixTest('no column of a list extends beyond its edge, from a laptop to a small phone', async () => {
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

  matrixTest(
    'Q41: at 1366 px no column folds beside empty space, expired batches are marked, and a transfer does not offer its source',
    async () => {
      const from = await createWarehouse(api.admin, { name: 'Deposito di partenza' });
      await createWarehouse(api.admin, { name: 'Secondo deposito' });
      const glue = await createProduct(api.admin, { code: 'SCADUTO-1', has_batch: true, has_expiry_date: true });
      for (const [batch_number, expiry_date] of [
        ['VECCHIO', '2020-01-31'],
        ['NUOVO', '2099-01-31'],
      ])
        await createMovement(api.admin, loadBody(glue.id, from.id, 5, { batch_number, expiry_date }));
      const page = await open(api.admin, '/operazioni/vendite?tab=invoices', {
        viewport: { width: 1366, height: 768 },
      });
      await page.locator('[role=grid][aria-busy=false]').waitFor();
      const heads = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
      assert.deepEqual(heads, [
        'Numero',
        'Tipo',
        'Data',
        'Scadenza',
        'Cliente',
        'Packing list',
        'Stato',
        'Imponibile',
        'IVA',
        'Totale',
        'Trasmissione',
        'Azioni',
      ]);
      await page.goto(`${api.url}/report/giacenze?code=SCADUTO-1`);
      await page
        .getByRole('grid')
        .getByRole('button', { name: /SCADUTO-1/ })
        .click();
      const batch = (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name });
      await batch('VECCHIO').getByText('Scaduto', { exact: true }).waitFor();
      await batch('NUOVO').waitFor();
      assert.equal(await page.getByText('Scaduto', { exact: true }).count(), 1);
      await assertAccessible(page, 'an expired batch');
      await page.goto(`${api.url}/operazioni/trasferimenti`);
      const offered = async (name: string) => {
        await page.getByRole('combobox', { name }).click();
        await page.getByRole('option', { name: 'Secondo deposito' }).waitFor();
        return page.getByRole('option').allInnerTexts();
      };
      assert.ok((await offered('Magazzino di origine')).includes('Deposito di partenza'));
      await page.getByRole('option', { name: 'Deposito di partenza' }).click();
      assert.ok(!(await offered('Magazzino di destinazione')).includes('Deposito di partenza'));
    },
  );

  matrixTest('a list that folds keeps its scroll position, and Tab reaches a row at any scroll position', async () => {
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
