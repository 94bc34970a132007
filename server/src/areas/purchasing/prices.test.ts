import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, createSupplier } from '../../testing/factories.ts';

const api = startApi();
let supplier: Supplier;
let other: Supplier;
async function prepare() {
  supplier ??= await createSupplier(api.admin);
  other ??= await createSupplier(api.admin);
}
function priceOf(product: Product, start_date: string, end_date: string | null, given: object = {}) {
  return {
    product_id: product.id,
    supplier_id: supplier.id,
    price: 1.25,
    start_date,
    end_date,
    ...given,
  };
}

describe('POST /prices', () => {
  before(prepare);
  test('answers 201 with the whole price, in the currency of the product', async () => {
    const product = await createProduct(api.admin, { currency: 'USD', name: 'Film' });
    const answer = await api.administration.post('/prices', priceOf(product, '2026-01-01', null, { price: 12.34567 }));
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id: _, created_at: __, ...price } = answer.body;
    assert.deepEqual(price, {
      product_id: product.id,
      product_code: product.code,
      product_name: 'Film',
      supplier_id: supplier.id,
      supplier_name: supplier.business_name,
      price: 12.34567,
      currency: 'USD',
      from_quantity: 0,
      lead_days: null,
      start_date: '2026-01-01',
      end_date: null,
      status: 'active',
      version: 1,
      created_by: api.administration.userId,
      created_by_name: 'Utente administration',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
  });
  test('refuses overlapping closed intervals, and accepts the next day', async () => {
    const product = await createProduct(api.admin);
    const first = await api.admin.post('/prices', priceOf(product, '2026-01-01', '2026-01-31'));
    for (const [start, end] of [
      ['2026-01-31', null],
      ['2025-01-01', '2026-01-01'],
      ['2026-01-10', '2026-01-11'],
      ['2025-01-01', null],
    ] as const) {
      const answer = await api.admin.post('/prices', priceOf(product, start, end));
      assertProblem(answer, 409, 'PRICE_OVERLAP', { start_date: 'overlap' });
      assert.equal(answer.body.fields[0].message, 'Esiste già un prezzo valido per questo periodo');
      assert.equal(answer.body.error, 'Esiste già un prezzo valido per questo periodo');
    }
    const next = await api.admin.post('/prices', priceOf(product, '2026-02-01', null));
    assert.equal(next.status, 201);
    assert.equal(
      (await api.admin.post('/prices', priceOf(product, '2026-01-31', null, { supplier_id: other.id }))).status,
      201,
    );
    assertProblem(await api.admin.put(`/prices/${next.body.id}`, { start_date: '2026-01-31' }), 409, 'PRICE_OVERLAP');
    assert.equal((await api.admin.delete(`/prices/${first.body.id}`)).status, 204);
    assert.equal((await api.admin.put(`/prices/${next.body.id}`, { start_date: '2026-01-31' })).status, 200);
    assertProblem(await api.admin.get(`/prices/${first.body.id}`), 404, 'NOT_FOUND');
  });
  test('closes the previous price on the day before, in the same act', async () => {
    const product = await createProduct(api.admin);
    const first = (await api.admin.post('/prices', priceOf(product, '2026-01-01', null))).body;
    const earlier = (await api.admin.post('/prices', priceOf(product, '2025-01-01', '2025-12-31'))).body;
    const closing = { price: 2, closes_previous: true };
    const next = await api.orders.post('/prices', priceOf(product, '2026-07-01', null, closing));
    assert.equal(next.status, 201, JSON.stringify(next.body));
    const read = async ({ id }: { id: number }) => (await api.admin.get(`/prices/${id}`)).body;
    const closed = await read(first);
    assert.deepEqual(
      [closed.end_date, closed.version, closed.price, closed.modified_by],
      ['2026-06-30', 2, 1.25, api.orders.userId],
    );
    assert.deepEqual(await read(earlier), earlier);
    // A price that begins on the same day or later is never closed, and the refusal takes the whole act back.
    const sameDay = await api.admin.post('/prices', priceOf(product, '2026-07-01', null, closing));
    assertProblem(sameDay, 409, 'PRICE_OVERLAP', { start_date: 'overlap' });
    const both = await api.admin.post('/prices', priceOf(product, '2026-03-01', null, closing));
    assertProblem(both, 409, 'PRICE_OVERLAP', { start_date: 'overlap' });
    assert.deepEqual(await read(first), closed);
    // Without a previous price, the field changes nothing.
    const alone = await api.admin.post('/prices', priceOf(await createProduct(api.admin), '2026-07-01', null, closing));
    assert.equal(alone.status, 201);
    // The price of another quantity stays.
    const many = priceOf(product, '2026-09-01', null, { from_quantity: 100, ...closing });
    assert.equal((await api.admin.post('/prices', many)).status, 201);
    assert.equal((await read(next.body)).end_date, null);
  });
  test('refuses one of two concurrent prices for the same days', async () => {
    const product = await createProduct(api.admin);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.admin.post('/prices', priceOf(product, '2026-01-01', null))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
  });
  test('reports all problems at once', async () => {
    assertProblem(await api.admin.post('/prices', { price: -1, end_date: '2026-02-30' }), 400, 'VALIDATION', {
      product_id: 'required',
      supplier_id: 'required',
      price: 'min',
      start_date: 'required',
      end_date: 'invalidDates',
    });
    assertProblem(
      await api.admin.post('/prices', {
        product_id: 999_999,
        supplier_id: 999_999,
        price: 1,
        start_date: '2026-02-02',
        end_date: '2026-02-01',
      }),
      400,
      'VALIDATION',
      { product_id: 'unknown', supplier_id: 'unknown', end_date: 'before_start' },
    );
  });
  test('the warehouse has no access', async () => {
    assertProblem(await api.warehouse.get('/prices'), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.post('/prices', {}), 403, 'FORBIDDEN');
    assertProblem(await api.as(null).get('/prices'), 401, 'UNAUTHENTICATED');
  });
});

describe('PUT /prices/{id} and GET /prices', () => {
  before(prepare);
  test('keeps absent fields, empties null fields, refuses an old version', async () => {
    const product = await createProduct(api.admin);
    const { body } = await api.admin.post('/prices', priceOf(product, '2026-01-01', '2026-12-31', { currency: 'MAD' }));
    const changed = await api.sales.put(`/prices/${body.id}`, { end_date: '' }, { headers: { 'if-match': '"1"' } });
    assert.deepEqual(
      [changed.status, changed.body.end_date, changed.body.price, changed.body.currency, changed.body.version],
      [200, null, 1.25, 'MAD', 2],
    );
    assertProblem(
      await api.sales.put(`/prices/${body.id}`, { price: 2 }, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
  });
  test('answers upcoming, active and inactive, and filters by them', async () => {
    const product = await createProduct(api.admin);
    await api.admin.post('/prices', priceOf(product, '2020-01-01', '2020-12-31'));
    await api.admin.post('/prices', priceOf(product, '2021-01-01', '2998-12-31'));
    await api.admin.post('/prices', priceOf(product, '2999-01-01', null));
    const statuses = async (query: string) =>
      (await api.admin.get(`/prices/product/${product.id}?${query}`)).body.map((row: { status: string }) => row.status);
    assert.deepEqual(await statuses('sort=start_date'), ['inactive', 'active', 'upcoming']);
    const { body } = await api.admin.get(
      `/prices?product_id=${product.id}&status=upcoming&q=${product.code.toLowerCase()}`,
    );
    assert.equal(body.length, 1);
    for (const column of [
      'product_code',
      'product_name',
      'supplier_name',
      'price',
      'currency',
      'start_date',
      'end_date',
      'status',
      'created_at',
      'modified_at',
    ])
      assert.equal((await statuses(`sort=-${column}`)).length, 3, column);
    assertProblem(await api.admin.get('/prices/product/999999'), 404, 'NOT_FOUND');
  });
});

describe('GET /purchase-orders/price', () => {
  before(prepare);
  test("returns the supplier's price of today, or the latest price of today, or 0", async () => {
    const product = await createProduct(api.admin);
    const pick = async (by: Supplier) =>
      (await api.orders.get(`/purchase-orders/price?supplier_id=${by.id}&product_id=${product.id}`)).body;
    assert.deepEqual(await pick(supplier), { unit_price: 0, price_id: null });
    const { body: theirs } = await api.admin.post(
      '/prices',
      priceOf(product, '2026-01-02', null, { price: 7, supplier_id: other.id }),
    );
    await api.admin.post('/prices', priceOf(product, '2020-01-01', '2020-02-01', { price: 3 }));
    assert.deepEqual(await pick(supplier), { unit_price: 7, price_id: theirs.id });
    const { body: own } = await api.admin.post('/prices', priceOf(product, '2026-01-01', null, { price: 9.5 }));
    assert.deepEqual(await pick(supplier), { unit_price: 9.5, price_id: own.id });
    assertProblem(await api.orders.get('/purchase-orders/price?supplier_id=x'), 400, 'VALIDATION', {
      supplier_id: 'format',
      product_id: 'required',
    });
  });
});

describe('E05: the price calls of the table', () => {
  before(prepare);
  test('create, one, list, by product, update, delete, with the documented fields', async () => {
    const product = await createProduct(api.admin);
    const sent = { ...priceOf(product, '2026-01-01', '2026-12-31'), created_by: 999, modified_by: 999 };
    const created = await api.orders.post('/prices', sent);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id } = created.body;
    assert.deepEqual(
      [created.body.price, created.body.start_date, created.body.end_date, created.body.created_by],
      [1.25, '2026-01-01', '2026-12-31', api.orders.userId],
    );
    assert.deepEqual((await api.orders.get(`/prices/${id}`)).body, created.body);
    const listed = await api.orders.get('/prices');
    assert.deepEqual(
      listed.body.filter((row: { id: number }) => row.id === id),
      [created.body],
    );
    assert.equal(listed.headers.get('x-total-count'), String(listed.body.length));
    await api.orders.post('/prices', priceOf(await createProduct(api.admin), '2026-01-01', null));
    assert.deepEqual((await api.orders.get(`/prices/product/${product.id}`)).body, [created.body]);
    const updated = await api.sales.put(`/prices/${id}`, { ...sent, price: 2.5, end_date: null });
    assert.deepEqual(
      [updated.status, updated.body.id, updated.body.price, updated.body.end_date, updated.body.modified_by],
      [200, id, 2.5, null, api.sales.userId],
    );
    const removed = await api.administration.delete(`/prices/${id}`, { body: { deleted_by: 999 } });
    assert.deepEqual([removed.status, removed.body], [204, undefined]);
    assertProblem(await api.orders.get(`/prices/${id}`), 404, 'NOT_FOUND');
    assertProblem(await api.orders.put(`/prices/${id}`, { price: 1 }), 404, 'NOT_FOUND');
    assertProblem(await api.orders.delete(`/prices/${id}`), 404, 'NOT_FOUND');
    assert.deepEqual((await api.orders.get(`/prices/product/${product.id}`)).body, []);
  });
});
