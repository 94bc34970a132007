import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  machineBody,
  partyBody,
  productBody,
} from '../../testing/factories.ts';

const api = startApi();
function keyed(key: string, headers = {}) {
  return { headers: { 'idempotency-key': key, ...headers } };
}
async function countOf(session: Session, code: string) {
  return Number((await session.get(`/machines?q=${code}`)).headers.get('x-total-count'));
}

describe('Idempotency-Key', () => {
  test('repeating a key and body does nothing and returns the first answer', async () => {
    const [key, body] = [randomUUID(), machineBody()];
    const first = await api.admin.post('/machines', body, keyed(key));
    const again = await api.admin.post('/machines', body, keyed(key));
    assert.equal(first.status, 201);
    assert.deepEqual(
      [again.status, again.body, again.headers.get('etag')],
      [first.status, first.body, first.headers.get('etag')],
    );
    assert.equal(await countOf(api.admin, body.code), 1);
  });
  test('eight concurrent requests create one row, and all get its answer', async () => {
    const [key, body] = [randomUUID(), machineBody()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.admin.post('/machines', body, keyed(key))));
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [201, answers[0]!.body]);
    assert.equal(await countOf(api.admin, body.code), 1);
    const activities = await api.db
      .selectFrom('activities')
      .select('id')
      .where('action', '=', 'create')
      .where('entity_type', '=', 'machines')
      .where('entity_id', '=', answers[0]!.body.id)
      .execute();
    assert.equal(activities.length, 1);
  });
  test('ignores the order of members, and repeats warnings', async () => {
    const key = randomUUID();
    const body = partyBody({ vat_number: '01234567890' });
    const first = await api.admin.post('/suppliers', body, keyed(key));
    const again = await api.admin.post('/suppliers', Object.fromEntries(Object.entries(body).toReversed()), keyed(key));
    assert.ok(first.body.warnings.length > 0);
    assert.deepEqual(again.body, first.body);
  });
  for (const [what, change] of [
    ['another value', { description: 'another' }],
    ['one more member', { area: null }],
  ] as const)
    test(`the same key with ${what} in the body is refused`, async () => {
      const [key, body] = [randomUUID(), machineBody()];
      await api.admin.post('/machines', body, keyed(key));
      assertProblem(
        await api.admin.post('/machines', { ...body, ...change }, keyed(key)),
        422,
        'IDEMPOTENCY_KEY_REUSED',
      );
      assert.equal(await countOf(api.admin, body.code), 1);
    });
  test('the same key for another call is refused', async () => {
    const [key, body] = [randomUUID(), { code: randomUUID(), description: 'x', rate: 22 }];
    assert.equal((await api.admin.post('/machines', body, keyed(key))).status, 201);
    assertProblem(
      await api.admin.post('/vat-codes', { ...body, code: 'x' }, keyed(key)),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
  test('the same key on another row is refused', async () => {
    const key = randomUUID();
    const [one, two] = [await createProduct(api.admin), await createProduct(api.admin)];
    assert.equal((await api.admin.put(`/products/${one.id}`, { name: 'x' }, keyed(key))).status, 200);
    assertProblem(await api.admin.put(`/products/${two.id}`, { name: 'x' }, keyed(key)), 422, 'IDEMPOTENCY_KEY_REUSED');
  });
  test('keys of different users are independent', async () => {
    const key = randomUUID();
    assert.equal((await api.admin.post('/machines', machineBody(), keyed(key))).status, 201);
    assert.equal((await api.sales.post('/machines', machineBody(), keyed(key))).status, 201);
  });
  test('a failure is not stored', async () => {
    const key = randomUUID();
    const taken = await createMachine(api.admin);
    assertProblem(await api.admin.post('/machines', machineBody({ code: taken.code }), keyed(key)), 409, 'CODE_EXISTS');
    assert.equal((await api.admin.post('/machines', machineBody(), keyed(key))).status, 201);
  });
  test('a delete runs once: the retry is a 204, not a 404', async () => {
    const key = randomUUID();
    const { id } = await createMachine(api.admin);
    assert.equal((await api.admin.delete(`/machines/${id}`, keyed(key))).status, 204);
    assert.equal((await api.admin.delete(`/machines/${id}`, keyed(key))).status, 204);
    assert.equal((await api.admin.delete(`/machines/${id}`)).status, 404);
  });
  test('a put runs once: the retry with its old version succeeds, instead of STALE_VERSION', async () => {
    const key = randomUUID();
    const { id } = await createMachine(api.admin);
    const headers = { 'if-match': '"1"' };
    for (let n = 0; n < 2; n++) {
      const answer = await api.admin.put(`/machines/${id}`, { area: 'B' }, keyed(key, headers));
      assert.deepEqual([answer.status, answer.body.version, answer.headers.get('etag')], [200, 2, '"2"']);
    }
  });
  test('a stored answer is not for the later role of its user, nor for a service token that sees less', async () => {
    const customer = await createCustomer(api.admin);
    const product = await createProduct(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { code: product.code, quantity: 7, unit_price: 3 },
    ]);
    const [key, path, body] = [randomUUID(), `/customer-orders/${order.id}/priority`, { priority: 'alta' }];
    const user = { username: `u-${randomUUID()}`, name: 'Nora', role: 'direction', password: PASSWORD };
    const { id, username } = (await api.admin.post('/users', user)).body;
    const nora = await api.signIn(username);
    assert.equal((await nora.put(path, body, keyed(key))).body.total_amount, 21);
    assert.equal((await nora.put(path, body, keyed(key))).body.total_amount, 21);

    const capabilities = ['production.plan', 'customer_orders.read'];
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const program = api.as((await nora.post('/tokens', { name: 'MES', capabilities, expires_at })).body.token);
    assertProblem(await program.put(path, body, keyed(key)), 422, 'IDEMPOTENCY_KEY_REUSED');
    const own = randomUUID();
    for (let n = 0; n < 2; n++) {
      const answer = await program.put(path, body, keyed(own));
      assert.deepEqual([answer.status, answer.body.total_amount], [200, undefined]);
    }

    assert.equal((await api.admin.put(`/users/${id}`, { role: 'warehouse' })).status, 200);
    const moved = await api.signIn(username);
    assertProblem(await moved.put(path, body, keyed(key)), 422, 'IDEMPOTENCY_KEY_REUSED');
    const later = randomUUID();
    for (let n = 0; n < 2; n++) {
      const answer = await moved.put(path, body, keyed(later));
      assert.deepEqual([answer.status, answer.body.total_amount], [200, undefined]);
    }
  });
  test('expires after seven days', async () => {
    const [key, body] = [randomUUID(), machineBody()];
    await api.admin.post('/machines', body, keyed(key));
    await sql`update idempotency_keys set created_at = now() - interval '6 days 23 hours' where key = ${key}`.execute(
      api.db,
    );
    assert.equal((await api.admin.post('/machines', body, keyed(key))).status, 201);
    await sql`update idempotency_keys set created_at = now() - interval '7 days 1 hour' where key = ${key}`.execute(
      api.db,
    );
    assertProblem(await api.admin.post('/machines', body, keyed(key)), 409, 'CODE_EXISTS');
    assert.equal((await api.admin.post('/machines', machineBody(), keyed(key))).status, 201);
  });
  for (const key of ['x'.repeat(201), 'tab\there', 'é'])
    test(`refuses a malformed key: ${key.slice(0, 10)}`, async () => {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      assertProblem(await api.admin.post('/machines', machineBody(), { headers }), 400, 'VALIDATION', {
        'Idempotency-Key': 'format',
      });
    });
  test('a refused caller does not claim the key', async () => {
    const key = randomUUID();
    assertProblem(await api.warehouse.post('/products', productBody(), keyed(key)), 403, 'FORBIDDEN');
    assert.deepEqual(await api.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute(), []);
  });
  test('is ignored below /auth: no token is stored', async () => {
    const key = randomUUID();
    const one = await api.as(null).post('/auth/login', { username: 'sales', password: PASSWORD }, keyed(key));
    const two = await api.as(null).post('/auth/login', { username: 'sales', password: PASSWORD }, keyed(key));
    assert.notEqual(one.body.token, two.body.token);
    assert.equal((await api.as(one.body.token).call('POST', '/auth/logout', keyed(key))).status, 204);
    assert.equal((await api.as(two.body.token).call('POST', '/auth/logout', keyed(key))).status, 204);
    assertProblem(await api.as(two.body.token).get('/auth/me'), 401, 'UNAUTHENTICATED');
    assert.deepEqual(await api.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute(), []);
  });
  test('neither the fingerprint nor the stored answer contains passwords', async () => {
    const key = randomUUID();
    const body = { username: `con-chiave-${key}`, name: 'Con chiave', password: 'prima-Password-1' };
    const first = await api.admin.post('/users', body, keyed(key));
    const again = await api.admin.post('/users', { ...body, password: 'altra-Password-2' }, keyed(key));
    assert.deepEqual([again.status, again.body], [201, first.body]);
    const kept = await api.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(kept.answer ?? '', /password|argon2/i);
  });
});

describe('If-Match', () => {
  test('the current version: succeeds, and the ETag is the next version', async () => {
    const { id } = await createMachine(api.admin);
    for (const [sent, next] of [
      ['"1"', 2],
      ['W/"2"', 3],
      ['3', 4],
    ] as const) {
      const answer = await api.admin.put(`/machines/${id}`, { area: sent }, { headers: { 'if-match': sent } });
      assert.deepEqual([answer.status, answer.body.version, answer.headers.get('etag')], [200, next, `"${next}"`]);
    }
    assert.equal((await api.admin.get(`/machines/${id}`)).headers.get('etag'), '"4"');
  });
  for (const late of ['"1"', '"7"', 'nonsense', '"99999999999"', '"1", "2"'])
    test(`${late} is stale: 409 with the current entity, and nothing is written`, async () => {
      const { id } = await createMachine(api.admin);
      await api.sales.put(`/machines/${id}`, { area: 'prima' });
      const answer = await api.admin.put(`/machines/${id}`, { area: 'dopo' }, { headers: { 'if-match': late } });
      assertProblem(answer, 409, 'STALE_VERSION');
      assert.deepEqual(answer.body.current, (await api.admin.get(`/machines/${id}`)).body);
      assert.deepEqual([answer.body.current.area, answer.body.current.version], ['prima', 2]);
    });
  for (const headers of [{}, { 'if-match': '*' }] as Record<string, string>[])
    test(`without a version the last write wins: ${JSON.stringify(headers)}`, async () => {
      const { id } = await createMachine(api.admin);
      await api.sales.put(`/machines/${id}`, { area: 'prima' });
      assert.equal((await api.admin.put(`/machines/${id}`, { area: 'dopo' }, { headers })).body.area, 'dopo');
    });
  test('of eight concurrent writes with one version exactly one succeeds', async () => {
    const { id } = await createMachine(api.admin);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        api.admin.put(`/machines/${id}`, { area: `${n}` }, { headers: { 'if-match': '"1"' } }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 7 }, () => 409)]);
  });
  test('eight concurrent writes without a version all succeed in sequence', async () => {
    const { id } = await createMachine(api.admin);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.admin.put(`/machines/${id}`, { area: `${n}` })),
    );
    assert.deepEqual(answers.map(({ body }) => body.version).toSorted(), [2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
