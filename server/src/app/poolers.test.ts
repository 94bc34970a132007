/** Behind PgBouncer from Debian's package, which is started for each test. Without it the tests are skipped. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe } from 'node:test';
import { Client } from 'pg';
import { createPool } from '../platform/database/pool.ts';
import { chooseUser } from '../platform/embedded-postgres/run-as.ts';
import { findFreePort } from '../platform/embedded-postgres/free-port.ts';
import { sessionOf } from '../testing/api.ts';
import { machineBody } from '../testing/factories.ts';
import { pgbouncerFile } from '../testing/offered-files.ts';
import { startTestCluster, type TestCluster } from '../testing/test-cluster.ts';
import { matrixTest } from '../testing/matrix.ts';

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => fs.existsSync(file));
const PASSWORD = 'password-of-the-pooler';

describe('behind PgBouncer', { timeout: 120_000, skip: PGBOUNCER ? false : 'PgBouncer is not installed' }, () => {
  let cluster: TestCluster;
  let home: string;
  let owner: URL;
  const running: ChildProcess[] = [];

  before(async () => {
    process.env.ALLOW_UNSAFE_DATABASE = '1';
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-pooler-'));
    fs.chmodSync(home, 0o755);
    cluster = await startTestCluster();
    owner = new URL(cluster.adminUrl);
    await inDatabase(`create role bobina_behind login password '${PASSWORD}'`);
  });
  after(async () => {
    for (const child of running) await end(child);
    await cluster.stop();
    fs.rmSync(home, { recursive: true, force: true });
  });

  async function inDatabase<Row extends object>(...statements: string[]): Promise<Row[]> {
    const client = new Client(owner.href);
    await client.connect();
    try {
      let rows: Row[] = [];
      for (const text of statements) rows = (await client.query<Row>(text)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }

  async function end(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /** Starts a pooler in front of the cluster. @returns the address that leads through it */
  async function startPooler(mode: 'session' | 'transaction', more = ''): Promise<string> {
    const port = await findFreePort();
    const [ini, users] = [path.join(home, `${mode}${port}.ini`), path.join(home, `${mode}.txt`)];
    fs.writeFileSync(users, `"bobina_behind" "${PASSWORD}"\n`);
    const place = { database: 'postgres', host: '127.0.0.1', databasePort: owner.port, port, users };
    fs.writeFileSync(ini, `${pgbouncerFile(place, mode)}\n${more}\n`);
    const as = chooseUser(home);
    const pooler = spawn(PGBOUNCER!, [ini], { ...as, stdio: 'ignore' });
    running.push(pooler);
    const url = `postgres://bobina_behind:${PASSWORD}@127.0.0.1:${port}/postgres`;
    for (let tried = 0; ; tried++) {
      const client = new Client(url);
      try {
        await client.connect();
        await client.end();
        return url;
      } catch (error) {
        if (tried > 100) throw error;
        await sleep(50);
      }
    }
  }

  /** Starts the product and waits until it is ready or has ended. */
  async function start(env: Record<string, string>) {
    const server = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: home,
        LOG_LEVEL: 'silent',
        ADMIN_PASSWORD: 'Carta-e-cartone-9',
        ...env,
      },
    });
    running.push(server);
    let output = '';
    for (const out of [server.stdout, server.stderr]) out.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!/is ready: (\S+)/.test(output) && server.exitCode === null) await sleep(50);
    return { output, url: /is ready: (\S+)/.exec(output)?.[1], server };
  }

  async function signIn(url: string) {
    const { body } = await sessionOf(url, null).post('/auth/login', {
      username: 'admin',
      password: 'Carta-e-cartone-9',
    });
    return sessionOf(url, (body as { token: string }).token);
  }

  matrixTest('W06: a pooler in transaction mode ends the start with the setting to change', async () => {
    // With warm connections given out in turn, two sessions never have one process at the same time.
    const inTurn = await startPooler('transaction', 'server_round_robin = 1');
    await Promise.all(
      ['first', 'second'].map(async () => {
        const client = new Client(inTurn);
        await client.connect();
        await client.query('select pg_sleep(0.3)');
        await client.end();
      }),
    );
    for (const pooled of [await startPooler('transaction'), inTurn])
      for (const [name, env] of [
        ['DATABASE_URL', { DATABASE_URL: pooled, DATABASE_DIRECT_URL: owner.href }],
        ['DATABASE_DIRECT_URL', { DATABASE_URL: owner.href, DATABASE_DIRECT_URL: pooled }],
      ] as const) {
        const { output, url } = await start(env);
        assert.equal(url, undefined);
        assert.match(
          output,
          new RegExp(`${name} leads through a connection pooler in transaction mode.*set its pool_mode`),
        );
        assert.equal(output.trim().split('\n').length, 1);
      }
  });

  matrixTest(
    'W04, W05: the server works through a pooler in session mode with time limits set by statements; live changes, migrations, backup and probes go past it',
    async () => {
      const pooled = await startPooler('session');
      const pool = createPool(pooled, { warn: () => {} });
      assert.deepEqual((await pool.query('show idle_in_transaction_session_timeout', [])).rows, [
        { idle_in_transaction_session_timeout: '1min' },
      ]);
      await pool.end();

      const { url, output, server } = await start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: owner.href });
      assert.ok(url, output);
      const [table] = await inDatabase<{ tableowner: string }>(
        `select tableowner from pg_tables where tablename = 'products'`,
      );
      assert.equal(table!.tableowner, owner.username);
      const behind = new Client(pooled);
      await behind.connect();
      await assert.rejects(behind.query('update activities set details = details'), { code: '42501' });
      await behind.end();
      const admin = await signIn(url);
      assert.equal((await admin.post('/machines', machineBody())).status, 201);

      const names = (
        await inDatabase<{ name: string }>(
          `select distinct application_name as name from pg_stat_activity where application_name like 'bobina%'`,
        )
      ).map(({ name }) => name);
      assert.ok(names.includes('bobina changes'), names.join());
      assert.ok(!names.some((name) => name.startsWith('bobina changes -')), names.join());
      assert.ok(
        names.some((name) => name.startsWith('bobina - 127.0.0.1')),
        names.join(),
      );
      assert.ok(!names.includes('bobina'), names.join());

      // A statement that waits for a lock is not treated as lost: the probe queries the database.
      const holder = new Client(owner.href);
      await holder.connect();
      await holder.query('begin; lock table machines in access exclusive mode');
      const answer = admin.get('/machines');
      await sleep(3_500);
      await holder.query('rollback');
      await holder.end();
      assert.equal((await answer).status, 200);
      await end(server);

      const backup = spawnSync(
        process.execPath,
        [path.join(import.meta.dirname, 'backup.ts'), path.join(home, 'a.backup.gz')],
        {
          env: {
            ...process.env,
            DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
            DATABASE_DIRECT_URL: owner.href,
            DATA_DIR: home,
          },
        },
      );
      assert.equal(backup.status, 0, backup.stderr.toString());
    },
  );
});
