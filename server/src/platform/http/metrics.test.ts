import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem, startApi } from '../../testing/api.ts';

const TOKEN = 'a-token-for-prometheus-0123456789';
const api = startApi({ metricsToken: TOKEN });

function scrape(url = api.url, authorization = `Bearer ${TOKEN}`) {
  return fetch(`${url}/metrics`, { headers: { authorization } });
}
function valueOf(text: string, line: string) {
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

test('GET /metrics tells of requests by route and status, of the database and of the process', async () => {
  for (let n = 0; n < 3; n++) await api.admin.get(`/products/${n + 1_000}`);
  assertProblem(await api.as(null).get('/products'), 401, 'UNAUTHENTICATED');
  const answer = await scrape();
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const requests = 'bobina_http_request_duration_seconds_count';
  assert.equal(valueOf(text, `${requests}{method="GET",route="/api/products/:id",status="404"}`), 3);
  assert.equal(valueOf(text, `${requests}{method="GET",route="/api/products",status="401"}`), 1);
  assert.equal(valueOf(text, 'bobina_database_up'), 1);
  assert.ok(valueOf(text, 'bobina_database_connections')! >= 1);
  assert.equal(valueOf(text, 'bobina_database_connections_awaited'), 0);
  assert.ok(valueOf(text, 'process_cpu_user_seconds_total')! > 0);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
});
test('GET /metrics answers nobody else', async () => {
  for (const authorization of ['', 'Bearer wrong', `Bearer ${api.admin.token}`, TOKEN]) {
    const answer = await scrape(api.url, authorization);
    assert.equal(answer.status, 401);
    assert.doesNotMatch(await answer.text(), /bobina_/);
  }
});
test('GET /metrics is not there without a token', async () => {
  const other = await api.another({ metricsToken: undefined });
  const answer = await scrape(other.url);
  assert.doesNotMatch(await answer.text(), /bobina_database_up/);
  await other.close();
});
