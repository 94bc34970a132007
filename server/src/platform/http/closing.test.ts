import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import { machineBody } from '../../testing/factories.ts';
import { dailyOrMatrix, matrixTest } from '../../testing/matrix.ts';

const api = startApi();

describe('a closing server', () => {
  const connect = async (url: string, text: string) => {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    if (text) socket.write(text);
    return socket;
  };
  const cases: [string, string, number][] = [
    ['a connection on which nothing was sent yet', '', 2_000],
    ['a kept connection', 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 2_000],
    [
      'a request that is never finished',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      12_000,
    ],
  ];
  for (const [what, sent, within] of cases)
    dailyOrMatrix(`does not wait for ${what}`, within < 10_000, async () => {
      const other = await api.another();
      const socket = await connect(other.url, sent);
      if (sent.startsWith('GET')) await once(socket, 'data');
      else await other.as(null).get('/health');
      const started = performance.now();
      await other.close();
      assert.ok(performance.now() - started < within);
      socket.destroy();
    });
  test('answers requests that have begun', async () => {
    const other = await api.another();
    let answered: ReturnType<ReturnType<typeof other.as>['post']>;
    let closing: Promise<void>;
    await api.db.transaction().execute(async (tx) => {
      await sql`lock table machines in exclusive mode`.execute(tx);
      answered = other.as(api.admin.token).post('/machines', machineBody());
      for (let waits = false; !waits;)
        waits = (
          await sql<{
            waits: boolean;
          }>`select exists (select 1 from pg_locks where not granted and relation = 'machines'::regclass) as waits`.execute(
            api.db,
          )
        ).rows[0]!.waits;
      closing = other.close();
    });
    assert.equal((await answered!).status, 201);
    await closing!;
  });

  const GET = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
  const isRefused = (url: string) =>
    new Promise<boolean>((resolve) => {
      const { hostname, port } = new URL(url);
      const socket = net.connect(Number(port), hostname);
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
      socket.once('connect', () => socket.destroy());
    });
  test('behind a proxy answers further requests on open connections with `Connection: close`, and accepts no new connection', async () => {
    const other = await api.another({ trustProxy: '127.0.0.1' });
    const kept = await connect(other.url, GET);
    await once(kept, 'data');
    const closing = other.close();
    while (!(await isRefused(other.url)));
    kept.write(GET.replace('/api/health', '/api/docs'));
    const [answer] = (await once(kept, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
    assert.match(answer.toString(), /\r\nconnection: close\r\n/i);
    await once(kept, 'close');
    await closing;
  });
  matrixTest('behind a proxy waits a limited time for the proxy to close open connections', async () => {
    const other = await api.another({ trustProxy: '127.0.0.1' });
    const [used, unused] = [await connect(other.url, GET), await connect(other.url, GET)];
    await Promise.all([once(used, 'data'), once(unused, 'data')]);
    let isOver = false;
    const closing = other.close().then(() => (isOver = true));
    while (!(await isRefused(other.url)));
    used.destroy();
    assert.equal(unused.readyState, 'open');
    assert.equal(isOver, false);
    const started = performance.now();
    await closing;
    assert.ok(performance.now() - started < 12_000);
  });
});

describe('Q28: every 503 while a server closes', () => {
  /** Sends a request on an open connection of a closing server. */
  const askWhileClosing = async (path: string, trustProxy?: string): Promise<string> => {
    const other = await api.another({ trustProxy });
    const { hostname, port } = new URL(other.url);
    const kept = net.connect(Number(port), hostname).on('error', () => {});
    const request = (what: string) => `GET ${what} HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\n\r\n`;
    let closing: Promise<void> | undefined;
    kept.write(request('/api/health'));
    await once(kept, 'data');
    try {
      // Sent in two parts, so that the connection is busy when the server begins to close.
      kept.write(request(path).slice(0, -2));
      await new Promise((resolve) => setTimeout(resolve, 50));
      closing = other.close();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const answered = once(kept, 'data');
      kept.write('\r\n');
      return String((await answered)[0]);
    } finally {
      kept.destroy();
      await closing;
    }
  };
  const assertShape = (answer: string) => {
    assert.match(answer, /^HTTP\/1\.1 503 /);
    const [head, body] = answer.split('\r\n\r\n');
    for (const header of [
      /^retry-after: [1-9]/im,
      /^content-security-policy: /im,
      /^x-content-type-options: nosniff/im,
      /^referrer-policy: no-referrer/im,
      /^x-frame-options: DENY/im,
      /^connection: close/im,
      /^content-type: application\/json/im,
    ])
      assert.match(head!, header);
    const problem = JSON.parse(body!) as Record<string, string>;
    assert.equal(problem.code, 'UNAVAILABLE');
    assert.equal(problem.error, problem.message);
    assert.match(problem.message!, /\w/);
  };
  for (const path of ['/api/health', '/api/products', '/api/nothing', '/anywhere'])
    test(`has code, message, error, Retry-After and the security headers: ${path}`, async () =>
      assertShape(await askWhileClosing(path)));
  test('behind a proxy the health check has them too, so that the proxy turns to another server', async () =>
    assertShape(await askWhileClosing('/api/health', '127.0.0.1')));
});
