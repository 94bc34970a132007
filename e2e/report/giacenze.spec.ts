/** Stock levels. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { cellsOf, enterDay, scan } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/report/giacenze';

async function prepare() {
  const { orders, warehouse } = stage.api;
  const main = await createWarehouse(orders, { name: 'Materie prime' });
  const far = await createWarehouse(orders, { name: 'Deposito esterno' });
  const glue = await createProduct(orders, {
    code: 'COLLA-1',
    description: 'Colla vinilica',
    category: 'Adesivi',
    has_batch: true,
    has_expiry_date: true,
  });
  const paper = await createProduct(orders, { code: 'CARTA-1', description: 'Carta kraft', category: 'Carta' });
  const load = async (given: object) => {
    const answer = await warehouse.post('/stock-movements', {
      movement_type: 'C',
      movement_date: '2025-01-10',
      ...given,
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  };
  await load({
    product_id: glue.id,
    warehouse_id: main.id,
    quantity: 0.1,
    batch_number: 'L-1',
    expiry_date: '2027-01-01',
  });
  await load({
    product_id: glue.id,
    warehouse_id: main.id,
    quantity: 0.2,
    batch_number: 'L-2',
    expiry_date: '2027-02-01',
  });
  await load({
    product_id: glue.id,
    warehouse_id: far.id,
    quantity: 5,
    batch_number: 'L-1',
    expiry_date: '2027-01-01',
  });
  await load({ product_id: paper.id, warehouse_id: main.id, quantity: 8767 });
}

const PAGED = 120;
const BATCHES = 131;

/** Adds 120 products, and 131 batches of COLLA-1 in a warehouse, so that both need several pages. */
async function fillPages() {
  const { orders, warehouse } = stage.api;
  const { id: place } = await createWarehouse(orders, { name: 'Pagine' });
  const { body: found } = await warehouse.get('/stock/summary?code=COLLA-1');
  const glue = found[0]!.product_id as number;
  const number = (n: number) => String(n + 1).padStart(3, '0');
  await Promise.all(
    Array.from({ length: PAGED }, async (_, n) => {
      const { id } = await createProduct(orders, { code: `PAGINE-${number(n)}`, unit_of_measure: 'm' });
      await createMovement(warehouse, loadBody(id, place, 1));
    }),
  );
  await Promise.all(
    Array.from({ length: BATCHES }, (_, n) =>
      createMovement(
        warehouse,
        loadBody(glue, place, 1, { batch_number: `P-${number(n)}`, expiry_date: '2030-01-01' }),
      ),
    ),
  );
  return glue;
}

function rows(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
function codes(page: Page, wanted: string[]) {
  return page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('[role="grid"] [data-index]')]
        .map((row) => row.querySelectorAll('[role="gridcell"]')[1]?.textContent)
        .join() === expected,
    wanted.join(),
  );
}

describe('stock levels', () => {
  matrixTest('an empty list and a failed load show a message', async () => {
    const page = await stage.open(stage.api.warehouse, PATH);
    await page.getByRole('heading', { name: 'Nessuna giacenza' }).waitFor();
    await page.getByRole('link', { name: 'Nuovo movimento' }).waitFor();
    await assertAccessible(page, 'nothing in stock');
    const failing = await stage.open(stage.api.warehouse, '/report', { dark: true });
    for (const url of ['**/api/stock/summary?*', '**/api/warehouses?*'])
      await failing.route(url, (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
    await failing.getByRole('link', { name: 'Giacenze' }).click();
    await failing.getByText('Errore nel caricamento dei magazzini').waitFor();
    await failing.getByText('Errore nel caricamento delle giacenze').first().waitFor();
    await assertAccessible(failing, 'loading failed, dark');
  });

  describe('with stock', () => {
    before(prepare);

    test('H02 counts products, filters by contains without case and by warehouse, expands to warehouses and batches, and refresh clears the filters', async () => {
      const page = await stage.open(stage.api.warehouse, '/report');
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/stock/summary?*', async (route) => (await held, route.continue()));
      await page.getByRole('link', { name: 'Giacenze' }).click();
      await page.locator('[role="grid"][aria-busy="true"]').waitFor();
      release();
      await page.getByText('2 prodotti').waitFor();
      assert.deepEqual(
        (await page.getByRole('columnheader').allInnerTexts()).slice(1).map((text) => text.trim()),
        ['Codice', 'Descrizione', 'Famiglia', 'Quantità totale'],
      );
      assert.deepEqual(
        (await cellsOf(rows(page))).map((cells) => cells.slice(1)),
        [
          ['CARTA-1', 'Carta kraft', 'Carta', '8.767 kg'],
          ['COLLA-1', 'Colla vinilica', 'Adesivi', '5,3 kg'],
        ],
      );
      for (const [label, text] of [
        ['Cerca per codice', 'olla'],
        ['Cerca per descrizione', 'VINIL'],
        ['Cerca per famiglia', 'DESIV'],
      ] as const) {
        await page.getByRole('searchbox', { name: label }).fill(text);
        await codes(page, ['COLLA-1']);
        await page.getByRole('button', { name: 'Azzera tutti i filtri' }).click();
        await codes(page, ['CARTA-1', 'COLLA-1']);
        assert.equal(await page.getByRole('searchbox', { name: label }).inputValue(), '');
      }
      await page.getByRole('searchbox', { name: 'Cerca per codice' }).fill('nessuno');
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      await page.getByRole('button', { name: 'Azzera tutti i filtri' }).click();
      await codes(page, ['CARTA-1', 'COLLA-1']);
      const warehouse = page.getByRole('combobox', { name: 'Magazzino' });
      assert.equal(await warehouse.inputValue(), 'Tutti i magazzini');
      await warehouse.click();
      await page.getByRole('option', { name: 'Deposito esterno' }).click();
      await codes(page, ['COLLA-1']);
      await page.getByText('1 prodotto').waitFor();
      assert.deepEqual((await cellsOf(rows(page)))[0]!.slice(-1), ['5 kg']);
      await page.getByRole('button', { name: 'Azzera tutti i filtri' }).click();
      await codes(page, ['CARTA-1', 'COLLA-1']);
      assert.equal(await warehouse.inputValue(), 'Tutti i magazzini');

      await page.getByText('Colla vinilica').click();
      const row = rows(page).filter({ hasText: 'COLLA-1' });
      await row.getByText('Magazzini: 2').waitFor();
      await row.getByText('Lotti: 2').waitFor();
      const place = page.getByRole('region', { name: 'Materie prime' });
      await place.getByText('0,3 kg').waitFor();
      await place.getByText('L-2').waitFor();
      assert.deepEqual(
        (await place.getByRole('row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
        ['Lotto Quantità Scadenza', 'L-1 0,1 kg 01/01/2027', 'L-2 0,2 kg 01/02/2027'],
      );
      await assertAccessible(page, 'expanded');
      await page.getByText('Colla vinilica').click();
      await place.waitFor({ state: 'detached' });
    });

    test('the number of a batch, typed or scanned as a code, leads to the batch', async () => {
      const page = await stage.open(stage.api.warehouse, PATH);
      await codes(page, ['CARTA-1', 'COLLA-1']);
      const search = page.getByRole('searchbox', { name: 'Cerca per codice' });
      for (const code of ['l-2', 'COLLA-1*L-2']) {
        await search.fill('');
        await search.focus();
        await scan(page, code);
        await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
        await page.getByText('È il numero di un lotto:').waitFor();
        assert.equal(await search.inputValue(), code);
      }
      await assertAccessible(page, 'a batch');
      await page.getByRole('link', { name: /^L-2/ }).click();
      await page.getByRole('heading', { level: 1, name: 'L-2' }).waitFor();
    });

    matrixTest('H03 prints with and without batches, after a delay once the page is ready', async () => {
      const page = await stage.open(stage.api.warehouse, PATH);
      await codes(page, ['CARTA-1', 'COLLA-1']);
      await page.context().addInitScript(() => {
        const real = window.setTimeout.bind(window);
        Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }), setTimeout: real });
      });
      await page.evaluate(() => {
        const real = window.setTimeout.bind(window);
        const waits: (number | undefined)[] = [];
        Object.assign(window, {
          waits,
          setTimeout: (work: () => void, wait?: number) => (waits.push(wait), real(work, wait)),
        });
      });
      const print = async (withBatches: boolean) => {
        await page.getByRole('button', { name: 'Stampa' }).click();
        const menu = page.getByRole('dialog');
        await menu.getByRole('checkbox', { name: 'Includi dettagli lotti' }).setChecked(withBatches);
        if (withBatches) await assertAccessible(page, 'the print menu');
        const [paper] = await Promise.all([
          page.waitForEvent('popup'),
          menu.getByRole('button', { name: 'Stampa' }).click(),
        ]);
        await paper.waitForFunction(() => 'isPrinted' in window);
        return (await paper.locator('body').innerText()).replaceAll(/\s+/g, ' ');
      };
      const short = await print(false);
      assert.match(short, /COLLA-1 Colla vinilica Adesivi 5,3 kg/);
      assert.doesNotMatch(short, /L-2/);
      const long = await print(true);
      assert.match(
        long,
        /COLLA-1 · Colla vinilica.*Deposito esterno L-1 01\/01\/2027 5 kg.*Materie prime L-2 01\/02\/2027 0,2 kg/,
      );
      assert.ok(
        (await page.evaluate(() => (window as unknown as { waits: number[] }).waits)).filter((wait) => wait === 250)
          .length >= 2,
        '250 ms each',
      );
    });

    matrixTest('exports the shown rows, with numbers as numbers', async () => {
      const page = await stage.open(stage.api.warehouse, `${PATH}?sort=-quantity`);
      await codes(page, ['CARTA-1', 'COLLA-1']);
      const book = async () => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Esporta Excel' }).click(),
        ]);
        assert.match(file.suggestedFilename(), /^giacenze-\d{4}-\d\d-\d\d\.xlsx$/);
        const { read, utils } = await import('@e965/xlsx');
        const workbook = read(await readFile(await file.path()), { type: 'buffer' });
        assert.deepEqual(workbook.SheetNames, ['Giacenze']);
        return utils.sheet_to_json<unknown[]>(workbook.Sheets['Giacenze']!, { header: 1 });
      };
      const heads = ['Codice', 'Descrizione', 'Famiglia', 'Quantità totale', 'UM'];
      assert.deepEqual(await book(), [
        heads,
        ['CARTA-1', 'Carta kraft', 'Carta', 8767, 'kg'],
        ['COLLA-1', 'Colla vinilica', 'Adesivi', 5.3, 'kg'],
      ]);
      await page.getByRole('combobox', { name: 'Magazzino' }).click();
      await page.getByRole('option', { name: 'Deposito esterno' }).click();
      await codes(page, ['COLLA-1']);
      assert.deepEqual(await book(), [heads, ['COLLA-1', 'Colla vinilica', 'Adesivi', 5, 'kg']]);
    });

    for (const dark of [false, true]) {
      matrixTest(`works on a phone, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await stage.open(stage.api.warehouse, PATH, { viewport: PHONE, dark, language: 'fr' });
        await page.getByText('2 produits').waitFor();
        await page.getByRole('button', { name: 'Détails de COLLA-1' }).click();
        await page.getByRole('region', { name: 'Materie prime' }).waitFor();
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'no horizontal overflow',
        );
        await assertAccessible(page, 'on a phone');
      });
    }

    matrixTest(
      'S42 sums of the stock are paged and sorted per unit by product, by warehouse and by both, and the screen reads products and, when opened, their batches page by page',
      async () => {
        const glue = await fillPages();
        const { warehouse } = stage.api;
        const units = await warehouse.get('/stock/summary?group=warehouse&sort=-quantity');
        assert.deepEqual(
          units.body.map((row: StockSummaryRow) => [row.warehouse_name, row.unit_of_measure, row.quantity]),
          [
            ['Materie prime', 'kg', 8767.3],
            ['Pagine', 'kg', 131],
            ['Pagine', 'm', PAGED],
            ['Deposito esterno', 'kg', 5],
          ],
        );
        for (const [group, total] of [
          ['product', PAGED + 2],
          ['product_warehouse', PAGED + 4],
        ] as const) {
          const sorted: number[] = [];
          for (const offset of [0, 60, 120]) {
            const { body, headers } = await warehouse.get(
              `/stock/summary?group=${group}&sort=-quantity&limit=60&offset=${offset}`,
            );
            assert.equal(headers.get('x-total-count'), String(total), group);
            sorted.push(...body.map(({ quantity }: StockSummaryRow) => quantity));
          }
          assert.deepEqual(sorted.slice(0, 2), group === 'product' ? [8767, 136.3] : [8767, 131]);
          assert.deepEqual(
            sorted,
            sorted.toSorted((a, b) => b - a),
          );
          assert.equal(sorted.length, total);
        }

        const page = await stage.open(warehouse, '/report');
        const read: string[] = [];
        page.on('request', (request) => {
          const { pathname, searchParams } = new URL(request.url());
          if (/^\/api\/stock(\/|$)/.test(pathname))
            read.push(`${pathname} ${searchParams.get('limit')} ${searchParams.get('offset')}`);
        });
        await page.getByRole('link', { name: 'Giacenze' }).click();
        await page.getByText(`${PAGED + 2} prodotti`).waitFor();
        assert.deepEqual([...new Set(read)], ['/api/stock/summary 100 0'], 'only the first page of products');
        await page.getByRole('grid').press('Control+End');
        await page.getByText('PAGINE-120').waitFor();
        assert.deepEqual([...new Set(read)], ['/api/stock/summary 100 0', '/api/stock/summary 100 100']);

        await page.getByRole('searchbox', { name: 'Cerca per codice' }).fill('colla');
        await codes(page, ['COLLA-1']);
        read.length = 0;
        await page.getByRole('button', { name: 'Dettagli di COLLA-1' }).click();
        const there = page.getByRole('region', { name: 'Pagine' });
        const lots = there.getByRole('cell', { name: /^P-/ });
        await there.getByText('P-001').waitFor();
        assert.equal(await lots.count(), 100);
        assert.ok(read.includes(`/api/stock/product/${glue} 100 0`), read.join());
        assert.ok(!read.some((call) => call.startsWith('/api/stock ')), 'no list of all batches');
        await there.getByRole('button', { name: 'Mostra altri lotti (ne restano 31)' }).click();
        await there.getByText('P-131').waitFor();
        assert.equal(await lots.count(), 131);
        assert.ok(read.includes(`/api/stock/product/${glue} 100 100`));
        assert.equal(await there.getByRole('button').count(), 0);
      },
    );

    matrixTest(
      'what is on hold, the minimum stock and what is on order are columns that are off at first',
      async () => {
        const { orders, warehouse } = stage.api;
        const place = await createWarehouse(orders, { name: 'Film' });
        const supplier = await createSupplier(orders);
        const film = await createProduct(orders, {
          supplier_id: supplier.id,
          code: 'FILM-9',
          category: 'Film',
          has_batch: true,
          scorta_minima: 50,
        });
        for (const [batch_number, quantity] of [
          ['F-1', 30],
          ['F-2', 12.5],
        ] as const)
          await createMovement(warehouse, loadBody(film.id, place.id, quantity, { batch_number }));
        const { body: batches } = await warehouse.get(`/stock?product_id=${film.id}&q=F-2`);
        await warehouse.post(`/batches/${batches[0]!.batch_id}/hold`, { reason: 'Umida' });
        const ordered = [{ product_id: film.id, quantity: 60, unit_price: 1 }];
        await createPurchaseOrder(orders, supplier.id, ordered, { requested_arrival_date: '2026-04-20' });
        const page = await stage.open(orders, `${PATH}?code=FILM-9`);
        await page.getByRole('button', { name: 'Colonne' }).click();
        const choice = page.getByRole('dialog', { name: 'Colonne' });
        for (const name of ['Di cui bloccata', 'Scorta minima', 'In arrivo'])
          await choice.getByRole('checkbox', { name }).check();
        await page.keyboard.press('Escape');
        await page.getByRole('columnheader', { name: 'Scorta minima' }).waitFor();
        await page.getByRole('gridcell', { name: '12,5 kg' }).waitFor();
        assert.deepEqual((await cellsOf(rows(page)))[0]!.slice(-4), [
          '42,5 kg',
          '12,5 kg',
          '50 kg',
          '60 kg · 20/04/2026',
        ]);
        const supply = { lead_days: 0, min_lot: 20, lot_multiple: 8, cover_days: null, production: false };
        assert.equal((await orders.put(`/products/${film.id}/supply`, supply)).status, 200);
        await page.goto(`${stage.api.url}${PATH}?low_stock=true`);
        await page.getByRole('gridcell', { name: '60 kg · 20/04/2026' }).waitFor();
        await page.getByRole('checkbox', { name: 'Seleziona FILM-9' }).check();
        await page.getByRole('button', { name: 'Ordina', exact: true }).click();
        await page.getByText('Già in ordine: FILM-9 60 kg (20/04/2026)').waitFor();
        await hasFocus(page.getByRole('textbox', { name: 'Arrivo richiesto' }), 'the day that the form lacks');
        // 7,5 kg are missing; the supplier sells at least 20, in eights.
        await page.getByText('Lotto minimo 20 kg, multipli di 8 kg').waitFor();
        assert.equal(
          await page.locator('[data-path="items.0.quantity"], [data-path="items.0.ordered_quantity"]').inputValue(),
          '24',
        );

        // Rows of several suppliers open one after the other.
        const other = await createSupplier(orders);
        await createProduct(orders, { code: 'FILM-8', supplier_id: other.id, scorta_minima: 5 });
        await page.goto(`${stage.api.url}${PATH}?low_stock=true`);
        for (const code of ['FILM-8', 'FILM-9'])
          await page.getByRole('checkbox', { name: `Seleziona ${code}` }).check();
        await page.getByRole('button', { name: 'Ordina', exact: true }).click();
        await page.getByText('Fornitore 1 di 2').waitFor();
        await enterDay(page.getByRole('textbox', { name: 'Arrivo richiesto' }), '20/04/2026');
        await page.getByRole('textbox', { name: 'Prezzo unitario, riga 1' }).fill('2');
        await page.keyboard.press('Control+s');
        await page.getByText('Fornitore 2 di 2').waitFor();
      },
    );
  });
});
