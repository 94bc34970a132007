/** The list of supplier prices and their form. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createProduct, createSupplier } from '../../server/src/testing/factories.ts';
import { hasFocus } from '../support/focus.ts';
import { cellsOf, choose, enterDay, typeInto } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const LIST = '/operazioni/prezzi';
const LONG_NAME = 'Cartiere Riunite della Lucchesia';
const OVERLAP = 'Esiste già un prezzo valido per questo periodo';

const made = {} as Record<'mill' | 'north' | 'bag' | 'film' | 'kraft' | 'tape', number>;
async function price(product_id: number, supplier_id: number, value: number, start_date: string, given: object = {}) {
  const body = { product_id, supplier_id, price: value, start_date, ...given };
  const answer = await stage.api.orders.post('/prices', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
/** Creates a product of the mill that no other test changes. */
async function product(code: string, given: object = {}) {
  return (await createProduct(stage.api.orders, { code, supplier_id: made.mill, ...given })).id;
}

async function prepare() {
  const { orders } = stage.api;
  made.mill = (await createSupplier(orders, { business_name: LONG_NAME })).id;
  made.north = (await createSupplier(orders, { business_name: 'Film Nord' })).id;
  made.bag = await product('BUSTA-1', { name: 'Busta', supplier_id: made.north });
  made.film = await product('FILM-1', { name: 'Film estensibile', currency: 'USD' });
  made.kraft = await product('KRAFT-AVANA-NEUTRA-80', { name: 'Carta kraft avana neu' }); // 21 characters each
  made.tape = await product('NASTRO-VENTI-CARATT1', { name: 'Nastro' }); // 20
  await price(made.bag, made.north, 1.25, '2020-01-01', { end_date: '2020-12-31' });
  await price(made.film, made.mill, 1.23456, '2021-01-01');
  await price(made.kraft, made.mill, 0.5, '2999-01-01');
  await price(made.tape, made.mill, 1000.234, '2022-02-01', { end_date: '2998-12-31' });
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

function rowsOf(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
/** Waits until the list shows these products, in this order; matches a truncated code by its visible part. */
function shows(page: Page, codes: string[]) {
  return page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[role="grid"] [data-index] [role="gridcell"]:first-child')]
        .map((cell) => cell.textContent)
        .join() === wanted,
    codes.join(),
  );
}
const ALL = ['BUSTA-1', 'FILM-1', 'KRAFT-AVANA-NEU…', 'NASTRO-VENTI-CARATT1'];
function counters(page: Page) {
  return page.getByRole('group', { name: 'Prezzi per stato' }).getByRole('button');
}
/** Waits until the four counters show these values: total, active, inactive, upcoming. */
function counts(page: Page, wanted: number[]) {
  return page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('[role="group"][aria-label="Prezzi per stato"] button')]
        .map((button) => button.lastElementChild?.textContent)
        .join() === expected,
    wanted.join(),
  );
}
function search(page: Page) {
  return page.getByRole('searchbox', { name: 'Cerca per prodotto o fornitore' });
}
async function act(page: Page, row: string, action: string) {
  await page.getByRole('button', { name: `Azioni per ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
function supplierField(page: Page) {
  return page.getByRole('combobox', { name: 'Fornitore' });
}
function productField(page: Page) {
  return page.getByRole('combobox', { name: 'Prodotto' });
}
function priceField(page: Page) {
  return page.getByRole('textbox', { name: /^Prezzo/ });
}
function startField(page: Page) {
  return page.getByRole('textbox', { name: 'Data inizio' });
}
function endField(page: Page) {
  return page.getByRole('textbox', { name: 'Data fine' });
}
function save(page: Page) {
  return page.getByRole('button', { name: 'Salva' }).click();
}
function atList(page: Page) {
  return page.waitForURL((url) => url.pathname === LIST);
}
function fails(page: Page, url: string, method = 'GET') {
  return page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno del server', error: '' } })
      : route.fallback(),
  );
}
async function holds(page: Page, field: ReturnType<typeof priceField>, value: string) {
  const input = await field.elementHandle();
  await page.waitForFunction(([element, wanted]) => (element as HTMLInputElement).value === wanted, [
    input,
    value,
  ] as const);
}

describe('the list', () => {
  matrixTest('an empty list and a failed load show a message', async () => {
    const page = await stage.open(stage.api.administration, LIST);
    await page.getByRole('heading', { name: 'Nessun prezzo' }).waitFor();
    await counts(page, [0, 0, 0, 0]);
    await assertAccessible(page, 'no prices');
    await page.getByRole('main').getByRole('link', { name: 'Nuovo prezzo' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Nuovo prezzo' }).waitFor();
    const failing = await stage.open(stage.api.orders, '/operazioni', { dark: true });
    await fails(failing, '**/api/prices?*');
    await failing.getByRole('link', { name: /^Prezzi/ }).click();
    await failing.getByText('Errore nel caricamento dei prezzi').waitFor();
    await assertAccessible(failing, 'loading failed, dark');
  });

  describe('with prices', () => {
    before(once);

    test('E01 counts total, active, inactive and upcoming prices, searches, sorts by every column, resets the order, cuts texts over 20 characters with a tooltip, and opens new, edit and delete', async () => {
      const page = await stage.open(stage.api.orders, LIST);
      await shows(page, ALL);
      await counts(page, [4, 2, 1, 1]);
      assert.deepEqual(
        (await counters(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
        ['Totali 4', 'Attivi 2', 'Inattivi 1', 'Futuri 1'],
      );
      assert.deepEqual(
        (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
        [
          'Codice prodotto',
          'Nome prodotto',
          'Fornitore',
          'Prezzo',
          'Valuta',
          'Data inizio',
          'Data fine',
          'Stato',
          'Azioni',
        ],
      );
      const cells = await cellsOf(rowsOf(page));
      assert.deepEqual(cells[0]!.slice(0, 8), [
        'BUSTA-1',
        'Busta',
        'Film Nord',
        '1,25 €',
        'EUR',
        '01/01/2020',
        '31/12/2020',
        'Inattivo',
      ]);
      assert.deepEqual(cells[2]!.slice(0, 3), ['KRAFT-AVANA-NEU…', 'Carta kraft ava…', 'Cartiere Riunit…']);
      await assertAccessible(page, 'the list');
      for (const [cut, whole] of [
        ['KRAFT-AVANA-NEU…', 'KRAFT-AVANA-NEUTRA-80'],
        ['Carta kraft ava…', 'Carta kraft avana neu'],
      ]) {
        await rowsOf(page).getByText(cut!, { exact: true }).hover();
        await page.getByRole('tooltip').getByText(whole!, { exact: true }).waitFor();
      }

      await counters(page).filter({ hasText: 'Futuri' }).click();
      await shows(page, ['KRAFT-AVANA-NEU…']);
      assert.match(page.url(), /status=upcoming/);
      await page.reload();
      await shows(page, ['KRAFT-AVANA-NEU…']);
      await page.getByRole('button', { name: /^Futuri/, pressed: true }).waitFor();
      await counters(page).filter({ hasText: 'Totali' }).click();
      await shows(page, ALL);
      await search(page).fill('film');
      await shows(page, ['BUSTA-1', 'FILM-1']); // a product of Film Nord, and the film
      await counts(page, [2, 1, 1, 0]);
      await search(page).fill('AVANA neu');
      await shows(page, ['KRAFT-AVANA-NEU…']);
      await search(page).fill('');
      await choose(page, supplierField(page), 'Film Nord');
      await shows(page, ['BUSTA-1']);
      assert.match(page.url(), new RegExp(`supplier_id=${made.north}`));

      await page.goto(`${stage.api.url}${LIST}`);
      await shows(page, ALL);
      const reset = page.getByRole('button', { name: 'Ripristina ordine' });
      assert.ok(await reset.isDisabled());
      const cut = (code: string) => (code.length > 20 ? `${code.slice(0, 15)}…` : code);
      for (const [label, key] of [
        ['Nome prodotto', 'product_name'],
        ['Fornitore', 'supplier_name'],
        ['Prezzo', 'price'],
        ['Valuta', 'currency'],
        ['Data inizio', 'start_date'],
        ['Data fine', 'end_date'],
        ['Stato', 'status'],
        ['Codice prodotto', 'product_code'],
      ] as const)
        for (const sort of [key, `-${key}`]) {
          const { body } = await stage.api.orders.get(`/prices?sort=${sort}`);
          await page.getByRole('columnheader', { name: label }).getByRole('button').click();
          await shows(
            page,
            body.map((row: { product_code: string }) => cut(row.product_code)),
          );
          await page.waitForURL((url) => url.searchParams.get('sort') === sort);
        }
      await shows(page, ALL.toReversed());
      await reset.click();
      await shows(page, ALL);
      assert.equal(new URL(page.url()).searchParams.get('sort'), null);
      assert.ok(await reset.isDisabled());

      const gone = await price(await product('ZETA-9'), made.mill, 9.87654, '2030-05-06', { end_date: '2030-06-07' });
      await search(page).fill('zeta');
      await shows(page, ['ZETA-9']);
      await act(page, `ZETA-9, ${LONG_NAME}`, 'Elimina');
      const question = page.getByRole('dialog');
      await question.getByText('Sei sicuro di voler eliminare questo prezzo?').waitFor();
      await question.getByText(/^ZETA-9 · /).waitFor();
      await question.getByText(/Lucchesia · 9,87654\s€ · dal 06\/05\/2030 al 07\/06\/2030/).waitFor();
      await assertAccessible(page, 'the question before deleting');
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      assert.equal((await stage.api.orders.get(`/prices/${gone.id}`)).status, 200);
      await act(page, `ZETA-9, ${LONG_NAME}`, 'Elimina');
      await question.getByRole('button', { name: 'Elimina' }).click();
      await page.getByText('Prezzo eliminato').waitFor();
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      assert.equal((await stage.api.orders.get(`/prices/${gone.id}`)).status, 404);

      await search(page).fill('busta');
      await shows(page, ['BUSTA-1']);
      await act(page, 'BUSTA-1, Film Nord', 'Modifica');
      await page.getByRole('heading', { level: 1, name: 'BUSTA-1 · Film Nord' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Nuovo prezzo' }).click();
      await page.getByRole('heading', { level: 1, name: 'Nuovo prezzo' }).waitFor();
    });

    matrixTest(
      'E02 a price is upcoming before its first day, inactive after its last day and active between them',
      async () => {
        const { today } = (await stage.api.orders.get('/company/today')).body;
        const dayAfter = (days: number) =>
          new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
        const cases = [
          ['STATO-1', dayAfter(1), null, 'Futuro', 'blue'],
          ['STATO-2', dayAfter(0), null, 'Attivo', 'green'],
          ['STATO-3', dayAfter(-9), dayAfter(0), 'Attivo', 'green'],
          ['STATO-4', dayAfter(-9), dayAfter(-1), 'Inattivo', 'gray'],
          ['STATO-5', dayAfter(-9), null, 'Attivo', 'green'],
          ['STATO-6', dayAfter(1), dayAfter(1), 'Futuro', 'blue'],
        ] as const;
        for (const [code, start, end_date] of cases)
          await price(await product(code), made.mill, 1, start, { end_date });
        const page = await stage.open(stage.api.orders, `${LIST}?q=STATO-`);
        await shows(
          page,
          cases.map(([code]) => code),
        );
        await counts(page, [6, 3, 1, 2]);
        for (const [code, , , text, color] of cases) {
          const badge = rowsOf(page).filter({ hasText: code }).locator('.mantine-Badge-root');
          assert.equal(await badge.innerText(), text, code);
          assert.match((await badge.getAttribute('style')) ?? '', new RegExp(`mantine-color-${color}-light`), code);
        }
      },
    );

    matrixTest('E06 a price shows 2 decimals, or up to 5 if it has more, in its currency', async () => {
      const cases = [
        ['DEC-1', 7, '7,00 €'],
        ['DEC-2', 1.5, '1,50 €'],
        ['DEC-3', 1.234, '1,234 €'],
        ['DEC-4', 1.23456, '1,23456 €'],
        ['DEC-5', 12_345.6, '12.345,60 €'],
      ] as const;
      for (const [code, value] of cases) await price(await product(code), made.mill, value, '2026-01-01');
      await price(await product('DEC-6', { currency: 'USD' }), made.mill, 0.00001, '2026-01-01');
      const page = await stage.open(stage.api.sales, `${LIST}?q=DEC-`);
      await shows(
        page,
        [1, 2, 3, 4, 5, 6].map((n) => `DEC-${n}`),
      );
      const shown = (await cellsOf(rowsOf(page))).map((cells) => cells[3]);
      assert.deepEqual(shown, [...cases.map(([, , text]) => text), '0,00001 USD']);
      const french = await stage.open(stage.api.sales, `${LIST}?q=DEC-4`, { language: 'fr' });
      await french.getByRole('gridcell', { name: /^1,23456\s€$/ }).waitFor();
    });

    matrixTest('a role without access to prices gets a message and sees no card', async () => {
      for (const path of [LIST, `${LIST}/nuovo`, `${LIST}/1`]) {
        const page = await stage.open(stage.api.warehouse, path);
        await page.getByText('Non hai i permessi per accedere a questa sezione.').waitFor();
        assert.equal(await page.getByRole('grid').count(), 0);
        await assertAccessible(page, `refused ${path}`);
      }
    });

    matrixTest(
      'prices entered by other users appear and are counted, and export and print use the current filters',
      async () => {
        const page = await stage.open(stage.api.administration, `${LIST}?q=VIVO-&sort=-price`);
        await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
        await price(await product('VIVO-1'), made.mill, 1.5, '2026-01-01');
        await shows(page, ['VIVO-1']);
        await counts(page, [1, 1, 0, 0]);
        await price(await product('VIVO-2'), made.mill, 2.23456, '2999-01-01', { end_date: '2999-12-31' });
        await shows(page, ['VIVO-2', 'VIVO-1']);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Esporta Excel' }).click(),
        ]);
        assert.match(file.suggestedFilename(), /^prezzi-\d{4}-\d\d-\d\d\.xlsx$/);
        const { read, utils } = await import('@e965/xlsx');
        const book = read(await readFile(await file.path()), { type: 'buffer' });
        const table = utils.sheet_to_json<unknown[]>(book.Sheets['Prezzi']!, { header: 1 });
        assert.deepEqual(table[0], [
          'Codice prodotto',
          'Nome prodotto',
          'Fornitore',
          'Prezzo',
          'Valuta',
          'Data inizio',
          'Data fine',
          'Stato',
        ]);
        assert.deepEqual(
          table.slice(1).map((row) => [row[0], row[3], row[7]]),
          [
            ['VIVO-2', 2.23456, 'Futuro'],
            ['VIVO-1', 1.5, 'Attivo'],
          ],
        );
        await page.context().addInitScript(() => Object.assign(window, { print: () => {} }));
        const [paper] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('button', { name: 'Stampa' }).click(),
        ]);
        await paper.getByText('VIVO-1').waitFor();
        assert.match(
          (await paper.locator('body').innerText()).replaceAll(/\s+/g, ' '),
          /VIVO-2 .*Lucchesia 2,23456 € EUR 01\/01\/2999 31\/12\/2999 Futuro VIVO-1 .* 1,50 € EUR 01\/01\/2026 Attivo/,
        );
      },
    );

    matrixTest('is accessible when nothing matches, on a phone in the dark', async () => {
      const look = { viewport: PHONE, dark: true, language: 'fr' } as const;
      const page = await stage.open(stage.api.direction, `${LIST}?q=nessuno-si-chiama-così`, look);
      await page.getByRole('heading', { name: 'Aucun résultat' }).waitFor();
      await assertAccessible(page, 'nothing matches');
    });
  });
});

describe('the form', () => {
  before(once);

  test('E03 supplier, product, price and start date are required, the end date is not; the price has steps of 0,01; a supplier clears the product and filters the products; a product sets supplier and currency', async () => {
    const code = 'MODULO-1';
    const id = await product(code, { currency: 'USD' });
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await startField(page).fill('');
    await startField(page).press('Tab');
    await save(page);
    await page.locator('[data-path="supplier_id"][aria-invalid="true"]').waitFor();
    assert.equal(await page.getByText('Campo obbligatorio').count(), 4);
    for (const path of ['supplier_id', 'product_id', 'price', 'start_date'])
      assert.equal(await page.locator(`[data-path="${path}"]`).getAttribute('aria-invalid'), 'true', path);
    assert.notEqual(await endField(page).getAttribute('aria-invalid'), 'true');
    await hasFocus(page.getByRole('combobox', { name: 'Fornitore', expanded: false }), 'a refused save');
    await assertAccessible(page, 'a refused form');

    // Without a supplier, the list offers every product; the selected one sets its supplier and currency.
    await choose(page, productField(page), code);
    await holds(page, supplierField(page), LONG_NAME);
    await holds(page, page.getByRole('combobox', { name: 'Valuta' }), 'USD');
    // Another supplier clears the product, and the list offers only that supplier's products.
    await choose(page, supplierField(page), 'Film Nord');
    await holds(page, productField(page), '');
    await productField(page).click();
    await page.getByRole('option', { name: /^BUSTA-1/ }).waitFor();
    assert.deepEqual(
      (await page.getByRole('option').filter({ visible: true }).allInnerTexts()).map((text) => text.split(' ')[0]),
      ['BUSTA-1'],
    );
    await page.getByRole('option', { name: /^BUSTA-1/ }).click();
    await holds(page, page.getByRole('combobox', { name: 'Valuta' }), 'EUR');
    await choose(page, supplierField(page), LONG_NAME);
    await choose(page, productField(page), code);
    await holds(page, page.getByRole('combobox', { name: 'Valuta' }), 'USD');

    await typeInto(priceField(page), '1,2');
    await priceField(page).press('ArrowUp');
    await priceField(page).press('ArrowUp');
    await priceField(page).press('ArrowDown');
    await holds(page, priceField(page), '1,21');
    await enterDay(startField(page), '01/02/2026');
    await assertAccessible(page, 'a filled form');
    await save(page);
    await page.getByText('Prezzo creato').waitFor();
    await atList(page);
    const [saved] = (await stage.api.orders.get(`/prices?product_id=${id}`)).body;
    assert.deepEqual(
      [saved.supplier_id, saved.price, saved.currency, saved.start_date, saved.end_date],
      [made.mill, 1.21, 'USD', '2026-02-01', null],
    );
    for (const body of [{ supplier_id: null }, { product_id: null }, { price: null }, { start_date: null }]) {
      const [field] = Object.keys(body);
      const answer = await stage.api.orders.post('/prices', {
        supplier_id: made.mill,
        product_id: id,
        price: 1,
        start_date: '2030-01-01',
        ...body,
      });
      assert.deepEqual([answer.status, answer.body.fields[0].path], [400, field]);
    }
  });

  matrixTest('a supplier that was typed and not found is not replaced by that of the product', async () => {
    const id = await product('SCELTO-1');
    const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
    await supplierField(page).pressSequentially('Film Sudd', { delay: 60 });
    await page.keyboard.press('Tab');
    await page.getByText('Non esiste o non è più attivo').waitFor();
    await choose(page, productField(page), 'SCELTO-1');
    await holds(page, supplierField(page), 'Film Sudd');
    await typeInto(priceField(page), '1,2');
    await save(page);
    await hasFocus(supplierField(page), 'the supplier is to be corrected');

    // The list has the products of the supplier. Another code in full is taken all the same, because several suppliers may
    // sell one product.
    await choose(page, supplierField(page), 'Film Nord');
    await productField(page).pressSequentially('SCELTO-9', { delay: 60 });
    await page.keyboard.press('Tab');
    await page.getByText('Non esiste o non è più attivo tra i prodotti di questo fornitore').waitFor();
    await productField(page).fill('SCELTO-1');
    await page.keyboard.press('Tab');
    await page.locator('[data-path="product_id"][value^="SCELTO-1 · "]:not([aria-invalid="true"])').waitFor();
    await holds(page, supplierField(page), 'Film Nord');
    await enterDay(startField(page), '01/01/2040');
    await typeInto(priceField(page), '1,2');
    await save(page);
    await page.getByText('Prezzo creato').waitFor();
    const [saved] = (await stage.api.orders.get(`/prices?product_id=${id}`)).body;
    assert.equal(saved.supplier_id, made.north);
  });

  matrixTest(
    'E04 overlapping days are refused with 409 beside their field, the input is kept, and free days are accepted',
    async () => {
      const id = await product('DOPPIO-1');
      await price(id, made.mill, 2, '2026-01-01', { end_date: '2026-06-30' });
      const page = await stage.open(stage.api.administration, `${LIST}/nuovo`);
      await choose(page, supplierField(page), LONG_NAME);
      await choose(page, productField(page), 'DOPPIO-1');
      // The price periods of another supplier do not count.
      await price(id, made.north, 2, '2026-01-01', { end_date: '2026-06-30' });
      // The form lists the periods in use before any save.
      const known = page.getByRole('region', { name: 'Altri prezzi di questo prodotto e fornitore' });
      await known.getByText('dal 01/01/2026 al 30/06/2026').waitFor();
      await typeInto(priceField(page), '3');
      await enterDay(startField(page), '30/06/2026');
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/api/prices')),
        save(page),
      ]);
      assert.equal(answer.status(), 409);
      assert.equal((await answer.json()).code, 'PRICE_OVERLAP');
      await page.getByRole('alert').filter({ hasText: OVERLAP }).first().waitFor();
      await page.locator('[data-path="start_date"][aria-invalid="true"]:focus').waitFor();
      const beside = await startField(page).evaluate(
        (input) => document.getElementById(input.getAttribute('aria-describedby')!.split(' ').at(-1)!)?.textContent,
      );
      assert.equal(beside, OVERLAP);
      assert.deepEqual(
        [await priceField(page).inputValue(), await startField(page).inputValue()],
        ['3,00', '30/06/2026'],
      );
      await assertAccessible(page, 'an overlap');
      await enterDay(startField(page), '01/07/2026');
      await save(page);
      await atList(page);
      const prices = (await stage.api.orders.get(`/prices?product_id=${id}&supplier_id=${made.mill}&sort=start_date`))
        .body;
      assert.deepEqual(
        prices.map((row: { start_date: string }) => row.start_date),
        ['2026-01-01', '2026-07-01'],
      );
      // An edit that overlaps the other period is refused in the same way.
      await page.goto(`${stage.api.url}${LIST}/${prices[0].id}`);
      await enterDay(endField(page), '01/07/2026');
      const [again] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'PUT'),
        save(page),
      ]);
      assert.equal(again.status(), 409);
      await page.getByRole('alert').filter({ hasText: OVERLAP }).first().waitFor();
      await page.locator('[data-path="start_date"][aria-invalid="true"]').waitFor();
      await enterDay(endField(page), '01/12/2025');
      await save(page);
      await page.getByText('La data di fine precede quella di inizio').waitFor();
      assert.equal((await stage.api.orders.get(`/prices/${prices[0].id}`)).body.end_date, '2026-06-30');
      await enterDay(endField(page), '31/05/2026');
      await save(page);
      await page.getByText('Prezzo aggiornato').waitFor();
      await atList(page);
      assert.equal((await stage.api.orders.get(`/prices/${prices[0].id}`)).body.end_date, '2026-05-31');
    },
  );

  matrixTest(
    'a refused new price offers to end the previous one on the day before and saves both at once',
    async () => {
      const id = await product('CHIUDO-1');
      const first = await price(id, made.mill, 2, '2026-01-01');
      const far = await price(id, made.mill, 9, '2999-01-01', { from_quantity: 50 });
      const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
      await choose(page, productField(page), 'CHIUDO-1');
      await typeInto(priceField(page), '3');
      const offer = page.getByRole('button', { name: /^Chiudi il prezzo precedente/ });
      // A price that begins on the same day cannot end before it.
      await enterDay(startField(page), '01/01/2026');
      await save(page);
      await page.locator('[data-path="start_date"][aria-invalid="true"]').waitFor();
      assert.equal(await offer.count(), 0);
      await enterDay(startField(page), '01/03/2026');
      await enterDay(endField(page), '30/06/2026');
      await save(page);
      await page.getByRole('button', { name: 'Chiudi il prezzo precedente al 28/02/2026 e salva' }).waitFor();
      await page.getByText('Dopo il 30/06/2026 non resta alcun prezzo.').waitFor();
      await endField(page).fill('');
      await page.getByText('Dopo il 30/06/2026 non resta alcun prezzo.').waitFor({ state: 'detached' });
      await assertAccessible(page, 'an offer to end the previous price');
      await page.setViewportSize(PHONE);
      const label = offer.locator('.mantine-Button-label');
      assert.ok(await label.evaluate((text) => text.scrollWidth <= text.clientWidth), 'the text is not cut on a phone');
      // A failure is shown; the ordinary save after it ends nothing and offers the act again.
      await fails(page, '**/api/prices', 'POST');
      await offer.click();
      await page.getByRole('alert').filter({ hasText: 'Errore nella creazione del prezzo' }).first().waitFor();
      await page.unrouteAll();
      await save(page);
      await offer.click();
      await atList(page);
      const rows = (await stage.api.orders.get(`/prices?product_id=${id}&sort=start_date`)).body;
      assert.deepEqual(
        rows.map((row: { id: number; start_date: string; end_date: string | null; price: number }) => [
          row.start_date,
          row.end_date,
          row.price,
        ]),
        [
          [first.start_date, '2026-02-28', 2],
          ['2026-03-01', null, 3],
          [far.start_date, null, 9],
        ],
      );
    },
  );

  matrixTest(
    'E07 closing and saving return to the list, and so does a price that cannot be loaded; every failure has its message and keeps the input',
    async () => {
      const id = await product('GUASTO-1');
      const { id: own } = await price(id, made.mill, 4, '2026-01-01');
      const page = await stage.open(stage.api.orders, `${LIST}/nuovo`);
      await page.getByRole('button', { name: 'Annulla' }).click();
      await atList(page);
      await page.goto(`${stage.api.url}${LIST}/${own}`);
      await page.getByRole('button', { name: 'Annulla' }).click();
      await atList(page);

      for (const lost of [999_999, 'abc']) {
        await page.goto(`${stage.api.url}${LIST}/${lost}`);
        await atList(page);
        await page.getByText('Errore nel caricamento del prezzo', { exact: true }).waitFor();
      }
      await fails(page, '**/api/prices?*');
      await page.goto(`${stage.api.url}${LIST}`);
      await page.getByText('Errore nel caricamento dei prezzi').waitFor();
      await page.unrouteAll();

      await page.goto(`${stage.api.url}${LIST}/nuovo`);
      await fails(page, '**/api/suppliers?*');
      await supplierField(page).click();
      await page.getByText('Errore nel caricamento dei fornitori').first().waitFor();
      await page.unrouteAll();
      await fails(page, '**/api/products?*');
      await productField(page).click();
      await page.getByText('Errore nel caricamento dei prodotti').first().waitFor();
      await page.unrouteAll();
      await page.reload();
      await choose(page, productField(page), 'GUASTO-1');
      await typeInto(priceField(page), '5');
      await enterDay(startField(page), '01/01/2020');
      await enterDay(endField(page), '31/12/2020');
      await fails(page, '**/api/prices', 'POST');
      await save(page);
      await page.getByRole('alert').filter({ hasText: 'Errore nella creazione del prezzo' }).first().waitFor();
      assert.equal(await priceField(page).inputValue(), '5,00');
      await page.unrouteAll();
      // Any other error shows the server's message.
      await page.route('**/api/prices', (route) =>
        route.fulfill({ status: 409, json: { code: 'IN_USE', message: 'Il fornitore è bloccato', error: '' } }),
      );
      await save(page);
      await page.getByRole('alert').filter({ hasText: 'Il fornitore è bloccato' }).first().waitFor();
      await page.unrouteAll();
      await save(page);
      await page.getByText('Prezzo creato').waitFor();
      await atList(page);

      await page.goto(`${stage.api.url}${LIST}/${own}`);
      await typeInto(priceField(page), '4,5');
      await fails(page, '**/api/prices/*', 'PUT');
      await save(page);
      await page.getByRole('alert').filter({ hasText: "Errore nell'aggiornamento del prezzo" }).first().waitFor();
      assert.equal(await priceField(page).inputValue(), '4,50');
      await page.unrouteAll();
      await save(page);
      await page.getByText('Prezzo aggiornato').waitFor();
      await atList(page);
      assert.equal((await stage.api.orders.get(`/prices/${own}`)).body.price, 4.5);

      await page.goto(`${stage.api.url}${LIST}?q=GUASTO-1&status=active`);
      await fails(page, '**/api/prices/*', 'DELETE');
      await act(page, `GUASTO-1, ${LONG_NAME}`, 'Elimina');
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await page.getByText("Errore durante l'eliminazione del prezzo").waitFor();
      await shows(page, ['GUASTO-1']);
    },
  );

  matrixTest('a conflict is not overwritten without a question', async () => {
    const { id } = await price(await product('GARA-1'), made.mill, 1, '2026-01-01');
    const page = await stage.open(stage.api.orders, `${LIST}/${id}`);
    await typeInto(priceField(page), '2');
    await stage.api.sales.put(`/prices/${id}`, { price: 3 });
    await save(page);
    const question = page.getByRole('dialog');
    await question.getByText(/Utente sales/).waitFor();
    await assertAccessible(page, 'a conflict');
    await question
      .getByRole('button')
      .filter({ hasText: /Ricarica|Carica/ })
      .click();
    await holds(page, priceField(page), '3,00');
  });

  matrixTest('can be filled in with the keyboard alone, from the list and back', async () => {
    const id = await product('TASTI-1');
    const page = await stage.open(stage.api.orders, LIST);
    const { keyboard } = page;
    const slow = { delay: 60 };
    await rowsOf(page).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Cerca schermate/ }).waitFor();
    await keyboard.type('nuovo prez', slow);
    await page.getByRole('option', { name: 'Nuovo prezzo', selected: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Nuovo prezzo' }).waitFor();
    const focused = (path: string) => page.locator(`[data-path="${path}"]:focus`);
    for (let stops = 0; (await focused('supplier_id').count()) === 0; stops++) {
      assert.ok(stops < 40, 'Tab reaches the supplier');
      await keyboard.press('Tab');
    }
    await keyboard.type('Lucchesia', slow);
    await page.getByRole('option', { name: LONG_NAME }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const next = async (path: string) => {
      for (let stops = 0; (await focused(path).count()) === 0; stops++) {
        assert.ok(stops < 6, `Tab reaches ${path}`);
        await keyboard.press('Tab');
      }
    };
    await next('product_id');
    await keyboard.type('TASTI-1', slow);
    await page.getByRole('option', { name: /^FILM-1/ }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: /^TASTI-1/ }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await next('price');
    await keyboard.type('0,123', slow);
    await next('start_date');
    await keyboard.press('Control+a');
    await keyboard.type('1/2/26', slow);
    await next('end_date');
    await keyboard.type('31/12/2026', slow);
    await keyboard.press('Control+s');
    await atList(page);
    const [saved] = (await stage.api.orders.get(`/prices?product_id=${id}`)).body;
    assert.deepEqual([saved.price, saved.start_date, saved.end_date], [0.123, '2026-02-01', '2026-12-31']);
    // Finds the row in the list again, opens it and leaves it.
    await keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await keyboard.type('tasti', slow);
    await shows(page, ['TASTI-1']);
    const isRow = () => page.evaluate(() => document.activeElement!.matches('[role=row]'));
    for (let presses = 0; !(await isRow()); presses++) {
      assert.ok(presses < 16, 'Tab reaches the rows');
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `TASTI-1 · ${LONG_NAME}` }).waitFor();
  });
});
