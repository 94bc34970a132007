/** Cells of lists that are edited in place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const { api, open } = startStage();

interface EditedColumn {
  path: string;
  /** The header of the column, and the names of three rows in the order of the list. */
  label: string;
  names: readonly [string, string, string];
  /** The stored value of a row. */
  read: (row: number) => Promise<unknown>;
  /** Another user stores a value in a row. */
  change: (row: number, value: unknown) => Promise<unknown>;
  /** Three values as they are typed, with the stored value of each. */
  values: readonly (readonly [typed: string, stored: unknown])[];
  /** Columns that the user shows first. */
  shows?: string;
}

function cell(page: Page, { label, names }: EditedColumn, row: number) {
  return page.getByTitle(`Modifica ${label} di ${names[row]}`, { exact: true });
}
function field(page: Page, { label, names }: EditedColumn, row: number) {
  const name = `${label} ${names[row]}`;
  return page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('grid').getByRole('combobox', { name, exact: true }));
}
/** Opens a cell and types a value, or chooses it. */
async function type(page: Page, column: EditedColumn, row: number, typed: string) {
  await cell(page, column, row).click();
  const input = field(page, column, row);
  if ((await input.evaluate((element) => element.tagName)) === 'SELECT') await input.selectOption({ label: typed });
  else await input.fill(typed);
  return input;
}

/** Asserts that Enter saves, Esc restores, a conflict names the other user and a pasted column fills the cells. */
async function assertEdited(page: Page, column: EditedColumn) {
  const [first, second, third] = column.values as [[string, unknown], [string, unknown], [string, unknown]];
  await (await type(page, column, 0, first[0])).press('Enter');
  await cell(page, column, 0).waitFor();
  assert.deepEqual(await column.read(0), first[1], `${column.label}: Enter saves`);

  const before = await column.read(1);
  await (await type(page, column, 1, second[0])).press('Escape');
  await cell(page, column, 1).waitFor();
  assert.deepEqual(await column.read(1), before, `${column.label}: Esc restores`);

  const input = await type(page, column, 2, first[0]);
  await column.change(2, third[1]);
  // The list shows the other change while the cell is open.
  await page.waitForTimeout(1000);
  await input.press('Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: /^Utente admin ha cambiato/ })
    .waitFor();
  assert.deepEqual(await column.read(2), third[1], `${column.label}: the conflict saves nothing`);
  await input.press('Enter');
  await cell(page, column, 2).waitFor();
  assert.deepEqual(await column.read(2), first[1], `${column.label}: the second Enter overwrites`);

  await cell(page, column, 0).click();
  await field(page, column, 0).evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, `${second[0]}\n${third[0]}\nnon si legge\n`);
  await page.getByRole('alert').first().waitFor();
  assert.deepEqual(
    [await column.read(0), await column.read(1), await column.read(2)],
    [second[1], third[1], first[1]],
    `${column.label}: a pasted column fills the cells`,
  );
  // The undo leaves and names a row that another user has changed meanwhile.
  await column.change(1, first[1]);
  await page.getByRole('button', { name: 'Annulla', exact: true }).click();
  const left = `Restano come sono: ${column.names[1]} (Utente admin)`;
  await page.getByText(`Valori ripristinati: 1 di 2. ${left}`, { exact: true }).waitFor();
  assert.deepEqual(
    [await column.read(0), await column.read(1)],
    [first[1], first[1]],
    `${column.label}: the undo restores the value before the paste`,
  );
  await assertAccessible(page, `${column.label} with a pasted value that cannot be read`);
  await field(page, column, 2).press('Escape');
  await cell(page, column, 2).waitFor();
}

matrixTest(
  'S24: prices, minimum stock, priorities and requested days are edited in the list: Enter saves, Esc restores, a conflict names the other user, a pasted column fills the cells and can be undone',
  async () => {
    const { admin } = api;
    const supplier = await createSupplier(admin, { business_name: 'Cartiera' });
    const customer = await createCustomer(admin, { business_name: 'Forno' });
    const codes = ['S24-1', 'S24-2', 'S24-3'] as const;
    const products: { id: number }[] = [];
    const prices: { id: number }[] = [];
    const bought: { id: number; order_number: string }[] = [];
    const sold: { id: number; order_number: string; items: { id: number }[] }[] = [];
    for (const code of codes) {
      const product = await createProduct(admin, { code, scorta_minima: 1 });
      products.push(product);
      const price = { product_id: product.id, supplier_id: supplier.id, price: 1, start_date: '2026-01-01' };
      prices.push((await admin.post('/prices', price)).body);
      const line = { product_id: product.id, quantity: 5, unit_price: 1 };
      bought.push(await createPurchaseOrder(admin, supplier.id, [line]));
      sold.push(await createCustomerOrder(admin, customer.id, [line]));
    }
    const stored = (path: string, rows: readonly { id: number }[], name: string) => ({
      read: async (row: number) => (await admin.get(`${path}/${rows[row]!.id}`)).body[name],
      change: async (row: number, value: unknown) => {
        const answer = await admin.put(`${path}/${rows[row]!.id}`, { [name]: value });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
      },
    });
    const numbers = [
      ['2,5', 2.5],
      ['30', 30],
      ['4', 4],
    ] as const;
    const days = [
      ['5/12/2027', '2027-12-05'],
      ['06122027', '2027-12-06'],
      ['7.12.27', '2027-12-07'],
    ] as const;
    const numbersOf = (rows: readonly { order_number: string }[]) =>
      rows.map(({ order_number }) => order_number) as unknown as EditedColumn['names'];
    const priority = (row: number) => `/customer-orders/items/${sold[row]!.items[0]!.id}/priority`;
    const columns: EditedColumn[] = [
      {
        path: '/operazioni/prezzi?q=S24',
        label: 'Prezzo',
        names: codes.map((code) => `${code}, Cartiera`) as never,
        values: numbers,
        ...stored('/prices', prices, 'price'),
      },
      {
        path: '/anagrafica/prodotti?q=S24',
        label: 'Scorta minima',
        names: codes,
        values: numbers,
        shows: 'Scorta minima',
        ...stored('/products', products, 'scorta_minima'),
      },
      {
        path: '/produzione/priorita?sort=order_number',
        label: 'Priorità',
        names: sold.map(({ order_number }, index) => `${order_number} · ${codes[index]}`) as never,
        values: [
          ['Alta', 'alta'],
          ['Media', 'media'],
          ['Media', 'media'],
        ],
        read: async (row) => (await admin.get(`/customer-orders/${sold[row]!.id}`)).body.items[0].item_priority,
        change: async (row, value) => assert.equal((await admin.put(priority(row), { priority: value })).status, 200),
      },
      {
        path: '/operazioni/ordini-fornitori?sort=order_number',
        label: 'Arrivo richiesto',
        names: numbersOf(bought),
        values: days,
        ...stored('/purchase-orders', bought, 'requested_arrival_date'),
      },
      {
        path: '/ordiniclienti/visualizza-ordini?sort=order_number',
        label: 'Consegna richiesta',
        names: numbersOf(sold),
        values: days,
        ...stored('/customer-orders', sold, 'requested_delivery_date'),
      },
    ];
    const page = await open(api.direction, '/');
    for (const column of columns) {
      await page.goto(`${api.url}${column.path}`);
      if (column.shows) {
        await page.getByRole('button', { name: 'Colonne' }).click();
        await page.getByRole('checkbox', { name: column.shows }).check();
        await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).click();
      }
      await assertEdited(page, column);
    }
  },
);

test('the fault of a typed price is below the focus ring of its field, whole', async () => {
  const { id: product_id } = await createProduct(api.admin, { code: 'ANELLO-1' });
  const { id: customer_id } = await createCustomer(api.admin, { business_name: 'Forno' });
  const price = { product_id, customer_id, price: 1, start_date: '2026-01-01' };
  assert.equal((await api.admin.post('/customer-prices', price)).status, 201);
  const page = await open(api.admin, '/ordiniclienti/prezzi?q=ANELLO');
  await page.getByTitle(/^Modifica Prezzo di ANELLO-1/).click();
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  const fault = page.getByRole('grid').getByRole('alert').filter({ hasText: 'Scrivi un numero' });
  await fault.waitFor();
  const places = await page.locator('input:focus').evaluate((input) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(input);
    const ring =
      input.getBoundingClientRect().bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const cell = input.closest('[role=gridcell]')!;
    const text = cell.querySelector('[role=alert]')!.getBoundingClientRect();
    return { ring, text: [text.top, text.bottom], row: input.closest('[role=row]')!.getBoundingClientRect().bottom };
  });
  const [top, bottom] = places.text as [number, number];
  assert.ok(places.ring <= top && bottom <= places.row, JSON.stringify(places));
});
