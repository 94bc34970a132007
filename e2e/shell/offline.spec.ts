/** The shop floor without a network: the acts that wait on the device, and those that reach the ledger. */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe } from 'node:test';
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
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, scan } from '../support/by-hand.ts';
import { waitUntilKept } from '../support/kept-answers.ts';
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
  made.paper = (
    await createProduct(api.admin, { code: 'CARTA-1', description: 'Carta kraft', barcode: '8001090310323' })
  ).id;
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
/** Scans the paper on the page Scansiona; the stock is that of the data last read. */
async function scanPaper(page: Page) {
  await page.getByRole('heading', { level: 1, name: 'Scansiona' }).waitFor();
  await scan(page, '8001090310323');
  const goods = page.getByRole('region', { name: 'CARTA-1' });
  await goods.getByRole('listitem').filter({ hasText: 'Materie prime' }).filter({ hasText: '100' }).waitFor();
}
/** The reasons why Chromium would not install the page, except for the test profile. */
async function installErrors(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const { data } = await session.send('Page.getAppManifest');
  await session.detach();
  const { start_url, display } = JSON.parse(data!);
  assert.deepEqual([start_url, display], ['/', 'standalone']);
  return installabilityErrors.map(({ errorId }) => errorId);
}
/** Reads the screens once, until the worker and the data are on the device. */
async function readAhead(page: Page, { order, count: { id } }: Floor) {
  await page.getByRole('heading', { level: 1, name: order.order_number }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  for (const path of ['/warehouses', '/products', '/stock?', `/stock-counts/${id}`, `/goods-receipts/order-details/`])
    await waitUntilKept(page, path);
}

/** Changes the acts on the device, as time or another browser would. */
function ageActs(page: Page, days: number) {
  return page.evaluate(async (age) => {
    const request = indexedDB.open('bobina');
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const store = database.transaction('acts', 'readwrite').objectStore('acts');
    const all = store.getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    for (const act of all.result)
      store.put({ ...act, created_at: new Date(Date.now() - age * 86_400_000).toISOString() });
    await new Promise((resolve) => {
      store.transaction.oncomplete = resolve;
    });
    database.close();
  }, days);
}
/** The number of answers that the device keeps to be read without a network. */
function countAnswers(page: Page) {
  return page.evaluate(async () => {
    const request = indexedDB.open('bobina');
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const counted = database.transaction('answers').objectStore('answers').count();
    await new Promise((resolve) => {
      counted.onsuccess = resolve;
    });
    database.close();
    return counted.result;
  });
}
function openList(page: Page, count: number) {
  return mark(page, count)
    .click()
    .then(() => page.getByRole('dialog', { name: 'Operazioni su questo dispositivo' }));
}
async function openCount(page: Page, { count: { id } }: Floor) {
  await page.goto(`${api.url}/report/inventario?sheet=${id}`);
  await countedOf(page, 'FILM-1').waitFor();
}

describe('without a network', () => {
  let profile: OwnBrowser;
  let context: BrowserContext;
  before(prepare);
  beforeEach(() => {
    profile = createProfile();
  });
  afterEach(async () => {
    await context?.close().catch(() => {});
    profile.remove();
  });

  matrixTest(
    'S37 S39 the app is installable; a receipt, a count, a transfer and a scan work on the data last read after the network is lost, survive a restart, and the ledger is correct',
    async () => {
      const floor = await createFloor('OF-OFFLINE');
      context = await profile.start();
      let page = await signInTo(context, api.url, api.warehouse, `/operazioni/ricezione-merce/${floor.order.id}`);
      await readAhead(page, floor);
      assert.deepEqual(await installErrors(page), []);

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
      await scan(page, '8001090310323');
      await page.getByRole('textbox', { name: 'Quantità · CARTA-1' }).fill('40');
      await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
      await mark(page, 3).waitFor();

      await page.goto(`${api.url}/operazioni/scansiona`);
      await scanPaper(page);
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
      await page.goto(`${api.url}/operazioni/scansiona`);
      await scanPaper(page);

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
    },
  );

  matrixTest(
    'S38 S50 acts wait under their key, in order, only for their user; old ones ask, and a refused one blocks its document',
    async () => {
      const floor = await createFloor('OF-QUEUE');
      const other = await createFloor('OF-OTHER');
      context = await profile.start();
      const page = await signInTo(context, api.url, api.warehouse, `/operazioni/ricezione-merce/${floor.order.id}`);
      const sent: { key: string; path: string; match: string | undefined }[] = [];
      page.on('request', (request) => {
        const headers = request.headers();
        if (request.method() === 'PUT' || request.url().includes('/receive'))
          sent.push({
            key: headers['idempotency-key']!,
            path: new URL(request.url()).pathname,
            match: headers['if-match'],
          });
      });
      await readAhead(page, floor);
      await openCount(page, other);
      await openCount(page, floor);
      await context.setOffline(true);
      const opened = new Date();
      await count(page, 'FILM-1', '70');
      await mark(page, 1).waitFor();
      await count(page, 'CARTA-1', '71');
      await mark(page, 2).waitFor();
      await openCount(page, other);
      await count(page, 'FILM-1', '72');
      let list = await openList(page, 3);
      assert.equal(await list.getByText('In attesa', { exact: true }).count(), 3);
      assert.equal(await list.getByRole('listitem').count(), 3);
      await page.keyboard.press('Escape');

      // Signing out asks for confirmation; the acts stay, and other users see only their number.
      await page.getByRole('button', { name: 'Esci' }).click();
      const question = page.getByRole('dialog', { name: 'Uscire con operazioni da inviare?' });
      await question.getByText('3 operazioni non sono ancora inviate').waitFor();
      await question.getByRole('button', { name: 'Resta collegato' }).click();
      await mark(page, 3).waitFor();
      assert.ok((await countAnswers(page)) > 0);
      await page.getByRole('button', { name: 'Esci' }).click();
      await question.getByRole('button', { name: 'Esci', exact: true }).click();
      await page.getByText('3 operazioni attendono su questo dispositivo').waitFor();
      assert.equal(await page.getByText('FILM-1').count(), 0);
      assert.equal(await countAnswers(page), 0, 'what the user has read is deleted');
      await ageActs(page, 7);
      sent.length = 0;

      await context.setOffline(false);
      await createMovement(api.admin, loadBody(made.film, made.main, 5));
      await api.admin.delete(`/stock-counts/${floor.count.id}`);
      await signInTo(context, api.url, api.orders, '/');
      list = await openList(page, 3);
      await list.getByText('3 operazioni di altri utenti attendono su questo dispositivo').waitFor();
      assert.equal(await list.getByRole('listitem').count(), 0);
      assert.equal(sent.length, 0, 'nothing is sent in the session of another user');

      // Back in their own session they are too old to be sent by themselves.
      await signInTo(context, api.url, api.warehouse, '/');
      list = await openList(page, 3);
      assert.equal(await list.getByText('Registrata più di 6 giorni fa').count(), 3);
      assert.equal(sent.length, 0, 'nothing old is sent without a question');
      await list.getByRole('button', { name: 'Invia comunque' }).first().click();
      // The count is deleted: the first act is refused, with the reason and the next step.
      await list.getByText('Rifiutata', { exact: true }).waitFor();
      await list.getByText('Il documento non accetta più questa operazione').waitFor();
      await ageActs(page, 0);
      await list.getByRole('button', { name: 'Invia ora' }).click();
      // The second is on the same document and waits; the third is posted against the balance of its moment, or
      // refused.
      await list.getByText("Attende che si risolva l'operazione precedente").waitFor();
      await mark(page, 2).waitFor();
      const paths = sent.map(({ path }) => path.split('/').at(-2));
      assert.deepEqual([...new Set(paths)], [String(floor.count.id), String(other.count.id)]);
      assert.ok(
        sent.every(({ key, match }) => key && match === undefined),
        'keys, no versions',
      );
      const { body } = await api.admin.get(`/stock-counts/${other.count.id}`);
      const film = body.items.find((item: { product_id: number }) => item.product_id === made.film);
      assert.equal(film.counted_quantity, 72);
      assert.ok(Date.parse(film.counted_at) >= opened.getTime() - 2000 && Date.parse(film.counted_at) < Date.now());
      assert.equal(film.difference, 72 - film.book_quantity);
      assert.equal(film.book_quantity, (await inStock(made.film, made.main)) - 5, 'the load came after the count');

      // A 401 keeps the acts: sending only the second still fails without a session.
      await list.getByRole('button', { name: 'Elimina' }).first().click();
      const sure = page.getByRole('dialog', { name: 'Eliminare questa operazione?' });
      await sure.waitFor();
      await page.route('**/api/stock-counts/*/items', (route) =>
        route.fulfill({
          status: 401,
          contentType: 'application/json',
          body: '{"code":"UNAUTHENTICATED","message":"scaduta"}',
        }),
      );
      await sure.getByRole('button', { name: 'Elimina', exact: true }).click();
      await page.getByText('1 operazione attende su questo dispositivo. Accedi per inviarla').waitFor();
      await context.close();
    },
  );

  matrixTest('a new version of the shell is not taken while something waits on the device', async () => {
    const floor = await createFloor('OF-SHELL');
    context = await profile.start();
    const page = await signInTo(context, api.url, api.warehouse, `/operazioni/ricezione-merce/${floor.order.id}`);
    await readAhead(page, floor);
    await openCount(page, floor);
    await page.route('**/api/stock-counts/*/items', (route) => route.abort());
    await count(page, 'FILM-1', '70');
    await mark(page, 1).waitFor();

    // The browser takes another address of the same worker for its next version.
    await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'));
    const waiting = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
      // Longer than a message to the worker takes.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return registration.waiting !== null;
    });
    assert.ok(waiting, 'it is not taken');
    assert.equal(await page.getByRole('button', { name: 'Ricarica la pagina' }).count(), 0);
  });
});
