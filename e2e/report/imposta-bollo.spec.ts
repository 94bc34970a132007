import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeCompany } from '../../server/src/testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../server/src/testing/invoiced.ts';
import { choose } from '../support/by-hand.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const { open } = stage;
const PATH = '/report/imposta-bollo';

describe(PATH, () => {
  test('shows the stamp duty of a year by quarter, and another year', async () => {
    const { api } = stage;
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    await api.admin.post('/vat-codes', { code: 'N4', rate: 0, natura: 'N4', description: 'Esente art. 10' });
    const { invoice } = await sell(api, [{ quantity: 10, unit_price: 10 }], { customer: { vat_code: 'N4' } });
    const { invoice_date } = await send(api.sales, invoice.id);
    const quarter = Math.ceil(Number(invoice_date.slice(5, 7)) / 3);
    const page = await open(api.administration, PATH);
    const row = page.getByRole('row', { name: new RegExp(`^${quarter}° trimestre 1 2,00`) });
    await row.waitFor();
    await assertAccessible(page, 'a year');
    const year = page.getByRole('combobox', { name: 'Anno' });
    assert.equal(await year.inputValue(), invoice_date.slice(0, 4));
    await choose(page, year, '2020');
    await page.getByRole('row', { name: /^Totale 0 0,00/ }).waitFor();
  });
});
