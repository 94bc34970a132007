/** The import of orders from spreadsheets, made by LibreOffice (e2e/fixtures) or generated. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createCustomer, createProduct } from '../../server/src/testing/factories.ts';
import { cellsOf, choose, pasteInto } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';
import { ORDER_HEADERS, workbookOf, workbookParts, zipOf } from '../support/workbook.ts';

const stage = startStage();
const AT = '/ordiniclienti/inserimento-ordine?import=true';
const FIXTURES = path.join(import.meta.dirname, '../fixtures');
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const made = {} as { first: number; other: number };
let prepared: Promise<void> | undefined;
async function prepare() {
  const { api } = stage;
  made.other = (await createCustomer(api.sales, { business_name: 'Zuccherificio Sud' })).id;
  made.first = (await createCustomer(api.sales, { business_name: 'Acetificio Nord' })).id;
  await createCustomer(api.sales, { business_name: 'AAA chiuso', is_active: false });
  await createProduct(api.sales, { code: 'ROTOLO-80', description: 'Rotolo kraft' });
  await createProduct(api.sales, { code: 'FILM-25', description: 'Film PP' });
}
function once() {
  return (prepared ??= prepare());
}

function dialog(page: Page) {
  return page.getByRole('dialog');
}
async function give(page: Page, name: string, content: Buffer) {
  await dialog(page).getByRole('button', { name: 'Scegli il file Excel' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: EXCEL, buffer: content });
}
async function chooseFixture(page: Page, name: string) {
  return give(page, name, await readFile(path.join(FIXTURES, name)));
}
function rowsOf(page: Page) {
  return dialog(page).getByRole('grid').locator('[data-index]');
}
function preview(page: Page) {
  return page.getByRole('dialog', { name: 'Anteprima dei dati' }).waitFor();
}
function results(page: Page) {
  return page.getByRole('dialog', { name: "Risultati dell'importazione" }).waitFor();
}
function customer(page: Page) {
  return dialog(page).getByRole('combobox', { name: 'Cliente' });
}
function confirm(page: Page) {
  return dialog(page).getByRole('button', { name: 'Conferma' }).click();
}
function fault(page: Page, text: string) {
  return dialog(page).getByRole('alert').filter({ hasText: text }).waitFor();
}

/** Whether a request writes the import: the preview sends the same call as a dry run. */
function isImport(request: Request) {
  return request.url().endsWith('/api/customer-orders/bulk-import') && request.postDataJSON().dry_run !== true;
}

async function ordersOf(id: number, q: string): Promise<CustomerOrder[]> {
  const { body } = await stage.api.sales.get(
    `/customer-orders?customer_id=${id}&q=${encodeURIComponent(q)}&sort=customer_order_number`,
  );
  const orders: CustomerOrder[] = [];
  for (const row of body) orders.push((await stage.api.sales.get(`/customer-orders/${row.id}`)).body);
  return orders;
}
function linesOf({ items }: CustomerOrder) {
  return items.map(({ code, quantity, unit_price, delivery_date }) => [code, quantity, unit_price, delivery_date]);
}
function row(
  number: string,
  given: Partial<Record<'code' | 'quantity' | 'price' | 'day' | 'ordered', string | number | null>> = {},
) {
  return [
    number,
    given.ordered ?? '01/02/2026',
    given.code === undefined ? 'ROTOLO-80' : given.code,
    given.quantity === undefined ? 10 : given.quantity,
    given.day ?? '01/03/2026',
    given.price === undefined ? 1.5 : given.price,
  ];
}

describe('the import', () => {
  before(once);

  // First, while the customer has no order with a number of the sample.
  test('the sample file of the dialog can be chosen, previewed and imported', async () => {
    const page = await stage.open(stage.api.sales, AT);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Scarica un file di esempio' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^modello-ordini-clienti-/);
    await give(page, 'modello.xlsx', await readFile(await download.path()));
    await preview(page);
    // The company has none of the products in the sample.
    await dialog(page).getByText('3 righe da importare in 2 ordini · 3 che faranno rifiutare il loro ordine').waitFor();
    assert.deepEqual(
      (await cellsOf(rowsOf(page))).map((cells) => cells[1]),
      Array.from({ length: 3 }, () => 'Ordine rifiutato Prodotto sconosciuto o non attivo'),
    );
    await confirm(page);
    await results(page);
    await dialog(page).getByText('0 ordini creati').waitFor();
    assert.equal(await rowsOf(page).count(), 2);
  });

  matrixTest(
    'J07 the first customer is preselected; Cancel returns to the file choice and clears the file',
    async () => {
      const page = await stage.open(stage.api.sales, AT);
      await chooseFixture(page, 'ordini.xlsx');
      await preview(page);
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'Acetificio Nord',
      );
      assert.equal(await customer(page).inputValue(), 'Acetificio Nord');
      await dialog(page).getByText('ordini.xlsx').waitFor();
      await dialog(page).getByRole('button', { name: 'Annulla' }).click();
      await page.getByRole('dialog', { name: 'Importa ordini da Excel' }).waitFor();
      assert.equal(await dialog(page).getByText('ordini.xlsx').count(), 0);
      assert.equal(
        await page.locator('input[type=file]').evaluate((input) => (input as HTMLInputElement).files!.length),
        0,
      );
      await chooseFixture(page, 'ordini.xlsx'); // the same file can be selected again
      await preview(page);
    },
  );

  test('rows copied from a spreadsheet are pasted in place of a file', async () => {
    const page = await stage.open(stage.api.sales, AT);
    const choose = dialog(page).getByRole('button', { name: 'Scegli il file Excel' });
    await choose.waitFor();
    const sheet = [ORDER_HEADERS, row('INC-1', { quantity: '1.250,5', price: '1,25' })];
    await pasteInto(choose, sheet.map((cells) => cells.join('\t')).join('\n'));
    await preview(page);
    await dialog(page).getByText('Righe incollate.txt').waitFor();
    await dialog(page).getByText('1 ordine per Acetificio Nord').waitFor();
    await confirm(page);
    await results(page);
    const [order] = await ordersOf(made.first, 'INC-1');
    assert.deepEqual(linesOf(order!), [['ROTOLO-80', 1250.5, 1.25, '2026-03-01']]);

    // The preview says of each row what the server would refuse, and that an order exists already.
    await createProduct(stage.api.sales, { code: 'SCATOLA-1', unit_of_measure: 'box' });
    await page.goto(`${stage.api.url}${AT}`);
    await choose.waitFor();
    const again = [ORDER_HEADERS, row('inc-1'), row('INC-2', { code: 'SCATOLA-1', quantity: '2,5' }), row('INC-3')];
    await pasteInto(choose, again.map((cells) => cells.join('\t')).join('\n'));
    await preview(page);
    await dialog(page).getByText('1 ordine per Acetificio Nord').waitFor();
    const states = (await cellsOf(rowsOf(page))).map((cells) => cells[1]!);
    assert.match(states[0]!, /^Da controllare.*inc-1.*esiste già/s);
    assert.match(states[1]!, /^Ordine rifiutato.*intero/s);
    assert.equal(states[2], 'Da importare');
    await stage.api.sales.delete(`/customer-orders/${order!.id}`);
  });

  test('columns with other headers are assigned by hand, and suggested for the next file', async () => {
    const page = await stage.open(stage.api.sales, AT);
    const columnOf = (field: string) => dialog(page).getByRole('combobox', { name: `Colonna di ${field}` });
    const read = dialog(page).getByRole('button', { name: 'Leggi queste colonne' });
    const sheet = (number: string) =>
      [
        'Vs. ordine;Data;Nome;Sigla interna;Qtà;Entro il',
        `${number};05/03/2026;Kraft;ROTOLO-80;1.250,5;15/03/2026`,
      ].join('\r\n');
    await give(page, 'gestionale.csv', Buffer.from(sheet('ALTRE-1')));
    await fault(page, 'Colonne mancanti: numero ordine cliente');
    assert.equal(await columnOf('quantità').inputValue(), 'Qtà');
    // The first field without a suggestion has the focus.
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Colonna di codice prodotto',
    );
    assert.equal(await read.isDisabled(), true);
    await assertAccessible(page, 'the columns of a file');
    for (const key of ['s', 'i', 'Enter']) await page.keyboard.press(key);
    await dialog(page)
      .getByRole('row', { name: /Codice prodotto.*ROTOLO-80/ })
      .waitFor();
    assert.equal(await columnOf('codice prodotto').inputValue(), 'Sigla interna');
    await columnOf('data consegna').focus();
    for (const key of ['e', 'n', 'Enter']) await page.keyboard.press(key);
    await dialog(page)
      .getByRole('row', { name: /Consegna.*15\/03\/2026/ })
      .waitFor();
    await read.press('Enter');
    await preview(page);
    await dialog(page).getByText('1 ordine per Acetificio Nord').waitFor();
    assert.match((await cellsOf(rowsOf(page)))[0]![1]!, /listino del cliente/);
    await confirm(page);
    await results(page);
    const [order] = await ordersOf(made.first, 'ALTRE-1');
    assert.deepEqual(linesOf(order!), [['ROTOLO-80', 1250.5, 0, '2026-03-15']]);

    await dialog(page).getByRole('button', { name: 'Importa un altro file' }).click();
    await give(page, 'gestionale.csv', Buffer.from(sheet('ALTRE-2')));
    await fault(page, 'Colonne mancanti: numero ordine cliente');
    assert.equal(await columnOf('codice prodotto').inputValue(), 'Sigla interna');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Leggi queste colonne');
    await page.keyboard.press('Enter');
    await preview(page);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
    await stage.api.sales.delete(`/customer-orders/${order!.id}`);
  });

  matrixTest(
    'Q11 Q39 the preview names unknown codes and unreadable days with their rows, and the confirmation the customer and the orders in large type',
    async () => {
      const page = await stage.open(stage.api.sales, AT);
      const rows = [
        row('Q-1', { day: '12 dicembre 2026' }),
        row('Q-1', { day: '12 novembre 2026' }),
        row('Q-2', { day: '12 décembre 2026', ordered: 'March 1, 2026' }),
        row('Q-3', { code: 'MAI-1' }),
        row('Q-4', { code: 'MAI-2' }),
        row('Q-5', { code: 'MAI-1' }),
        row('Q-6', { day: '31 febbraio 2026' }),
      ];
      await give(page, 'mesi.xlsx', workbookOf([ORDER_HEADERS, ...rows]));
      await preview(page);
      const unknown = dialog(page).getByRole('alert').filter({ hasText: 'Prodotti sconosciuti o non attivi' });
      await unknown.getByText('MAI-1 (righe 5, 7) · MAI-2 (riga 6)').waitFor();
      const outcome = dialog(page).getByText('2 ordini per Acetificio Nord');
      await outcome.waitFor();
      const size = await outcome.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      assert.ok(size >= 22, `${size} px`);
      await dialog(page).getByText('4 ordini del file non saranno creati').waitFor();
      const shown = await cellsOf(rowsOf(page));
      assert.deepEqual(
        shown.map((cells) => cells[6]),
        ['12/12/2026', '12/11/2026', '12/12/2026', '01/03/2026', '01/03/2026', '01/03/2026', '31 febbraio 2026 —'],
      );
      assert.equal(shown[2]![3], '01/03/2026');
      assert.match(shown[6]![1]!, /La data di consegna manca o non è valida/);
      await assertAccessible(page, 'unknown codes');
      await choose(page, customer(page), 'Zuccherificio Sud');
      await dialog(page).getByText('2 ordini per Zuccherificio Sud').waitFor();
      assert.deepEqual(await ordersOf(made.other, 'Q-'), [], 'the preview writes nothing');
      await confirm(page);
      await results(page);
      await dialog(page).getByText('2 ordini creati').waitFor();
      const [first, second] = await ordersOf(made.other, 'Q-');
      assert.deepEqual(
        linesOf(first!).map(([, , , delivery]) => delivery),
        ['2026-12-12', '2026-11-12'],
      );
      assert.deepEqual([second!.order_date, second!.requested_delivery_date], ['2026-03-01', '2026-12-12']);
      for (const { id } of [first!, second!]) await stage.api.sales.delete(`/customer-orders/${id}`);
    },
  );

  matrixTest(
    'J03 J04 a spreadsheet of orders can be chosen, previewed and imported, and the results are shown',
    async (t) => {
      for (const [file, buyer, name] of [
        ['ordini.xlsx', 'other', 'Zuccherificio Sud'],
        ['ordini.xls', 'first', 'Acetificio Nord'],
      ] as const)
        await t.test(
          `${file}: expected columns, preview with customer and warning, skipped rows, dates of every kind, prices, results with missing products, per item and per row`,
          async () => {
            const page = await stage.open(stage.api.sales, AT);
            await dialog(page)
              .getByText(/facoltativo: la colonna è necessaria/)
              .waitFor();
            assert.deepEqual(await dialog(page).locator('dt').allInnerTexts(), [
              'numero ordine cliente',
              'data ordine',
              'codice prodotto',
              'quantità',
              'data consegna',
              'prezzo unitario',
            ]);
            await dialog(page)
              .getByText(/facoltativo: la colonna è necessaria/)
              .waitFor();
            assert.equal(
              await page
                .locator('input[type=file]')
                .getAttribute('accept')
                .then((accept) => accept!.startsWith('.xlsx,.xls,')),
              true,
            );
            await assertAccessible(page, 'the choice of the file');
            await chooseFixture(page, file);
            await preview(page);
            await dialog(page).getByText('Verifica i dati prima di confermare').waitFor();
            await dialog(page).getByText(`${file} · foglio «Ordini» · 1 altro foglio non letto`).waitFor();
            await dialog(page)
              .getByText(
                /^6 righe da importare in 5 ordini · 3 saltate · 2 che faranno rifiutare il loro ordine · 1 da controllare$/,
              )
              .waitFor();
            const cells = await cellsOf(rowsOf(page));
            assert.deepEqual(cells, [
              ['2', 'Da importare', 'PO-1001', '01/02/2026', 'ROTOLO-80', '1.000', '01/03/2026', '1,25'],
              ['3', 'Da importare', 'PO-1001', '01/02/2026', 'film-25', '250,5', '25/02/2026', '0,98'],
              [
                '4',
                'Da controllare Prezzo mancante o non numerico: 0',
                'PO-1002',
                '01/02/2026',
                'ROTOLO-80',
                '500',
                '15/03/2026',
                'gratis 0,00',
              ],
              [
                '5',
                "Saltata Manca il numero d'ordine del cliente",
                '—',
                '01/02/2026',
                'ROTOLO-80',
                '10',
                '01/03/2026',
                '1,00',
              ],
              ['6', 'Saltata Manca il codice del prodotto', 'PO-1003', '01/02/2026', '—', '10', '01/03/2026', '1,00'],
              [
                '7',
                'Saltata La quantità manca o non è maggiore di zero',
                'PO-1004',
                '01/02/2026',
                'ROTOLO-80',
                '0',
                '01/03/2026',
                '1,00',
              ],
              ['8', 'Da importare', '00123', '02/02/2026', 'FILM-25', '100', '03/03/2026', '0,30'],
              [
                '9',
                'Ordine rifiutato Prodotto sconosciuto o non attivo',
                'PO-1005',
                '01/02/2026',
                'MAI-VISTO',
                '5',
                '01/03/2026',
                '1,00',
              ],
              [
                '10',
                'Ordine rifiutato La data di consegna manca o non è valida',
                'PO-1006',
                '01/02/2026',
                'ROTOLO-80',
                '5',
                'appena possibile —',
                '1,00',
              ],
            ]);
            await assertAccessible(page, 'the preview');
            await dialog(page).getByText('Con avvisi', { exact: true }).click();
            await page.waitForFunction(
              () => document.querySelectorAll('[role=dialog] [role=grid] [data-index]').length === 6,
            );

            // Orders without a customer cannot be imported.
            await dialog(page).locator('button[aria-label="Svuota"]').click(); // Mantine hides the button from screen readers: by keyboard, the field is cleared by its text
            await confirm(page);
            await dialog(page).getByText("Devi selezionare un cliente prima di procedere con l'importazione").waitFor();
            await choose(page, customer(page), name);
            const sending = page.waitForRequest(isImport);
            await confirm(page);
            const { orders, customerId } = (await sending).postDataJSON();
            assert.equal(customerId, made[buyer]);
            assert.equal(orders.length, 6, 'the skipped rows are not sent');
            await dialog(page)
              .getByText(/^3 righe saltate, senza numero, prodotto o quantità: \d+, \d+, \d+\.$/)
              .waitFor();
            assert.deepEqual(orders[0], {
              numero_ordine_cliente: 'PO-1001',
              data_ordine: '2026-02-01',
              codice_prodotto: 'ROTOLO-80',
              quantita: 1000,
              data_consegna: '2026-03-01',
              prezzo_unitario: 1.25,
            });
            await results(page);
            await dialog(page).getByText('3 ordini creati').waitFor();
            await dialog(page).getByText('0 avvisi · 2 errori').waitFor();
            assert.deepEqual(await cellsOf(rowsOf(page)), [
              ['Prodotti mancanti', 'PO-1005', '—', 'Prodotti non trovati: MAI-VISTO'],
              ['Riga non valida', 'PO-1006', '10', 'La data di consegna manca o non è valida'],
            ]);
            await assertAccessible(page, 'the results');

            const [third, first, second] = await ordersOf(made[buyer], '');
            assert.deepEqual(
              [first, second, third].map((one) => [
                one!.customer_order_number,
                one!.order_date,
                one!.requested_delivery_date,
              ]),
              [
                ['PO-1001', '2026-02-01', '2026-02-25'],
                ['PO-1002', '2026-02-01', '2026-03-15'],
                ['00123', '2026-02-02', '2026-03-03'],
              ],
            );
            assert.deepEqual(linesOf(first!), [
              ['ROTOLO-80', 1000, 1.25, '2026-03-01'],
              ['FILM-25', 250.5, 0.98, '2026-02-25'],
            ]);
            assert.deepEqual(linesOf(second!), [['ROTOLO-80', 500, 0, '2026-03-15']]);
            assert.deepEqual(linesOf(third!), [['FILM-25', 100, 0.3, '2026-03-03']]);

            // A second import of the same file creates nothing.
            await dialog(page).getByRole('button', { name: 'Importa un altro file' }).click();
            await chooseFixture(page, file);
            await preview(page);
            await choose(page, customer(page), name);
            await confirm(page);
            await results(page);
            await dialog(page).getByText('0 ordini creati').waitFor();
            await dialog(page).getByText('3 avvisi · 2 errori').waitFor();
            await dialog(page)
              .getByText("L'ordine PO-1001 esiste già per questo cliente: non è stato importato")
              .waitFor();
            assert.equal((await ordersOf(made[buyer], '')).length, 3);
            await dialog(page).getByRole('button', { name: 'Chiudi' }).last().click();
            await page.getByRole('link', { name: /^OC-/ }).first().waitFor();
          },
        );

      await t.test(
        'the results list every invalid row of an order and rows without an order, and can be downloaded',
        async () => {
          const page = await stage.open(stage.api.sales, AT);
          await give(
            page,
            'righe.xlsx',
            workbookOf([
              ORDER_HEADERS,
              row('R-1', { price: -1 }),
              row('R-1', { day: 'mai' }),
              row('R-2'),
              row('', {}),
              row('x'.repeat(201)),
              row('R-3', { code: 'N-1' }),
              row('R-3', { code: 'N-2' }),
            ]),
          );
          await preview(page);
          await confirm(page);
          await results(page);
          await dialog(page).getByText('1 ordine creato').waitFor();
          assert.deepEqual(await cellsOf(rowsOf(page)), [
            ['Riga non valida', '—', '6', 'Il testo non è valido'],
            ['Riga non valida', 'R-1', '2', 'Il prezzo non può essere negativo'],
            ['Riga non valida', 'R-1', '3', 'La data di consegna manca o non è valida'],
            ['Prodotti mancanti', 'R-3', '—', 'Prodotti non trovati: N-1, N-2'],
          ]);
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            dialog(page).getByRole('button', { name: 'Scarica i risultati' }).click(),
          ]);
          assert.match(download.suggestedFilename(), /^esito-importazione-ordini-\d{4}-\d\d-\d\d\.xlsx$/);
          assert.deepEqual([...(await readFile(await download.path())).subarray(0, 2)], [0x50, 0x4b]);
        },
      );

      await t.test(
        'an error names the cause: too short, missing columns, no valid data, an unreadable file, a failed import',
        async () => {
          const page = await stage.open(stage.api.sales, AT);
          await give(page, 'corto.xlsx', workbookOf([ORDER_HEADERS]));
          await fault(page, 'Il file Excel deve contenere almeno una riga di intestazione e una riga di dati');
          await give(page, 'vuoto.xlsx', workbookOf([]));
          await fault(page, 'Il file Excel deve contenere almeno una riga di intestazione e una riga di dati');
          await give(
            page,
            'colonne.xlsx',
            workbookOf([ORDER_HEADERS.slice(0, 5).map((text) => text.replace('Quantità', 'Pezzi')), row('A')]),
          );
          await fault(page, 'Colonne mancanti: quantità, prezzo unitario');
          await give(
            page,
            'niente.xlsx',
            workbookOf([ORDER_HEADERS, row(''), row('A', { code: null }), row('B', { quantity: 0 })]),
          );
          await fault(page, 'Nessun dato valido trovato nel file');
          await dialog(page).getByText("Manca il numero d'ordine del cliente: 1 riga").waitFor();
          await assertAccessible(page, 'a refused file');
          await give(page, 'testo.xlsx', Buffer.from('numero ordine cliente;data ordine'));
          await fault(page, 'Errore nella lettura del file Excel');

          // A header matches when it contains the column's name; the first row that is not empty is the header row.
          await give(
            page,
            'titoli.xlsx',
            workbookOf([[null], ORDER_HEADERS.map((text) => `· ${text.toUpperCase()} (*)`), row('T-1')]),
          );
          await preview(page);
          await page.route('**/api/customer-orders/bulk-import', (route) =>
            route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '', error: '' } }),
          );
          await confirm(page);
          await fault(page, "Errore durante l'importazione");
          await page.unrouteAll();
          await page.route('**/api/customer-orders/bulk-import', (route) =>
            route.fulfill({
              status: 409,
              json: { code: 'IN_USE', message: 'Detto dal server', error: 'Detto dal server' },
            }),
          );
          await dialog(page).getByRole('button', { name: 'Riprova' }).click();
          await fault(page, 'Detto dal server');
          await assertAccessible(page, 'an import that failed');
          await page.unrouteAll();
          await dialog(page).getByRole('button', { name: 'Riprova' }).click();
          await results(page);
          await dialog(page).getByText('1 ordine creato').waitFor();
        },
      );
    },
  );

  matrixTest('an import cannot be confirmed before the preselected customer is loaded', async () => {
    const page = await stage.open(stage.api.sales, AT);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/customers?*', async (route) => {
      await released;
      await route.continue();
    });
    await give(page, 'righe.xlsx', workbookOf([ORDER_HEADERS, row('PRIMO-1')]));
    await preview(page);
    const button = dialog(page).getByRole('button', { name: 'Conferma' });
    assert.equal(await button.isEnabled(), false);
    release();
    await button.click();
    await results(page);
    await dialog(page).getByText('1 ordine creato').waitFor();
  });

  matrixTest('hostile and broken files show a message, and the page keeps working', async () => {
    const page = await stage.open(stage.api.sales, AT);
    const misstated = workbookParts([ORDER_HEADERS, row('B')]).map((part) =>
      part.name.endsWith('sheet1.xml') ? { ...part, content: Buffer.alloc(50_000_000), claims: 2000 } : part,
    );
    const bomb = [
      ...workbookParts([ORDER_HEADERS, row('B')]),
      { name: 'xl/media/zero.bin', content: Buffer.alloc(70_000_000) },
    ];
    const many = [
      ...workbookParts([ORDER_HEADERS, row('B')]),
      ...Array.from({ length: 1500 }, (_, n) => ({ name: `xl/p${n}`, content: '' })),
    ];
    const cases: [string, Buffer, string][] = [
      ['vuoto.xlsx', Buffer.alloc(0), 'Il file è vuoto'],
      ['grande.xlsx', Buffer.alloc(10_000_001), 'Il file supera i 10 MB'],
      ['immagine.xlsx', randomBytes(5000), 'Non è una cartella di lavoro di Excel'],
      [
        'lettera.docx',
        zipOf([{ name: 'word/document.xml', content: '<w/>' }]),
        'Non è una cartella di lavoro di Excel',
      ],
      [
        'tagliato.xlsx',
        workbookOf([ORDER_HEADERS, row('A')]).subarray(0, 600),
        'Non è una cartella di lavoro di Excel',
      ],
      ['bomba.xlsx', zipOf(bomb), 'Il contenuto del file è troppo grande'],
      ['bugiardo.xlsx', zipOf(misstated), 'Non è una cartella di lavoro di Excel'],
      ['parti.xlsx', zipOf(many), 'Il contenuto del file è troppo grande'],
      [
        'chiuso.xlsx',
        zipOf(workbookParts([ORDER_HEADERS]).map((part) => ({ ...part, isEncrypted: true }))),
        'protetto da una password',
      ],
      [
        'rotto.xls',
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(5000)]),
        'Errore nella lettura del file Excel',
      ],
      [
        'strano.xlsx',
        zipOf(workbookParts([]).map((part) => ({ ...part, content: '<<<&&& ]]>' }))),
        'Errore nella lettura',
      ],
      [
        'centomila.xlsx',
        workbookOf([ORDER_HEADERS, ...Array.from({ length: 100_000 }, (_, n) => row(`M-${n}`))]),
        'Il file ha più di 5.000 righe',
      ],
    ];
    for (const [name, content, message] of cases) {
      await give(page, name, content);
      await dialog(page)
        .getByRole('alert')
        .filter({ hasText: name })
        .filter({ hasText: message })
        .waitFor({ timeout: 30_000 });
      assert.equal(await page.evaluate(() => new Promise((done) => setTimeout(() => done('alive'), 0))), 'alive');
    }
    assert.equal(page.workers().length, 0, 'no reader is left');
    // A merged title row is not taken as the header row; formulas are imported by their cached values.
    await chooseFixture(page, 'intestazioni-unite.xlsx');
    await fault(
      page,
      'Colonne mancanti: numero ordine cliente, data ordine, codice prodotto, quantità, data consegna, prezzo unitario',
    );
    // Five thousand rows after many blank ones are found.
    const sparse = [ORDER_HEADERS, ...Array.from({ length: 7000 }, () => [null]), row('LONTANO')];
    await give(page, 'sparso.xlsx', workbookOf(sparse));
    await preview(page);
    assert.deepEqual(
      (await cellsOf(rowsOf(page))).map((cells) => cells.slice(0, 3)),
      [['7.002', 'Da importare', 'LONTANO']],
    );
  });

  matrixTest('reading a file stops after a time limit', async () => {
    const page = await stage.open(stage.api.sales, AT);
    await dialog(page).getByRole('button', { name: 'Scegli il file Excel' }).waitFor();
    await page.clock.install();
    const content = workbookOf([ORDER_HEADERS, ...Array.from({ length: 200_000 }, (_, n) => row(`M-${n}`))]);
    await give(page, 'lento.xlsx', content);
    await page.getByRole('dialog', { name: 'Lettura del file' }).waitFor();
    await page.clock.fastForward(21_000);
    await fault(page, 'La lettura richiede troppo tempo ed è stata interrotta');
    // The browser reports the end of a worker a moment later.
    for (let waits = 0; waits < 100 && page.workers().length > 0; waits++) await sleep(20);
    assert.equal(page.workers().length, 0, 'the worker has ended');
  });

  matrixTest(
    '5,000 rows are read and sent without blocking the page, with real progress, and can be stopped and continued',
    async (t) => {
      const content = workbookOf([
        ORDER_HEADERS,
        ...Array.from({ length: 5000 }, (_, n) => row(`V-${String(n % 2500).padStart(4, '0')}`, { quantity: n + 1 })),
      ]);
      const page = await stage.open(stage.api.sales, AT);
      await page.evaluate(() => {
        const tasks: number[] = [];
        Object.assign(globalThis, { tasks });
        new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
          type: 'longtask',
        });
      });
      await give(page, 'cinquemila.xlsx', content);
      await preview(page);
      await dialog(page).getByText('5.000 righe da importare in 2.500 ordini').waitFor();
      assert.ok((await rowsOf(page).count()) < 60, 'rows out of sight are not drawn');
      await dialog(page).getByText('Con avvisi', { exact: true }).click();
      await dialog(page).getByText('Tutte', { exact: true }).click();
      await dialog(page)
        .getByRole('grid')
        .evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }));
      await rowsOf(page).filter({ hasText: '5.001' }).waitFor();
      // Reports the longest task without a limit, since a loaded machine makes any task longer.
      const longest = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
      t.diagnostic(`longest task of the page: ${Math.round(longest)} ms`);

      // The third chunk fails: the earlier chunks stay imported, and the retry continues with the same key.
      const keys: string[] = [];
      let fails = true;
      await page.route('**/api/customer-orders/bulk-import', async (route) => {
        if (!isImport(route.request())) return route.continue();
        keys.push(route.request().headers()['idempotency-key']!);
        if (keys.length >= 3 && fails) return route.fulfill({ status: 500, json: {} });
        return route.continue();
      });
      await confirm(page);
      await fault(page, 'Righe già inviate: 1.000 di 5.000');
      fails = false;
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        void page.route('**/api/customer-orders/bulk-import', async (route) => {
          if (keys.length === 4 && isImport(route.request()))
            await new Promise<void>((go) => ((release = go), resolve()));
          await route.fallback();
        });
      });
      await dialog(page).getByRole('button', { name: 'Riprova' }).click();
      await held;
      await dialog(page).getByText('1.500 di 5.000 righe inviate').waitFor();
      const bar = dialog(page).getByRole('progressbar');
      assert.equal(await bar.getAttribute('aria-valuetext'), '30%');
      await assertAccessible(page, 'sending');
      await dialog(page).getByRole('button', { name: 'Interrompi' }).click();
      release();
      await results(page);
      assert.equal(keys[3], keys[2], 'the refused parcel carries its key again');
      await dialog(page).getByText('1.000 ordini creati').waitFor();
      await dialog(page).getByText('3.000 righe non inviate').waitFor();
      await dialog(page).getByRole('button', { name: 'Importa un altro file' }).click();
      await page.unrouteAll();
      await give(page, 'cinquemila.xlsx', content);
      await preview(page);
      await confirm(page);
      await results(page);
      await dialog(page).getByText('1.500 ordini creati').waitFor();
      await dialog(page).getByText('1.000 avvisi · 0 errori').waitFor();
      const { headers } = await stage.api.sales.get(`/customer-orders?customer_id=${made.first}&q=V-&limit=1`);
      assert.equal(headers.get('x-total-count'), '2500');
      const [one] = await ordersOf(made.first, 'V-2499');
      assert.deepEqual(
        linesOf(one!).map(([, quantity]) => quantity),
        [2500, 5000],
      );
    },
  );

  matrixTest(
    'J05 every call of customer orders with its payload; a customer list that is not an array is empty; USER_INACTIVE ends the session with its message at /login',
    async () => {
      const page = await stage.open(stage.api.sales, '/ordiniclienti');
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/api\/(customer-orders|customers)/.test(pathname)) {
          const bearer = /^Bearer .+/.test(request.headers()['authorization'] ?? '') ? '' : ' without a token';
          asked.push(`${request.method()} ${pathname.replace(/\d+$/, '{id}')}${bearer}`);
        }
      });
      await page.route('**/api/customers?*', (route) => route.fulfill({ json: { nobody: true } }));
      await page.goto(`${stage.api.url}/ordiniclienti/inserimento-ordine?edit=new`);
      await page.getByRole('combobox', { name: 'Cliente' }).click();
      await page.getByRole('listbox', { name: 'Cliente' }).getByText('Nessun risultato').waitFor();
      await page.unrouteAll();
      const order = (number: string) => ({
        customer_id: made.first,
        order_date: '2026-03-01',
        requested_delivery_date: '2026-03-20',
        customer_order_number: number,
        notes: 'n',
        items: [
          {
            product_id: null,
            code: 'ROTOLO-80',
            unit_price: 1,
            price_per_pack: 1,
            quantity: 2,
            delivery_date: '2026-03-20',
            total: 2,
            packs: 0,
          },
        ],
      });
      const posted = (await stage.api.sales.post('/customer-orders', order('J5'))).body;
      assert.equal(posted.items[0].total, 2);
      await page.goto(`${stage.api.url}/ordiniclienti/inserimento-ordine?edit=${posted.id}`);
      await page.getByLabel('Note', { exact: true }).fill('cambiata');
      const putting = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByRole('button', { name: 'Salva' }).click();
      const put = (await putting).postDataJSON();
      assert.deepEqual(Object.keys(put).toSorted(), [
        'cig',
        'cup',
        'customer_id',
        'customer_order_number',
        'items',
        'notes',
        'order_date',
        'requested_delivery_date',
      ]);
      assert.deepEqual(
        Object.keys(put.items[0])
          .filter((key) => key !== 'id')
          .toSorted(),
        ['code', 'delivery_date', 'packs', 'price_per_pack', 'product_id', 'quantity', 'total', 'unit_price'],
      );
      await page.getByText(/aggiornato/).waitFor();
      assert.equal((await stage.api.sales.get(`/customer-orders/${posted.id}`)).body.notes, 'cambiata');
      await page.goto(`${stage.api.url}/ordiniclienti/inserimento-ordine?edit=new`);
      await choose(page, page.getByRole('combobox', { name: 'Cliente' }), 'Acetificio Nord');
      await page.getByRole('textbox', { name: 'Consegna richiesta' }).fill('20/04/2026');
      await choose(page, page.getByRole('combobox', { name: 'Cerca prodotto' }), 'ROTOLO-80');
      await page.getByLabel('Prezzo unitario, riga 1').fill('1');
      await page.getByLabel('Quantità, riga 1').fill('1');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText(/creato/).waitFor();
      await page.goto(`${stage.api.url}${AT}`);
      await give(page, 'j5.xlsx', workbookOf([ORDER_HEADERS, row('J5-x')]));
      await preview(page);
      await confirm(page);
      await results(page);
      for (const call of [
        'GET /api/customers',
        'GET /api/customer-orders',
        'GET /api/customer-orders/{id}',
        'POST /api/customer-orders',
        'PUT /api/customer-orders/{id}',
        'POST /api/customer-orders/bulk-import',
      ])
        assert.ok(asked.includes(call), call);
      assert.deepEqual(
        asked.filter((call) => call.endsWith('without a token')),
        [],
      );

      // The user is deactivated: the next call, of any kind, ends the session.
      const acts: [string, (page: Page) => Promise<void>][] = [
        ['list', (inside) => inside.getByRole('button', { name: 'Cliente', exact: true }).click()],
        ['one', (inside) => inside.getByRole('link', { name: /^OC-/ }).first().click()],
        [
          'import',
          async (inside) => {
            await inside.getByRole('button', { name: 'Importa da Excel' }).click();
            await give(inside, 'j5.xlsx', workbookOf([ORDER_HEADERS, row('J5-y')]));
            await preview(inside);
            await inside.waitForFunction(
              () => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value !== '',
            );
          },
        ],
      ];
      for (const [name, act] of acts) {
        const user = (
          await stage.api.admin.post('/users', {
            username: `j5-${name}`,
            name,
            role: 'sales',
            password: 'parola-Lunga-7',
          })
        ).body;
        const session = await stage.api.signIn(`j5-${name}`, 'parola-Lunga-7');
        const inside = await stage.open(session, '/ordiniclienti/inserimento-ordine');
        await inside.getByRole('link', { name: /^OC-/ }).first().waitFor();
        if (name === 'import') await act(inside);
        const off = await stage.api.admin.put(`/users/${user.id}`, { is_active: false });
        assert.equal(off.status, 200, JSON.stringify(off.body));
        const left = inside.waitForURL((url) => url.pathname === '/login');
        // The end of the event stream may end the session before the act.
        await Promise.any([name === 'import' ? confirm(inside) : act(inside), left]);
        await left;
        await inside.getByText('La tua sessione è scaduta. Effettua nuovamente il login.').first().waitFor();
        assert.deepEqual(await inside.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]), [
          null,
          null,
        ]);
      }
    },
  );

  for (const look of [
    { dark: true, language: 'fr' as const },
    { viewport: TABLET, language: 'en' as const },
    { viewport: PHONE, dark: true },
  ])
    matrixTest(`the steps are accessible and fit, ${JSON.stringify(look)}`, async () => {
      const page = await stage.open(stage.api.sales, AT, look);
      await dialog(page).locator('dl').waitFor();
      await assertAccessible(page, 'choice');
      await page.locator('input[type=file]').setInputFiles(path.join(FIXTURES, 'ordini.xlsx'));
      await rowsOf(page).first().waitFor();
      await assertAccessible(page, 'preview');
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'no horizontal overflow',
      );
      await dialog(page)
        .getByRole('button', { name: /^(Conferma|Confirmer|Confirm)$/ })
        .click();
      await dialog(page).locator('[class*=Alert]').first().waitFor();
      await rowsOf(page).first().waitFor();
      await assertAccessible(page, 'results');
    });

  matrixTest('the keyboard alone can import a file', async () => {
    const page = await stage.open(stage.api.sales, '/ordiniclienti/inserimento-ordine');
    // Registers the listener long before the key press: the browser reports file choosers only after it has enabled
    // this.
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Importa da Excel' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Scegli il file Excel');
    await page.keyboard.press('Enter');
    const chooser = await chosen;
    await chooser.setFiles({ name: 'tasti.xlsx', mimeType: EXCEL, buffer: workbookOf([ORDER_HEADERS, row('TASTI')]) });
    await preview(page);
    const isOn = (text: string) => page.evaluate((wanted) => document.activeElement?.textContent === wanted, text);
    for (let tabs = 0; tabs < 20 && !(await isOn('Conferma')); tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await results(page);
    await dialog(page).getByText('1 ordine creato').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });
});
