import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { quoted } from '../platform/backup/tables.ts';
import { PASSWORD, sessionOf, startApi } from '../testing/api.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  createMovement,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
  orderBody,
} from '../testing/factories.ts';
import { createApp } from './create-app.ts';

const api = startApi();
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-backup-'));
const databases: TestDatabase[] = [];
after(async () => {
  for (const database of databases) await database.drop();
  fs.rmSync(home, { recursive: true, force: true });
});

async function bare(owner?: string) {
  const database = await createBareDatabase(owner);
  databases.push(database);
  return database.url;
}
function inHome(name: string) {
  return path.join(home, name);
}

/** A command as an operator runs it. */
function command(name: 'backup' | 'restore' | 'verify', databaseUrl: string, ...args: string[]) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: inHome('data') },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.once('close', (code) => resolve({ code, said }));
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, except those that a backup omits. */
function contentOf(url: string) {
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const content: Record<string, string[]> = {};
    for (const { name } of tables.rows)
      if (!['sessions', 'sign_in_failures', 'schema_migrations', 'backups'].includes(name)) {
        const { rows } = await client.query<{ row: string }>(`select t::text as row from ${quoted(name)} t order by 1`);
        content[name] = rows.map(({ row }) => row);
      }
    return content;
  });
}
/** Constraints, indexes and triggers: a restore must recreate all of them. */
function guardsOf(url: string) {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ guard: string }>(`
      select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) as guard from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`);
    return rows.map(({ guard }) => guard);
  });
}

describe('a backup', { timeout: 150_000 }, () => {
  const file = inHome('whole.backup.gz');
  before(async () => {
    const product = await createProduct(api.admin, {
      has_batch: true,
      name: 'Rotolo \\. con\\nbarre \\\\',
      colore_film: '\\N',
    });
    const warehouse = await createWarehouse(api.admin, { description: 'a\n\\.\nb\tc' });
    for (const batch_number of ['L1', '\\.', 'è€😀'])
      await createMovement(api.admin, loadBody(product.id, warehouse.id, 10.12345, { batch_number }));
    const load = await createMovement(api.admin, loadBody(product.id, warehouse.id, 5, { batch_number: 'L1' }));
    await api.admin.put(`/stock-movements/${load.id}`, { quantity: 6 });
    const supplier = await createSupplier(api.admin);
    for (let n = 0; n < 3; n++)
      await api.admin.post(
        '/purchase-orders',
        orderBody(supplier.id, [{ product_id: product.id, quantity: 2, unit_price: 1.5 }]),
      );
    const state = { query: { q: 'a\n\\.\tb' }, columns: ['code'] };
    const view = { list: 'products', name: 'Vista \\N', is_start: true, shared_with_role: 'sales', state };
    assert.equal((await api.admin.post('/views', view)).status, 201);
    assert.equal((await api.admin.put('/preferences', { 'columns.products': ['\\.', 'è€😀'] })).status, 200);
    const { code, said } = await command('backup', api.databaseUrl, file);
    assert.equal(code, 0, said);
    assert.match(said, /Backup complete: .*whole\.backup\.gz, [\d,]+ rows/);
  });

  test('restored elsewhere has every row, constraint and next number, and the server works on it', async () => {
    const url = await bare();
    const { code, said } = await command('restore', url, file);
    assert.equal(code, 0, said);
    assert.match(said, /All agree: \d+ checks/);
    assert.deepEqual(await contentOf(url), await contentOf(api.databaseUrl));
    assert.deepEqual(await guardsOf(url), await guardsOf(api.databaseUrl));
    const next = (database: string) =>
      withClient(database, async (client) =>
        (await client.query(`select sequencename, last_value from pg_sequences order by 1`)).rows.filter(
          ({ sequencename }) => !/sign_in|backups/.test(sequencename as string),
        ),
      );
    assert.deepEqual(await next(url), await next(api.databaseUrl));

    const { server } = await createApp({ databaseUrl: url });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    try {
      assert.equal((await sessionOf(address, api.admin.token).get('/auth/me')).status, 401, 'no session is restored');
      const { body } = await sessionOf(address, null).post('/auth/login', { username: 'admin', password: PASSWORD });
      const admin = sessionOf(address, body.token as string);
      assert.deepEqual((await admin.get('/views')).body, (await api.admin.get('/views')).body);
      assert.deepEqual((await admin.get('/preferences')).body, (await api.admin.get('/preferences')).body);
      const list = await admin.get<{ order_number: string; supplier_id: number }[]>('/purchase-orders');
      assert.equal(list.body.length, 3);
      const product = (await admin.get<{ id: number }[]>('/products')).body[0]!;
      const made = await admin.post(
        '/purchase-orders',
        orderBody(list.body[0]!.supplier_id, [{ product_id: product.id, quantity: 1, unit_price: 1 }]),
      );
      assert.match(made.body.order_number, /\/00004$/);
    } finally {
      await server.close();
    }
  });

  test('needs no superuser: the owner of the database restores it', async () => {
    const role = `owner_${randomBytes(4).toString('hex')}`;
    await withClient(api.databaseUrl, (client) =>
      client.query(`create role ${role} login password 'prova-9' nosuperuser`),
    );
    const url = new URL(await bare(role));
    url.username = role;
    url.password = 'prova-9';
    try {
      const { code, said } = await command('restore', url.href, file);
      assert.equal(code, 0, said);
      assert.deepEqual(await contentOf(url.href), await contentOf(api.databaseUrl));
    } finally {
      for (const database of databases.splice(0)) await database.drop();
      await withClient(api.databaseUrl, (client) => client.query(`drop role ${role}`));
    }
  });

  test('is private, and is never overwritten', async () => {
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    const was = fs.readFileSync(file);
    const { code, said } = await command('backup', api.databaseUrl, file);
    assert.equal(code, 2);
    assert.match(said, /already exists/);
    assert.deepEqual(fs.readFileSync(file), was);
  });
  test('that was interrupted is not accepted as complete', async () => {
    fs.writeFileSync(inHome('half.backup.gz.partial'), 'x');
    const { code, said } = await command('backup', api.databaseUrl, inHome('half.backup.gz'));
    assert.equal(code, 2);
    assert.match(said, /half-way/);
    assert.equal(fs.existsSync(inHome('half.backup.gz')), false);
  });
  test('that fails leaves no file', async () => {
    const { code } = await command('backup', await bare(), inHome('nothing.backup.gz'));
    assert.equal(code, 2);
    assert.deepEqual(
      fs.readdirSync(home).filter((name) => name.startsWith('nothing')),
      [],
    );
  });

  describe('is refused, and the database is unchanged', () => {
    const text = () => gunzipSync(fs.readFileSync(file)).toString('latin1');
    const cases: [string, () => Buffer, RegExp][] = [
      [
        'cut in the middle',
        () => fs.readFileSync(file).subarray(0, fs.statSync(file).size / 2),
        /damaged or incomplete/,
      ],
      ['without its last byte', () => fs.readFileSync(file).subarray(0, -1), /damaged or incomplete/],
      ['of nothing', () => Buffer.alloc(0), /damaged or incomplete/],
      [
        'with one byte changed',
        () => {
          const bytes = fs.readFileSync(file);
          bytes[Math.floor(bytes.length / 2)]! ^= 1;
          return bytes;
        },
        /damaged or incomplete/,
      ],
      [
        'whose rows were changed',
        () => gzipSync(Buffer.from(text().replace('10.12345', '90.12345'), 'latin1')),
        /checksum/,
      ],
      ['that lacks a row', () => gzipSync(Buffer.from(text().replace(/^.*Rotolo.*\n/m, ''), 'latin1')), /checksum/],
      [
        'that lost its footer',
        () => gzipSync(Buffer.from(text().replace(/\{"rows".*\n$/, ''), 'latin1')),
        /end is missing/,
      ],
      ['that goes on', () => gzipSync(Buffer.from(`${text()}more\n`, 'latin1')), /after its end/],
      ['of something else', () => gzipSync('{"format":"other"}\n'), /not a backup of Bobina/],
      [
        'of a newer format',
        () => gzipSync(Buffer.from(text().replace('"format_version":1', '"format_version":2'), 'latin1')),
        /newer version/,
      ],
    ];
    for (const [what, bytes, why] of cases)
      test(what, async () => {
        const url = await bare();
        const changed = inHome(`${randomBytes(4).toString('hex')}.backup.gz`);
        fs.writeFileSync(changed, bytes());
        const { code, said } = await command('restore', url, changed);
        assert.equal(code, 2, said);
        assert.match(said, why);
        assert.deepEqual(await contentOf(url), {});
      });
    test('of a newer schema', async () => {
      const newer = inHome('newer.backup.gz');
      await withClient(api.databaseUrl, (client) =>
        client.query(`insert into schema_migrations (number, name, checksum) values (9999, 'from_tomorrow', 'x')`),
      );
      try {
        assert.equal((await command('backup', api.databaseUrl, newer)).code, 0);
      } finally {
        await withClient(api.databaseUrl, (client) =>
          client.query('delete from schema_migrations where number = 9999'),
        );
      }
      const { code, said } = await command('restore', await bare(), newer);
      assert.equal(code, 2);
      assert.match(said, /newer version of Bobina .*from_tomorrow/);
    });
    test('for a database in use', async () => {
      const was = await contentOf(api.databaseUrl);
      const { code, said } = await command('restore', api.databaseUrl, file);
      assert.equal(code, 2);
      assert.match(said, /not empty/);
      assert.deepEqual(await contentOf(api.databaseUrl), was);
    });
    test('for a database of other software', async () => {
      const url = await bare();
      await withClient(url, (client) => client.query('create table theirs (n integer)'));
      const { code, said } = await command('restore', url, file);
      assert.equal(code, 2);
      assert.match(said, /not empty \(it holds theirs\)/);
    });
  });

  test('of an older schema is restored and migrated to the current one', async () => {
    const [old, url] = [await bare(), await bare()];
    await migrate(old, undefined, 1);
    await withClient(old, (client) =>
      client.query(`insert into users (username, name, password_hash) values ('old', 'Old', 'x')`),
    );
    const older = inHome('older.backup.gz');
    assert.equal((await command('backup', old, older)).code, 0);
    const { code, said } = await command('restore', url, older);
    assert.equal(code, 0, said);
    await withClient(url, async (client) => {
      assert.equal((await client.query('select from users')).rowCount, 1);
      const { rows } = await client.query('select max(number) as newest from schema_migrations');
      assert.ok(rows[0].newest > 1);
    });
  });

  test('made under load is one snapshot: balances, orders and totals agree', async () => {
    const product = await createProduct(api.admin);
    const warehouses = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
    await createMovement(api.admin, loadBody(product.id, warehouses[0]!.id, 1000));
    let over = false;
    const movers = Array.from({ length: 6 }, async (_, n) => {
      for (let step = n; !over; step++)
        await api.admin.post('/stock-movements', {
          ...loadBody(product.id, warehouses[step % 2]!.id, 1),
          movement_type: 'T',
          destination_warehouse_id: warehouses[(step + 1) % 2]!.id,
        });
    });
    const target = await createTestDatabase();
    databases.push(target);
    const busy = inHome('busy.backup.gz');
    const made = await command('backup', api.databaseUrl, busy);
    over = true;
    await Promise.all(movers);
    assert.equal(made.code, 0, made.said);
    const { code, said } = await command('restore', target.url, busy);
    assert.equal(code, 0, said);
    await withClient(target.url, async (client) => {
      const { rows } = await client.query(
        'select sum(quantity)::float8 as held from stock_balances where product_id = $1',
        [product.id],
      );
      assert.equal(rows[0].held, 1000);
    });
  });
});
