import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays, today } from '@bobina/contract/core/dates.ts';
import type { CustomerPrice } from '@bobina/contract/orders/customer-prices.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi, type Answer } from '../../testing/api.ts';
import { createCustomer, createCustomerOrder, createProduct } from '../../testing/factories.ts';

const api = startApi();
const NO_SUCH_PRICE = 2_147_483_647;
let customer: Customer;
let other: Customer;
async function prepare() {
  customer ??= await createCustomer(api.admin, { business_name: 'Forno Rossi', valuta: 'USD' });
  other ??= await createCustomer(api.admin);
}
function priceOf(product: Pick<Product, 'id'>, start_date: string, end_date: string | null, given: object = {}) {
  return { product_id: product.id, customer_id: customer.id, price: 1.25, start_date, end_date, ...given };
}

describe('POST /customer-prices', () => {
  before(prepare);
  test("answers 201 with the whole price, in the customer's currency", async () => {
    const product = await createProduct(api.admin, { currency: 'EUR', name: 'Film' });
    const answer = await api.administration.post(
      '/customer-prices',
      priceOf(product, '2026-01-01', null, { price: 12.34567, currency: 'MAD', created_by: 999 }),
    );
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id: _, created_at: __, ...price } = answer.body;
    assert.deepEqual(price, {
      product_id: product.id,
      product_code: product.code,
      product_name: 'Film',
      customer_id: customer.id,
      customer_name: 'Forno Rossi',
      price: 12.34567,
      currency: 'USD',
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
  test('keeps five decimals exactly, refuses more, and warns of a price of 0', async () => {
    for (const price of [0.00001, 0.1, 9_999_999_999.99999]) {
      const product = await createProduct(api.admin);
      const { body } = await api.sales.post('/customer-prices', priceOf(product, '2026-01-01', null, { price }));
      assert.equal((await api.sales.get(`/customer-prices/${body.id}`)).body.price, price);
    }
    const product = await createProduct(api.admin);
    const finer = await api.sales.post('/customer-prices', priceOf(product, '2026-01-01', null, { price: 1.000001 }));
    assertProblem(finer, 400, 'VALIDATION', { price: 'format' });
    const free = await api.sales.post('/customer-prices', priceOf(product, '2026-01-01', null, { price: 0 }));
    assert.deepEqual([free.status, free.body.warnings[0].code], [201, 'zero_price']);
    const kept = await api.sales.put(`/customer-prices/${free.body.id}`, { end_date: '2026-12-31' });
    assert.deepEqual([kept.status, kept.body.warnings], [200, undefined]);
  });
  test('refuses an overlap of closed intervals, and takes the day after and another customer', async () => {
    const product = await createProduct(api.admin);
    const first = await api.admin.post('/customer-prices', priceOf(product, '2026-01-01', '2026-01-31'));
    for (const [start, end] of [
      ['2026-01-31', null],
      ['2025-01-01', '2026-01-01'],
      ['2026-01-10', '2026-01-11'],
      ['2025-01-01', null],
    ] as const) {
      const answer = await api.admin.post('/customer-prices', priceOf(product, start, end));
      assertProblem(answer, 409, 'PRICE_OVERLAP', { start_date: 'overlap' });
    }
    const next = await api.admin.post('/customer-prices', priceOf(product, '2026-02-01', null));
    assert.equal(next.status, 201);
    const theirs = priceOf(product, '2026-01-31', null, { customer_id: other.id });
    assert.equal((await api.admin.post('/customer-prices', theirs)).status, 201);
    const moved = `/customer-prices/${next.body.id}`;
    assertProblem(await api.admin.put(moved, { start_date: '2026-01-31' }), 409, 'PRICE_OVERLAP');
    assert.equal((await api.admin.delete(`/customer-prices/${first.body.id}`)).status, 204);
    assert.equal((await api.admin.put(moved, { start_date: '2026-01-31' })).status, 200);
  });
  test('closes the previous price on the day before, in the same act', async () => {
    const product = await createProduct(api.admin);
    const first = (await api.admin.post('/customer-prices', priceOf(product, '2026-01-01', null))).body;
    const earlier = (await api.admin.post('/customer-prices', priceOf(product, '2025-01-01', '2025-12-31'))).body;
    const closing = { price: 2, closes_previous: true };
    const next = await api.sales.post('/customer-prices', priceOf(product, '2026-07-01', null, closing));
    assert.equal(next.status, 201, JSON.stringify(next.body));
    const read = async ({ id }: { id: number }) => (await api.admin.get(`/customer-prices/${id}`)).body;
    const closed = await read(first);
    assert.deepEqual(
      [closed.end_date, closed.version, closed.price, closed.modified_by],
      ['2026-06-30', 2, 1.25, api.sales.userId],
    );
    assert.deepEqual(await read(earlier), earlier);
    // A price that begins on the same day or later is never closed, and the refusal takes the whole act back.
    const sameDay = await api.admin.post('/customer-prices', priceOf(product, '2026-07-01', null, closing));
    assertProblem(sameDay, 409, 'PRICE_OVERLAP', { start_date: 'overlap' });
    const both = await api.admin.post('/customer-prices', priceOf(product, '2026-03-01', null, closing));
    assertProblem(both, 409, 'PRICE_OVERLAP', { start_date: 'overlap' });
    assert.deepEqual(await read(first), closed);
    // Without a previous price, the field changes nothing.
    const alone = await api.admin.post(
      '/customer-prices',
      priceOf(await createProduct(api.admin), '2026-07-01', null, closing),
    );
    assert.equal(alone.status, 201);
  });
  test('accepts one of the overlapping prices of concurrent clients', async () => {
    const product = await createProduct(api.admin);
    const sessions = [api.admin, api.direction, api.sales, api.orders, api.administration];
    const answers = await Promise.all(
      sessions.map((session, index) =>
        session.post('/customer-prices', priceOf(product, `2026-01-0${index + 1}`, null, { price: index })),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) assertProblem(answer, 409, 'PRICE_OVERLAP');
    assert.equal((await api.admin.get(`/customer-prices?product_id=${product.id}`)).body.length, 1);
  });
  test('creates one price for one idempotency key', async () => {
    const product = await createProduct(api.admin);
    const send = () =>
      api.admin.post('/customer-prices', priceOf(product, '2026-01-01', null), {
        headers: { 'idempotency-key': `price-of-${product.id}` },
      });
    const [first, again] = [await send(), await send()];
    assert.deepEqual([again.status, again.body], [201, first.body]);
  });
  test('reports all problems at once', async () => {
    assertProblem(await api.admin.post('/customer-prices', { price: -1, end_date: '2026-02-30' }), 400, 'VALIDATION', {
      product_id: 'required',
      customer_id: 'required',
      price: 'min',
      start_date: 'required',
      end_date: 'invalidDates',
    });
    const unknown = {
      product_id: 999_999,
      customer_id: 999_999,
      price: 1,
      start_date: '2026-02-02',
      end_date: '2026-02-01',
    };
    assertProblem(await api.admin.post('/customer-prices', unknown), 400, 'VALIDATION', {
      product_id: 'unknown',
      customer_id: 'unknown',
      end_date: 'before_start',
    });
  });
  test('all calls are for every role but the warehouse', async () => {
    const product = await createProduct(api.admin);
    for (const [index, session] of [api.admin, api.direction, api.administration, api.orders, api.sales].entries()) {
      const day = `2026-0${index + 1}-01`;
      const { status, body } = await session.post('/customer-prices', priceOf(product, day, day));
      assert.equal(status, 201);
      const path = `/customer-prices/${body.id}`;
      assert.equal((await session.get('/customer-prices')).status, 200);
      assert.equal((await session.get(path)).status, 200);
      assert.equal((await session.get(forPath(customer, product))).status, 200);
      assert.equal((await session.put(path, { price: 2 })).status, 200);
      assert.equal((await session.delete(path)).status, 204);
    }
    const { body } = await api.admin.post('/customer-prices', priceOf(product, '2026-01-01', null));
    const path = `/customer-prices/${body.id}`;
    for (const answer of [
      await api.warehouse.get('/customer-prices'),
      await api.warehouse.get(path),
      await api.warehouse.get(forPath(customer, product)),
      await api.warehouse.post('/customer-prices', {}),
      await api.warehouse.put(path, { price: 2 }),
      await api.warehouse.delete(path),
    ])
      assertProblem(answer, 403, 'FORBIDDEN');
    assertProblem(await api.as(null).get('/customer-prices'), 401, 'UNAUTHENTICATED');
  });
});

describe('POST /customer-prices/bulk/raise', () => {
  before(prepare);
  type Made = { id: number; product_id: number };
  const make = async (given: object = {}): Promise<Made> => {
    const { status, body } = await api.admin.post(
      '/customer-prices',
      priceOf(await createProduct(api.admin), '2026-01-01', null, { price: 2, ...given }),
    );
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const raise = (ids: number[], given: object = {}, session = api.sales) =>
    session.post('/customer-prices/bulk/raise', { ids, percent: 4, start_date: '2026-06-01', ...given });
  const periods = async ({ product_id }: Made) =>
    (await api.admin.get(`/customer-prices?product_id=${product_id}&sort=start_date`)).body.map(
      ({ price, start_date, end_date, currency }: CustomerPrice) => [price, start_date, end_date, currency],
    );
  const outcomes = ({ status, body }: Answer) => {
    assert.equal(status, 200, JSON.stringify(body));
    return body.results.map(({ id, code }: { id: number; code: string | null }) => [id, code]);
  };

  test('ends the price on the day before and creates its successor with its end; a dry run writes nothing', async () => {
    const price = await make({ price: 1.23456, end_date: '2026-12-31' });
    const dry = await raise([price.id], { dry_run: true });
    const [preview] = dry.body.results;
    assert.deepEqual([preview.old_price, preview.new_price, preview.new_id], [1.23456, 1.28394, null]);
    assert.deepEqual(await periods(price), [[1.23456, '2026-01-01', '2026-12-31', 'USD']]);
    const done = await raise([price.id]);
    assert.deepEqual({ ...done.body.results[0], new_id: null, activity_id: null }, preview);
    assert.deepEqual(await periods(price), [
      [1.23456, '2026-01-01', '2026-05-31', 'USD'],
      [1.28394, '2026-06-01', '2026-12-31', 'USD'],
    ]);
    const created = await api.admin.get(`/customer-prices/${done.body.results[0].new_id}`);
    assert.deepEqual([created.body.price, created.body.created_by], [1.28394, api.sales.userId]);
  });
  test('rounds the new price to the decimals that are asked for, in a dry run too, and refuses others', async () => {
    for (const [decimals, expected] of [
      [2, 1.28],
      [3, 1.284],
      [4, 1.2839],
      [5, 1.28394],
      [null, 1.28394],
    ] as const) {
      const price = await make({ price: 1.23456 });
      const dry = await raise([price.id], { decimals, dry_run: true });
      assert.equal(dry.body.results[0].new_price, expected);
      await raise([price.id], { decimals });
      assert.equal((await periods(price)).at(-1)[0], expected);
    }
    const half = await make({ price: 1.005 });
    assert.equal((await raise([half.id], { percent: 0, decimals: 2 })).body.results[0].new_price, 1.01);
    for (const [decimals, code] of [
      [1, 'min'],
      [6, 'max'],
    ] as const)
      assertProblem(await raise([half.id], { decimals }), 400, 'VALIDATION', { decimals: code });
  });
  test('of eight raises of one price at once, one is done and the others are refused', async () => {
    const price = await make();
    const answers = await Promise.all(Array.from({ length: 8 }, () => raise([price.id])));
    const codes = answers.flatMap((answer) => outcomes(answer).map(([, code]: [number, string | null]) => code));
    assert.deepEqual(codes.toSorted(), [...Array.from({ length: 7 }, () => 'PRICE_OVERLAP'), null].toSorted());
    assert.deepEqual(await periods(price), [
      [2, '2026-01-01', '2026-05-31', 'USD'],
      [2.08, '2026-06-01', null, 'USD'],
    ]);
  });
  test('refuses prices row by row: of a later start, raised before, ended and unknown; the others are raised', async () => {
    const [late, raised, ended, next, good] = [
      await make({ start_date: '2026-06-01' }),
      await make(),
      await make({ end_date: '2026-05-30' }),
      await make({ end_date: '2026-05-31' }),
      await make(),
    ];
    await raise([raised.id]);
    const later = priceOf({ id: next.product_id }, '2026-06-01', null);
    assert.equal((await api.admin.post('/customer-prices', later)).status, 201);
    assert.deepEqual(
      outcomes(await raise([late.id, raised.id, ended.id, next.id, NO_SUCH_PRICE, good.id], { percent: -50 })),
      [
        [late.id, 'PRICE_OVERLAP'],
        [raised.id, 'PRICE_OVERLAP'],
        [ended.id, 'INVALID_TRANSITION'],
        [next.id, 'PRICE_OVERLAP'],
        [NO_SUCH_PRICE, 'NOT_FOUND'],
        [good.id, null],
      ],
    );
    assert.deepEqual((await periods(good)).at(-1), [1, '2026-06-01', null, 'USD']);
    assert.equal((await periods(late)).length, 1);
  });
  test("keeps the currency of the price when the customer's is another one by now", async () => {
    const buyer = await createCustomer(api.admin, { valuta: 'USD' });
    const price = await make({ customer_id: buyer.id });
    assert.equal((await api.admin.put(`/customers/${buyer.id}`, { ...buyer, valuta: 'EUR' })).status, 200);
    await raise([price.id]);
    assert.deepEqual(await periods(price), [
      [2, '2026-01-01', '2026-05-31', 'USD'],
      [2.08, '2026-06-01', null, 'USD'],
    ]);
  });
  test('the percentage must be above -100, the new price must fit, and the warehouse may not', async () => {
    const price = await make({ price: 9_999_999_999 });
    assertProblem(await raise([price.id], { percent: -100 }), 400, 'VALIDATION', { percent: 'min' });
    assert.deepEqual(outcomes(await raise([price.id], { percent: 1 })), [[price.id, 'VALIDATION']]);
    assertProblem(await raise([price.id], {}, api.warehouse), 403, 'FORBIDDEN');
    for (const session of [api.admin, api.direction, api.administration, api.orders, api.sales])
      assert.deepEqual(
        outcomes(await raise([(await make()).id], {}, session)).map(([, code]: [number, string | null]) => code),
        [null],
      );
  });
});

describe('PUT /customer-prices/{id} and GET /customer-prices', () => {
  before(prepare);
  test('keeps absent fields, empties null fields, refuses a late version', async () => {
    const product = await createProduct(api.admin);
    const { body } = await api.admin.post('/customer-prices', priceOf(product, '2026-01-01', '2026-12-31'));
    const path = `/customer-prices/${body.id}`;
    const changed = await api.sales.put(path, { end_date: '' }, { headers: { 'if-match': '"1"' } });
    assert.deepEqual(
      [changed.status, changed.body.end_date, changed.body.price, changed.body.currency, changed.body.version],
      [200, null, 1.25, 'USD', 2],
    );
    const late = await api.sales.put(path, { price: 2 }, { headers: { 'if-match': '"1"' } });
    assertProblem(late, 409, 'STALE_VERSION');
    assert.equal((await api.sales.delete(path)).status, 204);
    assertProblem(await api.sales.put(path, { price: 2 }), 404, 'NOT_FOUND');
    assertProblem(await api.sales.delete(path), 404, 'NOT_FOUND');
  });
  test("takes the customer's new currency only together with a new price", async () => {
    const buyer = await createCustomer(api.admin, { valuta: 'EUR' });
    const product = await createProduct(api.admin);
    const { body } = await api.admin.post(
      '/customer-prices',
      priceOf(product, '2026-01-01', null, { customer_id: buyer.id }),
    );
    await api.admin.put(`/customers/${buyer.id}`, { valuta: 'MAD' });
    const path = `/customer-prices/${body.id}`;
    const currency = async (change: object) => (await api.admin.put(path, change)).body.currency;
    assert.equal(await currency({ ...body, start_date: '2026-02-01' }), 'EUR');
    assert.deepEqual((await api.admin.get(forPath(buyer, product))).body, {
      price: null,
      source: null,
      day: null,
      currency: 'MAD',
      last_price: null,
      last_day: null,
    });
    assert.equal(await currency({ price: 14 }), 'MAD');
    assert.equal((await api.admin.get(forPath(buyer, product))).body.price, 14);
  });
  test('pages, searches, filters and sorts the list', async () => {
    const buyer = await createCustomer(api.admin, { business_name: 'Caffè Verdi' });
    const product = await createProduct(api.admin);
    const save = (start: string, end: string | null) =>
      api.admin.post('/customer-prices', priceOf(product, start, end, { customer_id: buyer.id }));
    await save('2020-01-01', '2020-12-31');
    await save('2021-01-01', '2998-12-31');
    await save('2999-01-01', null);
    const rows = (query: string) => api.admin.get(`/customer-prices?customer_id=${buyer.id}&${query}`);
    const statuses = async (query: string) =>
      (await rows(query)).body.map(({ status }: { status: string }) => status) as string[];
    assert.deepEqual(await statuses('sort=start_date'), ['inactive', 'active', 'upcoming']);
    assert.deepEqual(await statuses('status=upcoming'), ['upcoming']);
    assert.deepEqual(await statuses(`product_id=${product.id}&q=caffe%20${product.code.toLowerCase()}`).then(sorted), [
      'active',
      'inactive',
      'upcoming',
    ]);
    assert.deepEqual(await statuses('q=nowhere'), []);
    const second = await rows('sort=-start_date&limit=1&offset=1');
    assert.deepEqual([second.body[0].status, second.headers.get('x-total-count')], ['active', '3']);
    for (const column of [
      'product_code',
      'product_name',
      'customer_name',
      'price',
      'currency',
      'start_date',
      'end_date',
      'status',
      'created_at',
      'modified_at',
    ])
      assert.equal((await statuses(`sort=-${column}`)).length, 3, column);
  });
});

describe('GET /customer-prices/for', () => {
  before(prepare);
  test("answers the list's price of today, else the last order line by order day, then id, else nothing", async () => {
    const product = await createProduct(api.admin);
    const ask = async () => (await api.sales.get(forPath(customer, product))).body;
    const nothing = {
      price: null,
      source: null,
      day: null,
      currency: 'USD',
      last_price: null,
      last_day: null,
    };
    assert.deepEqual(await ask(), nothing);

    const sell = (buyer: Customer, order_date: string, ...prices: number[]) =>
      createCustomerOrder(
        api.sales,
        buyer.id,
        prices.map((unit_price) => ({ product_id: product.id, quantity: 1, unit_price })),
        { order_date },
      );
    await sell(other, '2026-03-09', 99);
    await sell(customer, '2026-03-05', 5, 5.5);
    await sell(customer, '2026-03-01', 1);
    const last = { currency: 'USD', last_price: 5.5, last_day: '2026-03-05' };
    assert.deepEqual(await ask(), { price: 5.5, source: 'last', day: '2026-03-05', ...last });
    const later = await sell(customer, '2026-03-06', 6);
    assert.equal((await ask()).price, 6);
    await api.sales.delete(`/customer-orders/${later.id}`);
    assert.equal((await ask()).price, 5.5);

    await api.sales.post('/customer-prices', priceOf(product, '2020-01-01', '2020-12-31', { price: 3 }));
    await api.sales.post('/customer-prices', priceOf(product, '2999-01-01', null, { price: 4 }));
    await api.sales.post('/customer-prices', priceOf(product, '2020-01-01', null, { price: 8, customer_id: other.id }));
    assert.deepEqual(await ask(), { price: 5.5, source: 'last', day: '2026-03-05', ...last });
    const listed = await api.sales.post(
      '/customer-prices',
      priceOf(product, '2021-01-01', '2998-12-31', { price: 7.12345 }),
    );
    assert.deepEqual(await ask(), { price: 7.12345, source: 'list', day: '2021-01-01', ...last });
    await api.sales.delete(`/customer-prices/${listed.body.id}`);
    assert.equal((await ask()).source, 'last');
  });
  test("uses the company's day", async () => {
    const product = await createProduct(api.admin);
    const settings = (time_zone: string) => api.admin.put('/settings', { time_zone });
    const ahead = today('Pacific/Kiritimati');
    await api.admin.post('/customer-prices', priceOf(product, ahead, addDays(ahead, 1)));
    const price = async () => (await api.sales.get(forPath(customer, product))).body.price;
    // At every moment it is at least one day later in Kiritimati than in Pago Pago.
    await settings('Pacific/Kiritimati');
    assert.equal(await price(), 1.25);
    await settings('Pacific/Pago_Pago');
    assert.equal(await price(), null);
    await settings('Europe/Rome');
  });
  test('refuses unknown customers and parameters that are not ids', async () => {
    const product = await createProduct(api.admin);
    assertProblem(
      await api.sales.get(`/customer-prices/for?customer_id=999999&product_id=${product.id}`),
      400,
      'VALIDATION',
      {
        customer_id: 'unknown',
      },
    );
    assertProblem(await api.sales.get('/customer-prices/for?customer_id=x'), 400, 'VALIDATION', {
      customer_id: 'format',
      product_id: 'required',
    });
  });
});

function forPath(buyer: Customer, product: Product) {
  return `/customer-prices/for?customer_id=${buyer.id}&product_id=${product.id}`;
}

function sorted(texts: string[]) {
  return texts.toSorted();
}
