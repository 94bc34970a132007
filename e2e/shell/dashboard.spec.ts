/** The dashboard of the home: each part is visible to its roles and links to its list. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Page } from 'playwright-core';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const { api, open } = stage;

async function prepare() {
  await completeCompany(api.admin);
  const depot = await createWarehouse(api.admin, { name: 'Deposito' });
  const paper = await createProduct(api.admin, { code: 'CARTA-9', description: 'Carta', scorta_minima: 80 });
  await createMovement(api.admin, loadBody(paper.id, depot.id, 50));
  const customer = await createCustomer(api.admin, { business_name: 'Forno Rossi' });
  const day = { order_date: '2026-01-07', requested_delivery_date: '2026-01-09' };
  const order = await createCustomerOrder(
    api.admin,
    customer.id,
    [{ product_id: paper.id, quantity: 30, unit_price: 2 }],
    day,
  );
  const packed = await createPackingList(api.sales, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 10, warehouse_id: depot.id }],
  });
  const invoice = await createInvoice(api.sales, packed.id);
  assert.equal((await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
}
function panel(page: Page, title: RegExp | string) {
  return page
    .getByRole('region', { name: 'Oggi' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
}
async function plain(page: Page, title: RegExp | string) {
  return (await panel(page, title).innerText()).replaceAll(/\s+/g, ' ').trim();
}

describe('the dashboard', () => {
  before(prepare);

  matrixTest('shows late orders, low stock and open invoices, and each links to its list', async () => {
    const page = await open(api.admin, '/');
    await panel(page, 'Ordini in ritardo').getByText('Forno Rossi').waitFor();
    assert.match(
      await plain(page, 'Ordini in ritardo'),
      /^Ordini in ritardo 1 OC-\d{4}\/\d{5} · Forno Rossi 09\/01\/2026$/,
    );
    assert.equal(await plain(page, 'Sotto la scorta minima'), 'Sotto la scorta minima 1 CARTA-9 · Carta 40 di 80 kg');
    assert.equal(await plain(page, 'Fatture da incassare'), 'Fatture da incassare 24,40 € 1 fattura');
    await assertAccessible(page, 'dashboard');
    await page.getByRole('link', { name: 'Fatture da incassare' }).click();
    await page.waitForURL(/\/operazioni\/vendite\?tab=invoices&status=open/);
    await page.getByText('1 fattura', { exact: true }).waitFor();
    await page.goBack();
    await panel(page, 'Sotto la scorta minima')
      .getByRole('link', { name: /^CARTA-9/ })
      .click();
    await page.waitForURL(/\/report\/giacenze\?code=CARTA-9/);
  });

  test('the tiles for late orders, low stock and expiring batches open lists with exactly the counted rows', async () => {
    const { admin } = api;
    const today = (await admin.get('/company/today')).body.today as string;
    const there = await createWarehouse(admin, { name: 'Lontano' });
    const [depot] = (await admin.get('/warehouses?q=Deposito')).body;
    await createProduct(admin, { code: 'VUOTO-1', description: 'Mai caricato', scorta_minima: 3 });
    const glue = await createProduct(admin, { code: 'COLLA-1', has_batch: true, has_expiry_date: true });
    for (const place of [depot, there])
      await createMovement(admin, loadBody(glue.id, place.id, 2, { batch_number: 'L-1', expiry_date: today }));
    // On time: not among the late orders.
    const customer = await createCustomer(admin, { business_name: 'Forno Bianchi' });
    await createCustomerOrder(admin, customer.id, [{ product_id: glue.id, quantity: 1, unit_price: 1 }], {
      requested_delivery_date: '2099-01-01',
    });
    const page = await open(admin, '/');
    const rows = page.getByRole('grid').locator('[data-index]');
    const opened = async (title: string | RegExp, address: RegExp, expected: readonly RegExp[]) => {
      await panel(page, title).getByText(String(expected.length), { exact: true }).waitFor();
      await panel(page, title).getByRole('heading').getByRole('link').click();
      await page.waitForURL(address);
      for (const [at, text] of expected.entries()) await rows.nth(at).filter({ hasText: text }).waitFor();
      assert.equal(await rows.count(), expected.length);
      await page.goBack();
    };
    await opened('Ordini in ritardo', /visualizza-ordini\?late=true$/, [/Forno Rossi.*In ritardo/]);
    await opened('Sotto la scorta minima', /giacenze\?low_stock=true$/, [/CARTA-9/, /VUOTO-1/]);
    await panel(page, 'Sotto la scorta minima')
      .getByRole('link', { name: /^VUOTO-1/ })
      .click();
    await page.waitForURL(/giacenze\?low_stock=true&q=VUOTO-1$/);
    await rows.first().filter({ hasText: 'VUOTO-1' }).waitFor();
    await page.goBack();
    await opened(/^Lotti in scadenza/, new RegExp(`giacenze\\?expires_from=${today}&expires_until=`), [
      /L-1.*Deposito/,
      /L-1.*Lontano/,
    ]);
    assert.equal(
      (await admin.put(`/products/${(await admin.get('/products?q=VUOTO-1')).body[0].id}`, { scorta_minima: null }))
        .status,
      200,
    );
  });

  matrixTest('shows no invoices to the warehouse, and updates after changes by other users', async () => {
    const page = await open(api.warehouse, '/', { viewport: PHONE, dark: true });
    await panel(page, 'Sotto la scorta minima').getByText('CARTA-9').waitFor();
    assert.equal(await panel(page, 'Fatture da incassare').count(), 0);
    await assertAccessible(page, 'dashboard on a phone');
    const { body } = await api.admin.get('/products?q=CARTA-9');
    assert.equal((await api.admin.put(`/products/${body[0].id}`, { scorta_minima: 10 })).status, 200);
    await panel(page, 'Sotto la scorta minima').getByText('CARTA-9').waitFor({ state: 'detached' });
  });

  matrixTest('a dashboard that cannot be read shows a message', async () => {
    const page = await open(api.admin, '/login');
    let isBroken = true;
    await page.route('**/api/dashboard', (route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.goto(`${api.url}/`);
    const retry = page.getByRole('region', { name: 'Oggi' }).getByRole('button', { name: 'Riprova' });
    await retry.waitFor();
    const again = page.waitForResponse('**/api/dashboard');
    await retry.click();
    assert.equal((await again).status(), 500);
    // Live changes also read the dashboard again, so the button may be gone already.
    isBroken = false;
    await retry.click({ timeout: 3000 }).catch(() => {});
    await panel(page, 'Ordini in ritardo').waitFor();
  });
});
