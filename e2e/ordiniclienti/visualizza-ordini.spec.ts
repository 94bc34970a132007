/** All customers' orders and the progress of their lines. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CustomerOrder, CustomerOrderItem } from '@bobina/contract/orders/orders.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, choose, enterDay } from '../support/by-hand.ts';
import { rowsOf, showsRows } from '../support/list.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const AT = '/ordiniclienti/visualizza-ordini';
function shows(page: Page, names: string[]) {
  return showsRows(page, names, ['[role=gridcell]', 4]);
}

const made = {} as { blue: number; orders: Record<string, CustomerOrder> };
let prepared: Promise<void> | undefined;
async function prepare() {
  const { api } = stage;
  const blue = await createCustomer(api.sales, { business_name: 'Pasticceria Blu' });
  const green = await createCustomer(api.sales, { business_name: 'Salumificio Verde' });
  const boxes = await createProduct(api.sales, { code: 'SCATOLA-1', name: 'Scatola torta', unit_of_measure: 'box' });
  const reel = await createProduct(api.sales, { code: 'ROTOLO-1', description: 'Rotolo' });
  const order = (customer: number, number: string, order_date: string, items: object[], requested = {}) =>
    createCustomerOrder(api.sales, customer, items, {
      customer_order_number: number,
      order_date,
      notes: `nota ${number}`,
      ...requested,
    });
  const line = (product: { id: number }, quantity: number, unit_price = 2) => ({
    product_id: product.id,
    quantity,
    unit_price,
  });
  made.blue = blue.id;
  made.orders = {
    'B-1': await order(blue.id, 'B-1', '2026-02-01', [line(boxes, 1000, 0.5), line(reel, 40, 1.2345)]),
    'B-2': await order(blue.id, 'B-2', '2026-02-03', [line(reel, 5)]),
    'V-1': await order(green.id, 'V-1', '2026-02-02', [line(boxes, 7)], { requested_delivery_date: '2099-03-20' }),
  };
  const [first, second] = made.orders['B-1']!.items;
  await createScheduling(api.admin, first!.id, (await createMachine(api.admin)).id, 800);
  await createOperation(api.admin, first!.id, 600);
  await createOperation(api.admin, second!.id, 40, { batch_number: 'L9' });
  const warehouse = await createWarehouse(api.admin);
  const loaded = await api.admin.post('/production/load-to-warehouse', {
    itemId: second!.id,
    warehouseId: warehouse.id,
    quantity: 40,
  });
  assert.equal(loaded.status, 201, JSON.stringify(loaded.body));
}
function once() {
  return (prepared ??= prepare());
}
function plain(texts: string[]) {
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

describe('the orders', () => {
  before(once);

  test('J06 lists every order with its status; its lines show the ordered, scheduled, produced, loaded, delivered and invoiced quantities; search, filters and sort are in the address', async () => {
    const page = await stage.open(stage.api.administration, '/ordiniclienti');
    const cards = page.getByRole('main').getByRole('listitem');
    assert.equal(
      await cards.getByRole('link', { name: /^Inserimento ordine/ }).count(),
      0,
      'read-only roles see no edit action',
    );
    await cards.getByRole('link', { name: /^Visualizza ordini/ }).click();
    await shows(page, ['B-2', 'V-1', 'B-1']);
    assert.deepEqual(plain(await page.getByRole('columnheader').allInnerTexts()).slice(1), [
      'Numero progressivo',
      'Data ordine cliente',
      'Cliente',
      'N. ordine cliente',
      'Consegna richiesta',
      'Righe',
      'Stato',
      'Totale',
    ]);
    assert.deepEqual((await cellsOf(rowsOf(page)))[2]!.slice(2), [
      '01/02/2026',
      'Pasticceria Blu',
      'B-1',
      '20/03/2026 In ritardo',
      '2',
      'In produzione',
      '549,38 €',
    ]);
    await assertAccessible(page, 'the orders');

    const { id, order_number } = made.orders['B-1']!;
    // Sales compute the delivered and invoiced quantities; this test checks only how the screen shows them.
    await page.route(`**/api/customer-orders/${id}`, async (route) => {
      const response = await route.fetch();
      const order = await response.json();
      Object.assign(order.items[1], { delivered_quantity: 25.5, invoiced_quantity: 12 });
      await route.fulfill({ response, json: order });
    });
    await page.getByRole('button', { name: `Righe di ${order_number}` }).click();
    await page.waitForURL(new RegExp(`order=${id}`));
    const table = page.getByRole('group', { name: 'Righe' }).getByRole('table');
    await table.waitFor();
    assert.deepEqual(plain(await table.getByRole('columnheader').allInnerTexts()), [
      'Prodotto',
      'Ordinata',
      'Programmata',
      'Prodotta',
      'Caricata',
      'Consegnata',
      'Fatturata',
      'Consegna',
      'Stato',
      'Priorità',
      'Prezzo unitario',
      'Totale',
    ]);
    const lines = table.locator('tbody').getByRole('row');
    assert.deepEqual(plain(await lines.nth(0).getByRole('cell').allInnerTexts()), [
      'SCATOLA-1 · Scatola torta',
      '1.000 scat.',
      '800 scat.',
      '600 scat.',
      '0 scat.',
      '0 scat.',
      '0 scat.',
      '20/03/2026 In ritardo',
      'In produzione',
      'Standard',
      '0,5000',
      '500,00 €',
    ]);
    assert.deepEqual(plain(await lines.nth(1).getByRole('cell').allInnerTexts()).slice(0, 9), [
      'ROTOLO-1 · Rotolo',
      '40 kg',
      '0 kg',
      '40 kg',
      '40 kg',
      '25,5 kg',
      '12 kg',
      '20/03/2026 In ritardo',
      'Completato',
    ]);
    await page.getByText('nota B-1').waitFor();
    await assertAccessible(page, 'an order that is open');
    await page.reload();
    await lines.first().waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll({ behavior: 'wait' });

    await page.goto(`${stage.api.url}${AT}`);
    await page.getByRole('searchbox', { name: 'Cerca per numero, cliente o note' }).fill('salumificio');
    await shows(page, ['V-1']);
    await page.goto(`${stage.api.url}${AT}`);
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Pasticceria Blu');
    await shows(page, ['B-2', 'B-1']);
    await enterDay(page.getByRole('textbox', { name: 'Data ordine al' }), '02/02/2026');
    await shows(page, ['B-1']);
    assert.match(page.url(), new RegExp(`customer_id=${made.blue}.*to=2026-02-02`));
    await page.goto(`${stage.api.url}${AT}`);
    await page.getByRole('checkbox', { name: 'Solo in ritardo' }).check();
    await page.waitForURL(/late=true/);
    await shows(page, ['B-2', 'B-1']);
    await page.goto(`${stage.api.url}${AT}`);
    await page.getByText('Da consegnare', { exact: true }).click();
    await page.waitForURL(/delivery=open/);
    await shows(page, ['B-2', 'V-1', 'B-1']);
    await page.getByText('Conclusi', { exact: true }).click();
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    await assertAccessible(page, 'nothing matches');
    await page.getByRole('button', { name: 'Azzera filtri' }).click();
    await page.getByRole('button', { name: 'Totale' }).click();
    await shows(page, ['B-2', 'V-1', 'B-1']);
    await page.getByRole('button', { name: 'Totale' }).click();
    await shows(page, ['B-1', 'V-1', 'B-2']);
  });

  matrixTest('lines of which the customer does not want the rest are closed and opened again', async () => {
    const { api } = stage;
    const product = await createProduct(api.sales, { code: 'RESTO-1', name: 'Rotolo da chiudere' });
    const line = { product_id: product.id, quantity: 5.5, unit_price: 1.5 };
    const { id, order_number, items } = await createCustomerOrder(api.sales, made.blue, [
      line,
      { ...line, quantity: 6 },
    ]);
    const closed = async () => {
      const { body } = await api.sales.get<CustomerOrder>(`/customer-orders/${id}`);
      return body.items.map(({ is_closed }) => is_closed);
    };
    const page = await stage.open(api.sales, `${AT}?q=${order_number}&order=${id}`);
    const table = page.getByRole('group', { name: 'Righe' }).getByRole('table');
    await page.getByRole('button', { name: 'Chiudi righe' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Righe chiuse di ${order_number}` });
    await assertAccessible(page, 'the lines to close');
    const boxes = dialog.getByRole('checkbox', { name: 'RESTO-1 · Rotolo da chiudere' });
    assert.deepEqual(await Promise.all([0, 1].map((at) => boxes.nth(at).isChecked())), [false, false]);
    await dialog.getByText(/Restano 6\skg di 6\skg, consegna 20\/03\/2026/).waitFor();
    await boxes.nth(1).press('Space');
    // Another user changes the order meanwhile: what was ticked stays.
    await api.admin.put(`/customer-orders/${id}`, { notes: 'altro' });
    await page.keyboard.press('Enter');
    const stale = page.getByRole('dialog', { name: /altro utente/ });
    await stale.getByRole('button', { name: 'Sovrascrivi' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Righe chiuse di ${order_number} salvate`).waitFor();
    const second = table.locator('tbody').getByRole('row').nth(1);
    await second.getByText('Chiusa').waitFor();
    assert.equal(await second.getByText('In ritardo').count(), 0);
    assert.deepEqual(await closed(), [false, true]);

    await page.getByRole('button', { name: 'Chiudi righe' }).press('Enter');
    assert.deepEqual(await Promise.all([0, 1].map((at) => boxes.nth(at).isChecked())), [false, true]);
    await boxes.nth(1).press('Space');
    await page.keyboard.press('Control+s');
    await second.getByText('Da produrre').waitFor();
    await second.getByText('In ritardo').waitFor();
    assert.deepEqual(await closed(), [false, false]);

    // A second press of the key that opened the dialog closes nothing.
    await api.sales.put(`/customer-orders/${id}`, { items: [items[0]] });
    await page.reload();
    await page.getByRole('button', { name: 'Chiudi righe' }).press('Enter');
    await boxes.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await closed(), [false]);
    await page.getByRole('button', { name: 'Chiudi righe' }).press('Enter');
    await boxes.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await table.getByText('Chiusa').waitFor();
    await page.goto(`${stage.api.url}${AT}?q=${order_number}&delivery=open`);
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    assert.equal((await api.sales.delete(`/customer-orders/${id}`)).status, 204);
  });

  test('a day that is changed in the list moves the undelivered lines that had the day of the order', async () => {
    const { api } = stage;
    const product = await createProduct(api.sales, { code: 'SPOSTATO-1' });
    const line = { product_id: product.id, quantity: 5, unit_price: 1.5 };
    const { id, order_number } = await createCustomerOrder(
      api.sales,
      made.blue,
      [line, { ...line, quantity: 6, delivery_date: '2099-04-10' }],
      { requested_delivery_date: '2099-03-20' },
    );
    const days = async () => {
      const { body } = await api.sales.get(`/customer-orders/${id}`);
      return [body.requested_delivery_date, ...body.items.map((item: CustomerOrderItem) => item.delivery_date)];
    };
    assert.deepEqual(await days(), ['2099-03-20', '2099-03-20', '2099-04-10']);
    const page = await stage.open(api.sales, `${AT}?q=${encodeURIComponent(order_number)}`);
    await page.getByTitle(/^Modifica Consegna richiesta/).click();
    await page.keyboard.type('1/4/2099');
    await page.keyboard.press('Enter');
    await page.getByRole('grid').getByText('01/04/2099').waitFor();
    assert.deepEqual(await days(), ['2099-04-01', '2099-04-01', '2099-04-10']);
    await api.sales.delete(`/customer-orders/${id}`);
  });

  matrixTest('the list and an order can be printed and exported', async () => {
    const { id, order_number } = made.orders['B-1']!;
    const page = await stage.open(stage.api.sales, `${AT}?order=${id}`);
    await page.context().addInitScript(() => {
      Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) });
    });
    const print = async (name: string) => {
      const [paper] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      await paper.waitForFunction(() => 'isPrinted' in window);
      return (await paper.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    };
    await page.getByText('SCATOLA-1').waitFor();
    const sheet = await print('Stampa ordine');
    assert.match(sheet, new RegExp(`Ordine cliente ${order_number}`));
    assert.match(sheet, /Cliente: Pasticceria Blu · N\. ordine cliente: B-1 · /);
    assert.match(
      sheet,
      /SCATOLA-1 · Scatola torta 1\.000 800 600 0 0 0 scat\. 20\/03\/2026 In produzione Standard 0,5000 500,00 €/,
    );
    assert.match(sheet, /Totale 549,38 €/);
    const list = await print('Stampa');
    assert.match(list, /B-2/);
    assert.match(list, /Salumificio Verde V-1/);
    for (const [name, file] of [
      ['Esporta righe', /^oc-2026-\d{5}-.*\.xlsx$/],
      ['Esporta Excel', /^visualizza-ordini-.*\.xlsx$/],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      assert.match(download.suggestedFilename(), file);
    }
    await page.getByRole('link', { name: 'Modifica ordine' }).click();
    await page.getByRole('heading', { level: 1, name: order_number }).waitFor();
    await page.getByRole('button', { name: 'Salva' }).waitFor();
  });

  matrixTest('the keyboard alone opens and closes an order, and an unreadable order shows a message', async () => {
    const page = await stage.open(stage.api.warehouse, AT);
    await shows(page, ['B-2', 'V-1', 'B-1']);
    await rowsOf(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('SCATOLA-1').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('SCATOLA-1').waitFor({ state: 'detached' });
    await page.route('**/api/customer-orders/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-index') === '0');
    await page.keyboard.press('Enter');
    await page.getByText("Errore nel caricamento dell'ordine").waitFor();
    await assertAccessible(page, 'an order that failed');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByText('ROTOLO-1').waitFor();
  });

  matrixTest('a failed list shows a message; an empty list explains its content', async () => {
    const page = await stage.open(stage.api.sales, '/ordiniclienti');
    await page.route('**/api/customer-orders?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Visualizza ordini/ })
      .click();
    await page.getByText('Errore durante il caricamento degli ordini').waitFor();
    await assertAccessible(page, 'a list that failed');
    await page.unrouteAll();
    await page.route('**/api/customer-orders?*', (route) =>
      route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
    );
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByRole('heading', { name: 'Nessun ordine cliente' }).waitFor();
    await page.getByRole('link', { name: 'Nuovo ordine' }).waitFor();
    await assertAccessible(page, 'no orders');
  });

  matrixTest(
    'Ctrl-K finds an order by its number or its customer and opens it with its lines, also for roles without the registry',
    async () => {
      const { id, order_number } = made.orders['V-1']!;
      for (const [session, typed] of [
        [stage.api.sales, 'salumif'],
        [stage.api.warehouse, order_number],
      ] as const) {
        const page = await stage.open(session, '/');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Cerca schermate, prodotti, ordini, clienti, fornitori…' }).waitFor();
        await page.keyboard.type(typed, { delay: 60 });
        const found = page.getByRole('option', { name: new RegExp(`${order_number}.*Salumificio Verde`) });
        await found.waitFor();
        await found.click();
        await page.waitForURL(new RegExp(`${AT}\\?.*order=${id}`));
        await shows(page, ['V-1']);
        await page.getByText('SCATOLA-1').waitFor();
      }
    },
  );
});

describe('repeating an order', () => {
  before(once);

  matrixTest(
    "S29: 'Ripeti' and POST /customer-orders/{id}/repeat answer 201 with a new order of today that holds the lines that can still be sold",
    async () => {
      const { api } = stage;
      const { id: buyer } = await createCustomer(api.sales, { business_name: 'Torrefazione Nera' });
      const [kept, dropped] = await Promise.all(
        ['CAFFE-1', 'CAFFE-2'].map((code) => createProduct(api.sales, { code, unit_of_measure: 'kg' })),
      );
      const old = await createCustomerOrder(
        api.sales,
        buyer,
        [
          { product_id: kept!.id, quantity: 12, unit_price: 3.5, delivery_date: '2026-03-11' },
          { product_id: dropped!.id, quantity: 5, unit_price: 1 },
        ],
        { order_date: '2026-03-01', requested_delivery_date: '2026-03-08', customer_order_number: 'T-1' },
      );
      await api.sales.put(`/products/${dropped!.id}/status`, { status: 'inactive' });
      const { today } = (await api.sales.get('/company/today')).body;
      const after = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

      const page = await stage.open(api.sales, `${AT}?q=${encodeURIComponent(old.order_number)}`);
      const repeated = async (click: () => Promise<void>) => {
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.url().endsWith(`/api/customer-orders/${old.id}/repeat`)),
          click(),
        ]);
        assert.equal(answer.status(), 201);
        const { id } = (await answer.json()) as CustomerOrder;
        const order = (await api.sales.get(`/customer-orders/${id}`)).body as CustomerOrder;
        assert.deepEqual(
          [order.order_date, order.requested_delivery_date, order.customer_id, order.customer_order_number],
          [today, after(7), buyer, null],
        );
        assert.deepEqual(
          order.items.map((item) => [item.product_id, item.quantity, item.unit_price, item.delivery_date]),
          [[kept!.id, 12, 3.5, after(10)]],
        );
        // The form of the new order opens, and a warning names the product that was left out.
        await page.waitForURL(new RegExp(`/ordiniclienti/inserimento-ordine\\?edit=${id}$`));
        await page.getByRole('heading', { level: 1, name: order.order_number }).waitFor();
        await page.getByText('Righe non copiate, prodotti non più attivi: CAFFE-2').first().waitFor();
        return id;
      };
      const before = Number((await api.sales.get('/customer-orders?limit=1')).headers.get('x-total-count'));
      const first = await repeated(async () => {
        await page.getByRole('button', { name: `Azioni per ${old.order_number}` }).click();
        // A double click enters one order.
        await page.getByRole('menuitem', { name: 'Ripeti' }).dblclick();
      });
      const count = Number((await api.sales.get('/customer-orders?limit=1')).headers.get('x-total-count'));
      assert.equal(count, before + 1, 'one order');
      await page.goto(`${stage.api.url}${AT}?q=${encodeURIComponent(old.order_number)}&order=${old.id}`);
      const second = await repeated(() => page.getByRole('button', { name: 'Ripeti', exact: true }).click());
      assert.notEqual(first, second);
      // An order that was changed since is not deleted by the notice of its creation.
      await api.sales.put(`/customer-orders/${second}`, { notes: 'Cambiato' });
      await page.getByRole('button', { name: 'Annulla', exact: true }).last().click();
      await page.getByText('è stato modificato da allora').waitFor();
      assert.equal((await api.sales.get(`/customer-orders/${second}`)).status, 200);

      // A refusal names its reason, and the list stays.
      await page.goto(`${stage.api.url}${AT}?q=${encodeURIComponent(old.order_number)}&order=${old.id}`);
      await api.sales.put(`/products/${kept!.id}/status`, { status: 'inactive' });
      const again = page.getByRole('button', { name: 'Ripeti', exact: true });
      await again.click();
      await page.getByText(`L'ordine ${old.order_number} non si può ripetere`).waitFor();
      await api.sales.put(`/customers/${buyer}`, { is_active: false });
      await again.click();
      await page.getByText('il cliente Torrefazione Nera non è più attivo').waitFor();
      assert.equal(new URL(page.url()).pathname, AT);

      const reader = await stage.open(api.warehouse, `${AT}?q=${encodeURIComponent(old.order_number)}&order=${old.id}`);
      await reader.getByText('CAFFE-1').waitFor();
      assert.equal(await reader.getByRole('button', { name: 'Ripeti' }).count(), 0);
      assert.equal(await reader.getByRole('button', { name: /^Azioni per/ }).count(), 0);
    },
  );
});
