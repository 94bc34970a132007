/** The list of customers' prices and their form. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createCustomer, createCustomerOrder, createProduct } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, choose, enterDay, pasteInto, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { rowsOf, showsRows } from '../support/list.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const LIST = '/ordiniclienti/prezzi';
const made = {} as Record<'bakery' | 'dairy' | 'film' | 'reel', number>;
async function prepare() {
  const { orders } = stage.api;
  made.bakery = (await createCustomer(orders, { business_name: 'Biscottificio Verdi', valuta: 'USD' })).id;
  made.dairy = (await createCustomer(orders, { business_name: 'Caseificio Alto' })).id;
  made.film = (await createProduct(orders, { code: 'FILM-25', description: 'Film PP' })).id;
  made.reel = (await createProduct(orders, { code: 'ROTOLO-80', description: 'Rotolo di carta kraft avana' })).id;
  await save(made.film, made.dairy, 0.5, '2020-01-01', '2020-12-31');
  await save(made.reel, made.dairy, 1.23456, '2021-01-01');
}
async function save(product_id: number, customer_id: number, price: number, start_date: string, end_date?: string) {
  const answer = await stage.api.orders.post('/customer-prices', {
    product_id,
    customer_id,
    price,
    start_date,
    end_date,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
/** Waits until the list shows these products, in this order. */
function shows(page: Page, codes: string[]) {
  return showsRows(page, codes, ['[role=gridcell]', 0]);
}
/** Waits until a field shows a text. */
async function shown(field: Locator, text: string): Promise<void> {
  const input = await field.elementHandle();
  await field
    .page()
    .waitForFunction(([element, wanted]) => (element as HTMLInputElement).value === wanted, [input, text] as const);
}
function saveForm(page: Page) {
  return page.getByRole('button', { name: 'Salva' }).click();
}
function priceField(page: Page) {
  return page.getByRole('textbox', { name: /^Prezzo/ });
}

describe('customer prices', () => {
  before(prepare);

  test('a price is created, refused for days that are taken, changed and deleted, and the list shows the entries of others', async () => {
    const page = await stage.open(stage.api.orders, '/ordiniclienti/visualizza-ordini');
    await page.getByRole('main').getByRole('link', { name: 'Prezzi clienti' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prezzi clienti' }).waitFor();
    await shows(page, ['FILM-25', 'ROTOLO-80']);
    // Names are cut by the width of their column alone.
    assert.deepEqual((await cellsOf(rowsOf(page)))[1]!.slice(0, 8), [
      'ROTOLO-80',
      'Rotolo di carta kraft avana',
      'Caseificio Alto',
      '1,23456 €',
      'EUR',
      '01/01/2021',
      '—',
      'Attivo',
    ]);
    await assertAccessible(page, 'the list');

    await page.getByRole('link', { name: 'Nuovo prezzo' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Nuovo prezzo cliente' }).waitFor();
    await saveForm(page);
    await page.locator('[data-path="customer_id"][aria-invalid="true"]').waitFor();
    assert.equal(await page.getByText('Campo obbligatorio').count(), 3);
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Biscottificio Verdi');
    await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'FILM-25');
    await typeInto(priceField(page), '2,5');
    // The unit is the customer's currency.
    await page.getByText('USD', { exact: true }).waitFor();
    await enterDay(page.getByRole('textbox', { name: 'Data inizio' }), '01/02/2026');
    await assertAccessible(page, 'a filled form');
    await saveForm(page);
    await page.getByText('Prezzo creato').waitFor();
    await shows(page, ['FILM-25', 'FILM-25', 'ROTOLO-80']);
    const [{ id }] = (await stage.api.orders.get(`/customer-prices?customer_id=${made.bakery}`)).body;

    await page.goto(`${stage.api.url}${LIST}/nuovo`);
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Biscottificio Verdi');
    await choose(page, page.getByRole('combobox', { name: 'Prodotto' }), 'FILM-25');
    const known = page.getByRole('region', { name: 'Altri prezzi di questo prodotto e cliente' });
    await known.getByText('dal 01/02/2026').waitFor();
    await typeInto(priceField(page), '3');
    await enterDay(page.getByRole('textbox', { name: 'Data inizio' }), '01/03/2026');
    await saveForm(page);
    await page.locator('[data-path="start_date"][aria-invalid="true"]').waitFor();
    await page.getByText('Esiste già un prezzo valido per questo periodo').first().waitFor();
    assert.equal(await priceField(page).inputValue(), '3,00', 'a refused form keeps what was typed');
    const offer = page.getByRole('button', { name: /^Chiudi il prezzo precedente/ });
    assert.equal(await offer.innerText(), 'Chiudi il prezzo precedente al 28/02/2026 e salva');
    await enterDay(page.getByRole('textbox', { name: 'Data inizio' }), '01/01/2026');
    await offer.waitFor({ state: 'detached' });
    await enterDay(page.getByRole('textbox', { name: 'Data fine' }), '31/01/2026');
    await saveForm(page);
    await page.waitForURL((url) => url.pathname === LIST);
    await shows(page, ['FILM-25', 'FILM-25', 'FILM-25', 'ROTOLO-80']);

    await page.goto(`${stage.api.url}${LIST}/${id}`);
    await page.getByRole('heading', { level: 1, name: 'FILM-25 · Biscottificio Verdi' }).waitFor();
    await typeInto(priceField(page), '2,75');
    await saveForm(page);
    await page.waitForURL((url) => url.pathname === LIST);
    assert.equal((await stage.api.orders.get(`/customer-prices/${id}`)).body.price, 2.75);

    await page.getByRole('searchbox', { name: 'Cerca per prodotto o cliente' }).fill('rotolo');
    await shows(page, ['ROTOLO-80']);
    const other = await save(made.reel, made.bakery, 9, '2999-01-01');
    await shows(page, ['ROTOLO-80', 'ROTOLO-80']);
    await page.getByRole('button', { name: /^Futuri/ }).click();
    await shows(page, ['ROTOLO-80']);
    await page.getByRole('button', { name: 'Azioni per ROTOLO-80, Biscottificio Verdi' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    const question = page.getByRole('dialog');
    await question.getByText(/Biscottificio Verdi · 9,00\sUSD · dal 01\/01\/2999/).waitFor();
    await question.getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    assert.equal((await stage.api.orders.get(`/customer-prices/${other.id}`)).status, 404);
  });

  test('selected prices are raised by a percentage from a day on, with a preview that names the refused ones', async () => {
    const { api } = stage;
    const buyer = (await createCustomer(api.orders, { business_name: 'Gelateria Bianca' })).id;
    const [first, second] = [
      await createProduct(api.orders, { code: 'RINCARO-1' }),
      await createProduct(api.orders, { code: 'RINCARO-2' }),
    ];
    await save(first.id, buyer, 1.25, '2026-01-01');
    await save(second.id, buyer, 2, '2026-08-01');
    await save(second.id, buyer, 3, '2025-01-01', '2025-12-31');
    const page = await stage.open(api.sales, `${LIST}?q=RINCARO`);
    await page.getByRole('checkbox', { name: 'Seleziona tutte le righe' }).click();
    await page.getByRole('button', { name: 'Aumenta i prezzi' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aumenta i prezzi' });
    await dialog.getByText('1 prezzo già terminato non si aumenta').waitFor();
    await dialog.getByRole('columnheader', { name: 'Cliente' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Percentuale' }).fill('4');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1/7/2026');
    await page.keyboard.press('Enter');
    const confirm = dialog.getByRole('button', { name: 'Aumenta 1 prezzo' });
    await hasFocus(confirm, 'after the day');
    const rowOf = (code: string) => dialog.getByRole('row').filter({ hasText: code });
    await rowOf('RINCARO-1').getByText('1,30').waitFor();
    await rowOf('RINCARO-1').getByText('Gelateria Bianca').waitFor();
    await rowOf('RINCARO-2').getByText('prezzo valido per questo periodo').waitFor();
    await assertAccessible(page, 'the preview of raised prices of customers');
    await page.setViewportSize(PHONE);
    await confirm.dblclick();
    await page.getByText('1 prezzo aumentato').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const periods = async (product: number) =>
      (await api.admin.get(`/customer-prices?product_id=${product}&sort=start_date`)).body.map(
        ({ price, start_date, end_date }: Record<string, unknown>) => [price, start_date, end_date],
      );
    assert.deepEqual(await periods(first.id), [
      [1.25, '2026-01-01', '2026-06-30'],
      [1.3, '2026-07-01', null],
    ]);
    assert.deepEqual(await periods(second.id), [
      [3, '2025-01-01', '2025-12-31'],
      [2, '2026-08-01', null],
    ]);
  });

  test('prices are imported from a file, with a preview of new, changed and refused rows', async () => {
    const { api } = stage;
    const buyer = (await createCustomer(api.orders, { business_name: 'Torrefazione Sole' })).id;
    const [first, second] = [
      await createProduct(api.orders, { code: 'FOGLIO-1' }),
      await createProduct(api.orders, { code: 'FOGLIO-2' }),
    ];
    await save(first.id, buyer, 1, '2026-01-01');
    const page = await stage.open(api.administration, `${LIST}?q=FOGLIO`);
    const lines = [
      'Codice prodotto;Cliente;Prezzo;Valuta;Data inizio;Data fine;Chiudi il prezzo precedente',
      'foglio-1;torrefazione sole;1,05;;1/1/2026;;',
      'FOGLIO-1;Torrefazione Sole;1,10;EUR;1/7/2026;31.12.26;sì',
      'FOGLIO-2;Torrefazione Sole;2,5;USD;1/1/2026;;',
      'FOGLIO-2;Ignota;2,5;;1/1/2026;;',
    ];
    await page.getByRole('button', { name: 'Importa' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Chiudi il prezzo precedente').waitFor();
    const buffer = Buffer.from(lines.join('\r\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'listino.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('table', { name: 'Colonne del file' }).waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 0, 'all columns are recognised');
    await dialog.getByRole('button', { name: 'Anteprima' }).click();
    const rowAt = (index: number) => dialog.getByRole('grid').locator('[data-index]').nth(index);
    await rowAt(0).getByText('Modificata').waitFor();
    await rowAt(1).getByText('Nuova', { exact: true }).waitFor();
    assert.match(await rowAt(2).innerText(), /Valuta: La valuta del cliente è EUR/);
    assert.match(await rowAt(3).innerText(), /Cliente: Non esiste o non è più attivo/);
    await assertAccessible(page, 'the preview of imported prices of customers');
    await dialog.getByRole('button', { name: 'Importa 2 righe' }).click();
    await dialog.getByText('Nuove 1 · modificate 1 · rifiutate 2').waitFor();
    await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click();
    await showsRows(page, ['01/01/2026', '01/07/2026'], ['[role=gridcell]', 5]);
    const stored = (await api.admin.get(`/customer-prices?product_id=${first.id}&sort=start_date`)).body;
    assert.deepEqual(
      stored.map(({ price, start_date, end_date }: Record<string, unknown>) => [price, start_date, end_date]),
      [
        [1.05, '2026-01-01', '2026-06-30'],
        [1.1, '2026-07-01', '2026-12-31'],
      ],
    );
    assert.equal((await api.admin.get(`/customer-prices?product_id=${second.id}`)).body.length, 0);
    // Every column of either import has a label.
    for (const path of [LIST, '/operazioni/prezzi']) {
      await page.goto(`${api.url}${path}`);
      await page.getByRole('button', { name: 'Importa' }).click();
      await dialog.getByText('Chiudi il prezzo precedente').waitFor();
      assert.doesNotMatch(await dialog.innerText(), /prices\.|_/, path);
    }
  });

  matrixTest('a search typed while the texts of the editable cells are still loading is kept', async () => {
    const page = await stage.open(stage.api.orders, '/ordiniclienti/visualizza-ordini');
    await page.getByRole('main').getByRole('link', { name: 'Prezzi clienti' }).waitFor();
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest(/\/assets\/it-/);
    await page.route(/\/assets\/it-/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: 'Prezzi clienti' }).click();
    const search = page.getByRole('searchbox', { name: 'Cerca per prodotto o cliente' });
    await search.focus();
    await asked;
    await page.getByRole('grid').getByText('ROTOLO-80').first().waitFor();
    await page.keyboard.type('rotolo');
    assert.equal(await search.inputValue(), 'rotolo');
    await page.waitForURL((url) => url.searchParams.get('q') === 'rotolo');
    held.resolve();
    await page
      .getByTitle(/^Modifica Prezzo/)
      .first()
      .waitFor();
    assert.equal(await search.inputValue(), 'rotolo');
    assert.equal(await search.evaluate((field) => document.activeElement === field), true);
  });

  matrixTest('administration reaches the list by the search and may write; the warehouse is refused', async () => {
    const page = await stage.open(stage.api.administration, '/');
    await page.getByRole('heading', { level: 1, name: 'Sistema Gestione Magazzino' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('prezzi clienti', { delay: 60 });
    await page.getByRole('option', { name: /^Prezzi clienti/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === LIST);
    await page.getByRole('link', { name: 'Nuovo prezzo' }).first().waitFor();
    const refused = await stage.open(stage.api.warehouse, LIST);
    await refused.getByText('Non hai i permessi per accedere a questa sezione.').waitFor();
    assert.equal(await refused.getByRole('grid').count(), 0);
  });

  matrixTest(
    'S30: /customer-prices works like /prices with customer_id, /customer-prices/for answers the price of the list, else the last one, else none, and the order line fills in the first and shows the second',
    async () => {
      const { sales } = stage.api;
      const { id: buyer } = await createCustomer(sales, { business_name: 'Pastificio Lungo', valuta: 'USD' });
      const [listed, sold, unknown] = await Promise.all(
        ['LISTINO-1', 'VENDUTO-1', 'NUOVO-1'].map((code) => createProduct(sales, { code, unit_of_measure: 'kg' })),
      );
      const body = { product_id: listed!.id, customer_id: buyer, price: 4, start_date: '2026-01-01', end_date: null };
      const created = await sales.post('/customer-prices', body);
      assert.equal(created.status, 201);
      const path = `/customer-prices/${created.body.id}`;
      assert.deepEqual((await sales.get(path)).body, created.body);
      assert.deepEqual((await sales.get(`/customer-prices?customer_id=${buyer}`)).body, [created.body]);
      assert.equal((await sales.post('/customer-prices', body)).body.code, 'PRICE_OVERLAP');
      const changed = await sales.put(path, { price: 4.5 }, { headers: { 'if-match': '"1"' } });
      assert.deepEqual([changed.status, changed.body.price, changed.body.version], [200, 4.5, 2]);
      const mistaken = await save(unknown!.id, buyer, 1, '2026-01-01');
      assert.equal((await sales.delete(`/customer-prices/${mistaken.id}`)).status, 204);
      await createCustomerOrder(
        sales,
        buyer,
        [
          { product_id: listed!.id, quantity: 1, unit_price: 3.25 },
          { product_id: sold!.id, quantity: 1, unit_price: 6.12345 },
        ],
        { order_date: '2026-03-04' },
      );
      const ask = async (product: { id: number }) => {
        const { price, source, day } = (
          await sales.get(`/customer-prices/for?customer_id=${buyer}&product_id=${product.id}`)
        ).body;
        return { price, source, day };
      };
      assert.deepEqual(await ask(listed!), { price: 4.5, source: 'list', day: '2026-01-01' });
      assert.deepEqual(await ask(sold!), { price: 6.12345, source: 'last', day: '2026-03-04' });
      assert.deepEqual(await ask(unknown!), { price: null, source: null, day: null });

      const page = await stage.open(sales, '/ordiniclienti/inserimento-ordine?edit=new');
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Pastificio Lungo');
      const search = page.getByRole('combobox', { name: 'Cerca prodotto' });
      const unitPrice = (row: number) => page.getByRole('textbox', { name: `Prezzo unitario, riga ${row}` });
      const lines = page.getByRole('region', { name: 'Righe' });
      // The list's price fills the empty field, selected, although it already has the focus; the last price is a note.
      await choose(page, search, 'LISTINO-1');
      await shown(unitPrice(1), '4,5');
      await lines.getByText('Ultimo: 3,25 USD il 04/03/2026').waitFor();
      assert.equal(await unitPrice(1).evaluate((field) => document.activeElement === field), true);
      assert.equal(
        await unitPrice(1).evaluate((field: HTMLInputElement) => field.selectionEnd! - field.selectionStart!),
        3,
      );
      // A last price is only shown.
      await choose(page, search, 'VENDUTO-1');
      await lines.getByText('Ultimo: 6,12345 USD il 04/03/2026').waitFor();
      assert.equal(await unitPrice(2).inputValue(), '');
      await choose(page, search, 'NUOVO-1');
      assert.equal(await unitPrice(3).inputValue(), '');
      assert.equal(await lines.getByText(/^Ultimo:/).count(), 2);
      await assertAccessible(page, 'an order with a price of the list');
      // The typed price stays, before a product and after another customer is chosen.
      await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
      await typeInto(unitPrice(4), '9');
      await choose(page, page.getByRole('combobox', { name: 'Prodotto, riga 4' }), 'LISTINO-1');
      await lines.getByText('Ultimo: 3,25 USD il 04/03/2026').nth(1).waitFor();
      assert.equal(await unitPrice(4).inputValue(), '9');
      await save(listed!.id, made.dairy, 7, '2026-01-01');
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Caseificio Alto');
      await shown(unitPrice(1), '7,0000');
      assert.equal(await unitPrice(4).inputValue(), '9,0000');
      assert.equal(await lines.getByText(/^Ultimo:/).count(), 0);
      // Pasted rows without a price take the list's price, too.
      await pasteInto(unitPrice(2), 'LISTINO-1\t5\nNUOVO-1\t6\t8');
      await shown(unitPrice(5), '7,0000');
      await shown(unitPrice(6), '8,0000');
    },
  );

  matrixTest(
    'a price far from the last one is asked about before the save, and Enter goes back to its field; a past day is marked',
    async () => {
      const { sales } = stage.api;
      const product = await createProduct(sales, { code: 'CENTUPLO-1' });
      const sold = [{ product_id: product.id, quantity: 1, unit_price: 12.5 }];
      await createCustomerOrder(sales, made.dairy, sold, { order_date: '2026-03-04' });
      const page = await stage.open(sales, '/ordiniclienti/inserimento-ordine?edit=new');
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Caseificio Alto');
      await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '20/04/2026');
      await choose(page, page.getByRole('combobox', { name: 'Cerca prodotto' }), 'CENTUPLO-1');
      const price = page.getByRole('textbox', { name: 'Prezzo unitario, riga 1' });
      await page.getByText('Ultimo: 12,50 € il 04/03/2026').waitFor();
      await page.getByText('Giorno già passato').waitFor();
      // The order day is today: the day of the order is marked, and that of the line where it is not over.
      const early = page.getByText("Prima della data dell'ordine");
      await early.waitFor();
      await enterDay(page.getByRole('textbox', { name: 'Data ordine cliente' }), '01/02/2031');
      await enterDay(page.getByRole('textbox', { name: 'Consegna, riga 1' }), '31/01/2031');
      await early.nth(1).waitFor();
      await enterDay(page.getByRole('textbox', { name: 'Data ordine cliente' }), '20/04/2026');
      await early.first().waitFor({ state: 'detached' });
      await typeInto(price, '1250');
      await typeInto(page.getByLabel('Quantità, riga 1'), '3');
      await page.keyboard.press('Control+s');
      const question = page.getByRole('dialog', { name: 'Salvare così?' });
      await question.getByText("Riga 1: il prezzo è 1.250,00 €, l'ultimo è stato 12,50 € il 04/03/2026.").waitFor();
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await price.and(page.locator(':focus')).waitFor();
      const saving = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.keyboard.press('Control+s');
      await question.getByRole('button', { name: 'Salva' }).click();
      const saved = await (await saving).json();
      assert.equal(saved.items[0].unit_price, 1250);
      // A stored price is compared with the one that replaces it.
      await page.goto(`${stage.api.url}/ordiniclienti/inserimento-ordine?edit=${saved.id}`);
      await typeInto(price, '12,5');
      await page.keyboard.press('Control+s');
      await question.getByText('Riga 1: il prezzo è 12,50 €, prima era 1.250,00 €.').waitFor();
    },
  );

  matrixTest('a save waits for the price of the list', async () => {
    const { sales } = stage.api;
    const product = await createProduct(sales, { code: 'ATTESO-1' });
    await save(product.id, made.dairy, 7, '2026-01-01');
    const page = await stage.open(sales, '/ordiniclienti/inserimento-ordine?edit=new');
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Caseificio Alto');
    await enterDay(page.getByRole('textbox', { name: 'Consegna richiesta' }), '20/04/2030');
    const saved = Promise.withResolvers<void>();
    await page.route('**/api/customer-prices/for?*', async (route) => {
      await saved.promise;
      await route.continue();
    });
    await choose(page, page.getByRole('combobox', { name: 'Cerca prodotto' }), 'ATTESO-1');
    await typeInto(page.getByLabel('Quantità, riga 1'), '3');
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/customer-orders'),
    );
    await page.keyboard.press('Control+s');
    saved.resolve();
    assert.equal((await sending).postDataJSON().items[0].unit_price, 7);
    await page.getByText(/^Ordine .* creato$/).waitFor();
  });
});
