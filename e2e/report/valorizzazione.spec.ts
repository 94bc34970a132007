/** Valuation of the stock. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createMovement,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, enterDay } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/report/valorizzazione';

async function prepare() {
  const { orders, warehouse } = stage.api;
  const main = (await createWarehouse(orders, { name: 'Materie prime' })).id;
  const far = (await createWarehouse(orders, { name: 'Deposito esterno' })).id;
  const supplier_id = (await createSupplier(orders)).id;
  const product = (given: object) => createProduct(orders, { supplier_id, ...given });
  const glue = await product({ code: 'COLLA-1', description: 'Colla vinilica', has_batch: true });
  const paper = await product({ code: 'CARTA-1', description: 'Carta kraft' });
  const film = await product({ code: 'FILM-1', description: 'Film estensibile', currency: 'USD' });
  const bare = await product({ code: 'SCATOLA-1', description: 'Scatola' });
  const price = async (product_id: number, value: number) => {
    const answer = await orders.post('/prices', { product_id, supplier_id, price: value, start_date: '2020-01-01' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  };
  await price(glue.id, 0.1);
  await price(paper.id, 1.23456);
  await price(film.id, 2);
  const load = (id: number, place: number, quantity: number, given: object = {}) =>
    createMovement(warehouse, loadBody(id, place, quantity, given));
  await load(glue.id, main, 1, { batch_number: 'L-1' });
  await load(glue.id, main, 2, { batch_number: 'L-2' });
  await load(paper.id, main, 1000);
  await load(paper.id, far, 10, { movement_date: '2026-02-10' });
  await load(film.id, far, 5);
  await load(bare.id, main, 7);
  await createMovement(warehouse, {
    ...loadBody(paper.id, main, 100),
    movement_type: 'S',
    movement_date: '2026-02-20',
  });
}

function rowsOf(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
function products(page: Page, wanted: string[]) {
  return page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('[role="grid"] [data-index]')]
        .map((row) => row.querySelector('[role="gridcell"]')?.textContent)
        .join() === expected,
    wanted.join(),
  );
}
async function totalsOf(page: Page) {
  return (await page.locator('dl[aria-label="Totali per valuta"] > div').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' '),
  );
}
const PAPER = 'CARTA-1 - Carta kraft';
const GLUE = 'COLLA-1 - Colla vinilica';
const FILM = 'FILM-1 - Film estensibile';

describe('valuation', () => {
  matrixTest('an empty valuation and a failed load show a message', async () => {
    const page = await stage.open(stage.api.administration, PATH);
    await page.getByRole('heading', { name: 'Niente da valorizzare' }).waitFor();
    await assertAccessible(page, 'nothing to value');
    const failing = await stage.open(stage.api.orders, '/report', { dark: true });
    for (const url of ['**/api/stock/valuation?*', '**/api/warehouses?*'])
      await failing.route(url, (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
    await failing.getByRole('link', { name: 'Valorizzazione' }).click();
    await failing.getByText('Errore nel caricamento dei magazzini').waitFor();
    await failing.getByText('Errore nel caricamento dei dati').first().waitFor();
    await assertAccessible(failing, 'loading failed, dark');
  });

  describe('with stock', () => {
    before(prepare);

    test('H04 shows the stock by product, with a total for each currency, on a day, and the movements of a period', async (t) => {
      await t.test('totals each currency, groups products, searches, and applies a warehouse immediately', async () => {
        const page = await stage.open(stage.api.administration, PATH);
        await products(page, [PAPER, PAPER, GLUE, FILM]);
        assert.deepEqual(await totalsOf(page), ['Totale in euro 1.123,75 €', 'Totale in dollari USA 10,00 USD']);
        assert.deepEqual(
          (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
          ['Prodotto', 'Magazzino', 'Quantità', 'Prezzo', 'Valore'],
        );
        assert.deepEqual((await cellsOf(rowsOf(page)))[2], [GLUE, 'Materie prime', '3 kg', '0,10 €', '0,30 €']);
        assert.equal((await cellsOf(rowsOf(page)))[1]![3], '1,23456 €');
        const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/Rome' });
        assert.equal(await page.getByRole('textbox', { name: 'Data inizio' }).inputValue(), today);
        assert.equal(await page.getByRole('textbox', { name: 'Data fine' }).inputValue(), today);
        assert.ok(await page.getByRole('checkbox', { name: 'Raggruppa prodotti' }).isChecked());
        assert.equal(await page.getByRole('checkbox', { name: 'Mostra prodotti senza prezzo' }).isChecked(), false);
        await assertAccessible(page, 'the valuation');
        await page.getByRole('checkbox', { name: 'Raggruppa prodotti' }).uncheck();
        await products(page, [PAPER, PAPER, `${GLUE} · Lotto L-1`, `${GLUE} · Lotto L-2`, FILM]);
        await page.getByRole('searchbox').fill('VINIL');
        await products(page, [`${GLUE} · Lotto L-1`, `${GLUE} · Lotto L-2`]);
        assert.deepEqual(await totalsOf(page), ['Totale in euro 0,30 €']);
        await page.getByRole('searchbox').fill('film-1');
        await products(page, [FILM]);
        await page.getByRole('searchbox').fill('');
        await page.getByRole('combobox', { name: 'Magazzino' }).click();
        await page.getByRole('option', { name: 'Deposito esterno' }).click();
        await products(page, [PAPER, FILM]);
        await page.getByRole('button', { name: 'Valore' }).click();
        await products(page, [FILM, PAPER]);
      });

      await t.test(
        'dates and products without a price apply with the button; loads and unloads are those of the period',
        async () => {
          const page = await stage.open(stage.api.orders, PATH);
          await products(page, [PAPER, PAPER, GLUE, FILM]);
          let asked = 0;
          page.on('request', (request) => request.url().includes('/stock/valuation') && asked++);
          await page.getByRole('checkbox', { name: 'Mostra prodotti senza prezzo' }).check();
          await enterDay(page.getByRole('textbox', { name: 'Data fine' }), '31/01/2026');
          await page.getByText('La data di fine precede quella di inizio').waitFor();
          assert.ok(await page.getByRole('button', { name: 'Applica' }).isDisabled());
          await enterDay(page.getByRole('textbox', { name: 'Data inizio' }), '01/01/2026');
          assert.equal(asked, 0);
          await page.getByRole('button', { name: 'Applica' }).click();
          await products(page, [PAPER, GLUE, FILM, 'SCATOLA-1 - Scatola']);
          assert.deepEqual((await cellsOf(rowsOf(page)))[0]!.slice(2), ['1.000 kg', '1,23456 €', '1.234,56 €']);
          assert.deepEqual((await cellsOf(rowsOf(page)))[3]!.slice(3), ['—', '—']);
          await page.reload();
          await products(page, [PAPER, GLUE, FILM, 'SCATOLA-1 - Scatola']);
          await enterDay(page.getByRole('textbox', { name: 'Data fine' }), '28/02/2026');
          await enterDay(page.getByRole('textbox', { name: 'Data inizio' }), '01/02/2026');
          await page.getByRole('button', { name: 'Applica' }).click();
          await page.getByRole('combobox', { name: 'Righe mostrate' }).click();
          await page.getByRole('option', { name: 'Carichi del periodo', exact: true }).click();
          await products(page, [PAPER]);
          assert.deepEqual((await cellsOf(rowsOf(page)))[0]!.slice(1, 3), ['Deposito esterno', '10 kg']);
          await page.getByRole('combobox', { name: 'Righe mostrate' }).click();
          await page.getByRole('option', { name: 'Scarichi del periodo', exact: true }).click();
          await page.getByRole('grid').getByText('100 kg').waitFor();
          assert.deepEqual(await totalsOf(page), ['Totale in euro 123,46 €']);
        },
      );
    });

    matrixTest('prints and exports the shown rows with their totals', async () => {
      const page = await stage.open(stage.api.orders, PATH);
      await products(page, [PAPER, PAPER, GLUE, FILM]);
      await page.context().addInitScript(() => Object.assign(window, { print: () => {} }));
      const [paper] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Stampa' }).click(),
      ]);
      await paper.getByText('Totali per valuta').waitFor();
      assert.match(
        (await paper.locator('body').innerText()).replaceAll(/\s+/g, ' '),
        /COLLA-1 - Colla vinilica Materie prime 3 kg 0,10 € 0,30 €.*Totale in euro 1\.123,75 €/,
      );
      await paper.close();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Esporta Excel' }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^valorizzazione-.*\.xlsx$/);
    });

    matrixTest(
      'H07 changing the warehouse reloads immediately; failed loads of stock and valuation show a message; an unnamed currency has a generic label',
      async () => {
        const page = await stage.open(stage.api.orders, PATH);
        await products(page, [PAPER, PAPER, GLUE, FILM]);
        const [asked] = await Promise.all([
          page.waitForRequest((request) => /\/stock\/valuation\?.*warehouseId=\d+/.test(request.url())),
          (async () => {
            await page.getByRole('combobox', { name: 'Magazzino' }).click();
            await page.getByRole('option', { name: 'Deposito esterno' }).click();
          })(),
        ]);
        assert.match(asked.url(), /endDate=/);
        await products(page, [PAPER, FILM]);
        const broken = { status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } };
        const failing = await stage.open(stage.api.orders, '/report');
        for (const url of ['**/api/stock/summary?*', '**/api/stock/valuation?*', '**/api/warehouses?*'])
          await failing.route(url, (route) => route.fulfill(broken));
        await failing.getByRole('link', { name: 'Valorizzazione' }).click();
        await failing.getByText('Errore nel caricamento dei magazzini').waitFor();
        await failing.getByText('Errore nel caricamento dei dati').first().waitFor();
        await failing.goto(`${stage.api.url}/report/giacenze`);
        await failing.getByText('Errore nel caricamento dei magazzini').waitFor();
        await failing.getByText('Errore nel caricamento delle giacenze').first().waitFor();
        const other = await stage.open(stage.api.orders, '/report');
        await other.route('**/api/stock/valuation?*', async (route) => {
          const answer = await route.fetch();
          const body = await answer.json();
          for (const row of body.items) if (row.currency === 'USD') row.currency = 'GBP';
          await route.fulfill({ response: answer, json: body });
        });
        await other.getByRole('link', { name: 'Valorizzazione' }).click();
        await other.getByText('Totale in GBP').waitFor();
      },
    );

    for (const dark of [false, true]) {
      matrixTest(`works on a phone, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await stage.open(stage.api.sales, PATH, { viewport: PHONE, dark, language: 'fr' });
        await page.getByText('Total en euros').waitFor();
        await page.getByRole('grid').getByText(PAPER).first().waitFor();
        await page.getByRole('button', { name: 'Appliquer' }).click({ trial: true });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await assertAccessible(page, 'on a phone');
      });
    }
  });
});
