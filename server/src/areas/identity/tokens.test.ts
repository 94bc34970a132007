/** Service tokens. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, productBody } from '../../testing/factories.ts';

const api = startApi();
const DAY_MS = 24 * 60 * 60 * 1000;
function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
async function create(by = api.admin, capabilities: string[] = ['registry.read', 'products.write'], days = 30) {
  const { status, body } = await by.post('/tokens', { name: 'Gestionale', capabilities, expires_at: inDays(days) });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id as number, token: body.token as string, session: api.as(body.token as string) };
}

describe('service tokens', () => {
  test('X15 a token is answered once and stored as a hash, with capabilities of its owner and an expiry within 366 days, and its use is listed', async () => {
    const { id, token, session } = await create(api.sales);
    assert.match(token, /^bob_[\w-]{43}$/);
    const mine = async () => (await api.sales.get('/tokens')).body.find((row: { id: number }) => row.id === id);
    assert.equal((await mine()).last_used_at, null);
    assert.equal((await mine()).token, undefined);
    const { rows } = await sql<{ row: string }>`
      select t::text as row from service_tokens t union all select k::text from idempotency_keys k
      union all select a::text from activities a`.execute(api.db);
    assert.ok(rows.every(({ row }) => !row.includes(token) && !row.includes(token.slice(4))));

    const refused = (body: object, fields: Record<string, string>) =>
      api.sales
        .post('/tokens', { name: 'X', capabilities: ['registry.read'], expires_at: inDays(1), ...body })
        .then((answer) => assertProblem(answer, 400, 'VALIDATION', fields));
    await refused({ capabilities: ['registry.read', 'users.manage'] }, { 'capabilities.1': 'enum' });
    await refused({ capabilities: ['registry.read', 'no.such'] }, { 'capabilities.1': 'enum' });
    await refused({ capabilities: [] }, { capabilities: 'noItems' });
    await refused({ expires_at: inDays(367) }, { expires_at: 'max' });
    await refused({ expires_at: inDays(-1) }, { expires_at: 'min' });
    await create(api.sales, ['registry.read'], 365.9);

    assert.equal((await session.get('/products')).status, 200);
    assert.ok(Math.abs(Date.now() - Date.parse((await mine()).last_used_at)) < 60_000);
  });

  test('X16 a call needs the capability in the token and in the role of the moment; /tokens and /auth are closed; revoked and expired tokens are refused', async () => {
    const { session } = await create(api.orders);
    assert.equal((await session.post('/products', productBody())).status, 201);
    assertProblem(await session.post('/customers', {}), 403, 'FORBIDDEN');
    const me = await session.get('/auth/me');
    assert.deepEqual([me.status, me.body.permissions], [200, ['registry.read', 'products.write']]);
    for (const [method, path] of [
      ['GET', '/tokens'],
      ['POST', '/tokens'],
      ['DELETE', '/tokens/1'],
      ['POST', '/auth/logout'],
      ['PUT', '/auth/password'],
    ] as const)
      assertProblem(await session.call(method, path, method === 'GET' ? {} : { body: {} }), 403, 'FORBIDDEN');
    // The parts of calls for any signed-in user follow the token too.
    assert.equal((await session.get('/history/users/1')).status, 403);
    assert.deepEqual(
      (await session.get('/changes?limit=1000')).body.changes.filter(
        ({ entity }: { entity: string }) => entity === 'users',
      ),
      [],
    );

    const role = (name: string) => sql`update users set role = ${name} where id = ${api.orders.userId}`.execute(api.db);
    await role('warehouse');
    assertProblem(await session.post('/products', productBody()), 403, 'FORBIDDEN');
    assert.equal((await session.get('/products')).status, 200);
    await role('orders');
    assert.equal((await session.post('/products', productBody())).status, 201);

    const active = (is: boolean) =>
      sql`update users set is_active = ${is} where id = ${api.orders.userId}`.execute(api.db);
    await active(false);
    assertProblem(await session.get('/products'), 401, 'USER_INACTIVE');
    await active(true);

    const revoked = await create(api.orders);
    assertProblem(await api.sales.delete(`/tokens/${revoked.id}`), 404, 'NOT_FOUND');
    assert.equal((await api.orders.delete(`/tokens/${revoked.id}`)).status, 204);
    assertProblem(await revoked.session.get('/products'), 401, 'UNAUTHENTICATED');
    assertProblem(await revoked.session.post('/products', productBody()), 401, 'UNAUTHENTICATED');
    const expired = await create(api.orders);
    await sql`update service_tokens set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
      api.db,
    );
    assertProblem(await expired.session.get('/products'), 401, 'UNAUTHENTICATED');
  });

  test('X37 a token writes, the log names it, a retry answers without the secret, and no backup has its row', async () => {
    const { session, token } = await create();
    const { id } = (await session.post('/products', productBody())).body;
    const { body: log } = await api.admin.get(`/users/${api.admin.userId}/activities?limit=1`);
    assert.deepEqual([log[0].entity_id, log[0].token_name], [id, 'Gestionale']);
    assert.equal((await api.admin.get(`/history/products/${id}`)).body[0].token_name, 'Gestionale');
    await createProduct(api.admin);
    const own = (await api.admin.get(`/users/${api.admin.userId}/activities?limit=1`)).body[0];
    assert.equal(own.token_name, null);

    for (const [path, body, secret] of [
      ['/tokens', { name: 'Due', capabilities: ['registry.read'], expires_at: inDays(2) }, 'token'],
      ['/calendars', { kind: 'arrivals' }, 'path'],
    ] as const) {
      const headers = { 'idempotency-key': `once ${path}` };
      const first = await api.admin.post(path, body, { headers });
      const again = await api.admin.post(path, body, { headers });
      assert.equal(typeof first.body[secret], 'string');
      const { [secret]: _gone, ...rest } = first.body;
      assert.deepEqual([again.status, again.body], [201, rest]);
    }
    const { LEFT_OUT } = await import('../../platform/backup/format.ts');
    assert.ok(LEFT_OUT.has('service_tokens') && LEFT_OUT.has('calendars'));
    assert.ok(token.length > 20);
  });

  test('all tokens are listed and revoked with users.manage', async () => {
    const { id } = await create(api.warehouse, ['stock.read']);
    assertProblem(await api.sales.get('/tokens?all=true'), 403, 'FORBIDDEN');
    const all = (await api.direction.get('/tokens?all=true&sort=-created_at')).body;
    assert.deepEqual([all[0].id, all[0].user_id], [id, api.warehouse.userId]);
    assert.ok(!(await api.direction.get('/tokens')).body.some((row: { id: number }) => row.id === id));
    assert.equal((await api.direction.delete(`/tokens/${id}`)).status, 204);
    assertProblem(await api.direction.delete(`/tokens/${id}`), 404, 'NOT_FOUND');
  });
});
