/** The accountant's screens: registers, entries, the year's end and closings. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '@bobina/contract/core/dates.ts';
import {
  completeCompany,
  createMovement,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { FRENCH_COMPANY, FULL_COMPANY, sell, send } from '../../server/src/testing/invoiced.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const { open } = stage;
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
const CUSTOMER = { business_name: 'Salumificio Rossi', vat_number: '01234567897', modalita_pagamento: 'MP05' };

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe("the accountant's reports", () => {
  let number: string;
  before(async () => {
    const { api } = stage;
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    const { invoice } = await sell(api, [{ quantity: 10, unit_price: 10 }], {
      customer: { ...CUSTOMER, codice_destinatario: 'M5UXCR1' },
    });
    number = (await send(api.sales, invoice.id)).invoice_number!;
  });

  test('/report/registri-iva shows the documents with their sums, the purchases, and downloads the Excel file', async () => {
    const page = await open(stage.api.administration, '/report/registri-iva');
    await page.getByText(number).waitFor();
    await page.getByRole('row', { name: /^Totale 100,00\s€ 22,00\s€/ }).waitFor();
    await assertAccessible(page, 'the register');
    const { name } = await saved(page, 'Excel');
    assert.equal(name, `sales-${today.slice(0, 7)}-01-${today}.xlsx`);
    await page.getByRole('combobox', { name: 'Registro' }).click();
    await page.getByRole('option', { name: 'Acquisti' }).click();
    await page.getByText('Nessun documento in questo periodo').waitFor();
  });

  test('/report/scritture shows balanced entries, and the FEC only to a French company', async () => {
    const { api } = stage;
    const page = await open(api.administration, '/report/scritture');
    await page.getByText(/Dare e avere: 122,00/).waitFor();
    await assertAccessible(page, 'the entries');
    const csv = await saved(page, 'CSV');
    assert.match(csv.text, new RegExp(`VE;${number};.*;411000;Clienti;.*;122;0`));
    assert.equal(await page.getByRole('button', { name: 'FEC' }).count(), 0);
    await api.admin.put('/company', FRENCH_COMPANY);
    const french = await open(api.administration, '/report/scritture');
    const fec = await saved(french, 'FEC');
    assert.equal(fec.name, `303265045FEC${today.replaceAll('-', '')}.txt`);
    assert.equal(fec.text.split('\r\n')[1]!.split('\t').length, 18);
    await api.admin.put('/company', { country: 'Marocco', country_code: 'MA' });
    for (const path of ['/report/registri-iva', '/report/scritture']) {
      const moroccan = await open(api.administration, path);
      await moroccan.getByText(/sono per le aziende italiane e francesi/).waitFor();
      assert.equal(await moroccan.getByRole('button', { name: 'Excel' }).count(), 0);
    }
    await api.admin.put('/company', FULL_COMPANY);
  });

  test('/report/fine-anno shows the numbers without gaps and the stock with its method, and another year', async () => {
    const page = await open(stage.api.administration, '/report/fine-anno');
    await page.getByRole('row', { name: new RegExp(`^Fatture 1 ${number}.*Nessuno In ordine`) }).waitFor();
    await page.getByText(/Metodo: Quantità per prezzo d'acquisto valido nel giorno/).waitFor();
    await assertAccessible(page, "the year's end");
    await page.getByRole('combobox', { name: 'Anno' }).click();
    await page.getByRole('option', { name: '2020' }).click();
    await page.getByText('Nessuna giacenza').waitFor();
    await page.getByRole('row', { name: /^Fatture 0 — — Nessuno In ordine/ }).waitFor();
  });

  matrixTest('/report/fine-anno shows each price and value of the stock in the currency of its supplier', async () => {
    const { admin } = stage.api;
    const { id: supplier_id } = await createSupplier(admin);
    const { id: product_id } = await createProduct(admin, { code: 'RESINA-1', supplier_id, unit_of_measure: 'kg' });
    await createMovement(admin, loadBody(product_id, (await createWarehouse(admin)).id, 4));
    const price = { product_id, supplier_id, price: 2.5125, currency: 'USD', start_date: '2020-01-01' };
    assert.equal((await admin.post('/prices', price)).status, 201);
    const page = await open(admin, '/report/fine-anno');
    const row = page.getByRole('row').filter({ hasText: 'RESINA-1' });
    assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /4 kg 2,5125 USD 10,05 USD/);
  });

  test('/report/chiusure states the consequences, closes a period, and refuses an earlier day', async () => {
    const page = await open(stage.api.administration, '/report/chiusure');
    await page.getByText('Nessun periodo chiuso').first().waitFor();
    await page.getByRole('button', { name: 'Chiudi periodo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chiudi periodo' });
    await dialog.getByText('emettere o riemettere fatture e note di credito').waitFor();
    await dialog.getByText(/Una chiusura non si annulla/).waitFor();
    await assertAccessible(page, 'the dialog');
    const last = addDays(`${today.slice(0, 7)}-01`, -1);
    await dialog.getByRole('button', { name: 'Chiudi il periodo' }).click();
    await dialog.waitFor({ state: 'detached' });
    const shown = last.split('-').toReversed().join('/');
    await page.getByText(`Chiuso fino al ${shown}`).waitFor();
    await page.getByRole('row', { name: new RegExp(`^${shown} .* Utente administration$`) }).waitFor();
    await assertAccessible(page, 'the closings');
    await page.getByRole('button', { name: 'Chiudi periodo' }).click();
    await dialog.getByRole('button', { name: 'Chiudi il periodo' }).click();
    await page
      .getByText('Il giorno è in un periodo contabile chiuso: usa una data successiva alla chiusura')
      .first()
      .waitFor();
    const { body } = await stage.api.administration.get('/accounting/periods');
    assert.deepEqual(
      body.map(({ until }: { until: string }) => until),
      [last],
    );
  });
});
