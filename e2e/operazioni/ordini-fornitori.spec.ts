/** The list of purchase orders and their form. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createProduct, createSupplier, createWarehouse } from '../../server/src/testing/factories.ts';
import { hasFocus } from '../support/focus.ts';
import { cellsOf, choose, enterDay, pasteInto, typeInto } from '../support/by-hand.ts';
import { rowsOf, showsRows } from '../support/list.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const LIST = '/operazioni/ordini-fornitori';
const LONG_NAME = 'Cartiere Riunite della Lucchesia';

const made = {} as Record<'supplier' | 'other' | 'paper' | 'film' | 'glue' | 'foreign' | 'warehouse', number>;
async function order(given: object) {
  const answer = await stage.api.orders.post('/purchase-orders', {
    supplier_id: made.supplier,
    order_date: '2025-03-10',
    requested_arrival_date: '2025-04-01',
    ...given,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function receive(given: { id: number; items: { id: number }[] }, quantity: number) {
  const item = { order_item_id: given.items[0]!.id, quantity, warehouse_id: made.warehouse };
  const answer = await stage.api.orders.post('/goods-receipts/receive', {
    document_number: `D-${given.id}`,
    document_date: '2025-04-01',
    order_id: given.id,
    items: [item],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.receipt_id as number;
}

async function prepare() {
  const { api } = stage;
  made.supplier = (await createSupplier(api.orders, { business_name: LONG_NAME })).id;
  made.other = (await createSupplier(api.orders, { business_name: 'Film Nord' })).id;
  made.warehouse = (await createWarehouse(api.orders)).id;
  made.paper = (await createProduct(api.orders, { code: 'CARTA-1', supplier_id: made.supplier })).id;
  made.film = (await createProduct(api.orders, { code: 'CARTA-2', supplier_id: made.supplier })).id;
  made.glue = (await createProduct(api.orders, { code: 'CARTA-3', supplier_id: made.supplier })).id;
  made.foreign = (await createProduct(api.orders, { code: 'FILM-1', supplier_id: made.other })).id;
  await api.orders.post('/prices', {
    product_id: made.paper,
    supplier_id: made.supplier,
    price: 1.2345,
    start_date: '2020-01-01',
  });
  await api.orders.post('/prices', {
    product_id: made.paper,
    supplier_id: made.other,
    price: 9,
    start_date: '2020-01-01',
  });
  await api.orders.post('/prices', {
    product_id: made.film,
    supplier_id: made.other,
    price: 3.5,
    start_date: '2020-01-01',
  });
  // Neither price is valid today: one is past, the other in the future.
  await api.orders.post('/prices', {
    product_id: made.glue,
    supplier_id: made.supplier,
    price: 5,
    start_date: '2001-01-01',
    end_date: '2001-12-31',
  });
  await api.orders.post('/prices', {
    product_id: made.film,
    supplier_id: made.supplier,
    price: 6,
    start_date: '2999-01-01',
  });
  const paper = { product_id: made.paper, quantity: 1000, unit_price: 1.23456 };
  await order({ order_number: 'A-1', items: [paper], confirmed_arrival_date: '2025-04-03' });
  await receive(await order({ order_number: 'A-2', order_date: '2025-03-11', items: [paper] }), 400);
  await receive(await order({ order_number: 'A-3', order_date: '2025-03-12', items: [paper] }), 1000);
  await order({
    order_number: 'B-1',
    supplier_id: made.other,
    order_date: '2025-05-01',
    items: [{ product_id: made.foreign, quantity: 3, unit_price: 1.23456 }],
  });
}

let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

async function holdsValue(field: Locator, value: string) {
  const input = await field.elementHandle();
  await field
    .page()
    .waitForFunction(([element, wanted]) => (element as HTMLInputElement).value === wanted, [input, value] as const);
}
/** Waits until the list shows these orders, in this order. */
function shows(page: Page, numbers: string[]) {
  return showsRows(page, numbers, ['a', 0]);
}

describe('the list', () => {
  before(once);

  test('C02 shows its columns, badges, a supplier of 15 characters and amounts of 2 decimals, filters in the address, sorts, edits, deletes and offers a new one', async () => {
    const page = await stage.open(stage.api.orders, LIST);
    await shows(page, ['B-1', 'A-3', 'A-2', 'A-1']);
    assert.deepEqual(
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
      [
        'Numero ordine',
        'Data ordine',
        'Arrivo richiesto',
        'Arrivo confermato',
        'Stato',
        'Fornitore',
        'Importo totale',
        'Azioni',
      ],
    );
    assert.deepEqual((await cellsOf(rowsOf(page)))[3]!.slice(0, 7), [
      'A-1',
      '10/03/2025',
      '01/04/2025',
      '03/04/2025',
      'Non ricevuto',
      'Cartiere Riunit…',
      '1.234,56 €',
    ]);
    assert.equal((await cellsOf(rowsOf(page)))[0]![6], '3,70 €', '2 decimals of 3,7037');
    for (const [text, color] of [
      ['Ricevuto', 'green'],
      ['Parzialmente ricevuto', 'yellow'],
      ['Non ricevuto', 'red'],
    ] as const) {
      const badge = rowsOf(page)
        .locator('.mantine-Badge-root', { has: page.getByText(text, { exact: true }) })
        .first();
      assert.match((await badge.getAttribute('style')) ?? '', new RegExp(`mantine-color-${color}-light`), text);
    }
    await assertAccessible(page, 'the list');

    const search = page.getByRole('searchbox', { name: 'Cerca per numero, fornitore o prodotto' });
    await search.fill('film nord');
    await shows(page, ['B-1']);
    await search.fill('a-');
    await shows(page, ['A-3', 'A-2', 'A-1']);
    await page.getByRole('combobox', { name: 'Stato' }).click();
    await page.getByRole('option', { name: 'Parzialmente ricevuto' }).click();
    await shows(page, ['A-2']);
    assert.match(page.url(), /status=partiallyReceived/);
    await page.reload();
    await shows(page, ['A-2']);
    await page.goto(`${stage.api.url}${LIST}`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await shows(page, ['A-3', 'A-2', 'A-1']);
    await enterDay(page.getByRole('textbox', { name: 'Data ordine dal' }), '11/03/2025');
    await enterDay(page.getByRole('textbox', { name: 'Data ordine al' }), '11/03/2025');
    await shows(page, ['A-2']);
    assert.match(page.url(), new RegExp(`supplier_id=${made.supplier}.*from=2025-03-11.*to=2025-03-11`));

    await page.goto(`${stage.api.url}${LIST}`);
    await page.getByRole('button', { name: 'Numero ordine' }).click();
    await shows(page, ['A-1', 'A-2', 'A-3', 'B-1']);
    await page.getByRole('button', { name: 'Numero ordine' }).click();
    await shows(page, ['B-1', 'A-3', 'A-2', 'A-1']);

    await page.getByRole('button', { name: 'Azioni per A-3' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    const question = page.getByRole('dialog');
    await question.getByText(`Eliminare l'ordine A-3 di ${LONG_NAME}?`).waitFor();
    await question.getByRole('button', { name: 'Elimina' }).click();
    await page.getByText(/^Errore durante l'eliminazione dell'ordine/).waitFor();
    const gone = await order({ order_number: 'Z-9', items: [{ product_id: made.paper, quantity: 1, unit_price: 1 }] });
    await search.fill('Z-9');
    await shows(page, ['Z-9']);
    await page.getByRole('button', { name: 'Azioni per Z-9' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Ordine eliminato').waitFor();
    assert.equal((await stage.api.orders.get(`/purchase-orders/${gone.id}`)).status, 404);

    await search.fill('A-1');
    await shows(page, ['A-1']);
    await page.getByRole('button', { name: 'Azioni per A-1' }).click();
    await page.getByRole('menuitem', { name: 'Modifica' }).click();
    await page.getByRole('heading', { name: 'A-1' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Nuovo ordine' }).click();
    await page.getByRole('heading', { name: 'Nuovo ordine a fornitore' }).waitFor();
  });

  matrixTest(
    'C08 every column sorts up and down; line totals and unit prices of an order show 4 decimals, or more if they have more',
    async () => {
      const page = await stage.open(stage.api.orders, LIST);
      await shows(page, ['B-1', 'A-3', 'A-2', 'A-1']);
      for (const [label, key] of [
        ['Numero ordine', 'order_number'],
        ['Data ordine', 'order_date'],
        ['Arrivo richiesto', 'requested_arrival_date'],
        ['Arrivo confermato', 'confirmed_arrival_date'],
        ['Stato', 'status'],
        ['Fornitore', 'supplier_name'],
        ['Importo totale', 'total_amount'],
      ] as const) {
        const header = page.getByRole('columnheader', { name: label });
        // The default order is descending by this column, so the first press sorts ascending.
        const presses = ['ascending', 'descending', 'ascending'] as const;
        for (const direction of presses) {
          await header.getByRole('button').click();
          await page.waitForURL(
            (url) => url.searchParams.get('sort') === (direction === 'ascending' ? key : `-${key}`),
          );
          assert.equal(await header.getAttribute('aria-sort'), direction, label);
          const { body } = await stage.api.orders.get(
            `/purchase-orders?sort=${direction === 'ascending' ? '' : '-'}${key}`,
          );
          await shows(
            page,
            body.map((row: { order_number: string }) => row.order_number),
          );
        }
      }
      const [{ id }] = (await stage.api.orders.get('/purchase-orders?q=A-1')).body;
      await page.goto(`${stage.api.url}${LIST}/${id}`);
      const unitPrice = page.getByLabel('Prezzo unitario, riga 1');
      await unitPrice.waitFor();
      assert.equal(await unitPrice.inputValue(), '1,2346'); // 1,23456
      await page.getByRole('cell', { name: '1.234,5600', exact: true }).waitFor();
      await unitPrice.focus();
      assert.equal(await unitPrice.inputValue(), '1,23456', 'while it is edited');
      await typeInto(page.getByLabel('Quantità, riga 1'), '3');
      await page.getByRole('cell', { name: '3,7037', exact: true }).waitFor(); // 3,70368
      assert.equal(await unitPrice.inputValue(), '1,2346');
      await page.getByLabel('Note').fill('invariato');
      await typeInto(page.getByLabel('Quantità, riga 1'), '1000');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.waitForURL((url) => url.pathname === LIST);
      const [item] = (await stage.api.orders.get(`/purchase-orders/${id}`)).body.items;
      assert.deepEqual([item.unit_price, item.total], [1.23456, 1234.56], 'no digits are lost');
    },
  );

  matrixTest('the warehouse sees no amounts and cannot change anything', async () => {
    const page = await stage.open(stage.api.warehouse, LIST);
    await shows(page, ['B-1', 'A-3', 'A-2', 'A-1']);
    assert.equal(await page.getByRole('columnheader', { name: 'Importo totale' }).count(), 0);
    assert.equal(await page.getByText('€').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Nuovo ordine' }).count(), 0);
    await page.getByRole('link', { name: 'A-1' }).click();
    await page.getByText("Puoi consultare l'ordine, non modificarlo.").waitFor();
    assert.equal(await page.getByText('€').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Salva' }).count(), 0);
    await assertAccessible(page, 'an order that is only read');
  });

  for (const dark of [false, true]) {
    matrixTest(`is accessible when nothing matches, ${dark ? 'dark' : 'light'}`, async () => {
      const page = await stage.open(stage.api.direction, `${LIST}?q=nessuno-si-chiama-così`, { dark });
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      await assertAccessible(page, 'nothing matches');
    });
  }
});

describe('the form', () => {
  before(once);

  test("C03 offers only the supplier's products, sends every field and returns to the list", async () => {
    const page = await stage.open(stage.api.sales, `${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await page.getByLabel('Numero ordine').fill('C-3');
    await enterDay(page.getByRole('textbox', { name: 'Data ordine' }), '01/02/2025');
    await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '10/02/2025');
    await enterDay(page.getByRole('textbox', { name: 'Arrivo confermato' }), '12/02/2025');
    await page.getByLabel('Note').fill('Consegna al mattino');
    await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).click();
    await page.getByRole('option', { name: /CARTA-1/ }).waitFor();
    assert.deepEqual(
      (await page.getByRole('option').filter({ visible: true }).allInnerTexts()).map((text) => text.split(' ')[0]),
      ['CARTA-1', 'CARTA-2', 'CARTA-3'],
    );
    await page.getByRole('option', { name: /CARTA-1/ }).click();
    await typeInto(page.getByLabel('Quantità, riga 1'), '2');
    await typeInto(page.getByLabel('Prezzo unitario, riga 1'), '1,5');
    await page.getByRole('cell', { name: '3,0000', exact: true }).waitFor();
    await assertAccessible(page, 'a filled form');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(new RegExp(`${LIST}$`));
    const { body } = await stage.api.orders.get('/purchase-orders?q=C-3');
    assert.equal(body.length, 1);
    const saved = (await stage.api.orders.get(`/purchase-orders/${body[0].id}`)).body;
    const { supplier_id, order_date, requested_arrival_date, confirmed_arrival_date, notes, items } = saved;
    assert.deepEqual(
      [supplier_id, order_date, requested_arrival_date, confirmed_arrival_date, notes],
      [made.supplier, '2025-02-01', '2025-02-10', '2025-02-12', 'Consegna al mattino'],
    );
    assert.deepEqual(
      [items[0].product_id, items[0].quantity, items[0].unit_price, items[0].total],
      [made.paper, 2, 1.5, 3],
    );
    // The same form shows the order again and returns to the list.
    await page.getByRole('link', { name: 'C-3', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'C-3' }).waitFor();
    await holdsValue(page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    for (const [label, value] of [
      ['Numero ordine', 'C-3'],
      ['Data ordine', '01/02/2025'],
      ['Arrivo richiesto', '10/02/2025'],
      ['Arrivo confermato', '12/02/2025'],
      ['Note', 'Consegna al mattino'],
      ['Quantità, riga 1', '2'],
      ['Prezzo unitario, riga 1', '1,5000'],
    ] as const)
      assert.equal(await page.getByLabel(label).and(page.locator('input, textarea')).inputValue(), value, label);
    assert.match(await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).inputValue(), /^CARTA-1/);
    await page.getByRole('cell', { name: '3,0000', exact: true }).waitFor();
    await enterDay(page.getByRole('textbox', { name: 'Arrivo confermato' }), ''); // the optional day
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(new RegExp(`${LIST}$`));
    const changed = (await stage.api.orders.get(`/purchase-orders/${saved.id}`)).body;
    assert.deepEqual(
      [changed.confirmed_arrival_date, changed.requested_arrival_date, changed.items[0].total],
      [null, '2025-02-10', 3],
    );
  });

  matrixTest("C04 fills in the supplier's active price, or another one valid today, or 0", async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    for (const [row, code, price] of [
      [1, 'CARTA-1', '1,2345'],
      [2, 'CARTA-2', '3,5000'],
      [3, 'CARTA-3', '0,0000'],
    ] as const) {
      if (row > 1) await page.getByRole('button', { name: 'Aggiungi riga' }).click();
      await choose(page, page.getByRole('combobox', { name: `Prodotto, riga ${row}` }), code);
      const field = await page.getByLabel(`Prezzo unitario, riga ${row}`).elementHandle();
      await page.waitForFunction(([input, wanted]) => (input as HTMLInputElement).value === wanted, [
        field,
        price,
      ] as const);
    }
  });

  matrixTest('C05 shows errors beside the fields, and totals are exact to 4 decimals', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await page.getByRole('textbox', { name: 'Data ordine' }).fill('');
    await page.getByRole('textbox', { name: 'Data ordine' }).press('Tab');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Aggiungi almeno una riga').waitFor();
    assert.equal(
      await page.getByText('Compila tutti i campi obbligatori').count(),
      3,
      'supplier, order date, requested arrival',
    );
    await hasFocus(page.getByRole('combobox', { name: 'Fornitore', expanded: false }), 'a refused save');
    await assertAccessible(page, 'a refused form');
    await enterDay(page.getByRole('textbox', { name: 'Data ordine' }), '01/02/2025');
    // A day before the order day is marked and not refused.
    await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '31/01/2025');
    await enterDay(page.getByRole('textbox', { name: 'Arrivo confermato' }), '31/01/2025');
    await page.getByText("Prima della data dell'ordine").nth(1).waitFor();
    await page.getByRole('textbox', { name: 'Arrivo confermato' }).fill('');
    await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '10/02/2025');
    await page.getByText("Prima della data dell'ordine").waitFor({ state: 'detached' });
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-3');
    await page.getByRole('button', { name: 'Aggiungi riga' }).click();
    await typeInto(page.getByLabel('Quantità, riga 2'), '3');
    await page.getByRole('button', { name: 'Salva' }).click();
    const refused = page.getByText('Ogni riga richiede un prodotto, e quantità e prezzo maggiori di zero');
    await refused.nth(1).waitFor();
    await page.locator('[data-path="items.0.quantity"]:focus').waitFor();
    assert.equal(await refused.count(), 2, 'a line without quantity and price, and one without product');
    assert.equal(await page.getByLabel('Quantità, riga 1').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByRole('combobox', { name: 'Prodotto, riga 2' }).getAttribute('aria-invalid'), 'true');
    // Each number must be greater than zero.
    await page.getByRole('button', { name: 'Elimina riga 2' }).click();
    await page.locator('[data-path="items.0.quantity"]:focus').waitFor();
    // Enter on the button removes even the only line; the notice brings it back.
    await page.getByRole('button', { name: 'Elimina riga 1' }).press('Enter');
    await page.getByRole('button', { name: 'Aggiungi riga' }).and(page.locator(':focus')).waitFor();
    const notice = page.locator('.toasts [role=alert]', { hasText: 'Riga 1 eliminata' });
    await notice.getByRole('button', { name: 'Annulla' }).click();
    await page.locator('[data-path="items.0.quantity"]:focus').waitFor();
    assert.match(await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).inputValue(), /^CARTA-3/);
    for (const [quantity, price, wrong] of [
      ['0', '1', 'quantity'],
      ['1', '0', 'unit_price'],
    ] as const) {
      await typeInto(page.getByLabel('Quantità, riga 1'), quantity);
      await typeInto(page.getByLabel('Prezzo unitario, riga 1'), price);
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.locator(`[data-path="items.0.${wrong}"][aria-invalid="true"]:focus`).waitFor();
      assert.equal(await refused.count(), 1, wrong);
      assert.equal(await page.locator('[data-path^="items.0."][aria-invalid="true"]').count(), 1, wrong);
    }
    await typeInto(page.getByLabel('Quantità, riga 1'), '3,333');
    await typeInto(page.getByLabel('Prezzo unitario, riga 1'), '1,1');
    await page.getByLabel('Quantità, riga 1').focus();
    assert.equal(await page.getByLabel('Prezzo unitario, riga 1').inputValue(), '1,1000');
    await page.getByRole('cell', { name: '3,6663', exact: true }).waitFor();
    await typeInto(page.getByLabel('Prezzo unitario, riga 1'), '1,23456');
    await page.getByRole('cell', { name: '4,1148', exact: true }).waitFor(); // 4,11478848
    await page.getByLabel('Numero ordine').fill('C-5');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(new RegExp(`${LIST}$`));
    const [{ id, total_amount }] = (await stage.api.orders.get('/purchase-orders?q=C-5')).body;
    const [line] = (await stage.api.orders.get(`/purchase-orders/${id}`)).body.items;
    assert.deepEqual([line.total, total_amount], [4.1148, 4.1148]);
  });

  matrixTest('can be filled in with the keyboard alone, line after line', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    const { keyboard } = page;
    const slow = { delay: 60 };
    await page.getByRole('combobox', { name: 'Fornitore' }).focus();
    await keyboard.type('Lucchesia', slow);
    await page.getByRole('option', { name: LONG_NAME }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    for (let stop = 0; stop < 3; stop++) await keyboard.press('Tab');
    await page.getByRole('textbox', { name: 'Arrivo richiesto' }).focus();
    await keyboard.type('10/02/2030', slow);
    await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).focus();
    const line = async (row: number, code: string, quantity: string) => {
      await page.waitForFunction(
        (name) => document.activeElement?.getAttribute('aria-label') === name,
        `Prodotto, riga ${row}`,
      );
      await keyboard.type(code, slow);
      await page.getByRole('option', { name: code }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.waitForFunction(
        (name) => document.activeElement?.getAttribute('aria-label') === name,
        `Quantità, riga ${row}`,
      );
      await keyboard.type(quantity, slow);
      await keyboard.press('Enter');
      await page.waitForFunction(
        (name) => document.activeElement?.getAttribute('aria-label') === name,
        `Prezzo unitario, riga ${row}`,
      );
      await keyboard.type('2', slow);
      await keyboard.press('Enter');
    };
    await line(1, 'CARTA-1', '10');
    await line(2, 'CARTA-2', '20');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Prodotto, riga 3');
    await keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`${LIST}$`));
    const [saved] = (await stage.api.orders.get(`/purchase-orders?sort=-created_at&limit=1`)).body;
    assert.equal(saved.total_amount, 60);
  });

  matrixTest('pastes rows of a spreadsheet, asks how to read 1.500 and names unknown codes', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).click();
    await page.getByRole('option', { name: /CARTA-1/ }).waitFor();
    const paste = (text: string) => pasteInto(page.getByRole('combobox', { name: 'Prodotto, riga 1' }), text);
    await paste('carta-2\t1.500\t0,95\r\nCARTA-1\t7\t\r\nSCONOSCIUTO\t1\t1\r\n');
    const question = page.getByRole('dialog');
    await question.getByText('Come va letto «1.500» nelle righe incollate?').waitFor();
    await assertAccessible(page, 'the question about numbers');
    await question.getByRole('button', { name: '1.500', exact: true }).click();
    await page.getByText('2 righe incollate').waitFor();
    await page.getByText('SCONOSCIUTO · 1 · 1').waitFor();
    assert.equal(await page.getByLabel('Quantità, riga 1').inputValue(), '1.500');
    assert.equal(await page.getByLabel('Prezzo unitario, riga 1').inputValue(), '0,9500');
    const filledIn = await page.getByLabel('Prezzo unitario, riga 2').elementHandle();
    await page.waitForFunction((input) => (input as HTMLInputElement).value === '1,2345', filledIn);
  });

  matrixTest('after a receipt, the supplier and the received line cannot be changed', async () => {
    const [{ id }] = (await stage.api.orders.get('/purchase-orders?q=A-2')).body;
    const page = await stage.open(stage.api.orders, `${LIST}/${id}`, { dark: true });
    await page.getByText(/il fornitore e le righe ricevute non si possono cambiare/).waitFor();
    assert.ok(await page.getByRole('combobox', { name: 'Fornitore' }).isDisabled());
    assert.ok(await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).isDisabled());
    assert.ok(await page.getByRole('button', { name: 'Elimina riga 1' }).isDisabled());
    await assertAccessible(page, 'an order with receipts, dark');
    await typeInto(page.getByLabel('Quantità, riga 1'), '399');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Non può scendere sotto la quantità già ricevuta (400)').waitFor();
    assert.equal(await page.getByLabel('Quantità, riga 1').inputValue(), '399');
    // Who receives goods goes on from the order to the receipt of the rest.
    const office = await stage.open(stage.api.admin, `${LIST}/${id}`);
    const receive = office.getByRole('link', { name: 'Ricevi merce' });
    assert.equal(await receive.getAttribute('href'), `/operazioni/ricezione-merce/${id}`);
  });

  matrixTest('a line names the lots of its product, and takes the next quantity that they allow', async () => {
    const { orders } = stage.api;
    const lots = { min_lot: 900, lot_multiple: 450 };
    assert.equal((await orders.put(`/products/${made.paper}/supply`, lots)).status, 200);
    const page = await stage.open(orders, `${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-1');
    await page.getByText('Lotto minimo 900 kg, multipli di 450 kg').waitFor();
    const quantity = page.getByLabel('Quantità, riga 1');
    await typeInto(quantity, '1000');
    await page.getByRole('button', { name: 'Ordina 1.350 kg' }).click();
    await hasFocus(quantity, 'the quantity that was taken');
    await holdsValue(quantity, '1350');
    assert.equal(await page.getByRole('button', { name: /^Ordina / }).count(), 0);
    await typeInto(quantity, '450');
    await page.getByRole('button', { name: 'Ordina 900 kg' }).waitFor();
    await assertAccessible(page, 'a quantity below the lot');
    // Another quantity may be ordered all the same, and a product without lots has no note.
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-2');
    await page.getByText(/^Lotto minimo/).waitFor({ state: 'detached' });
    await orders.put(`/products/${made.paper}/supply`, { min_lot: 0, lot_multiple: null });
  });

  test('a line that only a cancelled receipt names is not offered for removal, and says why', async () => {
    const item = { product_id: made.paper, quantity: 1000, unit_price: 1 };
    const opened = await order({ order_number: 'STORNO-1', items: [item] });
    const receipt = await receive(opened, 400);
    const cancelled = await stage.api.admin.post(`/goods-receipts/${receipt}/cancel`, { reason: 'Riga sbagliata' });
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
    const page = await stage.open(stage.api.orders, `${LIST}/${opened.id}`);
    await page.getByText('La riga ha una ricezione annullata').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Elimina riga 1' }).isDisabled());
  });
});

describe("C06: the calls of purchase orders, their time-outs of 15 s and 30 s with 'La richiesta ha impiegato troppo tempo. Riprova.', and the messages of failures", () => {
  before(once);
  const LATE = 'La richiesta ha impiegato troppo tempo. Riprova.';
  const fail = (page: Page, url: string, method = 'GET') =>
    page.route(url, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server', error: '' } })
        : route.fallback(),
    );

  test('list, one, create, update and delete accept and answer the documented fields', async () => {
    const { orders } = stage.api;
    const item = { product_id: made.paper, product_name: 'Kraft', ordered_quantity: 4, quantity: 4, unit_price: 0.5 };
    const sent = {
      order_number: 'CALLS-1',
      supplier_id: made.supplier,
      order_date: '2025-01-02',
      requested_arrival_date: '2025-01-20',
      confirmed_arrival_date: '2025-01-22',
      notes: 'Banchina 2',
      items: [{ ...item, total: 2 }],
    };
    const created = await orders.post('/purchase-orders', sent);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id, items, ...header } = created.body;
    for (const [key, value] of Object.entries(sent)) if (key !== 'items') assert.equal(header[key], value, key);
    for (const [key, value] of Object.entries(sent.items[0]!)) assert.equal(items[0][key], value, key);
    const { body: rows } = await orders.get('/purchase-orders');
    const row = rows.find((one: { id: number }) => one.id === id);
    assert.deepEqual(
      [row.order_number, row.status, row.supplier_name, row.total_amount],
      ['CALLS-1', 'notReceived', LONG_NAME, 2],
    );
    assert.deepEqual((await orders.get(`/purchase-orders/${id}`)).body, created.body);
    const changed = await orders.put(`/purchase-orders/${id}`, {
      ...sent,
      confirmed_arrival_date: null,
      items: [{ ...item, ordered_quantity: 6, quantity: 6, total: 3 }],
    });
    assert.deepEqual(
      [
        changed.status,
        changed.body.confirmed_arrival_date,
        changed.body.items[0].ordered_quantity,
        changed.body.total_amount,
      ],
      [200, null, 6, 3],
    );
    assert.equal((await orders.delete(`/purchase-orders/${id}`, { body: { deleted_by: 'orders' } })).status, 204);
    assert.equal((await orders.get(`/purchase-orders/${id}`)).status, 404);
  });

  matrixTest(
    'a call times out after 15 s and a save after 30 s with a message, and the retry sends the same key',
    async () => {
      const page = await stage.open(stage.api.orders, '/operazioni');
      await page.evaluate(() => {
        const waits: number[] = [];
        const real = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (milliseconds) => (
          waits.push(milliseconds),
          real(milliseconds === 30_000 && isHurried() ? 300 : milliseconds)
        );
        const isHurried = () => (globalThis as unknown as { hurried: boolean }).hurried;
        Object.assign(globalThis, { waits, hurried: true });
      });
      const waited = () => page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits);
      await page.getByRole('link', { name: 'Ordini fornitori' }).click();
      await shows(
        page,
        (await stage.api.orders.get('/purchase-orders?sort=-order_date')).body.map(
          ({ order_number }: { order_number: string }) => order_number,
        ),
      );
      assert.ok((await waited()).includes(15_000), 'the list');
      await page.getByRole('link', { name: 'A-1' }).click();
      await page.getByLabel('Note').fill('Urgente');
      const keys: (string | undefined)[] = [];
      let isSlow = true;
      await page.route('**/api/purchase-orders/*', async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        keys.push(route.request().headers()['idempotency-key']);
        if (isSlow) return;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Salva' }).click();
      await page
        .getByRole('alert')
        .filter({ hasText: 'La richiesta ha impiegato troppo tempo. Riprova.' })
        .first()
        .waitFor();
      assert.ok((await waited()).includes(30_000), 'the save');
      assert.equal(await page.getByLabel('Note').inputValue(), 'Urgente');
      isSlow = false;
      await page.evaluate(() => Object.assign(globalThis, { hurried: false }));
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.waitForURL(new RegExp(`${LIST}$`));
      assert.equal(keys.length, 2);
      assert.ok(keys[0]);
      assert.equal(keys[1], keys[0]);
    },
  );

  matrixTest('a list, an order and the products of a supplier time out after 15 s with a message', async () => {
    const page = await stage.open(stage.api.orders, '/operazioni');
    await page.evaluate(() => {
      const waits: number[] = [];
      const real = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => (
        waits.push(milliseconds),
        real(milliseconds === 15_000 ? 300 : milliseconds)
      );
      Object.assign(globalThis, { waits });
    });
    const never = (url: string) => page.route(url, () => {});
    await never('**/api/purchase-orders?*');
    await page.getByRole('link', { name: 'Ordini fornitori' }).click();
    await page.getByRole('alert').filter({ hasText: LATE }).first().waitFor();
    await page.unrouteAll();
    // The server may need longer than 300 ms; requests that are not delayed keep their time-out of 15 s.
    await page.evaluate(() => {
      const short = AbortSignal.timeout;
      Object.assign(globalThis, { short });
      AbortSignal.timeout = (milliseconds) => short(milliseconds === 15_000 ? 14_999 : milliseconds);
    });
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByRole('link', { name: 'B-1' }).waitFor();
    const isShort = () =>
      page.evaluate(
        () => (AbortSignal.timeout = (globalThis as unknown as { short: typeof AbortSignal.timeout }).short),
      );
    await page.getByRole('link', { name: 'Nuovo ordine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nuovo ordine a fornitore' }).waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), 'Film Nord');
    await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).click();
    await page.getByRole('option', { name: /FILM-1/ }).waitFor();
    await never('**/api/products?*');
    await isShort();
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await page.getByText(`Errore nel caricamento dei prodotti: ${LATE}`).first().waitFor();
    await page.unrouteAll();
    await never('**/api/purchase-orders/*');
    const [{ id }] = (await stage.api.orders.get('/purchase-orders?q=A-1')).body;
    await page.evaluate((to) => history.pushState({}, '', to), `${LIST}/${id}`);
    await page.getByText(`Errore nel caricamento dell'ordine: ${LATE}`).first().waitFor();
    assert.ok((await page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits)).includes(15_000));
  });

  matrixTest('a save waits for the price of a line', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await page.getByLabel('Numero ordine').fill('ATTESO-1');
    await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '10/02/2030');
    const saved = Promise.withResolvers<void>();
    await page.route('**/api/purchase-orders/price?*', async (route) => {
      await saved.promise;
      await route.continue();
    });
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-1');
    await typeInto(page.getByLabel('Quantità, riga 1'), '2');
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/purchase-orders'),
    );
    await page.keyboard.press('Control+s');
    saved.resolve();
    assert.equal((await sending).postDataJSON().items[0].unit_price, 1.2345);
    await page.getByRole('link', { name: 'ATTESO-1' }).waitFor();
    const [{ id }] = (await stage.api.orders.get('/purchase-orders?q=ATTESO-1')).body;
    assert.equal((await stage.api.orders.delete(`/purchase-orders/${id}`)).status, 204);
  });

  matrixTest('every call has a time-out of 15 s, and saving an order one of 30 s', async () => {
    const page = await stage.open(stage.api.orders, '/operazioni');
    await page.evaluate(() => {
      const sent: string[] = [];
      const [timeout, fetch] = [AbortSignal.timeout.bind(AbortSignal), window.fetch.bind(window)];
      let given = 0;
      // A call creates its time-out just before it is sent, so the latest time-out belongs to it.
      AbortSignal.timeout = (milliseconds) => timeout((given = milliseconds));
      window.fetch = (input, init) => {
        const path = (input as string).split('?')[0]!.replace(/\/\d+/, '/n');
        sent.push(`${init?.method ?? 'GET'} ${path} ${given}`);
        return fetch(input, init);
      };
      Object.assign(window, { sent });
    });
    await page.getByRole('link', { name: 'Ordini fornitori' }).click();
    await page.getByRole('link', { name: 'Nuovo ordine' }).click();
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), 'Film Nord');
    await page.getByLabel('Numero ordine').fill('TEMPO-1');
    await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '10/02/2030');
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'FILM-1');
    await holdsValue(page.getByLabel('Prezzo unitario, riga 1'), '0,0000');
    await typeInto(page.getByLabel('Prezzo unitario, riga 1'), '1');
    await typeInto(page.getByLabel('Quantità, riga 1'), '2');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('link', { name: 'TEMPO-1' }).click();
    await page.getByLabel('Note').fill('Domani');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('button', { name: 'Azioni per TEMPO-1' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Ordine eliminato').waitFor();
    const sent = await page.evaluate(() => (window as unknown as { sent: string[] }).sent);
    assert.deepEqual([...new Set(sent.filter((call) => /purchase-orders|api\/products/.test(call)))].toSorted(), [
      'DELETE /api/purchase-orders/n 15000',
      'GET /api/products 15000',
      'GET /api/products/n/supply 15000',
      'GET /api/purchase-orders 15000',
      'GET /api/purchase-orders/n 15000',
      'GET /api/purchase-orders/price 15000',
      'POST /api/purchase-orders 30000',
      'PUT /api/purchase-orders/n 30000',
    ]);
  });

  matrixTest('a list that cannot be loaded shows a toast and an inline message, and can be loaded again', async () => {
    const page = await stage.open(stage.api.orders, '/operazioni');
    await page.route('**/api/purchase-orders?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server', error: '' } }),
    );
    await page.getByRole('link', { name: 'Ordini fornitori' }).click();
    const message = "Errore nel caricamento dell'ordine";
    await page.locator('.toasts').getByText(message).first().waitFor();
    await page.getByRole('main').getByRole('alert').filter({ hasText: message }).first().waitFor();
    await page.unroute('**/api/purchase-orders?*');
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByRole('link', { name: 'B-1', exact: true }).waitFor();
  });

  matrixTest('a failed load names the data: suppliers, products, a price, the order', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await fail(page, '**/api/suppliers?*');
    await page.getByRole('combobox', { name: 'Fornitore' }).click();
    await page.getByText('Errore nel caricamento dei fornitori').first().waitFor();
    await page.unroute('**/api/suppliers?*');
    await fail(page, '**/api/products?*');
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await page.getByText('Errore nel caricamento dei prodotti').first().waitFor();
    await page.unroute('**/api/products?*');
    await page.getByRole('button', { name: 'Riprova' }).click();
    await fail(page, '**/api/purchase-orders/price?*');
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-1');
    await page.getByText('Errore nel recupero del prezzo').waitFor();
    const lost = await stage.open(stage.api.orders, `${LIST}/999999`);
    await lost.waitForURL(new RegExp(`${LIST}$`));
    await lost.getByText("Errore nel caricamento dell'ordine").waitFor();
  });

  matrixTest('a failed create or update shows a message and keeps the input', async () => {
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Fornitore' }), LONG_NAME);
    await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '10/02/2030');
    await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'CARTA-1');
    await typeInto(page.getByLabel('Quantità, riga 1'), '2');
    await fail(page, '**/api/purchase-orders', 'POST');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('alert').filter({ hasText: "Errore nella creazione dell'ordine" }).first().waitFor();
    assert.equal(await page.getByLabel('Quantità, riga 1').inputValue(), '2');
    await page.unrouteAll();
    const [{ id }] = (await stage.api.orders.get('/purchase-orders?q=A-1')).body;
    const other = await stage.open(stage.api.orders, `${LIST}/${id}`);
    await other.getByLabel('Note').fill('Urgentissimo');
    await fail(other, '**/api/purchase-orders/*', 'PUT');
    await other.getByRole('button', { name: 'Salva' }).click();
    await other.getByRole('alert').filter({ hasText: "Errore nell'aggiornamento dell'ordine" }).first().waitFor();
    assert.equal(await other.getByLabel('Note').inputValue(), 'Urgentissimo');
  });
});
