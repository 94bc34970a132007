/** Stock counts: a sheet for one warehouse, filled in while work goes on, posted once. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { StockCount } from '@bobina/contract/stock/counts.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { cellsOf, choose, typeInto } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/report/inventario';
const made = {} as Record<'glue' | 'paper' | 'spare', number>;

const prepare = async () => {
  const { orders } = stage.api;
  made.paper = (
    await createProduct(orders, { code: 'CARTA-1', description: 'Carta kraft', barcode: '8001234567890' })
  ).id;
  made.glue = (await createProduct(orders, { code: 'COLLA-1', description: 'Colla vinilica', has_batch: true })).id;
  made.spare = (await createProduct(orders, { code: 'SCORTA-1', description: 'Nastro' })).id;
};
/** A warehouse with 100 of paper and two batches of glue. */
const fill = async (name: string): Promise<number> => {
  const { orders } = stage.api;
  const { id } = await createWarehouse(orders, { name });
  await createMovement(orders, loadBody(made.paper, id, 100));
  await createMovement(orders, loadBody(made.glue, id, 5, { batch_number: 'L-1' }));
  await createMovement(orders, loadBody(made.glue, id, 3, { batch_number: 'L-2' }));
  return id;
};
const openCount = async (name: string): Promise<{ warehouse: number; count: StockCount }> => {
  const warehouse = await fill(name);
  const { body } = await stage.api.warehouse.post('/stock-counts', { warehouse_id: warehouse });
  return { warehouse, count: body };
};
const stockOf = async (product: number, warehouse: number): Promise<[string | null, number][]> =>
  (await stage.api.orders.get(`/stock/product/${product}?warehouse_id=${warehouse}`)).body.map(
    (row: { batch_number: string | null; quantity: number }) => [row.batch_number, row.quantity],
  );
const countOf = async ({ id }: { id: number }): Promise<StockCount> =>
  (await stage.api.warehouse.get(`/stock-counts/${id}`)).body;

const countedOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantità contata · ${name}` });
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const sheet = async ({ id }: { id: number }, look: Parameters<typeof stage.open>[2] = {}) => {
  const page = await stage.open(stage.api.warehouse, `${PATH}?sheet=${id}`, look);
  await page.getByRole('list').locator('[data-key]').first().waitFor();
  return page;
};
const focused = (page: Page, label: string) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.getAttribute('aria-label') === wanted,
    `Quantità contata · ${label}`,
  );
const post = async (page: Page) => {
  await page.getByRole('button', { name: 'Registra inventario' }).click();
  return page.getByRole('dialog', { name: 'Registra inventario' });
};

describe('stock counts', () => {
  before(prepare);

  test('opens a sheet from the list, counts 95 of 100, sells 10 meanwhile, posts: 85', async () => {
    const warehouse = await fill('Materie prime');
    const page = await stage.open(stage.api.warehouse, '/report');
    await page.getByRole('link', { name: 'Inventario' }).click();
    await page.getByRole('heading', { name: 'Nessun inventario' }).waitFor();
    await assertAccessible(page, 'no counts');
    await page.getByRole('button', { name: 'Nuovo foglio' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nuovo foglio' });
    await choose(page, dialog.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
    await assertAccessible(page, 'a new sheet');
    await dialog.getByRole('button', { name: 'Apri il foglio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inventario di Materie prime' }).waitFor();
    assert.match(page.url(), /\?sheet=\d+$/);
    await row(page, 'CARTA-1').getByText('100 kg').waitFor();
    await typeInto(countedOf(page, 'CARTA-1'), '95');
    await countedOf(page, 'CARTA-1').press('Enter');
    await focused(page, 'COLLA-1 · L-1');
    await row(page, 'CARTA-1').getByText('-5 kg').waitFor();
    await assertAccessible(page, 'counted');
    await createMovement(stage.api.orders, { ...loadBody(made.paper, warehouse, 10), movement_type: 'S' });
    await page.reload();
    await row(page, 'CARTA-1').getByText('-5 kg').waitFor();
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '95');
    const question = await post(page);
    await question.getByText('1 differenza da registrare.').waitFor();
    await question.getByText('CARTA-1: 100 kg → 95 kg (-5 kg)').waitFor();
    await question.getByText('2 righe non contate restano come sono.').waitFor();
    await assertAccessible(page, 'the question');
    await question.getByRole('button', { name: 'Registra', exact: true }).click();
    await page.getByText('Inventario registrato').waitFor();
    await page.getByRole('button', { name: 'Registra inventario' }).waitFor({ state: 'detached' });
    assert.deepEqual(await stockOf(made.paper, warehouse), [[null, 85]]);
    assert.deepEqual(await stockOf(made.glue, warehouse), [
      ['L-1', 5],
      ['L-2', 3],
    ]);
    await assertAccessible(page, 'posted');
    await page.getByRole('link', { name: 'Tutti i fogli' }).click();
    const [cells] = await cellsOf(page.getByRole('grid').locator('[data-index]'));
    assert.deepEqual(
      [cells![0], cells![1], cells![3], cells![4], cells![5]],
      ['Materie prime', 'Registrato', 'Utente warehouse', '1', '1'],
    );
  });

  test('keeps what could not be saved, says why beside the row, and posting waits for it', async () => {
    const { count } = await openCount('Scaffale B');
    const page = await sheet(count, { dark: true });
    let isBroken = true;
    await page.route('**/api/stock-counts/*/items', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } })
        : route.continue(),
    );
    await typeInto(countedOf(page, 'CARTA-1'), '90');
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('Errore interno').waitFor();
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '90');
    await assertAccessible(page, 'not saved, dark');
    await page.getByRole('button', { name: 'Registra inventario' }).click();
    await page.getByText('Alcune quantità non sono salvate: correggile prima di registrare').waitFor();
    await page.getByRole('link', { name: 'Tutti i fogli' }).click();
    await page.getByRole('button', { name: 'Resta qui' }).click();
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '90');
    isBroken = false;
    await countedOf(page, 'CARTA-1').focus();
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('-10 kg').waitFor();
    await typeInto(countedOf(page, 'CARTA-1'), 'abc');
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('Valore non valido').waitFor();
    await typeInto(countedOf(page, 'CARTA-1'), '');
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('-10 kg').waitFor({ state: 'detached' });
    assert.equal((await countOf(count)).counted_items, 0);
    await page.getByRole('button', { name: 'Registra inventario' }).click();
    await page.getByText("Nessuna riga contata: non c'è nulla da registrare").waitFor();
  });

  test('posting that the ledger refuses says so beside the row and books nothing', async () => {
    const { warehouse, count } = await openCount('Scaffale C');
    const page = await sheet(count);
    await typeInto(countedOf(page, 'COLLA-1 · L-1'), '3');
    await countedOf(page, 'COLLA-1 · L-1').press('Enter');
    await row(page, 'COLLA-1 · L-1').getByText('-2 kg').waitFor();
    await createMovement(stage.api.orders, {
      ...loadBody(made.glue, warehouse, 4, { batch_number: 'L-1' }),
      movement_type: 'S',
    });
    await (await post(page)).getByRole('button', { name: 'Registra', exact: true }).click();
    await page.getByText('Quantità non disponibile: ne restano 1').waitFor();
    await row(page, 'COLLA-1 · L-1').getByText('Il valore massimo è 1').waitFor();
    assert.equal((await countOf(count)).status, 'open');
  });

  test('an open sheet is deleted after a question; one that is gone leads back to the list', async () => {
    const { count } = await openCount('Scaffale D');
    const page = await sheet(count);
    await page.getByRole('button', { name: 'Elimina foglio' }).click();
    const question = page.getByRole('dialog', { name: 'Elimina foglio' });
    await question.getByText('Il foglio di Scaffale D viene eliminato').waitFor();
    await question.getByRole('button', { name: 'Elimina', exact: true }).click();
    await page.getByText('Foglio eliminato').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Inventario', exact: true }).waitFor();
    const lost = await stage.open(stage.api.warehouse, `${PATH}?sheet=${count.id}`);
    await lost.getByText('Errore nel caricamento del foglio').waitFor();
    await lost.getByRole('heading', { level: 1, name: 'Inventario', exact: true }).waitFor();
  });

  for (const dark of [false, true]) {
    test(`fits a phone, ${dark ? 'dark' : 'light'}`, async () => {
      const { count } = await openCount(`Scaffale ${dark ? 'F' : 'E'}`);
      const page = await stage.open(stage.api.warehouse, `${PATH}?sheet=${count.id}`, {
        viewport: PHONE,
        dark,
        language: 'fr',
      });
      await page.getByRole('textbox', { name: 'Quantité comptée · CARTA-1' }).waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider');
      await assertAccessible(page, 'a sheet on a phone');
      await page.getByRole('link', { name: 'Toutes les feuilles' }).click();
      await page.getByText(`Scaffale ${dark ? 'F' : 'E'}`).waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider');
      await assertAccessible(page, 'the list on a phone');
    });
  }
});
