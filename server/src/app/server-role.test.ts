/** The role with which the server connects to the bundled database, also in a data folder of an earlier release. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import {
  APPEND_ONLY,
  APPEND_ONLY_BUT,
  LOCKED_BY,
  NO_UPDATE,
  READ_ONLY,
  SERVER_ROLE,
} from '../platform/database/server-role.ts';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import { PASSWORD, sessionOf } from '../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createProduct, createWarehouse, createMovement, loadBody } from '../testing/factories.ts';
import { migrateUpTo } from '../testing/older-schema.ts';
import { runningDatabase } from '../testing/running-database.ts';
import { matrixTest } from '../testing/matrix.ts';

/** The last migration without a role for the server. */
const BEFORE = 45;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Asserts that the server's role has no right to anything that it must not do. */
async function assertConfined(server: Client): Promise<void> {
  const refuse = (text: string) =>
    assert.rejects(server.query(text), { code: '42501' }, `${text} is refused for lack of rights`);
  const deleted: readonly string[] = NO_UPDATE;
  for (const table of [...APPEND_ONLY, ...READ_ONLY, ...Object.keys(APPEND_ONLY_BUT), ...deleted]) {
    const { rows } = await server.query<{ column_name: string }>(
      // An identity column is refused before the rights are looked at.
      `select column_name from information_schema.columns
        where table_schema = $1 and table_name = $2 and is_identity = 'NO' and is_generated = 'NEVER'`,
      ['public', table],
    );
    assert.ok(rows.length > 0, `${table} exists`);
    for (const { column_name } of rows)
      if (column_name !== APPEND_ONLY_BUT[table])
        await refuse(`update ${table} set "${column_name}" = "${column_name}"`);
    if (!deleted.includes(table)) await refuse(`delete from ${table}`);
    await refuse(`truncate ${table}`);
    // The right to update one column is enough for a lock.
    if (!(table in APPEND_ONLY_BUT || table in LOCKED_BY)) await refuse(`select from ${table} for update`);
  }
  for (const table of [...READ_ONLY, 'chain']) await refuse(`insert into ${table} select * from ${table}`);
  await refuse('delete from chain_queue');
  // The setting of `erase_person` opens nothing to others.
  const { rows: erasing } = await server.query(
    `select is_erasing('users', 1) from set_config('bobina.erasing', 'users 1', false)`,
  );
  assert.equal(erasing[0].is_erasing, false);
  for (const text of [
    `copy users to program 'cat'`,
    `copy users from program 'true'`,
    `copy users to '/tmp/users'`,
    `copy users from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_read_binary_file('postgresql.conf')`,
    `select pg_ls_dir('/')`,
    `select lo_export(1, '/tmp/large')`,
    `create table public.own (id integer)`,
    `create function public.own() returns integer language sql as 'select 1'`,
    `create schema own`,
    `create database own`,
    `create role own`,
    'alter system set fsync = off',
    'set role bobina',
    'set session_replication_role = replica',
  ])
    await refuse(text);
  // Statements that only an owner may run.
  for (const text of [
    'alter table stock_entries disable trigger all',
    'drop table activities',
    'drop trigger stock_entries_append_only on stock_entries',
    'create or replace function refuse_rewrite() returns trigger language plpgsql as $$begin return null; end$$',
    `alter function erase_person(text, integer) security invoker`,
  ])
    await refuse(text);
  const { rows: rights } = await server.query(
    'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  assert.deepEqual(Object.values(rights[0]!), [false, false, false, false, false]);
  const { rows: owned } = await server.query(
    `select classid::regclass::text, objid from pg_shdepend where refobjid = current_user::regrole and deptype = 'o'`,
  );
  assert.deepEqual(owned, [], 'it owns nothing');
  const { rows: member } = await server.query('select 1 from pg_auth_members where member = current_user::regrole');
  assert.deepEqual(member, [], 'it belongs to no role');
}

describe('the rights of the server', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => (database as TestDatabase).drop());

  test('are those of a role that cannot rewrite append-only tables, own anything, or use programs and files', () =>
    withClient(database.serverUrl, assertConfined));

  test('leave out every table that its triggers keep from updates', async () => {
    // The bits 8 and 16 of a trigger are DELETE and UPDATE.
    const keptFrom = async (events: number) => {
      const { rows } = await withClient(database.url, (owner) =>
        owner.query<{ table: string }>(
          `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where p.proname in ('refuse_rewrite', 'keep_activity', 'keep_security_event', 'refuse_rewriting_link')
            and tgtype & $1 = $1
          order by 1`,
          [events],
        ),
      );
      return rows.map(({ table }) => table);
    };
    const appended = [...APPEND_ONLY, ...Object.keys(APPEND_ONLY_BUT)];
    assert.deepEqual(await keptFrom(24), [...appended, 'security_events'].toSorted());
    assert.deepEqual(await keptFrom(16), [...appended, ...NO_UPDATE].toSorted());
  });

  test('reach further through two functions, whose schema is fixed', async () => {
    const { rows } = await withClient(database.url, (owner) =>
      owner.query(`select proname, proconfig, has_function_privilege('public', oid, 'execute') as anyone
        from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`),
    );
    assert.deepEqual(rows, [
      { proname: 'erase_person', proconfig: ['search_path=public, pg_temp'], anyone: false },
      { proname: 'seal_chain', proconfig: ['search_path=pg_catalog, public, pg_temp'], anyone: false },
    ]);
  });
});

describe('the bundled database', () => {
  let home: string;
  let child: ChildProcess | undefined;

  before(async () => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-role-'));
    fs.chmodSync(home, 0o755); // PostgreSQL's user must be able to enter it when the tests run as root
    // The data folder as an earlier release leaves it: a superuser with its secret, and no other role.
    const earlier = await openEmbedded({ dataDir: path.join(home, 'postgres'), database: 'bobina' });
    await migrateUpTo(earlier.url, BEFORE);
    await earlier.stop();
  });
  after(async () => {
    await stop();
    fs.rmSync(home, { recursive: true, force: true });
  });

  async function start(): Promise<string> {
    child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        DATA_DIR: home,
        PORT: '0',
        LOG_LEVEL: 'silent',
        ADMIN_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    return new Promise((resolve, reject) => {
      child!.once('exit', () => reject(new Error(output)));
      child!.stdout!.on('data', (text) => {
        output += text;
        const [, address] = /ready: (\S+)/.exec(output) ?? [];
        if (address) resolve(address);
      });
    });
  }
  async function stop() {
    if (child?.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  function serverUrl(): string {
    const url = new URL(runningDatabase(home).url);
    url.username = SERVER_ROLE;
    url.password = fs.readFileSync(path.join(home, 'postgres-server.secret'), 'utf8').trim();
    return url.href;
  }

  matrixTest(
    'W14: in an upgraded data folder the superuser serves commands and migrations alone; the server connects as a role that owns nothing, cannot rewrite ledger, activities and issued files, nor use programs and files',
    async () => {
      const url = await start();
      assert.equal(fs.statSync(path.join(home, 'postgres-server.secret')).mode & 0o777, 0o600);
      const { body } = await sessionOf(url, null).post('/auth/login', { username: 'admin', password: PASSWORD });
      const admin = sessionOf(url, body.token);
      const product = await createProduct(admin);
      const warehouse = await createWarehouse(admin);
      await createMovement(admin, loadBody(product.id, warehouse.id, 5));
      const { rows } = await withClient(runningDatabase(home).url, (owner) =>
        owner.query<{ role: string; connections: number }>(`
        select usename as role, count(*)::integer as connections from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1`),
      );
      assert.deepEqual(
        rows.map(({ role }) => role),
        [SERVER_ROLE],
      );
      await withClient(serverUrl(), async (server) => {
        for (const table of ['stock_entries', 'activities']) {
          const found = await server.query(`select from ${table}`);
          assert.ok(found.rowCount, `${table} has rows`);
        }
        await assertConfined(server);
      });
      // The next start gives the rights on tables that a later migration adds.
      await withClient(runningDatabase(home).url, (owner) => owner.query('create table later (id serial primary key)'));
      await stop();
      const again = await start();
      assert.equal((await sessionOf(again, body.token).get('/products')).body.length, 1);
      await withClient(serverUrl(), async (server) => {
        await server.query('insert into later default values; update later set id = id; delete from later');
        await assert.rejects(server.query('truncate later'), { code: '42501' });
        await assertConfined(server);
      });
    },
  );
});
