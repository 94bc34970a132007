/** Limits and log lines that concern the calls of one user. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { assertProblem, startApi } from '../testing/api.ts';
import { matrixTest } from '../testing/matrix.ts';

const lines: Record<string, unknown>[] = [];
const logger = {
  level: 'warn',
  stream: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
};
const api = startApi({ logger, trustProxy: '127.0.0.1' });
function logged(event: string) {
  return lines.filter((line) => line.event === event);
}

describe('refused calls', () => {
  test('a missing permission is a log line with user, address and route; at most ten a minute and user', async () => {
    for (let tries = 0; tries < 12; tries++)
      assertProblem(await api.warehouse.get(`/users/${tries + 1}?q=segreto`), 403, 'FORBIDDEN');
    const found = logged('access_refused').filter(({ user }) => user === api.warehouse.userId);
    assert.equal(found.length, 10);
    const { account, address, code, method, route } = found[0]!;
    assert.deepEqual(
      [account, address, code, method, route],
      ['warehouse', '127.0.0.1', 'FORBIDDEN', 'GET', '/api/users/:id'],
    );
    assert.ok(!JSON.stringify(found).includes('segreto'), 'no query');
  });

  test('the thirtieth refusal of a user within a minute, such as broken input or foreign ids, is one line with the codes', async () => {
    for (let id = 0; id < 20; id++) assertProblem(await api.sales.get(`/products/${900_000 + id}`), 404, 'NOT_FOUND');
    for (let tries = 0; tries < 20; tries++)
      assertProblem(await api.sales.post('/products', { code: "'; drop table" }), 400, 'VALIDATION');
    const found = logged('many_refusals').filter(({ user }) => user === api.sales.userId);
    assert.equal(found.length, 1);
    assert.deepEqual(found[0]!.codes, { NOT_FOUND: 20, VALIDATION: 10 });
    assert.ok(!JSON.stringify(lines).includes('drop table'), 'no input');
  });

  test('calls without a session are counted by address', async () => {
    for (let tries = 0; tries < 31; tries++)
      await fetch(`${api.url}/api/products`, { headers: { 'x-forwarded-for': '10.9.8.7' } });
    const found = logged('many_refusals').filter(({ address }) => address === '10.9.8.7');
    assert.deepEqual(
      found.map(({ user, codes }) => [user, codes]),
      [[undefined, { UNAUTHENTICATED: 30 }]],
    );
  });
});

test('RATE_LIMIT: the calls of a user beyond it are a 429 with Retry-After, and another user is not affected', async () => {
  const limited = await api.another({ rateLimit: 5 });
  try {
    const began = performance.now();
    const many = await Promise.all(
      Array.from({ length: 200 }, () => limited.as(api.orders.token).get('/vat-codes?limit=1')),
    );
    const seconds = (performance.now() - began) / 1000;
    const refused = many.filter(({ status }) => status === 429);
    // A burst of ten seconds, and the calls that the rate allows while they run.
    assert.ok(refused.length <= 150 && refused.length >= 150 - Math.ceil(seconds * 5) - 1, `${refused.length}`);
    assertProblem(refused[0]!, 429, 'TOO_MANY_REQUESTS');
    assert.equal(refused[0]!.headers.get('retry-after'), '1');
    assert.equal((await limited.as(api.sales.token).get('/vat-codes?limit=1')).status, 200);
    await sleep(1000);
    assert.equal((await limited.as(api.orders.token).get('/vat-codes?limit=1')).status, 200);
  } finally {
    await limited.close();
  }
});

matrixTest(
  'HSTS_SUBDOMAINS: Strict-Transport-Security covers the subdomains over https, and by default it does not',
  async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const hstsOf = async (url: string) =>
      (await fetch(`${url}/api/health`, { headers })).headers.get('strict-transport-security');
    assert.equal(await hstsOf(api.url), 'max-age=31536000');
    const wide = await api.another({ hstsSubdomains: true, trustProxy: '127.0.0.1' });
    try {
      assert.equal(await hstsOf(wide.url), 'max-age=31536000; includeSubDomains');
    } finally {
      await wide.close();
    }
  },
);

test("forty waiting calls of one user leave connections to another user's list", async () => {
  const owner = new Client({ connectionString: api.databaseUrl });
  await owner.connect();
  try {
    await owner.query('begin; lock table machines in access exclusive mode');
    const waiting = Promise.all(Array.from({ length: 40 }, () => api.admin.get('/machines')));
    await sleep(300);
    const began = performance.now();
    const answer = await api.sales.get('/vat-codes');
    const ms = performance.now() - began;
    assert.equal(answer.status, 200);
    assert.ok(ms < 2_000, `${Math.round(ms)} ms`);
    await owner.query('rollback');
    assert.deepEqual([...new Set((await waiting).map(({ status }) => status))], [200], 'none is refused');
  } finally {
    await owner.end();
  }
});
