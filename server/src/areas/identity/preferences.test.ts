import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JSON_KB } from '@bobina/contract/core/fields.ts';
import { assertProblem, startApi } from '../../testing/api.ts';

const api = startApi();

describe('preferences', () => {
  test('sent keys replace, others stay, null removes, and each user has their own', async () => {
    assert.deepEqual((await api.orders.get('/preferences')).body, {});
    const columns = [
      { key: 'code', width: 120 },
      { key: 'name', pinned: true },
    ];
    const first = await api.orders.put('/preferences', { 'columns.products': columns, theme: { dark: true } });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.deepEqual(first.body, { 'columns.products': columns, theme: { dark: true } });
    const second = await api.orders.put('/preferences', { theme: { contrast: null }, density: '' });
    const expected = { 'columns.products': columns, theme: { contrast: null }, density: '' };
    assert.deepEqual(second.body, expected, 'a value is replaced as a whole; null inside a value stays');
    const third = await api.orders.put('/preferences', { density: null, absent: null });
    assert.deepEqual(third.body, { 'columns.products': columns, theme: { contrast: null } });
    assert.deepEqual((await api.orders.put('/preferences', {})).body, third.body);
    assert.deepEqual((await api.orders.get('/preferences')).body, third.body);
    assert.deepEqual((await api.sales.get('/preferences')).body, {});
  });

  test('a first change with null stores nothing', async () => {
    assert.deepEqual((await api.administration.put('/preferences', { theme: null })).body, {});
    assert.deepEqual((await api.administration.get('/preferences')).body, {});
  });

  test('concurrent changes of different keys are all kept', async () => {
    const keys = Array.from({ length: 12 }, (_, at) => `key${at}`);
    const answers = await Promise.all(keys.map((key, at) => api.warehouse.put('/preferences', { [key]: at })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const expected = Object.fromEntries(keys.map((key, at) => [key, at]));
    assert.deepEqual((await api.warehouse.get('/preferences')).body, expected);
    const changed = await Promise.all(
      keys.map((key, at) => api.warehouse.put('/preferences', { [key]: at % 2 === 0 ? null : at * 10 })),
    );
    assert.deepEqual([...new Set(changed.map(({ status }) => status))], [200]);
    assert.deepEqual(
      (await api.warehouse.get('/preferences')).body,
      Object.fromEntries(keys.flatMap((key, at) => (at % 2 === 0 ? [] : [[key, at * 10]]))),
    );
  });

  test('all preferences together are at most 64 kB of JSON', async () => {
    const half = 'è'.repeat(JSON_KB * 256);
    assert.equal((await api.sales.put('/preferences', { a: half })).status, 200);
    const before = (await api.sales.get('/preferences')).body;
    assertProblem(await api.sales.put('/preferences', { b: half }), 400, 'VALIDATION', { '': 'max' });
    assert.deepEqual((await api.sales.get('/preferences')).body, before, 'a refused change changes nothing');
    const rest = JSON_KB * 1024 - Buffer.byteLength(JSON.stringify({ a: half, b: '' }));
    assertProblem(await api.sales.put('/preferences', { b: 'x'.repeat(rest + 1) }), 400, 'VALIDATION');
    assert.equal((await api.sales.put('/preferences', { b: 'x'.repeat(rest) })).status, 200);
    assert.equal(
      (await api.sales.put('/preferences', { a: null, c: half })).status,
      200,
      'a removed key frees its space',
    );
  });

  test('refuses everything but an object of valid texts', async () => {
    for (const body of [[], 'x', 3, { '': 1 }, { ['k'.repeat(201)]: 1 }, { a: '\0' }])
      assertProblem(
        await api.direction.call('PUT', '/preferences', {
          raw: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
        400,
        'VALIDATION',
      );
    assert.deepEqual((await api.direction.get('/preferences')).body, {});
  });

  test('a text that the database cannot store is refused beside its key', async () => {
    for (const wrong of ['a\u0000b', 'a\ud800b', { in: ['a\u0000'] }]) {
      const answer = await api.orders.put('/preferences', { density: '', theme: wrong });
      assertProblem(answer, 400, 'VALIDATION', { theme: 'format' });
    }
    const literal = { theme: 'C:\\u0000' };
    assert.equal((await api.orders.put('/preferences', literal)).body.theme, literal.theme);
  });
  test('a preference named version or warnings is content like any other', async () => {
    const content = { version: 'no\nheader', warnings: ['x'] };
    const headers = { 'idempotency-key': 'preferenze-1' };
    for (let times = 0; times < 2; times++) {
      const answer = await api.admin.put('/preferences', content, { headers });
      assert.deepEqual([answer.status, answer.body, answer.headers.get('etag')], [200, content, null]);
    }
    const read = await api.admin.get('/preferences');
    assert.deepEqual([read.body, read.headers.get('etag')], [content, null]);
  });

  test('a retry with the same idempotency key does not repeat the change', async () => {
    const headers = { 'idempotency-key': 'preferenze-2' };
    const first = await api.admin.put('/preferences', { theme: 'dark' }, { headers });
    await api.admin.put('/preferences', { theme: 'light' });
    const again = await api.admin.put('/preferences', { theme: 'dark' }, { headers });
    assert.deepEqual(again.body, first.body);
    assert.equal((await api.admin.get('/preferences')).body.theme, 'light');
  });

  test('a change leaves no entry in the activity log', async () => {
    const count = async () =>
      (await api.admin.get(`/users/${api.administration.userId}/activities`)).body.length as number;
    const before = await count();
    assert.equal((await api.administration.put('/preferences', { theme: 'dark' })).status, 200);
    assert.equal(await count(), before);
  });
});
