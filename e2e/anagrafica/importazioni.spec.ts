/** The import of registers from spreadsheets. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { read as readBook, utils } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { createProduct, createSupplier } from '../../server/src/testing/factories.ts';
import { pasteInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();

/** The chosen options that are not `Sì`. A box cannot be a reel. */
const CHOICES: Record<string, string> = { Unità: 'scatola', Stato: 'attivo', 'Gestito a bobine': 'No' };

function dialog(page: Page) {
  return page.getByRole('dialog');
}
function rowWith(page: Page, text: string) {
  return dialog(page).getByRole('grid').locator('[data-index]').filter({ hasText: text });
}
async function give(page: Page, name: string, text: string) {
  await page.getByRole('button', { name: 'Importa' }).click();
  await dialog(page).getByRole('button', { name: 'Scegli il file' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}
async function paste(page: Page, text: string) {
  await page.getByRole('button', { name: 'Importa' }).click();
  await pasteInto(dialog(page).getByRole('button', { name: 'Scegli il file' }), text);
}
function button(page: Page, name: string) {
  return dialog(page).getByRole('button', { name, exact: true });
}
/** The step that a press opens takes no press that was meant for the one before. */
async function read(page: Page) {
  await page.waitForTimeout(350);
}
async function pick(page: Page, label: string, option: string) {
  await dialog(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('S28: the preview shows new, changed and refused rows with their reasons, fills in only chosen values, and offers the file with its errors for download', async () => {
  const { api } = stage;
  const supplier = await createSupplier(api.admin, { business_name: 'Cartiera Uno' });
  const stored = await createProduct(api.admin, { code: 'ESISTE-1', description: 'Vecchia' });
  const page = await stage.open(api.sales, '/anagrafica/prodotti');
  const lines = [
    'CODICE;Descrizione;Famiglia;Fornitore;Valuta;Scorta minima;Colonna ignota',
    'NUOVO-1;Carta nuova;Carta;cartiera uno;EUR;12,5 kg;007',
    'ESISTE-1;Nuova;;;;;x',
    'ROTTO-1;Carta;Carta;Cartiera Due;EUR;molti;x',
  ];
  await give(page, 'prodotti.csv', lines.join('\r\n'));
  // A column without a field is shown as not imported.
  await dialog(page).getByRole('table', { name: 'Colonne del file' }).waitFor();
  const fieldOf = (header: string) =>
    dialog(page)
      .getByRole('combobox', { name: `Campo per ${header}` })
      .inputValue();
  assert.deepEqual(
    [await fieldOf('CODICE'), await fieldOf('Fornitore'), await fieldOf('Colonna ignota')],
    ['Codice', 'Fornitore', ''],
  );
  await assertAccessible(page, 'the columns of an import');
  await dialog(page).getByRole('button', { name: 'Anteprima' }).click();

  await rowWith(page, 'NUOVO-1').getByText('Nuova', { exact: true }).waitFor();
  const changed = rowWith(page, 'ESISTE-1');
  await changed.getByText('Modificata').waitFor();
  assert.match((await changed.innerText()).replaceAll(/\s+/g, ' '), /Descrizione: Vecchia Nuova/);
  assert.equal(await changed.locator('s').innerText(), 'Vecchia');
  const refused = await rowWith(page, 'ROTTO-1').innerText();
  assert.match(refused, /Rifiutata/);
  assert.match(refused, /Fornitore: Non esiste o non è più attivo/);
  assert.match(refused, /Scorta minima: Scrivi un numero/);
  await dialog(page).getByRole('alert').filter({ hasText: 'Fornitore «Cartiera Due» (riga 4)' }).waitFor();
  await assertAccessible(page, 'the preview of an import');

  // The unit and the flags of the new row have no value until the user chooses one.
  const confirm = dialog(page).getByRole('button', { name: 'Importa 2 righe' });
  const open = [
    'Unità',
    'Ha distinta base',
    'Semilavorato',
    'Gestito a lotti',
    'Gestito a bobine',
    'Ha data di scadenza',
    'Ha data di produzione',
    'Stato',
  ];
  assert.equal(await confirm.isDisabled(), true);
  for (const label of open) {
    assert.equal(await dialog(page).getByRole('combobox', { name: label }).inputValue(), '');
    await pick(page, label, CHOICES[label] ?? 'Sì');
  }
  await rowWith(page, 'NUOVO-1').getByText('Unità: scatola').waitFor();
  await confirm.click();
  await dialog(page).getByText('Nuove 1 · modificate 1 · rifiutate 1').waitFor();

  const find = async (code: string) => (await api.admin.get(`/products?q=${code}`)).body[0];
  const made = await find('NUOVO-1');
  assert.deepEqual(
    [made.unit_of_measure, made.has_batch, made.is_reel, made.status, made.scorta_minima, made.supplier_id],
    ['box', true, false, 'active', 12.5, supplier.id],
  );
  const after = await find('ESISTE-1');
  assert.deepEqual([after.description, after.unit_of_measure], ['Nuova', stored.unit_of_measure]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Scarica il file con gli errori' }).click(),
  ]);
  const book = readBook(await readFile(await download.path()));
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false, defval: '' });
  const table = rows.slice(rows.findIndex(([first]) => first === 'CODICE'));
  assert.deepEqual(
    table.slice(0, 4).map((cells) => [cells[0], cells[6]]),
    [
      ['CODICE', 'Colonna ignota'],
      ['NUOVO-1', '007'],
      ['ESISTE-1', 'x'],
      ['ROTTO-1', 'x'],
    ],
  );
  assert.equal(table[0]!.at(-1), 'Errori');
  assert.deepEqual([table[1]![7], table[2]![7]], ['', '']);
  assert.match(table[3]![7]!, /Scorta minima: Scrivi un numero · Fornitore: Non esiste/);
});

test('an import of customers names the missing required column, fills in the usual values with one button and shows the warnings of a row', async () => {
  const { api } = stage;
  const page = await stage.open(api.sales, '/anagrafica/clienti/lista');
  const lines = [
    'Ragione sociale;Partita IVA;Indirizzo;Città;Provincia;CAP;Nazione;E-mail;Recapito;Fatture',
    'Forno Alba;0743110157;Via Roma 1;Lucca;LU;55100;Italia;alba@esempio.it;0583 1;Una per destinazione',
    'Forno Tramonto;00743110157;Via Roma 2;Lucca;LU;55100;Italia;tramonto@esempio.it;0583 2;',
  ];
  await give(page, 'clienti.csv', lines.join('\r\n'));
  const missing = dialog(page).getByRole('alert');
  await missing.getByText('Le righe nuove saranno rifiutate: manca la colonna di Telefono', { exact: true }).waitFor();
  await pick(page, 'Campo per Recapito', 'Telefono');
  await missing.waitFor({ state: 'detached' });
  await dialog(page).getByRole('button', { name: 'Anteprima' }).click();

  const warned = rowWith(page, 'Forno Alba');
  await warned.getByText('Nuova', { exact: true }).waitFor();
  assert.match(await warned.innerText(), /Fatture: Una per destinazione/);
  assert.match(await warned.innerText(), /Partita IVA: La partita IVA non supera il controllo .*zero iniziale/);
  assert.doesNotMatch(await rowWith(page, 'Forno Tramonto').innerText(), /non supera il controllo/);
  const confirm = dialog(page).getByRole('button', { name: 'Importa 2 righe' });
  assert.equal(await confirm.isDisabled(), true, 'nothing has a value that nobody chose');
  await dialog(page).getByRole('button', { name: 'Usa i valori consueti' }).click();
  const chosen = (label: string) => dialog(page).getByRole('combobox', { name: label }).inputValue();
  assert.deepEqual(await Promise.all(['Attivo', 'Valuta', 'Ente pubblico', 'Fatture'].map(chosen)), [
    'Sì',
    'EUR',
    'No',
    'Una per cliente',
  ]);
  await assertAccessible(page, 'the preview with usual values and a warning');
  await confirm.click();
  await dialog(page).getByText('Nuove 2 · modificate 0 · rifiutate 0').waitFor();
  const [alba, tramonto] = (await api.admin.get('/customers?q=Forno&sort=business_name')).body;
  assert.deepEqual(
    [alba.invoice_by, alba.vat_number, alba.is_active, alba.is_public_body],
    ['destination', '0743110157', true, false],
  );
  assert.deepEqual([tramonto.invoice_by, tramonto.valuta], ['customer', 'EUR']);
});

test('rows copied from a spreadsheet are pasted into the dialog in place of a file', async () => {
  const page = await stage.open(stage.api.sales, '/anagrafica/prodotti');
  await page.getByRole('button', { name: 'Importa' }).click();
  await dialog(page).getByText('oppure incolla le righe').waitFor();
  await pasteInto(
    dialog(page).getByRole('button', { name: 'Scegli il file' }),
    'Codice\tDescrizione\tFamiglia\tValuta\nINCOLLA-1\tCarta; avana\tCarta\tEUR\n',
  );
  await dialog(page).getByRole('combobox', { name: 'Campo per Descrizione' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Anteprima' }).click();
  await rowWith(page, 'INCOLLA-1').filter({ hasText: 'Nuova' }).getByText('Carta; avana').waitFor();
});

test('a pasted price list is imported by the keyboard alone, and no key that is held or pressed twice imports unseen rows', async () => {
  const { api } = stage;
  const supplier = await createSupplier(api.admin, { business_name: 'Cartiera Tasti' });
  const product = await createProduct(api.admin, { code: 'TASTI-1' });
  const stored = async () => (await api.admin.get(`/prices?product_id=${product.id}`)).body;
  const page = await stage.open(api.admin, '/operazioni/prezzi');
  await paste(page, 'Codice\tFornitore\tPrezzo\tDal\nTASTI-1\tCartiera Tasti\t1,20\t1/3/2026\n');
  await hasFocus(button(page, 'Anteprima'), 'all columns are recognised');
  assert.equal(await dialog(page).getByRole('alert').count(), 0);
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const found = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Importa 1 riga',
      );
      if (!found) return;
      watch.disconnect();
      found.click();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.down('Enter');
  const confirm = button(page, 'Importa 1 riga');
  await hasFocus(confirm, 'the preview');
  await read(page);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await hasFocus(confirm, 'a held key imports nothing');
  await confirm.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await hasFocus(confirm, 'the second click of a double click imports nothing');
  assert.deepEqual(await stored(), []);
  await page.keyboard.press('Enter');
  await hasFocus(button(page, 'Chiudi').last(), 'the results');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  const [{ price, start_date, supplier_id }] = await stored();
  assert.deepEqual([price, start_date, supplier_id], [1.2, '2026-03-01', supplier.id]);

  await paste(page, 'Codice\tDitta\tPrezzo\tDal\nTASTI-1\tCartiera Tasti\t1,30\t1/3/2026\n');
  await hasFocus(dialog(page).getByRole('combobox', { name: 'Campo per Ditta' }), 'the column that is missing');
  await pick(page, 'Campo per Ditta', 'Fornitore');
  await page.keyboard.press('Control+s');
  await hasFocus(confirm, 'the preview of a change');
  await read(page);
  await page.keyboard.press('Control+s');
  await dialog(page).getByText('Nuove 0 · modificate 1 · rifiutate 0').waitFor();
  await page.keyboard.press('Control+s');
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal((await stored())[0].price, 1.3);
});

test('new prices that overlap open ones are imported after one choice, which ends the earlier prices', async () => {
  const { api } = stage;
  const supplier_id = (await createSupplier(api.admin, { business_name: 'Cartiera Listino' })).id;
  const product_id = (await createProduct(api.admin, { code: 'LISTINO-1' })).id;
  await api.admin.post('/prices', { product_id, supplier_id, price: 1, start_date: '2026-01-01' });
  const page = await stage.open(api.admin, '/operazioni/prezzi');
  await paste(page, 'Codice\tFornitore\tPrezzo\tDal\nLISTINO-1\tCartiera Listino\t1,50\t1/7/2026\n');
  const choice = dialog(page).getByRole('checkbox', { name: 'Chiudi i prezzi precedenti al giorno prima' });
  assert.equal(await choice.isChecked(), false);
  await pick(page, 'Campo per Dal', 'Chiudi il prezzo precedente');
  await choice.waitFor({ state: 'detached' });
  await pick(page, 'Campo per Dal', 'Data inizio');
  await button(page, 'Anteprima').click();
  await dialog(page).getByText('1 riga si sovrappone a un prezzo già valido').waitFor();
  const retry = button(page, 'Chiudi i prezzi precedenti e riprova');
  await hasFocus(retry, 'the way on from refused rows');
  await assertAccessible(page, 'the preview of overlapping prices');
  await read(page);
  await page.keyboard.press('Enter');
  await hasFocus(button(page, 'Importa 1 riga'), 'the second preview');
  assert.equal(await retry.count(), 0);
  await button(page, 'Indietro').click();
  assert.equal(await choice.isChecked(), true);
  await page.keyboard.press('Control+s');
  await hasFocus(button(page, 'Importa 1 riga'), 'the third preview');
  await read(page);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Nuove 1 · modificate 0 · rifiutate 0').waitFor();
  const stored = (await api.admin.get(`/prices?product_id=${product_id}&sort=start_date`)).body;
  assert.deepEqual(
    stored.map(({ price, end_date }: Record<string, unknown>) => [price, end_date]),
    [
      [1, '2026-06-30'],
      [1.5, null],
    ],
  );
});
