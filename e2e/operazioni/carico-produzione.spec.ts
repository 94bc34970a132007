/** Production load: finished goods into a warehouse. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import {
  createMovement,
  createOperation,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { cellsOf, scan, textsOf, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { makeProduction, type Made } from '../support/production.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const PATH = '/operazioni/carico-produzione';
let made: Made;
let main: number;
let loose: number;

async function prepare() {
  const { orders } = stage.api;
  main = (await createWarehouse(orders, { name: 'Prodotti finiti' })).id;
  await createWarehouse(orders, { name: 'Magazzino chiuso', is_active: false });
  made = await makeProduction(stage.api, 'SAC-9', 'Forno Bianchi');
  loose = (await createProduct(orders, { code: 'FOG-1', name: 'Fogli sfusi', unit_of_measure: 'kg' })).id;
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

/** Creates an order line with these produced batches; the customer's order number identifies it. */
async function finish(name: string, quantity: number, batches: Record<string, number>, line: object = {}) {
  const order = await made.order({ customer_order_number: name }, { quantity, ...line });
  const id = order.items[0]!.id;
  for (const [batch_number, produced] of Object.entries(batches))
    await createOperation(stage.api.warehouse, id, produced, { batch_number });
  return { id, number: order.order_number, code: order.items[0]!.code };
}
type Item = Awaited<ReturnType<typeof finish>>;

function rowsOf(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
function rowOf(page: Page, { number }: Item) {
  return rowsOf(page).filter({ hasText: number });
}
function quantityOf(page: Page, { number, code }: Item) {
  return page.getByRole('textbox', { name: `Quantità da caricare di ${number} · ${code}` });
}
function boxOf(page: Page, { number, code }: Item) {
  return page.getByRole('checkbox', { name: `Seleziona ${number} · ${code}` });
}
function confirmButton(page: Page) {
  return page.getByRole('button', { name: 'Conferma carico' });
}
function selection(page: Page) {
  return page.getByRole('region', { name: 'Righe selezionate' });
}
async function choosePlace(page: Page, name = 'Prodotti finiti') {
  await page.getByRole('combobox', { name: 'Magazzino' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}
async function stockOf(product: number) {
  return (await stage.api.warehouse.get(`/stock?product_id=${product}`)).body.map(
    (row: { batch_number: string | null; quantity: number; warehouse_name: string }) =>
      `${row.warehouse_name} ${row.batch_number} ${row.quantity}`,
  );
}
function plain(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim();
}

describe('production load', () => {
  matrixTest('an empty list explains its content, and a failed load shows a message', async () => {
    const page = await stage.open(stage.api.warehouse, PATH);
    await page.getByRole('heading', { name: 'Niente da caricare' }).waitFor();
    await assertAccessible(page, 'nothing to load');
    const failing = await stage.open(stage.api.warehouse, '/operazioni', { dark: true });
    await failing.route('**/api/production/status?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
    );
    await failing.getByRole('main').getByRole('link', { name: 'Carico produzione' }).click();
    await failing.getByText('Errore nel caricamento dei dati').waitFor();
    await assertAccessible(failing, 'loading failed, dark');
  });

  describe('with finished items', () => {
    before(once);

    matrixTest(
      'N01: a warehouse choice, a search by code or batch, selectable rows with the produced quantity, a confirmation, and a print of the selection alone',
      async () => {
        const boxes = await finish('N01-A', 100, { 'LA-1': 60, 'LA-2': 20, 'LA-3': 25 });
        const kilos = await finish('N01-B', 40, { qualsiasi: 40 }, { product_id: loose });
        const page = await stage.open(stage.api.warehouse, PATH);
        await page.getByText('2 righe da caricare').waitFor();
        assert.deepEqual(
          (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean),
          ['Prodotto', 'Lotto', 'Numero ordine', 'Cliente', 'Quantità prodotta', 'Quantità da caricare'],
        );
        const [cells] = await cellsOf(rowOf(page, boxes));
        assert.deepEqual(cells!.slice(1, 6), [
          'SAC-9 Scatole SAC-9',
          'LA-1 … LA-3',
          `${boxes.number} N01-A`,
          'Forno Bianchi Pisa',
          '105 scat.',
        ]);
        assert.equal(await rowOf(page, boxes).locator('.mantine-Badge-root').innerText(), 'LA-1 … LA-3');
        assert.equal(await quantityOf(page, boxes).inputValue(), '105', 'as much as was produced');
        assert.equal(await quantityOf(page, kilos).inputValue(), '40');

        const search = page.getByRole('searchbox', { name: 'Cerca per codice o lotto' });
        for (const [term, found, other] of [
          ['fog-', kilos, boxes],
          ['la-2', boxes, kilos], // a batch that the row does not show
        ] as const) {
          await search.fill(term);
          await rowOf(page, other).waitFor({ state: 'detached' });
          await rowOf(page, found).waitFor();
        }
        await search.fill('nulla');
        await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
        const elsewhere = page.getByRole('main').getByRole('link', { name: 'Stato produzione' });
        assert.match((await elsewhere.getAttribute('href'))!, /\/produzione\/stato\?q=nulla$/);
        await search.fill('');

        // The list offers neither an empty warehouse option nor an inactive warehouse.
        assert.equal(
          await page.getByRole('combobox', { name: 'Magazzino' }).getAttribute('placeholder'),
          'Scegli il magazzino',
        );
        assert.ok(await confirmButton(page).isDisabled());
        assert.equal(
          await confirmButton(page).evaluate((one) => one.ariaDescribedByElements?.[0]?.textContent),
          'Scegli il magazzino',
        );
        const print = page.getByRole('button', { name: 'Stampa selezionati' });
        assert.ok(await print.isDisabled());
        await boxOf(page, boxes).check();
        assert.ok(await confirmButton(page).isDisabled(), 'a row alone is not enough');
        assert.ok(await print.isEnabled());
        await page.getByRole('combobox', { name: 'Magazzino' }).click();
        assert.deepEqual(await textsOf(page.getByRole('option')), ['Prodotti finiti']);
        await page.keyboard.press('Escape');
        await quantityOf(page, boxes).fill('90');
        await selection(page).getByText('1 riga selezionata').waitFor();
        assert.deepEqual((await selection(page).getByRole('row').allInnerTexts()).map(plain), [
          'Codice Lotto Quantità',
          'SAC-9 LA-1 … LA-3 90 scat.',
        ]);
        await assertAccessible(page, 'a row selected');
        const [paper] = await Promise.all([page.waitForEvent('popup'), print.click()]);
        await paper.getByRole('heading', { name: 'Carico produzione' }).waitFor();
        const printed = (await paper.getByRole('row').allInnerTexts()).map(plain);
        assert.deepEqual(printed, [
          'Codice Lotto Quantità Numero ordine',
          `SAC-9 LA-1 … LA-3 90 scat. ${boxes.number}`,
        ]);
        assert.equal(await paper.getByText('FOG-1').count(), 0, 'the selected rows only');
        assert.equal((await paper.getByRole('button').count()) + (await paper.getByRole('textbox').count()), 0);
        await paper.close();

        await page.getByRole('checkbox', { name: 'Seleziona tutte le righe' }).check();
        await selection(page).getByText('2 righe selezionate').waitFor();
        await boxOf(page, kilos).uncheck();
        await choosePlace(page);
        await confirmButton(page).click();
        const question = page.getByRole('dialog', { name: 'Conferma carico' });
        await question.getByText('Viene caricata 1 riga nel magazzino Prodotti finiti').waitFor();
        assert.equal(
          plain(await question.getByRole('listitem').innerText()),
          `SAC-9 · ${boxes.number} · lotto LA-1: 60 scat. · lotto LA-2: 20 scat. · lotto LA-3: 10 scat.`,
        );
        await assertAccessible(page, 'the question');
        await question.getByRole('button', { name: 'Annulla' }).click();
        assert.deepEqual(await stockOf(made.boxes.id), [], 'no change without a confirmation');
        await confirmButton(page).click();
        await question.getByRole('button', { name: 'Conferma carico' }).click();
        await page.getByText('Caricata 1 riga nel magazzino Prodotti finiti').waitFor();
        assert.deepEqual((await stockOf(made.boxes.id)).toSorted(), [
          'Prodotti finiti LA-1 60',
          'Prodotti finiti LA-2 20',
          'Prodotti finiti LA-3 10',
        ]);
        await rowOf(page, boxes).waitFor({ state: 'detached' });
        await page.getByText('1 riga da caricare').waitFor();
        // The warehouse of the settings is chosen from the start, by users who may not read them too.
        await stage.api.admin.put('/settings', { production_warehouse_id: main });
        try {
          await page.goto(`${stage.api.url}${PATH}`);
          await page
            .getByRole('combobox', { name: 'Magazzino' })
            .and(page.locator('[value="Prodotti finiti"]'))
            .waitFor();
          assert.equal(await page.getByText('Scegli il magazzino').count(), 0);
        } finally {
          await stage.api.admin.put('/settings', { production_warehouse_id: null });
        }
        // Without a selection, a message appears.
        await confirmButton(page).click();
        await page.getByText('Seleziona almeno una riga da caricare').waitFor();
      },
    );

    test('N02: completed or fully produced items that are not loaded are listed; an item is loaded once, and the list is read again', async () => {
      const whole = await finish('N02-A', 30, { W: 30 });
      const closed = await finish('N02-B', 50, {});
      await createOperation(stage.api.warehouse, closed.id, 20, { batch_number: 'C', is_completed: true });
      const open = await finish('N02-C', 50, { O: 49 });
      const gone = await finish('N02-D', 10, { G: 10 });
      const loaded = { itemId: gone.id, warehouseId: main, quantity: 10 };
      assert.equal((await stage.api.warehouse.post('/production/load-to-warehouse', loaded)).status, 201);
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=N02`);
      await rowOf(page, whole).waitFor();
      await rowOf(page, closed).waitFor();
      assert.equal(await rowsOf(page).count(), 2);
      assert.equal(await rowOf(page, open).count(), 0, 'one box is missing');
      assert.equal(await rowOf(page, gone).count(), 0, 'it is in the warehouse');
      assert.equal(await quantityOf(page, closed).inputValue(), '20');

      await choosePlace(page);
      await boxOf(page, whole).check();
      await boxOf(page, closed).check();
      // A quantity above the limit shows an error at its field, before the confirmation and without a load.
      await quantityOf(page, closed).fill('51');
      await confirmButton(page).click();
      await rowOf(page, closed).getByText('La quantità non può superare 50').waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0);
      assert.equal((await made.itemOf(whole.id)).loaded_quantity, 0);
      await assertAccessible(page, 'a refused quantity');
      await boxOf(page, closed).uncheck();
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.url().endsWith('/load-to-warehouse')),
        (async () => {
          await confirmButton(page).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Conferma carico' }).click();
        })(),
      ]);
      await rowOf(page, whole).waitFor({ state: 'detached' });
      assert.equal((await made.itemOf(whole.id)).loaded_quantity, 30);
      assert.equal((await made.itemOf(closed.id)).loaded_quantity, 0);
      const first = JSON.parse(sent.postData()!) as { itemId: number };
      const again = await stage.api.warehouse.post('/production/load-to-warehouse', first, {
        headers: { 'idempotency-key': sent.headers()['idempotency-key']! },
      });
      assert.equal(again.status, 201, 'the answer of before');
      assert.equal((await made.itemOf(whole.id)).loaded_quantity, 30, 'no duplicates');

      // An invalid quantity opens no confirmation.
      await quantityOf(page, closed).fill('0');
      await confirmButton(page).click();
      await page.getByText('Controlla le quantità evidenziate').last().waitFor(); // the second of two messages
      await quantityOf(page, closed).fill('15');
      await confirmButton(page).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Conferma carico' }).click();
      // Matches the last of two loads; the message of the first may have disappeared.
      await page.getByText('Caricata 1 riga').last().waitFor();
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      const item = await made.itemOf(closed.id);
      assert.deepEqual([item.loaded_to_warehouse, item.loaded_quantity], [true, 15]);
      assert.equal(
        (await stage.api.warehouse.post('/production/load-to-warehouse', loaded)).body.code,
        'ALREADY_LOADED',
      );
      // Each load is in the stock once, with its own batch.
      assert.deepEqual((await stockOf(made.boxes.id)).filter((row: string) => / [WCG] /.test(row)).toSorted(), [
        'Prodotti finiti C 15',
        'Prodotti finiti G 10',
        'Prodotti finiti W 30',
      ]);
    });

    matrixTest(
      'Q38: a quantity that is too large is refused before the confirmation, which names every batch with its quantity',
      async () => {
        const many = await Promise.all(
          Array.from({ length: 10 }, (_, at) => finish(`Q38-${at}`, 10, { [`A${at}`]: 6, [`B${at}`]: 4 })),
        );
        const page = await stage.open(stage.api.warehouse, `${PATH}?q=Q38&warehouse=${main}`);
        await page.getByRole('checkbox', { name: 'Seleziona tutte le righe' }).check();
        await selection(page).getByText('10 righe selezionate').waitFor();
        const last = many.at(-1)!;
        await quantityOf(page, last).fill('11');
        await confirmButton(page).click();
        await rowOf(page, last).getByText('La quantità non può superare 10 scat.').waitFor();
        assert.equal(await page.getByRole('dialog').count(), 0, 'no question');
        await quantityOf(page, last).fill('9');
        await confirmButton(page).click();
        const question = page.getByRole('dialog', { name: 'Conferma carico' });
        await question.getByText('Vengono caricate 10 righe').waitFor();
        assert.deepEqual(
          (await question.getByRole('listitem').allInnerTexts()).map(plain).toSorted(),
          many
            .map(
              ({ number }, at) => `SAC-9 · ${number} · lotto A${at}: 6 scat. · lotto B${at}: ${at === 9 ? 3 : 4} scat.`,
            )
            .toSorted(),
        );
        await assertAccessible(page, 'a long question');
        await question.getByRole('button', { name: 'Annulla' }).click();
      },
    );

    matrixTest(
      'an item that another user loads disappears from the list and the selection, or a message explains it',
      async () => {
        const taken = await finish('DUE-A', 10, { T: 10 });
        const mine = await finish('DUE-B', 10, { M: 10 });
        const page = await stage.open(stage.api.warehouse, `${PATH}?q=DUE`);
        await choosePlace(page);
        await boxOf(page, taken).check();
        await boxOf(page, mine).check();
        await selection(page).getByText('2 righe selezionate').waitFor();
        const load = (item: Item) =>
          stage.api.direction.post('/production/load-to-warehouse', {
            itemId: item.id,
            warehouseId: main,
            quantity: 10,
          });
        await load(taken);
        await selection(page).getByText('1 riga selezionata').waitFor();
        await confirmButton(page).click();
        const question = page.getByRole('dialog', { name: 'Conferma carico' });
        await question.getByText('Viene caricata 1 riga').waitFor();
        await load(mine);
        await question.getByRole('button', { name: 'Conferma carico' }).click();
        await page.getByText('1 riga non caricata').waitFor();
        await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
        assert.equal((await made.itemOf(mine.id)).loaded_quantity, 10, 'once');
      },
    );

    matrixTest(
      'a load can be undone while its goods are in stock, after a question that names each batch, its quantity and the warehouse',
      async () => {
        const item = await finish('STORNO', 10, { 'S-1': 6, 'S-2': 4 });
        const load = { itemId: item.id, warehouseId: main, quantity: 9 };
        assert.equal((await stage.api.warehouse.post('/production/load-to-warehouse', load)).status, 201);
        const page = await stage.open(stage.api.warehouse, `${PATH}?q=STORNO`);
        await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
        await page.getByRole('radiogroup').getByText('Caricati', { exact: true }).click();
        await rowOf(page, item).getByText('9 scat.').waitFor();
        await assertAccessible(page, 'what was loaded');
        const undo = async () => {
          await rowOf(page, item)
            .getByRole('button', { name: /^Azioni per/ })
            .click();
          await page.getByRole('menuitem', { name: 'Annulla carico' }).click();
          const question = page.getByRole('dialog', { name: 'Annulla carico' });
          await question
            .getByText(
              /9.scat\. di SAC-9 \(ordine .*\) escono di nuovo dal magazzino Prodotti finiti: lotto S-1: 6.scat\. · lotto S-2: 3.scat\./,
            )
            .waitFor();
          await question.getByRole('button', { name: 'Annulla carico' }).click();
        };
        // The goods are used, so the load cannot be cancelled.
        const taken = await createMovement(stage.api.warehouse, {
          movement_type: 'S',
          movement_date: new Date().toLocaleDateString('sv', { timeZone: 'Europe/Rome' }),
          product_id: made.boxes.id,
          warehouse_id: main,
          batch_number: 'S-1',
          quantity: 4,
        });
        await undo();
        await page.getByText(/Errore nell'annullamento del carico: Quantità non disponibile/).waitFor();
        assert.equal((await made.itemOf(item.id)).loaded_quantity, 9);
        assert.equal((await stage.api.warehouse.delete(`/stock-movements/${taken.id}`)).status, 204);
        await undo();
        const undone = page.getByRole('alert').filter({ hasText: 'Carico annullato' });
        assert.match(await undone.getByRole('listitem').innerText(), / · /);
        assert.ok(
          !(await stockOf(made.boxes.id)).some((row: string) => row.includes('S-1')),
          'out of the warehouse again',
        );
        await page.getByRole('radiogroup').getByText('Da caricare', { exact: true }).click();
        await rowOf(page, item).waitFor();
      },
    );

    test('a scanned batch ticks its line and focuses the quantity, wherever the focus is', async () => {
      // Another product has a batch of the same number.
      const other = await createProduct(stage.api.orders, { code: 'ALTRO-PL', has_batch: true });
      await createMovement(stage.api.orders, loadBody(other.id, main, 5, { batch_number: 'PL-A2' }));
      const first = await finish('PISTOLA-A', 12, { 'PL-A1': 12 });
      const second = await finish('PISTOLA-B', 9, { 'PL-A2': 5, 'PL-A3': 4 });
      const page = await stage.open(stage.api.warehouse, PATH);
      const isTaken = async (item: Item, quantity: string) => {
        await hasFocus(quantityOf(page, item), item.number);
        assert.ok(await boxOf(page, item).isChecked());
        assert.equal(await quantityOf(page, item).inputValue(), quantity);
      };
      await rowOf(page, first).waitFor();
      await scan(page, 'PL-A2'); // no element has the focus
      await isTaken(second, '9');
      // A load takes the batches of a line in their order: the selection names them.
      const parts = (text: string) =>
        selection(page).getByText(`${second.code} · ${second.number} · ${text}`).waitFor();
      await parts('lotto PL-A2: 5 scat. · lotto PL-A3: 4 scat.');
      await quantityOf(page, second).fill('6');
      await parts('lotto PL-A2: 5 scat. · lotto PL-A3: 1 scat.');
      await quantityOf(page, second).fill('9');
      await scan(page, 'PL-A1'); // within a quantity
      await isTaken(first, '12');
      await quantityOf(page, first).fill('11');
      const search = page.getByRole('searchbox', { name: 'Cerca per codice o lotto' });
      await search.focus();
      await scan(page, `${second.code}*PL-A3`);
      await isTaken(second, '9');
      assert.equal(await search.inputValue(), '');
      // A line that a search hides is searched for.
      await search.fill('PISTOLA-B');
      await rowOf(page, first).waitFor({ state: 'detached' });
      await scan(page, 'PL-A1');
      await isTaken(first, '11');
      assert.equal(await search.inputValue(), 'PL-A1');
      await selection(page).getByText('2 righe selezionate').waitFor();
      // The batch of several lines is for the user to choose.
      const third = await finish('PISTOLA-C', 3, { 'PL-A1': 3 });
      await search.fill('PISTOLA');
      await rowOf(page, second).waitFor();
      await rowOf(page, third).waitFor();
      await page.getByRole('heading', { level: 1 }).focus();
      await scan(page, 'PL-A1');
      await rowOf(page, second).waitFor({ state: 'detached' });
      await rowOf(page, third).waitFor();
      assert.equal(await boxOf(page, third).isChecked(), false);
    });

    matrixTest(
      'the scan of a product ticks its only line, Enter leads to the load, and a typed quantity is not left without a question',
      async () => {
        const { id: product_id } = await createProduct(stage.api.orders, { code: 'UNICO-1' });
        const item = await finish('UNICO', 12, {}, { product_id });
        await createOperation(stage.api.warehouse, item.id, 12);
        const page = await stage.open(stage.api.warehouse, `${PATH}?warehouse=${main}`);
        await rowOf(page, item).waitFor();
        await scan(page, item.code.toLowerCase());
        await hasFocus(quantityOf(page, item), 'the scanned product');
        assert.ok(await boxOf(page, item).isChecked());
        await typeInto(quantityOf(page, item), '10');
        await page.getByRole('link', { name: 'Stato produzione' }).last().click();
        const question = page.getByRole('dialog');
        await question.waitFor();
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'detached' });
        assert.equal(await quantityOf(page, item).inputValue(), '10');
        await quantityOf(page, item).press('Enter');
        const button = page.getByRole('button', { name: 'Conferma carico' });
        await hasFocus(button, 'Enter in the last quantity');
        await page.keyboard.press('Enter');
        await question.getByRole('button', { name: 'Conferma carico' }).click();
        await page.getByText(/^Caricata 1 riga/).waitFor();
        await hasFocus(button, 'the load');
      },
    );

    matrixTest('works with the keyboard alone', async () => {
      const item = await finish('TASTI', 12, { 'T-1': 12 });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=TASTI&warehouse=${main}`);
      await rowOf(page, item).focus();
      await page.keyboard.press('Enter');
      await selection(page).getByText('1 riga selezionata').waitFor();
      // The links of the row come first.
      const isAtQuantity = () => quantityOf(page, item).evaluate((field) => field === document.activeElement);
      for (let stops = 0; stops < 4 && !(await isAtQuantity()); stops++) await page.keyboard.press('Tab');
      assert.ok(await isAtQuantity());
      await page.keyboard.type('11', { delay: 80 });
      await confirmButton(page).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Conferma carico' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.textContent === 'Conferma carico');
      await page.keyboard.press('Enter');
      await page.getByText('Caricata 1 riga').waitFor();
      assert.equal((await made.itemOf(item.id)).loaded_quantity, 11);
    });

    for (const [name, look] of [
      ['a phone, dark, French', { viewport: PHONE, dark: true, language: 'fr' }],
      ['a tablet', { viewport: TABLET }],
    ] as const)
      matrixTest(`fits ${name}`, async () => {
        const item = await finish(`FIT-${name.length}`, 10, { 'X-1': 4, 'X-2': 6 });
        const page = await stage.open(stage.api.warehouse, `${PATH}?q=FIT-${name.length}`, look);
        await rowOf(page, item).click({ position: { x: 4, y: 4 } }); // beside the links
        await page.getByRole('textbox', { name: new RegExp(item.number) }).waitFor();
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'no horizontal overflow',
        );
        const grid = page.getByRole('grid');
        assert.ok(await grid.evaluate((element) => element.scrollWidth <= element.clientWidth), 'no column is cut off');
        await assertAccessible(page, name);
      });
  });
});
