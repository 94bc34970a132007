/** Daily jobs with a limit on clicks, keys and scans. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createCustomer, createProduct, createSupplier, createWarehouse } from '../../server/src/testing/factories.ts';
import { scan } from '../support/by-hand.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();

/** A person at a page: waits for what the next key needs, and counts clicks, keys and scans. */
function handsOn(page: Page) {
  const counted = { clicks: 0, keys: 0 };
  return {
    counted,
    press: async (key: string) => {
      counted.keys += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      counted.keys += text.length;
      await page.keyboard.type(text, { delay: 30 });
    },
    scan: async (code: string) => {
      counted.keys += 1;
      await scan(page, code);
    },
    /** Waits until the field has the focus. It costs the person nothing. */
    isAt: (field: string) => page.locator(`${field}:focus`).waitFor(),
  };
}

test('S46: one line is received in three batches with 45 keys and scans, and an order of eight lines is typed with 110 keys, without a pointer and without a lost line', async (t) => {
  const { api } = stage;
  const supplier_id = (await createSupplier(api.orders, { business_name: 'Colle Lariane' })).id;
  await createWarehouse(api.orders, { name: 'Materie' });
  const GTIN = '08001090310323';

  await t.test('a receipt', async () => {
    const glue = await createProduct(api.orders, {
      ...{
        code: 'COLLA',
        description: 'Colla vinilica',
        supplier_id,
        barcode: GTIN.slice(1),
        unit_of_measure: 'piece',
      },
      ...{ has_batch: true, has_expiry_date: true },
    });
    const answer = await api.orders.post('/purchase-orders', {
      ...{ order_number: 'OA-1', supplier_id, order_date: '2026-01-10', requested_arrival_date: '2026-02-10' },
      items: [{ product_id: glue.id, quantity: 100, unit_price: 1 }],
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const page = await stage.open(api.warehouse, '/operazioni/ricezione-merce');
    const hands = handsOn(page);
    await page.getByRole('link', { name: 'OA-1' }).click();
    hands.counted.clicks += 1;
    await hands.isAt('[name=document_number]');
    await hands.type('4711');
    await hands.press('Tab');
    await hands.type('oggi');
    await hands.press('Tab');
    while (!(await page.locator('[data-path="items.0.quantity"]:focus').count())) await hands.press('Tab');
    await hands.type('100');
    await hands.press('Enter');
    await hands.press('Enter');
    await hands.isAt('[data-path="items.0.batches"]');
    await hands.press('Enter');
    await hands.isAt('[name=batch_number]');
    for (const [batch, count] of [
      ['A1', 50],
      ['A2', 30],
      ['A3', 20],
    ] as const)
      // prettier-ignore
      await hands.scan(`]C101${GTIN}1727123137${count}\u001d10${batch}`);
    await page.getByText('completo').waitFor();
    await hands.press('Control+Enter');
    await hands.isAt('[data-path="items.0.batches"]');
    await hands.press('Control+Enter');
    await page.getByText('Ricezione salvata').waitFor();
    t.diagnostic(`receipt: ${JSON.stringify(hands.counted)}`);
    assert.ok(hands.counted.clicks <= 4 && hands.counted.keys <= 45, JSON.stringify(hands.counted));
    const { items } = (await api.warehouse.get(`/goods-receipts/order-details/${answer.body.id}`)).body;
    assert.deepEqual(
      items[0].batches.map((batch: Record<string, unknown>) => [batch.batch_number, batch.quantity, batch.expiry_date]),
      [['A1', 50, '2027-12-31'], ['A2', 30, '2027-12-31'], ['A3', 20, '2027-12-31']], // prettier-ignore
    );
  });

  await t.test('an order by phone', async () => {
    const customer = await createCustomer(api.sales, { business_name: 'Caseificio Maremma' });
    const codes = ['R10', 'R12', 'R15', 'R20', 'F10', 'F12', 'S30', 'S40'];
    for (const [at, code] of codes.entries()) {
      const product = await createProduct(api.sales, { code, description: `Articolo ${at}` });
      const price = { customer_id: customer.id, product_id: product.id, price: 1 + at, start_date: '2026-01-01' };
      assert.equal((await api.sales.post('/customer-prices', price)).status, 201);
    }
    const page = await stage.open(api.sales, '/ordiniclienti/inserimento-ordine?edit=new');
    const hands = handsOn(page);
    await hands.isAt('[name=customer_id], [data-path="customer_id"]');
    await hands.type('maremma');
    await page.getByRole('option', { name: 'Caseificio Maremma' }).waitFor();
    await hands.press('Enter');
    await hands.press('Tab');
    await hands.type('+7');
    while (!(await page.locator('[data-path="items.0.product_id"]:focus').count())) await hands.press('Tab');
    for (const [at, code] of codes.entries()) {
      await hands.isAt(`[data-path="items.${at}.product_id"]`);
      await hands.type(code);
      await page.getByRole('option', { name: code }).waitFor();
      await hands.press('Enter');
      await hands.isAt(`[data-path="items.${at}.unit_price"]`);
      await hands.press('Enter');
      await hands.type(`${at + 1}0`);
      await hands.press('Enter');
      if (at < codes.length - 1) await hands.press('Enter');
    }
    await hands.press('Control+Enter');
    await page.getByText('creato').first().waitFor();
    t.diagnostic(`order: ${JSON.stringify(hands.counted)}`);
    assert.ok(hands.counted.clicks === 0 && hands.counted.keys <= 110, JSON.stringify(hands.counted));
    const [row] = (await api.sales.get('/customer-orders')).body;
    const order = (await api.sales.get(`/customer-orders/${row.id}`)).body;
    assert.deepEqual(
      order.items.map((item: Record<string, unknown>) => [item.code, item.quantity, item.unit_price]),
      codes.map((code, at) => [code, (at + 1) * 10, 1 + at]),
    );
  });
});
