/** Stock counts: a sheet for one warehouse, filled in during operation, posted once. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import type { StockCount } from '@bobina/contract/stock/counts.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { cellsOf, choose, scan, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { printedRows } from '../support/printing.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/report/inventario';
const made = {} as Record<'box' | 'film' | 'glue' | 'paper' | 'spare', number>;

async function prepare() {
  const { orders } = stage.api;
  made.paper = (
    await createProduct(orders, { code: 'CARTA-1', description: 'Carta kraft', barcode: '8001234567890' })
  ).id;
  made.glue = (await createProduct(orders, { code: 'COLLA-1', description: 'Colla vinilica', has_batch: true })).id;
  made.film = (
    await createProduct(orders, { code: 'FILM-1', description: 'Film', barcode: '8001090310323', has_batch: true })
  ).id;
  made.box = (
    await createProduct(orders, {
      code: 'SCATOLA-1',
      description: 'Scatola',
      unit_of_measure: 'piece',
      barcode: '96385074',
    })
  ).id;
  made.spare = (await createProduct(orders, { code: 'SCORTA-1', description: 'Nastro' })).id;
}
/** Creates a warehouse with 100 of paper and two batches of glue. */
async function fill(name: string): Promise<number> {
  const { orders } = stage.api;
  const { id } = await createWarehouse(orders, { name });
  await createMovement(orders, loadBody(made.paper, id, 100));
  await createMovement(orders, loadBody(made.glue, id, 5, { batch_number: 'L-1' }));
  await createMovement(orders, loadBody(made.glue, id, 3, { batch_number: 'L-2' }));
  return id;
}
async function openCount(name: string): Promise<{ warehouse: number; count: StockCount }> {
  const warehouse = await fill(name);
  const { body } = await stage.api.warehouse.post('/stock-counts', { warehouse_id: warehouse });
  return { warehouse, count: body };
}
async function stockOf(product: number, warehouse: number): Promise<[string | null, number][]> {
  return (await stage.api.orders.get(`/stock/product/${product}?warehouse_id=${warehouse}`)).body.map(
    (row: { batch_number: string | null; quantity: number }) => [row.batch_number, row.quantity],
  );
}
async function countOf({ id }: { id: number }): Promise<StockCount> {
  return (await stage.api.warehouse.get(`/stock-counts/${id}`)).body;
}

function countedOf(page: Page, name: string) {
  return page.getByRole('textbox', { name: `Quantità contata · ${name}` });
}
function row(page: Page, name: string) {
  return page.getByRole('listitem', { name, exact: true });
}
async function sheet({ id }: { id: number }, look: Parameters<typeof stage.open>[2] = {}) {
  const page = await stage.open(stage.api.warehouse, `${PATH}?sheet=${id}`, look);
  await page.getByRole('list').locator('[data-key]').first().waitFor();
  return page;
}
function focused(page: Page, label: string) {
  return page.waitForFunction(
    (wanted) => document.activeElement?.getAttribute('aria-label') === wanted,
    `Quantità contata · ${label}`,
  );
}
async function post(page: Page) {
  await page.getByRole('button', { name: 'Registra inventario' }).click();
  return page.getByRole('dialog', { name: 'Registra inventario' });
}

describe('stock counts', () => {
  before(prepare);

  test('opens a stock count from the list, counts 95 of 100 while 10 are sold, and posts 85', async () => {
    const warehouse = await fill('Materie prime');
    const page = await stage.open(stage.api.warehouse, '/report');
    await page.getByRole('link', { name: /^Inventario/ }).click();
    await page.getByRole('heading', { name: 'Nessun inventario' }).waitFor();
    await assertAccessible(page, 'no counts');
    await page.getByRole('button', { name: 'Nuovo inventario' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nuovo inventario' });
    await choose(page, dialog.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
    await assertAccessible(page, 'a new sheet');
    await dialog.getByRole('button', { name: "Apri l'inventario" }).click();
    await page.getByRole('heading', { level: 1, name: 'Inventario di Materie prime' }).waitFor();
    assert.match(page.url(), /\?sheet=\d+$/);
    // A second sheet of the warehouse names the open one.
    const opened = page.url();
    await page.goto(`${stage.api.url}${PATH}?new=true`);
    await choose(page, dialog.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
    await dialog.getByText(/è già aperto un inventario: .*, Utente warehouse/).waitFor();
    await dialog.getByRole('button', { name: 'Continua quello' }).click();
    await page.waitForURL(opened);
    await focused(page, 'CARTA-1');
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
    // The label of a shelf is short, and the scanner's Enter must not answer the question.
    assert.ok(await scan(page, 'A1-04'));
    await page.getByText('A1-04').waitFor();
    await question.getByRole('button', { name: 'Registra', exact: true }).click();
    await page.getByText('Inventario registrato').waitFor();
    await page.getByRole('button', { name: 'Registra inventario' }).waitFor({ state: 'detached' });
    assert.deepEqual(await stockOf(made.paper, warehouse), [[null, 85]]);
    assert.deepEqual(await stockOf(made.glue, warehouse), [
      ['L-1', 5],
      ['L-2', 3],
    ]);
    await assertAccessible(page, 'posted');
    await page.getByText('Differenze (1)').click();
    await row(page, 'COLLA-1 · L-1').waitFor({ state: 'detached' });
    const [paper] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Stampa', exact: true }).click(),
    ]);
    await paper.getByText(/Registrato il .* da Utente warehouse/).waitFor();
    assert.deepEqual(
      (await printedRows(paper)).map((cells) => cells.slice(0, 7)),
      [
        ['Codice', 'Prodotto', 'Lotto', 'Giacenza', 'Contato', 'Differenza', 'UM'],
        ['CARTA-1', 'Carta kraft', '', '100', '95', '-5', 'kg'],
      ],
    );
    await paper.close();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Esporta Excel' }).click(),
    ]);
    const book = read(await readFile(await file.path()));
    const [, ...lines] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    assert.deepEqual(
      lines.map(([code, , , ...numbers]) => [code, ...numbers.slice(0, 4)]),
      [['CARTA-1', 100, 95, -5, 'kg']],
    );
    await page.getByRole('link', { name: 'Tutti gli inventari' }).click();
    await page.getByRole('grid').getByText('Registrato', { exact: true }).waitFor();
    const [cells] = await cellsOf(page.getByRole('grid').locator('[data-index]'));
    assert.deepEqual(
      [cells![0], cells![1], cells![3], cells![4], cells![5]],
      ['Materie prime', 'Registrato', 'Utente warehouse', '1', '1'],
    );
  });

  matrixTest(
    'a scan finds the row by code or barcode and focuses its quantity; pieces are counted one by one, and products that are not listed are added',
    async () => {
      const { count } = await openCount('Scaffale S');
      const page = await sheet(count);
      await scan(page, '8001234567890'); // no element has the focus
      await focused(page, 'CARTA-1');
      assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '', 'kilos are typed');
      await countedOf(page, 'CARTA-1').pressSequentially('95', { delay: 60 });
      await page.keyboard.press('End'); // ends the key sequence like a pause, without waiting
      // A scan in a number field keeps the entered number and does not insert the code.
      await scan(page, 'SCORTA-1');
      await focused(page, 'SCORTA-1');
      assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '95');
      await row(page, 'CARTA-1').getByText('-5 kg').waitFor();
      await row(page, 'SCORTA-1').getByText('0 kg').first().waitFor();
      await countedOf(page, 'SCORTA-1').pressSequentially('2', { delay: 60 });
      await countedOf(page, 'SCORTA-1').press('Enter');
      await row(page, 'SCORTA-1').getByText('+2 kg').waitFor();
      // Pieces: each scan counts one, independent of the focus; a GTIN with more digits matches, too.
      for (const [code, counted] of [
        ['SCATOLA-1', '1'],
        ['96385074', '2'],
        ['00000096385074', '3'],
      ] as const) {
        await scan(page, code);
        await page.waitForFunction((wanted) => (document.activeElement as HTMLInputElement).value === wanted, counted);
        await focused(page, 'SCATOLA-1');
      }
      await row(page, 'SCATOLA-1').getByText('+3').waitFor();
      // Also from the search field of the sheet, which keeps its text.
      const search = page.getByRole('searchbox', { name: "Cerca nell'inventario" });
      await search.focus();
      await scan(page, 'SCATOLA-1');
      await focused(page, 'SCATOLA-1');
      await row(page, 'SCATOLA-1').getByText('+4').waitFor();
      // Half a box on a shelf is counted, with a note; whole numbers and kilos have none.
      const note = row(page, 'SCATOLA-1').getByText('Non è un numero intero (pz)');
      await countedOf(page, 'SCATOLA-1').fill('1,5');
      await note.waitFor();
      await countedOf(page, 'SCATOLA-1').press('Enter');
      await row(page, 'SCATOLA-1').getByText('+1,5').waitFor();
      await countedOf(page, 'SCATOLA-1').fill('4');
      await note.waitFor({ state: 'detached' });
      await countedOf(page, 'SCATOLA-1').press('Enter');
      await row(page, 'SCATOLA-1').getByText('+4').waitFor();
      assert.equal(await page.getByText('Non è un numero intero').count(), 0);
      // What was typed includes the scanned piece already.
      await scan(page, 'SCATOLA-1');
      await page.getByText('SCATOLA-1 è già contato: 4. Correggi la quantità se serve').waitFor();
      await focused(page, 'SCATOLA-1');
      assert.equal(await search.inputValue(), '');
      assert.equal(await page.getByRole('dialog').count(), 0, 'a taken scan opens no search');
      assert.deepEqual(
        (await countOf(count)).items
          .filter(({ counted_quantity }) => counted_quantity !== null)
          .map(({ product_code, counted_quantity }) => [product_code, counted_quantity]),
        [
          ['CARTA-1', 95],
          ['SCATOLA-1', 4],
          ['SCORTA-1', 2],
        ],
      );
      await assertAccessible(page, 'scanned');
    },
  );

  matrixTest(
    'a label finds its batch, a code finds the remaining batches, and an unknown code shows a message',
    async () => {
      const { count } = await openCount('Scaffale T');
      const page = await sheet(count, { dark: true });
      await scan(page, 'COLLA-1*L-2');
      await focused(page, 'COLLA-1 · L-2');
      await countedOf(page, 'COLLA-1 · L-2').pressSequentially('3', { delay: 60 });
      await page.keyboard.press('End');
      await scan(page, 'COLLA-1');
      await focused(page, 'COLLA-1 · L-1');
      // A GS1 label of a batch without movements here; its fields in another order, separated by FNC1.
      await scan(page, ']C1010800109031032310AB/9\u001d17271231');
      await focused(page, 'FILM-1 · AB/9');
      await countedOf(page, 'FILM-1 · AB/9').pressSequentially('7,5', { delay: 60 });
      await countedOf(page, 'FILM-1 · AB/9').press('Enter');
      await row(page, 'FILM-1 · AB/9').getByText('+7,5 kg').waitFor();
      await scan(page, ']C1010800109031033010X');
      await page.getByText('Nessun prodotto attivo con il codice 010800109031033010X').waitFor();
      await scan(page, 'NIENTE-9');
      await page.getByText('Nessun prodotto attivo con il codice NIENTE-9').waitFor();
      await assertAccessible(page, 'an unknown code, dark');
      // A product without stock here asks for its batch, and its label may be scanned there.
      const { count: other } = await openCount('Scaffale U');
      const empty = await sheet(other);
      await scan(empty, '8001090310323');
      const prompt = empty.getByRole('dialog', { name: 'Lotto di FILM-1' });
      await prompt.waitFor();
      await empty.locator('[role=dialog] input:focus').waitFor();
      await scan(empty, 'FILM-1*26-44');
      await prompt.getByRole('button', { name: 'Aggiungi' }).click();
      await focused(empty, 'FILM-1 · 26-44');
      const counted = (await countOf(count)).items.filter(({ counted_quantity }) => counted_quantity !== null);
      assert.deepEqual(
        counted.map(({ product_code, batch_number, counted_quantity }) => [
          product_code,
          batch_number,
          counted_quantity,
        ]),
        [
          ['COLLA-1', 'L-2', 3],
          ['FILM-1', 'AB/9', 7.5],
        ],
      );
    },
  );

  test('the scan of a short batch number in the quantity of another row goes to the row of the batch', async () => {
    const { warehouse, count } = await openCount('Scaffale K');
    await createMovement(stage.api.orders, loadBody(made.film, warehouse, 4, { batch_number: 'PL-A2' }));
    const page = await sheet(count);
    await countedOf(page, 'CARTA-1').pressSequentially('95', { delay: 60 });
    await page.keyboard.press('End');
    await scan(page, 'PL-A2');
    await focused(page, 'FILM-1 · PL-A2');
    assert.equal(await countedOf(page, 'FILM-1 · PL-A2').inputValue(), '');
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '95');
    await row(page, 'CARTA-1').getByText('-5 kg').waitFor();
  });

  test('what is typed and scanned while a code is looked up goes to its row; what follows an unknown code is dropped', async () => {
    const { count } = await openCount('Scaffale N');
    const page = await sheet(count);
    const enter = async (quantity: string) => {
      await page.keyboard.type(quantity);
      await page.keyboard.press('Enter');
    };
    await focused(page, 'CARTA-1');
    await page.route('**/api/products?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await scan(page, 'COLLA-1*L-2');
    await enter('7');
    await scan(page, 'NIENTE-1');
    await enter('9');
    await scan(page, 'COLLA-1*L-1');
    await enter('4');
    await row(page, 'COLLA-1 · L-2').getByText('+4 kg').waitFor();
    await row(page, 'COLLA-1 · L-1').getByText('-1 kg').waitFor();
    await page.getByText(/NIENTE-1/).waitFor();
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '');
    const counted = (await countOf(count)).items.map((item) => [item.batch_number, item.counted_quantity]);
    assert.deepEqual(
      new Map(counted as [string | null, number | null][]),
      new Map([
        ['L-1', 4],
        ['L-2', 7],
        [null, null],
      ]),
    );
  });

  matrixTest(
    'a point before three digits groups pieces, a quantity below 0 keeps the focus, and Escape returns to the button that posts',
    async () => {
      const { warehouse, count: first } = await openCount('Scaffale O');
      await stage.api.warehouse.delete(`/stock-counts/${first.id}`);
      await createMovement(stage.api.orders, loadBody(made.box, warehouse, 2000));
      const { body: count } = await stage.api.warehouse.post<StockCount>('/stock-counts', { warehouse_id: warehouse });
      const page = await sheet(count);
      const boxes = countedOf(page, 'SCATOLA-1');
      await typeInto(boxes, '2.050');
      await boxes.press('Enter');
      await row(page, 'SCATOLA-1').getByText(/^\+50/).waitFor();
      await typeInto(boxes, '-5');
      await boxes.press('Enter');
      await page.getByText('Il valore minimo è 0').first().waitFor();
      await hasFocus(boxes, 'a quantity below 0');
      await typeInto(boxes, '2050');
      const button = page.getByRole('button', { name: 'Registra inventario' });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Registra inventario' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await hasFocus(button, 'Escape');
    },
  );

  matrixTest(
    'a scan brings its row into view, in a long sheet too, and says when the warehouse does not hold the goods',
    async () => {
      const { warehouse, count: short } = await openCount('Scaffale L');
      await stage.api.warehouse.delete(`/stock-counts/${short.id}`);
      for (let batch = 100; batch < 160; batch++)
        await createMovement(stage.api.orders, loadBody(made.glue, warehouse, 1, { batch_number: `LUNGO-${batch}` }));
      const { body: count } = await stage.api.warehouse.post<StockCount>('/stock-counts', { warehouse_id: warehouse });
      const page = await sheet(count, { viewport: PHONE });
      const isInView = () =>
        page.waitForFunction(() => {
          const { top, bottom } = document.activeElement!.getBoundingClientRect();
          return top > 60 && bottom < innerHeight;
        });
      await scan(page, 'COLLA-1*LUNGO-155');
      await focused(page, 'COLLA-1 · LUNGO-155');
      await isInView();
      await scan(page, 'COLLA-1*LUNGO-101');
      await focused(page, 'COLLA-1 · LUNGO-101');
      await isInView();
      // The added row moves to its place, after the others, when it is saved.
      await scan(page, 'SCATOLA-1');
      await page.getByText('SCATOLA-1 non risulta in questo magazzino. Se è un errore, svuota la quantità').waitFor();
      await row(page, 'SCATOLA-1').getByText('+1').waitFor();
      await focused(page, 'SCATOLA-1');
      await isInView();
    },
  );

  matrixTest(
    'a quantity far above the stock says so, stays among the rows to count, and leads the differences to post',
    async () => {
      const { count } = await openCount('Scaffale M');
      const page = await sheet(count, { dark: true });
      const note = 'Molto più della giacenza: controlla la quantità';
      await page.getByText('Da contare (3)').click();
      await page.waitForURL(/view=open/);
      await typeInto(countedOf(page, 'CARTA-1'), '90');
      await countedOf(page, 'CARTA-1').press('Enter');
      await typeInto(countedOf(page, 'COLLA-1 · L-1'), '7777777');
      await countedOf(page, 'COLLA-1 · L-1').press('Enter');
      await focused(page, 'COLLA-1 · L-2');
      await page.getByText('Da contare (1)').waitFor();
      await row(page, 'COLLA-1 · L-1').getByText(note).waitFor();
      await row(page, 'COLLA-1 · L-1').getByText('+7.777.772 kg').waitFor();
      assert.equal(await row(page, 'CARTA-1').getByText(note).count(), 0);
      assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '90', 'a row counted here stays');
      await assertAccessible(page, 'far more than in stock, dark');
      const question = await post(page);
      await question.getByText('2 differenze da registrare.').waitFor();
      assert.deepEqual(
        (await question.getByRole('listitem').allInnerTexts()).map((text) => text.split(/[:\n]/, 1)[0]),
        ['COLLA-1 · L-1', 'CARTA-1'],
      );
      await question.getByRole('listitem').first().getByText(note).waitFor();
      assert.equal(await question.getByText(note).count(), 1);
      await assertAccessible(page, 'the question, dark');
      await question.getByRole('button', { name: 'Annulla' }).click();
      // Another view shows the rows that belong to it.
      await page.getByText('Differenze (2)').click();
      await row(page, 'COLLA-1 · L-2').waitFor({ state: 'detached' });
      await page.getByText('Da contare (1)').click();
      await row(page, 'CARTA-1').waitFor({ state: 'detached' });
      await row(page, 'COLLA-1 · L-2').waitFor();
    },
  );

  matrixTest('unsaved quantities are kept, the reason appears beside the row, and posting waits for them', async () => {
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
    await row(page, 'CARTA-1').getByText('Errore nel salvataggio della quantità').waitFor();
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '90');
    await assertAccessible(page, 'not saved, dark');
    await page.getByRole('button', { name: 'Registra inventario' }).click();
    await page.getByText('Alcune quantità non sono salvate: correggile prima di registrare').waitFor();
    await page.getByRole('link', { name: 'Tutti gli inventari' }).click();
    await page.getByRole('button', { name: 'Resta qui' }).click();
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '90');
    isBroken = false;
    await countedOf(page, 'CARTA-1').focus();
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('-10 kg').waitFor();
    await typeInto(countedOf(page, 'CARTA-1'), 'abc');
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('Scrivi un numero').waitFor();
    await hasFocus(countedOf(page, 'CARTA-1'), 'a text that is no number is not left behind');
    // A number with two readings asks at once; the next Enter takes the first reading, the one after it saves.
    await typeInto(countedOf(page, 'CARTA-1'), '2.300');
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('button', { name: '2.300,00' }), 'the question');
    await page.keyboard.press('Enter');
    await hasFocus(countedOf(page, 'CARTA-1'), 'the answer');
    assert.equal(await countedOf(page, 'CARTA-1').inputValue(), '2300');
    await page.keyboard.press('Enter');
    await row(page, 'CARTA-1').getByText('+2.200 kg').waitFor();
    await typeInto(countedOf(page, 'CARTA-1'), '');
    await countedOf(page, 'CARTA-1').press('Enter');
    await row(page, 'CARTA-1').getByText('+2.200 kg').waitFor({ state: 'detached' });
    assert.equal((await countOf(count)).counted_items, 0);
    await page.getByRole('button', { name: 'Registra inventario' }).click();
    await page.getByText("Nessuna riga contata: non c'è nulla da registrare").waitFor();
  });

  matrixTest('a posting that the ledger refuses shows the reason beside the row and books nothing', async () => {
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

  matrixTest('deleting an open count asks first; the address of a deleted count leads back to the list', async () => {
    const { count } = await openCount('Scaffale D');
    const page = await sheet(count);
    await page.getByRole('button', { name: 'Elimina inventario' }).click();
    const question = page.getByRole('dialog', { name: 'Elimina inventario' });
    await question.getByText("L'inventario di Scaffale D viene eliminato").waitFor();
    await question.getByRole('button', { name: 'Elimina', exact: true }).click();
    await page.getByText('Inventario eliminato').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Inventario', exact: true }).waitFor();
    const lost = await stage.open(stage.api.warehouse, `${PATH}?sheet=${count.id}`);
    await lost.getByText("Errore nel caricamento dell'inventario").waitFor();
    await lost.getByRole('heading', { level: 1, name: 'Inventario', exact: true }).waitFor();
  });

  matrixTest('the first row stands above the fold of a phone, with every button on one line', async () => {
    const { count } = await openCount('Telefono');
    const page = await sheet(count, { viewport: PHONE });
    const field = (await countedOf(page, 'CARTA-1').boundingBox())!;
    // What the bars of a browser leave of 844 px.
    assert.ok(field.y + field.height <= 620, `the field ends at ${field.y + field.height} px`);
    const names = ['Tutti gli inventari', 'Commenti', 'Allegati', 'Elimina inventario', 'Registra inventario'];
    const boxes = await Promise.all(
      names.map(async (name) => {
        const role = name === names[0] ? 'link' : 'button';
        return (await page.getByRole('main').getByRole(role, { name, exact: true }).boundingBox())!;
      }),
    );
    assert.equal(new Set(boxes.map(({ y }) => Math.round(y))).size, 1, 'one line');
    assert.ok(boxes.every(({ x, width, height }) => x + width <= PHONE.width && width >= 36 && height >= 44));
  });
});
