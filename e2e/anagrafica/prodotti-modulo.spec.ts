import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createProduct, createSupplier } from '../../server/src/testing/factories.ts';
import { textsOf } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/anagrafica/prodotti';
const NEW = `${LIST}/nuovo`;
function field(page: Page, name: string) {
  return page.locator(`form [name="${name}"], form [data-path="${name}"]`).first();
}
function section(page: Page, title: string) {
  return page.getByRole('button', { name: title, exact: true });
}
const SECTIONS = ['Dati base', 'Dati tecnici', 'Acquisti', 'Vendite', 'Categoria IVA'];
function save(page: Page) {
  return page.getByRole('button', { name: 'Salva', exact: true });
}
async function isOpen(page: Page) {
  return Promise.all(
    SECTIONS.map(async (title) => (await section(page, title).getAttribute('aria-expanded')) === 'true'),
  );
}
async function openAll(page: Page) {
  for (const title of SECTIONS.slice(1)) await section(page, title).click();
}
async function start(page: Page) {
  return field(page, 'code').waitFor();
}
async function fillRequired(page: Page, code: string) {
  await field(page, 'code').fill(code);
  await field(page, 'description').fill('Carta kraft');
  await field(page, 'category').fill('Carta');
}
function atList(url: URL) {
  return url.pathname === LIST;
}
/** Returns the error message of a field. */
async function refusal(page: Page, name: string) {
  const ids = (await field(page, name).getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(
    ids
      .split(' ')
      .filter(Boolean)
      .map((id) => page.locator(`[id="${id}"]`).innerText()),
  );
  return texts.join(' ');
}
async function choose(page: Page, name: string, option: string) {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const TEXTS = [
  'name',
  'barcode',
  'hs_code',
  'colore_film',
  'acquisti_categoria',
  'acquisti_conto_codice',
  'acquisti_conto_descrizione',
  'vendite_categoria',
  'vendite_conto_codice',
  'vendite_conto_descrizione',
  'categoria_vat_codice',
];
const DECIMALS = [
  'larghezza_cm',
  'lunghezza_cm',
  'larghezza_bobina',
  'peso_carta',
  'larghezza_film',
  'spessore_film',
  'peso_netto',
  'peso_lordo',
];
const WHOLES = ['minuti_x_confezione', 'numero_piste', 'pezzi_per_scatola'];
const FLAGS = ['has_bom', 'is_semi_finished', 'has_batch', 'has_expiry_date', 'has_production_date'];

describe('the product form', () => {
  matrixTest(
    'B05: the form has five collapsible sections, the first open, each with its fields; saving returns to the list',
    async () => {
      const page = await open(api.admin, NEW);
      await start(page);
      assert.deepEqual(await isOpen(page), [true, false, false, false, false]);
      const inside = {
        'Dati tecnici': [...DECIMALS, ...WHOLES, 'colore_film'],
        Acquisti: ['acquisti_categoria', 'acquisti_conto_codice', 'acquisti_conto_descrizione'],
        Vendite: ['vendite_categoria', 'vendite_conto_codice', 'vendite_conto_descrizione'],
        'Categoria IVA': ['categoria_vat_codice', 'categoria_vat_valore'],
      };
      for (const [title, names] of Object.entries(inside)) {
        for (const name of names) assert.equal(await field(page, name).isVisible(), false, `${name} is folded away`);
        await section(page, title).click();
        for (const name of names) await field(page, name).waitFor();
        await section(page, title).click();
        for (const name of names) await field(page, name).waitFor({ state: 'hidden' });
      }
      const base = ['code', 'name', 'description', 'category', 'barcode', 'hs_code'];
      for (const name of base) await field(page, name).waitFor();
      await section(page, 'Dati base').click();
      for (const name of base) await field(page, name).waitFor({ state: 'hidden' });
      await section(page, 'Dati base').click();
      await fillRequired(page, 'SEZIONI-1');
      await save(page).click();
      await page.waitForURL(atList);
      await page.getByRole('link', { name: 'SEZIONI-1' }).click();
      await start(page);
      assert.deepEqual(await isOpen(page), [true, false, false, false, false], 'of a stored product, too');
      await save(page).click();
      await page.waitForURL(atList);
    },
  );

  test('B06: every field is saved: units, currencies with EUR first, status; author and time of creation and change are shown', async () => {
    const supplier = await createSupplier(api.admin, { business_name: 'Fornitrice Modulo' });
    const page = await open(api.orders, NEW);
    await start(page);
    assert.equal(await page.getByRole('combobox', { name: 'Valuta' }).inputValue(), 'EUR');
    assert.equal(await page.getByRole('combobox', { name: 'Stato' }).inputValue(), 'attivo');
    const offered = async (name: string) => {
      await page.getByRole('combobox', { name }).click();
      const options = await textsOf(page.getByRole('option'));
      await page.keyboard.press('Escape');
      return options;
    };
    assert.deepEqual(await offered('Unità'), ['m', 'kg', 'pezzo', 'l', 'scatola']);
    assert.deepEqual(await offered('Valuta'), ['EUR', 'USD', 'MAD', 'CNY']);
    assert.deepEqual(await offered('Stato'), ['attivo', 'inattivo']);

    await fillRequired(page, 'CAMPI-1');
    await openAll(page);
    for (const [index, name] of TEXTS.entries()) await field(page, name).fill(`Testo ${index}`);
    for (const [index, name] of DECIMALS.entries()) await field(page, name).fill(`${index + 1},25`);
    for (const [index, name] of WHOLES.entries()) await field(page, name).fill(String(index + 3));
    await field(page, 'categoria_vat_valore').fill('22');
    for (const name of FLAGS) await field(page, name).check();
    await choose(page, 'Unità', 'scatola');
    await choose(page, 'Valuta', 'MAD');
    await choose(page, 'Stato', 'inattivo');
    await page.getByRole('combobox', { name: 'Fornitore' }).fill('fornitrice');
    await page.getByRole('option', { name: 'Fornitrice Modulo' }).click();
    await save(page).click();
    await page.waitForURL(atList);
    const [stored] = (await api.admin.get('/products?q=CAMPI-1')).body;
    const expected = {
      ...Object.fromEntries(TEXTS.map((name, index) => [name, `Testo ${index}`])),
      ...Object.fromEntries(DECIMALS.map((name, index) => [name, index + 1.25])),
      ...Object.fromEntries(WHOLES.map((name, index) => [name, index + 3])),
      ...Object.fromEntries(FLAGS.map((name) => [name, true])),
      code: 'CAMPI-1',
      description: 'Carta kraft',
      category: 'Carta',
      categoria_vat_valore: 22,
      unit_of_measure: 'box',
      currency: 'MAD',
      status: 'inactive',
      supplier_id: supplier.id,
      supplier_name: 'Fornitrice Modulo',
      created_by: api.orders.userId,
      modified_by: null,
      deleted_at: null,
      deleted_by: null,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, stored[key]])), expected);

    const other = await open(api.sales, `${LIST}/${stored.id}`);
    await start(other);
    await openAll(other);
    for (const [index, name] of TEXTS.entries())
      assert.equal(await field(other, name).inputValue(), `Testo ${index}`, name);
    for (const [index, name] of DECIMALS.entries())
      assert.equal(await field(other, name).inputValue(), `${index + 1},25`, name);
    for (const [index, name] of WHOLES.entries())
      assert.equal(await field(other, name).inputValue(), String(index + 3), name);
    for (const name of FLAGS) assert.equal(await field(other, name).isChecked(), true, name);
    await field(other, 'name').fill('Cambiato');
    await save(other).click();
    await other.waitForURL(atList);
    const changed = (await api.admin.get(`/products/${stored.id}`)).body;
    assert.deepEqual(
      Object.fromEntries(Object.keys(expected).map((key) => [key, changed[key]])),
      { ...expected, name: 'Cambiato', modified_by: api.sales.userId },
      'untouched fields are unchanged',
    );
  });

  matrixTest(
    'B07: code, description, category and currency are required; numbers are at least 0, with two decimals or whole; the VAT is a number or empty',
    async () => {
      const page = await open(api.admin, NEW);
      await start(page);
      await save(page).click();
      // The schema loads with the first change or save.
      await page.getByText('Campo obbligatorio').first().waitFor();
      for (const name of ['code', 'description', 'category']) {
        assert.equal(await refusal(page, name), 'Campo obbligatorio', name);
        assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
      }
      assert.equal(
        await field(page, 'code').evaluate((element) => element === document.activeElement),
        true,
        'the first has the focus',
      );
      await assertAccessible(page, 'refused form');
      // The form cannot clear the currency, and the server requires it.
      assert.match(
        (await page
          .getByRole('combobox', { name: 'Valuta' })
          .evaluate((input) => input.closest('.mantine-InputWrapper-root')!.querySelector('label')!.textContent)) ?? '',
        /\*/,
      );
      const { body, status } = await api.admin.post('/products', { code: 'B07', description: 'x', category: 'x' });
      assert.deepEqual(
        [status, body.fields.map(({ path, code }: { path: string; code: string }) => [path, code])],
        [400, [['currency', 'required']]],
      );

      await fillRequired(page, 'NUMERI-1');
      await openAll(page);
      for (const name of [...DECIMALS, ...WHOLES, 'categoria_vat_valore']) await field(page, name).fill('-1');
      await save(page).click();
      for (const name of [...DECIMALS, ...WHOLES, 'categoria_vat_valore'])
        assert.equal(await refusal(page, name), 'Il valore minimo è 0', name);
      for (const name of DECIMALS) await field(page, name).fill('0,01');
      for (const name of WHOLES) await field(page, name).fill('1,5');
      await field(page, 'categoria_vat_valore').fill('dieci');
      await save(page).click();
      for (const name of WHOLES) assert.equal(await refusal(page, name), 'Deve essere un numero intero', name);
      assert.equal(await refusal(page, 'categoria_vat_valore'), 'Scrivi un numero');
      for (const name of DECIMALS) assert.equal(await refusal(page, name), '', name);
      for (const name of WHOLES) await field(page, name).fill('2');
      await field(page, 'categoria_vat_valore').fill('');
      await save(page).click();
      await page.waitForURL(atList);
      const [stored] = (await api.admin.get('/products?q=NUMERI-1')).body;
      assert.deepEqual(
        [...DECIMALS, ...WHOLES, 'categoria_vat_valore'].map((name) => stored[name]),
        [...DECIMALS.map(() => 0.01), ...WHOLES.map(() => 2), null],
      );
      // The arrow keys step by 0.01, and by 1 for units that are counted.
      await page.goto(`${api.url}${LIST}/${stored.id}`);
      await start(page);
      await section(page, 'Dati tecnici').click();
      await section(page, 'Categoria IVA').click();
      for (const [name, up] of [
        ...DECIMALS.map((name) => [name, '0,02'] as const),
        ...WHOLES.map((name) => [name, '3'] as const),
        ['categoria_vat_valore', '0,01'] as const,
      ]) {
        await field(page, name).focus();
        await page.keyboard.press('ArrowUp');
        assert.equal(await field(page, name).inputValue(), up, name);
      }
      await field(page, 'larghezza_cm').focus();
      for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown');
      assert.equal(await field(page, 'larghezza_cm').inputValue(), '0', 'not below 0');
    },
  );

  matrixTest('an invalid field in a collapsed section opens the section and gets the focus', async () => {
    const page = await open(api.admin, NEW);
    await start(page);
    await fillRequired(page, 'PIEGA-1');
    await section(page, 'Vendite').click();
    await page.route('**/api/products', (route) =>
      route.fulfill({
        status: 400,
        json: {
          code: 'VALIDATION',
          message: 'Controlla',
          fields: [{ path: 'acquisti_categoria', code: 'format', message: 'Conto chiuso' }],
        },
      }),
    );
    await save(page).click();
    await page.getByText('Conto chiuso').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'acquisti_categoria');
  });

  matrixTest('a taken code is refused beside its field', async () => {
    await createProduct(api.admin, { code: 'DOPPIO-1' });
    const page = await open(api.admin, NEW);
    await start(page);
    await fillRequired(page, 'doppio-1');
    await page
      .getByText('Esiste già:')
      .getByRole('link', { name: /^DOPPIO-1 · / })
      .waitFor();
    await save(page).click();
    await page.getByRole('form').getByRole('alert').getByText('Codice già esistente').waitFor();
    assert.equal(await refusal(page, 'code'), 'Già esistente');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'code');
    assert.equal(await field(page, 'description').inputValue(), 'Carta kraft');
  });

  test('a family that no product has is noted, with those that begin alike', async () => {
    await createProduct(api.admin, { code: 'FAM-1', category: 'Shopper' });
    const page = await open(api.admin, NEW);
    await start(page);
    const family = field(page, 'category');
    for (const [typed, isNew] of [
      ['Shopper', false],
      ['Shpper', true],
      ['shopper', true],
    ] as const) {
      await family.fill(typed);
      const read = page.waitForResponse(/\/api\/products\?.*category=/);
      await family.press('Tab');
      await read;
      const note = page.getByText('Nessun altro prodotto ha questa famiglia.');
      if (isNew) await note.waitFor();
      else assert.equal(await note.count(), 0);
    }
    await page.getByRole('button', { name: 'Usa «Shopper»' }).click();
    assert.equal(await family.inputValue(), 'Shopper');
  });

  test('a failed save keeps the input, and the retry sends the same key', async () => {
    const page = await open(api.admin, NEW);
    await start(page);
    await fillRequired(page, 'CHIAVE-1');
    const keys: string[] = [];
    // The server creates the product, but its response is lost.
    await page.route('**/api/products', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']!);
      await route.fetch();
      return route.fulfill({ status: 500, json: {} });
    });
    await save(page).click();
    await page.getByRole('form').getByRole('alert').getByText('Errore durante il salvataggio').waitFor();
    assert.equal(await field(page, 'code').inputValue(), 'CHIAVE-1');
    await page.unrouteAll();
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/products'))
        keys.push(request.headers()['idempotency-key']!);
    });
    await save(page).click();
    await page.waitForURL(atList);
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.equal((await api.admin.get('/products?q=CHIAVE-1')).body.length, 1, 'it was made once');
  });

  matrixTest('after a conflict, the user reloads the other version or overwrites it', async () => {
    const { id } = await createProduct(api.admin, { code: 'GARA-1', name: 'Prima' });
    const page = await open(api.admin, `${LIST}/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Dati modificati da un altro utente' });
    await start(page);
    await field(page, 'name').fill('Mia');
    assert.equal((await api.sales.put(`/products/${id}`, { name: 'Sua' })).status, 200);
    await save(page).click();
    await dialog.getByText(/^Utente sales ha salvato/).waitFor();
    await assertAccessible(page, 'stale dialog');
    await dialog.getByRole('button', { name: 'Annulla' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field(page, 'name').inputValue(), 'Mia');
    await save(page).click();
    await dialog.getByRole('button', { name: 'Ricarica' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field(page, 'name').inputValue(), 'Sua');
    assert.equal((await api.sales.put(`/products/${id}`, { name: 'Ancora sua' })).status, 200);
    await field(page, 'name').fill('Infine mia');
    await save(page).click();
    await dialog.getByRole('button', { name: 'Sovrascrivi' }).click();
    await page.waitForURL(atList);
    assert.equal((await api.admin.get(`/products/${id}`)).body.name, 'Infine mia');
  });

  matrixTest(
    'leaving a form with changes asks first (link, back, cancel); a form without changes does not ask',
    async () => {
      const page = await open(api.admin, LIST);
      await page.getByRole('link', { name: 'Nuovo prodotto' }).first().click();
      await start(page);
      const question = page.getByRole('dialog', { name: 'Modifiche non salvate' });
      const cancel = page.getByRole('form').getByRole('button', { name: 'Annulla' });
      await field(page, 'code').fill('MAI');
      for (const leave of [
        () => page.getByRole('banner').getByRole('link', { name: 'Report' }).click(),
        () => cancel.click(),
        () => page.evaluate(() => history.back()),
      ]) {
        await leave();
        await question.waitFor();
        await question.getByRole('button', { name: 'Resta qui' }).click();
        await question.waitFor({ state: 'detached' });
        assert.equal(new URL(page.url()).pathname, NEW);
        assert.equal(await field(page, 'code').inputValue(), 'MAI');
      }
      await cancel.click();
      await question.waitFor();
      await assertAccessible(page, 'question');
      await question.getByRole('button', { name: 'Esci senza salvare' }).click();
      await page.waitForURL(atList);
      await page.getByRole('link', { name: 'Nuovo prodotto' }).first().click();
      await start(page);
      await cancel.click();
      await page.waitForURL(atList);
    },
  );

  matrixTest(
    'meets WCAG with every section open, in light and dark, in Italian and French, at every width',
    async () => {
      const { id } = await createProduct(api.admin, { code: 'AXE-FORM' });
      for (const look of [
        {},
        { dark: true, language: 'fr' as const },
        { viewport: TABLET, language: 'fr' as const },
        { viewport: PHONE, dark: true },
      ]) {
        const page = await open(api.admin, `${LIST}/${id}`, look);
        await start(page);
        const folded = page.locator('form h2 [aria-expanded=false]');
        while ((await folded.count()) > 0) await folded.first().click();
        await field(page, 'categoria_vat_valore').waitFor();
        await assertAccessible(page, JSON.stringify(look));
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          true,
          'no horizontal overflow',
        );
        await page.locator('[data-path="unit_of_measure"]').click();
        await page.getByRole('option').first().waitFor();
        await assertAccessible(page, `list of a field, ${JSON.stringify(look)}`);
      }
    },
  );
});
