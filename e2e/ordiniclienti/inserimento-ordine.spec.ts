/** The list of customers' orders and their form. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, choose, enterDay, pasteInto, scan, typeInto } from '../support/by-hand.ts';
import { rowsOf, showsRows } from '../support/list.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const LIST = '/ordiniclienti/inserimento-ordine';
function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
/** Waits until the list shows the orders with these customers' numbers, in this order. */
function shows(page: Page, numbers: string[]) {
  return showsRows(page, numbers, ['[role=gridcell]', 2]);
}

const made = {} as { bakery: number; dairy: number; reel: number; film: number };
function order(
  customer: number,
  given: object = {},
  items: object[] = [{ product_id: made.reel, quantity: 10, unit_price: 2 }],
) {
  return createCustomerOrder(stage.api.sales, customer, items, given);
}
async function orderOf(number: string): Promise<CustomerOrder> {
  const [row] = (await stage.api.sales.get(`/customer-orders?q=${encodeURIComponent(number)}`)).body;
  return (await stage.api.sales.get(`/customer-orders/${row.id}`)).body;
}
let prepared: Promise<void> | undefined;
async function prepare() {
  const { api } = stage;
  made.bakery = (await createCustomer(api.sales, { business_name: 'Biscottificio Verdi' })).id;
  made.dairy = (await createCustomer(api.sales, { business_name: 'Caseificio Alto' })).id;
  made.reel = (
    await createProduct(api.sales, { code: 'ROTOLO-80', description: 'Rotolo kraft', unit_of_measure: 'kg' })
  ).id;
  made.film = (
    await createProduct(api.sales, { code: 'FILM-25', description: 'Film PP', barcode: '8001234567890' })
  ).id;
  await order(made.bakery, { customer_order_number: 'L-1', order_date: '2026-02-01' });
  await order(made.dairy, { customer_order_number: 'L-2', order_date: '2026-02-03', notes: 'fragile' });
  await order(made.bakery, { customer_order_number: 'L-3', order_date: '2026-02-02' });
}
function once() {
  return (prepared ??= prepare());
}

describe('the list', () => {
  before(once);

  test('J01 shows number, registration, customer number, date, customer and modify, has import and new, a loading and an empty state, and uses the row when an order cannot be read', async () => {
    const page = await stage.open(stage.api.sales, '/ordiniclienti');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      void page.route('**/api/customer-orders?*', async (route) => {
        await new Promise<void>((go) => ((answer = go), resolve()));
        await route.continue();
      });
    });
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Inserimento ordine/ })
      .click();
    await asked;
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    await shows(page, ['L-2', 'L-3', 'L-1']);
    assert.deepEqual(
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
      ['Numero progressivo', 'Data registrazione', 'N. ordine cliente', 'Data ordine cliente', 'Cliente', 'Azioni'],
    );
    const [, , first] = await cellsOf(rowsOf(page));
    assert.match(first![0]!, /^OC-2026\/\d{5}$/);
    assert.match(first![1]!, /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    assert.deepEqual(first!.slice(2, 5), ['L-1', '01/02/2026', 'Biscottificio Verdi']);
    await assertAccessible(page, 'the list');
    await page.getByRole('button', { name: 'Importa da Excel' }).click();
    await page.getByRole('dialog', { name: 'Importa ordini da Excel' }).waitFor();
    assert.match(page.url(), /import=true/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // New and edit show the form in place of the list, at the same path.
    await page.getByRole('button', { name: 'Nuovo ordine' }).click();
    await heading(page, 'Nuovo ordine');
    assert.equal(new URL(page.url()).pathname, LIST);
    await page.goBack();
    await shows(page, ['L-2', 'L-3', 'L-1']);
    const { order_number } = await orderOf('L-2');
    const modify = async () => {
      await page.getByRole('button', { name: `Azioni per ${order_number}` }).click();
      await page.getByRole('menuitem', { name: 'Modifica' }).click();
      await heading(page, order_number);
    };
    await modify();
    await page.getByLabel('Note', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Note', { exact: true }).inputValue(), 'fragile');
    await page.getByRole('button', { name: 'Annulla' }).click();
    await shows(page, ['L-2', 'L-3', 'L-1']);

    // When the load fails, the form shows the data of the row read-only until it is loaded.
    const page2 = await stage.open(stage.api.sales, LIST);
    await shows(page2, ['L-2', 'L-3', 'L-1']);
    await page2.route('**/api/customer-orders/*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server', error: '' } }),
    );
    await page2.getByRole('link', { name: order_number }).click();
    await page2.getByRole('alert').filter({ hasText: "Errore nel caricamento dell'ordine" }).waitFor();
    await heading(page2, order_number);
    await page2.getByText('Caseificio Alto').waitFor();
    await page2.getByText('sono in sola lettura').waitFor();
    assert.equal(await page2.getByRole('textbox').count(), 0, 'nothing to type into');
    assert.equal(await page2.getByRole('button', { name: 'Salva' }).count(), 0);
    await assertAccessible(page2, 'the row in place of the order');
    await page2.unrouteAll();
    await page2.getByRole('button', { name: 'Riprova' }).click();
    await page2.getByRole('button', { name: 'Salva' }).waitFor();

    const none = await stage.open(stage.api.sales, LIST);
    await none.route('**/api/customer-orders?*', (route) =>
      route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
    );
    await none.reload();
    await none.getByRole('heading', { name: 'Nessun ordine cliente' }).waitFor();
    await assertAccessible(none, 'an empty list');
  });

  matrixTest('filters, searches and sorts in the address, and names the order before deleting it', async () => {
    const page = await stage.open(stage.api.orders, LIST);
    await shows(page, ['L-2', 'L-3', 'L-1']);
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Biscottificio Verdi');
    await shows(page, ['L-3', 'L-1']);
    await enterDay(page.getByRole('textbox', { name: 'Data ordine dal' }), '02/02/2026');
    await shows(page, ['L-3']);
    assert.match(page.url(), new RegExp(`customer_id=${made.bakery}.*from=2026-02-02`));
    await page.reload();
    await shows(page, ['L-3']);
    await page.goto(`${stage.api.url}${LIST}?q=fragile`);
    await shows(page, ['L-2']);
    await page.goto(`${stage.api.url}${LIST}`);
    await page.getByRole('button', { name: 'Cliente', exact: true }).click();
    await page.waitForURL(/sort=customer_name/);
    await page.waitForFunction(
      () => document.querySelector('[role=grid] [data-index="2"]')?.textContent?.includes('Caseificio Alto') ?? false,
    );

    const gone = await order(made.dairy, { customer_order_number: 'L-9' });
    await page.goto(`${stage.api.url}${LIST}?q=L-9`);
    await page.getByRole('button', { name: `Azioni per ${gone.order_number}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    const question = page.getByRole('dialog');
    await question
      .getByText(
        new RegExp(`Eliminare l'ordine ${gone.order_number} di Caseificio Alto\\? Ha 1 riga, per un totale di 20,00`),
      )
      .waitFor();
    await question.getByRole('button', { name: 'Elimina' }).click();
    await page.getByText(`Ordine ${gone.order_number} eliminato`).waitFor();
    assert.equal((await stage.api.sales.get(`/customer-orders/${gone.id}`)).status, 404);

    const used = await order(made.dairy, { customer_order_number: 'L-8' });
    await createOperation(stage.api.admin, used.items[0]!.id, 3);
    await page.goto(`${stage.api.url}${LIST}?q=L-8`);
    await page.getByRole('button', { name: `Azioni per ${used.order_number}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText(`L'ordine ${used.order_number} non si può eliminare`).waitFor();
    assert.equal((await stage.api.sales.get(`/customer-orders/${used.id}`)).status, 200);
  });

  matrixTest('a read-only role sees no buttons, and an order opens in the order view', async () => {
    const page = await stage.open(stage.api.warehouse, `${LIST}?q=L-1`);
    await shows(page, ['L-1']);
    for (const name of ['Nuovo ordine', 'Importa da Excel'])
      assert.equal(await page.getByRole('button', { name }).count(), 0);
    await page.getByRole('link', { name: /^OC-/ }).click();
    await heading(page, 'Visualizza ordini');
    await page.getByText('ROTOLO-80').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Modifica ordine' }).count(), 0);
  });

  matrixTest('a list that cannot be loaded shows a message, and can be loaded again', async () => {
    const page = await stage.open(stage.api.sales, '/ordiniclienti');
    await page.route('**/api/customer-orders?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Inserimento ordine/ })
      .click();
    await page.getByText('Errore durante il caricamento degli ordini').waitFor();
    await assertAccessible(page, 'a list that failed');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Riprova' }).click();
    await rowsOf(page).first().waitFor();
  });

  for (const look of [{ dark: true }, { viewport: TABLET, language: 'fr' as const }, { viewport: PHONE, dark: true }])
    matrixTest(`the form is accessible and cuts nothing, ${JSON.stringify(look)}`, async () => {
      const { id } = await orderOf('L-1');
      const page = await stage.open(stage.api.sales, `${LIST}?edit=${id}`, look);
      await page.getByText('ROTOLO-80').waitFor();
      await assertAccessible(page, 'form');
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'no horizontal overflow',
      );
      const cut = await page
        .getByRole('region', { name: /^(Righe|Lignes)$/ })
        .evaluate((lines) =>
          [...lines.querySelectorAll('div:has(> table), input')].flatMap((one) =>
            one.scrollWidth > one.clientWidth ? (one.getAttribute('aria-label') ?? one.className) : [],
          ),
        );
      assert.deepEqual(cut, [], 'days, amounts and totals of the lines are in view');
    });
});

describe('the form', () => {
  before(once);

  test('J02 the order form: fields, lines, required values and calculated values', async (t) => {
    await t.test(
      'has order date, customer, number, delivery, products by search or button, notes; a comma is a decimal point, totals are rounded to 2 decimals and shown with 4, and lines inherit the delivery day',
      async () => {
        const page = await stage.open(stage.api.sales, `${LIST}?edit=new`);
        await heading(page, 'Nuovo ordine');
        await page.getByRole('button', { name: 'Salva' }).click();
        await page.getByText('Aggiungi almeno una riga').waitFor();
        assert.equal(
          await page.getByText('Campo obbligatorio').count(),
          2,
          'customer and delivery; the order date is today',
        );
        await page.keyboard.press('Escape');
        await enterDay(page.getByRole('textbox', { name: 'Data ordine cliente' }), '05/03/2026');
        await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Caseificio Alto');
        await page.getByLabel('N. ordine cliente').fill('J2');

        // For an unknown code, the field shows an error and keeps the text and the focus.
        const search = page.getByRole('combobox', { name: 'Cerca prodotto' });
        await search.fill('ROTOLO-9');
        await search.press('Enter');
        await page.getByText('Non esiste o non è più attivo').waitFor();
        await search.and(page.locator(':focus')).waitFor();
        assert.equal(await search.inputValue(), 'ROTOLO-9');
        await search.fill('');

        // A product from the search becomes a new line without a day.
        await choose(page, search, 'ROTOLO-80');
        await page.getByLabel('Prezzo unitario, riga 1').waitFor();
        await page.waitForFunction(
          () => document.activeElement?.getAttribute('aria-label') === 'Prezzo unitario, riga 1',
        );
        await typeInto(page.getByLabel('Prezzo unitario, riga 1'), '0,3333');
        await typeInto(page.getByLabel('Quantità, riga 1'), '2,5');
        await page.getByLabel('Prezzo unitario, riga 1').focus();
        await page.getByRole('cell', { name: '0,8300', exact: true }).waitFor(); // 0,83325 → 0,83
        await page
          .getByRole('row', { name: /ROTOLO-80/ })
          .getByText('kg', { exact: true })
          .waitFor();
        // The order's day is set: the line without a day inherits it, and new lines start with it.
        await typeInto(page.getByRole('textbox', { name: 'Consegna richiesta' }), '20/04/2026');
        await page.getByRole('textbox', { name: 'Consegna richiesta' }).press('Tab');
        assert.equal(await page.getByRole('textbox', { name: 'Consegna, riga 1' }).inputValue(), '20/04/2026');
        await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
        assert.equal(await page.getByRole('textbox', { name: 'Consegna, riga 2' }).inputValue(), '20/04/2026');
        await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 2' }), 'FILM-25');
        await typeInto(page.getByLabel('Prezzo unitario, riga 2'), '1.5');
        await typeInto(page.getByLabel('Quantità, riga 2'), '100');
        await enterDay(page.getByRole('textbox', { name: 'Consegna, riga 2' }), '01/05/2026');
        // Another day for the order keeps the lines that have one.
        await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '21/04/2026');
        assert.equal(await page.getByRole('textbox', { name: 'Consegna, riga 1' }).inputValue(), '20/04/2026');
        assert.equal(await page.getByRole('textbox', { name: 'Consegna, riga 2' }).inputValue(), '01/05/2026');
        await page.getByText('Totale ordine: 150,83').waitFor();
        // Removes an added line.
        await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
        await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 3' }), 'FILM-25');
        await page.getByRole('button', { name: 'Elimina riga 3' }).click();
        assert.equal(await page.getByLabel('Quantità, riga 3').count(), 0);
        await page.getByLabel('Note', { exact: true }).fill('Al mattino');
        await assertAccessible(page, 'a filled form');
        const sending = page.waitForRequest(
          (request) => request.method() === 'POST' && request.url().endsWith('/api/customer-orders'),
        );
        await page.getByRole('button', { name: 'Salva' }).click();
        const sent = (await sending).postDataJSON();
        assert.deepEqual(
          sent.items.map((item: object) => ({ ...item, product_id: 0 })),
          [
            {
              product_id: 0,
              code: 'ROTOLO-80',
              unit_price: 0.3333,
              price_per_pack: 0.3333,
              quantity: 2.5,
              delivery_date: '2026-04-20',
              packs: 0,
              total: 0.83,
            },
            {
              product_id: 0,
              code: 'FILM-25',
              unit_price: 1.5,
              price_per_pack: 1.5,
              quantity: 100,
              delivery_date: '2026-05-01',
              packs: 0,
              total: 150,
            },
          ],
        );
        await page.getByText(/^Ordine OC-2026\/\d{5} creato/).waitFor();
        await rowsOf(page).first().waitFor();
        const saved = await orderOf('J2');
        assert.deepEqual(
          [saved.order_date, saved.customer_id, saved.requested_delivery_date, saved.notes, saved.total_amount],
          ['2026-03-05', made.dairy, '2026-04-21', 'Al mattino', 150.83],
        );
        assert.deepEqual(
          saved.items.map(({ code, quantity, unit_price, delivery_date, total }) => [
            code,
            quantity,
            unit_price,
            delivery_date,
            total,
          ]),
          [
            ['ROTOLO-80', 2.5, 0.3333, '2026-04-20', 0.83],
            ['FILM-25', 100, 1.5, '2026-05-01', 150],
          ],
        );
      },
    );

    await t.test(
      'each line requires product, price, quantity and day; text that is not a number stays and is marked',
      async () => {
        const page = await stage.open(stage.api.sales, `${LIST}?edit=new`);
        await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Caseificio Alto');
        await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '20/04/2026');
        await typeInto(page.getByLabel('Quantità, riga 1'), '5');
        await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
        await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 2' }), 'FILM-25');
        await typeInto(page.getByLabel('Prezzo unitario, riga 2'), 'gratis');
        await page.getByLabel('Quantità, riga 2').focus();
        await page.getByText('Scrivi un numero').waitFor();
        assert.equal(await page.getByLabel('Prezzo unitario, riga 2').inputValue(), 'gratis');
        await typeInto(page.getByLabel('Quantità, riga 2'), '0');
        await page.getByRole('button', { name: 'Salva' }).click();
        await page.getByText('Deve essere maggiore di 0').waitFor();
        await page.getByText('Campo obbligatorio').first().waitFor();
        for (const field of [
          page.getByRole('combobox', { name: 'Prodotto, riga 1' }),
          page.getByLabel('Prezzo unitario, riga 1'),
          page.getByLabel('Prezzo unitario, riga 2'),
          page.getByLabel('Quantità, riga 2'),
        ])
          assert.equal(await field.getAttribute('aria-invalid'), 'true');
        await page.locator('[data-path="items.0.product_id"]:focus').waitFor();
        await page.keyboard.press('Escape');
        await assertAccessible(page, 'a refused form');
        assert.equal(await page.getByLabel('Quantità, riga 1').inputValue(), '5', 'the input is kept');
        // A day that was set and then removed is reported as missing, too.
        await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'ROTOLO-80');
        await typeInto(page.getByLabel('Prezzo unitario, riga 1'), '1');
        await typeInto(page.getByLabel('Prezzo unitario, riga 2'), '');
        await page.getByRole('button', { name: 'Salva' }).click();
        for (const [text, label] of [
          ['Campo obbligatorio', 'Prezzo unitario, riga 2'],
          ['Deve essere maggiore di 0', 'Quantità, riga 2'],
        ] as const) {
          const told = await page.getByRole('alert').filter({ hasText: text }).last().boundingBox();
          const field = await page.getByLabel(label).boundingBox();
          assert.ok(Math.abs(told!.x - field!.x) < 20, `${text} is told below ${label}`);
        }
        await typeInto(page.getByLabel('Prezzo unitario, riga 2'), '0');
        await typeInto(page.getByLabel('Quantità, riga 2'), '1');
        for (const label of ['Data ordine cliente', 'Consegna richiesta', 'Consegna, riga 1', 'Consegna, riga 2'])
          await enterDay(page.getByRole('textbox', { name: label }), '');
        await page.getByRole('button', { name: 'Salva' }).click();
        await page.getByText('Campo obbligatorio').nth(3).waitFor();
        for (const label of ['Data ordine cliente', 'Consegna richiesta', 'Consegna, riga 1', 'Consegna, riga 2'])
          assert.equal(await page.getByRole('textbox', { name: label }).getAttribute('aria-invalid'), 'true', label);
      },
    );
  });

  matrixTest(
    'names the order with the same number of the customer, shows the free stock and enters the last price on request',
    async () => {
      const { api } = stage;
      const glue = await createProduct(api.admin, { code: 'COLLA-7', unit_of_measure: 'kg' });
      const warehouse = await createWarehouse(api.admin);
      await createMovement(api.admin, loadBody(glue.id, warehouse.id, 1250));
      const before = await order(made.bakery, { customer_order_number: 'DOPPIO', order_date: '2026-03-04' }, [
        { product_id: glue.id, quantity: 50, unit_price: 17.12 },
      ]);
      const page = await stage.open(api.orders, `${LIST}?edit=new`);
      await page.getByLabel('N. ordine cliente').fill(' doppio');
      await page.getByLabel('N. ordine cliente').press('Tab');
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Biscottificio Verdi');
      const note = page.getByText('Il cliente ha già un ordine con questo numero');
      await note.getByRole('link', { name: before.order_number }).waitFor();
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Caseificio Alto');
      await note.waitFor({ state: 'detached' });
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Biscottificio Verdi');
      await note.waitFor();
      await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '20/04/2026');

      await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'COLLA-7');
      await page.getByText(/^Disponibile: 1\.200\skg$/).waitFor();
      const price = page.getByLabel('Prezzo unitario, riga 1');
      const last = page.getByRole('button', { name: /^Ultimo: 17,12\s€ il 04\/03\/2026$/ });
      await last.waitFor();
      assert.equal(await price.inputValue(), '', 'only shown');
      await typeInto(price, '3');
      await price.press('Alt+ArrowDown');
      await price.and(page.locator(':focus')).waitFor();
      assert.equal(await price.inputValue(), '17,12');
      await typeInto(price, '4');
      await last.click();
      assert.equal(await price.inputValue(), '17,12');
      await assertAccessible(page, 'a line with its last price and the free stock');
      await price.press('Tab');
      await page.getByLabel('Quantità, riga 1').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('2');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText(/^Ordine OC-2026\/\d{5} creato/).waitFor();
      assert.equal(await page.getByText("Il cliente ha già l'ordine").count(), 0, 'said beside the field before');
      const [saved] = (await api.sales.get('/customer-orders?customer_order_number=doppio')).body;
      assert.equal(saved.total_amount, 34.24);
    },
  );

  matrixTest('can be filled in with the keyboard alone, line after line', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}?edit=new`);
    const { keyboard } = page;
    const slow = { delay: 60 };
    const isAt = (label: string) =>
      page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, label);
    await page.getByRole('combobox', { name: 'Cliente' }).focus();
    await keyboard.type('Caseificio', slow);
    await page.getByRole('option', { name: 'Caseificio Alto' }).waitFor();
    await keyboard.press('Enter');
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'customer_order_number');
    await keyboard.type('TASTIERA', slow);
    await keyboard.press('Enter');
    await page.locator(':focus[data-path=requested_delivery_date]').waitFor();
    await keyboard.type('10/02/2030', slow);
    await keyboard.press('Enter'); // saves no half order
    await page.getByRole('combobox', { name: 'Cerca prodotto' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).focus();
    const line = async (row: number, code: string, quantity: string) => {
      await isAt(`Prodotto, riga ${row}`);
      await keyboard.type(code, slow);
      await page.getByRole('option', { name: code }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await isAt(`Prezzo unitario, riga ${row}`);
      await keyboard.type('2', slow);
      await keyboard.press('Enter');
      await isAt(`Quantità, riga ${row}`);
      await keyboard.type(quantity, slow);
      await keyboard.press('Enter');
      await isAt(`Consegna, riga ${row}`);
      await keyboard.press('Enter');
    };
    await line(1, 'ROTOLO-80', '10');
    await line(2, 'FILM-25', '20');
    await isAt('Prodotto, riga 3');
    // Lines that keep the day before can be moved together; a line with a day of its own stays.
    await enterDay(page.getByRole('textbox', { name: 'Consegna, riga 2' }), '15/02/2030');
    await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '12/02/2030');
    await page.getByText('1 riga resta al 10/02/2030.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Consegna, riga 1' }).inputValue(), '10/02/2030');
    assert.equal(await page.getByRole('textbox', { name: 'Consegna, riga 3' }).inputValue(), '12/02/2030');
    await page.getByRole('button', { name: 'Sposta al 12/02/2030' }).click();
    await page.getByText('1 riga resta al').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Prodotto, riga 3' }).focus();
    await keyboard.press('Control+Enter');
    await rowsOf(page).first().waitFor();
    const saved = await orderOf('TASTIERA');
    assert.deepEqual(
      [saved.total_amount, saved.items.map((item) => item.delivery_date)],
      [60, ['2030-02-12', '2030-02-15']],
    );
  });

  matrixTest(
    'pastes rows of a spreadsheet with their days, asks how to read 1.500, names unknown codes, and a scanned barcode adds its product',
    async () => {
      const page = await stage.open(stage.api.sales, `${LIST}?edit=new`);
      await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '20/04/2026');
      const paste = (text: string) => pasteInto(page.getByRole('combobox', { name: 'Prodotto, riga 1' }), text);
      await paste('film-25\t1.500\t0,95\t15/05/2026\r\nROTOLO-80\t7\t2\t\r\nSCONOSCIUTO\t1\t1\r\n');
      const question = page.getByRole('dialog');
      await question.getByText('Come va letto «1.500» nelle righe incollate?').waitFor();
      await assertAccessible(page, 'the question about numbers');
      await question.getByRole('button', { name: '1.500', exact: true }).click();
      await page.getByText('2 righe incollate').waitFor();
      await page.getByText('SCONOSCIUTO · 1 · 1').waitFor();
      const values = async (row: number) => [
        await page.getByLabel(`Quantità, riga ${row}`).inputValue(),
        await page.getByLabel(`Prezzo unitario, riga ${row}`).inputValue(),
        await page.getByRole('textbox', { name: `Consegna, riga ${row}` }).inputValue(),
      ];
      assert.deepEqual(await values(1), ['1.500', '0,9500', '15/05/2026']);
      assert.deepEqual(await values(2), ['7', '2,0000', '20/04/2026']);
      await page.getByRole('heading', { level: 1 }).click();
      await scan(page, '8001234567890');
      await page.getByLabel('Quantità, riga 3').waitFor();
      await page.getByRole('row', { name: /^3 FILM-25/ }).waitFor();
    },
  );

  matrixTest(
    'after production, scheduling or delivery, customer, product and line cannot be changed, and the quantity cannot go below the used one',
    async () => {
      const machine = await createMachine(stage.api.admin);
      const used = await order(made.bakery, { customer_order_number: 'USATO' }, [
        { product_id: made.reel, quantity: 10, unit_price: 2 },
        { product_id: made.film, quantity: 5, unit_price: 1 },
      ]);
      await createScheduling(stage.api.admin, used.items[0]!.id, machine.id, 4);
      await createOperation(stage.api.admin, used.items[0]!.id, 6);
      const page = await stage.open(stage.api.sales, `${LIST}?edit=${used.id}`, { dark: true });
      await page.getByText(/Parte dell'ordine è già stata prodotta/).waitFor();
      await page.getByText(/Già prodotto, programmato o consegnato: 6\skg/).waitFor();
      assert.ok(await page.getByRole('combobox', { name: 'Cliente' }).isDisabled());
      assert.ok(await page.getByRole('button', { name: 'Elimina riga 1' }).isDisabled());
      assert.ok(await page.getByRole('button', { name: 'Elimina riga 2' }).isEnabled());
      await assertAccessible(page, 'an order that is begun, dark');
      await typeInto(page.getByLabel('Quantità, riga 1'), '5');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Non può scendere sotto la quantità già prodotta, programmata o consegnata (6)').waitFor();
      assert.equal(await page.getByLabel('Quantità, riga 1').inputValue(), '5');
      await typeInto(page.getByLabel('Quantità, riga 1'), '8');
      await page.getByRole('button', { name: 'Elimina riga 2' }).click();
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText(`Ordine ${used.order_number} aggiornato`).waitFor();
      const saved = await orderOf('USATO');
      assert.deepEqual(
        saved.items.map(({ id, quantity }) => [id, quantity]),
        [[used.items[0]!.id, 8]],
      );
    },
  );

  matrixTest(
    'after a conflict, reload takes the other version and overwrite saves this one; leaving unsaved changes asks first',
    async () => {
      const late = await order(made.bakery, { customer_order_number: 'GARA' });
      const page = await stage.open(stage.api.sales, `${LIST}?edit=${late.id}`);
      const notes = page.getByLabel('Note', { exact: true });
      await notes.fill('le mie');
      await stage.api.orders.put(`/customer-orders/${late.id}`, { notes: 'le loro' });
      await page.getByRole('button', { name: 'Salva' }).click();
      const question = page.getByRole('dialog', { name: 'Dati modificati da un altro utente' });
      await question.getByRole('button', { name: 'Ricarica' }).click();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('textarea')].some(({ value }) => value === 'le loro'),
      );
      await page.getByLabel('Quantità, riga 1').waitFor();
      await notes.fill('le mie, poi');
      await page.getByRole('link', { name: 'Inserimento ordine' }).click();
      await page
        .getByRole('dialog', { name: 'Modifiche non salvate' })
        .getByRole('button', { name: 'Resta qui' })
        .click();
      await stage.api.orders.put(`/customer-orders/${late.id}`, { notes: 'ancora loro' });
      await page.getByRole('button', { name: 'Salva' }).click();
      await question.getByRole('button', { name: 'Sovrascrivi' }).click();
      await page.getByText(`Ordine ${late.order_number} aggiornato`).waitFor();
      assert.equal((await orderOf('GARA')).notes, 'le mie, poi');
    },
  );

  test('after a conflict, both versions are shown field by field and merged into one order', async () => {
    const shared = await order(made.bakery, { customer_order_number: 'UNIRE' });
    const page = await stage.open(stage.api.sales, `${LIST}?edit=${shared.id}`);
    await page.getByLabel('Note', { exact: true }).fill('le mie');
    await page.getByLabel('Quantità, riga 1').fill('77');
    const theirs = { notes: 'le loro', customer_order_number: 'UNIRE-2', order_date: '2026-01-07' };
    assert.equal((await stage.api.orders.put(`/customer-orders/${shared.id}`, theirs)).status, 200);
    await page.getByText('Utente orders ha salvato questi dati mentre li stavi modificando.').waitFor();
    await page.keyboard.press('Control+s');
    const question = page.getByRole('dialog', { name: 'Dati modificati da un altro utente' });
    await question.getByRole('row').nth(1).waitFor();
    const shown = await question.getByRole('row').allInnerTexts();
    assert.deepEqual(
      shown.map((text) => text.split('\t').map((cell) => cell.trim())),
      [
        ['Campo', 'Versione salvata', 'La tua modifica'],
        ['Data ordine cliente', '07/01/2026', 'non modificato'],
        ['N. ordine cliente', 'UNIRE-2', 'non modificato'],
        ['Note', 'le loro', 'le mie'],
        ['Quantità, riga 1', 'non modificato', '77'],
      ],
    );
    await assertAccessible(page, 'two versions');
    await question.getByRole('button', { name: 'Unisci e salva' }).click();
    await page.getByText(`Ordine ${shared.order_number} aggiornato`).waitFor();
    const saved = await orderOf('UNIRE-2');
    assert.deepEqual([saved.notes, saved.order_date, saved.items[0]!.quantity], ['le mie', '2026-01-07', 77]);
  });

  test('a reload or an expired session keeps a half-typed order, which its form offers again', async () => {
    const page = await stage.open(stage.api.sales, `${LIST}?edit=new`);
    const notice = page.getByRole('region', { name: 'Dati non salvati' });
    const notes = page.getByLabel('Note', { exact: true });
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Biscottificio Verdi');
    await notes.fill('dettato al telefono');
    await typeInto(page.getByLabel('Quantità, riga 1'), '12');
    assert.equal(await notice.count(), 0);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await page.reload();
    await notice.getByText(/hai scritto qui dei dati/).waitFor();
    await assertAccessible(page, 'a draft is offered');
    await notice.getByRole('button', { name: 'Riprendi' }).click();
    await notice.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'INPUT');
    assert.equal(await notes.inputValue(), 'dettato al telefono');
    assert.equal(await page.getByLabel('Quantità, riga 1').inputValue(), '12');
    // The picker reads the name of its customer again.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value === 'Biscottificio Verdi'),
    );
    await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
    await page.getByLabel('Quantità, riga 2').waitFor();

    const signedIn = await page.evaluate(
      () => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
    );
    await page.route('**/api/products?*', (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: 'Scaduta', error: 'Scaduta' } }),
    );
    await page.getByRole('combobox', { name: 'Cerca prodotto' }).fill('rot');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.unrouteAll();
    await page.evaluate((stored) => Object.assign(localStorage, stored), signedIn);
    await page.goto(`${stage.api.url}${LIST}?edit=new`);
    await notice.getByRole('button', { name: 'Elimina' }).click();
    await notice.waitFor({ state: 'detached' });
    // What is left on purpose is not offered again.
    await notes.fill('lasciato');
    await page.getByRole('link', { name: 'Inserimento ordine' }).click();
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await page
      .getByRole('link', { name: 'Nuovo ordine' })
      .or(page.getByRole('button', { name: 'Nuovo ordine' }))
      .click();
    await notes.waitFor();
    await page.reload();
    await notes.waitFor();
    assert.equal(await notice.count(), 0);
  });

  matrixTest('a failed save keeps the form and its input, and the retry sends the same key', async () => {
    const kept = await order(made.bakery, { customer_order_number: 'TENTA' });
    const page = await stage.open(stage.api.sales, `${LIST}?edit=${kept.id}`);
    await page.getByLabel('Note', { exact: true }).fill('Urgente');
    const keys: (string | undefined)[] = [];
    let fails = true;
    await page.route(`**/api/customer-orders/${kept.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (fails)
        return route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server' } });
      return route.continue();
    });
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('alert').filter({ hasText: "Errore nell'aggiornamento dell'ordine" }).first().waitFor();
    assert.equal(await page.getByLabel('Note', { exact: true }).inputValue(), 'Urgente');
    fails = false;
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText(`Ordine ${kept.order_number} aggiornato`).waitFor();
    assert.equal(keys.length, 2);
    assert.equal(keys[1], keys[0]);
  });

  matrixTest(
    'an order of 1,000 lines shows one page of lines at a time, and an invalid line is scrolled into view',
    async () => {
      const items = Array.from({ length: 1000 }, (_, n) => ({ product_id: made.reel, quantity: n + 1, unit_price: 1 }));
      const long = await order(made.bakery, { customer_order_number: 'LUNGO' }, items);
      const page = await stage.open(stage.api.sales, `${LIST}?edit=${long.id}`);
      await page.getByLabel('Quantità, riga 100', { exact: true }).waitFor();
      assert.equal(await page.getByLabel('Quantità, riga 101', { exact: true }).count(), 0);
      await page.getByRole('button', { name: 'Pagina 10 delle righe' }).click();
      await typeInto(page.getByLabel('Quantità, riga 1000', { exact: true }), '0');
      await page.getByRole('button', { name: 'Pagina 1 delle righe', exact: true }).click();
      await page.getByLabel('Quantità, riga 1', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByLabel('Quantità, riga 1000', { exact: true }).waitFor();
      await page.getByText('Deve essere maggiore di 0').waitFor();
      await typeInto(page.getByLabel('Quantità, riga 1000', { exact: true }), '2');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText(`Ordine ${long.order_number} aggiornato`).waitFor();
      assert.equal((await orderOf('LUNGO')).items[999]!.quantity, 2);
    },
  );
});
