/** Bank slips: made of open instalments, downloaded, presented, credited, and returned item by item. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import type { BankSlip } from '@bobina/contract/sales/bank.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { completeCompany } from '../../server/src/testing/factories.ts';
import { FULL_COMPANY, sell } from '../../server/src/testing/invoiced.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { readRiba } from '../../server/src/testing/read-riba.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();
const { api } = stage;
const PATH = '/operazioni/banca';
const invoices: Invoice[] = [];

async function prepare() {
  await completeCompany(api.admin);
  await api.admin.put('/company', { ...FULL_COMPANY, sia_code: 'A1B2C' });
  for (const [name, abi] of [
    ['Forno Rossi', '03069'],
    ['Forno Bianchi', '03069'],
    ['Forno senza banca', null],
  ] as const) {
    const customer = {
      business_name: name,
      vat_number: '00743110157',
      modalita_pagamento: 'MP12',
      abi,
      cab: abi && '09606',
    };
    const sold = await sell(api, [{ quantity: 1, unit_price: 100 }], { customer });
    await api.sales.put(`/invoices/${sold.invoice.id}/status`, { status: 'sent' });
    invoices.push((await api.admin.get<Invoice>(`/invoices/${sold.invoice.id}`)).body);
  }
}
async function states() {
  const read = await Promise.all(invoices.map(({ id }) => api.admin.get<Invoice>(`/invoices/${id}`)));
  return read.map(({ body }) => body.status);
}

describe('bank slips', () => {
  before(prepare);

  test('a slip is made by keyboard of the instalments with bank data, its file saved, presented, credited and returned in part', async () => {
    const page = await stage.open(api.administration, '/operazioni/pagamenti');
    await page.getByRole('link', { name: 'Distinte bancarie' }).click();
    await page.getByRole('heading', { level: 1, name: 'Banca' }).waitFor();
    await page.getByRole('button', { name: 'Nuova distinta' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const day = dialog.getByRole('combobox', { name: /^Scadenza/ });
    await day.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /3 rate/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    // Opening a list clears its highlight a moment later, which may come after the second key.
    await page.locator('[role=option][data-combobox-selected]').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('non ha ABI e CAB').waitFor();
    await dialog.getByRole('status').filter({ hasText: '244,00' }).waitFor();
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'detached' });
    const [slip] = (await api.admin.get<BankSlip[]>('/bank/slips')).body;
    assert.deepEqual(
      [slip!.state, slip!.items.map(({ party_name }) => party_name).toSorted()],
      ['new', ['Forno Bianchi', 'Forno Rossi']],
    );

    const act = async (name: string) => {
      await page
        .getByRole('button', { name: /^Azioni per / })
        .first()
        .click();
      await page.getByRole('menuitem', { name }).click();
    };
    const saved = page.waitForEvent('download');
    await act('Scarica il file');
    const file = await saved;
    assert.equal(file.suggestedFilename(), slip!.file_name);
    assert.equal(readRiba(await readFile(await file.path(), 'utf8'))[0]!.receipts.length, 2);
    await act('Segna come presentata');
    await page.getByRole('dialog').getByRole('button', { name: 'Segna come presentata' }).click();
    await page.getByRole('gridcell', { name: 'Presentata' }).waitFor();
    await act('Segna come accreditata');
    await page.getByRole('dialog').getByRole('textbox', { name: /^Data/ }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('gridcell', { name: 'Accreditata' }).waitFor();
    assert.deepEqual(await states(), ['paid', 'paid', 'sent']);

    await act('Mostra le voci');
    await page.getByRole('dialog').getByRole('checkbox', { name: invoices[1]!.invoice_number! }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Segna come insoluta' }).click();
    await page.getByRole('dialog').getByText('Insoluta', { exact: true }).waitFor();
    assert.deepEqual(await states(), ['paid', 'sent', 'sent']);
  });

  test('documents with another payment method are offered only when asked for, with the name of their method', async () => {
    const customer = { business_name: 'Forno a bonifico', vat_number: '00743110157', modalita_pagamento: 'MP05' };
    const { invoice } = await sell(api, [{ quantity: 1, unit_price: 100 }], { customer });
    await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
    const page = await stage.open(api.administration, `${PATH}?new=true`);
    const dialog = page.getByRole('dialog');
    const others = dialog.getByRole('checkbox', { name: 'Anche con altri metodi di pagamento' });
    const row = dialog.getByRole('row').filter({ hasText: 'Forno a bonifico' });
    await others.waitFor();
    await dialog.getByRole('combobox', { name: /^Scadenza/ }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('row').filter({ hasText: 'Forno senza banca' }).waitFor();
    assert.equal(await row.count(), 0);
    await others.check();
    await row.getByText('Bonifico bancario').waitFor();
    await row.getByRole('checkbox').check();
    await dialog
      .getByRole('status')
      .filter({ hasText: /244,00/ })
      .waitFor();
    await others.uncheck();
    await row.waitFor({ state: 'detached' });
    await dialog
      .getByRole('status')
      .filter({ hasText: /122,00/ })
      .waitFor();
  });

  matrixTest(
    'a form without a due day asks for one, and missing company data are listed with a link to their screen',
    async () => {
      const slips = async () => (await api.admin.get<BankSlip[]>('/bank/slips')).body.length;
      const before = await slips();
      await api.admin.put('/company', { sia_code: null });
      const page = await stage.open(api.administration, `${PATH}?new=true`);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: /^Scadenza/ }).waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Scegli la scadenza e almeno una rata').first().waitFor();
      await dialog.getByRole('combobox', { name: /^Scadenza/ }).click();
      await page.getByRole('option').first().click();
      await page.keyboard.press('Control+s');
      await dialog.getByText('manca il codice SIA').first().waitFor();
      // Another kind has other instalments: the earlier selection is cleared.
      await dialog.getByRole('combobox', { name: /^Tipo/ }).click();
      await page.getByRole('option', { name: /Bonifico/ }).click();
      assert.equal(await dialog.getByRole('combobox', { name: /^Scadenza/ }).inputValue(), '');
      await page.keyboard.press('Control+s');
      await dialog.getByText('Aggiungi almeno una riga').waitFor();
      assert.equal(await dialog.getByText('manca il codice SIA').count(), 0, 'only Ri.Ba. need it');
      assert.equal(await slips(), before);
      await api.admin.put('/company', { sia_code: 'A1B2C' });
    },
  );
});
