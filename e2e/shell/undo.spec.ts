/** Undo in toasts, acts that cannot be undone, and the documents that a refused deletion names. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, textsOf } from '../support/by-hand.ts';
import { heldTimers, holdTimers } from '../support/held-timers.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const FINAL = 'Questa operazione non si può annullare.';

function toastOf(page: Page, text: string | RegExp): Locator {
  return page.locator('.toasts [role=alert]').filter({ hasText: text });
}
function undoButton(page: Page, text: string | RegExp): Locator {
  return toastOf(page, text).getByRole('button', { name: 'Annulla', exact: true });
}
/** Deletes a row of a list by its menu. */
async function removeRow(page: Page, row: string): Promise<Locator> {
  await page.getByRole('button', { name: `Azioni per ${row}` }).click();
  await page.getByRole('menuitem', { name: 'Elimina' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}
/** An order with stock of a batch, and production of it. */
async function makeGoods(code: string) {
  const product = await createProduct(api.admin, { code, has_batch: true, unit_of_measure: 'kg' });
  const warehouse = await createWarehouse(api.admin, { name: `Deposito ${code}` });
  const customer = await createCustomer(api.admin, { business_name: `Cliente ${code}` });
  await createMovement(api.admin, loadBody(product.id, warehouse.id, 50, { batch_number: `${code}-L1` }));
  await createMovement(api.admin, loadBody(product.id, warehouse.id, 30, { batch_number: `${code}-L2` }));
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity: 60, unit_price: 2 },
  ]);
  const pack = () =>
    createPackingList(api.admin, {
      customer_id: customer.id,
      order_id: order.id,
      packing_date: '2026-03-10',
      items: [
        { order_item_id: order.items[0]!.id, warehouse_id: warehouse.id, batch_number: `${code}-L1`, quantity: 5 },
      ],
    });
  return { product, warehouse, customer, order, item: order.items[0]!.id, pack };
}

describe('undo', () => {
  matrixTest(
    'S02: confirmations and answers name every batch with its quantity, and a refused deletion links the documents',
    async () => {
      const { product, order, item, pack } = await makeGoods('LOT');
      const far = await createWarehouse(api.admin, { name: 'Deposito lontano' });
      const list = await pack();
      const admin = await open(api.admin, '/anagrafica/prodotti?q=LOT');
      await (await removeRow(admin, 'LOT')).getByRole('button', { name: 'Elimina' }).click();
      const refusal = toastOf(admin, 'Non è possibile: è usato da altri dati');
      await refusal.waitFor();
      assert.deepEqual(await textsOf(refusal.getByRole('link')), [
        order.order_number,
        list.packing_list_number,
        'LOT-L2',
        'LOT-L1',
      ]);
      await assertAccessible(admin, 'links of a refusal');
      await refusal.getByRole('link', { name: order.order_number }).click();
      await admin.getByText(order.order_number).first().waitFor();
      assert.match(admin.url(), /visualizza-ordini\?.*order=/);

      // The deletion of a movement and its confirmation.
      await admin.goto(`${api.url}/operazioni/movimenti?q=LOT`);
      await admin
        .getByRole('row', { name: /LOT-L2/ })
        .getByRole('button', { name: /^Azioni per/ })
        .click();
      await admin.getByRole('menuitem', { name: 'Elimina' }).click();
      assert.match((await textsOf(admin.getByRole('dialog')))[0]!, /30 kg · Lotto LOT-L2/);
      await admin.keyboard.press('Escape');

      // A packing list: the answer is its sheet, and the cancellation asks with the batches.
      await admin.goto(`${api.url}/operazioni/vendite?open=${list.id}`);
      await admin.getByRole('button', { name: 'Annulla packing list' }).click();
      const cancelling = admin.getByRole('dialog', { name: 'Annulla packing list' });
      assert.deepEqual(await textsOf(cancelling.getByRole('listitem')), ['LOT · LOT-L1: 5 kg in Deposito LOT']);
      await cancelling.getByRole('button', { name: 'Annulla', exact: true }).click();

      // A transfer and its answer.
      await admin.goto(`${api.url}/operazioni/trasferimenti`);
      await choose(admin, admin.getByRole('combobox', { name: 'Magazzino di origine' }), 'Deposito LOT');
      await choose(admin, admin.getByRole('combobox', { name: 'Magazzino di destinazione' }), far.name);
      await admin.getByRole('combobox', { name: 'Aggiungi prodotto' }).fill('LOT');
      await admin.getByRole('option', { name: 'LOT · ' }).click();
      await admin.getByRole('combobox', { name: 'Lotto · LOT' }).click();
      await admin.getByRole('option', { name: /LOT-L2/ }).click();
      await admin.getByRole('textbox', { name: 'Quantità · LOT' }).fill('12');
      await admin.getByRole('button', { name: 'Trasferisci', exact: true }).click();
      const moved = toastOf(admin, 'Trasferimento registrato: 1 riga');
      assert.deepEqual(await textsOf(moved.getByRole('listitem')), ['LOT · Lotto LOT-L2 · 12 kg']);

      // A load: confirmation and answer.
      await createOperation(api.admin, item, 40, { batch_number: 'LOT-P1' });
      await createOperation(api.admin, item, 20, { batch_number: 'LOT-P2', is_completed: true });
      await admin.goto(`${api.url}/operazioni/carico-produzione`);
      await admin.getByRole('combobox', { name: 'Magazzino' }).click();
      await admin.getByRole('option', { name: 'Deposito LOT', exact: true }).click();
      await admin.getByRole('checkbox', { name: `Seleziona ${order.order_number} · LOT` }).check();
      await admin.getByRole('button', { name: 'Conferma carico' }).click();
      const named = [`LOT · ${order.order_number} · lotto LOT-P1: 40 kg · lotto LOT-P2: 20 kg`];
      const asking = admin.getByRole('dialog');
      assert.deepEqual(await textsOf(asking.getByRole('listitem')), named);
      await asking.getByRole('button', { name: 'Conferma carico' }).click();
      const loaded = toastOf(admin, 'Caricata 1 riga nel magazzino Deposito LOT');
      assert.deepEqual(await textsOf(loaded.getByRole('listitem')), named);

      // A receipt and its answer.
      const supplier = await createSupplier(api.admin);
      const paper = await createProduct(api.admin, { code: 'SFUSO', unit_of_measure: 'kg' });
      const purchase = await createPurchaseOrder(api.admin, supplier.id, [
        { product_id: paper.id, ordered_quantity: 10, unit_price: 1 },
        { product_id: product.id, ordered_quantity: 10, unit_price: 1 },
      ]);
      await admin.goto(`${api.url}/operazioni/ricezione-merce/${purchase.id}`);
      await admin.getByLabel('Numero documento (DDT)').fill('BOLLA 1');
      await enterDay(admin.getByRole('textbox', { name: 'Data documento' }), '20/03/2026');
      for (const [code, quantity] of [
        ['SFUSO', '4'],
        ['LOT', '6'],
      ] as const) {
        await admin.getByLabel(`Quantità da ricevere · ${code}`).fill(quantity);
        await choose(admin, admin.getByRole('combobox', { name: `Magazzino · ${code}` }), 'Deposito LOT');
      }
      await admin.getByRole('button', { name: 'Inserisci lotti · LOT' }).click();
      const batch = admin.getByRole('dialog');
      await batch.getByLabel('Numero lotto, lotto 1').fill('LOT-R');
      await batch.getByLabel('Quantità, lotto 1').fill('6');
      await batch.getByRole('button', { name: 'Salva' }).click();
      await admin.getByRole('button', { name: 'Salva ricezione' }).click();
      const received = toastOf(admin, 'Ricezione');
      assert.deepEqual(await textsOf(received.getByRole('listitem')), ['SFUSO: 4 kg', 'LOT: 6 kg · lotto LOT-R: 6 kg']);
    },
  );

  matrixTest(
    'S03: a toast offers to undo a deletion, a drop, a load and a transfer for ten seconds, and screens say which acts are final',
    async (t) => {
      await completeCompany(api.admin);
      await t.test('a deletion: by the button, and by Ctrl-Z', async () => {
        const product = await createProduct(api.admin, { code: 'TORNA-1' });
        const page = await open(api.admin, '/anagrafica/prodotti?q=TORNA');
        await page.getByRole('button', { name: 'Azioni per TORNA-1' }).waitFor();
        await holdTimers(page, [2000, 10_000]);
        await (await removeRow(page, 'TORNA-1')).getByRole('button', { name: 'Elimina' }).click();
        await undoButton(page, 'Prodotto eliminato con successo').waitFor();
        await page.mouse.move(700, 5);
        assert.ok((await heldTimers(page, 1)).includes(10_000));
        await assertAccessible(page, 'a toast with undo');
        await undoButton(page, 'Prodotto eliminato con successo').click();
        await toastOf(page, 'Operazione annullata').waitFor();
        await page.getByRole('button', { name: 'Azioni per TORNA-1' }).waitFor();
        assert.equal((await api.admin.get(`/products/${product.id}`)).status, 200);

        await (await removeRow(page, 'TORNA-1')).getByRole('button', { name: 'Elimina' }).click();
        await undoButton(page, 'Prodotto eliminato con successo').waitFor();
        await page.keyboard.press('Control+z');
        await page.getByRole('button', { name: 'Azioni per TORNA-1' }).waitFor();

        // The server's reason is shown when the state no longer allows it.
        await (await removeRow(page, 'TORNA-1')).getByRole('button', { name: 'Elimina' }).click();
        const again = undoButton(page, 'Prodotto eliminato con successo');
        await again.waitFor();
        await createProduct(api.admin, { code: 'TORNA-1' });
        await again.click();
        await toastOf(page, 'Annullamento non possibile: Codice già esistente').waitFor();

        // With nothing left to undo, Ctrl-Z outside of fields does not change the field that was typed in last.
        const search = page.getByRole('searchbox', { name: /^Cerca/ }).first();
        await search.focus();
        await page.keyboard.press('End');
        await page.keyboard.type(' 1', { delay: 60 });
        await page.waitForURL(/q=TORNA(\+|%20)1/);
        await page.getByRole('button', { name: 'Azioni per TORNA-1' }).focus();
        await page.keyboard.press('Control+z');
        assert.equal(await search.inputValue(), 'TORNA 1');
      });

      await t.test('a drop on the board, in sequence', async () => {
        const { item } = await makeGoods('TAB');
        const [one, two] = [
          await createMachine(api.admin, { code: 'UNA', description: 'Macchina UNA' }),
          await createMachine(api.admin, { code: 'UNB', description: 'Macchina UNB' }),
        ];
        const job = await createScheduling(api.admin, item, one.id, 10);
        await createScheduling(api.admin, item, two.id, 10);
        const page = await open(api.warehouse, '/produzione/programmazione?view=board');
        await page.locator(`[data-job="${job.id}"]`).focus();
        for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
        const message = /· TAB spostato su UNB/;
        await undoButton(page, message).click();
        await toastOf(page, 'Operazione annullata').waitFor();
        const board = (await api.admin.get('/production/board')).body;
        assert.equal(
          board.find(({ machine_id }: { machine_id: number }) => machine_id === one.id)?.jobs[0].scheduling_id,
          job.id,
        );
        await page.waitForFunction(() => document.activeElement?.hasAttribute('data-job'));
      });

      await t.test('a load and a transfer', async () => {
        const { order, item, product } = await makeGoods('CAR');
        await createOperation(api.admin, item, 60, { batch_number: 'CAR-P', is_completed: true });
        const page = await open(api.admin, '/operazioni/carico-produzione');
        await page.getByRole('combobox', { name: 'Magazzino' }).click();
        await page.getByRole('option', { name: 'Deposito CAR', exact: true }).click();
        await page.getByRole('checkbox', { name: `Seleziona ${order.order_number} · CAR` }).check();
        await page.getByRole('button', { name: 'Conferma carico' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Conferma carico' }).click();
        await undoButton(page, 'Caricata 1 riga').click();
        await toastOf(page, 'Operazione annullata').waitFor();
        await page.getByRole('checkbox', { name: `Seleziona ${order.order_number} · CAR` }).waitFor();
        const far = await createWarehouse(api.admin, { name: 'Deposito oltre' });
        await page.goto(`${api.url}/operazioni/trasferimenti`);
        await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Deposito CAR');
        await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), far.name);
        await page.getByRole('combobox', { name: 'Aggiungi prodotto' }).fill('CAR');
        await page.getByRole('option', { name: 'CAR · ' }).click();
        await page.getByRole('combobox', { name: 'Lotto · CAR' }).click();
        await page.getByRole('option', { name: /CAR-L1/ }).click();
        await page.getByRole('textbox', { name: 'Quantità · CAR' }).fill('7');
        await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
        await undoButton(page, 'Trasferimento registrato: 1 riga').click();
        await toastOf(page, 'Operazione annullata').waitFor();
        const rows = (await api.admin.get(`/stock/product/${product.id}?warehouse_id=${far.id}`)).body;
        assert.deepEqual(
          rows.filter(({ quantity }: { quantity: number }) => quantity > 0),
          [],
        );
      });

      await t.test('a cancelled packing list is final, and offers a new one with the same lines', async () => {
        const { pack } = await makeGoods('DDT');
        const list = await pack();
        const page = await open(api.admin, `/operazioni/vendite?open=${list.id}`);
        await page.getByRole('button', { name: 'Annulla packing list' }).click();
        const dialog = page.getByRole('dialog', { name: 'Annulla packing list' });
        await dialog.getByText(FINAL).waitFor();
        await dialog.getByRole('button', { name: 'Annulla packing list' }).click();
        const toast = toastOf(page, `Packing list ${list.packing_list_number} annullata`);
        await toast.getByRole('link', { name: 'Nuova con le stesse righe' }).click();
        const form = page.getByRole('dialog', { name: 'Nuova packing list' });
        await form.getByRole('button', { name: 'Crea packing list' }).click();
        await page
          .getByRole('dialog', { name: /^Packing list/ })
          .getByRole('cell', { name: 'DDT-L1' })
          .waitFor();
        const [newest] = (await api.admin.get('/packing-lists?sort=-packing_list_number&limit=1')).body;
        const { items } = (await api.admin.get(`/packing-lists/${newest.id}`)).body;
        assert.notEqual(newest.id, list.id);
        assert.deepEqual(
          items.map((one: { batch_number: string; quantity: number }) => [one.batch_number, one.quantity]),
          [['DDT-L1', 5]],
        );
      });

      await t.test('sending, cancelling a draft and credit notes are final', async () => {
        const { pack } = await makeGoods('FAT');
        const draft = await createInvoice(api.admin, (await pack()).id);
        const page = await open(api.admin, `/operazioni/vendite?tab=invoices&open=${draft.id}`);
        for (const name of ['Segna come inviata', 'Annulla bozza']) {
          await page.getByRole('button', { name }).click();
          const dialog = page.getByRole('dialog', { name });
          await dialog.getByText(FINAL).waitFor();
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
        }
        // A cancelled draft stays; its toast and its sheet offer another one.
        await page.getByRole('button', { name: 'Annulla bozza' }).click();
        const cancelling = page.getByRole('dialog', { name: 'Annulla bozza' });
        await page.waitForTimeout(1100);
        await cancelling.getByRole('button', { name: 'Annulla bozza' }).click();
        const again = 'Nuova bozza con le stesse righe';
        await toastOf(page, 'Bozza annullata').getByRole('link', { name: again }).waitFor();
        await page.getByRole('dialog').getByRole('link', { name: again }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Crea fattura' }).click();
        const next = page.getByRole('dialog', { name: /^Fattura BOZZA-/ });
        await next.getByRole('button', { name: 'Segna come inviata' }).waitFor();
        const second = Number(new URL(page.url()).searchParams.get('open'));
        assert.notEqual(second, draft.id);
        assert.equal((await api.admin.put(`/invoices/${second}/status`, { status: 'sent' })).status, 200);
        await page.reload();
        await page.getByRole('button', { name: 'Emetti nota di credito' }).click();
        const question = page.getByRole('dialog', { name: 'Emetti nota di credito' });
        await question.getByText(FINAL).waitFor();
        // The second Enter of a hurried user comes too early to answer it.
        await page.keyboard.press('Enter');
        await question.getByText(FINAL).waitFor();
        assert.equal((await api.admin.get(`/invoices/${second}`)).body.status, 'sent');
      });

      await t.test('a posted count, a forced completion, a receipt and an import are final', async () => {
        const { order, product, warehouse } = await makeGoods('FIN');
        const count = (await api.admin.post('/stock-counts', { warehouse_id: warehouse.id })).body;
        const counted = [{ product_id: product.id, batch_number: 'FIN-L1', counted_quantity: 49 }];
        await api.admin.put(`/stock-counts/${count.id}/items`, { items: counted });
        const page = await open(api.admin, `/report/inventario?sheet=${count.id}`);
        await page.getByRole('button', { name: 'Registra inventario' }).click();
        await page.getByRole('dialog', { name: 'Registra inventario' }).getByText(FINAL).waitFor();

        await page.goto(`${api.url}/produzione/stato?q=${encodeURIComponent(order.order_number)}`);
        await page.getByRole('button', { name: new RegExp(`^Azioni per .*${order.order_number}`) }).click();
        await page.getByRole('menuitem', { name: 'Forza completamento' }).click();
        await page.getByRole('dialog', { name: 'Forza completamento' }).getByText(FINAL).waitFor();

        const supplier = await createSupplier(api.admin);
        const purchase = await createPurchaseOrder(api.admin, supplier.id, [
          { product_id: product.id, ordered_quantity: 10, unit_price: 1 },
        ]);
        await page.goto(`${api.url}/operazioni/ricezione-merce/${purchase.id}`);
        await page.getByText("Dopo il salvataggio non c'è un tasto «Annulla».").waitFor();

        await page.goto(`${api.url}/ordiniclienti/inserimento-ordine?import=true`);
        await page
          .locator('input[type=file]')
          .setInputFiles(new URL('../fixtures/ordini.xlsx', import.meta.url).pathname);
        await page.getByRole('dialog').getByText(FINAL).waitFor();

        await page.goto(`${api.url}/anagrafica/macchinari`);
        await page.getByRole('button', { name: 'Importa' }).click();
        const buffer = Buffer.from('Codice;Descrizione\nIMP-1;Taglierina');
        await page.locator('input[type=file]').setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('dialog').getByRole('button', { name: 'Anteprima' }).click();
        await page.getByRole('dialog').getByText(FINAL).waitFor();
      });
    },
  );
});
