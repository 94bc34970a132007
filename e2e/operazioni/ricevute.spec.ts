/** The transmission of invoices: its state in the list and on the home, receipts, reissue, and the yearly export. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { unzipSync } from 'fflate';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { completeCompany } from '../../server/src/testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../server/src/testing/invoiced.ts';
import { receiptOf } from '../../server/src/testing/receipts.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PATH = '/operazioni/vendite/ricevute';
const INVOICES = '/operazioni/vendite?tab=invoices';
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
const LINES = [{ quantity: 10, unit_price: 12.5 }];

type Issued = Invoice & { file: DocumentFile };
const made = {} as Record<'waiting' | 'rejected' | 'delivered', Issued>;

async function issue(customer: object = ITALIAN): Promise<Issued> {
  const { invoice } = await sell(api, LINES, { customer });
  const sent = await send(api.sales, invoice.id);
  const [file] = (await api.sales.get<DocumentFile[]>(`/invoices/${sent.id}/files`)).body;
  return { ...sent, file: file! };
}
function file(name: string, content: string) {
  return { name, mimeType: 'application/xml', buffer: Buffer.from(content) };
}
async function numbersOf(page: Page): Promise<string[]> {
  const rows = page.getByRole('grid').locator('[data-index]');
  // The rows of the tab before may still be shown.
  await rows.filter({ hasText: /FT-\d/ }).first().waitFor();
  return (await rows.allInnerTexts()).map((text) => /FT-\d{4}\/\d{5}/.exec(text)![0]).toSorted();
}

describe('transmission', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    assert.equal((await api.admin.post('/vat-codes', { code: '10', rate: 10 })).status, 201);
    for (const key of ['waiting', 'rejected', 'delivered'] as const) made[key] = await issue();
  });

  test('receipts are uploaded, each with its result, and those without a document stay in the list', async () => {
    const page = await open(api.sales, INVOICES);
    await page.getByRole('link', { name: 'Ricevute' }).click();
    await page.getByRole('heading', { name: 'Nessuna ricevuta senza documento' }).waitFor();
    await assertAccessible(page, 'no receipts');
    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('NS.xml', receiptOf.NS(made.rejected.file)),
        file('RC.xml', receiptOf.RC(made.delivered.file)),
        file('stray.xml', receiptOf.RC({ name: 'IT00743110157_ZZ999.xml', sha256: 'a'.repeat(64) })),
        file('broken.xml', '<RicevutaConsegna>'),
      ]);
    const dialog = page.getByRole('dialog', { name: 'Ricevute caricate' });
    await dialog.waitFor();
    await assertAccessible(page, 'results of receipts');
    const rows = (await dialog.getByRole('row').allInnerTexts()).slice(1).map((text) => text.split(/\s*\t\s*|\n/));
    assert.deepEqual(
      rows.map(([name, status]) => [name, status?.trim().toLowerCase()]),
      [
        ['NS.xml', 'registrata'],
        ['RC.xml', 'registrata'],
        ['stray.xml', 'senza documento'],
        ['broken.xml', 'non leggibile'],
      ],
    );
    await dialog.getByRole('button', { name: 'Chiudi' }).last().click();
    await page.getByRole('grid').getByText('stray.xml').waitFor();
    await page.getByRole('grid').getByText('IT00743110157_ZZ999.xml').waitFor();
  });

  test('T13: the invoice list shows and filters the transmission, and the home counts what was not handed over and what was rejected', async () => {
    const page = await open(api.sales, '/');
    const opens = async (name: RegExp, number: string) => {
      await page.goto(`${api.url}/`);
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name: 'Vendite' }).waitFor();
      assert.deepEqual(await numbersOf(page), [number]);
    };
    await opens(/^Fatture da trasmettere\s*1$/, made.waiting.invoice_number!);
    await opens(/^Fatture scartate\s*1$/, made.rejected.invoice_number!);
    await page.goto(`${api.url}${INVOICES}`);
    assert.equal((await numbersOf(page)).length, 3);
    const rowOf = (invoice: Issued) =>
      page.getByRole('grid').locator('[data-index]', { hasText: invoice.invoice_number! });
    for (const [invoice, state] of [
      [made.waiting, 'Da trasmettere'],
      [made.rejected, 'Scartata'],
      [made.delivered, 'Consegnata'],
    ] as const) {
      await rowOf(invoice).getByText(state).waitFor();
      await page.getByLabel('Trasmissione', { exact: true }).first().click();
      await page.getByRole('option', { name: state, exact: true }).click();
      await page.waitForURL(/transmission=/);
      await page.getByRole('grid').locator('[data-index="1"]').waitFor({ state: 'detached' });
      assert.deepEqual(await numbersOf(page), [invoice.invoice_number!]);
      await page.getByLabel('Trasmissione', { exact: true }).first().click();
      await page.getByRole('option', { name: 'Tutte le trasmissioni' }).click();
      await page.getByRole('grid').locator('[data-index="1"]').waitFor();
    }
  });

  test('T14: after a rejection the screen counts five days down and issues the document again with its number and day, as a new file beside the old one; nothing else of it changes', async () => {
    const { id, invoice_number, items } = made.rejected;
    const page = await open(api.sales, `${INVOICES}&open=${id}`);
    const dialog = page.getByRole('dialog', { name: `Fattura ${invoice_number}` });
    await dialog.getByText(/^Restano 5 giorni per emetterla di nuovo: entro il /).waitFor();
    await dialog.getByText('00305 1.4.1.1.2 IdCodice <non valido>').waitFor();
    await assertAccessible(page, 'a rejected invoice');
    await dialog.getByRole('button', { name: 'Emetti di nuovo' }).click();
    const form = page.getByRole('dialog', { name: `Emetti di nuovo ${invoice_number}` });
    await form.getByLabel('CIG').fill('1234567890');
    await form.getByLabel('Note').fill('Corretta');
    await form.getByLabel(`Codice IVA di ${items[0]!.code} (riga 1)`).click();
    await page.getByRole('option', { name: '10 · 10 %' }).click();
    await assertAccessible(page, 'the form of a reissue');
    await form.getByRole('button', { name: 'Emetti di nuovo' }).click();
    await form.waitFor({ state: 'detached' });
    await dialog.getByText(/^Restano/).waitFor({ state: 'detached' });
    const files = dialog.getByRole('group', { name: 'File emessi' });
    await files.getByRole('row').nth(2).waitFor();
    const { body } = await api.sales.get<Invoice>(`/invoices/${id}`);
    assert.deepEqual(
      [body.invoice_number, body.transmission, body.cig, body.notes, body.vat_amount],
      [invoice_number, 'to_send', '1234567890', 'Corretta', 12.5],
    );
    const { body: written } = await api.sales.get<DocumentFile[]>(`/invoices/${id}/files`);
    assert.equal(written.length, 2);
    assert.deepEqual(written[0], made.rejected.file);
    const progressives = new Set(written.map(({ name }) => name));
    assert.equal(progressives.size, 2, 'a new progressive');
    for (const kept of ['invoice_date', 'net_amount', 'packing_list_number', 'order_number', 'customer_id'] as const)
      assert.equal(body[kept], made.rejected[kept], kept);
    assert.deepEqual(
      body.items.map(({ quantity, unit_price, code }) => ({ quantity, unit_price, code })),
      items.map(({ quantity, unit_price, code }) => ({ quantity, unit_price, code })),
    );
    // Rejected again: a trigger refuses other changes during a reissue.
    const again = Buffer.from(receiptOf.NS(written[1]!)).toString('base64');
    await api.sales.post('/transmissions/receipts', { files: [{ name: 'NS2.xml', content: again }] });
    const ofInvoice = (change: object) => api.db.updateTable('invoices').set(change).where('id', '=', id);
    const ofLines = (change: object) => api.db.updateTable('invoice_items').set(change).where('invoice_id', '=', id);
    for (const change of [
      ofInvoice({ invoice_number: 'X' }),
      ofInvoice({ invoice_date: '2026-01-01' }),
      ofLines({ quantity: 1 }),
      ofLines({ unit_price: 1 }),
    ])
      await assert.rejects(change.execute(), /issued/);
    const { customer_id } = made.rejected;
    await api.admin.put(`/customers/${customer_id}`, { city: 'Prato', modalita_pagamento: 'MP01' });
    assert.equal((await api.sales.put(`/invoices/${id}/reissue`, {})).status, 200);
    await files.getByRole('row').nth(3).waitFor();
    const [, , third] = (await api.sales.get<DocumentFile[]>(`/invoices/${id}/files`)).body;
    const xml = (await api.sales.get<string>(`/invoices/${id}/files/${third!.id}`)).body;
    assert.match(xml, /<Comune>Prato<[^]*<ModalitaPagamento>MP01</);
    // The first file is still there, byte for byte.
    const download = page.waitForEvent('download');
    await files.getByRole('button', { name: made.rejected.file.name }).click();
    const saved = await readFile(await (await download).path(), 'utf8');
    const stored = await api.sales.get<string>(`/invoices/${id}/files/${made.rejected.file.id}`);
    assert.equal(saved, stored.body);
    await dialog.getByRole('button', { name: 'Segna come trasmessa' }).click();
    await dialog.getByRole('button', { name: 'Segna come trasmessa' }).waitFor({ state: 'detached' });
    assert.equal((await api.sales.get<Invoice>(`/invoices/${id}`)).body.transmission, 'handed_over');
  });

  matrixTest('a document without a file lists the missing data, and its file is written later', async () => {
    const { invoice } = await sell(api, LINES, { customer: { ...ITALIAN, codice_destinatario: null } });
    const page = await open(api.sales, `${INVOICES}&open=${invoice.id}`);
    await page.getByRole('button', { name: 'Segna come inviata' }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'riceve il prossimo numero' });
    await question.getByRole('button', { name: 'Segna come inviata' }).click();
    await page.getByText(/^La fattura elettronica non è stata generata/).waitFor();
    await page.getByText('Il file di questo documento non è ancora stato generato.').waitFor();
    await page.getByRole('button', { name: 'Genera il file' }).click();
    await page.getByRole('link', { name: 'completa' }).first().waitFor();
    await api.admin.put(`/customers/${invoice.customer_id}`, { codice_destinatario: 'M5UXCR1' });
    await page.getByRole('button', { name: 'Genera il file' }).click();
    await page.getByRole('group', { name: 'File emessi' }).waitFor();
  });

  matrixTest(
    'the files of selected invoices are saved as one zip, and the invoices marked as handed over',
    async () => {
      const sent = [await issue(), await issue()];
      const { invoice: draft } = await sell(api, LINES, { customer: ITALIAN });
      const page = await open(api.administration, INVOICES);
      const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
      for (const text of [...sent.map((one) => one.invoice_number!), draft.packing_list_number!])
        await rowOf(text).getByRole('checkbox').check();
      const bar = page.getByRole('region', { name: 'Righe selezionate' });
      const download = page.waitForEvent('download');
      await bar.getByRole('button', { name: 'Scarica i file' }).press('Enter');
      const zip = unzipSync(await readFile(await (await download).path()));
      assert.deepEqual(Object.keys(zip).toSorted(), sent.map((one) => one.file.name).toSorted());
      await page.getByText('1 fattura senza file da trasmettere').waitFor();
      // The selection stays for the next act, which skips what is not to be sent.
      await bar.getByText('3 selezionate').waitFor();
      await hasFocus(bar.getByRole('button', { name: 'Scarica i file' }), 'after the act');
      await bar.getByRole('button', { name: 'Segna come trasmessa' }).click();
      const question = page.getByRole('dialog', { name: 'Segna come trasmessa' });
      await question.getByText('dopo aver caricato i file').waitFor();
      await question.getByRole('button', { name: 'Segna come trasmessa' }).click();
      await rowOf(draft.packing_list_number!).getByText('Non è da trasmettere').waitFor();
      const stateOf = async (id: number) => (await api.sales.get<Invoice>(`/invoices/${id}`)).body.transmission;
      assert.deepEqual(
        [await stateOf(sent[0]!.id), await stateOf(sent[1]!.id), await stateOf(draft.id)],
        ['handed_over', 'handed_over', null],
      );
    },
  );

  matrixTest('administration exports the files of a year; other roles see no button for it', async () => {
    const page = await open(api.administration, PATH);
    await page.getByRole('button', { name: 'Esporta per la conservazione' }).click();
    const dialog = page.getByRole('dialog', { name: 'Esporta per la conservazione' });
    await assertAccessible(page, 'the export of files');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Scarica zip' }).click();
    const zip = unzipSync(await readFile(await (await download).path()));
    assert.ok(zip['index.csv'] && zip[made.waiting.file.name]);
    const other = await open(api.orders, PATH);
    await other.getByRole('button', { name: 'Carica ricevute' }).waitFor();
    assert.equal(await other.getByRole('button', { name: 'Esporta per la conservazione' }).count(), 0);
  });
});
