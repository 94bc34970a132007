import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { LEFT_OUT } from '../platform/backup/format.ts';
import { quoted } from '../platform/backup/tables.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { PASSWORD, sessionOf, startApi } from '../testing/api.ts';
import { withoutLastMigration, withUnknownMigration } from '../testing/older-schema.ts';
import { attachFile } from '../testing/attach-file.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { dailyOrMatrix, matrixTest } from '../testing/matrix.ts';
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
function command(
  name: 'backup' | 'backup-prove' | 'restore' | 'verify',
  databaseUrl: string,
  given: { env?: Record<string, string>; args?: string[] } | string = {},
  ...more: string[]
) {
  const { env = {}, args = [] } = typeof given === 'string' ? { args: [given, ...more] } : given;
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: inHome('data'), ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) => resolve({ code, output }));
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
      if (![...LEFT_OUT, 'schema_migrations'].includes(name)) {
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

describe('a backup', { timeout: 280_000 }, () => {
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
    const { code, output } = await command('backup', api.databaseUrl, file);
    assert.equal(code, 0, output);
    assert.match(output, /Backup complete: .*whole\.backup\.gz, [\d,]+ rows/);
  });

  test('restored elsewhere has every row, constraint and next number, and the server works on it', async () => {
    const url = await bare();
    const { code, output } = await command('restore', url, file);
    assert.equal(code, 0, output);
    assert.match(output, /All agree: \d+ checks/);
    assert.deepEqual(await contentOf(url), await contentOf(api.databaseUrl));
    assert.deepEqual(await guardsOf(url), await guardsOf(api.databaseUrl));
    const next = (database: string) =>
      withClient(database, async (client) =>
        (await client.query(`select sequencename, last_value from pg_sequences order by 1`)).rows.filter(
          ({ sequencename }) => !/sign_in|service_tokens|calendars|backup/.test(sequencename as string),
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

  matrixTest('needs no superuser: the owner of the database restores it', async () => {
    const role = `owner_${randomBytes(4).toString('hex')}`;
    await withClient(api.databaseUrl, (client) =>
      client.query(`create role ${role} login password 'prova-9' nosuperuser`),
    );
    const url = new URL(await bare(role));
    url.username = role;
    url.password = 'prova-9';
    try {
      const { code, output } = await command('restore', url.href, file);
      assert.equal(code, 0, output);
      assert.deepEqual(await contentOf(url.href), await contentOf(api.databaseUrl));
    } finally {
      for (const database of databases.splice(0)) await database.drop();
      await withClient(api.databaseUrl, (client) => client.query(`drop role ${role}`));
    }
  });

  test('is private, and is never overwritten', async () => {
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    const was = fs.readFileSync(file);
    const { code, output } = await command('backup', api.databaseUrl, file);
    assert.equal(code, 2);
    assert.match(output, /already exists/);
    assert.deepEqual(fs.readFileSync(file), was);
  });
  test('that was interrupted is not accepted as complete', async () => {
    fs.writeFileSync(inHome('half.backup.gz.partial'), 'x');
    const { code, output } = await command('backup', api.databaseUrl, inHome('half.backup.gz'));
    assert.equal(code, 2);
    assert.match(output, /exists: another backup is being written, or one was interrupted/);
    assert.equal(fs.existsSync(inHome('half.backup.gz')), false);
  });
  test('that fails leaves no file', async () => {
    const failed = writeBackup(await bare(), inHome('nothing.backup.gz'), { appVersion: '1.0.0' });
    await assert.rejects(failed, /the database is empty/);
    assert.deepEqual(
      fs.readdirSync(home).filter((name) => name.startsWith('nothing')),
      [],
    );
  });

  test('is made of the schema of this version alone', async () => {
    const backUp = async () => {
      const { code, output } = await command('backup', api.databaseUrl, inHome('other.backup.gz'));
      assert.equal(code, 2, output);
      assert.equal(fs.existsSync(inHome('other.backup.gz')), false);
      return output;
    };
    await withUnknownMigration(api.databaseUrl, async () => {
      assert.match(await backUp(), /newer than this version .*\(from_tomorrow\).*use the version that migrated it/);
    });
    await withoutLastMigration(api.databaseUrl, async () => {
      assert.match(await backUp(), /older than this version .*start this version once/);
    });
  });

  describe('is refused, and the database is unchanged', () => {
    const EVERY_DAY = new Set(['cut in the middle', 'whose rows were changed']);
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
      dailyOrMatrix(what, EVERY_DAY.has(what), async () => {
        const url = await bare();
        const changed = inHome(`${randomBytes(4).toString('hex')}.backup.gz`);
        fs.writeFileSync(changed, bytes());
        const { code, output } = await command('restore', url, changed);
        assert.equal(code, 2, output);
        assert.match(output, why);
        assert.deepEqual(await contentOf(url), {});
      });
    test('of a newer schema', async () => {
      const newer = inHome('newer.backup.gz');
      await withUnknownMigration(api.databaseUrl, () => writeBackup(api.databaseUrl, newer, { appVersion: '9.9.9' }));
      const { code, output } = await command('restore', await bare(), newer);
      assert.equal(code, 2);
      assert.match(output, /newer version of Bobina .*from_tomorrow/);
    });
    test('for a database in use', async () => {
      const was = await contentOf(api.databaseUrl);
      const { code, output } = await command('restore', api.databaseUrl, file);
      assert.equal(code, 2);
      assert.match(output, /not empty/);
      assert.deepEqual(await contentOf(api.databaseUrl), was);
    });
    test('for a database of other software', async () => {
      const url = await bare();
      await withClient(url, (client) => client.query('create table theirs (n integer)'));
      const { code, output } = await command('restore', url, file);
      assert.equal(code, 2);
      assert.match(output, /not empty \(it holds theirs\)/);
    });
  });

  matrixTest(
    'X33 with BACKUP_PASSPHRASE it is encrypted in the age format and restored with that passphrase alone, BACKUP_COPY_TO takes a copy, and npm run backup:prove restores one with its attachments into a scratch database, verifies it and reports on the home',
    async () => {
      const { id } = await createProduct(api.admin);
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(600_000)]);
      const attached = await attachFile(api.admin, `/products/${id}`, { name: 'scheda.pdf', content });
      assert.equal(attached.status, 201, JSON.stringify(attached.body));
      await encryptsAndCopies(attached.body.id, content);
      await provesWithAttachments(attached.body.id);
    },
  );

  async function encryptsAndCopies(attachment: number, content: Buffer) {
    const copies = inHome('share');
    fs.mkdirSync(copies);
    const env = { BACKUP_PASSPHRASE: 'carta-film-e-imballi', BACKUP_COPY_TO: copies };
    const made = await command('backup', api.databaseUrl, { env });
    assert.equal(made.code, 0, made.output);
    const folder = inHome('data/backups');
    const [name] = fs.readdirSync(folder);
    assert.match(name!, /^bobina-\d{8}-\d{6}\.backup\.age$/);
    const bytes = fs.readFileSync(path.join(folder, name!));
    assert.equal(bytes.subarray(0, 21).toString(), 'age-encryption.org/v1');
    assert.deepEqual(fs.readFileSync(path.join(copies, name!)), bytes);
    assert.equal(fs.statSync(path.join(copies, name!)).mode & 0o777, 0o600);

    const encrypted = path.join(folder, name!);
    const url = await bare();
    for (const [wrong, why] of [
      [{}, /encrypted: BACKUP_PASSPHRASE must be set/],
      [{ BACKUP_PASSPHRASE: 'un-altra-parola' }, /not the passphrase of this backup/],
      [{ BACKUP_PASSPHRASE: 'corta' }, /at least 12 characters/],
    ] as const) {
      const { code, output } = await command('restore', url, { env: wrong, args: [encrypted] });
      assert.equal(code, 2);
      assert.match(output, why);
    }
    const damaged = inHome('damaged.backup.age');
    fs.writeFileSync(damaged, bytes.subarray(0, -40));
    assert.match((await command('restore', url, { env, args: [damaged] })).output, /damaged or incomplete/);
    assert.deepEqual(await contentOf(url), {});
    const { code, output } = await command('restore', url, { env, args: [encrypted] });
    assert.equal(code, 0, output);
    assert.deepEqual(await contentOf(url), await contentOf(api.databaseUrl));
    await withClient(url, async (client) => {
      const { rows } = await client.query(
        'select content from attachment_chunks where attachment_id = $1 order by position',
        [attachment],
      );
      assert.ok(rows.length > 1);
      assert.ok(Buffer.concat(rows.map((row) => row.content)).equals(content));
    });

    const lost = await command('backup', api.databaseUrl, {
      env: { ...env, BACKUP_COPY_TO: inHome('not-mounted') },
      args: [inHome('uncopied.backup.age')],
    });
    assert.equal(lost.code, 2);
    assert.match(lost.output, /the folder .*not-mounted of BACKUP_COPY_TO does not exist/);
  }

  async function provesWithAttachments(attachment: number) {
    const env = { BACKUP_PASSPHRASE: 'carta-film-e-imballi', DATA_DIR: inHome('proving') };
    assert.equal((await command('backup-prove', api.databaseUrl, { env })).code, 2, 'there is no backup yet');
    assert.equal((await command('backup', api.databaseUrl, { env })).code, 0);
    const proof = async () => (await api.admin.get('/dashboard')).body.health.backup.proof;
    const proven = await command('backup-prove', api.databaseUrl, { env });
    assert.equal(proven.code, 0, proven.output);
    const [name] = fs.readdirSync(inHome('proving/backups'));
    const { proven_at, ...stored } = await proof();
    assert.deepEqual(stored, { file: name, ok: true });
    assert.ok(Date.now() - Date.parse(proven_at) < 60_000);
    await withClient(api.databaseUrl, async (client) => {
      const { rows } = await client.query('select sha256, seconds from backup_proofs');
      const bytes = fs.readFileSync(path.join(inHome('proving/backups'), name!));
      assert.equal(rows[0].sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.ok(rows[0].seconds > 0);
    });

    // The named backup instead of the newest.
    const named = inHome('named.backup.age');
    assert.equal((await command('backup', api.databaseUrl, { env, args: [named] })).code, 0);
    assert.equal((await command('backup-prove', api.databaseUrl, { env, args: [named] })).code, 0);
    assert.deepEqual((await proof()).file, 'named.backup.age');

    // A chunk of the attachment that was damaged when the backup was made.
    const damaged = await createTestDatabase();
    databases.push(damaged);
    assert.equal((await command('restore', damaged.url, { env, args: [named] })).code, 0);
    await withClient(damaged.url, (client) =>
      client.query(`
        set session_replication_role = replica;
        update attachment_chunks set content = set_byte(content, 9, (get_byte(content, 9) + 1) % 256)
        where attachment_id = ${attachment} and position = (select max(position) from attachment_chunks where attachment_id = ${attachment})`),
    );
    const torn = inHome('torn.backup.gz');
    assert.equal((await command('backup', damaged.url, torn)).code, 0);
    const unequal = await command('backup-prove', api.databaseUrl, { env, args: [torn] });
    assert.equal(unequal.code, 1, unequal.output);
    assert.match(unequal.output, new RegExp(`attachment ${attachment}\\b`));
    assert.deepEqual([(await proof()).file, (await proof()).ok], ['torn.backup.gz', false]);

    // A company whose books were wrong when the backup was made.
    const spoilt = await createTestDatabase();
    databases.push(spoilt);
    assert.equal((await command('restore', spoilt.url, file)).code, 0);
    await withClient(spoilt.url, (client) =>
      client.query(`set session_replication_role = replica; update stock_balances set quantity = quantity + 1`),
    );
    const wrong = inHome('wrong.backup.gz');
    assert.equal((await command('backup', spoilt.url, wrong)).code, 0);
    const found = await command('backup-prove', api.databaseUrl, { env, args: [wrong] });
    assert.equal(found.code, 1, found.output);
    assert.deepEqual((await proof()).ok, false);
  }

  test('of an older schema is restored and migrated to the current one', async () => {
    const [old, url] = [await bare(), await bare()];
    await migrate(old, undefined, 1);
    await withClient(old, (client) =>
      client.query(`insert into users (username, name, password_hash) values ('old', 'Old', 'x')`),
    );
    const older = inHome('older.backup.gz');
    await writeBackup(old, older, { appVersion: '0.0.1' });
    const { code, output } = await command('restore', url, older);
    assert.equal(code, 0, output);
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
    assert.equal(made.code, 0, made.output);
    const { code, output } = await command('restore', target.url, busy);
    assert.equal(code, 0, output);
    await withClient(target.url, async (client) => {
      const { rows } = await client.query(
        'select sum(quantity)::float8 as held from stock_balances where product_id = $1',
        [product.id],
      );
      assert.equal(rows[0].held, 1000);
    });
  });

  test('cancels waiting mails, so that a restored company sends none', async () => {
    const mail = await api.admin.post('/mails/test', { to: 'prova@x.example' });
    assert.equal(mail.status, 201, JSON.stringify(mail.body));
    const file = inHome('with-mail.backup');
    const saved = await command('backup', api.databaseUrl, file);
    assert.equal(saved.code, 0, saved.output);
    const url = await bare();
    const restored = await command('restore', url, file);
    assert.equal(restored.code, 0, restored.output);
    await withClient(url, async (client) => {
      const { rows } = await client.query('select state, next_attempt_at from outbox where id = $1', [mail.body.id]);
      assert.deepEqual(rows, [{ state: 'cancelled', next_attempt_at: null }]);
    });
    assert.equal((await api.admin.get(`/outbox/${mail.body.id}`)).body.state, 'waiting', 'the company itself goes on');
  });
});
