/** The list of customers' prices and their form. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createCustomer, createProduct } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, choose, enterDay, typeInto } from '../support/by-hand.ts';
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
  made.reel = (await createProduct(orders, { code: 'ROTOLO-80', description: 'Rotolo kraft' })).id;
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
function saveForm(page: Page) {
  return page.getByRole('button', { name: 'Salva' }).click();
}
function priceField(page: Page) {
  return page.getByRole('textbox', { name: /^Prezzo/ });
}

describe('customer prices', () => {
  before(prepare);

  test('a price is created, refused for days that are taken, changed and deleted, and the list shows what others enter', async () => {
    const page = await stage.open(stage.api.orders, '/ordiniclienti/visualizza-ordini');
    await page.getByRole('main').getByRole('link', { name: 'Prezzi clienti' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prezzi clienti' }).waitFor();
    await shows(page, ['FILM-25', 'ROTOLO-80']);
    assert.deepEqual((await cellsOf(rowsOf(page)))[1]!.slice(0, 8), [
      'ROTOLO-80',
      'Rotolo kraft',
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
    await page.keyboard.press('Escape');
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
    await enterDay(page.getByRole('textbox', { name: 'Data inizio' }), '01/01/2026');
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

  test('administration reaches the list by the search and may write; the warehouse is refused', async () => {
    const page = await stage.open(stage.api.administration, '/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('prezzi clienti', { delay: 60 });
    await page.getByRole('option', { name: /^Prezzi clienti/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === LIST);
    await page.getByRole('link', { name: 'Nuovo prezzo' }).first().waitFor();
    const refused = await stage.open(stage.api.warehouse, LIST);
    await refused.getByText('Non hai i permessi per accedere a questa sezione.').waitFor();
    assert.equal(await refused.getByRole('grid').count(), 0);
  });

  matrixTest('fits a phone and is accessible in the dark', async () => {
    const page = await stage.open(stage.api.sales, LIST, { viewport: PHONE, dark: true, language: 'fr' });
    await page.getByRole('grid').getByText('FILM-25').first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page, 'the list on a phone');
  });
});
