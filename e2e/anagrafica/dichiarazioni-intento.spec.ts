import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeCompany } from '../../server/src/testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../server/src/testing/invoiced.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const { open } = stage;
const PATH = '/anagrafica/dichiarazioni-intento';

describe(PATH, () => {
  test('a declaration is created in a dialog, shows the amount that invoices used, and is deleted while it is unused', async () => {
    const { api } = stage;
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    await api.admin.post('/vat-codes', { code: 'N3.5', rate: 0, natura: 'N3.5', description: 'Art. 8 c. 1 lett. c)' });
    const { customer, invoice } = await sell(api, [{ quantity: 95, unit_price: 10 }], {
      customer: { business_name: 'Esportatore Abituale S.r.l.', vat_code: 'N3.5' },
    });
    const page = await open(api.direction, PATH);
    await page.getByText("Nessuna dichiarazione d'intento").waitFor();
    await assertAccessible(page, 'empty');
    await page.getByRole('link', { name: 'Nuova dichiarazione' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Cliente' }).fill('Esportatore');
    await page.keyboard.press('Tab');
    await dialog.getByRole('textbox', { name: 'Protocollo' }).fill('08060120341234567-000001');
    await dialog.getByRole('textbox', { name: 'Plafond' }).fill('1000');
    assert.match(await dialog.getByRole('textbox', { name: 'Anno' }).inputValue(), /^\d{4}$/, 'a year is not grouped');
    await assertAccessible(page, 'dialog');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('link', { name: '08060120341234567-000001' }).waitFor();
    await send(api.sales, invoice.id);
    await page.getByRole('gridcell', { name: /950,00/ }).waitFor();
    const [stored] = (await api.sales.get(`/declarations-of-intent?customer_id=${customer.id}`)).body;
    assert.deepEqual([stored.ceiling, stored.used_amount], [1000, 950]);
    await page.getByRole('button', { name: /^Azioni per / }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page
      .locator('.toasts')
      .getByText(/in uso|usat/i)
      .first()
      .waitFor();
  });
});
