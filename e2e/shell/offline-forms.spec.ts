/** Forms without a network: entries that the server refused open in their form again; scans and the banner. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import type { Page } from 'playwright-core';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { dailyOrMatrix, matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, scan, typeInto } from '../support/by-hand.ts';
import { waitUntilKept } from '../support/kept-answers.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const made = {} as Record<'main' | 'far' | 'paper' | 'film' | 'ink', number>;

async function prepare() {
  made.main = (await createWarehouse(api.admin, { name: 'Materie prime' })).id;
  made.far = (await createWarehouse(api.admin, { name: 'Deposito esterno' })).id;
  made.paper = (await createProduct(api.admin, { code: 'CARTA-1', description: 'Carta', has_batch: true })).id;
  made.film = (await createProduct(api.admin, { code: 'FILM-1', description: 'Film' })).id;
  made.ink = (await createProduct(api.admin, { code: 'INK-1', description: 'Inchiostro' })).id;
  await createMovement(api.admin, loadBody(made.film, made.main, 100));
  await createMovement(api.admin, loadBody(made.ink, made.main, 100));
}

/** The calls fail as without a network; the files of the interface still load. */
async function loseServer(page: Page) {
  await page.route('**/api/**', (route) => route.abort());
}
/** The network is back, and the device tells it. */
async function findServer(page: Page) {
  await page.unroute('**/api/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.locator('.offline-banner').waitFor({ state: 'detached' });
}
function mark(page: Page, count: number) {
  return page.getByRole('button', { name: `${count} operazion${count === 1 ? 'e' : 'i'} da inviare` });
}
async function openList(page: Page) {
  await page.locator('[data-pending]').click();
  return page.getByRole('dialog', { name: 'Operazioni su questo dispositivo' });
}
/** Opens the only refused entry from the list. */
async function reopen(page: Page) {
  const list = await openList(page);
  await list.getByText('Rifiutata', { exact: true }).waitFor();
  await list.getByRole('button', { name: 'Apri' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByText('Operazione rifiutata dal server').waitFor();
}
async function inStock(product: number, warehouse: number): Promise<number> {
  const { body } = await api.admin.get(`/stock/product/${product}?warehouse_id=${warehouse}`);
  return body.reduce((sum: number, row: { quantity: number }) => sum + row.quantity, 0);
}
function quantityOf(page: Page, code: string) {
  return page.getByLabel(`Quantità da ricevere · ${code}`);
}

describe('an entry that the server refused', () => {
  before(prepare);

  test('a receipt opens with all that was typed and the reason, and its correction takes its place in the queue', async () => {
    const supplier = await createSupplier(api.admin);
    const lines = [made.film, made.paper, made.ink].map((product_id) => ({ product_id, quantity: 50, unit_price: 1 }));
    const order = await createPurchaseOrder(api.admin, supplier.id, lines, { order_number: 'OF-77' });
    const page = await open(api.warehouse, `/operazioni/ricezione-merce/${order.id}`, { viewport: PHONE });
    await quantityOf(page, 'FILM-1').waitFor();
    await loseServer(page);
    await page.getByLabel('Numero documento (DDT)').fill('B-19');
    await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2025');
    for (const [code, quantity] of [
      ['FILM-1', '30'],
      ['CARTA-1', '12'],
      ['INK-1', '5'],
    ] as const) {
      await quantityOf(page, code).fill(quantity);
      await choose(page, page.getByRole('combobox', { name: `Magazzino · ${code}` }), 'Deposito esterno');
    }
    await page.getByRole('button', { name: 'Inserisci lotti · CARTA-1' }).click();
    const batches = page.getByRole('dialog', { name: 'Lotti di CARTA-1' });
    await batches.getByLabel('Numero lotto').first().fill('L-5');
    await batches.getByRole('button', { name: 'Salva' }).click();
    await batches.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await mark(page, 1).waitFor();

    // The list says what waits.
    const list = await openList(page);
    const entry = list.getByRole('listitem');
    await entry.getByText('Ricezione merce · OF-77 · DDT B-19').waitFor();
    await entry.getByText(/^FILM-1 · 30\s/).waitFor();
    await entry.getByText(/^CARTA-1 · lotto L-5 · 12\s/).waitFor();
    await entry.getByText("e un'altra riga").waitFor();
    assert.equal(await entry.getByText(/INK-1/).count(), 0, 'two lines at most');
    await page.keyboard.press('Escape');

    // Another user receives the same goods: the waiting receipt exceeds what the order allows.
    const received = await api.admin.post('/goods-receipts/receive', {
      document_number: 'B-18',
      document_date: '2025-03-20',
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, product_id: made.film, quantity: 45, warehouse_id: made.main }],
    });
    assert.equal(received.status, 201);
    await findServer(page);
    await reopen(page);
    await page.getByRole('heading', { level: 1, name: 'Ricezione ordine OF-77' }).waitFor();
    assert.equal(await page.getByLabel('Numero documento (DDT)').inputValue(), 'B-19');
    assert.equal(await page.getByRole('textbox', { name: 'Data documento' }).inputValue(), '20/03/2025');
    assert.equal(await quantityOf(page, 'FILM-1').inputValue(), '30');
    assert.equal(await quantityOf(page, 'CARTA-1').inputValue(), '12');
    assert.equal(await quantityOf(page, 'INK-1').inputValue(), '5');
    const warehouse = page.getByRole('combobox', { name: 'Magazzino · FILM-1' });
    assert.equal(await warehouse.inputValue(), 'Deposito esterno');
    await page.getByRole('button', { name: '1 lotto · CARTA-1' }).waitFor();
    // A reload keeps it open.
    await page.reload();
    await page.getByText('Operazione rifiutata dal server').waitFor();

    // A correction that is refused too stays in the list, with the new values.
    await quantityOf(page, 'FILM-1').fill('29');
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await page.locator('form').getByRole('alert').first().waitFor();
    const again = await openList(page);
    assert.equal(await again.getByRole('listitem').count(), 1);
    await again.getByText(/^FILM-1 · 29\s/).waitFor();
    await again.getByText('Rifiutata', { exact: true }).waitFor();
    await page.keyboard.press('Escape');

    await quantityOf(page, 'FILM-1').fill('5');
    // Its only batch follows.
    await quantityOf(page, 'CARTA-1').fill('11');
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await page.getByText('Ricezione salvata').waitFor();
    await page.locator('[data-pending]').waitFor({ state: 'detached' });
    assert.equal(await inStock(made.film, made.far), 5);
    assert.equal(await inStock(made.paper, made.far), 11);
    assert.equal(await inStock(made.ink, made.far), 5);
  });

  matrixTest(
    'a transfer opens with its lines; its correction may wait again, and a deleted one is not recorded',
    async () => {
      const page = await open(api.warehouse, '/operazioni/trasferimenti', { viewport: PHONE });
      const adder = page.getByRole('combobox', { name: 'Aggiungi prodotto' });
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie prime');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Deposito esterno');
      await choose(page, adder, 'INK-1');
      const quantity = page.getByRole('textbox', { name: 'Quantità · INK-1' });
      await quantity.fill('80');
      await page.getByLabel('Note').fill('urgente');
      await loseServer(page);
      await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
      await mark(page, 1).waitFor();
      await quantity.waitFor({ state: 'detached' });
      const list = await openList(page);
      await list.getByText('Trasferimento · Materie prime → Deposito esterno').waitFor();
      await list.getByText(/^INK-1 · 80\s/).waitFor();
      await page.keyboard.press('Escape');
      await createMovement(api.admin, { ...loadBody(made.ink, made.main, 50), movement_type: 'S' });
      await findServer(page);

      // What is typed into the empty form is not lost without a question.
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Deposito esterno');
      const waiting = await openList(page);
      await waiting.getByText('Rifiutata', { exact: true }).waitFor();
      await waiting.getByRole('button', { name: 'Apri' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Esci senza salvare' }).click();
      await page.getByText('Operazione rifiutata dal server').waitFor();
      assert.equal(await quantity.inputValue(), '80');
      assert.equal(await page.getByLabel('Note').inputValue(), 'urgente');
      assert.equal(await page.getByRole('combobox', { name: 'Magazzino di origine' }).inputValue(), 'Materie prime');

      // The correction waits in place of the refused entry.
      await loseServer(page);
      await typeInto(quantity, '20');
      await page.getByRole('button', { name: 'Trasferisci', exact: true }).dblclick();
      await quantity.waitFor({ state: 'detached' });
      const corrected = await openList(page);
      assert.equal(await corrected.getByRole('listitem').count(), 1);
      await corrected.getByText(/^INK-1 · 20\s/).waitFor();
      await corrected.getByText('In attesa', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      const before = await inStock(made.ink, made.far);
      await findServer(page);
      await mark(page, 0).waitFor();
      assert.equal((await inStock(made.ink, made.far)) - before, 20);

      // An entry that is deleted while its form is open is not recorded after all.
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie prime');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Deposito esterno');
      await choose(page, adder, 'INK-1');
      await quantity.fill('900');
      await loseServer(page);
      await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
      await quantity.waitFor({ state: 'detached' });
      await findServer(page);
      await reopen(page);
      const last = await openList(page);
      await last.getByRole('button', { name: 'Elimina' }).click();
      const sure = page.getByRole('dialog', { name: 'Eliminare questa operazione?' });
      await sure.getByRole('button', { name: 'Elimina', exact: true }).click();
      await sure.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await last.waitFor({ state: 'detached' });
      await typeInto(quantity, '1');
      await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
      await page.locator('form').getByText('Questa operazione è già stata inviata o eliminata').waitFor();
      assert.equal((await inStock(made.ink, made.far)) - before, 20);
    },
  );

  matrixTest(
    'a refusal stays on every page until its list is opened, without the message that it waits; the sign goes when all is sent',
    async () => {
      const page = await open(api.warehouse, '/operazioni/trasferimenti', { viewport: PHONE });
      await page.clock.install();
      const message = (text: string) => page.locator('.toasts').getByRole('alert').filter({ hasText: text });
      const refusal = message("Il server ha rifiutato un'operazione");
      const transfer = async (amount: string) => {
        await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie prime');
        await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Deposito esterno');
        await choose(page, page.getByRole('combobox', { name: 'Aggiungi prodotto' }), 'FILM-1');
        await page.getByRole('textbox', { name: 'Quantità · FILM-1' }).fill(amount);
        await loseServer(page);
        await page.getByRole('button', { name: 'Trasferisci', exact: true }).click();
        await message('Salvato su questo dispositivo').waitFor();
        await findServer(page);
      };
      await transfer('900');
      await refusal.waitFor();
      await message('Salvato su questo dispositivo').waitFor({ state: 'detached' });
      await assertAccessible(page, 'a refused entry');
      await page.clock.fastForward(60_000);
      await page.goto(`${api.url}/operazioni/scansiona`);
      await refusal.waitFor();
      await page.clock.fastForward(60_000);
      await refusal.getByRole('button', { name: "Apri l'elenco" }).click();
      const list = page.getByRole('dialog', { name: 'Operazioni su questo dispositivo' });
      const state = list.getByText('Rifiutata', { exact: true });
      await state.waitFor();
      const tops = await state.evaluate((badge) => {
        const range = document.createRange();
        range.selectNodeContents(badge);
        return [...range.getClientRects()].map(({ top }) => Math.round(top));
      });
      assert.equal(new Set(tops).size, 1, 'the state has one line');
      await refusal.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.matches('[data-pending]'));
      await page.goto(`${api.url}/operazioni/trasferimenti`);
      await mark(page, 1).waitFor();
      assert.equal(await refusal.count(), 0, 'a refusal that was seen');

      await (await openList(page)).getByRole('button', { name: 'Elimina' }).click();
      const sure = page.getByRole('dialog', { name: 'Eliminare questa operazione?' });
      await sure.getByRole('button', { name: 'Elimina', exact: true }).click();
      await sure.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('[data-pending]').waitFor({ state: 'detached' });
      await transfer('1');
      await mark(page, 0).waitFor();
      await page.clock.fastForward(20_000);
      await page.locator('[data-pending]').waitFor({ state: 'detached' });
    },
  );

  matrixTest('a counted quantity opens in its row of the sheet, and keeps the moment of its count', async () => {
    const { body: count } = await api.admin.post('/stock-counts', { warehouse_id: made.main });
    const page = await open(api.warehouse, `/report/inventario?sheet=${count.id}`, { viewport: PHONE });
    const field = page.getByRole('textbox', { name: 'Quantità contata · FILM-1' });
    await field.waitFor();
    await loseServer(page);
    await field.fill('-9');
    await field.press('Tab');
    await mark(page, 1).waitFor();
    const list = await openList(page);
    await list.getByText('Conta · Materie prime').waitFor();
    await list.getByText(/^FILM-1 · -9\s/).waitFor();
    await page.keyboard.press('Escape');
    const movedAt = new Date();
    await findServer(page);
    await page.goto(`${api.url}/operazioni/trasferimenti`);
    await reopen(page);
    assert.equal(await field.inputValue(), '-9');
    assert.ok(await field.evaluate((input) => input === document.activeElement), 'the row has the focus');
    await field.fill('9');
    await field.press('Enter');
    await page.getByText('Operazione rifiutata dal server').waitFor({ state: 'detached' });
    await page.locator('[data-pending]').waitFor({ state: 'detached' });
    const { body: sheet } = await api.admin.get(`/stock-counts/${count.id}`);
    const film = sheet.items.find((item: { product_id: number }) => item.product_id === made.film);
    assert.equal(film.counted_quantity, 9);
    assert.ok(Date.parse(film.counted_at) <= movedAt.getTime(), 'the moment of the count');
  });
});

describe('without a network', () => {
  test('a receipt of a first visit waits on its page, once, and a screen that cannot be loaded is loaded later', async () => {
    const supplier = await createSupplier(api.admin);
    const product = await createProduct(api.admin, { code: 'PRIMA-1' });
    const warehouse = await createWarehouse(api.admin, { name: 'Primo deposito' });
    const lines = [{ product_id: product.id, quantity: 50, unit_price: 1 }];
    const order = await createPurchaseOrder(api.admin, supplier.id, lines, { order_number: 'OF-PRIMA' });
    // Without a service worker, as on a first visit.
    const page = await open(api.warehouse, `/operazioni/ricezione-merce/${order.id}`);
    await quantityOf(page, 'PRIMA-1').waitFor();
    await page.getByLabel('Numero documento (DDT)').fill('B-1');
    await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2025');
    await quantityOf(page, 'PRIMA-1').fill('30');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino · PRIMA-1' }), 'Primo deposito');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await mark(page, 1).waitFor();
    await page.getByText("1 ricezione di quest'ordine attende l'invio").waitFor();
    assert.equal(await quantityOf(page, 'PRIMA-1').inputValue(), '', 'what waits is not saved again');
    assert.equal(new URL(page.url()).pathname, `/operazioni/ricezione-merce/${order.id}`);
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await page.locator('form').getByRole('alert').first().waitFor();
    await mark(page, 1).waitFor();

    await page.getByRole('link', { name: 'Ricezione merce' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Qualcosa non ha funzionato' }).waitFor();
    assert.equal(await page.getByText(/Application Error|preload|dynamically/).count(), 0);
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Ricezione Merce' }).waitFor();
    await mark(page, 0).waitFor();
    assert.equal(await inStock(product.id, warehouse.id), 30);
  });

  matrixTest('the list of orders says whose receipt waits on the device, and whose was refused', async () => {
    const supplier = await createSupplier(api.admin);
    const product = await createProduct(api.admin, { code: 'ELENCO-1' });
    const deposit = await createWarehouse(api.admin, { name: 'Deposito elenco' });
    const lines = [{ product_id: product.id, quantity: 50, unit_price: 1 }];
    const [booked, refused] = await Promise.all(
      ['OF-ELENCO-1', 'OF-ELENCO-2'].map((order_number) =>
        createPurchaseOrder(api.admin, supplier.id, lines, { order_number }),
      ),
    );
    const page = await open(api.warehouse, '/operazioni/ricezione-merce');
    await page.route('**/api/goods-receipts/receive', (route) => route.abort());
    for (const [index, order] of [booked!, refused!].entries()) {
      await page.goto(`${api.url}/operazioni/ricezione-merce/${order.id}`);
      await quantityOf(page, 'ELENCO-1').waitFor();
      await page.getByLabel('Numero documento (DDT)').fill(`B-${index}`);
      await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2025');
      await quantityOf(page, 'ELENCO-1').fill('30');
      await choose(page, page.getByRole('combobox', { name: 'Magazzino · ELENCO-1' }), 'Deposito elenco');
      await page.getByRole('button', { name: 'Salva ricezione' }).click();
      await mark(page, index + 1).waitFor();
    }
    const list = `${api.url}/operazioni/ricezione-merce?q=OF-ELENCO`;
    const statusOf = (number: string, status: string) =>
      page.getByRole('row').filter({ hasText: number }).getByText(status, { exact: true }).waitFor();
    await page.goto(list);
    await statusOf('OF-ELENCO-1', 'Da inviare');
    await statusOf('OF-ELENCO-2', 'Da inviare');
    await assertAccessible(page, 'a list with receipts on the device');

    // Meanwhile so much of the second order arrives that its waiting receipt exceeds it.
    const received = await api.admin.post('/goods-receipts/receive', {
      document_number: 'B-9',
      document_date: '2025-03-20',
      order_id: refused!.id,
      items: [{ order_item_id: refused!.items[0]!.id, product_id: product.id, quantity: 45, warehouse_id: deposit.id }],
    });
    assert.equal(received.status, 201, JSON.stringify(received.body));
    await page.unroute('**/api/goods-receipts/receive');
    await page.goto(list);
    await statusOf('OF-ELENCO-1', 'Parzialmente ricevuto');
    await statusOf('OF-ELENCO-2', 'Rifiutata');
    await assertAccessible(page, 'a list with a refused receipt');
  });

  test('a reel is scanned into a transfer with the stock last read; another code is said to be missing from the device', async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-9');
    const [reel, packed] = await receiveReels(api.admin, plant, [
      { width_mm: 1000, kg: 300 },
      { width_mm: 1000, kg: 200 },
    ]);
    const sscc = '080012340000000017';
    await api.db.updateTable('batches').set({ sscc }).where('id', '=', packed!.batch_id).execute();
    const page = await open(api.warehouse, '/operazioni/trasferimenti', { viewport: PHONE });
    await page.getByRole('combobox', { name: 'Aggiungi prodotto' }).waitFor();
    for (const path of ['/warehouses', '/products', '/stock?']) await waitUntilKept(page, path);
    await loseServer(page);
    await scan(page, reel!.code);
    const quantity = page.getByRole('textbox', { name: 'Quantità · KRAFT-9' });
    await quantity.waitFor();
    await page.waitForFunction((field) => (field as HTMLInputElement).value !== '', await quantity.elementHandle());
    assert.equal(await quantity.inputValue(), '300');
    assert.equal(
      await page.getByRole('combobox', { name: 'Magazzino di origine' }).inputValue(),
      'Bobine KRAFT-9',
      'the reel names the source',
    );
    // The label of a packed unit has its SSCC.
    await scan(page, `00${sscc}`);
    await page.waitForFunction(
      (field) => (field as HTMLInputElement)?.value === '200',
      await quantity.nth(1).elementHandle(),
    );
    await scan(page, 'R26-999999');
    await page.getByText('Il codice R26-999999 non è tra i dati salvati su questo dispositivo').waitFor();
  });

  test('a counted quantity that waits stands in its row, marked, when the sheet is opened again', async () => {
    const product = await createProduct(api.admin, { code: 'CONTA-1' });
    const warehouse = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 20));
    const { body: count } = await api.admin.post('/stock-counts', { warehouse_id: warehouse.id });
    const path = `/report/inventario?sheet=${count.id}`;
    const page = await open(api.warehouse, path, { viewport: PHONE });
    const field = page.getByRole('textbox', { name: 'Quantità contata · CONTA-1' });
    await field.waitFor();
    // What is counted does not arrive, and the sheet is read again.
    await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
    await field.fill('18');
    await field.blur();
    await mark(page, 1).waitFor();
    await page.goto(`${api.url}${path}`);
    await page.getByRole('listitem', { name: 'CONTA-1' }).getByText('Da inviare').waitFor();
    assert.equal(await field.inputValue(), '18');
    await page.getByText('Da contare (0)').waitFor();
    await page.getByText('Differenze (1)').waitFor();
    await findServer(page);
    await mark(page, 0).waitFor();
    await page.getByText('Da inviare').waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '18');
  });

  matrixTest('the banner goes as soon as the device has a network again', async () => {
    const page = await open(api.warehouse, '/operazioni/trasferimenti');
    await page.clock.install();
    await loseServer(page);
    await page.reload();
    await page.locator('.offline-banner').waitFor();
    // No check of the page's own comes in time.
    await page.clock.pauseAt(Date.now() + 60_000);
    await findServer(page);
  });

  for (const language of LANGUAGES)
    dailyOrMatrix(`the banner has at most two lines on a phone (${language})`, language === 'it', async () => {
      const page = await open(api.warehouse, '/operazioni/trasferimenti', { viewport: PHONE, language });
      await page.locator('form').first().waitFor();
      await loseServer(page);
      await page.reload();
      const banner = page.locator('.offline-banner');
      await banner.waitFor();
      const { lines, height } = await banner.evaluate((element) => {
        const text = element.querySelector('span')!;
        const range = document.createRange();
        range.selectNodeContents(text);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        return { lines: new Set(tops).size, height: element.getBoundingClientRect().height };
      });
      assert.ok(lines <= 2 && height <= 64, `${lines} lines, ${height} px`);
      await page.unroute('**/api/**');
      // The page may find the server by itself before the button is pressed.
      await page.evaluate(() => document.querySelector<HTMLButtonElement>('.offline-banner button')?.click());
      await banner.waitFor({ state: 'detached' });
    });
});
