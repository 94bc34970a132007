/** Prices changed in the list: several at once by a percentage, and one in its cell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createProduct, createSupplier } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const AT = '/operazioni/prezzi';

async function makePrices(prefix: string, prices: readonly number[]) {
  const { api } = stage;
  const supplier = await createSupplier(api.admin, { business_name: `Cartiera ${prefix}` });
  const made: { id: number; version: number; product_id: number; supplier_id: number }[] = [];
  for (const [index, price] of prices.entries()) {
    const product = await createProduct(api.admin, { code: `${prefix}-${index + 1}` });
    const body = { product_id: product.id, supplier_id: supplier.id, price, start_date: '2026-01-01' };
    made.push((await api.admin.post('/prices', body)).body);
  }
  return made;
}
async function priceOf({ id }: { id: number }) {
  return (await stage.api.admin.get(`/prices/${id}`)).body.price;
}
function cell(page: Page, code: string) {
  return page.getByTitle(new RegExp(`^Modifica Prezzo di ${code},`));
}

test('S25: selected prices are raised from a day on, with a preview of old and new prices', async () => {
  const [first, second] = await makePrices('ALZA', [1.25, 2]);
  const earlier = { product_id: first!.product_id, supplier_id: first!.supplier_id, price: 1 };
  const period = { start_date: '2025-01-01', end_date: '2025-12-31' };
  assert.equal((await stage.api.admin.post('/prices', { ...earlier, ...period })).status, 201);
  const page = await stage.open(stage.api.sales, `${AT}?q=ALZA`);
  // All of them: the period that has ended is left out.
  await page.getByRole('checkbox', { name: 'Seleziona tutte le righe' }).click();
  await page.getByRole('button', { name: 'Aumenta i prezzi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aumenta i prezzi' });
  await dialog.getByText('1 prezzo già terminato non si aumenta').waitFor();
  assert.equal(await dialog.getByRole('row').count(), 3, 'a header and two prices');
  // Enter moves to the missing field, then to the button.
  const day = dialog.getByRole('textbox', { name: 'Dal giorno' });
  await dialog.getByRole('textbox', { name: 'Percentuale' }).fill('4,5');
  await page.keyboard.press('Enter');
  await hasFocus(day, 'after the percentage');
  assert.match(await day.inputValue(), /^01\//, 'the first day of the next month');
  await day.fill('1/7/2026');
  const row = dialog.getByRole('row').filter({ hasText: 'ALZA-1' });
  await row.getByText('1,30625').waitFor();
  await dialog.getByRole('combobox', { name: 'Decimali' }).click();
  await page.getByRole('option', { name: '2', exact: true }).click();
  await row.getByText('1,31').waitFor();
  await day.focus();
  await page.keyboard.press('Enter');
  await hasFocus(dialog.getByRole('button', { name: 'Aumenta 2 prezzi' }), 'after the day');
  await row.getByText('1,25').waitFor();
  await assertAccessible(page, 'the preview of raised prices');
  // The preview writes nothing.
  const periods = async ({ product_id }: { product_id: number }) =>
    (await stage.api.admin.get(`/prices/product/${product_id}?sort=start_date`)).body.map(
      ({ price, start_date, end_date }: Record<string, unknown>) => [price, start_date, end_date],
    );
  const ended = [1, '2025-01-01', '2025-12-31'];
  assert.deepEqual(await periods(first!), [ended, [1.25, '2026-01-01', null]]);
  // A lost comma is asked about, and Enter goes back to it.
  const percent = dialog.getByRole('textbox', { name: 'Percentuale' });
  const typed = await percent.inputValue();
  await percent.fill('550');
  await dialog.getByRole('button', { name: 'Aumenta 2 prezzi', disabled: false }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('550 % su 2 prezzi').waitFor();
  await page.locator('button[data-autofocus]:focus').waitFor();
  await page.keyboard.press('Enter');
  await hasFocus(percent, 'the percentage to correct');
  await percent.fill(typed);
  await dialog.getByText('1,31').first().waitFor();
  await day.focus();
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await page.getByText('2 prezzi aumentati').waitFor();
  assert.deepEqual(await periods(first!), [ended, [1.25, '2026-01-01', '2026-06-30'], [1.31, '2026-07-01', null]]);
  assert.deepEqual((await periods(second!)).at(-1), [2.09, '2026-07-01', null]);
  await page.getByRole('button', { name: 'Annulla' }).click();
  await page.getByText('Operazione annullata').waitFor();
  assert.deepEqual(await periods(first!), [ended, [1.25, '2026-01-01', null]]);
  assert.deepEqual((await periods(second!)).at(-1), [2, '2026-01-01', null]);
});

matrixTest(
  'a price is changed in its cell: Enter saves, Escape restores, a conflict names the other user, a pasted column fills downwards',
  async () => {
    const made = await makePrices('CELLA', [1, 2, 3]);
    const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    const page = await stage.open(stage.api.sales, `${AT}?q=CELLA`);
    const field = (code: string) => page.getByRole('textbox', { name: new RegExp(`^Prezzo ${code},`) });
    await cell(page, 'CELLA-1').click();
    await field('CELLA-1').fill('1,5');
    await field('CELLA-1').press('Enter');
    await cell(page, 'CELLA-1').getByText('1,50').waitFor();
    assert.equal(await priceOf(first), 1.5);

    // A price far from the one before is asked about; the arrows go from price to price.
    await cell(page, 'CELLA-1').click();
    await field('CELLA-1').fill('1.234');
    await field('CELLA-1').press('Enter');
    await page.getByRole('grid').getByText('Numero ambiguo').waitFor();
    await field('CELLA-1').fill('150');
    await field('CELLA-1').press('Enter');
    await page.getByText(/CELLA-1, .*: da 1,50 a 150,00/).waitFor();
    await page.locator('button[data-autofocus]:focus').waitFor();
    await page.keyboard.press('Enter');
    await hasFocus(field('CELLA-1'), 'the price to correct');
    assert.equal(await priceOf(first), 1.5);
    await field('CELLA-1').fill('1,5');
    await field('CELLA-1').press('ArrowDown');
    await hasFocus(field('CELLA-2'), 'the next price');
    await field('CELLA-2').fill('9');
    await field('CELLA-2').press('Escape');
    await cell(page, 'CELLA-2').getByText('2,00').waitFor();
    assert.equal(await priceOf(second), 2);

    // Another user saves while the cell is open.
    await cell(page, 'CELLA-3').click();
    await field('CELLA-3').fill('7');
    await stage.api.admin.put(`/prices/${third.id}`, { price: 4 });
    await field('CELLA-3').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'ha cambiato il valore in 4,00' }).waitFor();
    assert.match(await page.getByRole('alert').first().innerText(), /\w+ ha cambiato/);
    assert.equal(await priceOf(third), 4);
    await field('CELLA-3').press('Enter');
    await cell(page, 'CELLA-3').getByText('7,00').waitFor();
    assert.equal(await priceOf(third), 7);

    await cell(page, 'CELLA-1').click();
    await field('CELLA-1').evaluate((input) => {
      const data = new DataTransfer();
      data.setData('text', '10,5\n11\ndodici\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await cell(page, 'CELLA-2').getByText('11,00').waitFor();
    assert.deepEqual([await priceOf(first), await priceOf(second), await priceOf(third)], [10.5, 11, 7]);
    // An unreadable value stays in its cell with the reason.
    assert.equal(await field('CELLA-3').inputValue(), 'dodici');
    await assertAccessible(page, 'a cell with a fault');
  },
);

matrixTest('a column that is pasted over prices of the past is asked about, and Enter goes back', async () => {
  const made = await makePrices('STORIA', [1, 2]);
  await stage.api.admin.put(`/prices/${made[1]!.id}`, { end_date: '2026-01-31' });
  const page = await stage.open(stage.api.sales, `${AT}?q=STORIA`);
  const field = page.getByRole('textbox', { name: /^Prezzo STORIA-1,/ });
  const paste = () =>
    field.evaluate((input) => {
      const data = new DataTransfer();
      data.setData('text', '10\n11\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
  await cell(page, 'STORIA-1').click();
  await paste();
  await page.getByText('1 di 2 prezzi è di un periodo finito').waitFor();
  await page.locator('button[data-autofocus]:focus').waitFor();
  await page.keyboard.press('Enter');
  await hasFocus(field, 'the cell of the paste');
  assert.deepEqual([await priceOf(made[0]!), await priceOf(made[1]!)], [1, 2]);
  await paste();
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click();
  await page.getByText('2 valori incollati e salvati').waitFor();
  assert.deepEqual([await priceOf(made[0]!), await priceOf(made[1]!)], [10, 11]);
});
