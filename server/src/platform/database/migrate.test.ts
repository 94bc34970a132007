import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { Client } from 'pg';
import { startTestCluster, type TestCluster } from '../../testing/test-cluster.ts';
import { migrate } from './migrate.ts';

// A cluster with PostgreSQL's own, durable defaults, so that the refusals can be seen.
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

test('of several nodes that start at once one migrates and the others wait', async () => {
  write('0003_slow.sql', 'select pg_sleep(0.3); create table c (n integer);');
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url, dir)));
  assert.deepEqual(results.map((files) => files.length).sort(), [0, 0, 0, 3]);
  assert.deepEqual(await query(url, 'select count(*)::integer as n from b'), [{ n: 2 }]);
});

test('a landed file that was changed is refused by name, other line ends are no change', async () => {
  write('0001_first.sql', 'create table a (\n n integer);');
  await migrate(url, dir);
  write('0001_first.sql', 'create table a (\r\n n integer);');
  assert.deepEqual(await migrate(url, dir), []);
  write('0001_first.sql', 'create table a (\n n bigint);');
  write('0003_third.sql', 'create table c (n integer);');
  await assert.rejects(migrate(url, dir), /0001_first\.sql was changed after it had been applied/);
  assert.deepEqual(await applied(), [1, 2]);
});

test('a database newer than the code is refused', async () => {
  await migrate(url, dir);
  fs.rmSync(path.join(dir, '0002_second.sql'));
  await assert.rejects(migrate(url, dir), /newer than this version of Bobina: migration 2 \(second\)/);
});

test('a migration slipped in beneath an applied one is refused', async () => {
  fs.renameSync(path.join(dir, '0002_second.sql'), path.join(dir, '0004_second.sql'));
  await migrate(url, dir);
  write('0003_late.sql', 'create table c (n integer);');
  await assert.rejects(migrate(url, dir), /0003_late\.sql comes before migration 4/);
});

test('a migration that fails leaves nothing of itself, keeps those before it and says where', async () => {
  write('0003_bad.sql', 'create table c (n integer);\n\ninsert into nowhere values (1);');
  await assert.rejects(migrate(url, dir), /0003_bad\.sql failed at line 3: relation "nowhere" does not exist/);
  assert.deepEqual(await applied(), [1, 2]);
  assert.deepEqual(await query(url, `select to_regclass('c') as c`), [{ c: null }]);
  write('0003_bad.sql', 'create table c (n integer);');
  assert.deepEqual(await migrate(url, dir), ['0003_bad.sql']);
});

test('a badly named file and a number used twice are refused', async () => {
  write('0002_other.sql', '');
  await assert.rejects(migrate(url, dir), /two migrations have one number/);
  fs.rmSync(path.join(dir, '0002_other.sql'));
  write('3_third.sql', '');
  await assert.rejects(migrate(url, dir), /3_third\.sql: a migration is named like/);
});

test('a database that may lose acknowledged writes is refused unless told', async () => {
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

test('a database that knows the letters of ASCII alone is refused', async () => {
  const name = `m${made++}`;
  await query(cluster.adminUrl, `create database ${name} template template0 locale_provider libc locale 'C'`);
  const ascii = cluster.adminUrl.replace(/\/postgres$/, `/${name}`);
  await assert.rejects(migrate(ascii, dir), /does not know that È is è: make it with .*locale 'C\.UTF-8'/);
  assert.deepEqual(await query(ascii, `select to_regclass('schema_migrations') as t`), [{ t: null }]);
});
