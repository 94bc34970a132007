/** The status of production: the operations of each item, and how an item is completed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createMachine,
  createOperation,
  createScheduling,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, enterDay, textsOf, typeInto } from '../support/by-hand.ts';
import { makeProduction, type Made } from '../support/production.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const PATH = '/produzione/stato';
let made: Made;
let finished: number;
let spare: number;

async function prepare() {
  const { orders } = stage.api;
  finished = (await createWarehouse(orders, { name: 'Prodotti finiti' })).id;
  spare = (await createWarehouse(orders, { name: 'Magazzino esterno' })).id;
  made = await makeProduction(stage.api, 'SAC-9', 'Forno Bianchi');
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

/** Creates an order of one line; the customer's order number identifies it. */
async function newItem(customer_order_number: string, line: object = {}, given: object = {}) {
  const order = await made.order({ customer_order_number, ...given }, line);
  return { id: order.items[0]!.id, number: order.order_number, order };
}
function produce(id: number, quantity: number, given: object = {}) {
  return createOperation(stage.api.warehouse, id, quantity, given);
}
function rowsOf(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
function count(page: Page, text: string) {
  return page.getByText(text, { exact: false }).first().waitFor();
}
function rowOf(page: Page, number: string) {
  return rowsOf(page).filter({ hasText: number });
}
/** Opens an action of an item from the menu of its row. */
async function act(page: Page, number: string, action: string | RegExp) {
  await rowOf(page, number)
    .getByRole('button', { name: /^Azioni per/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}
async function operationsOf(id: number) {
  return (await stage.api.warehouse.get(`/production/operations/${id}`)).body;
}
function list(page: Page) {
  return page.getByRole('dialog', { name: /^Operazioni di/ });
}
function form(page: Page, name = 'Aggiungi operazione') {
  return page.getByRole('dialog', { name, exact: true });
}

describe('the list', () => {
  matrixTest('an empty list explains its content', async () => {
    const page = await stage.open(stage.api.warehouse, PATH);
    await page.getByRole('heading', { name: 'Nessuna riga in produzione' }).waitFor();
    await assertAccessible(page, 'no items');
  });

  describe('with items', () => {
    before(once);

    test('K04: search, filters, dates and completed items; columns; the remaining quantity; actions; green rows; a load error in red', async () => {
      const open = await newItem('K04-A', { quantity: 100 }, { order_date: '2026-01-05' });
      const over = await newItem('K04-B', { quantity: 50 }, { order_date: '2026-01-20' });
      const done = await newItem('K04-C', { quantity: 30 }, { order_date: '2026-02-10' });
      await produce(open.id, 40);
      // An operation completes the item above its quantity: the remaining quantity is zero, never negative.
      await produce(over.id, 70, { is_completed: true });
      await stage.api.warehouse.put(`/customer-orders/items/${open.id}/priority`, { priority: 'alta' });
      const forced = await stage.api.warehouse.post(`/production/force-completion/${done.id}`, {});
      assert.equal(forced.status, 200);

      const page = await stage.open(stage.api.warehouse, PATH);
      await rowOf(page, open.number).waitFor();
      assert.deepEqual(
        (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean),
        [
          'Dettagli',
          'Numero ordine',
          'Cliente',
          'Prodotto',
          'Quantità',
          'Quantità prodotta',
          'Rimanente',
          'Priorità',
          'Stato',
          'Consegna',
          'Azioni',
        ],
      );
      assert.equal(await rowOf(page, done.number).count(), 0, 'completed items are hidden');
      assert.deepEqual((await cellsOf(rowOf(page, open.number)))[0]!.slice(1, 10), [
        `${open.number} K04-A`,
        'Forno Bianchi Pisa',
        'SAC-9 Scatole SAC-9',
        '100 scat.',
        '40 scat.',
        '60 scat.',
        'Alta',
        'In produzione',
        '20/03/2026 In ritardo',
      ]);
      await assertAccessible(page, 'the list');

      const completed = page.getByRole('checkbox', { name: 'Mostra completati' });
      assert.equal(await completed.isChecked(), false);
      await completed.check();
      await rowOf(page, done.number).waitFor();
      const [overCells] = await cellsOf(rowOf(page, over.number));
      assert.deepEqual(overCells!.slice(4, 7), ['50 scat.', '70 scat.', '0 scat.']);
      assert.match(overCells![8]!, /^Completato Completato il \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
      const [doneCells] = await cellsOf(rowOf(page, done.number));
      assert.match(doneCells![8]!, /Completato il .* Movimento di magazzino creato$/);
      const ground = (number: string) =>
        rowOf(page, number).evaluate((row) => {
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
          canvas.fillStyle = getComputedStyle(row).backgroundColor;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        });
      const [red, green, blue] = await ground(done.number);
      assert.ok(green! > red! && green! > blue!, `green: ${red} ${green} ${blue}`);
      const [r, g, b] = await ground(open.number);
      assert.ok(!(g! > r! && g! > b!), `open rows are not: ${r} ${g} ${b}`);
      await assertAccessible(page, 'completed items');

      // The available actions depend on the status.
      const menuOf = async (number: string) => {
        await rowOf(page, number)
          .getByRole('button', { name: /^Azioni per/ })
          .click();
        await page.getByRole('menu').waitFor();
        const items = await page.getByRole('menuitem').allInnerTexts();
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        return items;
      };
      assert.deepEqual(await menuOf(open.number), [
        'Aggiungi operazione',
        'Vedi operazioni (1)',
        'Forza completamento',
      ]);
      assert.deepEqual(await menuOf(done.number), ['Vedi operazioni (1)']);

      const search = page.getByRole('searchbox', { name: 'Cerca per ordine, cliente, codice o lotto' });
      await search.fill('k04-b');
      await count(page, '1 riga');
      await rowOf(page, over.number).waitFor();
      await search.fill('k04');
      await count(page, '3 righe');
      const pick = async (label: string, option: string) => {
        await page.getByRole('combobox', { name: label }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      await pick('Stato', 'In produzione');
      await count(page, '1 riga');
      await rowOf(page, open.number).waitFor();
      await pick('Stato', 'Completato');
      await count(page, '2 righe');
      await completed.uncheck();
      await count(page, '2 righe'); // the filter for completed items includes them
      await completed.check();
      await page.goto(`${stage.api.url}${PATH}?q=k04&completed=true`);
      await count(page, '3 righe');
      await pick('Priorità', 'Alta');
      await count(page, '1 riga');
      await rowOf(page, open.number).waitFor();
      await page.goto(`${stage.api.url}${PATH}?q=k04&completed=true`);
      await count(page, '3 righe');
      await enterDay(page.getByRole('textbox', { name: 'Data ordine dal' }), '20/01/2026');
      await count(page, '2 righe');
      await enterDay(page.getByRole('textbox', { name: 'Data ordine al' }), '20/01/2026');
      await count(page, '1 riga');
      await rowOf(page, over.number).waitFor();
      assert.match(page.url(), /from=.*2026-01-20.*to=.*2026-01-20/);
      await page.reload();
      await count(page, '1 riga');

      const failing = await stage.open(stage.api.warehouse, '/produzione', { dark: true });
      await failing.route('**/api/production/status?*', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await failing.getByRole('main').getByRole('link', { name: 'Stato produzione' }).click();
      const alert = failing.getByRole('alert').filter({ hasText: 'Errore nel caricamento dei dati' });
      await alert.waitFor();
      const [ar, ag, ab] = (
        await alert.getByText('Errore nel caricamento dei dati').evaluate((text) => getComputedStyle(text).color)
      )
        .match(/\d+/g)!
        .map(Number);
      assert.ok(ar! > ag! && ar! > ab!, 'in red');
      assert.equal(await failing.getByRole('grid').count(), 0, 'in place of the list');
      await assertAccessible(failing, 'loading failed, dark');
    });

    matrixTest('a row expands to its schedulings, batches and notes, by click and by keyboard', async () => {
      const item = await newItem('DETT-1', { quantity: 200 }, { notes: 'Stampa a due colori' });
      const machine = await createMachine(stage.api.orders, { code: 'SAC-M1', description: 'Sacchettatrice' });
      await createScheduling(stage.api.warehouse, item.id, machine.id, 120);
      for (const [batch_number, quantity] of [['L-1', 10] as const, ['L-2', 20] as const, ['L-3', 30] as const])
        await produce(item.id, quantity, { batch_number });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=l-2`);
      await count(page, '1 riga');
      await rowOf(page, item.number).press('Enter');
      const details = page.getByLabel(`Dettagli di ${item.number} · SAC-9`).locator('dt, dd');
      await page.getByText('Stampa a due colori').waitFor();
      const texts = (await details.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
      const of = (term: string) => texts[texts.indexOf(term) + 1];
      assert.equal(of('Programmazione'), 'Parzialmente programmato');
      assert.equal(of('Quantità programmata'), '120 scat.');
      assert.equal(of('Lavori'), 'SAC-M1 · Sacchettatrice: 120 scat., 2 ore e 30 minuti');
      assert.equal(of('Lotti'), 'L-1 … L-3');
      await assertAccessible(page, 'the details of a row');
      await page.getByRole('button', { name: 'Vedi operazioni (3)' }).click();
      await list(page).getByText('L-2', { exact: true }).waitFor();
      await page.goBack();
      await list(page).waitFor({ state: 'detached' });
    });
  });
});

describe('operations', () => {
  before(once);

  test('K05: the form shows the item, requires a batch and a whole quantity above zero, accepts notes and can complete the item', async () => {
    const item = await newItem('K05', { quantity: 1000 });
    await produce(item.id, 250);
    const page = await stage.open(stage.api.administration, `${PATH}?q=${item.number}`);
    await act(page, item.number, 'Aggiungi operazione');
    const dialog = form(page);
    const summary = await textsOf(dialog.getByLabel('Riepilogo della riga').locator('dt, dd'));
    const of = (term: string) => summary[summary.indexOf(term) + 1];
    assert.deepEqual(['Prodotto', 'Codice', 'Quantità richiesta', 'Già prodotto'].map(of), [
      'Scatole SAC-9',
      'SAC-9',
      '1.000 scat.',
      '250 scat.',
    ]);
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('Il numero di lotto è obbligatorio').waitFor();
    await dialog.getByText('La quantità prodotta deve essere maggiore di zero').waitFor();
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'batch_number');
    await assertAccessible(page, 'a refused operation');
    const batch = dialog.getByLabel('Lotto');
    const quantity = dialog.getByLabel('Quantità prodotta');
    await batch.fill('  LOTTO-7 ');
    for (const [typed, message] of [
      ['0', 'La quantità prodotta deve essere maggiore di zero'],
      ['-3', 'La quantità prodotta deve essere maggiore di zero'],
    ] as const) {
      await quantity.fill(typed);
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await dialog.getByText(message).waitFor();
    }
    await quantity.fill('2,5');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('Deve essere un numero intero').waitFor();
    assert.equal((await operationsOf(item.id)).length, 1, 'nothing was entered');
    await quantity.fill('6290');
    await dialog.getByText("5.540 scat. oltre l'ordinato: il 654 % in tutto").waitFor();
    await quantity.fill('300');
    await dialog.getByText("oltre l'ordinato").waitFor({ state: 'detached' });
    await dialog.getByLabel('Note').fill('Turno di notte');
    await enterDay(dialog.getByRole('textbox', { name: 'Data di produzione' }), '02/03/2026');
    const completes = dialog.getByRole('checkbox', { name: 'Completa la riga' });
    assert.equal(await completes.isChecked(), false);
    await completes.check();
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Operazione di produzione creata con successo').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const entered = (await operationsOf(item.id)).at(-1);
    assert.deepEqual(
      [entered.batch_number, entered.quantity_produced, entered.notes, entered.is_completed, entered.production_date],
      ['LOTTO-7', 300, 'Turno di notte', true, '2026-03-02'],
    );
    assert.equal((await made.itemOf(item.id)).production_status, 'completato', 'decided by the server');
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
  });

  matrixTest('a refused operation keeps the input; over-production shows a warning', async () => {
    const item = await newItem('SOPRA', { quantity: 10 });
    const page = await stage.open(stage.api.warehouse, `${PATH}?q=${item.number}`);
    await act(page, item.number, 'Aggiungi operazione');
    const dialog = form(page);
    await dialog.getByLabel('Lotto').fill('L-1');
    await dialog.getByLabel('Quantità prodotta').fill('20');
    await page.route('**/api/production/operations', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
    );
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByRole('alert').getByText("Errore nella creazione dell'operazione").waitFor();
    assert.equal(await dialog.getByLabel('Lotto').inputValue(), 'L-1');
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByText("Prodotto più dell'ordinato: 20 su 10").waitFor();
    assert.equal((await operationsOf(item.id)).length, 1);
  });

  matrixTest(
    'K06: the operations of an item are listed, added, edited and deleted, each with its message',
    async () => {
      const item = await newItem('K06', { quantity: 500 });
      await produce(item.id, 100, { batch_number: 'A-1', notes: 'Primo turno' });
      await produce(item.id, 50, { batch_number: 'A-2' });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=${item.number}`);
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/production/operations')) calls.push(`${request.method()} ${pathname}`);
      });
      await act(page, item.number, 'Vedi operazioni (2)');
      const dialog = list(page);
      const row = (batch: string) => dialog.getByRole('listitem', { name: batch });
      await row('A-1').getByText('Primo turno').waitFor();
      await row('A-1').getByText('100 scat.').waitFor();
      await row('A-2').getByText('50 scat.').waitFor();
      await assertAccessible(page, 'the operations');
      await row('A-2').getByRole('button', { name: "Modifica l'operazione A-2" }).click();
      const edit = form(page, 'Modifica operazione');
      assert.equal(await edit.getByLabel('Lotto').inputValue(), 'A-2');
      assert.match(page.url(), /operation=\d+/);
      await edit.getByLabel('Quantità prodotta').fill('80');
      await edit.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Operazione di produzione aggiornata con successo').waitFor();
      await row('A-2').getByText('80 scat.').waitFor();
      await dialog.getByText('180 scat.').waitFor(); // in the summary, read again

      // A failure names the failed act and changes nothing.
      await page.route('**/api/production/operations/*', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await row('A-2').getByRole('button', { name: "Modifica l'operazione A-2" }).click();
      await edit.getByLabel('Quantità prodotta').fill('90');
      await edit.getByRole('button', { name: 'Salva' }).click();
      await edit.getByRole('alert').getByText("Errore nell'aggiornamento dell'operazione").waitFor();
      await edit.getByRole('button', { name: 'Annulla' }).click();
      await page
        .getByRole('dialog', { name: 'Modifiche non salvate' })
        .getByRole('button', { name: 'Esci senza salvare' })
        .click();
      const remove = async () => {
        await row('A-1').getByRole('button', { name: "Elimina l'operazione A-1" }).click();
        const question = page.getByRole('dialog', { name: "Elimina l'operazione A-1" });
        await question.getByText('Sei sicuro di voler eliminare questa operazione?').waitFor();
        await question.getByText(/SAC-9, lotto A-1: 100.scat\./).waitFor();
        return question;
      };
      await (await remove()).getByRole('button', { name: 'Elimina', exact: true }).click();
      await page.getByText("Errore nell'eliminazione dell'operazione").waitFor();
      await page.unrouteAll();
      await (await remove()).getByRole('button', { name: 'Annulla' }).click();
      assert.equal((await operationsOf(item.id)).length, 2);
      await (await remove()).getByRole('button', { name: 'Elimina', exact: true }).click();
      await page.getByText('Operazione di produzione eliminata con successo').waitFor();
      await row('A-1').waitFor({ state: 'detached' });
      assert.deepEqual(
        (await operationsOf(item.id)).map((one: { quantity_produced: number }) => one.quantity_produced),
        [80],
      );

      // A second operation from this dialog shows its own message.
      await dialog.getByRole('button', { name: 'Aggiungi operazione' }).click();
      const add = form(page);
      await add.getByLabel('Lotto').fill('A-3');
      await add.getByLabel('Quantità prodotta').fill('7');
      await page.route('**/api/production/operations', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await add.getByRole('button', { name: 'Salva' }).click();
      await add.getByRole('alert').getByText("Errore nella creazione dell'operazione").waitFor();
      await page.unrouteAll();
      await add.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Operazione di produzione creata con successo').waitFor();
      const [kept, added] = await operationsOf(item.id);
      assert.deepEqual([added.batch_number, added.quantity_produced], ['A-3', 7]);
      for (const call of [
        `GET /api/production/operations/${item.id}`,
        'POST /api/production/operations',
        `PUT /api/production/operations/${kept.id}`,
      ])
        assert.ok(calls.includes(call), call);
      assert.ok(calls.some((call) => call.startsWith('DELETE /api/production/operations/')));

      // The list itself fails to load.
      await page.route('**/api/production/operations/*', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await page.goto(`${stage.api.url}${PATH}?item=${item.id}&dialog=operations`);
      await page.getByText('Errore nel caricamento dei dati').waitFor();
    },
  );

  matrixTest(
    'operations of other users appear without a reload; an item completed meanwhile is refused with a message, and the form stays',
    async () => {
      const item = await newItem('DUE', { quantity: 100 });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=${item.number}`);
      await act(page, item.number, 'Aggiungi operazione');
      const dialog = form(page);
      await dialog.getByLabel('Lotto').fill('MIO-1');
      await typeInto(dialog.getByLabel('Quantità prodotta'), '30');
      await produce(item.id, 40, { batch_number: 'SUO-1' });
      await dialog.getByText('60 scat.').waitFor();
      assert.equal(await dialog.getByLabel('Lotto').inputValue(), 'MIO-1', 'the input is kept');
      await produce(item.id, 60, { batch_number: 'SUO-2' });
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await dialog.getByRole('alert').getByText('La riga è già completata').waitFor();
      assert.equal(await dialog.getByLabel('Lotto').inputValue(), 'MIO-1');
      assert.equal((await made.itemOf(item.id)).total_produced, 100);
      await assertAccessible(page, 'a refusal in the dialog');
    },
  );

  matrixTest('of two users who edit one operation, the later one chooses which version stays', async () => {
    const item = await newItem('GARA', { quantity: 100 });
    const operation = (await produce(item.id, 10, { batch_number: 'G-1' })) as unknown as { id: number };
    const page = await stage.open(
      stage.api.warehouse,
      `${PATH}?item=${item.id}&dialog=operations&operation=${operation.id}`,
    );
    const edit = form(page, 'Modifica operazione');
    await edit.getByLabel('Quantità prodotta').fill('12');
    await stage.api.direction.put(`/production/operations/${operation.id}`, { quantity_produced: 15 });
    await edit.getByRole('button', { name: 'Salva' }).click();
    const stale = page.getByRole('dialog', { name: 'Dati modificati da un altro utente' });
    await stale.getByRole('button', { name: 'Ricarica' }).click();
    await page.waitForFunction(
      (input) => (input as HTMLInputElement).value === '15',
      await edit.getByLabel('Quantità prodotta').elementHandle(),
    );
  });
});

describe('forced completion', () => {
  before(once);

  matrixTest(
    'K07: the question names quantity, batch and warehouse; the item is completed and its goods are loaded once',
    async () => {
      const item = await newItem('K07', { quantity: 80 });
      await produce(item.id, 20, { batch_number: 'F-1' });
      await produce(item.id, 15, { batch_number: 'F-2' });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=${item.number}`);
      await act(page, item.number, 'Forza completamento');
      const dialog = page.getByRole('dialog', { name: 'Forza completamento' });
      await dialog
        .getByText(
          'Sei sicuro di voler forzare il completamento di questo ordine? Questo creerà automaticamente un movimento di magazzino.',
        )
        .waitFor();
      const amounts = dialog.getByLabel('Quantità da caricare');
      await amounts.waitFor();
      const plan = (await amounts.locator('dd').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
      assert.deepEqual(plan, [item.number, 'SAC-9', '35 scat.', 'F-1: 20 scat. · F-2: 15 scat.']);
      const where = dialog.getByRole('combobox', { name: 'Magazzino' });
      const proposed = (await stage.api.warehouse.get(`/production/force-completion/${item.id}`)).body.warehouse_name;
      await page.waitForFunction(([input, name]) => (input as HTMLInputElement).value === name, [
        await where.elementHandle(),
        proposed,
      ] as const);
      await assertAccessible(page, 'the question');
      await dialog.getByRole('button', { name: 'Annulla' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await made.itemOf(item.id)).production_status, 'in_produzione', 'no change without a confirmation');

      await act(page, item.number, 'Forza completamento');
      await where.click();
      await page.getByRole('option', { name: 'Magazzino esterno' }).click();
      await page.route('**/api/production/force-completion/*', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await dialog.getByRole('button', { name: 'Forza completamento' }).click();
      await dialog.getByRole('alert').getByText('Errore durante il completamento forzato').waitFor();
      await page.unrouteAll();
      await dialog.getByRole('button', { name: 'Forza completamento' }).click();
      await page.getByText('Ordine completato con successo e movimento di magazzino creato').waitFor();
      const now = await made.itemOf(item.id);
      assert.deepEqual([now.production_status, now.loaded_quantity], ['completato', 35]);
      const stock = (await stage.api.warehouse.get(`/stock?product_id=${made.boxes.id}&warehouse_id=${spare}`)).body;
      assert.deepEqual(
        stock
          .map((row: { batch_number: string; quantity: number }) => `${row.batch_number} ${row.quantity}`)
          .toSorted(),
        ['F-1 20', 'F-2 15'],
      );
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      await page.getByRole('checkbox', { name: 'Mostra completati' }).check();
      await rowOf(page, item.number).getByText('Movimento di magazzino creato').waitFor();
    },
  );

  matrixTest(
    'an item completed meanwhile shows a message; administration, which may not load, sees no button',
    async () => {
      const item = await newItem('PRIMA', { quantity: 5 });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=${item.number}&item=${item.id}&dialog=force`);
      const dialog = page.getByRole('dialog', { name: 'Forza completamento' });
      await dialog.getByText('5 scat.', { exact: true }).waitFor();
      // Another user completes the item first, and the event does not reach this page.
      await page.route('**/api/events', (route) => route.abort());
      await page.route('**/api/production/force-completion/*', async (route) => {
        if (route.request().method() === 'POST')
          await stage.api.direction.post(`/production/force-completion/${item.id}`, {});
        await route.continue();
      });
      await dialog.getByRole('button', { name: 'Forza completamento' }).click();
      await page.getByText('Errore durante il completamento forzato: Già completato').waitFor();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await made.itemOf(item.id)).loaded_quantity, 5, 'once');

      const other = await newItem('AMM', { quantity: 5 });
      const office = await stage.open(stage.api.administration, `${PATH}?q=${other.number}`);
      await rowOf(office, other.number)
        .getByRole('button', { name: /^Azioni per/ })
        .click();
      await office.getByRole('menu').waitFor();
      assert.deepEqual(await office.getByRole('menuitem').allInnerTexts(), [
        'Aggiungi operazione',
        'Vedi operazioni (0)',
      ]);
    },
  );
});

describe('the report', () => {
  before(once);

  matrixTest(
    'K08: some or all items can be selected, at least one; the printed report counts them by status',
    async () => {
      const [open, started, completed] = [
        await newItem('K08-A', { quantity: 10 }),
        await newItem('K08-B', { quantity: 20 }),
        await newItem('K08-C', { quantity: 30 }),
      ];
      await produce(started!.id, 5);
      await produce(completed!.id, 30);
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=K08&completed=true`);
      await count(page, '3 righe');
      await page.getByRole('button', { name: 'Stampa' }).click();
      const dialog = page.getByRole('dialog', { name: 'Stampa report di produzione' });
      await dialog.getByText('selezionati: 0 di 3').waitFor();
      await dialog.getByRole('button', { name: 'Stampa' }).click();
      await dialog.getByRole('alert').getByText('Seleziona almeno un elemento per stampare').waitFor();
      assert.equal(page.context().pages().length, 1, 'no window without a selection');
      const all = dialog.getByRole('checkbox', { name: 'Seleziona tutto' });
      await all.click(); // checked once the ids are loaded
      await dialog.getByText('selezionati: 3 di 3').waitFor();
      await all.uncheck();
      await dialog.getByText('selezionati: 0 di 3').waitFor();
      await all.click(); // checked once the ids are loaded
      await dialog.getByText('selezionati: 3 di 3').waitFor();
      await dialog.getByRole('checkbox', { name: `Seleziona ${open!.number} · SAC-9` }).uncheck();
      await dialog.getByText('selezionati: 2 di 3').waitFor();
      await assertAccessible(page, 'the choice');
      const printed = async () => {
        const [paper] = await Promise.all([
          page.waitForEvent('popup'),
          dialog.getByRole('button', { name: 'Stampa' }).click(),
        ]);
        await paper.getByRole('heading', { name: 'Report di produzione' }).waitFor();
        return paper;
      };
      const some = await printed();
      await page.getByText('Report generato con successo').waitFor();
      const tables = some.getByRole('table');
      const texts = async (index: number) =>
        (await tables.nth(index).getByRole('row').allInnerTexts()).map((row) =>
          row
            .split('\t')
            .map((text) => text.replaceAll(/\s+/g, ' ').trim())
            .join(' | '),
        );
      assert.deepEqual(await texts(0), ['Totale | Completato | In produzione | Da produrre', '2 | 1 | 1 | 0']);
      const rows = await texts(1);
      assert.equal(rows.length, 3);
      assert.ok(
        rows.some((row) =>
          row.startsWith(
            `${started!.number} · K08-B | Forno Bianchi | SAC-9 · Scatole SAC-9 | 20 scat. | 5 scat. | 15 scat. | Standard | In produzione`,
          ),
        ),
        rows.join('\n'),
      );
      assert.ok(!rows.join().includes(open!.number), 'only the selected items');
      await some.close();
      await all.click(); // checked once the ids are loaded
      const whole = await printed();
      assert.equal(
        (await whole.getByRole('table').first().getByRole('row').last().innerText()).replaceAll(/\s+/g, ' ').trim(),
        '3 1 1 1',
      );
      await whole.close();
      await page.route('**/api/production/print-report', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await dialog.getByRole('button', { name: 'Stampa' }).click();
      await page.getByText('Errore nella generazione del report').waitFor();
    },
  );
});

describe('the screen', () => {
  before(once);

  matrixTest('works with the keyboard alone, from the row to the saved operation', async () => {
    const item = await newItem('TASTI', { quantity: 60 });
    const page = await stage.open(stage.api.warehouse, `${PATH}?q=${item.number}`);
    await rowOf(page, item.number).waitFor();
    await page.keyboard.press('/');
    assert.equal(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement), true);
    await rowOf(page, item.number).focus();
    await page.keyboard.press('Enter');
    const add = page.getByRole('button', { name: 'Aggiungi operazione' });
    await add.waitFor();
    for (let pressed = 0; pressed < 14; pressed++) {
      if (await add.evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'batch_number');
    await page.keyboard.type('TASTO-1', { delay: 80 });
    await page.keyboard.press('Tab');
    await page.keyboard.type('25', { delay: 80 });
    await page.keyboard.press('Control+s');
    await page.getByText('Operazione di produzione creata con successo').waitFor();
    assert.equal((await made.itemOf(item.id)).total_produced, 25);
    await page.keyboard.press('Escape');
  });

  for (const [name, look] of [
    ['a phone, light, Italian', { viewport: PHONE }],
    ['a phone, dark, French', { viewport: PHONE, dark: true, language: 'fr' }],
    ['a tablet, dark', { viewport: TABLET, dark: true }],
  ] as const)
    matrixTest(`fits ${name}`, async () => {
      const item = await newItem(`FIT-${name.length}`, { quantity: 60 });
      await produce(item.id, 10);
      const done = await newItem(`FIT-${name.length}`, { quantity: 6 });
      await stage.api.warehouse.post(`/production/force-completion/${done.id}`, { warehouse_id: finished });
      const page = await stage.open(stage.api.warehouse, `${PATH}?q=FIT-${name.length}&completed=true`, look);
      await rowsOf(page).nth(1).waitFor();
      await rowOf(page, item.number).click();
      await page.getByRole('button', { name: /\(1\)/ }).waitFor();
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'no horizontal overflow',
      );
      const grid = page.getByRole('grid');
      assert.ok(await grid.evaluate((element) => element.scrollWidth <= element.clientWidth), 'no column is cut off');
      await assertAccessible(page, name);
    });
});
