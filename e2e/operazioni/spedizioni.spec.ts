/** Ready to ship: ticks, picking sheet, scans and the DDT; and the labels after a receipt. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { today } from '@bobina/contract/core/dates.ts';
import type { PickingSheet } from '@bobina/contract/sales/printed-documents.ts';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import {
  completeCompany,
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
import { enterDay, scan, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PATH = '/operazioni/spedizioni';
const RECEIPTS = '/operazioni/ricezione-merce';

/** A customer with one order: 5 of LOTTI-n, in two batches, and 2 of FILM-n. */
async function addOrder(n: number) {
  const { id: warehouse } = await createWarehouse(api.admin, { name: `Magazzino ${n}` });
  const glue = await createProduct(api.admin, { code: `LOTTI-${n}`, has_batch: true, description: 'Colla' });
  const film = await createProduct(api.admin, { code: `FILM-${n}`, description: 'Film' });
  for (const batch_number of ['A', 'B'])
    await createMovement(api.admin, loadBody(glue.id, warehouse, 3, { batch_number: `${batch_number}-${n}` }));
  await createMovement(api.admin, loadBody(film.id, warehouse, 10));
  const customer = await createCustomer(api.admin, { business_name: `Cliente ${n}` });
  await api.admin.post('/destinazioni-merce', {
    customer_id: customer.id,
    indirizzo: `Via Porto ${n}`,
    citta: 'Lucca',
  });
  const line = (product_id: number, quantity: number) => ({
    product_id,
    quantity,
    unit_price: 1,
    delivery_date: today('Europe/Rome'),
  });
  const order = await createCustomerOrder(api.admin, customer.id, [line(glue.id, 5), line(film.id, 2)]);
  return { order, glue, film };
}

/** The printed page that a press opens, as text. */
async function paperOf(page: Page, press: () => Promise<void>) {
  await page.context().addInitScript(() => Object.assign(window, { print: () => {} }));
  const [paper] = await Promise.all([page.waitForEvent('popup'), press()]);
  await paper.locator('main table, main .label').first().waitFor();
  return paper;
}

describe('ready to ship', () => {
  test("S40 lists what can go with remaining and available quantity and proposed batches; ticks, picking sheet, scans and the DDT in one act for roles that make packing lists; nothing is reserved; 'Stampa etichette' after a receipt prints all its labels", async () => {
    await completeCompany(api.admin);
    const { order } = await addOrder(1);
    const listed = await api.warehouse.get<ReadyShipment[]>(`/shipments/ready?day=${today('Europe/Rome')}`);
    assert.deepEqual(
      listed.body[0]!.items.map(({ remaining_quantity, available_quantity, batches }) => [
        remaining_quantity,
        available_quantity,
        batches.map(({ batch_number, quantity }) => [batch_number, quantity]),
      ]),
      [
        [
          5,
          6,
          [
            ['A-1', 3],
            ['B-1', 2],
          ],
        ],
        [2, 10, [[null, 2]]],
      ],
    );

    // The warehouse ticks and prints; it makes no DDT.
    const hall = await open(api.warehouse, PATH);
    const row = (page: Page) => page.getByRole('article', { name: order.order_number });
    await row(hall).getByText('3 kg · A-1 · Magazzino 1').waitFor();
    await hall.getByText('Via Porto 1, Lucca').waitFor();
    assert.equal(await hall.getByRole('button', { name: /Crea DDT/ }).count(), 0);
    await row(hall)
      .getByRole('checkbox', { name: `Spedisci l'ordine ${order.order_number}` })
      .check();
    const answer = hall.waitForResponse((one) => new URL(one.url()).pathname.endsWith('/picking-sheet'));
    const [paper] = await Promise.all([
      hall.waitForEvent('popup'),
      hall.getByRole('button', { name: 'Stampa lista di prelievo' }).click(),
    ]);
    const address = new URL((await answer).url());
    await paper.close();
    address.searchParams.set('format', 'json');
    const sheet = await api.warehouse.get<PickingSheet>(address.pathname.slice('/api'.length) + address.search);
    assert.deepEqual(
      sheet.body.shipments.map((shipment) => [
        shipment.customer_name,
        shipment.destination,
        shipment.items.flatMap(({ code, batches }) =>
          batches.map(({ warehouse_name, batch_number, quantity }) => [code, warehouse_name, batch_number, quantity]),
        ),
      ]),
      [
        [
          'Cliente 1',
          'Via Porto 1, Lucca',
          [
            ['LOTTI-1', 'Magazzino 1', 'A-1', 3],
            ['LOTTI-1', 'Magazzino 1', 'B-1', 2],
            ['FILM-1', 'Magazzino 1', null, 2],
          ],
        ],
      ],
    );
    assert.doesNotMatch(JSON.stringify(sheet.body), /price|amount/);
    const again = await api.warehouse.get<ReadyShipment[]>('/shipments/ready');
    assert.deepEqual(again.body, listed.body, 'ticks and prints reserve nothing');

    // The office confirms the picked goods by scan and creates the DDT.
    const office = await open(api.sales, PATH);
    const make = office.getByRole('button', { name: `Crea DDT per l'ordine ${order.order_number}` });
    await make.waitFor();
    assert.ok(await make.isDisabled(), 'nothing is ticked');
    await scan(office, 'LOTTI-1*A-1');
    await office.getByText('Confermato: LOTTI-1 · A-1').waitFor();
    await row(office).getByText('Confermati 1 di 3').waitFor();
    await scan(office, 'LOTTI-1*C-9');
    await office.getByText('LOTTI-1 · C-9 non è tra i lotti proposti').waitFor();
    await make.click();
    const question = office.getByRole('dialog');
    await question.getByText('LOTTI-1 · B-1').waitFor();
    await question.getByRole('button', { name: 'Annulla' }).click();
    await scan(office, 'LOTTI-1*B-1');
    await scan(office, 'FILM-1');
    await row(office).getByText('Confermati 3 di 3').waitFor();
    await assertAccessible(office, 'picked');
    await make.click();
    await office.getByText('Packing list creata con successo').waitFor();
    await row(office).waitFor({ state: 'detached' });
    await hasFocus(office.getByRole('link', { name: /^DDT-/ }), 'after the packing list');
    assert.equal(await office.getByText(/^Confermato:/).count(), 0, 'the hint of what has left');
    const { body: lists } = await api.sales.get('/packing-lists');
    const { body: made } = await api.sales.get(`/packing-lists/${lists[0].id}`);
    assert.deepEqual(
      made.items.map(({ code, quantity, batch_number }: Record<string, unknown>) => [code, quantity, batch_number]),
      [
        ['LOTTI-1', 3, 'A-1'],
        ['LOTTI-1', 2, 'B-1'],
        ['FILM-1', 2, null],
      ],
    );
    assert.ok(made.destination_id, 'the only address of the customer');

    // After a receipt, one click prints the labels of all that came in.
    const supplier = await createSupplier(api.admin);
    const goods = await createProduct(api.admin, { code: 'ARRIVO-1', supplier_id: supplier.id, has_batch: true });
    const purchase = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: goods.id, quantity: 4, unit_price: 1 },
    ]);
    await hall.goto(`${api.url}${RECEIPTS}/${purchase.id}`);
    await hall.getByLabel('Numero documento (DDT)').fill('B-77');
    await enterDay(hall.getByRole('textbox', { name: 'Data documento' }), '20/11/2025');
    await typeInto(hall.getByLabel('Quantità da ricevere · ARRIVO-1'), '4');
    await hall.getByRole('button', { name: 'Inserisci lotti · ARRIVO-1' }).click();
    const batches = hall.getByRole('dialog');
    await batches.getByLabel('Numero lotto, lotto 1').fill('N-1');
    await typeInto(batches.getByLabel('Quantità, lotto 1'), '1,5');
    await batches.getByRole('button', { name: 'Aggiungi lotto' }).click();
    await batches.getByLabel('Numero lotto, lotto 2').fill('N-2');
    await batches.getByRole('button', { name: 'Salva' }).click();
    await hall.getByRole('button', { name: 'Salva ricezione' }).click();
    await hall.getByText('Ricezione registrata: DDT B-77').waitFor();
    const labels = await paperOf(hall, () => hall.getByRole('button', { name: 'Stampa etichette' }).click());
    assert.equal(await labels.locator('.label').count(), 2);
    const printed = (await labels.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    assert.match(printed, /ARRIVO-1.*N-1.*1,5 kg.*N-2.*2,5 kg/);
  });

  test('what the warehouse picks is ticked and named at once where the packing list is made', async () => {
    const { order } = await addOrder(3);
    const rowOf = (page: Page) => page.getByRole('article', { name: order.order_number });
    const [hall, office] = [await open(api.warehouse, PATH), await open(api.sales, PATH)];
    await rowOf(office).waitFor();
    await rowOf(hall).waitFor();
    // A bare batch number confirms its part, a check box the one that has no label.
    await scan(hall, 'b-3');
    await rowOf(hall).getByText('Confermati 1 di 3').waitFor();
    await rowOf(hall).getByRole('checkbox', { name: 'Conferma FILM-3' }).check();
    await rowOf(office).getByText('Confermati 2 di 3').waitFor();
    assert.ok(await rowOf(office).getByRole('checkbox', { name: 'Spedisci LOTTI-3' }).isChecked());
    assert.ok(await rowOf(office).getByRole('checkbox', { name: 'Conferma FILM-3' }).isChecked());
    await rowOf(office).getByText('Utente warehouse,').first().waitFor();
    await scan(office, 'B-3');
    await office.getByText('B-3 è già confermato da Utente warehouse').waitFor();
    // The dialog of unconfirmed parts can leave them out.
    await rowOf(office)
      .getByRole('button', { name: /Crea DDT/ })
      .click();
    const question = office.getByRole('dialog');
    await question.getByText('LOTTI-3 · A-3 · 3 kg').waitFor();
    await question.getByRole('button', { name: 'Annulla' }).click();
    await rowOf(office).getByRole('checkbox', { name: 'Conferma FILM-3' }).uncheck();
    await rowOf(hall).getByText('Confermati 1 di 3').waitFor();
    await hall.reload();
    await rowOf(hall).getByText('Confermati 1 di 3').waitFor();
    await scan(hall, 'Z-3');
    await hall.getByText('Z-3').first().waitFor();
    await rowOf(office)
      .getByRole('button', { name: /Crea DDT/ })
      .click();
    await question.getByRole('button', { name: 'Annulla' }).click();
    await office.getByRole('button', { name: `Trasporto dell'ordine ${order.order_number}` }).click();
    await rowOf(office).getByLabel('Vettore').fill('Corriere Apuano');
    await typeInto(rowOf(office).getByRole('textbox', { name: 'Colli' }), '2');
    await rowOf(office)
      .getByRole('button', { name: /Crea DDT/ })
      .click();
    // Enter ships what was picked.
    await question.getByRole('button', { name: 'Solo i confermati' }).waitFor();
    await office.waitForFunction(() => document.activeElement?.textContent === 'Solo i confermati');
    await office.keyboard.press('Enter');
    await office.getByText('Packing list creata con successo').waitFor();
    // The rest goes with another packing list, whose packages are not these.
    await rowOf(office).getByRole('checkbox', { name: 'Spedisci LOTTI-3', checked: false }).waitFor();
    assert.equal(await rowOf(office).getByRole('textbox', { name: 'Colli' }).inputValue(), '');
    const { body: lists } = await api.sales.get(`/packing-lists?q=${order.order_number}`);
    const { body: list } = await api.sales.get(`/packing-lists/${lists[0].id}`);
    assert.deepEqual([list.carrier, list.packages], ['Corriere Apuano', 2]);
    // The next packing list offers the carrier.
    await office.reload();
    await office.getByRole('button', { name: `Trasporto dell'ordine ${order.order_number}` }).click();
    await rowOf(office).getByLabel('Vettore').focus();
    await rowOf(office).locator('datalist option[value="Corriere Apuano"]').waitFor({ state: 'attached' });
    assert.deepEqual(
      list.items.map((item: { batch_number: string; quantity: number }) => [item.batch_number, item.quantity]),
      [['B-3', 2]],
    );
  });

  matrixTest(
    'transport data is not left without a question, a refused field takes the focus, and goods in several warehouses are marked',
    async () => {
      const { order, film } = await addOrder(7);
      const far = await createWarehouse(api.admin, { name: 'Deposito lontano' });
      await createMovement(api.admin, loadBody(film.id, far.id, 1));
      const line = { product_id: film.id, quantity: 3, unit_price: 1, delivery_date: today('Europe/Rome') };
      const wide = await createCustomerOrder(api.admin, order.customer_id, [line]);
      const page = await open(api.sales, PATH);
      const rowOf = (number: string) => page.getByRole('article', { name: number });
      await rowOf(wide.order_number).getByRole('checkbox', { name: 'Spedisci FILM-7' }).check();
      await rowOf(wide.order_number)
        .getByText(/^Da più magazzini: .*Deposito lontano/)
        .waitFor();
      await rowOf(order.order_number).getByRole('checkbox', { name: 'Spedisci LOTTI-7' }).check();
      assert.equal(
        await rowOf(order.order_number)
          .getByText(/^Da più magazzini/)
          .count(),
        0,
      );
      await page.getByRole('button', { name: `Trasporto dell'ordine ${order.order_number}` }).click();
      const packages = rowOf(order.order_number).getByRole('textbox', { name: 'Colli' });
      await packages.fill('abc');
      await page.getByRole('link', { name: 'Operazioni' }).last().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await packages.inputValue(), 'abc');
      await rowOf(order.order_number)
        .getByRole('button', { name: /Crea DDT/ })
        .click();
      await hasFocus(packages, 'the refused field');
    },
  );

  matrixTest('a second scan of a label does not pick the goods for another order', async () => {
    const { order, film } = await addOrder(4);
    const customer = await createCustomer(api.admin, { business_name: 'Zeta' });
    const line = { product_id: film.id, quantity: 3, unit_price: 1, delivery_date: today('Europe/Rome') };
    const other = await createCustomerOrder(api.admin, customer.id, [line]);
    const page = await open(api.warehouse, PATH, { viewport: PHONE });
    const rowOf = (number: string) => page.getByRole('article', { name: number });
    await rowOf(other.order_number).waitFor();
    await scan(page, 'FILM-4');
    await page.getByText(`Confermato: FILM-4 · 2 kg · ${order.order_number} · Cliente 4`).waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('[data-confirmed]')?.getBoundingClientRect();
      return box !== undefined && box.top > 0 && box.bottom < innerHeight;
    });
    // A number of batches of several products, none of which is proposed.
    for (const code of ['ALTRO-4', 'ALTRO-5']) {
      const { id } = await createProduct(api.admin, { code, has_batch: true });
      const { id: warehouse } = await createWarehouse(api.admin, { name: `Deposito di ${code}` });
      await createMovement(api.admin, loadBody(id, warehouse, 1, { batch_number: 'DOPPIO-4' }));
    }
    await scan(page, 'DOPPIO-4');
    await page.getByText(/^ALTRO-[45] · DOPPIO-4, ALTRO-[45] · DOPPIO-4 non è tra i lotti proposti$/).waitFor();
    await scan(page, 'FILM-4');
    await page.getByText(`FILM-4 è già confermato. Per ${other.order_number} spunta prima la riga`).waitFor();
    assert.equal(await rowOf(other.order_number).getByRole('checkbox', { name: 'Conferma FILM-4' }).isChecked(), false);
    await rowOf(other.order_number).getByRole('checkbox', { name: 'Spedisci FILM-4' }).check();
    await scan(page, 'FILM-4');
    await rowOf(other.order_number).getByText('Confermati 1 di 1').waitFor();
  });

  matrixTest(
    'a scanned batch that is not proposed takes the place of what is not picked, unless it is on hold',
    async () => {
      const { order, glue } = await addOrder(6);
      const { id: warehouse } = await createWarehouse(api.admin, { name: 'Magazzino di C' });
      await createMovement(api.admin, loadBody(glue.id, warehouse, 4, { batch_number: 'C-6' }));
      const page = await open(api.sales, PATH);
      const article = page.getByRole('article', { name: order.order_number });
      await article.getByText('3 kg · A-6 · Magazzino 6').waitFor();
      await scan(page, 'C-6');
      await page.getByText(`Confermato, non era proposto: LOTTI-6 · C-6 · 4 kg · ${order.order_number}`).waitFor();
      await article.getByText('1 kg · A-6 · Magazzino 6').waitFor();
      await article.getByText('Confermati 1 di 3').waitFor();
      // A list that was read before the hold still proposes the batch.
      await page.route('**/api/shipments/ready?*', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore', error: '' } }),
      );
      const { body: stock } = await api.admin.get(`/stock/product/${glue.id}?q=A-6`);
      await api.admin.post(`/batches/${stock[0].batch_id}/hold`, { reason: 'Umida' });
      await scan(page, 'A-6');
      await page.getByText('LOTTI-6 · A-6: Non disponibile').waitFor();
      await page.unroute('**/api/shipments/ready?*');
      await page.reload();
      await article.getByText('1 kg · B-6 · Magazzino 6').waitFor();
      await scan(page, 'A-6');
      await page.getByText('LOTTI-6 · A-6 è bloccato: Umida').waitFor();
      await scan(page, 'B-6');
      await article.getByText('Confermati 2 di 3').waitFor();
      await article.getByRole('button', { name: /Crea DDT/ }).click();
      await page.getByText('Packing list creata con successo').waitFor();
      const { body: lists } = await api.sales.get(`/packing-lists?q=${order.order_number}`);
      const { body: made } = await api.sales.get(`/packing-lists/${lists[0].id}`);
      assert.deepEqual(
        made.items.map(({ quantity, batch_number }: Record<string, unknown>) => [quantity, batch_number]),
        [
          [1, 'B-6'],
          [4, 'C-6'],
        ],
      );
    },
  );

  test('a scan that does not reach the server names its code, also when no more code of the page can be loaded', async () => {
    const { order } = await addOrder(5);
    const page = await open(api.warehouse, PATH);
    const article = page.getByRole('article', { name: order.order_number });
    await article.waitFor();
    await page.route(/\/(api|assets)\//, (route) => route.abort());
    const notConfirmed = (code: string) =>
      page
        .locator('.toasts')
        .getByText(`${code} non è confermato: il server non risponde. Leggilo di nuovo quando torna la rete`);
    await scan(page, 'A-5');
    await notConfirmed('A-5').waitFor();
    await scan(page, 'LOTTI-5*B-5');
    await notConfirmed('LOTTI-5*B-5').waitFor();
    const unsent = page.getByRole('alert').filter({ hasText: 'Scansioni non arrivate al server' });
    assert.deepEqual(await unsent.getByRole('button').allInnerTexts(), ['Riprova A-5', 'Riprova LOTTI-5*B-5']);
    assert.equal(await article.getByRole('checkbox', { name: 'Spedisci LOTTI-5' }).isChecked(), false);
    await page.unroute(/\/(api|assets)\//);
    await page.locator('.offline-banner').waitFor({ state: 'detached' });
    await scan(page, 'A-5');
    await article.getByText('Confermati 1 di 3').waitFor();
    await unsent.getByRole('button', { name: 'Riprova LOTTI-5*B-5' }).click();
    await article.getByText('Confermati 2 di 3').waitFor();
    await unsent.waitFor({ state: 'detached' });
    await article.getByRole('checkbox', { name: 'Conferma LOTTI-5 · B-5' }).uncheck();
    await article.getByText('Confermati 1 di 3').waitFor();
    // The calls of the page, but not the lookup, are cut: the batch is one that the list proposes.
    await page.route('**/api/shipments/**', (route) => route.abort());
    await scan(page, 'B-5');
    await notConfirmed('B-5').waitFor();
    await article.getByText('Confermati 1 di 3').waitFor();
  });

  matrixTest('an empty list and a failed load show a message; works on a phone, in French and dark', async () => {
    const page = await open(api.sales, `${PATH}?q=nessuno`);
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    const { order } = await addOrder(2);
    const phone = await open(api.sales, PATH, { viewport: PHONE, dark: true, language: 'fr' });
    await phone.getByRole('article', { name: order.order_number }).waitFor();
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
    await assertAccessible(phone, 'shipments on a phone');
    await phone.route('**/api/shipments/ready?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erreur interne', error: '' } }),
    );
    await phone.reload();
    await phone.getByRole('button', { name: 'Réessayer' }).waitFor();
  });
});
