/** Stock movements: the list and the form. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { hasFocus } from '../support/focus.ts';
import { cellsOf, choose, enterDay, scan, textsOf, typeInto } from '../support/by-hand.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const LIST = '/operazioni/movimenti';
const made = {} as Record<'paper' | 'glue' | 'main' | 'far', number>;

async function prepare() {
  const { orders, warehouse } = stage.api;
  made.main = (await createWarehouse(orders, { name: 'Materie prime' })).id;
  made.far = (await createWarehouse(orders, { name: 'Deposito esterno' })).id;
  const supplier = (await createSupplier(orders)).id;
  made.paper = (await createProduct(orders, { code: 'CARTA-1', supplier_id: supplier })).id;
  const tracked = { has_batch: true, has_expiry_date: true, has_production_date: true };
  made.glue = (await createProduct(orders, { code: 'COLLA-1', description: 'Colla vinilica', ...tracked })).id;
  await createMovement(warehouse, loadBody(made.paper, made.main, 100, { notes: 'Apertura' }));
  const batch = (batch_number: string, expiry_date: string) => ({
    batch_number,
    expiry_date,
    production_date: '2025-01-01',
  });
  await createMovement(warehouse, loadBody(made.glue, made.main, 5, batch('L-1', '2090-01-31')));
  await createMovement(warehouse, loadBody(made.glue, made.far, 7, batch('L-2', '2026-02-01')));
  const unload = { ...loadBody(made.paper, made.main, 10), movement_type: 'S', movement_date: '2026-02-01' };
  await createMovement(warehouse, unload);
  const order = await createPurchaseOrder(orders, supplier, [{ product_id: made.paper, quantity: 40, unit_price: 1 }]);
  const received = await orders.post('/goods-receipts/receive', {
    document_number: 'DDT-7',
    document_date: '2026-03-01',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 40, warehouse_id: made.main }],
  });
  assert.equal(received.status, 201, JSON.stringify(received.body));
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

function rowsOf(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
/** Waits until the list shows these products and quantities, in this order. */
function shows(page: Page, wanted: string[]) {
  return page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('[role="grid"] [data-index]')]
        .map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent))
        .map((cells) => `${cells[2]} ${cells[7]?.replaceAll(/\s/g, ' ')}`)
        .join() === expected,
    wanted.join(),
  );
}
async function saved() {
  return (await stage.api.orders.get('/stock-movements?sort=-created_at&limit=1')).body[0];
}
async function pick(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
function save(page: Page) {
  return page.getByRole('button', { name: 'Salva' }).click();
}

describe('the list', () => {
  matrixTest('an empty list and a failed load show a message', async () => {
    const page = await stage.open(stage.api.warehouse, LIST);
    await page.getByRole('heading', { name: 'Nessun movimento' }).waitFor();
    await assertAccessible(page, 'no movements');
    const failing = await stage.open(stage.api.warehouse, '/operazioni', { dark: true });
    await failing.route('**/api/stock-movements?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
    );
    await failing.getByRole('link', { name: 'Movimenti di magazzino' }).click();
    await failing.getByText('Errore nel caricamento dei movimenti').waitFor();
    await assertAccessible(failing, 'loading failed, dark');
  });

  describe('with movements', () => {
    before(once);

    matrixTest('an invalid address opens the list, and a numeric code can be searched', async () => {
      await once();
      const odd = await stage.open(stage.api.warehouse, `${LIST}?type=ZZZ&from=2026-02-30&to=domani&sort=-price`);
      await rowsOf(odd).nth(4).waitFor();
      assert.equal(await odd.getByRole('heading', { name: 'Errore nel caricamento dei movimenti' }).count(), 0);
      const digits = await stage.open(stage.api.warehouse, `${LIST}?q=80012345`);
      await digits.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      assert.equal(await digits.getByRole('searchbox').inputValue(), '80012345');
      await digits.getByRole('button', { name: 'Azzera filtri' }).click();
      await rowsOf(digits).nth(4).waitFor();
    });

    test('G01 the list can be searched by product code, filtered by type and days, and sorted; only manual movements can be edited or deleted', async (t) => {
      await t.test(
        'shows its columns, searches by product code, keeps type and days in the address, and sorts',
        async () => {
          const page = await stage.open(stage.api.warehouse, LIST);
          await page.getByText('5 movimenti').waitFor();
          assert.deepEqual(
            (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
            [
              'Data',
              'Tipo',
              'Codice prodotto',
              'Descrizione',
              'Magazzino',
              'Destinazione',
              'Lotto',
              'Quantità',
              'Origine',
              'Note',
              'Azioni',
            ],
          );
          await assertAccessible(page, 'the list');
          const search = page.getByRole('searchbox', { name: 'Cerca per codice prodotto' });
          await search.fill('olla-');
          await page.getByText('2 movimenti').waitFor();
          await search.fill('carta');
          await page.getByRole('combobox', { name: 'Tipo' }).click();
          assert.deepEqual(await textsOf(page.getByRole('option')), [
            'Tutti i tipi',
            'Carico',
            'Scarico',
            'Trasferimento',
            'Vendita',
          ]);
          await page.getByRole('option', { name: 'Scarico' }).click();
          await shows(page, ['CARTA-1 10 kg']);
          assert.match(page.url(), /q=carta.*type=S-MAN/);
          assert.deepEqual((await cellsOf(rowsOf(page)))[0]!.slice(0, 2), ['01/02/2026', 'Scarico']);
          await pick(page, 'Tipo', 'Carico');
          await page.getByText('2 movimenti').waitFor();
          await enterDay(page.getByRole('textbox', { name: 'Data dal' }), '01/01/2026');
          await enterDay(page.getByRole('textbox', { name: 'Data al' }), '31/01/2026');
          await shows(page, ['CARTA-1 100 kg']);
          assert.match(page.url(), /from=2026-01-01&to=2026-01-31/);
          await page.reload();
          await shows(page, ['CARTA-1 100 kg']);
          await page.goto(`${stage.api.url}${LIST}?q=CARTA-1`);
          await page.getByRole('button', { name: 'Quantità' }).click();
          await shows(page, ['CARTA-1 10 kg', 'CARTA-1 40 kg', 'CARTA-1 100 kg']);
          await page.getByRole('button', { name: 'Quantità' }).click();
          await shows(page, ['CARTA-1 100 kg', 'CARTA-1 40 kg', 'CARTA-1 10 kg']);
          // Every column except the actions is sortable.
          const headers = page.getByRole('columnheader').filter({ hasNotText: 'Azioni' });
          assert.equal(await headers.getByRole('button').count(), 10);
        },
      );

      await t.test(
        'only manual movements can be edited or deleted; deleting asks first, and a refusal gives the reason',
        async () => {
          const page = await stage.open(stage.api.warehouse, `${LIST}?q=CARTA-1&sort=-quantity`);
          await shows(page, ['CARTA-1 100 kg', 'CARTA-1 40 kg', 'CARTA-1 10 kg']);
          const receipt = rowsOf(page).filter({ hasText: 'Ricezione merce' });
          assert.equal(await receipt.getByRole('button').count(), 0);
          await receipt.getByRole('link').first().click();
          await page.getByText('Registrato da un documento').waitFor();
          assert.equal(await page.getByRole('button', { name: 'Salva' }).count(), 0);
          await assertAccessible(page, 'a movement of a receipt');
          await page.goBack();
          await page.getByRole('button', { name: 'Azioni per CARTA-1 10/01/2026' }).click();
          await page.getByRole('menuitem', { name: 'Elimina' }).waitFor();
          assert.deepEqual(await textsOf(page.getByRole('menuitem')), ['Modifica', 'Elimina']);
          await page.getByRole('menuitem', { name: 'Modifica' }).click();
          await page.waitForURL(/-manual$/);
          await page.getByLabel('Note').fill('Contata');
          await save(page);
          await page.getByText('Movimento aggiornato').waitFor();
          await page.goto(`${stage.api.url}${LIST}?q=CARTA-1&sort=-quantity`);
          await shows(page, ['CARTA-1 100 kg', 'CARTA-1 40 kg', 'CARTA-1 10 kg']);
          const remove = async (day: string) => {
            await page.getByRole('button', { name: `Azioni per CARTA-1 ${day}` }).click();
            await page.getByRole('menuitem', { name: 'Elimina' }).click();
          };
          await remove('10/01/2026');
          await page
            .getByRole('dialog')
            .getByText(/Carico · 10\/01\/2026 · CARTA-1 · 100\skg · Materie prime/)
            .waitFor();
          await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
          await page.getByText(/Errore durante l'eliminazione del movimento: Quantità non disponibile/).waitFor();
          await remove('01/02/2026');
          await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
          await page.getByText('Movimento eliminato').waitFor();
          await shows(page, ['CARTA-1 100 kg', 'CARTA-1 40 kg']);
        },
      );
    });

    matrixTest('the number of a batch finds its movements, also with a type', async () => {
      const page = await stage.open(stage.api.warehouse, LIST);
      const search = page.getByRole('searchbox', { name: 'Cerca per codice prodotto o lotto' });
      await search.fill('l-2');
      await shows(page, ['COLLA-1 7 kg']);
      await pick(page, 'Tipo', 'Scarico');
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    });

    for (const dark of [false, true]) {
      matrixTest(`works on a phone, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await stage.open(stage.api.warehouse, LIST, { viewport: PHONE, dark, language: 'fr' });
        await page.getByRole('grid').getByText('Entrée').first().waitFor();
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await assertAccessible(page, 'on a phone');
      });
    }
  });
});

describe('the form', () => {
  before(once);

  matrixTest('G03 the required fields of a movement depend on its type and its product', async (t) => {
    await t.test('a load of a tracked product requires its batch and both dates', async () => {
      const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
      await save(page);
      await page.getByText('Campo obbligatorio').nth(2).waitFor(); // product, warehouse, quantity
      await hasFocus(page.getByRole('combobox', { name: 'Prodotto', expanded: false }), 'a refused save');
      await assertAccessible(page, 'a refused form');
      await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-1');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
      await typeInto(page.getByLabel('Quantità'), '2,5');
      const movementDay = page.getByRole('textbox', { name: 'Data', exact: true });
      await enterDay(movementDay, '31/12/2099');
      await page.getByText('La data è nel futuro').waitFor();
      await enterDay(movementDay, '15/03/2026');
      const batch = page.getByRole('textbox', { name: 'Lotto' });
      await batch.waitFor();
      await save(page);
      await page.getByText('La data di produzione è obbligatoria').waitFor();
      await page.getByText('La data di scadenza è obbligatoria').waitFor();
      await page.getByText('Campo obbligatorio').waitFor(); // the only remaining error
      assert.equal(await batch.getAttribute('aria-invalid'), 'true');
      await page.getByRole('textbox', { name: 'Lotto' }).fill('L-1');
      await enterDay(page.getByRole('textbox', { name: 'Data produzione' }), '01/01/2025');
      await enterDay(page.getByRole('textbox', { name: 'Data scadenza' }), '28/02/2091');
      await save(page);
      await page.getByText('Il lotto L-1 esiste già con altre date: usa quelle, o un altro numero').first().waitFor();
      await page.locator('[data-path="batch_number"]:focus').waitFor();
      await page.getByRole('textbox', { name: 'Lotto' }).fill('L-9');
      await page.getByLabel('Quantità').focus();
      await page.keyboard.press('ArrowUp');
      await page.getByLabel('Note').fill('Prova');
      await save(page);
      await page.waitForURL(new RegExp(`${LIST}$`));
      await page.getByText('Movimento creato').waitFor();
      const { movement_type, movement_date, quantity, batch_number, expiry_date, notes } = await saved();
      assert.deepEqual(
        [movement_type, movement_date, quantity, batch_number, expiry_date, notes],
        ['C', '2026-03-15', 2.51, 'L-9', '2091-02-28', 'Prova'],
      );
    });

    await t.test(
      'an unload offers the batches of the warehouse, shows the available quantity and refuses more',
      async () => {
        const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`, { dark: true });
        await pick(page, 'Tipo', 'Scarico');
        await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-1');
        await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Deposito esterno');
        await page.getByRole('combobox', { name: 'Lotto' }).click();
        await page.getByRole('option', { name: /^L-2/ }).waitFor();
        assert.deepEqual(
          (await page.getByRole('option').filter({ visible: true }).allInnerTexts()).map((text) =>
            text.replaceAll(/\s/g, ' '),
          ),
          ['L-2 · 7 kg · scaduto il 01/02/2026'],
        );
        await page.getByRole('option', { name: /^L-2/ }).click();
        await page.getByText(/Disponibile: 7\skg/).waitFor();
        await typeInto(page.getByLabel('Quantità'), '7,01');
        await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor();
        await assertAccessible(page, 'too much, dark');
        await save(page);
        await page.getByText('Controlla i campi evidenziati').waitFor();
        await typeInto(page.getByLabel('Quantità'), '7');
        await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor({ state: 'detached' });
        // On a past day, the form shows the stock of that day that is still available.
        const day = page.getByRole('textbox', { name: 'Data', exact: true });
        await enterDay(day, '01/01/2026');
        await page.getByText(/Disponibile il 01\/01\/2026: 0\skg/).waitFor();
        await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor();
        assert.equal(await page.getByRole('combobox', { name: 'Lotto' }).inputValue(), 'L-2', 'the choice stays');
        await assertAccessible(page, 'nothing on that day, dark');
        // The server considers the days between: the stock was zero for some of them.
        const gone = {
          ...loadBody(made.glue, made.far, 7),
          ...{ batch_number: 'L-2', production_date: '2025-01-01', expiry_date: '2026-02-01' },
        };
        await createMovement(stage.api.warehouse, { ...gone, movement_type: 'S', movement_date: '2026-03-01' });
        await createMovement(stage.api.warehouse, { ...gone, movement_date: '2026-03-05' });
        await enterDay(day, '15/02/2026');
        await page.getByText(/Disponibile il 15\/02\/2026: 7\skg/).waitFor();
        await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor({ state: 'detached' });
        await save(page);
        const field = page.locator('.mantine-InputWrapper-root').filter({ has: page.getByLabel('Quantità') });
        await field.getByText(/Quantità non disponibile: /).waitFor();
        await page.locator('[data-path="quantity"]:focus').waitFor();
        assert.equal(await page.getByLabel('Quantità').inputValue(), '7');
        await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
        assert.equal(await page.getByRole('combobox', { name: 'Lotto' }).inputValue(), '', 'another warehouse');
      },
    );

    await t.test('what is typed after the warehouse goes into the batch, also while the batches load', async () => {
      const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/api\/stock\/product\//, async (route) => {
        await isReleased;
        await route.continue();
      });
      await pick(page, 'Tipo', 'Scarico');
      await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-1');
      await page.getByRole('combobox', { name: 'Magazzino' }).fill('deposito esterno');
      await page.getByRole('option', { name: 'Deposito esterno' }).waitFor();
      await page.keyboard.press('Enter');
      const batch = page.getByRole('combobox', { name: 'Lotto' });
      await batch.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('l-2');
      await page.keyboard.press('Enter');
      await page.keyboard.type('3,5');
      release();
      await page.getByText(/Disponibile: 7\skg/).waitFor();
      assert.match(await batch.inputValue(), /^L-2 · 7/);
      assert.equal(await page.getByLabel('Quantità').inputValue(), '3,5');
    });

    await t.test('a transfer takes a batch of the source warehouse to another warehouse', async () => {
      const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
      await pick(page, 'Tipo', 'Trasferimento');
      await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-1');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie prime');
      await save(page);
      await page.getByText(/Configurazione del trasferimento non valida/).waitFor();
      // The destinations leave the source out, so both become the same only when the source changes afterwards.
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Deposito esterno');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Deposito esterno');
      await save(page);
      await page.getByText('I magazzini di origine e di destinazione non possono coincidere').waitFor();
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie prime');
      const batch = page
        .locator('.mantine-InputWrapper-root')
        .filter({ has: page.getByRole('combobox', { name: 'Lotto' }) });
      await save(page);
      await batch.getByText('Campo obbligatorio').waitFor();
      await page.getByRole('combobox', { name: 'Lotto' }).click();
      await page.getByRole('option', { name: /^L-1/ }).waitFor();
      const offered = await page.getByRole('option').filter({ visible: true }).allInnerTexts();
      assert.deepEqual(
        offered.map((text) => text.replaceAll(/\s/g, ' ')),
        ['L-1 · 5 kg · scade il 31/01/2090', 'L-9 · 2,51 kg · scade il 28/02/2091'],
      );
      await page.getByRole('option', { name: /^L-1/ }).click();
      await typeInto(page.getByLabel('Quantità'), '5,01');
      await page.getByText('Quantità non disponibile nel magazzino di origine').waitFor();
      await page.getByText('Controlla i campi evidenziati').first().waitFor({ state: 'detached' }); // the message of the earlier errors
      const asked: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
      await save(page);
      await page.getByText('Controlla i campi evidenziati').waitFor();
      assert.deepEqual(asked, []);
    });
  });

  test('G02 the form has the fields of its type and product, shows the available quantity except for a load, prints, disables save while saving, and returns to the list', async () => {
    const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
    const shown = async () =>
      (await page.locator('form label').allInnerTexts()).map((text) => text.replace(/\s*\*$/, '').trim());
    await page.getByRole('combobox', { name: 'Magazzino' }).waitFor();
    assert.deepEqual(await shown(), ['Tipo', 'Data', 'Prodotto', 'Magazzino', 'Quantità', 'Note']);
    await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-1');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
    await page.getByRole('textbox', { name: 'Lotto' }).waitFor();
    assert.equal(await page.getByText('Disponibile:').count(), 0, 'a load has no available quantity');
    await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'CARTA-1');
    await page.getByRole('textbox', { name: 'Lotto' }).waitFor({ state: 'detached' });
    await pick(page, 'Tipo', 'Scarico');
    await page.getByText(/Disponibile: 1[34]0\skg/).waitFor();
    assert.deepEqual(await shown(), ['Tipo', 'Data', 'Prodotto', 'Magazzino', 'Quantità', 'Note']);
    await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'COLLA-1');
    await page.getByRole('combobox', { name: 'Lotto' }).click();
    await page.getByRole('option', { name: /^L-1/ }).click();
    await page.getByText(/Disponibile: 5\skg/).waitFor();
    await pick(page, 'Tipo', 'Trasferimento');
    assert.deepEqual(await shown(), [
      'Tipo',
      'Data',
      'Prodotto',
      'Magazzino di origine',
      'Magazzino di destinazione',
      'Lotto',
      'Quantità',
      'Note',
    ]);
    await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'CARTA-1');
    await typeInto(page.getByLabel('Quantità'), '3');
    await save(page);
    await page.getByText(/Configurazione del trasferimento non valida/).waitFor();
    const destination = page.getByRole('combobox', { name: 'Magazzino di destinazione' });
    await choose(page, destination, 'Deposito esterno');
    const source = page.getByRole('combobox', { name: 'Magazzino di origine' });
    await choose(page, source, 'Deposito esterno');
    await save(page);
    await page.getByText('I magazzini di origine e di destinazione non possono coincidere').waitFor();
    await choose(page, source, 'Materie prime');
    await assertAccessible(page, 'a filled transfer');
    await page.context().addInitScript(() => Object.assign(window, { print: () => {} }));
    const [paper] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Stampa' }).click(),
    ]);
    await paper.getByText('Deposito esterno').waitFor();
    assert.match(
      (await paper.locator('body').innerText()).replaceAll(/\s+/g, ' '),
      /Trasferimento.*CARTA-1.*Magazzino di origine Materie prime.*Quantità 3 kg/,
    );
    await paper.close();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let posts = 0;
    await page.route('**/api/stock-movements', async (route) => {
      posts++;
      await held;
      await route.continue();
    });
    await save(page);
    await page.locator('button[type=submit]:disabled').waitFor();
    release();
    await page.waitForURL(new RegExp(`${LIST}$`));
    assert.equal(posts, 1);
    const { movement_type, warehouse_id, destination_warehouse_id, quantity } = await saved();
    assert.deepEqual([movement_type, warehouse_id, destination_warehouse_id, quantity], ['T', made.main, made.far, 3]);
    await page.goto(`${stage.api.url}${LIST}/nuovo`);
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.waitForURL(new RegExp(`${LIST}$`));
  });

  matrixTest('an edited unload can take its own quantity again; cancel returns to the list', async () => {
    const all = { ...loadBody(made.glue, made.main, 5), movement_type: 'S', batch_number: 'L-1' };
    const { id } = await createMovement(stage.api.warehouse, { ...all, movement_date: '2026-04-01' });
    const page = await stage.open(stage.api.warehouse, `${LIST}/${id}`);
    await page.getByText(/Disponibile il 01\/04\/2026: 5\skg/).waitFor();
    await typeInto(page.getByLabel('Quantità'), '4,5');
    await save(page);
    await page.getByText('Movimento aggiornato').waitFor();
    const { body } = await stage.api.orders.get(`/stock-movements/${id}`);
    assert.deepEqual([body.quantity, body.batch_number], [4.5, 'L-1']);
    await page.goto(`${stage.api.url}${LIST}/${id}`);
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.waitForURL(new RegExp(`${LIST}$`));
    await page.goto(`${stage.api.url}${LIST}/999999-manual`);
    await page.waitForURL(new RegExp(`${LIST}$`));
    await page.getByText('Errore nel caricamento dei movimenti').waitFor();
  });

  matrixTest(
    'a scanned label fills in product and batch, and the dates of a load; a warehouse chosen later keeps the batch',
    async () => {
      await stage.api.orders.put(`/products/${made.glue}`, { barcode: '8001090310323' });
      const own = { batch_number: 'L-40', production_date: '2025-01-01', expiry_date: '2090-01-31' };
      await createMovement(stage.api.warehouse, loadBody(made.glue, made.main, 5, own));
      const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
      const product = page.getByRole('combobox', { name: 'Prodotto' });
      await product.focus();
      await scan(page, ']C10108001090310323112501011791022810L-30');
      await holds(page, 'product_id', 'COLLA-1 · Colla vinilica');
      await holds(page, 'batch_number', 'L-30');
      await holds(page, 'production_date', '01/01/2025');
      await holds(page, 'expiry_date', '28/02/1991');
      await pick(page, 'Tipo', 'Scarico');
      await page.getByLabel('Quantità').focus();
      await scan(page, 'COLLA-1*L-40');
      const batch = page.getByRole('combobox', { name: 'Lotto' });
      await holds(page, 'batch_number', 'L-40');
      assert.equal(await page.getByLabel('Quantità').inputValue(), '');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
      await page.getByText(/Disponibile: 5\skg/).waitFor();
      assert.match(await batch.inputValue(), /^L-40 · 5\skg/);
      await page.getByLabel('Note').focus();
      await scan(page, 'NIENTE-9');
      await page.getByText(/NIENTE-9/).waitFor();
      assert.equal(await page.getByLabel('Note').inputValue(), '', 'the notes take no scan');
    },
  );

  matrixTest(
    'the scan of a reel fills in its warehouse and its quantity and leads to the next field; a load of it is refused at once',
    async () => {
      const plant = await createReelPlant(stage.api.admin, 'KRAFT-MV');
      const [reel] = await receiveReels(stage.api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
      const page = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
      await pick(page, 'Tipo', 'Scarico');
      await scan(page, reel!.code);
      await holds(page, 'quantity', '500');
      await holds(page, 'warehouse_id', 'Bobine KRAFT-MV');
      const load = await stage.open(stage.api.warehouse, `${LIST}/nuovo`);
      await pick(load, 'Tipo', 'Carico');
      await scan(load, reel!.code);
      await load.getByText('la sua quantità si corregge con un inventario').waitFor();
      await hasFocus(load.getByRole('combobox', { name: 'Magazzino' }), 'the next field');
    },
  );
});

describe('questions, messages and answers', () => {
  before(once);
  const broken = { status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } };

  matrixTest(
    'G04 the calls accept days in common formats, ids of manual movements end in -manual, and an ended session leads to /login without its token',
    async () => {
      const { warehouse } = stage.api;
      const made4 = await createProduct(stage.api.orders, { code: 'NASTRO-4' });
      const created = await warehouse.post('/stock-movements', {
        ...loadBody(made4.id, made.main, 9),
        movement_date: '5/3/2026',
        created_by: 'nessuno',
        modified_by: 'nessuno',
      });
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const { id, movement_date, created_by } = created.body;
      assert.match(id, /^\d+-manual$/);
      assert.deepEqual([movement_date, created_by], ['2026-03-05', warehouse.userId]);
      const bare = Number.parseInt(id);
      assert.equal((await warehouse.get('/stock-movements?product_code=NASTRO-4')).body[0].id, id);
      assert.equal((await warehouse.get(`/stock-movements/${id}`)).body.quantity, 9);
      assert.equal((await warehouse.get(`/stock-movements/${bare}`)).body.id, id);
      const changed = await warehouse.put(`/stock-movements/${bare}`, { quantity: 8, movement_date: '06/03/2026' });
      assert.deepEqual([changed.status, changed.body.quantity, changed.body.movement_date], [200, 8, '2026-03-06']);
      const removed = await warehouse.delete(`/stock-movements/${id}`, { body: { deleted_by: 'nessuno' } });
      assert.equal(removed.status, 204);
      assert.equal((await warehouse.get(`/stock-movements/${id}`)).status, 404);
      const session = await stage.api.signIn('warehouse');
      const page = await stage.open(session, LIST);
      await page.getByRole('grid').getByText('CARTA-1').first().waitFor();
      await session.post('/auth/logout');
      await page.getByRole('button', { name: 'Quantità' }).click(); // sends a request to the server
      await page.waitForURL(/\/login/);
      assert.equal(await page.evaluate(() => localStorage.getItem('token')), null);
    },
  );

  matrixTest(
    'G06 deleting asks first; creating, changing and deleting report success or failure; a list that cannot be loaded shows a message',
    async () => {
      await createProduct(stage.api.orders, { code: 'NASTRO-6' });
      const page = await stage.open(stage.api.warehouse, '/operazioni');
      const failing = async (method: string, work: () => Promise<unknown>) => {
        await page.route('**/api/stock-movements**', (route) =>
          route.request().method() === method ? route.fulfill(broken) : route.fallback(),
        );
        await work();
        await page.unroute('**/api/stock-movements**');
      };
      await failing('GET', async () => {
        await page.getByRole('link', { name: 'Movimenti di magazzino' }).click();
        await page.getByRole('alert').filter({ hasText: 'Errore nel caricamento dei movimenti' }).waitFor();
      });
      await page.getByRole('button', { name: 'Riprova' }).click();
      await page.getByRole('link', { name: 'Nuovo movimento' }).click();
      await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'NASTRO-6');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Materie prime');
      await typeInto(page.getByLabel('Quantità'), '6');
      await failing('POST', async () => {
        await save(page);
        await page.getByText('Errore nel salvataggio del movimento').first().waitFor();
      });
      assert.equal(await page.getByLabel('Quantità').inputValue(), '6');
      await save(page);
      await page.getByText('Movimento creato').waitFor();
      await page.goto(`${stage.api.url}${LIST}?q=NASTRO-6`);
      await shows(page, ['NASTRO-6 6 kg']);
      const act = async (name: string) => {
        await page.getByRole('button', { name: /^Azioni per NASTRO-6/ }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await act('Modifica');
      await typeInto(page.getByLabel('Quantità'), '7');
      await failing('PUT', async () => {
        await save(page);
        await page.getByText('Errore nel salvataggio del movimento').first().waitFor();
      });
      await save(page);
      await page.getByText('Movimento aggiornato').waitFor();
      await page.goto(`${stage.api.url}${LIST}?q=NASTRO-6`);
      await shows(page, ['NASTRO-6 7 kg']);
      const question = page.getByRole('dialog', { name: 'Elimina' });
      await act('Elimina');
      await question.getByText(/Eliminare questo movimento\?.*NASTRO-6/).waitFor();
      await question.getByRole('button', { name: 'Annulla' }).click();
      await question.waitFor({ state: 'detached' });
      await failing('DELETE', async () => {
        await act('Elimina');
        await question.getByRole('button', { name: 'Elimina' }).click();
        await page.getByText("Errore durante l'eliminazione del movimento").waitFor();
      });
      await shows(page, ['NASTRO-6 7 kg']);
      await act('Elimina');
      await question.getByRole('button', { name: 'Elimina' }).click();
      await page.getByText('Movimento eliminato').waitFor();
      await page.getByText('Nessun risultato').waitFor();
    },
  );
});

/** Waits until a field of the form shows a value. */
function holds(page: Page, field: string, value: string) {
  return page.waitForFunction(
    ([path, wanted]) => document.querySelector<HTMLInputElement>(`[data-path="${path}"]`)?.value === wanted,
    [field, value] as const,
  );
}
