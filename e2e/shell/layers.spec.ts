/** Shortcuts, Escape and scans apply to the topmost layer. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, scan, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
const made = {} as Record<'order' | 'product' | 'warehouse' | 'second', number>;
function palette(page: Page) {
  return page.getByRole('combobox', { name: /^Cerca schermate/ });
}
async function receipts() {
  return (await api.admin.get(`/goods-receipts/order-details/${made.order}`)).body.items[0].received_quantity as number;
}

/** Opens a receipt that could be saved, with its batch dialog. */
async function openBatches() {
  const page = await open(api.admin, `/operazioni/ricezione-merce/${made.order}`);
  await page.getByLabel('Numero documento (DDT)').fill('DDT-1');
  await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2025');
  await typeInto(page.getByLabel('Quantità da ricevere · COLLA'), '10');
  await page.getByRole('button', { name: /lott[io] · COLLA$/ }).click();
  const dialog = page.getByRole('dialog', { name: /COLLA/ });
  await dialog.waitFor();
  return { page, dialog };
}

describe('layers', () => {
  before(async () => {
    const supplier = await createSupplier(api.admin, { business_name: 'Colle Lariane' });
    made.warehouse = (await createWarehouse(api.admin, { name: 'Materie prime' })).id;
    made.second = (await createWarehouse(api.admin, { name: 'Prodotti finiti' })).id;
    made.product = (await createProduct(api.admin, { code: 'COLLA', has_batch: true, supplier_id: supplier.id })).id;
    made.order = (
      await createPurchaseOrder(api.admin, supplier.id, [{ product_id: made.product, quantity: 100, unit_price: 1 }])
    ).id;
  });

  matrixTest(
    'Q14: Ctrl-S, Enter, Escape, Ctrl-K, ? and scans act on the topmost dialog and never on the receipt behind it',
    async () => {
      const { page, dialog } = await openBatches();
      const posted: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
      // Incomplete input: neither the dialog nor the form behind it saves.
      await page.keyboard.press('Control+s');
      await page.keyboard.press('Control+Enter');
      await dialog.waitFor();
      await page.keyboard.press('Control+k');
      await dialog.getByRole('button', { name: 'Aggiungi lotto' }).focus();
      await page.keyboard.press('?');
      await page.keyboard.press('/');
      assert.equal(await page.getByRole('dialog').count(), 1, 'neither the palette nor the help opens');
      await dialog
        .getByLabel(/^Numero lotto/)
        .first()
        .fill('L-1');
      await page.keyboard.press('Control+s');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /lott[io] · COLLA$/ }).click();
      await dialog.waitFor();
      assert.equal(
        await dialog
          .getByLabel(/^Numero lotto/)
          .first()
          .inputValue(),
        'L-1',
        'Ctrl-S has saved the dialog',
      );
      // Enter on the last field saves only the dialog; Escape closes only the dialog.
      await dialog
        .getByLabel(/^Data scadenza/)
        .last()
        .press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /lott[io] · COLLA$/ }).click();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(posted.length, 0, 'the receipt was not posted');
      assert.equal(await receipts(), 0);
      // With a confirmation above a dialog, Ctrl-S saves neither, and Escape closes only the confirmation.
      await page.goto(`${api.url}/report/inventario?new=true`);
      const form = page.getByRole('dialog', { name: 'Nuovo conteggio' }).or(page.getByRole('dialog').first());
      await form.waitFor();
      await choose(page, page.getByRole('dialog').getByRole('combobox').first(), 'Materie prime');
      await page.keyboard.press('Escape');
      const question = page.getByRole('dialog').filter({ hasText: /modifiche/ });
      // The question is the topmost layer once it has the focus.
      await question.locator(':focus').waitFor();
      await page.keyboard.press('Control+s');
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('dialog').count(), 1);
      assert.deepEqual(
        (posted as string[]).filter((url) => url.includes('stock-counts')),
        [],
      );
      await page.keyboard.press('Control+s');
      await page.waitForURL(/sheet=\d+/);
    },
  );

  matrixTest(
    'Q15: a scan goes to the dialog, or a notice appears that no field accepts it; a new row gets the focus',
    async () => {
      const { page, dialog } = await openBatches();
      const batches = dialog.locator('input[name=batch_number]');
      // Scans fill the empty row independent of the focus, then add rows; a number field accepts no scan.
      await dialog.getByRole('button', { name: 'Annulla' }).focus();
      await scan(page, 'LOTTO-001');
      assert.equal(await batches.first().inputValue(), 'LOTTO-001');
      const quantity = dialog.getByLabel(/^Quantità/).first();
      await hasFocus(quantity, 'after a scan');
      await typeInto(quantity, '4');
      await page.keyboard.press('End');
      await scan(page, 'COLLA*LOTTO-002');
      assert.equal(await batches.nth(1).inputValue(), 'LOTTO-002', 'the batch that the label of the product names');
      assert.equal(await quantity.inputValue(), '4');
      await dialog.getByRole('button', { name: 'Aggiungi lotto' }).click();
      await hasFocus(batches.nth(2), 'Aggiungi lotto');
      await scan(page, 'LOTTO-003');
      assert.equal(await batches.nth(2).inputValue(), 'LOTTO-003');
      assert.equal(await palette(page).count(), 0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // A dialog without a code field shows a message, and the scanner's Enter presses no button.
      await page.goto(`${api.url}/anagrafica/prodotti`);
      await page.getByRole('link', { name: 'COLLA' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Guida: Prodotti' }).waitFor();
      await scan(page, 'BOBINA-777');
      await page.locator('.toasts').getByText('Nessun campo di questa finestra accetta il codice BOBINA-777').waitFor();
      assert.equal(await palette(page).count(), 0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // So does a dialog that opens while the code is looked up.
      const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
      const { promise: isLet, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/search?**', async (route) => {
        ask();
        await isLet;
        await route.continue();
      });
      await scan(page, 'BOBINA-776');
      await isAsked;
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Guida: Prodotti' }).waitFor();
      release();
      await page
        .locator('.toasts')
        .getByText(/BOBINA-776/)
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Azioni per COLLA' }).click();
      await page.getByRole('menuitem', { name: /^Elimina/ }).click();
      await page
        .getByRole('dialog')
        .filter({ hasText: /Elimina/ })
        .waitFor();
      await scan(page, 'BOBINA-778');
      await page
        .locator('.toasts')
        .getByText(/BOBINA-778/)
        .waitFor();
      await page
        .getByRole('dialog')
        .filter({ hasText: /Elimina/ })
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // The palette searches for the scanned code and drops earlier input.
      await page.keyboard.press('Control+k');
      await palette(page).fill('vecchio');
      await scan(page, 'COLLA*LOTTO-002');
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'COLLA');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // The batch dialog of a count accepts a scan.
      await page.goto(`${api.url}/report/inventario`);
      const count = await api.admin.post('/stock-counts', { warehouse_id: made.second });
      assert.equal(count.status, 201, JSON.stringify(count.body));
      await page.goto(`${api.url}/report/inventario?sheet=${count.body.id}`);
      await choose(page, page.locator('#count-product'), 'COLLA');
      const prompt = page.getByRole('dialog', { name: /COLLA/ });
      await prompt.waitFor();
      await prompt.getByRole('button', { name: 'Annulla' }).focus();
      await scan(page, 'LOTTO-009');
      assert.equal(await prompt.getByRole('textbox').inputValue(), 'LOTTO-009');
      await page.keyboard.press('Control+s');
      await prompt.waitFor({ state: 'detached' });
      await hasFocus(page.getByRole('list', { name: /ighe/ }).getByRole('textbox').first(), 'the counted row');
    },
  );

  matrixTest('Q15: every button that adds a row moves the focus into it', async () => {
    const customer = await createCustomer(api.admin, { business_name: 'Panificio Moderno' });
    await createMovement(api.admin, loadBody(made.product, made.warehouse, 50, { batch_number: 'L-1' }));
    const { order_number } = await createCustomerOrder(api.admin, customer.id, [
      { product_id: made.product, quantity: 5, unit_price: 1 },
    ]);
    const page = await open(api.admin, '/operazioni/vendite?new=true');
    const dialog = page.getByRole('dialog');
    await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Panificio Moderno');
    await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), order_number);
    await dialog.getByRole('button', { name: 'Aggiungi COLLA' }).click();
    await hasFocus(page.locator('[data-path="items.0.warehouse_id"]'), 'a packed line');
    await page.goto(`${api.url}/operazioni/ordini-fornitori/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), 'Colle Lariane');
    await page.getByRole('button', { name: 'Aggiungi riga' }).click();
    await hasFocus(page.locator('[data-path="items.1.product_id"], [data-path="items.0.product_id"]').last(), 'a line');
    await page.goto(`${api.url}/ordiniclienti/inserimento-ordine?edit=new`);
    await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
    await hasFocus(page.locator('[data-path$=".product_id"]').last(), 'a line of a customer order');
    await page.goto(`${api.url}/operazioni/trasferimenti`);
    await choose(page, page.locator('[data-path=from_warehouse_id]'), 'Materie prime');
    await choose(page, page.locator('#transfer-product'), 'COLLA');
    await hasFocus(page.locator('[data-path="items.0.batch_number"]'), 'a line of a transfer');
  });

  matrixTest('a held Enter does not answer the question that it opened', async () => {
    const { id } = await createWarehouse(api.admin, { name: 'Da eliminare' });
    const page = await open(api.admin, '/anagrafica/magazzini');
    await page.getByRole('button', { name: 'Azioni per Da eliminare' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).focus();
    await page.keyboard.down('Enter');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Elimina' });
    await hasFocus(confirm, 'in the question');
    await page.keyboard.down('Enter');
    assert.ok(await confirm.isVisible());
    await page.keyboard.up('Enter');
    assert.equal((await api.admin.get(`/warehouses/${id}`)).status, 200);
    // The question was on the screen for long enough.
    await page.waitForTimeout(450);
    await page.keyboard.press('Enter');
    await confirm.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Azioni per Da eliminare' }).waitFor({ state: 'detached' });
    assert.equal((await api.admin.get(`/warehouses/${id}`)).status, 404);
  });

  matrixTest('Enter in a field of a dialog does not move the focus in the form with lines around it', async () => {
    const page = await open(api.admin, '/operazioni/ordini-fornitori/nuovo');
    const number = page.locator('[name=order_number]');
    await number.focus();
    await number.press('Enter');
    await hasFocus(page.locator('[name=order_date]'), 'Enter moves on in the form itself');
    // No form with lines has a dialog with a text field today. React passes the events of a dialog on to the form around
    // it although its fields belong to another one, as this field does.
    const [isPrevented, isKept] = await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('form'), { id: 'dialog' }));
      const field = document.createElement('input');
      field.setAttribute('form', 'dialog');
      document.querySelector('main form')!.prepend(field);
      field.focus();
      const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      field.dispatchEvent(enter);
      return [enter.defaultPrevented, document.activeElement === field];
    });
    assert.deepEqual({ isPrevented, isKept }, { isPrevented: false, isKept: true });
  });
});
