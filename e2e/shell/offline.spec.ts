/** The shop floor without a network: what waits on the device, and what of it reaches the ledger. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { startApi } from '../../server/src/testing/api.ts';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { choose, enterDay } from '../support/by-hand.ts';
import { createProfile, signInTo, type OwnBrowser } from '../support/own-browser.ts';

const api = startApi();
const made = {} as Record<'main' | 'far' | 'paper' | 'film', number>;

interface Floor {
  order: { id: number; order_number: string; items: { id: number }[] };
  count: { id: number };
}

async function prepare() {
  made.main = (await createWarehouse(api.admin, { name: 'Materie prime' })).id;
  made.far = (await createWarehouse(api.admin, { name: 'Deposito esterno' })).id;
  made.paper = (await createProduct(api.admin, { code: 'CARTA-1', description: 'Carta kraft' })).id;
  made.film = (await createProduct(api.admin, { code: 'FILM-1', description: 'Film' })).id;
  await createMovement(api.admin, loadBody(made.paper, made.main, 100));
  await createMovement(api.admin, loadBody(made.film, made.main, 100));
}
async function createFloor(number: string): Promise<Floor> {
  const supplier = await createSupplier(api.admin);
  const items = [{ product_id: made.paper, quantity: 50, unit_price: 1 }];
  const order = await createPurchaseOrder(api.admin, supplier.id, items, { order_number: number });
  const count = await api.admin.post('/stock-counts', { warehouse_id: made.main });
  return { order: order as unknown as Floor['order'], count: count.body };
}
async function inStock(product: number, warehouse: number): Promise<number> {
  const { body } = await api.admin.get(`/stock/product/${product}?warehouse_id=${warehouse}`);
  return body.reduce((sum: number, row: { quantity: number }) => sum + row.quantity, 0);
}

function mark(page: Page, count: number): Locator {
  return page.getByRole('button', { name: `${count} operazion${count === 1 ? 'e' : 'i'} da inviare` });
}
function countedOf(page: Page, code: string) {
  return page.getByRole('textbox', { name: `Quantità contata · ${code}` });
}
async function fillReceipt(page: Page, quantity: string) {
  await page.getByLabel('Numero documento (DDT)').fill('DDT-7');
  await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2025');
  await page.getByLabel('Quantità da ricevere · CARTA-1').fill(quantity);
  await choose(page, page.getByRole('combobox', { name: 'Magazzino · CARTA-1' }), 'Deposito esterno');
}
async function count(page: Page, code: string, quantity: string) {
  await countedOf(page, code).fill(quantity);
  await countedOf(page, code).blur();
}
/** Reads the screens once, until the worker and the data are on the device. */
async function readAhead(page: Page, { order, count: { id } }: Floor) {
  await page.getByRole('heading', { level: 1, name: order.order_number }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isKept = (path: string) =>
    page.waitForFunction(
      async (wanted) => {
        const request = indexedDB.open('bobina');
        const database = await new Promise<IDBDatabase>((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
        const keys = database.transaction('answers').objectStore('answers').getAllKeys();
        await new Promise((resolve) => {
          keys.onsuccess = resolve;
        });
        database.close();
        return (keys.result as [number, string][]).some(([, path]) => path.startsWith(wanted));
      },
      path,
      { polling: 300 },
    );
  for (const path of ['/warehouses', '/products', '/stock?', `/stock-counts/${id}`, `/goods-receipts/order-details/`])
    await isKept(path);
}

describe('without a network', () => {
  let profile: OwnBrowser;
  let context: BrowserContext;
  before(prepare);
  before(() => {
    profile = createProfile();
  });
  after(async () => {
    await context?.close();
    profile.remove();
  });

  test('S39 a receipt, a count and a transfer survive the loss of the network and a restart, and the ledger is correct', async () => {
    const floor = await createFloor('OF-OFFLINE');
    context = await profile.start();
    let page = await signInTo(context, api.url, api.warehouse, `/operazioni/ricezione-merce/${floor.order.id}`);
    await readAhead(page, floor);

    // The server books the receipt, but its answer is lost, and with it the network.
    await fillReceipt(page, '30');
    await page.route('**/api/goods-receipts/receive', async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await mark(page, 1).waitFor();
    await page.getByText('Salvato su questo dispositivo').first().waitFor();
    assert.equal(await inStock(made.paper, made.far), 30);

    await page.goto(`${api.url}/report/inventario?sheet=${floor.count.id}`);
    await count(page, 'FILM-1', '95');
    await mark(page, 2).waitFor();
    await page.getByText("1 quantità contata attende l'invio").waitFor();

    await page.goto(`${api.url}/operazioni/trasferimenti`);
    await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie prime');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Deposito esterno');
    await page.getByRole('combobox', { name: 'Aggiungi prodotto' }).fill('carta-1');
    await page.getByRole('option', { name: 'CARTA-1 · ' }).click();
    await page.getByRole('textbox', { name: 'Quantità · CARTA-1' }).fill('40');
    await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
    await mark(page, 3).waitFor();

    await context.close();
    // Sold after the count, before the count reaches the server.
    await createMovement(api.admin, { ...loadBody(made.film, made.main, 10), movement_type: 'S' });
    assert.equal(await inStock(made.paper, made.main), 100, 'the transfer has not reached the server');

    context = await profile.start();
    await context.setOffline(true);
    page = context.pages()[0]!;
    await page.goto(`${api.url}/report/inventario?sheet=${floor.count.id}`);
    await mark(page, 3).waitFor();
    assert.equal(await countedOf(page, 'FILM-1').inputValue(), '95');

    await context.setOffline(false);
    await mark(page, 0).waitFor({ timeout: 40_000 });
    assert.deepEqual(
      [await inStock(made.paper, made.far), await inStock(made.paper, made.main)],
      [70, 60],
      'the receipt is booked once, the transfer too',
    );
    const { body: sheet } = await api.admin.get(`/stock-counts/${floor.count.id}`);
    const film = sheet.items.find((item: { product_id: number }) => item.product_id === made.film);
    assert.deepEqual([film.book_quantity, film.counted_quantity, film.difference], [100, 95, -5]);
    assert.equal((await api.admin.post(`/stock-counts/${floor.count.id}/post`)).status, 200);
    assert.equal(await inStock(made.film, made.main), 85);
    const { body: receipts } = await api.admin.get(`/goods-receipts/order-details/${floor.order.id}`);
    assert.equal(receipts.items[0].received_quantity, 30);
    await context.close();
  });
});
