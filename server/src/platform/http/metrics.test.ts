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

test('GET /metrics reports requests by route and status, the database and the process', async () => {
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
/** Dashboards and alerts of installations refer to these names. */
const NAMES = `
  process_cpu_user_seconds_total
  process_cpu_system_seconds_total
  process_cpu_seconds_total
  process_start_time_seconds
  process_resident_memory_bytes
  nodejs_eventloop_lag_seconds
  nodejs_eventloop_lag_min_seconds
  nodejs_eventloop_lag_max_seconds
  nodejs_eventloop_lag_mean_seconds
  nodejs_eventloop_lag_stddev_seconds
  nodejs_eventloop_lag_p50_seconds
  nodejs_eventloop_lag_p90_seconds
  nodejs_eventloop_lag_p99_seconds
  nodejs_active_resources
  nodejs_active_resources_total
  nodejs_active_handles
  nodejs_active_handles_total
  nodejs_active_requests
  nodejs_active_requests_total
  nodejs_heap_size_total_bytes
  nodejs_heap_size_used_bytes
  nodejs_external_memory_bytes
  nodejs_heap_space_size_total_bytes
  nodejs_heap_space_size_used_bytes
  nodejs_heap_space_size_available_bytes
  nodejs_version_info
  nodejs_gc_duration_seconds
  bobina_http_request_duration_seconds
  bobina_database_connections
  bobina_database_connections_idle
  bobina_database_connections_awaited
  bobina_database_up
  bobina_live_readers
  bobina_info`;
const LINUX_NAMES = 'process_virtual_memory_bytes process_heap_bytes process_open_fds process_max_fds';

test('GET /metrics has the same metrics in every release', async () => {
  const found = [...(await (await scrape()).text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
  const expected = `${NAMES} ${process.platform === 'linux' ? LINUX_NAMES : ''}`.trim().split(/\s+/);
  assert.deepEqual(found.toSorted(), expected.toSorted());
});
test('GET /metrics refuses a wrong or missing token', async () => {
  for (const authorization of ['', 'Bearer wrong', `Bearer ${api.admin.token}`, TOKEN]) {
    const answer = await scrape(api.url, authorization);
    assert.equal(answer.status, 401);
    assert.doesNotMatch(await answer.text(), /bobina_/);
  }
});
test('GET /metrics is a 404 if no token is configured', async () => {
  const other = await api.another({ metricsToken: undefined });
  const answer = await scrape(other.url);
  assert.doesNotMatch(await answer.text(), /bobina_database_up/);
  await other.close();
});
