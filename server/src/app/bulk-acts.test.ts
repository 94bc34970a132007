/** Calls that run several acts in one request. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import { assertProblem, startApi, type Answer } from '../testing/api.ts';
import { completeCompany, createProduct, createSupplier } from '../testing/factories.ts';
import { sell, send } from '../testing/invoiced.ts';

const api = startApi();
const NONE = 2_147_483_647;

function keyed(key: string) {
  return { headers: { 'idempotency-key': key } };
}
function outcomes({ status, body }: Answer) {
  assert.equal(status, 200, JSON.stringify(body));
  return body.results.map(({ id, status, code }: { id: number; status: number; code: string | null }) => [
    id,
    status,
    code,
  ]);
}
async function makePrice(given: object = {}) {
  const [{ id: product_id }, { id: supplier_id }] = [await createProduct(api.admin), await createSupplier(api.admin)];
  const answer = await api.admin.post('/prices', {
    product_id,
    supplier_id,
    price: 2,
    start_date: '2026-01-01',
    ...given,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function statusOf(id: number) {
  return (await api.admin.get(`/products/${id}`)).body.status;
}
async function draft() {
  return sell(api, [{ quantity: 1, unit_price: 10 }]);
}

test('S22: the four bulk calls answer one result per item in the order sent, each item is a separate act, and takes at most 500', async () => {
  await completeCompany(api.admin);
  const [first, second] = [await createProduct(api.admin), await createProduct(api.admin)];
  const archived = await api.sales.post('/products/bulk/status', {
    ids: [second.id, NONE, first.id],
    status: 'inactive',
  });
  assert.deepEqual(outcomes(archived), [
    [second.id, 200, null],
    [NONE, 404, 'NOT_FOUND'],
    [first.id, 200, null],
  ]);
  assert.match(archived.body.results[1].message, /\w/);
  assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ['inactive', 'inactive']);
  // Each act has its own entry in the activity log.
  const log = (await api.admin.get(`/users/${api.sales.userId}/activities?limit=2`)).body;
  assert.deepEqual(
    log.map(({ action, entity_id }: { action: string; entity_id: number }) => [action, entity_id]),
    [
      ['status', first.id],
      ['status', second.id],
    ],
  );

  const price = await makePrice();
  const raised = await api.sales.post('/prices/bulk/raise', {
    ids: [NONE, price.id],
    percent: 10,
    start_date: '2026-06-01',
  });
  assert.deepEqual(outcomes(raised), [
    [NONE, 404, 'NOT_FOUND'],
    [price.id, 200, null],
  ]);

  const [one, two, three] = [await draft(), await draft(), await draft()];
  await send(api.sales, two.invoice.id);
  const sent = await api.sales.post('/invoices/bulk/send', {
    ids: [three.invoice.id, two.invoice.id, one.invoice.id],
  });
  assert.deepEqual(outcomes(sent), [
    [three.invoice.id, 200, null],
    [two.invoice.id, 409, 'INVALID_TRANSITION'],
    [one.invoice.id, 200, null],
  ]);
  const numberOf = async (id: number) => (await api.admin.get(`/invoices/${id}`)).body.invoice_number as string;
  assert.ok((await numberOf(three.invoice.id)) < (await numberOf(one.invoice.id)), 'numbers follow the order sent');

  const others = [await draft(), await draft()];
  for (const { invoice } of others) await api.sales.delete(`/invoices/${invoice.id}`);
  const until = others[0]!.list.packing_date;
  const before = await api.sales.post('/invoices/bulk/from-packing-lists', { until: addDays(until, -1) });
  assert.deepEqual(before.body, { results: [] });
  const customer_ids = others.map(({ customer }) => customer.id);
  const drafted = await api.sales.post('/invoices/bulk/from-packing-lists', { until, customer_ids });
  assert.equal(drafted.status, 200);
  assert.deepEqual(
    drafted.body.results.map(({ customer_id, packing_list_ids, status, code, message }: Record<string, unknown>) => ({
      customer_id,
      packing_list_ids,
      status,
      code,
      message,
    })),
    others.map(({ customer, list }) => ({
      customer_id: customer.id,
      packing_list_ids: [list.id],
      status: 201,
      code: null,
      message: null,
    })),
  );
  for (const { id, packing_list_ids } of drafted.body.results)
    assert.equal((await api.admin.get(`/invoices/${id}`)).body.packing_list_id, packing_list_ids[0]);

  const [kept, free] = [await draft(), await draft()];
  await api.sales.delete(`/invoices/${free.invoice.id}`);
  const named = await api.sales.post('/invoices/bulk/from-packing-lists', { ids: [NONE, free.list.id, kept.list.id] });
  assert.deepEqual(
    named.body.results.map(({ status, code, customer_id, packing_list_ids }: Record<string, unknown>) => [
      status,
      code,
      customer_id,
      packing_list_ids,
    ]),
    [
      [404, 'NOT_FOUND', null, [NONE]],
      [201, null, free.customer.id, [free.list.id]],
      [409, 'ALREADY_INVOICED', kept.customer.id, [kept.list.id]],
    ],
  );
  assertProblem(await api.sales.post('/invoices/bulk/from-packing-lists', {}), 400, 'VALIDATION', {
    until: 'required',
  });

  const many = (length: number) => Array.from({ length }, (_, index) => NONE - index);
  for (const [path, rest] of [
    ['/products/bulk/status', { status: 'active' }],
    ['/prices/bulk/raise', { percent: 1, start_date: '2026-06-01' }],
    ['/invoices/bulk/send', {}],
  ] as const) {
    assert.equal(outcomes(await api.sales.post(path, { ids: many(500), ...rest })).length, 500);
    assertProblem(await api.sales.post(path, { ids: many(501), ...rest }), 400, 'VALIDATION', { ids: 'max' });
    assertProblem(await api.sales.post(path, { ids: [], ...rest }), 400, 'VALIDATION', { ids: 'noItems' });
  }

  // The key of an item is derived from that of the request: a retry answers the same and repeats nothing.
  const key = randomUUID();
  const body = { ids: [first.id, second.id], status: 'active' };
  const done = await api.sales.post('/products/bulk/status', body, keyed(key));
  await api.sales.put(`/products/${first.id}/status`, { status: 'inactive' });
  const again = await api.sales.post('/products/bulk/status', body, keyed(key));
  assert.deepEqual(again.body, done.body);
  assert.equal(await statusOf(first.id), 'inactive');
  const keys = await sql<{
    key: string;
  }>`select key from idempotency_keys where key like ${`${key}%`} order by key`.execute(api.db);
  assert.deepEqual(
    keys.rows.map((row) => row.key),
    [key, `${key}#0`, `${key}#1`],
  );
  assertProblem(
    await api.sales.post('/products/bulk/status', { ...body, status: 'inactive' }, keyed(key)),
    422,
    'IDEMPOTENCY_KEY_REUSED',
  );
});

describe('a bulk call that was cut off', () => {
  test('continues with the packing lists of its first selection', async () => {
    const lists = [await draft(), await draft()];
    for (const { invoice } of lists) await api.sales.delete(`/invoices/${invoice.id}`);
    const body = { until: lists[0]!.list.packing_date, customer_ids: lists.map(({ customer }) => customer.id) };
    const key = randomUUID();
    const done = await api.sales.post('/invoices/bulk/from-packing-lists', body, keyed(key));
    // As if the server had been killed before the second act.
    await sql`delete from idempotency_keys where key = ${`${key}#1`}`.execute(api.db);
    await api.sales.delete(`/invoices/${done.body.results[1].id}`);
    const again = await api.sales.post('/invoices/bulk/from-packing-lists', body, keyed(key));
    assert.deepEqual(again.body.results[0], done.body.results[0]);
    assert.equal(again.body.results[1].status, 201);
    assert.notEqual(again.body.results[1].id, done.body.results[1].id);
  });
  test('is answered as a whole when the session ends', async () => {
    const { id } = await createProduct(api.admin);
    await sql`update users set is_active = false where id = ${api.orders.userId}`.execute(api.db);
    const answer = await api.orders.post('/products/bulk/status', { ids: [id], status: 'inactive' });
    await sql`update users set is_active = true where id = ${api.orders.userId}`.execute(api.db);
    assert.equal(answer.status, 401);
  });
});

describe('POST /prices/bulk/raise', () => {
  const raise = async (ids: number[], given: object = {}) =>
    api.sales.post('/prices/bulk/raise', { ids, percent: 4, start_date: '2026-06-01', ...given });
  const periods = async ({ product_id }: { product_id: number }) =>
    (await api.admin.get(`/prices/product/${product_id}?sort=start_date`)).body.map(
      ({ price, start_date, end_date, currency }: Record<string, unknown>) => [price, start_date, end_date, currency],
    );

  test('ends the price on the day before and creates its successor with its end and currency', async () => {
    const price = await makePrice({ price: 1.23456, end_date: '2026-12-31', currency: 'USD' });
    const answer = await raise([price.id]);
    const [result] = answer.body.results;
    assert.deepEqual([result.old_price, result.new_price], [1.23456, 1.28394]);
    assert.deepEqual(await periods(price), [
      [1.23456, '2026-01-01', '2026-05-31', 'USD'],
      [1.28394, '2026-06-01', '2026-12-31', 'USD'],
    ]);
    assert.equal((await api.admin.get(`/prices/${result.new_id}`)).body.price, 1.28394);
  });
  test('a dry run answers the same and writes nothing', async () => {
    const price = await makePrice();
    const dry = await raise([price.id], { dry_run: true });
    assert.deepEqual(await periods(price), [[2, '2026-01-01', null, 'EUR']]);
    const done = await raise([price.id]);
    assert.deepEqual({ ...done.body.results[0], new_id: null, activity_id: null }, dry.body.results[0]);
  });
  test('refuses a price that starts later, one that was raised, and one that ended', async () => {
    const [late, raised, ended] = [
      await makePrice({ start_date: '2026-06-01' }),
      await makePrice(),
      await makePrice({ end_date: '2026-05-31' }),
    ];
    await raise([raised.id]);
    assert.deepEqual(outcomes(await raise([late.id, raised.id, ended.id])), [
      [late.id, 409, 'PRICE_OVERLAP'],
      [raised.id, 409, 'PRICE_OVERLAP'],
      [ended.id, 409, 'INVALID_TRANSITION'],
    ]);
  });
  test('the percentage must be above -100, and the new price must fit', async () => {
    const price = await makePrice({ price: 9_999_999_999 });
    for (const percent of [-100, -101])
      assertProblem(await raise([price.id], { percent }), 400, 'VALIDATION', { percent: 'min' });
    assert.deepEqual(outcomes(await raise([price.id], { percent: 1 })), [[price.id, 400, 'VALIDATION']]);
    const lowered = await raise([(await makePrice()).id], { percent: -99.5 });
    assert.equal(lowered.body.results[0].new_price, 0.01);
  });
});
