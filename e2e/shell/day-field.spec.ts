import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Locator, Page } from 'playwright-core';
import { addDays, dayForPeople, today } from '@bobina/contract/core/dates.ts';
import { readDay } from '@bobina/contract/core/read-day.ts';
import {
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { choose, enterDay, pasteInto } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const { api, open } = stage;
const NOT_A_DAY = 'La data non è valida: non è un giorno del calendario';
const TODAY = today('Europe/Rome');
const ORDER = '/ordiniclienti/inserimento-ordine?edit=new';
const PURCHASE = '/operazioni/ordini-fornitori/nuovo';

const made = {} as { product: number; supplier: number; purchase: number; item: string };
async function prepare() {
  if (made.product) return;
  made.supplier = (await createSupplier(api.admin, { business_name: 'Colle del Lago' })).id;
  const tracked = { has_batch: true, has_expiry_date: true, has_production_date: true };
  const product = await createProduct(api.admin, { code: 'COLLA-D', supplier_id: made.supplier, ...tracked });
  made.product = product.id;
  await createWarehouse(api.admin, { name: 'Unico' });
  const lines = [{ product_id: product.id, quantity: 5, unit_price: 1 }];
  made.purchase = (await createPurchaseOrder(api.admin, made.supplier, lines)).id;
  const customer = await createCustomer(api.admin, { business_name: 'Forno Alto' });
  await createProduct(api.admin, { code: 'BOB-1' });
  await createProduct(api.admin, { code: 'BOB-2' });
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity: 5, unit_price: 1 },
  ]);
  made.item = order.order_number;
}
function day(within: Page | Locator, name: string) {
  return within.getByRole('textbox', { name, exact: true });
}
/** Whether a field shows an error, found by its accessible description. */
function isMarked(field: Locator) {
  return field.getAttribute('aria-invalid').then((value) => value === 'true');
}

interface Place {
  what: string;
  path: () => string;
  /** Opens the field, where a screen hides it initially. */
  reach?: (page: Page) => Promise<Locator>;
  name: string;
  /** Saves or applies; it must send no request. */
  save?: (page: Page) => Promise<void>;
}
function press(name: string | RegExp) {
  return (page: Page) => page.getByRole('button', { name }).last().click();
}
async function openBatches(page: Page) {
  await page
    .getByRole('textbox', { name: /Quantità/ })
    .first()
    .fill('5');
  await page.getByRole('button', { name: 'Inserisci lotti · COLLA-D' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Numero lotto, lotto 1').fill('L-1');
  await enterDay(day(dialog, 'Data produzione, lotto 1'), '1/1/2026');
  return day(dialog, 'Data scadenza, lotto 1');
}
async function fillLine(page: Page) {
  await page.getByLabel('Quantità, riga 1').fill('1');
  return day(page, 'Consegna, riga 1');
}
const PLACES: readonly Place[] = [
  { what: 'a form', path: () => PURCHASE, name: 'Data ordine', save: press('Salva') },
  { what: 'an optional field', path: () => PURCHASE, name: 'Arrivo confermato', save: press('Salva') },
  { what: 'the end of a price', path: () => '/operazioni/prezzi/nuovo', name: 'Data fine', save: press('Salva') },
  { what: "an order's header", path: () => ORDER, name: 'Consegna richiesta', save: press('Salva') },
  { what: 'a cell of a grid', path: () => ORDER, reach: fillLine, name: 'Consegna, riga 1', save: press('Salva') },
  { what: 'a movement', path: () => '/operazioni/movimenti/nuovo', name: 'Data', save: press(/Salva/) },
  {
    what: 'a dialog over a form',
    path: () => `/operazioni/ricezione-merce/${made.purchase}`,
    reach: openBatches,
    name: 'Data scadenza, lotto 1',
    save: press('Salva'),
  },
  { what: 'a filter of a list', path: () => '/operazioni/ordini-fornitori', name: 'Data ordine dal' },
  { what: 'a filter that is applied', path: () => '/report/valorizzazione', name: 'Data inizio' },
];

describe('the day field', () => {
  before(prepare);

  matrixTest(
    'Q08 reads the day first in every form, shows the reading immediately and takes the nearest year that the field allows',
    async () => {
      const page = await open(api.admin, PURCHASE);
      const field = day(page, 'Data ordine');
      await field.waitFor();
      const nearest = (typed: string) => dayForPeople(readDay(typed, { today: TODAY })!);
      const cases: [typed: string, shown: string][] = [
        ['1/2/26', '01/02/2026'],
        ['010226', '01/02/2026'],
        ['2026-02-01', '01/02/2026'],
        ['01.02.2026', '01/02/2026'],
        ['5.3.26', '05/03/2026'],
        ['050326', '05/03/2026'],
        ['12 dicembre 2026', '12/12/2026'],
        ['5/3', nearest('5/3')],
        ['oggi', dayForPeople(TODAY)],
        ['domani', dayForPeople(addDays(TODAY, 1))],
        ['+7', dayForPeople(addDays(TODAY, 7))],
      ];
      for (const [typed, shown] of cases) {
        await field.fill(typed);
        const full = new Intl.DateTimeFormat('it', { dateStyle: 'full', timeZone: 'UTC' });
        const reading = full.format(new Date(`${shown.split('/').toReversed().join('-')}T00:00:00Z`));
        await page.getByText(reading).first().waitFor();
        await field.press('Tab');
        assert.equal(await field.inputValue(), shown, typed);
        await page.getByText(reading).first().waitFor({ state: 'detached' });
      }
      // The production day cannot be in the future, so a day without a year means its latest occurrence.
      await page.goto(`${api.url}/produzione/stato?q=${made.item}`);
      await page
        .getByRole('grid')
        .locator('[data-index]')
        .filter({ hasText: made.item })
        .getByRole('button', { name: /^Azioni per/ })
        .click();
      await page.getByRole('menuitem', { name: 'Aggiungi operazione' }).click();
      const produced = page.getByRole('dialog').getByRole('textbox', { name: 'Data di produzione' });
      const tomorrow = dayForPeople(addDays(TODAY, 1));
      await enterDay(produced, tomorrow.slice(0, 5));
      const past = readDay(tomorrow.slice(0, 5), { today: TODAY, max: TODAY })!;
      assert.equal(await produced.inputValue(), dayForPeople(past));
      await enterDay(produced, 'domani');
      await page.getByText(`Non dopo il ${dayForPeople(TODAY)}`).waitFor();
      assert.equal(await produced.inputValue(), 'domani');
    },
  );

  /** Types texts that are not days, and a day. */
  const refuse = async ({ what, path, name, reach, save }: Place) => {
    const page = await open(api.admin, path());
    const field = reach ? await reach(page) : day(page, name);
    await field.waitFor();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });
    for (const typed of ['31/02/2027', '29/02/2027', '32/1', 'presto', '5/3/', '0503']) {
      await field.fill(typed);
      await field.press('Tab');
      assert.equal(await field.inputValue(), typed);
      assert.ok(await isMarked(field), typed);
      await page.getByText(NOT_A_DAY).first().waitFor();
    }
    assert.ok(!new URL(page.url()).search.includes('0503'), 'a filter does not reach the address');
    writes.length = 0;
    await save?.(page);
    await field.press('Enter');
    assert.ok(await isMarked(field));
    assert.deepEqual(writes, []);
    await assertAccessible(page, `a day that is none: ${what}`);
    await enterDay(field, '28/02/2027');
    assert.ok(!(await isMarked(field)));
    assert.equal(await field.inputValue(), '28/02/2027');
  };
  test('text that is not a day stays, is marked and blocks saving, in a form', () => refuse(PLACES[0]!));
  matrixTest('Q09 text that is not a day stays, is marked and blocks saving or applying', async (t) => {
    for (const place of PLACES) await t.test(`${place.what}: ${place.name}`, () => refuse(place));
  });

  test('typing into a field that takes the focus replaces its day', async () => {
    const page = await open(api.admin, PURCHASE);
    const field = day(page, 'Data ordine');
    await page.waitForFunction((input) => (input as HTMLInputElement).value !== '', await field.elementHandle());
    await field.focus();
    await page.keyboard.type('5/3/2026', { delay: 60 });
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), '05/03/2026');
  });

  matrixTest(
    'Q09 in French and English the message is in that language, and day words of that language are read',
    async () => {
      for (const [language, name, word, text] of [
        ['fr', /Date de (la )?commande/, 'demain', "La date n'est pas valide : ce n'est pas un jour du calendrier"],
        ['en', /Order date/, 'tomorrow', 'The date is not valid: it is not a day of the calendar'],
      ] as const) {
        const page = await open(api.admin, PURCHASE, { language });
        const field = page.getByRole('textbox', { name }).first();
        await enterDay(field, word);
        assert.equal(await field.inputValue(), dayForPeople(addDays(TODAY, 1)));
        await enterDay(field, '31/02/2027');
        await page.getByText(text).waitFor();
      }
    },
  );

  matrixTest('Q10 a pasted day that cannot be read is reported with its row and stays in its line', async () => {
    const page = await open(api.admin, ORDER);
    await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Forno Alto');
    await enterDay(day(page, 'Consegna richiesta'), '20/12/2026');
    await pasteInto(
      page.getByRole('combobox', { name: 'Prodotto, riga 1' }),
      'BOB-1\t1\t2\t12 dicembre 2026\r\nBOB-2\t1\t2\t31/02/2026\r\nBOB-1\t3\t2\t\r\n',
    );
    await page.getByRole('alert').getByText('Riga 2 incollata, BOB-2: «31/02/2026»').waitFor();
    const days = async () => Promise.all([1, 2, 3].map((row) => day(page, `Consegna, riga ${row}`).inputValue()));
    assert.deepEqual(await days(), ['12/12/2026', '31/02/2026', '20/12/2026']);
    assert.ok(await isMarked(day(page, 'Consegna, riga 2')));
    await assertAccessible(page, 'a pasted day that is none');
    const saves: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && saves.push(request.url()));
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Controlla i campi evidenziati').waitFor();
    assert.deepEqual(saves, []);
    assert.deepEqual(await days(), ['12/12/2026', '31/02/2026', '20/12/2026']);
    // An invalid requested day is not passed on to the lines.
    await enterDay(day(page, 'Consegna richiesta'), '31/02/2027');
    await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
    assert.equal(await day(page, 'Consegna, riga 4').inputValue(), '');
  });

  matrixTest('Q12 its calendar and clear buttons are named after the field and are not Tab stops', async () => {
    const page = await open(api.admin, ORDER);
    const field = day(page, 'Consegna richiesta');
    await enterDay(field, '20/12/2026');
    const calendar = page.getByRole('button', { name: 'Apri calendario: consegna richiesta', exact: true });
    const clear = page.getByRole('button', { name: 'Svuota consegna richiesta', exact: true });
    for (const button of [calendar, clear]) assert.equal(await button.getAttribute('tabindex'), '-1');
    await field.focus();
    await field.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA', 'Tab goes to the notes');
    await page.keyboard.press('Shift+Tab');
    assert.ok(await field.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Shift+Tab');
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BUTTON');
    await field.focus();
    await field.press('Alt+ArrowDown');
    const dialog = page.getByRole('dialog', { name: 'Calendario: consegna richiesta' });
    await dialog.getByText('dicembre 2026').waitFor();
    await assertAccessible(page, 'calendar');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '20/12/2026');
    await calendar.click();
    await dialog.getByRole('button', { name: 'Successivo' }).click();
    await dialog.getByRole('button', { name: '17 gennaio 2027' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '17/01/2027');
    assert.ok(await field.evaluate((element) => element === document.activeElement));
    await clear.click();
    assert.equal(await field.inputValue(), '');
    assert.ok(await field.evaluate((element) => element === document.activeElement));
    // By keyboard, a field is cleared by its text.
    await enterDay(field, 'domani');
    await enterDay(field, '');
    assert.equal(await field.inputValue(), '');
  });

  matrixTest('its calendar is accessible on a phone in the dark theme, in French', async () => {
    const page = await open(api.admin, PURCHASE, { viewport: PHONE, dark: true, language: 'fr' });
    await page
      .getByRole('button', { name: /Ouvrir le calendrier/ })
      .first()
      .tap();
    await page
      .getByRole('dialog', { name: /^Calendrier/ })
      .getByRole('button', { name: 'Suivant' })
      .waitFor();
    await assertAccessible(page, 'calendar, phone, dark');
  });
});
