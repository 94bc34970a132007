/** Transfers: several goods from one warehouse to another, in one transaction. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { choose, enterDay, scan, textsOf, typeInto } from '../support/by-hand.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { createRunPlant, mountReel, startRun } from '../support/runs.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/operazioni/trasferimenti';
const made = {} as Record<'main' | 'far' | 'glue' | 'paper', number>;

async function prepare() {
  const { orders } = stage.api;
  made.main = (await createWarehouse(orders, { name: 'Materie prime' })).id;
  made.far = (await createWarehouse(orders, { name: 'Deposito esterno' })).id;
  made.glue = (
    await createProduct(orders, {
      code: 'COLLA-1',
      description: 'Colla vinilica',
      has_batch: true,
      has_expiry_date: true,
    })
  ).id;
  made.paper = (
    await createProduct(orders, { code: 'CARTA-1', description: 'Carta kraft', barcode: '8001234567890' })
  ).id;
  await createProduct(orders, { code: 'FILM-1', barcode: '8001090310323', has_batch: true });
  for (const [batch_number, expiry_date, quantity] of [
    ['L-1', '2035-01-01', 5],
    ['L-2', '2020-02-01', 3],
  ] as const)
    await createMovement(orders, loadBody(made.glue, made.main, quantity, { batch_number, expiry_date }));
  await createMovement(orders, loadBody(made.paper, made.main, 100));
}
async function stockOf(product: number, warehouse: number): Promise<[string | null, number][]> {
  return (await stage.api.orders.get(`/stock/product/${product}?warehouse_id=${warehouse}`)).body.map(
    (row: { batch_number: string | null; quantity: number }) => [row.batch_number, row.quantity],
  );
}

async function open(look: Parameters<typeof stage.open>[2] = {}): Promise<Page> {
  const page = await stage.open(stage.api.warehouse, PATH, look);
  await page.getByRole('combobox').first().waitFor();
  return page;
}
function source(page: Page) {
  return page.getByRole('combobox', { name: 'Magazzino di origine' });
}
function destination(page: Page) {
  return page.getByRole('combobox', { name: 'Magazzino di destinazione' });
}
function adder(page: Page) {
  return page.getByRole('combobox', { name: 'Aggiungi prodotto' });
}
/** Waits for the name of the source warehouse, which is read after its goods. */
async function sourceIs(page: Page, name: string) {
  const field = await source(page).elementHandle();
  await page.waitForFunction(([input, wanted]) => (input as HTMLInputElement).value === wanted, [field, name] as const);
}
function quantityOf(page: Page, code: string) {
  return page.getByRole('textbox', { name: `Quantità · ${code}` });
}
async function find(page: Page, field: Locator, code: string) {
  await field.fill(code);
  await page.getByRole('option', { name: `${code} · ` }).click();
}
function save(page: Page) {
  return page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
}
async function fillPlaces(page: Page) {
  await choose(page, source(page), 'Materie prime');
  await choose(page, destination(page), 'Deposito esterno');
}
describe('transfers', () => {
  before(prepare);

  matrixTest('has a card on the hub, explains its purpose, and requires warehouses and lines', async () => {
    const page = await stage.open(stage.api.warehouse, '/operazioni');
    await page.getByRole('link', { name: /^Trasferimenti/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Trasferimenti' }).waitFor();
    await page.getByText('Sposta la merce da un magazzino a un altro').waitFor();
    assert.equal(
      await page.getByRole('textbox', { name: 'Data' }).inputValue(),
      new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/Rome' }),
    );
    await assertAccessible(page, 'empty');
    await save(page);
    await page.getByText('Aggiungi almeno una riga').waitFor();
    await page.getByText('Campo obbligatorio').first().waitFor();
    await assertAccessible(page, 'refused');
  });

  test('transfers searched and scanned goods, by batch, in one act, and clears the form', async () => {
    const page = await open();
    await fillPlaces(page);
    await find(page, adder(page), 'COLLA-1');
    const batch = page.getByRole('combobox', { name: 'Lotto · COLLA-1' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.0.batch_number');
    await batch.click();
    assert.deepEqual(await textsOf(page.getByRole('option')), [
      'L-2 · 3 kg · scaduto il 01/02/2020',
      'L-1 · 5 kg · scade il 01/01/2035',
    ]);
    await page.getByRole('option', { name: 'L-1' }).click();
    await page.getByText('Disponibile: 5 kg').waitFor();
    await typeInto(quantityOf(page, 'COLLA-1'), '2,5');
    await quantityOf(page, 'COLLA-1').press('Enter');
    await scan(page, '8001234567890');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.1.quantity');
    assert.equal(await adder(page).inputValue(), '', 'the field is ready for the next scan');
    await quantityOf(page, 'CARTA-1').pressSequentially('40', { delay: 60 });
    await quantityOf(page, 'CARTA-1').press('Enter');
    // A second scan of the product focuses its line and adds none.
    await scan(page, 'CARTA-1');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.1.quantity');
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'CARTA-1' }).count(), 1);
    await assertAccessible(page, 'filled');
    await save(page);
    await page.getByText('Trasferimento registrato: 2 righe').waitFor();
    await quantityOf(page, 'CARTA-1').waitFor({ state: 'detached' });
    // The second press of a hurried hand finds no fault with the cleared form.
    await page.keyboard.press('Control+s');
    assert.equal(await source(page).inputValue(), '');
    assert.deepEqual(await stockOf(made.glue, made.far), [['L-1', 2.5]]);
    assert.deepEqual(await stockOf(made.paper, made.far), [[null, 40]]);
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
    const { body } = await stage.api.orders.get('/stock-movements?type=T');
    assert.equal(body.length, 2);
  });

  matrixTest('a reel that is scanned first names the source, and a scan into the notes adds a line', async () => {
    const plant = await createReelPlant(stage.api.admin, 'KRAFT-TR');
    const [first, second] = await receiveReels(stage.api.admin, plant, [
      { width_mm: 1000, kg: 500 },
      { width_mm: 1000, kg: 400 },
    ]);
    const page = await open();
    const quantities = () =>
      page
        .getByRole('textbox', { name: 'Quantità · KRAFT-TR' })
        .evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
    await scan(page, first!.code);
    await page.getByRole('listitem', { name: 'KRAFT-TR' }).getByText('Disponibile: 500 kg').waitFor();
    await sourceIs(page, 'Bobine KRAFT-TR');
    const notes = page.getByRole('textbox', { name: 'Note' });
    await notes.fill('Turno 2');
    await scan(page, second!.code);
    await page.getByRole('listitem', { name: 'KRAFT-TR' }).getByText('Disponibile: 400 kg').waitFor();
    assert.deepEqual(await quantities(), ['500', '400']);
    assert.equal(await notes.inputValue(), 'Turno 2');
    const part = page.getByText(/^100\skg restano nel magazzino di origine: una bobina di solito si sposta intera$/);
    assert.equal(await part.count(), 0);
    await page.getByRole('textbox', { name: 'Quantità · KRAFT-TR' }).nth(1).fill('300');
    await part.waitFor();
  });

  test('a batch that lies in one warehouse names the source when it is scanned, and its quantity', async () => {
    const glue = await createProduct(stage.api.admin, { code: 'COLLA-W', has_batch: true });
    const other = await createWarehouse(stage.api.admin, { name: 'Solo colla' });
    await createMovement(stage.api.admin, loadBody(glue.id, other.id, 7.5, { batch_number: 'W-1' }));
    for (const warehouse of [made.main, other.id])
      await createMovement(stage.api.admin, loadBody(glue.id, warehouse, 3, { batch_number: 'W-2' }));
    const page = await open();
    await scan(page, 'COLLA-W*W-2');
    await page.getByRole('listitem', { name: 'COLLA-W' }).getByText('Scegli prima il magazzino di origine').waitFor();
    assert.equal(await source(page).inputValue(), '');
    await page.getByRole('button', { name: 'Togli la riga COLLA-W' }).click();
    await scan(page, 'COLLA-W*W-1');
    const line = page.getByRole('listitem', { name: 'COLLA-W' });
    await line.getByText('Disponibile: 7,5 kg').waitFor();
    await sourceIs(page, 'Solo colla');
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === '7,5',
      await quantityOf(page, 'COLLA-W').elementHandle(),
    );
  });

  matrixTest('reels that are selected in their list open as the lines of a transfer', async () => {
    const plant = await createReelPlant(stage.api.admin, 'KRAFT-TL');
    const reels = await receiveReels(stage.api.admin, plant, [
      { width_mm: 1000, kg: 500 },
      { width_mm: 1000, kg: 400 },
    ]);
    const page = await stage.open(stage.api.warehouse, `/operazioni/bobine?product_id=${plant.product}`);
    for (const { code } of reels) await page.getByRole('checkbox', { name: `Seleziona ${code}` }).check();
    await page.getByRole('button', { name: 'Trasferisci' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trasferimenti' }).waitFor();
    const lines = page.getByRole('listitem', { name: 'KRAFT-TL' });
    await lines
      .nth(1)
      .getByText(/Disponibile: [45]00\skg/)
      .waitFor();
    await sourceIs(page, 'Bobine KRAFT-TL');
    await choose(page, destination(page), 'Taglio KRAFT-TL');
    await save(page);
    await page.getByText('Trasferimento registrato: 2 righe').waitFor();
    const moved = await stockOf(plant.product, plant.second);
    assert.deepEqual(moved.map(([, quantity]) => quantity).toSorted(), [400, 500]);
    await lines.first().waitFor({ state: 'detached' });
  });

  matrixTest(
    'a line without a batch takes its own batches alone; the scan of other goods adds their line',
    async () => {
      const plant = await createReelPlant(stage.api.admin, 'KRAFT-TB');
      const [reel] = await receiveReels(stage.api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
      const glue = await createProduct(stage.api.admin, { code: 'COLLA-TB', has_batch: true });
      await createMovement(stage.api.admin, loadBody(glue.id, plant.main, 4, { batch_number: 'TB-1' }));
      const page = await open();
      await choose(page, source(page), 'Bobine KRAFT-TB');
      await scan(page, 'COLLA-TB');
      const batch = page.getByRole('combobox', { name: 'Lotto · COLLA-TB' });
      await batch.waitFor();
      await page.waitForFunction((field) => field === document.activeElement, await batch.elementHandle());
      await scan(page, reel!.code);
      await page.getByRole('listitem', { name: 'KRAFT-TB' }).getByText('Disponibile: 500 kg').waitFor();
      await batch.focus();
      await scan(page, 'NIENTE-77');
      await page.getByText(/NIENTE-77/).waitFor();
      assert.equal(await batch.inputValue(), '');
      await scan(page, 'COLLA-TB*TB-1');
      await page.getByRole('listitem', { name: 'COLLA-TB' }).getByText('Disponibile: 4 kg').waitFor();
      assert.equal(await page.getByRole('listitem', { name: /-TB$/ }).count(), 2);
    },
  );

  test('a code that is scanned while another is looked up gets its own line', async () => {
    const plant = await createReelPlant(stage.api.admin, 'KRAFT-TF');
    const [first, second] = await receiveReels(stage.api.admin, plant, [
      { width_mm: 1000, kg: 500 },
      { width_mm: 1000, kg: 400 },
    ]);
    const page = await open();
    await page.route('**/api/reels/scan?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    await adder(page).focus();
    for (const { code } of [first!, second!]) await scan(page, code);
    const lines = page.getByRole('listitem', { name: 'KRAFT-TF' });
    await lines.nth(1).getByText('Disponibile: 400 kg').waitFor();
    const quantities = page.getByRole('textbox', { name: 'Quantità · KRAFT-TF' });
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === '400',
      await quantities.nth(1).elementHandle(),
    );
    assert.equal(await quantities.first().inputValue(), '500');
    assert.equal(await adder(page).inputValue(), '');
  });

  matrixTest('scanned goods of another warehouse show where they are, and move from there', async () => {
    const plant = await createReelPlant(stage.api.admin, 'KRAFT-TE');
    const [reel] = await receiveReels(stage.api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
    const tape = await createProduct(stage.api.admin, { code: 'NASTRO-TE', barcode: '4006381333931' });
    await createMovement(stage.api.admin, loadBody(tape.id, plant.second, 6));
    const page = await open({ dark: true });
    const line = page.getByRole('listitem', { name: 'KRAFT-TE' });
    const tapes = page.getByRole('listitem', { name: 'NASTRO-TE' });
    await choose(page, source(page), 'Deposito esterno');
    await scan(page, reel!.code);
    await line.getByText('È in Bobine KRAFT-TE').waitFor();
    await line.getByText('Disponibile: 0 kg').waitFor();
    await scan(page, 'NASTRO-TE');
    await tapes.getByText('È in Taglio KRAFT-TE').waitFor();
    await assertAccessible(page, 'goods of another warehouse, dark');
    await page.getByRole('button', { name: 'Togli la riga NASTRO-TE' }).click();
    // The batch stays, because the new source has it.
    await choose(page, source(page), 'Bobine KRAFT-TE');
    await line.getByText('Disponibile: 500 kg').waitFor();
    await line.getByText('È in Bobine KRAFT-TE').waitFor({ state: 'detached' });
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === '500',
      await quantityOf(page, 'KRAFT-TE').elementHandle(),
    );
    // Another source has not.
    await choose(page, source(page), 'Materie prime');
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === '',
      await page.getByRole('combobox', { name: 'Lotto · KRAFT-TE' }).elementHandle(),
    );
    // Goods without a batch that lie in one warehouse name the source too.
    const fresh = await open();
    await scan(fresh, '4006381333931');
    await fresh.getByRole('listitem', { name: 'NASTRO-TE' }).getByText('Disponibile: 6 kg').waitFor();
    assert.equal(await source(fresh).inputValue(), 'Taglio KRAFT-TE');
    assert.equal(await quantityOf(fresh, 'NASTRO-TE').inputValue(), '');
  });

  matrixTest('a scanned reel on a machine is not added; one on hold is marked, and moves', async () => {
    const plant = await createRunPlant(stage.api, 'TM');
    const [mounted, held] = plant.reels;
    await mountReel(stage.api, await startRun(stage.api, plant), mounted!);
    assert.equal((await stage.api.admin.post(`/batches/${held!.batch_id}/hold`, { reason: 'Umida' })).status, 200);
    const page = await open();
    await scan(page, mounted!.code);
    await page.getByText(`La bobina ${mounted!.code} è montata su M-TM: smontala prima di spostarla`).waitFor();
    await scan(page, held!.code);
    const line = page.getByRole('listitem', { name: 'KRAFT-TM' });
    await line.getByText('Disponibile: 500 kg').waitFor();
    assert.equal(await line.count(), 1);
    assert.match(await page.getByRole('combobox', { name: 'Lotto · KRAFT-TM' }).inputValue(), /Bloccato$/);
    await choose(page, destination(page), 'Deposito esterno');
    await save(page);
    await page.getByText('Trasferimento registrato: 1 riga').waitFor();
  });

  matrixTest(
    'a save right after the scan of a reel waits for its quantity, and the button shows progress',
    async () => {
      const plant = await createReelPlant(stage.api.admin, 'KRAFT-TS');
      const [reel] = await receiveReels(stage.api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
      const page = await open();
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/stock/product/**', async (route) => {
        await isReleased;
        await route.continue();
      });
      await scan(page, reel!.code);
      await page.getByRole('listitem', { name: 'KRAFT-TS' }).waitFor();
      await choose(page, destination(page), 'Deposito esterno');
      await page.keyboard.press('Control+s');
      await page.locator('form button[type=submit][data-loading]').waitFor();
      await page.keyboard.press('Control+s');
      release();
      await page.getByText('Trasferimento registrato: 1 riga').waitFor();
      const { body } = await stage.api.orders.get(`/stock-movements?type=T&product_id=${plant.product}`);
      assert.deepEqual(
        body.map(({ quantity, batch_number }: Movement) => [batch_number, quantity]),
        [[reel!.code, 500]],
      );
    },
  );

  test('a scanned label selects its batch, a second scan uses the same line, and a missing batch shows a message', async () => {
    const page = await open();
    await fillPlaces(page);
    await scan(page, 'COLLA-1*L-1');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.0.quantity');
    const batch = page.getByRole('combobox', { name: 'Lotto · COLLA-1' });
    // The message appears once the stock has been read.
    await page.waitForFunction(
      (field) => /^L-1 · 2,5\skg · scade il 01\/01\/2035$/.test((field as HTMLInputElement).value),
      await batch.elementHandle(),
    );
    await scan(page, '8001234567890');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.1.quantity');
    // A scan in a number field keeps the number and focuses the existing line.
    await quantityOf(page, 'CARTA-1').pressSequentially('7', { delay: 60 });
    await page.keyboard.press('End');
    await scan(page, 'COLLA-1*L-1');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.0.quantity');
    assert.equal(await quantityOf(page, 'CARTA-1').inputValue(), '7');
    // The GS1 label of another product's GTIN, with a batch that is not in stock here.
    await scan(page, ']C10108001090310323172712311026-44');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'items.2.quantity');
    await page.getByRole('listitem', { name: 'FILM-1' }).getByText('Disponibile: 0 kg').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Lotto · FILM-1' }).inputValue(), '26-44');
    assert.equal(await page.getByRole('dialog').count(), 0, 'a taken scan opens no search');
    await assertAccessible(page, 'scanned lines');
    // On a past day, the form shows the stock of that day.
    await enterDay(page.getByRole('textbox', { name: 'Data' }), '09/01/2026');
    await page.getByRole('listitem', { name: 'CARTA-1' }).getByText('Disponibile il 09/01/2026: 0 kg').waitFor();
    await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor();
    await enterDay(page.getByRole('textbox', { name: 'Data' }), '11/01/2026');
    await page.getByRole('listitem', { name: 'CARTA-1' }).getByText('Disponibile il 11/01/2026: 60 kg').waitFor();
  });

  test('errors appear beside the line and the input is kept; a repeated request is booked once', async () => {
    const page = await open({ dark: true });
    const before = await stockOf(made.paper, made.far);
    await fillPlaces(page);
    await adder(page).focus();
    await scan(page, 'CARTA-1');
    await typeInto(quantityOf(page, 'CARTA-1'), '61');
    await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor();
    await save(page);
    await page.getByText('Il valore massimo è 60').waitFor();
    assert.equal(await quantityOf(page, 'CARTA-1').inputValue(), '61');
    assert.deepEqual(await stockOf(made.paper, made.far), before);
    await assertAccessible(page, 'more than the stock, dark');
    // The destination does not offer the source, but the source may be set to the current destination.
    await choose(page, source(page), 'Deposito esterno');
    await page.getByText('I magazzini di origine e di destinazione non possono coincidere').waitFor();
    await typeInto(quantityOf(page, 'CARTA-1'), '10');
    await save(page);
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'to_warehouse_id');
    await assertAccessible(page, 'the same warehouse twice, dark');
    await choose(page, source(page), 'Materie prime');
    // The response is lost: the transfer is done, and the retry does not repeat it.
    let isLost = false;
    const keys: (string | undefined)[] = [];
    await page.route('**/api/stock-movements/transfers', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } });
    });
    await save(page);
    await page.getByText('Errore durante il trasferimento').first().waitFor();
    assert.equal(await quantityOf(page, 'CARTA-1').inputValue(), '10');
    await save(page);
    await page.getByText('Trasferimento registrato: 1 riga').waitFor();
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(await stockOf(made.paper, made.far), [[null, 50]]);
  });

  matrixTest(
    'a line without its batch is refused before it is sent, so that it never waits on the device',
    async () => {
      const page = await open();
      await fillPlaces(page);
      await adder(page).focus();
      await scan(page, 'COLLA-1');
      await typeInto(quantityOf(page, 'COLLA-1'), '1');
      let sent = 0;
      await page.route('**/api/stock-movements/transfers', (route) => {
        sent++;
        return route.continue();
      });
      await save(page);
      await page.getByRole('listitem', { name: 'COLLA-1' }).getByText('Campo obbligatorio').waitFor();
      assert.equal(sent, 0);
      assert.equal(await quantityOf(page, 'COLLA-1').inputValue(), '1');
    },
  );

  matrixTest('an unknown code shows a message, and lines can be removed', async () => {
    const page = await open();
    await adder(page).focus();
    await scan(page, 'NIENTE-9');
    await page.getByText('Nessun prodotto attivo con il codice NIENTE-9').waitFor();
    await adder(page).pressSequentially('CARTA-1', { delay: 60 });
    await adder(page).press('Enter');
    await page.getByText('Scegli prima il magazzino di origine').waitFor();
    await page.getByRole('button', { name: 'Togli la riga CARTA-1' }).click();
    await quantityOf(page, 'CARTA-1').waitFor({ state: 'detached' });
  });

  for (const dark of [false, true]) {
    matrixTest(`fits a phone, ${dark ? 'dark' : 'light'}`, async () => {
      const page = await stage.open(stage.api.warehouse, PATH, { viewport: PHONE, dark, language: 'fr' });
      await choose(page, page.getByRole('combobox', { name: "Entrepôt d'origine" }), 'Materie prime');
      await find(page, page.getByRole('combobox', { name: 'Ajouter un produit' }), 'COLLA-1');
      await page.getByRole('combobox', { name: 'Lot · COLLA-1' }).waitFor();
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'no horizontal overflow',
      );
      await assertAccessible(page, 'on a phone');
    });
  }

  test('a transfer that is cleared on purpose is not offered again; a reload offers what was typed', async () => {
    const page = await open();
    const notice = page.getByRole('region', { name: 'Dati non salvati' });
    const notes = page.getByLabel('Note', { exact: true });
    await notes.fill('da buttare');
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await page.waitForFunction(() => document.querySelector('textarea')!.value === '');
    assert.equal(await notice.count(), 0);
    await notes.fill('da tenere');
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await page.reload();
    await notice.getByRole('button', { name: 'Riprendi' }).click();
    assert.equal(await notes.inputValue(), 'da tenere');
  });
});
