import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { sealPortion } from '../platform/chain/seal.ts';
import { migrate } from '../platform/database/migrate.ts';
import { confineServer } from '../platform/database/server-role.ts';
import { assertProblem, sessionOf, type Answer, type Session } from '../testing/api.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';
import { machineBody } from '../testing/factories.ts';
import { createFirstAdmin } from '../testing/first-admin.ts';
import { startReplica, type TestReplica } from '../testing/replica.ts';
import { startTestCluster, type TestCluster } from '../testing/test-cluster.ts';
import { createApp, type App } from './create-app.ts';
import { matrixTest } from '../testing/matrix.ts';

const WITHIN_MS = 6_000;
const METRICS_TOKEN = 'metrics-token-of-this-test';
const DURABLE = { shared_buffers: '64MB', max_connections: 100, max_wal_senders: 5, autovacuum: 'off' };

describe('with a standby', { timeout: 170_000 }, () => {
  let cluster: TestCluster;
  let replica: TestReplica;
  let address: DatabaseProxy;
  let app: App;
  let url: string;
  let admin: Session;
  let primary: Client;

  before(async () => {
    process.env.ALLOW_UNSAFE_DATABASE = '1';
    cluster = await startTestCluster(DURABLE);
    const direct = new URL(cluster.adminUrl);
    address = await startDatabaseProxy(Number(direct.port));
    const databaseUrl = new URL(cluster.adminUrl);
    databaseUrl.port = String(address.port);
    await migrate(databaseUrl.href);
    app = await createApp({ databaseUrl: databaseUrl.href, metricsToken: METRICS_TOKEN, validateAnswers: true });
    url = await app.server.listen({ port: 0, host: '127.0.0.1' });
    admin = await createFirstAdmin(app, url);
    primary = new Client(cluster.adminUrl);
    primary.on('error', () => {});
    await primary.connect();
    replica = await startReplica(cluster.adminUrl);
  });
  after(
    async () => {
      address.close();
      await app.server.close();
      await primary.end();
      await replica.stop();
      await cluster.stop();
    },
    { timeout: 60_000 },
  );

  const health = () => sessionOf(url, null).get('/health');
  const isUp = async () => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return /^bobina_database_up (\d)$/m.exec(await answer.text())![1];
  };
  const write = (options?: object) => admin.post('/machines', machineBody(), options);
  const assertUnavailable = (answer: Answer) => {
    assertProblem(answer, 503, 'UNAVAILABLE');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  };
  const until = async (what: string, isTrue: () => Promise<boolean>, ms = 15_000) => {
    for (const end = performance.now() + ms; !(await isTrue()); await sleep(50))
      assert.ok(performance.now() < end, what);
  };
  /** Sets the last use of the session one minute back. */
  const age = () => primary.query(`update sessions set last_used = now() - interval '2 minutes'`);
  const setReadOnly = async (value: 'on' | 'off') => {
    // New sessions apply the setting immediately, open ones after the reload.
    await primary.query(`alter system set default_transaction_read_only = ${value}`);
    await primary.query('select pg_reload_conf()');
    await until('the setting is taken', async () => {
      const { rows } = await primary.query('show default_transaction_read_only');
      return rows[0].default_transaction_read_only === value;
    });
  };

  matrixTest(
    'Q24: the health is a 503 UNAVAILABLE with Retry-After while the database is read only or a standby in recovery, and the metric follows',
    async () => {
      assert.equal((await health()).status, 200);
      assert.equal(await isUp(), '1');
      await setReadOnly('on');
      try {
        await until('the health is a 503', async () => (await health()).status === 503);
        assertUnavailable(await health());
        assert.equal(await isUp(), '0');
      } finally {
        await primary.query('set default_transaction_read_only = off');
        await primary.query('alter system reset default_transaction_read_only');
        await primary.query('select pg_reload_conf()');
      }
      await until('the health is well again', async () => (await health()).status === 200);
      assert.equal(await isUp(), '1');

      const onStandby = await createApp({ databaseUrl: replica.urlOf('postgres') });
      try {
        assertUnavailable(
          await sessionOf(await onStandby.server.listen({ port: 0, host: '127.0.0.1' }), null).get('/health'),
        );
      } finally {
        await onStandby.server.close();
      }
    },
  );

  matrixTest(
    'Q25: a connection that answers 25006 is dropped and the pool reconnects, and a read succeeds although last_used cannot be written',
    async () => {
      await age();
      await until('the standby has it', async () => {
        const standby = new Client(replica.urlOf('postgres'));
        await standby.connect();
        const { rows } = await standby.query(`select from sessions where last_used > now() - interval '1 minute'`);
        await standby.end();
        return rows.length === 0;
      });
      const [before, standbyPort] = [Number(new URL(cluster.adminUrl).port), Number(new URL(replica.urlOf('x')).port)];
      address.leadTo(standbyPort);
      await primary.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bobina'`);
      await until('it reads from the standby', async () => (await admin.get('/products')).status === 200);
      // For each of these requests, the last use is a minute old and cannot be updated.
      for (let n = 0; n < 5; n++) assert.equal((await admin.get('/products')).status, 200);
      assertUnavailable(await write());
      // The old connections to the standby stay open unless the server drops them.
      address.leadTo(before);
      await until('it writes to the primary again', async () => (await write()).status === 201, 3_000);
      for (let n = 0; n < 30; n++) assert.equal((await write()).status, 201);
    },
  );

  matrixTest(
    'Q26: without its synchronous standby a write is a 503 within 6 s, its key decides its outcome, and reads keep answering',
    async () => {
      const connections = async () => {
        const { rows } = await primary.query(
          `select count(*)::int as n from pg_stat_activity where application_name = 'bobina'`,
        );
        return rows[0].n as number;
      };
      await age();
      await primary.query(`alter system set synchronous_standby_names = 'nobody'`);
      await primary.query('select pg_reload_conf()');
      await until('the setting is taken', async () => {
        const { rows } = await primary.query('show synchronous_standby_names');
        return rows[0].synchronous_standby_names === 'nobody';
      });
      const works = Array.from({ length: 30 }, () => ({ key: randomUUID(), body: machineBody() }));
      const send = async ({ key, body }: (typeof works)[number]) => {
        const started = performance.now();
        const answer = await admin.post('/machines', body, { headers: { 'idempotency-key': key } });
        return { answer, ms: performance.now() - started };
      };
      try {
        let isOver = false;
        const reading = (async () => {
          while (!isOver) {
            const started = performance.now();
            assert.equal((await admin.get('/products')).status, 200);
            assert.ok(performance.now() - started < 2_000);
          }
        })();
        // Sends every write three times: the retries wait for the locks of the first.
        for (let round = 0; round < 3; round++)
          for (const { answer, ms } of await Promise.all(works.map(send))) {
            assertUnavailable(answer);
            assert.ok(ms < WITHIN_MS, `round ${round}: ${Math.round(ms)} ms`);
          }
        isOver = true;
        await reading;
        // The pool of 25 and the 20 abandoned writes.
        assert.ok((await connections()) <= 45, `${await connections()}`);
      } finally {
        await primary.query('alter system reset synchronous_standby_names');
        await primary.query('select pg_reload_conf()');
      }
      await until('writes are done again', async () => (await write()).status === 201);
      const first = await Promise.all(works.map(send));
      const again = await Promise.all(works.map(send));
      for (const [at, { answer }] of first.entries()) {
        assert.equal(answer.status, 201);
        assert.deepEqual(again[at]!.answer.body, answer.body);
      }
      const { rows } = await primary.query('select code from machines where code = any($1)', [
        works.map(({ body }) => body.code),
      ]);
      assert.equal(rows.length, works.length);
    },
  );

  matrixTest(
    'an owner without superuser and a second role for the server: this role gets its rights, and a commit without standby is found',
    async () => {
      const roles = ['plain_owner', 'plain_server'] as const;
      for (const role of roles) await primary.query(`create role ${role} login password 'secret'`);
      await primary.query('create database two_roles owner plain_owner');
      const [directUrl, databaseUrl] = roles.map((role) => {
        const address = new URL(cluster.adminUrl);
        return Object.assign(address, { username: role, password: 'secret', pathname: '/two_roles' }).href;
      }) as [string, string];
      await migrate(directUrl);
      for (let start = 0; start < 2; start++) assert.equal(await confineServer(databaseUrl, directUrl), undefined);
      const two = await createApp({ databaseUrl, directUrl, validateAnswers: true });
      try {
        const session = await createFirstAdmin(two, await two.server.listen({ port: 0, host: '127.0.0.1' }));
        assert.equal((await session.post('/machines', machineBody())).status, 201);
        assert.deepEqual((await sealPortion(two.db))!.length > 0, true);
        for (const text of [
          'update activities set details = details',
          'insert into chain select * from chain',
          'create table own (id integer)',
          'set role plain_owner',
        ])
          await assert.rejects(sql.raw(text).execute(two.db), { code: '42501' }, text);

        await primary.query(`alter system set synchronous_standby_names = 'nobody'`);
        await primary.query('select pg_reload_conf()');
        await until('the setting is taken', async () => {
          const { rows } = await primary.query('show synchronous_standby_names');
          return rows[0].synchronous_standby_names === 'nobody';
        });
        const started = performance.now();
        assertUnavailable(await session.post('/machines', machineBody()));
        assert.ok(performance.now() - started < WITHIN_MS);
      } finally {
        await primary.query('alter system reset synchronous_standby_names');
        await primary.query('select pg_reload_conf()');
        await two.server.close();
      }
      await primary.query('grant plain_owner to plain_server');
      assert.match((await confineServer(databaseUrl, directUrl))!, /plain_server of DATABASE_URL has all rights/);
    },
  );

  /** Runs the program of `npm start` on a database. @returns its output, and either its exit code or its address */
  const start = async (
    env: Record<string, string>,
    during: (hasSaid: (text: RegExp) => boolean) => Promise<void> = async () => {},
  ) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-start-'));
    const server = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'silent', ...env },
    });
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    const ready = (async () => {
      while (!/is ready/.test(output) && server.exitCode === null) await sleep(50);
      return server.exitCode ?? ('ready' as const);
    })();
    const [end] = await Promise.all([Promise.race([ended, ready]), during((text) => text.test(output))]);
    if (end === 'ready') {
      server.kill('SIGTERM');
      await ended;
    }
    fs.rmSync(dir, { recursive: true, force: true });
    return { end, output };
  };
  matrixTest(
    'W03: of several hosts with target_session_attrs=read-write the server uses the one that accepts writes, and follows it to another host',
    async () => {
      const [primaryPort, standbyPort] = [cluster.adminUrl, replica.urlOf('x')].map((at) => Number(new URL(at).port));
      const [first, second] = [await startDatabaseProxy(standbyPort!), await startDatabaseProxy(primaryPort!)];
      const { username, password, pathname } = new URL(cluster.adminUrl);
      const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
      const databaseUrl = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
      assert.deepEqual(await migrate(databaseUrl), []);
      const many = await createApp({ databaseUrl, validateAnswers: true });
      try {
        const at = sessionOf(await many.server.listen({ port: 0, host: '127.0.0.1' }), admin.token);
        assert.equal((await at.post('/machines', machineBody())).status, 201);
        // The primary moves to the other host, as after a switchover; the connections to the old one stay open.
        first.leadTo(primaryPort!);
        second.leadTo(standbyPort!);
        await primary.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bobina'`);
        await until(
          'it writes to the other host',
          async () => (await at.post('/machines', machineBody())).status === 201,
        );
        first.leadTo(standbyPort!);
        first.forget();
        assertUnavailable(await at.post('/machines', machineBody()));
      } finally {
        await many.server.close();
        first.close();
        second.close();
      }
    },
  );

  matrixTest(
    'Q27: an unusable DATABASE_URL and a standby end the start in one clear message, and DATABASE_WAIT waits for an unavailable database',
    async () => {
      const { port } = new URL(cluster.adminUrl);
      const cases: [env: Record<string, string>, output: RegExp][] = [
        [
          { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1,127.0.0.1:2/bobina' },
          /no host of DATABASE_URL accepts writes; 127.0.0.1:1: .*; 127.0.0.1:2: /,
        ],
        [
          { DATABASE_URL: 'postgres://u:secret@a,b/x?target_session_attrs=any' },
          /target_session_attrs must be read-write/,
        ],
        [{ DATABASE_URL: 'somewhere' }, /DATABASE_URL must be an address like postgres:/],
        [{ DATABASE_URL: 'postgres://u:secret@a:123456/bobina' }, /DATABASE_URL must be an address like postgres:/],
        [{ DATABASE_URL: cluster.adminUrl, DATABASE_WAIT: 'long' }, /DATABASE_WAIT must be a whole number of seconds/],
        [{ DATABASE_URL: replica.urlOf('postgres') }, /is a standby in recovery/],
        [{ DATABASE_URL: replica.urlOf('postgres'), DATABASE_WAIT: '1' }, /is a standby in recovery/],
        [{ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/bobina' }, /cannot be used: connect ECONNREFUSED/],
        [{ DATABASE_URL: 'postgres://u:secret@localhost:1/bobina' }, /cannot be used: connect ECONNREFUSED/],
        [{ DATABASE_URL: `postgres://u:secret@127.0.0.1:${port}/bobina` }, /cannot be used: .*(authentication|role)/],
      ];
      for (const [env, expected] of cases) {
        const { end, output } = await start(env);
        assert.equal(end, 1, output);
        assert.match(output, expected);
        assert.doesNotMatch(output, /secret|^\s+at /m);
        assert.equal(output.trim().split('\n').length, env.DATABASE_WAIT === '1' ? 2 : 1, output);
      }
      await cluster.pause();
      const waited = await start({ DATABASE_URL: cluster.adminUrl, DATABASE_WAIT: '60' }, async (hasSaid) => {
        await until('it waits', async () => hasSaid(/Waiting up to 60 s for the database/), 60_000);
        await cluster.resume();
      });
      assert.equal(waited.end, 'ready', waited.output);
      assert.match(waited.output, /Waiting up to 60 s for the database/);
    },
  );
});
