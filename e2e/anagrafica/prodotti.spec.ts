import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PRODUCTS_100_000 } from '../../server/src/testing/large-sets.ts';
import { matrixSuite, matrixTest } from '../../server/src/testing/matrix.ts';
import { createProduct, createSupplier } from '../../server/src/testing/factories.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/anagrafica/prodotti';
function rows(page: Page) {
  return page
    .getByRole('grid', { name: 'Prodotti' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
}
function row(page: Page, text: string) {
  return rows(page).filter({ hasText: text });
}
function search(page: Page) {
  return page.getByRole('searchbox', { name: 'Cerca in tutti i campi' });
}
async function act(page: Page, code: string, name: string) {
  await page.getByRole('button', { name: `Azioni per ${code}`, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
function dialog(page: Page) {
  return page.getByRole('dialog');
}
/** A value for each optional field of a product, different from the default of a new product. */
const EVERY_FIELD = {
  ...{ name: 'Kraft', unit_of_measure: 'box', currency: 'MAD', barcode: '8001', hs_code: '4810', colore_film: 'Blu' },
  ...{ has_bom: true, is_semi_finished: true, has_batch: true, has_expiry_date: true, has_production_date: true },
  ...{ larghezza_cm: 1.25, lunghezza_cm: 2.25, larghezza_bobina: 3.25, peso_carta: 4.25, minuti_x_confezione: 5 },
  ...{ larghezza_film: 6.25, spessore_film: 7.25, numero_piste: 8, pezzi_per_scatola: 9, peso_netto: 1, peso_lordo: 2 },
  ...{ acquisti_categoria: 'A', acquisti_conto_codice: 'B', acquisti_conto_descrizione: 'C' },
  ...{ vendite_categoria: 'D', vendite_conto_codice: 'E', vendite_conto_descrizione: 'F' },
  ...{ categoria_vat_codice: 'G', categoria_vat_valore: 22 },
};
function shows(page: Page, count: string) {
  return page.getByText(count, { exact: true }).waitFor();
}
/** Waits until the first column shows exactly these codes. */
async function shown(page: Page, codes: string[]) {
  await page.waitForFunction((wanted) => {
    const cells = [...document.querySelectorAll('[role=grid] [role=row][data-index]')].toSorted(
      (a, b) => Number((a as HTMLElement).dataset.index) - Number((b as HTMLElement).dataset.index),
    );
    return JSON.stringify(cells.map((cell) => cell.querySelector('a')?.textContent)) === JSON.stringify(wanted);
  }, codes);
}

describe('/anagrafica/prodotti', () => {
  matrixTest('an empty list explains its content and links to the form; read-only roles get no link', async () => {
    const page = await open(api.sales, LIST);
    await page.getByRole('heading', { name: 'Nessun prodotto' }).waitFor();
    await page.getByText('Qui compaiono i prodotti che compri').waitFor();
    await assertAccessible(page, 'empty list');
    await page.getByRole('link', { name: 'Nuovo prodotto' }).last().click();
    await page.waitForURL(/\/prodotti\/nuovo$/);
  });

  test('B02: the search finds any field in any case, the browser keeps the search text, the list sorts by code and shows the count', async () => {
    const { id: supplier_id } = await createSupplier(api.admin, { business_name: 'Cartiera Lucchese Zeta' });
    const fields = {
      'RIC-A': { name: 'Nastro Unico', supplier_id, acquisti_categoria: 'Materie Prime', currency: 'CNY' },
      'RIC-B': { description: 'Patinata Opaca', acquisti_conto_codice: 'AQ-60.01', vendite_categoria: 'Finiti' },
      'RIC-C': { category: 'Imballi Rari', barcode: '8001112223334', acquisti_conto_descrizione: 'Costi Esteri' },
      'RIC-D': {
        hs_code: '48109900',
        colore_film: 'Turchese',
        vendite_conto_codice: 'VE-70.02',
        vendite_conto_descrizione: 'Ricavi Estero',
        categoria_vat_codice: 'ESENTE-8',
      },
    };
    for (const [code, given] of Object.entries(fields))
      await createProduct(api.admin, { code, description: 'Kraft', category: 'Carta', ...given });
    const page = await open(api.admin, LIST);
    await shows(page, '4 prodotti');
    await shown(page, ['RIC-A', 'RIC-B', 'RIC-C', 'RIC-D']);
    for (const [term, codes] of [
      ['ric-b', ['RIC-B']],
      ['NASTRO unico', ['RIC-A']],
      ['patinata', ['RIC-B']],
      ['imballi r', ['RIC-C']],
      ['lucchese', ['RIC-A']],
      ['01112', ['RIC-C']],
      ['481099', ['RIC-D']],
      ['TURCHESE', ['RIC-D']],
      ['ricavi e', ['RIC-D']],
      ['materie P', ['RIC-A']],
      ['aq-60', ['RIC-B']],
      ['costi ESTERI', ['RIC-C']],
      ['finiti', ['RIC-B']],
      ['ve-70', ['RIC-D']],
      ['esente-8', ['RIC-D']],
      ['cny', ['RIC-A']],
    ] as const) {
      await search(page).fill(term);
      await shown(page, [...codes]);
      await shows(page, `${codes.length} prodotto`);
    }
    await search(page).fill('Ric-');
    await shows(page, '4 prodotti');
    const code = page.getByRole('columnheader', { name: 'Codice' });
    assert.equal(await code.getAttribute('aria-sort'), 'ascending');
    await code.getByRole('button').click();
    await shown(page, ['RIC-D', 'RIC-C', 'RIC-B', 'RIC-A']);
    assert.equal(await code.getAttribute('aria-sort'), 'descending');
    await code.getByRole('button').click();
    await shown(page, ['RIC-A', 'RIC-B', 'RIC-C', 'RIC-D']);
    await code.getByRole('button').click();
    await shown(page, ['RIC-D', 'RIC-C', 'RIC-B', 'RIC-A']);
    await page.reload();
    await shown(page, ['RIC-D', 'RIC-C', 'RIC-B', 'RIC-A']); // the URL holds the state
    await search(page).fill('kraft');
    await page.waitForURL(/q=kraft/);
    // Returns through a URL without a search term.
    await page.goto(`${api.url}/anagrafica`);
    await page.getByRole('link', { name: /^Prodotti/ }).click();
    await page.waitForURL(/q=kraft/);
    assert.equal(await search(page).inputValue(), 'kraft');
    const tab = await page.context().newPage(); // stored in the browser, not in the tab
    await tab.goto(`${api.url}${LIST}`);
    await tab.waitForURL(/q=kraft/);
    await tab.close();
    await search(page).fill('non esiste');
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    await assertAccessible(page, 'nothing matches');
    await page.getByRole('button', { name: 'Azzera filtri' }).click();
    await shows(page, '4 prodotti');
    await page.reload();
    await shows(page, '4 prodotti');
    assert.equal(await search(page).inputValue(), '', 'the cleared term is forgotten');
  });

  test('the list asks only for the fields of its rows and visible columns, and for those of a column that is shown', async () => {
    await createProduct(api.admin, { code: 'CAMPI-1', description: 'Kraft', scorta_minima: 12_345 });
    const page = await open(api.direction, '/login');
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/products')) asked.add(searchParams.get('fields') ?? 'all');
    });
    await page.goto(`${api.url}${LIST}`);
    await row(page, 'CAMPI-1').waitFor();
    const ofRows = ['barcode', 'category', 'code', 'description', 'id', 'name', 'status', 'unit_of_measure', 'version'];
    const ofColumns = [...ofRows, 'currency', 'supplier_id', 'supplier_name'].toSorted();
    assert.deepEqual([...asked], [ofColumns.join()]);
    await page.getByRole('button', { name: 'Colonne' }).click();
    await page.getByRole('dialog', { name: 'Colonne' }).getByRole('checkbox', { name: 'Scorta minima' }).check();
    await row(page, 'CAMPI-1').getByText('12.345').waitFor();
    assert.deepEqual([...asked], [ofColumns.join(), [...ofColumns, 'scorta_minima'].toSorted().join()]);
  });

  test('B03: a product is added, edited, duplicated, archived, activated and deleted from the list', async () => {
    const page = await open(api.orders, LIST);
    await page.getByRole('link', { name: 'Nuovo prodotto' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nuovo prodotto' }).waitFor();
    await page.getByLabel('Codice', { exact: false }).first().fill('AZ-1');
    await page.getByLabel('Descrizione').first().fill('Bobina neutra');
    await page.getByLabel('Famiglia').fill('Carta');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Prodotto AZ-1 salvato').waitFor();
    await act(page, 'AZ-1', 'Modifica');
    await page.getByRole('heading', { level: 1, name: 'AZ-1' }).waitFor();
    await page.getByLabel('Nome').fill('Neutra');
    await page.getByLabel('Codice a barre').fill('123');
    await page.getByRole('button', { name: 'Salva' }).click();
    await row(page, 'AZ-1').getByRole('gridcell', { name: 'Neutra', exact: true }).waitFor();

    await act(page, 'AZ-1', 'Archivia');
    await dialog(page).getByRole('button', { name: 'Archivia' }).click();
    await row(page, 'AZ-1').getByText('inattivo').waitFor();
    await act(page, 'AZ-1', 'Duplica');
    await page.waitForURL(/nuovo\?from=\d+/);
    await page.getByLabel('Codice', { exact: false }).first().waitFor();
    assert.equal(await page.locator('[name=code]').inputValue(), 'AZ-1_COPY');
    assert.equal(await page.locator('[name=name]').inputValue(), 'Neutra');
    assert.equal(await page.locator('[name=barcode]').inputValue(), '123');
    assert.equal(
      await page.getByRole('combobox', { name: 'Stato' }).inputValue(),
      'attivo',
      'of an archived source, too',
    );
    await page.getByRole('button', { name: 'Salva' }).click();
    await row(page, 'AZ-1_COPY').getByText('attivo', { exact: true }).waitFor();
    // The duplicate contains every field of the source, including those in collapsed sections.
    const { id: supplier_id } = await createSupplier(api.admin);
    const source = await createProduct(api.admin, { ...EVERY_FIELD, code: 'AZ-2', status: 'inactive', supplier_id });
    await act(page, 'AZ-2', 'Duplica');
    await page.waitForURL(new RegExp(`nuovo\\?from=${source.id}`));
    await page.locator('[name=code]').waitFor();
    await page.getByRole('button', { name: 'Salva' }).click();
    await row(page, 'AZ-2_COPY').waitFor();
    const [copy] = (await api.admin.get('/products?q=AZ-2_COPY')).body;
    const kept = [...Object.keys(EVERY_FIELD), 'description', 'category', 'supplier_id'];
    assert.deepEqual(
      Object.fromEntries(kept.map((key) => [key, copy[key]])),
      Object.fromEntries(kept.map((key) => [key, source[key as keyof typeof source]])),
    );
    assert.deepEqual([copy.code, copy.status], ['AZ-2_COPY', 'active']);

    await act(page, 'AZ-1', 'Attiva');
    await dialog(page).getByRole('button', { name: 'Attiva' }).click();
    await page.getByText('Prodotto attivato').waitFor();
    await act(page, 'AZ-1', 'Elimina');
    await dialog(page).getByRole('button', { name: 'Elimina' }).click();
    await row(page, 'Bobina neutra').filter({ hasNotText: '_COPY' }).waitFor({ state: 'detached' });
    assert.equal((await api.admin.get('/products?q=AZ-1')).body.length, 1);
  });

  matrixTest(
    'B04: texts over 20 characters are cut to 15 and an ellipsis; the full description appears on hover, focus and touch',
    async () => {
      const description = 'Bobina kraft avana neutra 80 g/m² per sacchetti';
      await createProduct(api.admin, {
        code: 'TAGLIO-12345678901234',
        description,
        category: 'Venti caratteri giusti'.slice(0, 20),
        name: 'Ventuno caratteri qui'.slice(0, 21),
        supplier_id: (await createSupplier(api.admin, { business_name: 'Cartiere Riunite della Lucchesia' })).id,
      });
      const page = await open(api.admin, `${LIST}?q=TAGLIO`);
      const own = row(page, 'Venti caratteri gius');
      await own.waitFor();
      const texts = await own.getByRole('gridcell').allInnerTexts();
      for (const cut of [
        'TAGLIO-12345678…',
        'Ventuno caratte…',
        'Bobina kraft av…',
        'Venti caratteri gius',
        'Cartiere Riunit…',
      ])
        assert.ok(texts.includes(cut), `${cut} in ${texts.join(' | ')}`);
      const cell = own.getByText('Bobina kraft av…');
      const tip = page.getByRole('tooltip').getByText(description, { exact: true });
      await cell.hover();
      await tip.waitFor();
      await search(page).hover();
      await tip.waitFor({ state: 'hidden' });
      await own.focus();
      for (let presses = 0; !(await cell.evaluate((text) => text === document.activeElement)); presses++) {
        assert.ok(presses < 10, 'the arrow reaches the text');
        await page.keyboard.press('ArrowRight');
      }
      await tip.waitFor();
      await assertAccessible(page, 'tooltip');
      const touched = await open(api.admin, `${LIST}?q=TAGLIO`, { viewport: TABLET });
      await touched.getByText('Bobina kraft av…').tap();
      await touched.getByRole('tooltip').getByText(description, { exact: true }).waitFor();
      assert.equal(new URL(touched.url()).pathname, LIST, 'the finger asked for the text, not for the product');
    },
  );

  matrixTest('B08: archiving asks first and toggles the status; deleting is soft and records the user', async () => {
    const { id } = await createProduct(api.admin, { code: 'STATO-1', description: 'Da archiviare' });
    const statusOf = async () => (await api.admin.get(`/products/${id}`)).body.status;
    const page = await open(api.direction, `${LIST}?q=STATO-1`);
    await act(page, 'STATO-1', 'Archivia');
    await dialog(page).getByText('Archiviare il prodotto STATO-1?').waitFor();
    await assertAccessible(page, 'confirmation');
    await dialog(page).getByRole('button', { name: 'Annulla' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal(await statusOf(), 'active', 'answering no changes nothing');
    await act(page, 'STATO-1', 'Archivia');
    await dialog(page).getByRole('button', { name: 'Archivia' }).click();
    await row(page, 'STATO-1').getByText('inattivo').waitFor();
    assert.equal(await statusOf(), 'inactive');
    await act(page, 'STATO-1', 'Attiva');
    await dialog(page).getByText('Riattivare il prodotto STATO-1?').waitFor();
    await dialog(page).getByRole('button', { name: 'Attiva' }).click();
    await row(page, 'STATO-1').getByText('attivo', { exact: true }).waitFor();
    assert.equal(await statusOf(), 'active');
    await act(page, 'STATO-1', 'Elimina');
    await dialog(page).getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    const stored = await api.db
      .selectFrom('products')
      .select(['code', 'deleted_by', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([stored.code, stored.deleted_by], ['STATO-1', api.direction.userId]);
    assert.ok(stored.deleted_at);
  });

  matrixTest('B09: deletes, archiving, loading and saving show the fixed messages', async () => {
    const { id, code } = await createProduct(api.admin, { code: 'PAROLE-1' });
    const page = await open(api.admin, `${LIST}?q=${code}`);
    const fail = (status: number, json: object) =>
      page.route(`**/api/products/${id}*/**`, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill({ status, json }),
      );
    const failAll = async (status: number, json: object) => {
      await page.unrouteAll();
      await fail(status, json);
      await page.route(`**/api/products/${id}`, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill({ status, json }),
      );
    };
    const expectToast = (text: string) => page.locator('.toasts').getByText(text, { exact: true }).first().waitFor();
    await failAll(500, {});
    await act(page, code, 'Archivia');
    await dialog(page).getByRole('button', { name: 'Archivia' }).click();
    await expectToast("Errore durante l'archiviazione del prodotto");
    await act(page, code, 'Elimina');
    await dialog(page).getByText('Sei sicuro di voler eliminare questo prodotto?').waitFor();
    await dialog(page).getByRole('button', { name: 'Elimina' }).click();
    await expectToast("Errore durante l'eliminazione del prodotto");

    await page.getByRole('link', { name: code }).click();
    await page.getByLabel('Nome').fill('Altro');
    const alert = page.getByRole('form').getByRole('alert');
    await page.getByRole('button', { name: 'Salva' }).click();
    await alert.getByText('Errore durante il salvataggio', { exact: true }).waitFor();
    await failAll(400, { code: 'VALIDATION', message: 'La famiglia è chiusa', error: 'La famiglia è chiusa' });
    await page.getByRole('button', { name: 'Salva' }).click();
    await alert.getByText('La famiglia è chiusa', { exact: true }).waitFor();
    await failAll(400, {});
    await page.getByRole('button', { name: 'Salva' }).click();
    await alert.getByText('Errore di validazione', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Nome').inputValue(), 'Altro', 'the input is kept');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(/\/prodotti(\?|$)/);

    await act(page, code, 'Elimina');
    await dialog(page).getByRole('button', { name: 'Elimina' }).click();
    await expectToast('Prodotto eliminato con successo');
    for (const lost of [String(id), '999999', 'nulla', 'nuovo?from=999999']) {
      await page.goto(`${api.url}${LIST}/${lost}`);
      await expectToast('Errore nel caricamento del prodotto');
      await page.waitForURL(/\/prodotti(\?|$)/);
    }
    const { id: unread } = await createProduct(api.admin);
    await page.route(`**/api/products/${unread}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${api.url}${LIST}/${unread}`);
    await expectToast('Errore nel caricamento del prodotto');
    await page.waitForURL(/\/prodotti(\?|$)/);
    const english = await open(api.admin, LIST, { language: 'en' });
    const other = await createProduct(api.admin, { code: 'PAROLE-2' });
    await english.getByRole('button', { name: `Actions for ${other.code}` }).click();
    await english.getByRole('menuitem', { name: 'Delete' }).click();
    await english.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await english.locator('.toasts').getByText('Product successfully deleted', { exact: true }).waitFor();
  });

  matrixTest('changes of other users appear without a reload, and are highlighted', async () => {
    const { id } = await createProduct(api.admin, { code: 'VIVO-1' });
    const page = await open(api.admin, `${LIST}?q=VIVO`);
    await row(page, 'VIVO-1').waitFor();
    await search(page).focus();
    await createProduct(api.sales, { code: 'VIVO-2' });
    await row(page, 'VIVO-2').waitFor();
    await shows(page, '2 prodotti');
    assert.equal((await api.orders.put(`/products/${id}`, { name: 'Rinominato' })).status, 200);
    await row(page, 'Rinominato').waitFor();
    assert.equal(await search(page).evaluate((field) => field === document.activeElement), true, 'the focus stays');
  });

  matrixTest('the Excel export has all filtered rows and columns, and no cell is a formula', async () => {
    for (const [name, description] of [
      ['=1+1', '=HYPERLINK("http://x")'],
      ['+39', '@SUM(A1)'],
      ['-2', '-cmd'],
      ['bene', 'Carta'],
    ])
      await createProduct(api.admin, { code: `XLS ${name}`, name, description });
    await createProduct(api.admin, { code: 'ALTRO-FOGLIO', description: 'fuori dal filtro' });
    const page = await open(api.admin, `${LIST}?q=${encodeURIComponent('XLS ')}&sort=-code`);
    await shows(page, '4 prodotti');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Esporta Excel' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^prodotti-\d{4}-\d\d-\d\d\.xlsx$/);
    const { read, utils } = await import('@e965/xlsx');
    const book = read(await readFile(await file.path()), { type: 'buffer', cellFormula: true });
    assert.deepEqual(book.SheetNames, ['Prodotti']);
    const sheet = book.Sheets['Prodotti']!;
    const table = utils.sheet_to_json<string[]>(sheet, { header: 1 });
    assert.deepEqual(table[0], ['Codice', 'Nome', 'Descrizione', 'Famiglia', 'Fornitore', 'Unità', 'Valuta', 'Stato']);
    assert.deepEqual(
      table.slice(1).map(([code, name, description]) => [code, name, description]),
      [
        ['XLS bene', 'bene', 'Carta'],
        ['XLS =1+1', "'=1+1", '\'=HYPERLINK("http://x")'],
        ['XLS +39', "'+39", "'@SUM(A1)"],
        ['XLS -2', "'-2", "'-cmd"],
      ].toSorted((a, b) => table.findIndex(([code]) => code === a[0]) - table.findIndex(([code]) => code === b[0])),
    );
    assert.deepEqual(
      table.slice(1).map(([code]) => code),
      (await api.admin.get('/products?q=XLS%20&sort=-code')).body.map(({ code }: { code: string }) => code),
    );
    for (const cell of Object.values(sheet)) assert.equal((cell as { f?: string }).f, undefined, 'no formula');
  });

  matrixTest('the keyboard alone opens the form, saves it and returns to the list', async () => {
    await createProduct(api.admin, { code: 'TASTI-1' });
    const page = await open(api.admin, LIST);
    await rows(page).first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement!.tagName), 'H1', 'the focus begins past the bar');
    // From the start of the document, the first stop leads past the bar.
    const skip = page.getByRole('link', { name: 'Vai al contenuto' });
    assert.ok(await skip.evaluate((link) => link === document.querySelector('a, button, input, [tabindex="0"]')));
    await skip.focus();
    assert.ok(await skip.evaluate((link) => link.getBoundingClientRect().top >= 0), 'and it shows');
    await page.keyboard.press('/');
    assert.equal(await search(page).evaluate((field) => field === document.activeElement), true);
    await page.keyboard.type('tasti', { delay: 60 });
    await shown(page, ['TASTI-1']);
    const isRow = () => page.evaluate(() => document.activeElement!.matches('[role=row]'));
    for (let presses = 0; !(await isRow()); presses++) {
      assert.ok(presses < 25, 'Tab reaches the rows');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'TASTI-1' }).waitFor();
    const name = page.getByLabel('Nome');
    for (let presses = 0; !(await name.evaluate((field) => field === document.activeElement)); presses++) {
      assert.ok(presses < 30, 'Tab reaches the field');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('A mano', { delay: 60 });
    await page.keyboard.press('Control+s');
    await row(page, 'A mano').waitFor();
  });

  matrixTest('on a phone, folded columns can be sorted, and every control is large enough for a finger', async () => {
    for (const [code, category] of [
      ['FONO-1', 'Zeta'],
      ['FONO-2', 'Alfa'],
    ])
      await createProduct(api.admin, { code, category });
    const page = await open(api.sales, `${LIST}?q=FONO`, { viewport: PHONE });
    await shown(page, ['FONO-1', 'FONO-2']);
    await page.getByRole('combobox', { name: 'Ordina per' }).selectOption({ label: 'Famiglia' });
    await shown(page, ['FONO-2', 'FONO-1']);
    await page.getByRole('button', { name: 'Crescente: inverti' }).tap();
    await shown(page, ['FONO-1', 'FONO-2']);
    await page.waitForURL(/sort=-category/);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      true,
      'no horizontal overflow',
    );
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, select, header a, main a[href*=nuovo]')]
        .filter((control) => control.checkVisibility({ checkVisibilityCSS: true }))
        .map((control) => ({
          name: control.getAttribute('aria-label') ?? control.textContent,
          // A press on its label checks a checkbox.
          box: (control.closest('label') ?? control).getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    assert.deepEqual(small, [], 'smaller than 44 px');
    await assertAccessible(page, 'phone');
  });

  matrixTest(
    'meets WCAG filled, failed and with its menu open, in light and dark, in Italian and French, at every width',
    async () => {
      await createProduct(api.admin, {
        code: 'AXE-1',
        status: 'inactive',
        description: 'Una descrizione che è più lunga di venti caratteri',
      });
      for (const look of [
        {},
        { dark: true, language: 'fr' as const },
        { viewport: TABLET },
        { viewport: PHONE, dark: true },
      ]) {
        const page = await open(api.admin, `${LIST}?q=AXE-1`, look);
        await page.getByRole('link', { name: 'AXE-1' }).waitFor();
        await assertAccessible(page, `filled, ${JSON.stringify(look)}`);
        await page.locator('[role=row] .mantine-ActionIcon-root').first().click();
        await page.getByRole('menu').waitFor();
        await assertAccessible(page, `menu, ${JSON.stringify(look)}`);
        await page.keyboard.press('Escape');
        await page.route('**/api/products?*', (route) => route.fulfill({ status: 400, json: { message: 'No' } }));
        await page.reload();
        await page.getByRole('alert').waitFor();
        await assertAccessible(page, `failed, ${JSON.stringify(look)}`);
      }
    },
  );
});

matrixSuite('a hundred thousand rows', () => {
  const large = startStage({ fill: PRODUCTS_100_000 });

  test('scrolling to the end shows the last row, and the search finds it', async () => {
    const page = await large.open(large.api.admin, `${LIST}?q=MASSA-`);
    await page.getByText('100.000 prodotti', { exact: true }).waitFor();
    await row(page, 'MASSA-000001').waitFor();
    const grid = page.getByRole('grid', { name: 'Prodotti' });
    await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await row(page, 'MASSA-100000').waitFor();
    assert.ok((await rows(page).count()) < 80, 'only visible rows are mounted');
    await rows(page).last().focus();
    await page.keyboard.press('Home');
    await row(page, 'MASSA-000001').waitFor();
    await page.keyboard.press('End');
    await row(page, 'MASSA-100000').waitFor();
    await search(page).fill('spillo nel fie');
    await shown(page, ['MASSA-100000']);
    await shows(page, '1 prodotto');
  });
});
