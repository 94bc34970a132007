import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { addDays, today } from '@bobina/contract/core/dates.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createCustomer, createCustomerOrder, createProduct } from '../../testing/factories.ts';

const api = startApi();
let customer: Customer;
let film: Product;
let boxes: Product;
async function prepare() {
  if (boxes) return;
  customer = await createCustomer(api.admin);
  film = await createProduct(api.admin);
  boxes = await createProduct(api.admin, { unit_of_measure: 'box' });
}
function line(product: Product, quantity = 10, unit_price = 2, given: object = {}) {
  return { product_id: product.id, quantity, unit_price, ...given };
}
function repeat({ id }: Pick<CustomerOrder, 'id'>, options?: { headers: Record<string, string> }) {
  return api.sales.post(`/customer-orders/${id}/repeat`, {}, options);
}

describe('POST /customer-orders/{id}/repeat', () => {
  before(prepare);
  test('answers 201 with an order of today, the same lines and prices, and days at the same distance', async () => {
    const items = [
      line(film, 2.5, 0.33333, { packs: 3, delivery_date: '2026-03-21' }),
      line(boxes, 4, 7, { delivery_date: '2026-02-20' }),
      line(film, 1, 9),
    ];
    const order = await createCustomerOrder(api.orders, customer.id, items, {
      order_date: '2026-03-01',
      requested_delivery_date: '2026-03-15',
      customer_order_number: 'PO 77',
      notes: 'al mattino',
    });
    const { status, body } = await repeat(order);
    assert.equal(status, 201, JSON.stringify(body));
    const day = today('Europe/Rome');
    assert.notEqual(body.id, order.id);
    assert.notEqual(body.order_number, order.order_number);
    assert.deepEqual(
      [body.customer_id, body.customer_order_number, body.notes, body.order_date, body.requested_delivery_date],
      [customer.id, null, 'al mattino', day, addDays(day, 14)],
    );
    assert.deepEqual(
      body.items.map((item: CustomerOrder['items'][number]) => [
        item.product_id,
        item.quantity,
        item.unit_price,
        item.packs,
        item.delivery_date,
        item.produced_quantity,
      ]),
      [
        [film.id, 2.5, 0.33333, 3, addDays(day, 20), 0],
        [boxes.id, 4, 7, 0, day, 0],
        [film.id, 1, 9, 0, addDays(day, 14), 0],
      ],
    );
    assert.equal(body.total_amount, order.total_amount);
    assert.equal(body.warnings, undefined);
    assert.equal((await api.sales.get(`/customer-orders/${order.id}`)).body.version, order.version);
  });
  test('moves no day before today, and none beyond the last one', async () => {
    const day = today('Europe/Rome');
    const order = await createCustomerOrder(api.orders, customer.id, [line(film, 1, 1, { delivery_date: day })], {
      order_date: addDays(day, 30),
      requested_delivery_date: addDays(day, 40),
    });
    const { body } = await repeat(order);
    assert.deepEqual([body.requested_delivery_date, body.items[0].delivery_date], [addDays(day, 10), day]);
    const endless = await createCustomerOrder(api.orders, customer.id, [line(film)], {
      order_date: '2000-01-01',
      requested_delivery_date: '9999-12-30',
    });
    assert.equal((await repeat(endless)).body.requested_delivery_date, '9999-12-31');
  });
  test('leaves out inactive and deleted products and fractions of counted units, and names them', async () => {
    const old = await createProduct(api.admin);
    const gone = await createProduct(api.admin);
    const order = await createCustomerOrder(
      api.orders,
      customer.id,
      [line(old), line(film), line(boxes, 3), line(gone), line(old)],
      {},
    );
    await api.admin.put(`/products/${old.id}/status`, { status: 'inactive' });
    // The product of a delivered line can be deleted. A stored fraction of boxes comes from an earlier release.
    await sql`update customer_order_items set delivered_quantity = quantity where order_id = ${order.id} and product_id = ${gone.id}`.execute(
      api.db,
    );
    assert.equal((await api.admin.delete(`/products/${gone.id}`)).status, 204);
    await sql`update customer_order_items set quantity = 2.5 where order_id = ${order.id} and product_id = ${boxes.id}`.execute(
      api.db,
    );
    const { status, body } = await repeat(order);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      body.items.map(({ product_id }: { product_id: number }) => product_id),
      [film.id],
    );
    assert.deepEqual(
      body.warnings.map(({ code, message }: { code: string; message: string }) => [code, message]),
      [
        ['left_out_inactive', `Righe non copiate, prodotti non più attivi: ${old.code}, ${gone.code}`],
        ['left_out_fraction', `Righe non copiate, quantità non intere: ${boxes.code}`],
      ],
    );
  });
  test('refuses an order without a line that can be sold, and writes nothing', async () => {
    const old = await createProduct(api.admin);
    const order = await createCustomerOrder(api.orders, customer.id, [line(old)], {});
    await api.admin.put(`/products/${old.id}/status`, { status: 'inactive' });
    const count = async () => (await api.sales.get('/customer-orders?limit=1')).headers.get('x-total-count');
    const before = await count();
    assertProblem(await repeat(order), 409, 'INVALID_TRANSITION');
    assert.equal(await count(), before);
  });
  test('refuses an inactive customer, an unknown order, a deleted order and other roles', async () => {
    const former = await createCustomer(api.admin);
    const order = await createCustomerOrder(api.orders, former.id, [line(film)], {});
    await api.admin.put(`/customers/${former.id}`, { is_active: false });
    assertProblem(await repeat(order), 400, 'VALIDATION', { customer_id: 'unknown' });
    assertProblem(await repeat({ id: 999_999 }), 404, 'NOT_FOUND');
    const dropped = await createCustomerOrder(api.orders, customer.id, [line(film)], {});
    await api.orders.delete(`/customer-orders/${dropped.id}`);
    assertProblem(await repeat(dropped), 404, 'NOT_FOUND');
    for (const session of [api.warehouse, api.administration])
      assertProblem(await session.post(`/customer-orders/${order.id}/repeat`, {}), 403, 'FORBIDDEN');
  });
  test('creates one order for one idempotency key', async () => {
    const order = await createCustomerOrder(api.orders, customer.id, [line(film)], {});
    const options = { headers: { 'idempotency-key': `repeat-${order.id}` } };
    const [first, again] = [await repeat(order, options), await repeat(order, options)];
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
  });
});
