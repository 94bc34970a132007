/** A barcode scanner on screens that have no code field. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createMachine,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { scan, typeInto } from '../support/by-hand.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
function palette(page: Page) {
  return page.getByRole('combobox', { name: /^Cerca schermate/ });
}
function searched(page: Page, text: string) {
  return page.waitForFunction((wanted) => (document.activeElement as HTMLInputElement).value === wanted, text);
}

describe('a scan', () => {
  test('opens the only record that the code names: by code, by GTIN, by the GS1 label of a product', async () => {
    const { id } = await createProduct(api.admin, { code: 'BOBINA-7', barcode: '8001090310323' });
    const page = await open(api.admin, '/');
    for (const code of ['BOBINA-7', '8001090310323', ']C10108001090310323']) {
      await page.goto(`${api.url}/`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await scan(page, code);
      await page.waitForURL(new RegExp(`/anagrafica/prodotti/${id}$`));
      assert.equal(await palette(page).count(), 0);
    }
  });

  test('opens the search for the label of an unknown batch, and for a code of several records', async () => {
    await createProduct(api.admin, { code: 'DOPPIO-1' });
    await createMachine(api.admin, { code: 'DOPPIO-1' });
    const page = await open(api.admin, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [code, text, name] of [
      ['BOBINA-7*L-1', 'BOBINA-7', /BOBINA-7/],
      [']C1010800109031032310L-1', '8001090310323', /BOBINA-7/],
      ['DOPPIO-1', 'DOPPIO-1', /DOPPIO-1/],
    ] as const) {
      await scan(page, code);
      await palette(page).waitFor();
      await searched(page, text);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'detached' });
    }
  });

  matrixTest('does not type into a number field, and stays in a text field', async () => {
    const page = await open(api.admin, '/anagrafica/impostazioni');
    const field = page.getByLabel('Tolleranza di ricezione');
    await field.waitFor();
    await typeInto(field, '12,5');
    await page.keyboard.press('End'); // ends the key sequence like a pause, without waiting
    await scan(page, '4006381333931');
    await palette(page).waitFor();
    await searched(page, '4006381333931');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '12,5');
    // The label of a shelf is short; a short number or word is typed.
    for (const [code, isScan] of [
      ['A1-04', true],
      ['A1-4', true],
      ['A-1', false],
      ['12345', false],
      ['ABCDE', false],
      // A number is typed, however fast.
      ['1.120,5', false],
      ['-1120,55', false],
      ['1000000', false],
      ['40063813', true],
    ] as const) {
      await typeInto(field, '12,5');
      await page.keyboard.press('End');
      await scan(page, code);
      if (isScan) {
        await palette(page).waitFor();
        await searched(page, code);
        await page.keyboard.press('Escape');
        await palette(page).waitFor({ state: 'detached' });
      } else assert.equal(await palette(page).count(), 0, code);
      assert.equal(await field.inputValue(), isScan ? '12,5' : `12,5${code}`);
    }
    await page.goto(`${api.url}/anagrafica/prodotti/nuovo`);
    const barcode = page.getByLabel('Codice a barre');
    await barcode.focus();
    await scan(page, '8001090310323');
    assert.equal(await barcode.inputValue(), '8001090310323');
    assert.equal(await palette(page).count(), 0);
  });

  matrixTest('of the number of a document on a list keeps its slash instead of opening the search', async () => {
    const { id: supplier } = await createSupplier(api.admin);
    const { id: product } = await createProduct(api.admin);
    const order = await createPurchaseOrder(api.admin, supplier, [{ product_id: product, quantity: 1, unit_price: 1 }]);
    const page = await open(api.warehouse, '/operazioni/ordini-fornitori');
    await page.getByRole('searchbox').waitFor();
    assert.match(order.order_number, /\//);
    await scan(page, order.order_number);
    await page.waitForURL((url) => url.pathname === `/operazioni/ordini-fornitori/${order.id}`);
  });

  matrixTest('of an order on the receipts opens its receipt while it is open, and otherwise the order', async () => {
    const { id: supplier } = await createSupplier(api.admin);
    const { id: product } = await createProduct(api.admin, { code: 'RICEVUTO-1' });
    const { id: warehouse_id } = await createWarehouse(api.admin);
    const lines = [{ product_id: product, quantity: 1, unit_price: 1 }];
    const [awaited, done] = [
      await createPurchaseOrder(api.admin, supplier, lines),
      await createPurchaseOrder(api.admin, supplier, lines),
    ];
    const received = await api.admin.post('/goods-receipts/receive', {
      document_number: 'BOLLA-1',
      document_date: '2026-03-02',
      order_id: done.id,
      items: [{ order_item_id: done.items[0]!.id, product_id: product, warehouse_id, quantity: 1 }],
    });
    assert.equal(received.status, 201, JSON.stringify(received.body));
    const page = await open(api.warehouse, '/operazioni/ricezione-merce');
    const scanOnList = async (code: string, path: string) => {
      await page.goto(`${api.url}/operazioni/ricezione-merce`);
      await page.getByRole('link', { name: awaited.order_number }).waitFor();
      await scan(page, code);
      await page.waitForURL((url) => url.pathname + url.search === path);
    };
    await scanOnList(awaited.order_number, `/operazioni/ricezione-merce/${awaited.id}`);
    await scanOnList(done.order_number, `/operazioni/ordini-fornitori/${done.id}`);
    await scanOnList('RICEVUTO-1', '/report/giacenze?code=RICEVUTO-1');
  });

  matrixTest('while the page still loads opens the record as soon as it has loaded', async () => {
    const { id } = await createProduct(api.admin, { code: 'PRESTO-1' });
    const page = await open(api.admin, '/report');
    const { promise: isLet, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      await isLet;
      await route.continue();
    });
    await page.goto(`${api.url}/report`, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'earlyKeys' in globalThis && document.body);
    await scan(page, 'PRESTO-1');
    release();
    await page.waitForURL(new RegExp(`/anagrafica/prodotti/${id}$`));
  });
});
