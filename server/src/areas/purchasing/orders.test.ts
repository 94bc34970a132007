import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  orderBody,
} from '../../testing/factories.ts';

const api = startApi();
let supplier: Supplier;
let paper: Product;
let film: Product;
let lucca: Warehouse;
async function prepare() {
  if (lucca) return;
  supplier = await createSupplier(api.admin);
  paper = await createProduct(api.admin);
  film = await createProduct(api.admin, { name: 'Film PE' });
  lucca = await createWarehouse(api.admin);
}
function line(product: Product, quantity = 10, unit_price = 2, given: object = {}) {
  return {
    product_id: product.id,
    quantity,
    unit_price,
    ...given,
  };
}
let documents = 0;
async function receive(order: { id: number; items: { id: number }[] }, quantity: number, at = 0) {
  const body = {
    document_number: `DDT ${++documents}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[at]!.id, quantity, warehouse_id: lucca.id }],
  };
  const answer = await api.admin.post('/goods-receipts/receive', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

describe('POST /purchase-orders', () => {
  before(prepare);
  test('answers 201 with the whole order, its amounts exact', async () => {
    const body = orderBody(
      supplier.id,
      [line(paper, 3, 1.11115, { product_name: 'Kraft' }), line(film, 7, 0.5, { ordered_quantity: 1.005, total: 999 })],
      { notes: 'a\nb', order_date: '2031-05-06', requested_arrival_date: '2031-05-20' },
    );
    const answer = await api.sales.post('/purchase-orders', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id: _, created_at: __, items, ...order } = answer.body;
    assert.deepEqual(order, {
      order_number: 'OF-2031/00001',
      order_date: '2031-05-06',
      supplier_id: supplier.id,
      supplier_name: supplier.business_name,
      status: 'notReceived',
      requested_arrival_date: '2031-05-20',
      confirmed_arrival_date: null,
      currency: 'EUR',
      total_amount: 3.836,
      notes: 'a\nb',
      version: 1,
      created_by: api.sales.userId,
      created_by_name: 'Utente sales',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
    assert.deepEqual(
      items.map(({ id: ___, ...item }: { id: number }) => item),
      [
        {
          product_id: paper.id,
          product_code: paper.code,
          product_name: 'Kraft',
          unit_of_measure: 'kg',
          ordered_quantity: 3,
          quantity: 3,
          received_quantity: 0,
          unit_price: 1.11115,
          total: 3.3335,
          status: 'notReceived',
        },
        {
          product_id: film.id,
          product_code: film.code,
          product_name: 'Film PE',
          unit_of_measure: 'kg',
          ordered_quantity: 1.005,
          quantity: 1.005,
          received_quantity: 0,
          unit_price: 0.5,
          total: 0.5025,
          status: 'notReceived',
        },
      ],
    );
  });
  test('accepts the greatest quantity at the greatest price', async () => {
    const answer = await api.admin.post(
      '/purchase-orders',
      orderBody(supplier.id, [line(paper, 9_999_999_999.99999, 9_999_999_999.99999)]),
    );
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  });
  test('numbers are consecutive, skip typed numbers and restart each year', async () => {
    const number = async (order_date: string, given: object = {}) =>
      (await api.admin.post('/purchase-orders', orderBody(supplier.id, [line(paper)], { order_date, ...given }))).body
        .order_number;
    assert.equal(await number('2030-01-01', { order_number: 'of-2030/00002' }), 'of-2030/00002');
    assertProblem(
      await api.admin.post('/purchase-orders', orderBody(supplier.id, [line(paper, 0)], { order_date: '2030-01-01' })),
      400,
      'VALIDATION',
    );
    const numbers = await Promise.all(Array.from({ length: 8 }, () => number('2030-12-31')));
    assert.deepEqual(
      numbers.toSorted(),
      [1, 3, 4, 5, 6, 7, 8, 9].map((n) => `OF-2030/0000${n}`),
    );
    assert.equal(await number('2029-01-01'), 'OF-2029/00001');
  });
  test('refuses a taken number, without regard to case; deleting the order frees the number', async () => {
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(paper)], { order_number: 'Mio 1' });
    assertProblem(
      await api.admin.post('/purchase-orders', orderBody(supplier.id, [line(paper)], { order_number: 'MIO 1' })),
      409,
      'CODE_EXISTS',
      { order_number: 'exists' },
    );
    assert.equal((await api.admin.delete(`/purchase-orders/${order.id}`, { body: { deleted_by: 'x' } })).status, 204);
    assertProblem(await api.admin.get(`/purchase-orders/${order.id}`), 404, 'NOT_FOUND');
    await createPurchaseOrder(api.admin, supplier.id, [line(paper)], { order_number: 'MIO 1' });
  });
  test('reports missing fields with the form messages', async () => {
    assertProblem(await api.admin.post('/purchase-orders', {}), 400, 'VALIDATION', {
      supplier_id: 'requiredFields',
      order_date: 'requiredFields',
      requested_arrival_date: 'requiredFields',
      items: 'noItems',
    });
    assertProblem(
      await api.admin.post(
        '/purchase-orders',
        orderBody(supplier.id, [{}, line(paper, 0, -1), { product_id: '', quantity: '', unit_price: '' }]),
      ),
      400,
      'VALIDATION',
      {
        'items.0.product_id': 'invalidItems',
        'items.0.quantity': 'invalidItems',
        'items.0.unit_price': 'invalidItems',
        'items.1.quantity': 'invalidItems',
        'items.1.unit_price': 'invalidItems',
        'items.2.product_id': 'invalidItems',
        'items.2.quantity': 'invalidItems',
        'items.2.unit_price': 'invalidItems',
      },
    );
  });
  test('refuses unknown or inactive references, and a second currency', async () => {
    const archived = await createProduct(api.admin, { status: 'inactive' });
    const dollars = await createProduct(api.admin, { currency: 'USD' });
    assertProblem(
      await api.admin.post('/purchase-orders', orderBody(999_999, [line(paper), line(archived), line(dollars)])),
      400,
      'VALIDATION',
      { supplier_id: 'unknown', 'items.1.product_id': 'unknown', 'items.2.product_id': 'otherCurrency' },
    );
    assert.equal((await createPurchaseOrder(api.admin, supplier.id, [line(dollars)])).currency, 'USD');
  });
  test('the warehouse reads without amounts and cannot write; administration can do neither', async () => {
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(paper)]);
    const { body } = await api.warehouse.get(`/purchase-orders/${order.id}`);
    assert.equal(body.id, order.id);
    const { body: rows } = await api.warehouse.get(`/purchase-orders?limit=5`);
    for (const shown of [body, ...body.items, ...rows])
      for (const amount of ['total_amount', 'unit_price', 'total']) assert.equal(amount in shown, false, amount);
    assertProblem(await api.warehouse.get('/purchase-orders?sort=total_amount'), 400, 'VALIDATION', { sort: 'enum' });
    assertProblem(await api.warehouse.post('/purchase-orders', {}), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.put(`/purchase-orders/${order.id}`, {}), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.delete(`/purchase-orders/${order.id}`), 403, 'FORBIDDEN');
    assertProblem(await api.administration.get('/purchase-orders'), 403, 'FORBIDDEN');
    assertProblem(await api.as(null).get('/purchase-orders'), 401, 'UNAUTHENTICATED');
  });
});

describe('PUT /purchase-orders/{id}', () => {
  before(prepare);
  test('matches lines by id, or else by product; absent fields stay unchanged', async () => {
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(paper, 1), line(film, 2)], {
      notes: 'resta',
    });
    const [first, second] = order.items;
    const answer = await api.orders.put(
      `/purchase-orders/${order.id}`,
      {
        items: [line(film, 5, 3), line(paper, 7, 1, { id: first!.id }), line(paper, 9, 1)],
        confirmed_arrival_date: '2026-04-01',
      },
      { headers: { 'if-match': '"1"' } },
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(
      answer.body.items
        .slice(0, 2)
        .map(({ id, quantity, total }: { id: number; quantity: number; total: number }) => [id, quantity, total]),
      [
        [second!.id, 5, 15],
        [first!.id, 7, 7],
      ],
    );
    assert.deepEqual(
      [
        answer.body.items.length,
        answer.body.total_amount,
        answer.body.notes,
        answer.body.confirmed_arrival_date,
        answer.body.order_number,
        answer.body.version,
      ],
      [3, 31, 'resta', '2026-04-01', order.order_number, 2],
    );
    assertProblem(
      await api.orders.put(`/purchase-orders/${order.id}`, {}, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
    assertProblem(await api.orders.put(`/purchase-orders/${order.id}`, { items: [] }), 400, 'VALIDATION', {
      items: 'noItems',
    });
    assertProblem(
      await api.orders.put(`/purchase-orders/${order.id}`, { items: [line(paper, 1, 1, { id: 999_999 })] }),
      400,
      'VALIDATION',
      { 'items.0.id': 'unknown' },
    );
    assertProblem(await api.orders.put('/purchase-orders/999999', {}), 404, 'NOT_FOUND');
  });
  test('an answer can be sent back as it is', async () => {
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(paper, 1), line(film, 2)]);
    const answer = await api.admin.put(`/purchase-orders/${order.id}`, order);
    assert.deepEqual(answer.body.items, order.items);
  });
  test('an order of which more was received than ordered can be sent back as it is', async () => {
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(paper, 10)]);
    await receive(order, 11);
    const answer = await api.admin.put(`/purchase-orders/${order.id}`, { notes: 'arrivato tutto', items: order.items });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.items[0].ordered_quantity, 10);
  });
  test('refuses to change received quantities', async () => {
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(paper, 10), line(film, 5)]);
    await receive(order, 4);
    const other = await createSupplier(api.admin);
    const put = (body: object) => api.admin.put(`/purchase-orders/${order.id}`, body);
    const [first, second] = order.items;
    assertProblem(await put({ supplier_id: other.id }), 409, 'IN_USE', { supplier_id: 'alreadyReceived' });
    assertProblem(await put({ items: [line(film, 5, 2, { id: second!.id })] }), 409, 'IN_USE', {
      items: 'alreadyReceived',
    });
    assertProblem(await put({ items: [line(film, 3, 2, { id: first!.id })] }), 409, 'IN_USE', {
      'items.0.product_id': 'alreadyReceived',
      'items.0.quantity': 'belowReceived',
    });
    const kept = await api.admin.delete(`/purchase-orders/${order.id}`);
    assertProblem(kept, 409, 'IN_USE');
    assert.equal(kept.body.message, "Non è possibile: parte della merce dell'ordine è già stata ricevuta");
    const done = await put({ items: [line(paper, 4, 2, { id: first!.id })] });
    assert.deepEqual(
      [done.body.status, done.body.items[0].status, done.body.total_amount],
      ['fullyReceived', 'completed', 8],
    );
    const more = await put({ items: [line(paper, 6, 2, { id: first!.id })], supplier_id: supplier.id });
    assert.deepEqual([more.body.status, more.body.items[0].status], ['partiallyReceived', 'partiallyReceived']);
  });
  test('a product that became inactive stays on its line', async () => {
    const product = await createProduct(api.admin);
    const order = await createPurchaseOrder(api.admin, supplier.id, [line(product, 1)]);
    await api.admin.put(`/products/${product.id}/status`, { status: 'inactive' });
    assert.equal((await api.admin.put(`/purchase-orders/${order.id}`, { items: [line(product, 2)] })).status, 200);
  });
  test('a product and a supplier of an open order cannot be deleted', async () => {
    const product = await createProduct(api.admin);
    const seller = await createSupplier(api.admin);
    const order = await createPurchaseOrder(api.admin, seller.id, [line(product, 1)]);
    assertProblem(await api.admin.delete(`/products/${product.id}`), 409, 'IN_USE');
    assertProblem(await api.admin.delete(`/suppliers/${seller.id}`), 409, 'IN_USE');
    await api.admin.delete(`/purchase-orders/${order.id}`);
    assert.equal((await api.admin.delete(`/products/${product.id}`)).status, 204);
    assert.equal((await api.admin.delete(`/suppliers/${seller.id}`)).status, 204);
  });
});

describe('GET /purchase-orders', () => {
  before(prepare);
  test('q finds the orders of a product by code, name or description; among open orders those that await it', async () => {
    const seller = await createSupplier(api.admin);
    const tube = await createProduct(api.admin, { code: 'HDP-010-0500', description: 'Tubolare perlò 500 mm' });
    const both = await createPurchaseOrder(api.admin, seller.id, [line(paper), line(tube)]);
    const one = await createPurchaseOrder(api.admin, seller.id, [line(tube)]);
    await createPurchaseOrder(api.admin, seller.id, [line(paper)]);
    const found = async (q: string, open = '') => {
      const { body } = await api.warehouse.get(`/purchase-orders?q=${encodeURIComponent(q)}${open}`);
      return body.map(({ id }: { id: number }) => id).toSorted((one: number, other: number) => one - other);
    };
    for (const q of ['hdp-010', 'PERLO tubolare', `${seller.business_name} hdp-010`])
      for (const open of ['', '&open=true']) assert.deepEqual(await found(q, open), [both.id, one.id], `${q} ${open}`);
    assert.deepEqual(await found(`hdp-010 ${paper.code}`), [both.id], 'the words name two of its products');
    assert.deepEqual(await found(`dp-010 ${seller.business_name}`), [], 'inside of a word');
    await receive(both, 10, 1);
    await receive(one, 10);
    const rest = await createPurchaseOrder(api.admin, seller.id, [line(tube)]);
    assert.deepEqual(await found('hdp-010', '&open=true'), [rest.id], 'received lines await nothing');
    assert.deepEqual(await found('hdp-010'), [both.id, one.id, rest.id]);
  });
  test('filters by text, supplier, status, days and pending receipt; sorts by every column; newest first', async () => {
    const seller = await createSupplier(api.admin, { business_name: 'Filtri 100% S.r.l.' });
    const dates = ['2026-01-01', '2026-01-03', '2026-01-02'];
    const orders = [];
    for (const order_date of dates)
      orders.push(
        await createPurchaseOrder(api.admin, seller.id, [line(paper, 10)], {
          order_date,
          order_number: `F ${order_date}`,
        }),
      );
    await receive(orders[0]!, 10);
    await receive(orders[1]!, 1);
    const days = async (query: string) =>
      (await api.warehouse.get(`/purchase-orders?supplier_id=${seller.id}&${query}`)).body
        .map((row: { order_date: string }) => row.order_date.slice(-2))
        .join(' ');
    assert.equal(await days(''), '03 02 01');
    assert.equal(await days('open=true'), '03 02');
    assert.equal(await days('status=partiallyReceived'), '03');
    assert.equal(await days('status=fullyReceived'), '01');
    assert.equal(await days('from=2026-01-02&to=2026-01-02'), '02');
    assert.equal(await days('q=f%202026-01-02'), '02');
    assert.equal(await days('q=100%25'), '03 02 01');
    assert.equal(await days('q=100%25&limit=1&offset=1'), '02');
    // More suppliers of that name than are looked up by id.
    await sql`insert into suppliers (business_name, vat_number, address, city, province, zip_code, country, email, phone)
      select 'Altri 100% ' || n, 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x' from generate_series(1, 600) n`.execute(api.db);
    assert.equal(await days('q=100%25'), '03 02 01');
    assert.equal(await days('q=100%25&limit=1&offset=1'), '02');
    assert.equal(await days('sort=order_date&limit=1&offset=1'), '02');
    for (const column of [
      'order_date',
      'order_number',
      'supplier_name',
      'status',
      'requested_arrival_date',
      'confirmed_arrival_date',
      'total_amount',
      'created_at',
      'modified_at',
    ])
      assert.equal(
        (await api.sales.get(`/purchase-orders?supplier_id=${seller.id}&sort=-${column}`)).body.length,
        3,
        column,
      );
  });
});
