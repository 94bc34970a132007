import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { assertProblem, PASSWORD, sessionOf, type Answer, type Session } from '../testing/api.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';
import { machineBody } from '../testing/factories.ts';
import { createFirstAdmin } from '../testing/first-admin.ts';
import { startTestCluster, type TestCluster } from '../testing/test-cluster.ts';
import { createApp, type App } from './create-app.ts';
import { matrixTest } from '../testing/matrix.ts';

describe('database failures', { timeout: 150_000 }, () => {
  let cluster: TestCluster;
  let wire: DatabaseProxy;
  let app: App;
  let admin: Session;
  let url: string;
  const WITHIN_MS = 6_000;

  before(async () => {
    process.env.ALLOW_UNSAFE_DATABASE = '1';
    cluster = await startTestCluster();
    const databaseUrl = new URL(cluster.adminUrl);
    wire = await startDatabaseProxy(Number(databaseUrl.port));
    databaseUrl.port = String(wire.port);
    await migrate(databaseUrl.href);
    app = await createApp({ databaseUrl: databaseUrl.href, validateAnswers: true });
    url = await app.server.listen({ port: 0, host: '127.0.0.1' });
    admin = await createFirstAdmin(app, url);
  });
  after(
    async () => {
      // Cuts the wire first, which ends pending statements.
      wire.close();
      await app.server.close();
      await cluster.stop();
    },
    { timeout: 60_000 },
  );

  const timed = async (ask: () => Promise<Answer>) => {
    const started = performance.now();
    const answer = await ask();
    return { answer, ms: performance.now() - started };
  };
  const asks: [string, () => Promise<Answer>][] = [
    ['a list', () => admin.get('/products')],
    ['one row', () => admin.get('/products/1')],
    ['a write', () => admin.post('/machines', machineBody())],
    ['a sign-in', () => sessionOf(url, null).post('/auth/login', { username: 'admin', password: PASSWORD })],
    ['the health', () => sessionOf(url, null).get('/health')],
  ];
  const assertUnavailable = async () => {
    for (const [what, { answer, ms }] of await Promise.all(
      asks.map(async ([name, ask]) => [name, await timed(ask)] as const),
    )) {
      assertProblem(answer, 503, 'UNAVAILABLE');
      assert.equal(typeof answer.body.request_id, 'string');
      assert.ok(Number(answer.headers.get('retry-after')) > 0, what);
      assert.ok(ms < WITHIN_MS, `${what} took ${Math.round(ms)} ms`);
    }
  };
  /** Waits until a request waits for the lock of this client. */
  const untilWaiting = async (locker: Client) => {
    for (const until = performance.now() + 15_000; ;) {
      const { rows } = await locker.query('select from pg_locks where not granted');
      if (rows.length > 0) return;
      assert.ok(performance.now() < until, 'nothing waits');
    }
  };
  const assertRecovers = async () => {
    for (const until = performance.now() + 15_000; (await admin.get('/products')).status !== 200;)
      assert.ok(performance.now() < until, 'it does not recover');
    for (const [what, ask] of asks) assert.ok((await ask()).status < 500, what);
  };

  test('stopped: every request gets a 503, and requests work again without a restart once the database is back', async () => {
    await assertRecovers();
    await cluster.pause();
    await assertUnavailable();
    await assertUnavailable();
    await cluster.resume();
    await assertRecovers();
  });

  test('silent: a 503 within six seconds, and requests work again once the network is back', async () => {
    await assertRecovers();
    // One connection for each later request, so that each request gets one that looks healthy.
    await Promise.all(Array.from({ length: 15 }, () => admin.post('/machines', machineBody())));
    wire.silence(true);
    await assertUnavailable();
    wire.silence(false);
    wire.forget();
    await assertRecovers();
  });

  matrixTest(
    'silent during a transaction: a 503 within six seconds, no partial write, the retry succeeds once',
    async () => {
      await assertRecovers();
      const locker = new Client(cluster.adminUrl);
      await locker.connect();
      await locker.query('begin; lock table machines in exclusive mode');
      const body = machineBody();
      const options = { headers: { 'idempotency-key': randomUUID() } };
      const sent = admin.post('/machines', body, options);
      await untilWaiting(locker);
      wire.silence(true);
      const silentSince = performance.now();
      await locker.query('rollback');
      assertProblem(await sent, 503, 'UNAVAILABLE');
      const ms = performance.now() - silentSince;
      assert.ok(ms < WITHIN_MS, `${Math.round(ms)} ms`);
      wire.silence(false);
      wire.forget();
      await assertRecovers();
      assert.equal((await admin.post('/machines', body, options)).status, 201);
      const { rows } = await locker.query('select from machines where code = $1', [body.code]);
      assert.equal(rows.length, 1);
      await locker.end();
    },
  );

  matrixTest('slow, but working: a statement that waits for a lock is not cancelled', async () => {
    await assertRecovers();
    const locker = new Client(cluster.adminUrl);
    await locker.connect();
    await locker.query('begin; lock table machines in exclusive mode');
    const sent = admin.post('/machines', machineBody());
    await untilWaiting(locker);
    await locker.query('select pg_sleep(5)');
    await locker.query('rollback');
    assert.equal((await sent).status, 201);
    await locker.end();
  });

  matrixTest(
    'connections killed under load: each write is complete or absent, and a retry with its key runs it once',
    async () => {
      await assertRecovers();
      const killer = new Client(cluster.adminUrl);
      await killer.connect();
      const works = Array.from({ length: 60 }, () => ({ key: randomUUID(), body: machineBody() }));
      const send = ({ key, body }: (typeof works)[number]) =>
        admin.post('/machines', body, { headers: { 'idempotency-key': key } });
      let done = false;
      const killing = (async () => {
        for (let n = 0; !done && n < 40; n++)
          await killer.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bobina'`,
          );
      })();
      const answers = await Promise.all(works.map(send));
      done = true;
      await killing;
      await killer.end();
      for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 503, 'UNAVAILABLE');
      await assertRecovers();
      for (const [n, work] of works.entries()) {
        const again = await send(work);
        assert.equal(again.status, 201);
        if (answers[n]!.status === 201) assert.deepEqual(again.body, answers[n]!.body);
      }
      const { rows } = await sql<{
        made: number;
      }>`select count(*) as made from machines where code in (${sql.join(works.map(({ body }) => body.code))})`.execute(
        app.db,
      );
      assert.equal(rows[0]!.made, works.length);
    },
  );

  matrixTest('all connections busy: a 503 within six seconds, and waiting requests are served', async () => {
    await assertRecovers();
    // One user cannot take all connections.
    const { body: user } = await admin.post('/users', {
      username: 'second',
      name: 'Second',
      role: 'admin',
      password: PASSWORD,
    });
    const { body: session } = await sessionOf(url, null).post('/auth/login', {
      username: user.username,
      password: PASSWORD,
    });
    const second = sessionOf(url, session.token);
    const locker = new Client(cluster.adminUrl);
    await locker.connect();
    await locker.query('begin; lock table machines in access exclusive mode');
    const waiting = Array.from({ length: 25 }, (_, n) =>
      timed(() => (n % 2 ? admin : second).post('/machines', machineBody())),
    );
    const first = await Promise.race(waiting);
    assertProblem(first.answer, 503, 'UNAVAILABLE');
    assert.ok(first.ms < WITHIN_MS, `${first.ms}`);
    await locker.query('rollback');
    await locker.end();
    const statuses = (await Promise.all(waiting)).map(({ answer }) => answer.status);
    // 20 writes hold a connection. One that still waits for its turn at the rollback may get it, too.
    const served = statuses.filter((status) => status === 201).length;
    assert.ok(served >= 20, `${served}`);
    assert.equal(statuses.filter((status) => status === 503).length, waiting.length - served);
    await assertRecovers();
  });

  matrixTest('live changes resume after an outage', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${url}/api/events`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: stop.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body!) text += Buffer.from(chunk as Uint8Array).toString();
    })().catch(() => {});
    await cluster.pause();
    await assertUnavailable();
    await cluster.resume();
    await assertRecovers();
    for (const until = performance.now() + 15_000; !text.includes('event: change');) {
      assert.ok(performance.now() < until);
      await admin.post('/machines', machineBody());
    }
    assert.ok(text.split('event: resync').length > 2, 'missed changes are read again');
    stop.abort();
    await reading;
  });

  matrixTest('a server without its database closes within seconds', async () => {
    const databaseUrl = new URL(cluster.adminUrl);
    const other = await createApp({ databaseUrl: databaseUrl.href });
    await other.server.listen({ port: 0, host: '127.0.0.1' });
    await cluster.pause();
    const started = performance.now();
    await other.server.close();
    assert.ok(performance.now() - started < 5_000);
    await cluster.resume();
  });
});
