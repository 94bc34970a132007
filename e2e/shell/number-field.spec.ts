import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  createCustomer,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, pasteInto } from '../support/by-hand.ts';
import { makeProduction } from '../support/production.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const { api, open } = stage;
const NOT_A_NUMBER = 'Scrivi un numero';
const ORDER = '/ordiniclienti/inserimento-ordine?edit=new';

const made = {} as { purchase: number; count: number; product: number };
async function prepare() {
  const supplier = (await createSupplier(api.admin, { business_name: 'Colle del Lago' })).id;
  const tracked = { code: 'COLLA-N', supplier_id: supplier, unit_of_measure: 'kg', has_batch: true };
  const glue = await createProduct(api.admin, tracked);
  const warehouse = (await createWarehouse(api.admin, { name: 'Unico' })).id;
  made.purchase = (
    await createPurchaseOrder(api.admin, supplier, [{ product_id: glue.id, quantity: 5, unit_price: 1 }])
  ).id;
  made.product = (await createProduct(api.admin, { code: 'CARTA-N', unit_of_measure: 'kg' })).id;
  await createMovement(api.admin, loadBody(made.product, warehouse, 20));
  made.count = (await api.admin.post('/stock-counts', { warehouse_id: warehouse })).body.id;
  await createCustomer(api.admin, { business_name: 'Forno Alto' });
  await createMachine(api.admin, { code: 'M-1' });
  const production = await makeProduction(api, 'SAC-N', 'Forno Basso');
  const order = await production.order({ customer_order_number: 'N-1' }, { quantity: 100 });
  await createOperation(api.warehouse, order.items[0]!.id, 100, { batch_number: 'L-1' });
}

function field(within: Page | Locator, name: string | RegExp) {
  return within.getByRole('textbox', { name }).first();
}
function press(name: string) {
  return (page: Page) => page.getByRole('button', { name }).last().click();
}
async function isMarked(input: Locator) {
  return (await input.getAttribute('aria-invalid')) === 'true';
}

interface Place {
  what: string;
  path: () => string;
  /** Opens the field, where it is not there at once, and fills the fields before it. */
  reach?: (page: Page) => Promise<unknown>;
  name: string | RegExp;
  save: (page: Page) => Promise<void>;
  /** The text with a unit or a currency and how the field shows its number after it is left. */
  reads: [typed: string, shown: string];
}
async function fillMovement(page: Page) {
  await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'CARTA-N');
  await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Unico');
}
async function fillPrice(page: Page) {
  await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), 'Colle del Lago');
  await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-N');
}
async function fillDocument(page: Page) {
  await field(page, 'Numero documento').fill('DDT-1');
  await enterDay(field(page, 'Data documento'), 'oggi');
}
async function openBatches(page: Page) {
  await field(page, /Quantità/).fill('5');
  await page.getByRole('button', { name: 'Inserisci lotti · COLLA-N' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Numero lotto, lotto 1').fill('L-1');
  // The second batch completes the sum, so that the dialog can be saved.
  await dialog.getByRole('button', { name: 'Aggiungi lotto' }).click();
  await dialog.getByLabel('Numero lotto, lotto 2').fill('L-2');
  await dialog.getByLabel('Quantità, lotto 2').fill('5');
}
async function startOrder(page: Page) {
  await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Forno Alto');
  await enterDay(field(page, 'Consegna richiesta'), '20/12/2026');
  await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-N');
  await field(page, 'Prezzo unitario, riga 1').fill('2');
  await field(page, 'Quantità, riga 1').fill('2');
}
async function chooseLoad(page: Page) {
  await page.getByRole('combobox', { name: 'Magazzino' }).click();
  await page.getByRole('option', { name: 'Unico', exact: true }).click();
}
const PLACES: readonly Place[] = [
  {
    what: 'a form',
    path: () => '/operazioni/movimenti/nuovo',
    reach: fillMovement,
    name: /^Quantità/,
    save: press('Salva'),
    reads: ['5 kg', '5'],
  },
  {
    what: 'a price',
    path: () => '/operazioni/prezzi/nuovo',
    reach: fillPrice,
    name: /^Prezzo/,
    save: press('Salva'),
    reads: ['€ 1.234,5', '1.234,50'],
  },
  {
    what: 'a section that is collapsed',
    path: () => `/anagrafica/prodotti/${made.product}`,
    reach: (page) => page.getByRole('button', { name: 'Dati tecnici' }).click(),
    name: /g\/m²/,
    save: press('Salva'),
    reads: ['80 g/m2', '80'],
  },
  {
    what: 'the settings',
    path: () => '/anagrafica/impostazioni',
    name: /Scarto/,
    save: press('Salva'),
    reads: ['3,5 %', '3,5'],
  },
  {
    what: 'a line of an order',
    path: () => ORDER,
    reach: startOrder,
    name: 'Quantità, riga 1',
    save: press('Salva'),
    reads: [' 5 KG ', '5'],
  },
  {
    what: 'the price of a line',
    path: () => ORDER,
    reach: startOrder,
    name: 'Prezzo unitario, riga 1',
    save: press('Salva'),
    reads: ['1,25 EUR', '1,2500'],
  },
  {
    what: 'a receipt',
    path: () => `/operazioni/ricezione-merce/${made.purchase}`,
    reach: fillDocument,
    name: /Quantità/,
    save: press('Salva ricezione'),
    reads: ['5 chili', '5'],
  },
  {
    what: 'a dialog over a form',
    path: () => `/operazioni/ricezione-merce/${made.purchase}`,
    reach: openBatches,
    name: 'Quantità, lotto 1',
    save: press('Salva'),
    reads: ['2 kg', '2'],
  },
  {
    what: 'a row of a list',
    path: () => '/operazioni/carico-produzione',
    reach: chooseLoad,
    name: /^Quantità da caricare/,
    save: press('Conferma carico'),
    reads: ['40 pz', '40'],
  },
  {
    what: 'a stock count',
    path: () => `/report/inventario?sheet=${made.count}`,
    name: 'Quantità contata · CARTA-N',
    save: press('Registra inventario'),
    reads: ['19 kg', '19'],
  },
];

describe('the number field', () => {
  before(prepare);

  matrixTest(
    'S01 reads units, currencies and spaces around a number; other text stays, is marked, blocks saving and takes the focus',
    async (t) => {
      for (const { what, path, reach, name, save, reads } of PLACES)
        await t.test(what, async () => {
          const page = await open(api.admin, path());
          await page.getByRole('heading').first().waitFor();
          await reach?.(page);
          const input = field(page, name);
          await input.waitFor();
          const writes: string[] = [];
          page.on('request', (request) => {
            if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
          });
          for (const typed of ['gratis', '5 x', '2+3', '12 50']) {
            await input.fill(typed);
            assert.ok(!(await isMarked(input)), `${typed} is not judged while it is typed`);
            await input.press('Tab');
            assert.equal(await input.inputValue(), typed);
            assert.ok(await isMarked(input), typed);
            await page.getByText(NOT_A_NUMBER).first().waitFor();
          }
          await assertAccessible(page, `a number that is none: ${what}`);
          await save(page);
          await input.and(page.locator(':focus')).waitFor();
          assert.equal(await input.inputValue(), '12 50');
          assert.ok(await isMarked(input), 'it stays marked with the focus');
          assert.deepEqual(writes, []);
          await input.fill(reads[0]);
          await input.press('Tab');
          assert.equal(await input.inputValue(), reads[1]);
          assert.ok(!(await isMarked(input)));
        });
    },
  );

  test('a number with its unit is stored', async () => {
    const page = await open(api.admin, ORDER);
    await startOrder(page);
    await field(page, 'Quantità, riga 1').fill('1.234,5 kg');
    await field(page, 'Prezzo unitario, riga 1').fill('€ 2,5');
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Salva' }).click();
    const [item] = (await (await saved).json()).items;
    assert.deepEqual([item.quantity, item.unit_price], [1234.5, 2.5]);
  });

  matrixTest(
    'a number in another unit than the field is read with a warning, which stays until it is edited',
    async () => {
      const page = await open(api.admin, ORDER);
      await startOrder(page);
      const quantity = field(page, 'Quantità, riga 1');
      const warning = page.getByRole('alert').filter({ hasText: "12 scatole: l'unità è kg" });
      // The first Enter shows it, because Enter can be the last key before a number is stored.
      await quantity.fill('12 scatole');
      await quantity.press('Enter');
      await warning.waitFor();
      assert.ok(await quantity.evaluate((input) => input === document.activeElement));
      await quantity.press('Enter');
      assert.ok(await quantity.evaluate((input) => input !== document.activeElement));
      await quantity.fill('12 scatole');
      await quantity.press('Tab');
      await warning.waitFor();
      await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
      await quantity.focus();
      assert.ok(await warning.isVisible(), 'the field shows 12, and the warning the text that was typed');
      assert.equal(await quantity.inputValue(), '12');
      await assertAccessible(page, 'a number in another unit');
      await quantity.fill('13 kg');
      await quantity.press('Tab');
      await warning.waitFor({ state: 'detached' });
      // Pasted rows keep it as text: nobody looks at each of them.
      await pasteInto(quantity, 'CARTA-N\t12 pz\t2');
      await page.getByText('12 pz').first().waitFor();
    },
  );

  matrixTest('a line of a product that is counted reads 1.000 as a thousand without a question', async () => {
    await createProduct(api.admin, { code: 'SCATOLA-N', unit_of_measure: 'box' });
    const page = await open(api.admin, ORDER);
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'SCATOLA-N');
    await field(page, 'Prezzo unitario, riga 1').fill('2');
    await field(page, 'Quantità, riga 1').fill('1.000');
    await field(page, 'Quantità, riga 1').press('Tab');
    await page.getByRole('cell', { name: '2.000,0000', exact: true }).waitFor();
  });

  matrixTest('the arrow keys do not replace a text that is not a number', async () => {
    const page = await open(api.admin, '/operazioni/prezzi/nuovo');
    const price = field(page, /^Prezzo/);
    await price.fill('gratis');
    await price.press('ArrowUp');
    assert.equal(await price.inputValue(), 'gratis');
    await price.fill('2');
    await price.press('ArrowUp');
    assert.equal(await price.inputValue(), '2,01');
  });

  matrixTest(
    'an ambiguous number asks for its reading after the field is left, and again after a refused save',
    async () => {
      const page = await open(api.admin, ORDER);
      await startOrder(page);
      const quantity = field(page, 'Quantità, riga 1');
      await quantity.fill('1.500 kg');
      await quantity.press('Tab');
      assert.equal(await quantity.inputValue(), '1.500 kg');
      await page.getByRole('button', { name: '1.500,00' }).waitFor();
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Controlla i campi evidenziati').waitFor();
      await page.getByRole('button', { name: '1,500' }).click();
      await quantity.press('Tab');
      assert.equal(await quantity.inputValue(), '1,5');
    },
  );

  matrixTest('a pasted text that is not a number is reported with its row and stays in its line', async () => {
    const page = await open(api.admin, ORDER);
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Forno Alto');
    await enterDay(field(page, 'Consegna richiesta'), '20/12/2026');
    await pasteInto(
      page.getByRole('combobox', { name: 'Prodotto, riga 1' }),
      'CARTA-N\t5 kg\t€ 2,50\r\nCARTA-N\tdieci\tgratis\r\nCARTA-N\t3\t1,5 EUR\r\n',
    );
    const report = page.getByRole('alert');
    await report.getByText('Riga 2 incollata, CARTA-N: «dieci»').waitFor();
    await report.getByText('Riga 2 incollata, CARTA-N: «gratis»').waitFor();
    assert.equal(await report.getByText(/incollata/).count(), 2);
    const values = (label: string) =>
      Promise.all([1, 2, 3].map((row) => field(page, `${label}, riga ${row}`).inputValue()));
    assert.deepEqual(await values('Quantità'), ['5', 'dieci', '3']);
    assert.deepEqual(await values('Prezzo unitario'), ['2,5000', 'gratis', '1,5000']);
    for (const name of ['Quantità, riga 2', 'Prezzo unitario, riga 2']) assert.ok(await isMarked(field(page, name)));
    await assertAccessible(page, 'a pasted number that is none');
    const saves: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && saves.push(request.url()));
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Controlla i campi evidenziati').waitFor();
    await field(page, 'Prezzo unitario, riga 2').and(page.locator(':focus')).waitFor();
    assert.deepEqual(saves, []);
  });

  matrixTest(
    'in French and English it reads the forms of that language and the message is in that language',
    async () => {
      for (const [language, name, typed, shown, message] of [
        ['fr', /^Prix/, '1\u202f234,5 €', '1\u202f234,50', 'Saisissez un nombre'],
        ['en', /^Price/, '€1,234.5', '1,234.50', 'Enter a number'],
      ] as const) {
        const page = await open(api.admin, '/operazioni/prezzi/nuovo', { language });
        const price = field(page, name);
        await price.fill(typed);
        await price.press('Tab');
        assert.equal(await price.inputValue(), shown);
        await price.fill('gratis');
        await price.press('Tab');
        await page.getByText(message).waitFor();
      }
    },
  );
});
