import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { Client } from 'pg';
import { startTestCluster, type TestCluster } from '../../testing/test-cluster.ts';
import { matrixSuite } from '../../testing/matrix.ts';
import { migrate } from './migrate.ts';

// A cluster with PostgreSQL's durable defaults: the other tests run with unsafe settings.
let cluster: TestCluster;
let url: string;
let dir: string;
let made = 0;

before(async () => {
  delete process.env.ALLOW_UNSAFE_DATABASE;
  cluster = await startTestCluster({ shared_buffers: '16MB' });
});
after(() => cluster.stop());
afterEach(() => fs.rmSync(dir, { recursive: true }));
beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-migrations-'));
  const name = `m${made++}`;
  await query(cluster.adminUrl, `create database ${name}`);
  url = cluster.adminUrl.replace(/\/postgres$/, `/${name}`);
  write('0001_first.sql', 'create table a (n integer);');
  write('0002_second.sql', 'create table b (n integer); insert into b values (1), (2);');
});

function write(file: string, sql: string) {
  return fs.writeFileSync(path.join(dir, file), sql);
}

async function query(target: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(target);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function applied() {
  return (await query(url, 'select number from schema_migrations order by number')).map(({ number }) => number);
}

test('migrations are applied in order, once', async () => {
  assert.deepEqual(await migrate(url, dir), ['0001_first.sql', '0002_second.sql']);
  assert.deepEqual(await migrate(url, dir), []);
  write('0003_third.sql', 'alter table b add m integer;');
  assert.deepEqual(await migrate({ connectionString: url }, dir), ['0003_third.sql']);
  const rows = await query(
    url,
    `select number, name, length(checksum) as l, applied_at is not null as at from schema_migrations order by 1`,
  );
  assert.deepEqual(rows[2], { number: 3, name: 'third', l: 64, at: true });
});

test('when several nodes start concurrently, one migrates and the others wait', async () => {
  write('0003_slow.sql', 'select pg_sleep(0.3); create table c (n integer);');
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url, dir)));
  assert.deepEqual(results.map((files) => files.length).sort(), [0, 0, 0, 3]);
  assert.deepEqual(await query(url, 'select count(*)::integer as n from b'), [{ n: 2 }]);
});

test('refuses a changed migration by name; different line ends are not a change', async () => {
  write('0001_first.sql', 'create table a (\n n integer);');
  await migrate(url, dir);
  write('0001_first.sql', 'create table a (\r\n n integer);');
  assert.deepEqual(await migrate(url, dir), []);
  write('0001_first.sql', 'create table a (\n n bigint);');
  write('0003_third.sql', 'create table c (n integer);');
  await assert.rejects(migrate(url, dir), /0001_first\.sql was changed after it had been applied/);
  assert.deepEqual(await applied(), [1, 2]);
});

test('refuses a database that is newer than the code', async () => {
  await migrate(url, dir);
  fs.rmSync(path.join(dir, '0002_second.sql'));
  await assert.rejects(migrate(url, dir), /newer than this version of Bobina: migration 2 \(second\)/);
});

test('W29: a schema whose range includes the last migration of this code is used as it is, and refused below the range', async () => {
  write(
    '0003_range.sql',
    'create table schema_range (oldest_code integer not null); insert into schema_range values (2);',
  );
  await migrate(url, dir);
  write('0004_newer.sql', 'create table d (n integer);');
  await migrate(url, dir);
  fs.rmSync(path.join(dir, '0003_range.sql'));
  fs.rmSync(path.join(dir, '0004_newer.sql'));
  const logged: string[] = [];
  assert.deepEqual(await migrate(url, dir, undefined, { log: (text) => logged.push(text) }), []);
  assert.deepEqual(await applied(), [1, 2, 3, 4]);
  assert.match(logged.join(), /has migration 4, this version knows 2: it can be used, and nothing is applied/);
  write('0001_first.sql', 'create table a (n bigint);');
  await assert.rejects(migrate(url, dir), /0001_first\.sql was changed/);
  write('0001_first.sql', 'create table a (n integer);');

  write(
    '0003_range.sql',
    'create table schema_range (oldest_code integer not null); insert into schema_range values (2);',
  );
  write('0004_newer.sql', 'create table d (n integer);');
  write('0005_contract.sql', '-- contract: 0003\ndrop table d;');
  await migrate(url, dir);
  assert.deepEqual(await query(url, 'select oldest_code from schema_range'), [{ oldest_code: 3 }]);
  for (const file of ['0003_range.sql', '0004_newer.sql', '0005_contract.sql']) fs.rmSync(path.join(dir, file));
  await assert.rejects(migrate(url, dir), /newer than this version of Bobina: migration 3/);
});

test('W07: a server that waits for the migration lock logs it once and fails after the limit', async () => {
  const other = new Client(url);
  await other.connect();
  await other.query('select pg_advisory_lock(7262462)');
  const logged: string[] = [];
  const log = (text: string) => logged.push(text);
  await assert.rejects(
    migrate(url, dir, undefined, { log, lockWaitMs: 1_000 }),
    /another server has been migrating the database for 1 s: try again later/,
  );
  assert.deepEqual(logged, ['Waiting up to 1 s: another server is migrating the database']);
  assert.deepEqual(await query(url, `select to_regclass('a') as t`), [{ t: null }]);
  const waiting = migrate(url, dir, undefined, { log, lockWaitMs: 60_000 });
  while (logged.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await other.end();
  assert.equal((await waiting).length, 2);
});

matrixSuite('a migration of a table in use', () => {
  beforeEach(async () => {
    await migrate(url, dir);
    write('0003_third.sql', 'create table c (n integer); alter table b add m integer;');
  });

  /** Reads b in a transaction that stays open, as a backup does. */
  async function readInTransaction() {
    const reader = new Client(url);
    await reader.connect();
    await reader.query('begin; select * from b');
    return reader;
  }

  test('yields to other statements, logs this once and is applied when the table is free', async () => {
    const reader = await readInTransaction();
    const logged: string[] = [];
    const migrating = migrate(url, dir, undefined, { log: (text) => logged.push(text) });
    while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // The reader still holds its lock: this is answered only because the migration does not wait for it meanwhile.
    assert.deepEqual(await query(url, 'select count(*)::int as rows from b'), [{ rows: 2 }]);
    assert.deepEqual(await query(url, `select to_regclass('c') as c`), [{ c: null }]);
    await reader.end();
    assert.deepEqual(await migrating, ['0003_third.sql']);
    assert.deepEqual(logged, ['Migration 0003_third.sql waits up to 60 s: its tables are in use']);
  });

  test('fails without a change when the table stays in use', async () => {
    const reader = await readInTransaction();
    await assert.rejects(
      migrate(url, dir, undefined, { tableWaitMs: 0 }),
      /0003_third\.sql failed.*canceling statement due to lock timeout/,
    );
    await reader.end();
    assert.deepEqual(await applied(), [1, 2]);
    assert.deepEqual(await migrate(url, dir), ['0003_third.sql']);
  });
});

test('a file marked `-- no transaction` builds its index while others write to the table, and repeats an interrupted build', async () => {
  await migrate(url, dir);
  write('0003_index.sql', '-- no transaction\n-- For a test.\ncreate index concurrently b_n on b (n);');
  const isValid = async () =>
    (await query(url, `select indisvalid from pg_index where indexrelid = to_regclass('b_n')`))[0]?.indisvalid;
  const writer = new Client(url);
  await writer.connect();
  await writer.query('begin; insert into b values (3)');
  await assert.rejects(
    migrate(url, dir, undefined, { tableWaitMs: 1 }),
    /0003_index\.sql failed.*canceling statement due to lock timeout/,
  );
  assert.deepEqual([await applied(), await isValid()], [[1, 2], false]);

  const migrating = migrate(url, dir);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await query(url, waiting)).length === 0);
  await query(url, `set lock_timeout = '1s'; insert into b values (4)`);
  await writer.query('commit');
  assert.deepEqual(await migrating, ['0003_index.sql']);
  assert.deepEqual([await applied(), await isValid()], [[1, 2, 3], true]);
  await writer.end();

  await query(url, 'delete from schema_migrations where number = 3');
  assert.deepEqual(await migrate(url, dir), ['0003_index.sql'], 'an index that was built before a crash is kept');
  write('0004_two.sql', '-- no transaction\ncreate index concurrently b_m on b (n);\nselect 1;');
  await assert.rejects(migrate(url, dir), /0004_two\.sql failed: a file without a transaction has one/);
});

test('refuses a new migration with a number below an applied one', async () => {
  fs.renameSync(path.join(dir, '0002_second.sql'), path.join(dir, '0004_second.sql'));
  await migrate(url, dir);
  write('0003_late.sql', 'create table c (n integer);');
  await assert.rejects(migrate(url, dir), /0003_late\.sql comes before migration 4/);
});

test('a failing migration is rolled back, earlier ones stay, and the error names the file', async () => {
  write('0003_bad.sql', 'create table c (n integer);\n\ninsert into nowhere values (1);');
  await assert.rejects(migrate(url, dir), /0003_bad\.sql failed at line 3: relation "nowhere" does not exist/);
  assert.deepEqual(await applied(), [1, 2]);
  assert.deepEqual(await query(url, `select to_regclass('c') as c`), [{ c: null }]);
  write('0003_bad.sql', 'create table c (n integer);');
  assert.deepEqual(await migrate(url, dir), ['0003_bad.sql']);
});

test('refuses a file with an invalid name and a number used twice', async () => {
  write('0002_other.sql', '');
  await assert.rejects(migrate(url, dir), /two migrations have one number/);
  fs.rmSync(path.join(dir, '0002_other.sql'));
  write('3_third.sql', '');
  await assert.rejects(migrate(url, dir), /3_third\.sql: a migration is named like/);
});

test('refuses a database that may lose acknowledged writes, unless ALLOW_UNSAFE_DATABASE is set', async () => {
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} set synchronous_commit = off`);
  await assert.rejects(migrate(url, dir), /synchronous_commit is off/);
  assert.deepEqual(await query(url, `select to_regclass('schema_migrations') as t`), [{ t: null }]);
  process.env.ALLOW_UNSAFE_DATABASE = '1';
  try {
    assert.equal((await migrate(url, dir)).length, 2);
  } finally {
    delete process.env.ALLOW_UNSAFE_DATABASE;
  }
});

test('refuses a database that lowercases only ASCII letters', async () => {
  const name = `m${made++}`;
  await query(cluster.adminUrl, `create database ${name} template template0 locale_provider libc locale 'C'`);
  const ascii = cluster.adminUrl.replace(/\/postgres$/, `/${name}`);
  await assert.rejects(migrate(ascii, dir), /does not know that È is è: make it with .*locale 'C\.UTF-8'/);
  assert.deepEqual(await query(ascii, `select to_regclass('schema_migrations') as t`), [{ t: null }]);
});
