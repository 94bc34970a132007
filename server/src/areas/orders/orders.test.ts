import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Machine } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
  customerOrderBody,
} from '../../testing/factories.ts';

const api = startApi();
let customer: Customer;
let boxes: Product;
let reels: Product;
let machine: Machine;
async function prepare() {
  if (machine) return;
  customer = await createCustomer(api.admin, { business_name: 'Pasticceria Blu', city: 'Pisa' });
  boxes = await createProduct(api.admin, { unit_of_measure: 'box', name: 'Scatole' });
  reels = await createProduct(api.admin);
  machine = await createMachine(api.admin);
}
function line(product: Product, quantity = 10, unit_price = 2, given: object = {}) {
  return {
    product_id: product.id,
    quantity,
    unit_price,
    ...given,
  };
}
function post(items: object[], given: object = {}) {
  return api.sales.post('/customer-orders', customerOrderBody(customer.id, items, given));
}

describe('POST /customer-orders', () => {
  before(prepare);
  test('answers 201 with the whole order, its amounts exact to 2 decimals', async () => {
    const items = [
      line(boxes, 3, 0.335, { price_per_pack: 0.335, packs: 3, total: 999, delivery_date: '2026-04-01' }),
      { code: reels.code.toLowerCase(), product_id: null, price_per_pack: 0.3333, quantity: 3 },
    ];
    const answer = await post(items, {
      notes: 'a\nb',
      order_date: '2031-05-06',
      customer_order_number: ' PO 1 ',
      order_number: 'mine',
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id: _, created_at: __, items: lines, ...order } = answer.body;
    assert.deepEqual(order, {
      order_number: 'OC-2031/00001',
      customer_id: customer.id,
      customer_name: 'Pasticceria Blu',
      customer_order_number: 'PO 1',
      order_date: '2031-05-06',
      requested_delivery_date: '2026-03-20',
      items_count: 2,
      production_status: 'da_produrre',
      total_amount: 2.01,
      is_late: true,
      notes: 'a\nb',
      cig: null,
      cup: null,
      version: 1,
      created_by: api.sales.userId,
      created_by_name: 'Utente sales',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
    const untouched = {
      item_priority: 'standard',
      production_status: 'da_produrre',
      scheduling_status: 'non_programmato',
      is_late: true,
      produced_quantity: 0,
      scheduled_quantity: 0,
      loaded_quantity: 0,
      delivered_quantity: 0,
      invoiced_quantity: 0,
      is_closed: false,
    };
    assert.deepEqual(
      lines.map(({ id: ___, ...item }: { id: number }) => item),
      [
        {
          product_id: boxes.id,
          code: boxes.code,
          product_name: 'Scatole',
          price_per_pack: 0.335,
          unit_price: 0.335,
          quantity: 3,
          unit_of_measure: 'box',
          delivery_date: '2026-04-01',
          total: 1.01,
          packs: 3,
          ...untouched,
        },
        {
          product_id: reels.id,
          code: reels.code,
          product_name: reels.description,
          price_per_pack: 0.3333,
          unit_price: 0.3333,
          quantity: 3,
          unit_of_measure: 'kg',
          delivery_date: '2026-03-20',
          total: 1,
          packs: 0,
          ...untouched,
        },
      ],
    );
    assert.deepEqual((await api.administration.get(`/customer-orders/${answer.body.id}`)).body, answer.body);
  });
  test('accepts the greatest quantity at the greatest price, and a price of 0', async () => {
    const answer = await post([line(reels, 9_999_999_999.99999, 9_999_999_999.99999), line(boxes, 1, 0)]);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  });
  test('numbers are consecutive', async () => {
    const numbers = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await post([line(boxes)], { order_date: '2030-12-31' })).body.order_number,
      ),
    );
    assertProblem(await post([line(boxes, 0)], { order_date: '2030-01-01' }), 400, 'VALIDATION', {
      'items.0.quantity': 'min',
    });
    numbers.push((await post([line(boxes)], { order_date: '2030-01-01' })).body.order_number);
    assert.deepEqual(
      numbers.toSorted(),
      Array.from({ length: 9 }, (_, n) => `OC-2030/0000${n + 1}`),
    );
  });
  test('reports all missing and invalid fields at once', async () => {
    assertProblem(await api.sales.post('/customer-orders', {}), 400, 'VALIDATION', {
      customer_id: 'required',
      order_date: 'required',
      requested_delivery_date: 'required',
      items: 'noItems',
    });
    const items = [
      {},
      line(boxes, -1, -1),
      { code: '', product_id: '', quantity: '', unit_price: '' },
      line(boxes, 1, 2, { price_per_pack: 3 }),
      line(boxes, 1.000001),
    ];
    assertProblem(await post(items), 400, 'VALIDATION', {
      'items.0.product_id': 'required',
      'items.0.quantity': 'required',
      'items.0.unit_price': 'required',
      'items.1.quantity': 'min',
      'items.1.unit_price': 'min',
      'items.2.product_id': 'required',
      'items.2.quantity': 'required',
      'items.2.unit_price': 'required',
      'items.3.price_per_pack': 'differentPrices',
      'items.4.quantity': 'format',
    });
  });
  test('refuses missing and inactive references', async () => {
    const archived = await createProduct(api.admin, { status: 'inactive' });
    const gone = await createCustomer(api.admin, { is_active: false });
    const items = [
      line(boxes),
      line(archived),
      { code: archived.code, quantity: 1, unit_price: 1 },
      { code: 'mai visto', quantity: 1, unit_price: 1 },
      line({ ...boxes, id: 999_999 }),
    ];
    assertProblem(await post(items, { customer_id: gone.id }), 400, 'VALIDATION', {
      customer_id: 'unknown',
      'items.1.product_id': 'unknown',
      'items.2.code': 'unknown',
      'items.3.code': 'unknown',
      'items.4.product_id': 'unknown',
    });
  });
  test('a customer order number that was used before is accepted with a warning', async () => {
    await post([line(boxes)], { customer_order_number: 'Due volte' });
    const { status, body } = await post([line(boxes)], { customer_order_number: 'DUE VOLTE' });
    assert.deepEqual(
      [status, body.warnings.map(({ code, path }: { code: string; path: string }) => [code, path])],
      [201, [['order_number_exists', 'customer_order_number']]],
    );
  });
  test('the warehouse and administration can read but not write', async () => {
    for (const session of [api.warehouse, api.administration]) {
      assert.equal((await session.get('/customer-orders')).status, 200);
      assertProblem(await session.post('/customer-orders', {}), 403, 'FORBIDDEN');
      assertProblem(await session.post('/customer-orders/bulk-import', {}), 403, 'FORBIDDEN');
    }
  });
});

describe('PUT /customer-orders/{id}', () => {
  before(prepare);
  const put = (order: CustomerOrder, body: object, options?: object) =>
    api.orders.put(`/customer-orders/${order.id}`, body, options);
  test('matches lines by id, or else by product; absent fields stay unchanged', async () => {
    const order = await createCustomerOrder(
      api.admin,
      customer.id,
      [line(boxes, 1, 2, { delivery_date: '2026-04-04', packs: 7 }), line(reels, 2)],
      { notes: 'resta' },
    );
    const [first, second] = order.items;
    const answer = await put(
      order,
      {
        items: [line(reels, 5, 3), { id: first!.id, code: boxes.code, quantity: 7, unit_price: 1 }, line(boxes, 9, 1)],
        requested_delivery_date: '2026-05-05',
      },
      { headers: { 'if-match': '"1"' } },
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(
      answer.body.items.map(({ id, quantity, total, delivery_date, packs }: CustomerOrder['items'][0]) => [
        id,
        quantity,
        total,
        delivery_date,
        packs,
      ]),
      [
        [second!.id, 5, 15, '2026-03-20', 0],
        [first!.id, 7, 7, '2026-04-04', 7],
        [answer.body.items[2].id, 9, 9, '2026-05-05', 0],
      ],
    );
    assert.deepEqual(
      [answer.body.total_amount, answer.body.notes, answer.body.version, answer.body.order_number],
      [31, 'resta', 2, order.order_number],
    );
    assertProblem(await put(order, {}, { headers: { 'if-match': '"1"' } }), 409, 'STALE_VERSION');
    assertProblem(await put(order, { items: [] }), 400, 'VALIDATION', { items: 'noItems' });
    assertProblem(
      await put(order, {
        items: [line(boxes, 1, 1, { id: 999_999 }), { code: 'mai visto', quantity: 1, unit_price: 1 }],
        customer_id: 999_999,
      }),
      400,
      'VALIDATION',
      { customer_id: 'unknown', 'items.0.id': 'unknown', 'items.1.code': 'unknown' },
    );
    assertProblem(await api.orders.put('/customer-orders/999999', {}), 404, 'NOT_FOUND');
  });
  test('an answer can be sent back as it is', async () => {
    const order = await createCustomerOrder(api.admin, customer.id, [line(boxes, 1), line(reels, 2)]);
    const answer = await put(order, order);
    assert.deepEqual(answer.body.items, order.items);
  });
  test('refuses to change produced or scheduled quantities', async () => {
    const order = await createCustomerOrder(api.admin, customer.id, [line(boxes, 10), line(reels, 5)]);
    const other = await createCustomer(api.admin);
    const [first, second] = order.items;
    await createScheduling(api.admin, first!.id, machine.id, 4);
    assertProblem(await put(order, { customer_id: other.id }), 409, 'IN_USE', { customer_id: 'alreadyUsed' });
    assertProblem(await put(order, { items: [line(reels, 5, 2, { id: second!.id })] }), 409, 'IN_USE', {
      items: 'alreadyUsed',
    });
    assertProblem(await put(order, { items: [line(reels, 3, 2, { id: first!.id })] }), 409, 'IN_USE', {
      'items.0.product_id': 'alreadyUsed',
      'items.0.quantity': 'belowUsed',
    });
    assertProblem(await api.admin.delete(`/customer-orders/${order.id}`), 409, 'IN_USE');
    await createOperation(api.admin, first!.id, 6);
    assertProblem(await put(order, { items: [line(boxes, 5.99999, 2, { id: first!.id })] }), 409, 'IN_USE', {
      'items.0.quantity': 'belowUsed',
    });
    const done = await put(order, { items: [line(boxes, 6, 2, { id: first!.id })] });
    assert.deepEqual(
      [done.body.items.length, done.body.items[0].production_status, done.body.production_status],
      [1, 'completato', 'completato'],
    );
    const more = await put(order, { items: [line(boxes, 8, 2, { id: first!.id })], customer_id: customer.id });
    assert.deepEqual(
      [more.body.items[0].production_status, more.body.items[0].scheduling_status, more.body.total_amount],
      ['in_produzione', 'parzialmente_programmato', 16],
    );
  });
  test('a line with over-production can be changed except for its quantity', async () => {
    const order = await createCustomerOrder(api.admin, customer.id, [line(boxes, 10)]);
    await createOperation(api.admin, order.items[0]!.id, 12);
    assert.equal((await put(order, { items: [line(boxes, 10, 3)] })).status, 200);
    assertProblem(await put(order, { items: [line(boxes, 11, 3)] }), 409, 'IN_USE', {
      'items.0.quantity': 'belowUsed',
    });
    assert.equal((await put(order, { items: [line(boxes, 12, 3)] })).status, 200);
  });
  test('accepts a product that became inactive on its existing line', async () => {
    const product = await createProduct(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [line(product, 1)]);
    await api.admin.put(`/products/${product.id}/status`, { status: 'inactive' });
    assert.equal((await put(order, { items: [line(product, 2)] })).status, 200);
    assertProblem(await put(order, { items: [line(product, 2), line(product, 2)] }), 400, 'VALIDATION', {
      'items.1.product_id': 'unknown',
    });
  });
});

describe('DELETE /customer-orders/{id}', () => {
  before(prepare);
  test('deletes an unused order', async () => {
    const order = await createCustomerOrder(api.admin, customer.id, [line(boxes)]);
    assert.equal((await api.sales.delete(`/customer-orders/${order.id}`)).status, 204);
    assertProblem(await api.admin.get(`/customer-orders/${order.id}`), 404, 'NOT_FOUND');
    assertProblem(await api.admin.delete(`/customer-orders/${order.id}`), 404, 'NOT_FOUND');
    assertProblem(
      await api.admin.post('/production/operations', {
        order_item_id: order.items[0]!.id,
        batch_number: 'L',
        quantity_produced: 1,
      }),
      400,
      'VALIDATION',
      { order_item_id: 'unknown' },
    );
  });
  test('refuses to delete an order while an operation is entered', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await createCustomerOrder(api.admin, customer.id, [line(boxes)]);
      const [made, deleted] = await Promise.all([
        api.admin.post('/production/operations', {
          order_item_id: order.items[0]!.id,
          batch_number: 'L',
          quantity_produced: 1,
        }),
        api.admin.delete(`/customer-orders/${order.id}`),
      ]);
      assert.deepEqual(made.status === 201 ? [201, deleted.status] : [400, 204], [
        made.status,
        made.status === 201 ? 409 : deleted.status,
      ]);
    }
  });
  test('a product and a customer of an open order cannot be deleted', async () => {
    const product = await createProduct(api.admin);
    const buyer = await createCustomer(api.admin);
    const order = await createCustomerOrder(api.admin, buyer.id, [line(product)]);
    assertProblem(await api.admin.delete(`/products/${product.id}`), 409, 'IN_USE');
    assertProblem(await api.admin.delete(`/customers/${buyer.id}`), 409, 'IN_USE');
    await api.admin.delete(`/customer-orders/${order.id}`);
    assert.equal((await api.admin.delete(`/products/${product.id}`)).status, 204);
    assert.equal((await api.admin.delete(`/customers/${buyer.id}`)).status, 204);
  });
});

describe('GET /customer-orders', () => {
  before(prepare);
  test('filters by text, customer, days and pending delivery; sorts by every column; newest first', async () => {
    const buyer = await createCustomer(api.admin, { business_name: 'Filtri 100% S.r.l.' });
    for (const order_date of ['2026-01-01', '2026-01-03', '2026-01-02'])
      await createCustomerOrder(api.admin, buyer.id, [line(boxes, 10)], {
        order_date,
        customer_order_number: `F ${order_date}`,
      });
    const days = async (query: string) =>
      (await api.warehouse.get(`/customer-orders?customer_id=${buyer.id}&${query}`)).body
        .map((row: { order_date: string }) => row.order_date.slice(-2))
        .join(' ');
    assert.equal(await days(''), '03 02 01');
    assert.equal(await days('open=true'), '03 02 01');
    assert.equal(await days('open=false'), '');
    assert.equal(await days('from=2026-01-02&to=2026-01-02'), '02');
    assert.equal(await days('q=f%202026-01-02'), '02');
    assert.equal(await days('customer_order_number=f%202026-01-02'), '02');
    assert.equal(await days('customer_order_number=2026-01-02'), '', 'a part of the number');
    assert.equal(await days('q=100%25'), '03 02 01');
    assert.equal(await days('q=100%25&limit=1&offset=1'), '02');
    // More customers of that name than are looked up by id.
    await sql`insert into customers (business_name, vat_number, address, city, province, zip_code, country, email, phone)
      select 'Altri 100% ' || n, 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x' from generate_series(1, 600) n`.execute(api.db);
    assert.equal(await days('q=100%25'), '03 02 01');
    assert.equal(await days('q=100%25&limit=1&offset=1'), '02');
    assert.equal(await days('sort=order_date&limit=1&offset=1'), '02');
    for (const column of [
      'order_date',
      'order_number',
      'customer_order_number',
      'customer_name',
      'requested_delivery_date',
      'total_amount',
      'created_at',
      'modified_at',
    ])
      assert.equal(
        (await api.sales.get(`/customer-orders?customer_id=${buyer.id}&sort=-${column}`)).body.length,
        3,
        column,
      );
  });
});
