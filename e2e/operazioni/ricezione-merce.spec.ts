/** Goods receipt: open orders, the receipt form, and the history. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Locator, Page } from 'playwright-core';
import { createProduct, createSupplier, createWarehouse } from '../../server/src/testing/factories.ts';
import { cellsOf, choose, enterDay, scan, typeInto } from '../support/by-hand.ts';
import { assertFocused, hasFocus } from '../support/focus.ts';
import { showsRows } from '../support/list.ts';
import { decodeBarcode } from '../support/decode-barcode.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const LIST = '/operazioni/ricezione-merce';

const made = {} as Record<'supplier' | 'glue' | 'core' | 'main' | 'second', number>;
type Order = { id: number; order_number: string; items: { id: number }[] };
async function order(number: string, quantities = [100, 40], second = made.core): Promise<Order> {
  const items = quantities.map((quantity, at) => ({
    product_id: at === 0 ? made.glue : second,
    quantity,
    unit_price: 1,
  }));
  const answer = await stage.api.orders.post('/purchase-orders', {
    order_number: number,
    supplier_id: made.supplier,
    order_date: '2025-03-01',
    requested_arrival_date: '2025-03-20',
    items,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function detailsOf({ id }: Order) {
  return (await stage.api.orders.get(`/goods-receipts/order-details/${id}`)).body;
}
async function book({ id, items }: Order, number: string, batches: object[]) {
  const quantity = batches.reduce((sum: number, batch) => sum + (batch as { quantity: number }).quantity, 0);
  const answer = await stage.api.orders.post('/goods-receipts/receive', {
    document_number: number,
    document_date: '2025-03-21',
    order_id: id,
    items: [{ order_item_id: items[0]!.id, quantity, warehouse_id: made.main, batches }],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.receipt_id as number;
}
async function prepare() {
  const { orders } = stage.api;
  made.supplier = (await createSupplier(orders, { business_name: 'Colle Lariane' })).id;
  made.main = (await createWarehouse(orders, { name: 'Materie prime' })).id;
  made.second = (await createWarehouse(orders, { name: 'Deposito esterno' })).id;
  made.glue = (
    await createProduct(orders, {
      code: 'COLLA',
      description: 'Colla vinilica rapida',
      supplier_id: made.supplier,
      has_batch: true,
      has_expiry_date: true,
      has_production_date: true,
    })
  ).id;
  made.core = (await createProduct(orders, { code: 'ANIMA', description: 'Anima 76', supplier_id: made.supplier })).id;
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

async function open(
  { id, order_number }: Order,
  session = stage.api.warehouse,
  look: Parameters<typeof stage.open>[2] = {},
): Promise<Page> {
  const page = await stage.open(session, `${LIST}/${id}`, look);
  await page.getByRole('heading', { level: 1, name: order_number }).waitFor();
  return page;
}
async function fillDocument(page: Page, number: string) {
  await page.getByLabel('Numero documento (DDT)').fill(number);
  await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2025');
}
function quantityOf(page: Page, code: string) {
  return page.getByLabel(`Quantità da ricevere · ${code}`);
}
function warehouseOf(page: Page, code: string) {
  return page.getByRole('combobox', { name: `Magazzino · ${code}` });
}
function save(page: Page) {
  return page.getByRole('button', { name: 'Salva ricezione' }).click();
}

describe('the list', () => {
  before(once);

  test('D01 shows a text when no goods are expected, hides fully received orders unless all are shown, and a row opens the detail', async () => {
    const page = await stage.open(stage.api.warehouse, LIST);
    await page.getByRole('heading', { name: 'Nessun ordine da ricevere' }).waitFor();
    await assertAccessible(page, 'nothing awaits goods');
    await order('L-1');
    const done = await order('L-2', [10]);
    const dates = { production_date: '2025-01-01', expiry_date: '2026-01-01' };
    await book(done, 'D', [{ batch_number: 'B', quantity: 10, ...dates }]);
    await book(await order('L-3', [10]), 'E', [{ batch_number: 'B', quantity: 9, ...dates }]);
    const showsOrders = (numbers: string[]) => showsRows(page, numbers, ['a', 0]);
    await showsOrders(['L-1', 'L-3']);
    await page.getByRole('row', { name: /L-3/ }).getByText('Parzialmente ricevuto').waitFor();
    assert.deepEqual(
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
      ['Numero ordine', 'Data ordine', 'Fornitore', 'Stato', 'Arrivo richiesto'],
    );
    const rows = page.getByRole('grid').locator('[data-index]');
    assert.deepEqual((await cellsOf(rows))[0], ['L-1', '01/03/2025', 'Colle Lariane', 'Non ricevuto', '20/03/2025']);
    await rows.first().getByRole('img', { name: 'In ritardo' }).waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'Mostra tutti gli ordini' }).isChecked(), false);
    await page.getByRole('checkbox', { name: 'Mostra tutti gli ordini' }).check();
    await showsOrders(['L-1', 'L-2', 'L-3']);
    await page.getByRole('row', { name: /L-2/ }).getByText('Ricevuto', { exact: true }).waitFor();
    await assertAccessible(page, 'all orders');
    await page.getByRole('checkbox', { name: 'Mostra tutti gli ordini' }).uncheck();
    await showsOrders(['L-1', 'L-3']);
    await page.getByRole('row', { name: /L-1/ }).getByText('Colle Lariane').click();
    await page.getByRole('heading', { name: 'Ricezione ordine L-1' }).waitFor();
  });

  matrixTest('a list that cannot be loaded shows a message', async () => {
    const page = await stage.open(stage.api.warehouse, '/operazioni', { dark: true });
    await page.route('**/api/purchase-orders?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server', error: '' } }),
    );
    await page.getByRole('link', { name: 'Ricezione merce' }).click();
    await page.getByText('Errore durante il caricamento degli ordini').waitFor();
    await assertAccessible(page, 'the list failed, dark');
  });
});

describe('receiving', () => {
  before(once);

  matrixTest('D02 shows the order and each item, and disables the fields of a completed one', async () => {
    const tape = await createProduct(stage.api.orders, { code: 'NASTRO', supplier_id: made.supplier });
    const given = await order('R-2', [100, 40], tape.id);
    const page = await open(given);
    for (const text of ['R-2', '01/03/2025', '20/03/2025', 'Colle Lariane'])
      await page.getByRole('definition').filter({ hasText: text }).first().waitFor();
    const item = page.getByRole('listitem', { name: 'COLLA' });
    for (const text of ['COLLA', 'Colla vinilica…', 'In attesa']) await item.getByText(text).first().waitFor();
    const figures = async (code: string) =>
      (await page.getByRole('listitem', { name: code }).locator('dl').innerText()).replaceAll(/\s+/g, ' ').trim();
    assert.equal(await figures('COLLA'), 'Ordinata 100 kg Ricevuta 0 kg Residua 100 kg');
    // Other users receive 13 of 40 concurrently.
    const sent = { order_item_id: given.items[1]!.id, quantity: 13, warehouse_id: made.main };
    const answer = await stage.api.orders.post('/goods-receipts/receive', {
      document_number: 'DDT-2',
      document_date: '2025-03-21',
      order_id: given.id,
      items: [sent],
    });
    assert.equal(answer.status, 201);
    await page.getByRole('listitem', { name: 'NASTRO' }).getByText('Parzialmente ricevuto').waitFor();
    assert.equal(await figures('NASTRO'), 'Ordinata 40 kg Ricevuta 13 kg Residua 27 kg');
    await quantityOf(page, 'COLLA').waitFor();
    await warehouseOf(page, 'COLLA').waitFor();
    await page.getByLabel('Numero documento (DDT)').waitFor();
    await page.getByRole('textbox', { name: 'Data documento' }).waitFor();
    await page.getByRole('button', { name: 'Inserisci lotti · COLLA' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Inserisci lotti · NASTRO' }).count(), 0);
    await assertAccessible(page, 'a receipt');
    await page.getByRole('switch', { name: 'Completato · COLLA' }).click();
    await page.getByText('COLLA: segnato come completato').waitFor();
    await item.getByText('Completato').first().waitFor();
    assert.ok(await quantityOf(page, 'COLLA').isDisabled());
    assert.ok(await warehouseOf(page, 'COLLA').isDisabled());
    assert.ok(await page.getByRole('button', { name: 'Inserisci lotti · COLLA' }).isDisabled());
    assert.equal((await detailsOf(given)).items[0].status, 'completed');
    // Enter goes past the completed line, also past its switch.
    await fillDocument(page, 'DDT-3');
    await page.getByRole('textbox', { name: 'Data documento' }).press('Enter');
    await quantityOf(page, 'NASTRO').and(page.locator(':focus')).waitFor();
    await page.getByRole('switch', { name: 'Completato · COLLA' }).click();
    await page.getByText('COLLA: riaperto').waitFor();
    assert.equal((await detailsOf(given)).items[0].status, 'notReceived');
    await item.getByText('In attesa').waitFor();
    assert.ok(await quantityOf(page, 'COLLA').isEnabled());
    assert.ok(await warehouseOf(page, 'COLLA').isEnabled());
    assert.ok(await page.getByRole('button', { name: 'Inserisci lotti · COLLA' }).isEnabled());
  });

  test('D03 the batch dialog saves only batches that add up to the quantity to receive', async () => {
    const page = await open(await order('R-3'), stage.api.warehouse, { dark: true });
    await typeInto(quantityOf(page, 'COLLA'), '60');
    await page.getByRole('button', { name: 'Inserisci lotti · COLLA' }).click();
    const dialog = page.getByRole('dialog');
    const done = dialog.getByRole('button', { name: 'Salva' });
    for (const field of ['Numero lotto', 'Quantità', 'Data produzione', 'Data scadenza'])
      await dialog.getByRole('textbox', { name: `${field}, lotto 1` }).waitFor();
    await typeInto(dialog.getByLabel('Quantità, lotto 1'), '59,9');
    assert.ok(await done.isDisabled(), '59,9');
    await dialog.getByText('mancano 0,1 kg').waitFor();
    await assertAccessible(page, 'the batch dialog, dark');
    await typeInto(dialog.getByLabel('Quantità, lotto 1'), '60,1');
    assert.ok(await done.isDisabled(), '60,1');
    await typeInto(dialog.getByLabel('Quantità, lotto 1'), '59,999');
    assert.ok(await done.isEnabled(), 'within 0,001');
    await done.click();
    await dialog.getByText('Campo obbligatorio').waitFor();
    await dialog.getByText('La data di produzione è obbligatoria').waitFor();
    await dialog.getByText('La data di scadenza è obbligatoria').waitFor();
    await assertAccessible(page, 'a refused batch');
    await dialog.getByLabel('Numero lotto, lotto 1').fill('B-1');
    await enterDay(dialog.getByRole('textbox', { name: 'Data produzione, lotto 1' }), '01/01/2026');
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '31/12/2025');
    await done.click();
    await dialog.getByText(/scadenza .*precede/).waitFor();
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '31/12/2026');
    // The limit applies to the sum of the rows.
    await typeInto(dialog.getByLabel('Quantità, lotto 1'), '45');
    assert.ok(await done.isDisabled(), '45');
    await dialog.getByRole('button', { name: 'Aggiungi lotto' }).click();
    for (const field of ['Numero lotto', 'Quantità', 'Data produzione', 'Data scadenza'])
      await dialog.getByRole('textbox', { name: `${field}, lotto 2` }).waitFor();
    await typeInto(dialog.getByLabel('Quantità, lotto 2'), '16');
    assert.ok(await done.isDisabled(), '45 + 16');
    await typeInto(dialog.getByLabel('Quantità, lotto 2'), '15');
    assert.ok(await done.isEnabled(), '45 + 15');
    await dialog.getByLabel('Numero lotto, lotto 2').fill('B-2');
    await enterDay(dialog.getByRole('textbox', { name: 'Data produzione, lotto 2' }), '02/01/2026');
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 2' }), '30/12/2026');
    await done.click();
    await page.getByRole('button', { name: '2 lotti · COLLA' }).click();
    await dialog.getByRole('textbox', { name: 'Data scadenza, lotto 2' }).waitFor();
    assert.deepEqual(
      await dialog
        .getByRole('textbox')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
      ['B-1', '45', '01/01/2026', '31/12/2026', 'B-2', '15', '02/01/2026', '30/12/2026'],
    );
    // A second scan of a label changes nothing, and a day of production that is still to come is noted.
    await scan(page, 'B-1');
    await page.getByText('Il lotto è già in elenco').waitFor();
    await hasFocus(dialog.getByLabel('Quantità, lotto 1'), 'after the second scan of a batch');
    assert.equal(await dialog.getByRole('textbox', { name: /^Numero lotto/ }).count(), 2);
    const production = dialog.getByRole('textbox', { name: 'Data produzione, lotto 2' });
    await enterDay(production, '01/01/2999');
    await dialog.getByText('La data è nel futuro').waitFor();
    await enterDay(production, '02/01/2026');
    await dialog.getByText('La data è nel futuro').waitFor({ state: 'detached' });
    // Escape loses no batch that was typed; cancel does.
    const second = dialog.getByLabel('Numero lotto, lotto 2');
    await second.fill('B-3');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '2 lotti · COLLA' }).click();
    assert.equal(await second.inputValue(), 'B-3');
    await dialog.getByRole('button', { name: 'Annulla' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '2 lotti · COLLA' }).click();
    assert.equal(await second.inputValue(), 'B-2');
  });

  test('D05 shows missing values beside their field, refuses batches that differ by more than 0,001 and invalid days, and keeps the input', async () => {
    const given = await order('R-5');
    const page = await open(given);
    await save(page);
    await page.getByText('Nessuna modifica da salvare').waitFor();
    assert.equal(await page.locator('.toasts [role=alert]').count(), 1, 'one alert');
    await page.getByText('Inserisci la quantità ricevuta di almeno una riga').waitFor();
    assert.equal(await page.getByText('Compila tutti i campi obbligatori').count(), 2, 'document number and date');
    await page.locator('[data-path="document_number"]:focus').waitFor();
    await assertAccessible(page, 'a refused receipt');
    await fillDocument(page, 'DDT-5');
    await typeInto(quantityOf(page, 'COLLA'), '10');
    await typeInto(quantityOf(page, 'ANIMA'), '1');
    await save(page);
    await page.getByText('Inserisci almeno un lotto').waitFor();
    await page.getByRole('listitem', { name: 'ANIMA' }).getByText('Scegli il magazzino').waitFor();
    await page.locator('[data-path="items.0.batches"]:focus').waitFor();
    await quantityOf(page, 'ANIMA').fill('');
    await choose(page, warehouseOf(page, 'COLLA'), 'Materie prime');
    await page.getByRole('button', { name: 'Inserisci lotti · COLLA' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Numero lotto, lotto 1').fill('B-5');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('La data di produzione è obbligatoria').waitFor();
    await dialog.getByText('La data di scadenza è obbligatoria').waitFor();
    await enterDay(dialog.getByRole('textbox', { name: 'Data produzione, lotto 1' }), '01/01/2025');
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '31/12/2024');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('Le date non sono valide: la scadenza non può precedere la produzione').waitFor();
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '01/01/2027');
    await typeInto(dialog.getByLabel('Quantità, lotto 1'), '4');
    await dialog.getByRole('button', { name: 'Aggiungi lotto' }).click();
    await dialog.getByLabel('Numero lotto, lotto 2').fill('B-6');
    await enterDay(dialog.getByRole('textbox', { name: 'Data produzione, lotto 2' }), '01/01/2025');
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 2' }), '01/01/2027');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await typeInto(quantityOf(page, 'COLLA'), '10,0011');
    await save(page);
    const mismatch = page.getByText('La somma dei lotti non corrisponde alla quantità ricevuta');
    await mismatch.waitFor();
    await page.locator('[data-path="items.0.batches"]:focus').waitFor();
    assert.equal((await detailsOf(given)).items[0].received_quantity, 0);
    await typeInto(quantityOf(page, 'COLLA'), '10,001');
    await mismatch.waitFor({ state: 'detached' });
    await page.route('**/api/goods-receipts/receive', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server', error: '' } }),
    );
    await save(page);
    await page.getByText('Errore durante il salvataggio della ricezione').first().waitFor();
    assert.equal(await page.getByLabel('Numero documento (DDT)').inputValue(), 'DDT-5');
    assert.equal(await quantityOf(page, 'COLLA').inputValue(), '10,001');
    await page.getByRole('button', { name: '2 lotti · COLLA' }).waitFor();
    await page.unroute('**/api/goods-receipts/receive');
    await save(page);
    await page.getByText('Ricezione salvata').waitFor();
    await page.waitForURL(new RegExp(`${LIST}$`));
    const [item] = (await detailsOf(given)).items;
    assert.deepEqual(
      [item.received_quantity, item.status, item.batches],
      [
        10,
        'partiallyReceived',
        [
          { batch_number: 'B-5', quantity: 4, production_date: '2025-01-01', expiry_date: '2027-01-01' },
          { batch_number: 'B-6', quantity: 6, production_date: '2025-01-01', expiry_date: '2027-01-01' },
        ],
      ],
    );
  });

  matrixTest(
    'D09 failed loads and saves show a message; a saved receipt shows a message and returns to the refreshed list',
    async () => {
      const given = await order('R-9');
      const broken = { status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } };
      const page = await stage.open(stage.api.warehouse, '/operazioni');
      await page.route('**/api/purchase-orders?*', (route) => route.fulfill(broken));
      await page.getByRole('link', { name: 'Ricezione merce' }).click();
      await page.getByText('Errore durante il caricamento degli ordini').waitFor();
      await page.unroute('**/api/purchase-orders?*');
      await page.getByRole('button', { name: 'Riprova' }).click();
      await page.route('**/api/goods-receipts/order-details/*', (route) => route.fulfill(broken));
      await page.getByRole('link', { name: 'R-9', exact: true }).click();
      await page.getByText("Errore durante il caricamento dei dettagli dell'ordine").waitFor();
      await page.waitForURL(new RegExp(`${LIST}$`));
      await page.unroute('**/api/goods-receipts/order-details/*');
      await page.getByRole('row', { name: /R-9/ }).getByText('Non ricevuto').waitFor();
      await page.getByRole('link', { name: 'R-9', exact: true }).click();
      await fillDocument(page, 'DDT-9');
      await typeInto(quantityOf(page, 'ANIMA'), '30');
      await choose(page, warehouseOf(page, 'ANIMA'), 'Materie prime');
      await page.route('**/api/goods-receipts/receive', (route) => route.fulfill(broken));
      await save(page);
      await page.getByText('Errore durante il salvataggio della ricezione').first().waitFor();
      await page.unroute('**/api/goods-receipts/receive');
      await save(page);
      await page.getByText('Ricezione salvata').waitFor();
      await page.waitForURL(new RegExp(`${LIST}$`));
      await page.getByRole('row', { name: /R-9/ }).getByText('Parzialmente ricevuto').waitFor();
      assert.equal((await detailsOf(given)).items[1].received_quantity, 30);
    },
  );

  matrixTest('the only batch of a line follows its quantity, and two batches do not', async () => {
    const given = await order('R-SEGUE', [100]);
    const page = await open(given);
    await fillDocument(page, 'DDT-S');
    await choose(page, warehouseOf(page, 'COLLA'), 'Materie prime');
    await typeInto(quantityOf(page, 'COLLA'), '1950');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Inserisci lotti · COLLA' }).click();
    await dialog.getByLabel('Numero lotto, lotto 1').fill('B-S');
    await enterDay(dialog.getByRole('textbox', { name: 'Data produzione, lotto 1' }), '01/01/2025');
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '01/01/2027');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    await page.getByText('Il valore massimo è 110 kg').first().waitFor();
    await typeInto(quantityOf(page, 'COLLA'), '60');
    await page.getByRole('button', { name: '1 lotto · COLLA' }).click();
    const [first, second] = [1, 2].map((row) => dialog.getByLabel(`Quantità, lotto ${row}`)) as [Locator, Locator];
    assert.equal(await first.inputValue(), '60');
    // Two batches stay: the form cannot know which of them changes.
    await typeInto(first, '40');
    await dialog.getByRole('button', { name: 'Aggiungi lotto' }).click();
    await dialog.getByLabel('Numero lotto, lotto 2').fill('B-T');
    await enterDay(dialog.getByRole('textbox', { name: 'Data produzione, lotto 2' }), '01/01/2025');
    await enterDay(dialog.getByRole('textbox', { name: 'Data scadenza, lotto 2' }), '01/01/2027');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.waitFor({ state: 'detached' });
    await typeInto(quantityOf(page, 'COLLA'), '50');
    await page.getByText('La somma dei lotti non corrisponde').waitFor();
    await page.getByRole('button', { name: '2 lotti · COLLA' }).click();
    assert.deepEqual([await first.inputValue(), await second.inputValue()], ['40', '20']);
    await dialog.getByRole('button', { name: 'Elimina lotto 2' }).click();
    await typeInto(first, '50');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await quantityOf(page, 'COLLA').fill('100');
    await save(page);
    await page.getByText('Ricezione salvata').waitFor();
    const [item] = (await detailsOf(given)).items;
    assert.deepEqual([item.received_quantity, item.batches[0].quantity], [100, 100]);
  });

  matrixTest(
    'a quantity beyond the tolerance is refused for the warehouse, and privileged roles can record it after a question',
    async () => {
      const given = await order('R-6', [1, 40]);
      const enter = async (page: Page, quantity: string) => {
        await fillDocument(page, 'DDT-6');
        await typeInto(quantityOf(page, 'ANIMA'), quantity);
        await choose(page, warehouseOf(page, 'ANIMA'), 'Materie prime');
      };
      const page = await open(given);
      await enter(page, '50');
      await page.getByText("10 kg oltre l'ordinato").waitFor();
      await save(page);
      await page
        .getByText(/oltre la tolleranza: al massimo 44 kg\. Il resto può registrarlo solo chi/)
        .first()
        .waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0);
      assert.equal((await detailsOf(given)).items[1].received_quantity, 0);
      const director = await open(given, stage.api.direction);
      await enter(director, '50');
      await save(director);
      await director.getByRole('dialog').getByText('ANIMA: 50 kg').waitFor();
      await assertAccessible(director, 'the question about too much');
      await director.getByRole('button', { name: 'Registra comunque' }).click();
      await director.getByText('Ricezione salvata').waitFor();
      assert.equal((await detailsOf(given)).items[1].received_quantity, 50);
    },
  );

  matrixTest('works on a phone and with the keyboard', async () => {
    const given = await order('R-7', [5]);
    const page = await open(given, stage.api.warehouse, { viewport: PHONE });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
    await assertAccessible(page, 'a receipt on a phone');
    const { keyboard } = page;
    await fillDocument(page, 'DDT-7');
    await quantityOf(page, 'COLLA').focus();
    await keyboard.type('5');
    await keyboard.press('Enter');
    await page.locator('[data-path="items.0.warehouse_id"]:focus').waitFor();
    await keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Deposito esterno' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    // Enter takes the choice and moves to the next field.
    await page.getByRole('option', { name: 'Deposito esterno' }).waitFor({ state: 'hidden' });
    await page.locator('[data-path="items.0.batches"]:focus').waitFor();
    await keyboard.press('Enter');
    await page.locator('input[name="batch_number"]:focus').waitFor();
    const slow = { delay: 60 };
    await keyboard.type('B-7', slow);
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('01/02/2025', slow);
    await keyboard.press('Enter');
    await keyboard.type('01/02/2027', slow);
    await keyboard.press('Enter');
    await page.getByRole('button', { name: '1 lotto · COLLA' }).waitFor();
    await keyboard.press('Control+Enter');
    await page.getByText('Ricezione salvata').waitFor();
    const [item] = (await detailsOf(given)).items;
    assert.deepEqual([item.status, item.batches[0].expiry_date], ['completed', '2027-02-01']);
  });

  test('Tab leads from the date to the first quantity, and Alt and the arrow down receive what remains', async () => {
    const given = await order('R-TAB', [3, 40]);
    const page = await open(given);
    const date = page.getByRole('textbox', { name: 'Data documento' });
    await date.waitFor();
    await page.getByRole('button', { name: 'Ricevi tutto il residuo' }).waitFor();
    await enterDay(date, '31/12/2099');
    await page.getByText('La data è nel futuro').waitFor();
    await enterDay(date, '20/03/2025');
    await date.press('Tab');
    await page.locator('[data-path="items.0.quantity"]:focus').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    assert.equal(await quantityOf(page, 'COLLA').inputValue(), '3');
    // A label leads to its line, from any field but those of the delivery note, and keeps what was typed.
    await scan(page, 'ANIMA*L-1');
    await hasFocus(quantityOf(page, 'ANIMA'), 'after the scan of another line');
    assert.equal(await quantityOf(page, 'COLLA').inputValue(), '3');
    await scan(page, 'COLLA*B-77');
    await hasFocus(quantityOf(page, 'COLLA'), 'after the scan of a batch');
    await scan(page, 'NIENTE-9');
    await page.getByText("NIENTE-9 non è in quest'ordine").waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByLabel('Numero documento (DDT)').focus();
    await scan(page, 'DDT-2026/77');
    assert.equal(await page.getByLabel('Numero documento (DDT)').inputValue(), 'DDT-2026/77');
  });

  test('all that remains, in one warehouse, takes two presses; completed and filled lines keep their values', async () => {
    const [tape, box, film] = await Promise.all(
      ['TUTTO-1', 'TUTTO-2', 'TUTTO-3'].map((code) =>
        createProduct(stage.api.orders, { code, supplier_id: made.supplier }),
      ),
    );
    const products = [made.core, tape!.id, box!.id, film!.id];
    const given = await stage.api.orders.post('/purchase-orders', {
      order_number: 'R-TUTTO',
      supplier_id: made.supplier,
      order_date: '2025-03-01',
      requested_arrival_date: '2025-03-20',
      items: products.map((product_id, at) => ({ product_id, quantity: 10 * (at + 1), unit_price: 1 })),
    });
    const [, , third] = given.body.items as { id: number }[];
    const completed = await stage.api.warehouse.put(`/goods-receipts/items/${third!.id}/completed`, {
      completed: true,
    });
    assert.equal(completed.status, 200, JSON.stringify(completed.body));
    const page = await open(given.body);
    await fillDocument(page, 'DDT-TUTTO');
    await typeInto(quantityOf(page, 'TUTTO-1'), '7');
    await choose(page, warehouseOf(page, 'TUTTO-3'), 'Deposito esterno');
    await page.getByRole('button', { name: 'Ricevi tutto il residuo' }).click();
    assert.equal(await page.getByRole('button', { name: 'Ricevi tutto il residuo' }).count(), 0);
    await hasFocus(quantityOf(page, 'ANIMA'), 'after all quantities');
    await choose(page, warehouseOf(page, 'ANIMA'), 'Materie prime');
    await page.getByRole('button', { name: 'Anche per le righe senza magazzino · ANIMA' }).click();
    assert.equal(await page.getByRole('button', { name: /Anche per le righe senza magazzino/ }).count(), 0);
    await hasFocus(warehouseOf(page, 'ANIMA'), 'after the warehouse of all lines');
    await assertAccessible(page, 'all that remains');
    await save(page);
    await page.waitForURL((url) => url.pathname === LIST);
    const { items } = await detailsOf(given.body);
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [item['code'], item['received_quantity']]),
      [
        ['ANIMA', 10],
        ['TUTTO-1', 7],
        ['TUTTO-2', 0],
        ['TUTTO-3', 40],
      ],
    );
    const placed = await Promise.all(
      items
        .filter((item: { received_quantity: number }) => item.received_quantity > 0)
        .map(async (item: { id: number }) => {
          const { body } = await stage.api.orders.get(`/goods-receipts/item-history/${item.id}`);
          return body.receipts[0].warehouse_name as string;
        }),
    );
    assert.deepEqual(placed, ['Materie prime', 'Materie prime', 'Deposito esterno']);
  });
});

describe('the history of a line', () => {
  before(once);

  matrixTest(
    'D06 D07 shows totals, lists the receipts with their batches and prints a half-sheet label for each batch',
    async () => {
      const given = await order('H-1');
      await book(given, 'DDT-A', [
        { batch_number: 'LOTTO-1', quantity: 30, production_date: '2025-01-02', expiry_date: '2027-01-02' },
        { batch_number: 'LOTTO-2', quantity: 20, production_date: '2025-01-03', expiry_date: '2027-01-03' },
      ]);
      await book(given, 'DDT-B', [
        { batch_number: 'LOTTO-3', quantity: 10, production_date: '2025-01-04', expiry_date: '2027-01-04' },
      ]);
      await stage.api.admin.put('/company', { business_name: 'Bobinificio di prova' });
      const page = await stage.open(stage.api.warehouse, `${LIST}/storico/${given.items[0]!.id}`, { language: 'fr' });
      await page.getByRole('heading', { name: 'COLLA' }).waitFor();
      const pairs = Object.fromEntries(
        await page
          .locator('dl')
          .first()
          .locator('div')
          .evaluateAll((all) =>
            all.map((one) => [
              one.querySelector('dt')!.textContent,
              one.querySelector('dd')!.textContent!.replaceAll(/\s/g, ' '),
            ]),
          ),
      );
      const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome' }).format();
      assert.deepEqual(pairs, {
        Produit: 'COLLA',
        Description: 'Colla vinilica rapida',
        UM: 'kg',
        'Total commandé': '100 kg',
        'Total reçu': '60 kg',
        'Dernière réception': today,
        Réceptions: '2',
      });
      const first = page.getByRole('article', { name: 'BL DDT-A du 21/03/2025' });
      assert.deepEqual(
        (await first.getByRole('row').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ')),
        [
          "Numéro de lot Quantité Date de production Date d'expiration",
          'LOTTO-1 30 kg 02/01/2025 02/01/2027',
          'LOTTO-2 20 kg 03/01/2025 03/01/2027',
        ],
      );
      const figures = async (receipt: Locator) =>
        (await receipt.locator('dl').innerText()).replaceAll(/\s+/g, ' ').trim();
      assert.equal(await figures(first), 'Reçue 50 kg Restante 50 kg Entrepôt Materie prime');
      assert.equal(
        await figures(page.getByRole('article', { name: 'BL DDT-B du 21/03/2025' })),
        'Reçue 10 kg Restante 40 kg Entrepôt Materie prime',
      );
      await assertAccessible(page, 'the history');

      await page.context().addInitScript(() => {
        window.print = () => Object.assign(window, { isPrinted: true });
      });
      await page.evaluate(() => {
        const real = window.setTimeout.bind(window);
        const waits: (number | undefined)[] = [];
        Object.assign(window, {
          waits,
          setTimeout: (work: () => void, wait?: number) => (waits.push(wait), real(work, wait)),
        });
      });
      const [paper] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Imprimer les étiquettes des lots' }).click(),
      ]);
      const labels = paper.locator('section.label');
      await labels.nth(2).waitFor();
      assert.equal(await labels.count(), 3);
      await paper.waitForFunction(() => 'isPrinted' in window);
      assert.ok((await page.evaluate(() => (window as unknown as { waits: number[] }).waits)).includes(250), '250 ms');
      assert.match(
        await paper.evaluate(() =>
          [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join(),
        ),
        /@page \{[^}]*size: a4/i,
      );
      assert.equal(await paper.evaluate(() => document.documentElement.lang), 'fr');
      const texts = (await labels.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
      for (const part of [
        'Bobinificio di prova',
        'COLLA',
        'Colla vinilica rapida',
        'Lot LOTTO-2',
        'Quantité 20 kg',
        'Entrepôt Materie prime',
        'Production 03/01/2025',
        'Expiration 03/01/2027',
        'BL DDT-A · 21/03/2025',
      ])
        assert.ok(texts[1]!.toLowerCase().includes(part.toLowerCase()), `${part} in ${texts[1]}`);
      // Without a GTIN: product and batch, as a scanner reads them.
      assert.equal(await decodeBarcode(labels.nth(1).getByRole('img')), ']C0COLLA*LOTTO-2');
      const height = await labels.first().evaluate((label) => label.getBoundingClientRect().height);
      assert.ok(Math.abs(height - (148 / 25.4) * 96) < 1, `half of an A4 sheet, not ${height} px`);
      await paper.close();

      // With a GTIN: GS1-128 of GTIN, expiry, production day and batch, for a single receipt.
      await stage.api.orders.put(`/products/${made.glue}`, { barcode: '8001090310323' });
      await page.reload();
      const [second] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Étiquettes des lots · DDT-B' }).click(),
      ]);
      const only = second.locator('section.label');
      await only.getByText('(01)08001090310323(17)270104(11)250104(10)LOTTO-3').waitFor();
      assert.equal(await only.count(), 1);
      assert.equal(await decodeBarcode(only.getByRole('img')), ']C10108001090310323172701041125010410LOTTO-3');
      await stage.api.orders.put(`/products/${made.glue}`, { barcode: '8001090310324' });
      await second.close();
      await page.reload();
      const [third] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Étiquettes des lots · DDT-B' }).click(),
      ]);
      assert.equal(await decodeBarcode(third.locator('section.label').getByRole('img')), ']C0COLLA*LOTTO-3');
      await stage.api.orders.put(`/products/${made.glue}`, { barcode: null });
    },
  );

  test('a receipt is cancelled in its history with a reason; goods that were moved refuse it with a link', async () => {
    const batch = (batch_number: string, quantity: number) => ({
      batch_number,
      quantity,
      production_date: '2025-01-03',
      expiry_date: '2027-01-03',
    });
    const given = await order('R-STORNO', [100]);
    const wrong = await book(given, 'DDT-ST1', [batch('ST-1', 30), batch('ST-2', 20)]);
    await book(given, 'DDT-ST2', [batch('ST-3', 10)]);
    const moved = await stage.api.orders.post('/stock-movements', {
      movement_type: 'S',
      movement_date: (await stage.api.admin.get('/company/today')).body.today,
      product_id: made.glue,
      warehouse_id: made.main,
      quantity: 1,
      batch_number: 'ST-3',
    });
    assert.equal(moved.status, 201, JSON.stringify(moved.body));
    const page = await stage.open(stage.api.warehouse, `${LIST}/storico/${given.items[0]!.id}`);
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Annulla ricezione · DDT-ST2' }).click();
    await dialog.getByText('COLLA · ST-3: 10 kg da Materie prime').waitFor();
    await dialog.getByLabel('Motivo').fill('DDT di un altro ordine');
    await page.keyboard.press('Enter');
    const refusal = page.getByText('la merce è già stata usata');
    await refusal.waitFor();
    await page.getByRole('link', { name: /ST-3/ }).last().waitFor();
    await dialog.waitFor({ state: 'detached' });

    const act = page.getByRole('button', { name: 'Annulla ricezione · DDT-ST1' });
    await act.click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await act.click();
    await dialog.getByText('COLLA · ST-1: 30 kg da Materie prime').waitFor();
    await dialog.getByText('COLLA · ST-2: 20 kg da Materie prime').waitFor();
    const done = dialog.getByRole('button', { name: 'Annulla ricezione' });
    assert.ok(await done.isDisabled(), 'a reason is required');
    await page.keyboard.press('Enter');
    await assertAccessible(page, 'the cancellation of a receipt');
    await page.keyboard.type('Lotti scambiati');
    await page.keyboard.press('Enter');
    await page.getByText('Ricezione DDT-ST1 annullata').waitFor();
    await act.waitFor({ state: 'detached' });
    await assertFocused(page, 'the receipt is cancelled');
    const sheet = page.getByRole('article', { name: /^DDT DDT-ST1/ });
    for (const text of ['Annullata', 'Lotti scambiati', 'Utente warehouse'])
      await sheet.getByText(text, { exact: true }).waitFor();
    assert.equal(await sheet.getByRole('button', { name: /Annulla ricezione|Etichette/ }).count(), 0);
    await assertAccessible(page, 'a cancelled receipt');
    const stored = (await stage.api.orders.get(`/goods-receipts/${wrong}`)).body;
    assert.equal(stored.cancel_reason, 'Lotti scambiati');
    assert.equal((await detailsOf(given)).items[0].received_quantity, 10);
  });
});
