/**
 * Servers write while a migration runs, and a large table must not keep them waiting. See
 * docs/decisions/0025-expand-and-contract.md.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Client } from 'pg';
import { readMigrations } from '../platform/database/migration-files.ts';
import { createBareDatabase, type TestDatabase } from '../testing/database.ts';
import { LAST_RELEASE } from '../testing/last-release.ts';
import { migrateUpTo } from '../testing/older-schema.ts';
import { readStorage, waitsBetween } from '../testing/schema-locks.ts';

let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createBareDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Landed migrations, which cannot be edited any more: what keeps servers waiting, with the reason that it is accepted. */
const ACCEPTED = new Map([
  [
    '0045_pec.sql: check transmissions.transmissions_channel_check is validated in the file that adds it',
    'the table has a few rows for each invoice',
  ],
  [
    '0048_stay_closed.sql: check security_events.security_events_kind_check is validated in the file that adds it',
    'the table has a row for each sign-in',
  ],
  [
    '0049_undone_readings.sql: index reel_readings_undoes is built in a transaction',
    'the index is on a new column and has no rows yet, so the table is read once',
  ],
  [
    '0051_stock_months_by_month.sql: index stock_months_month is built in a transaction',
    'past months have one row for each product and warehouse, because the server merges those of postings',
  ],
  [
    '0052_unit_weights_of_runs.sql: check run_inputs.run_inputs_kg_per_unit_check is validated in the file that adds it',
    'the new column is null in all rows, so the table is read once',
  ],
  [
    '0052_unit_weights_of_runs.sql: check run_outputs.run_outputs_kg_per_unit_check is validated in the file that adds it',
    'the new column is null in all rows, so the table is read once',
  ],
  [
    '0054_finished_reels.sql: index run_wastes_input is built in a transaction',
    'the index is on a new column and has no rows yet, so the table is read once',
  ],
  [
    '0058_cancelled_receipts.sql: check goods_receipts.goods_receipts_cancelled is validated in the file that adds it',
    'the table has one row for each delivery',
  ],
  [
    '0059_customer_price_imports.sql: check imports.imports_register_check is validated in the file that adds it',
    'the table has one row for each imported file',
  ],
  [
    '0060_quantities_of_picks.sql: check shipment_picks.shipment_picks_quantity_check is validated in the file that adds it',
    'the table has rows only for shipments that are being picked',
  ],
  [
    '0061_closed_order_lines.sql: table customer_order_items is rewritten',
    'docs/operations.md tells how long it takes',
  ],
  [
    '0061_closed_order_lines.sql: index customer_order_items_undelivered is built in a transaction',
    'the rewrite of the table builds all of its indexes anyway',
  ],
  [
    '0061_closed_order_lines.sql: index customer_order_items_due is built in a transaction',
    'the rewrite of the table builds all of its indexes anyway',
  ],
]);

test('migrations since the last release neither rewrite, index nor check large tables while servers wait', async () => {
  await migrateUpTo(database.url, LAST_RELEASE);
  const found: string[] = [];
  let before = await readStorage(client);
  assert.ok(before.tables.size > 50 && before.indexes.size > 100 && before.rules.size > 100, 'the catalog is read');
  for (const { number, file, sql } of readMigrations().filter((migration) => migration.number > LAST_RELEASE)) {
    await migrateUpTo(database.url, number);
    const now = await readStorage(client);
    found.push(...waitsBetween(before, now, sql).map((text) => `${file}: ${text}`));
    before = now;
  }
  assert.deepEqual(found.toSorted(), [...ACCEPTED.keys()].toSorted());
  const unchecked = [...before.rules.values()].filter(({ isValidated }) => !isValidated);
  assert.deepEqual(unchecked, [], 'a rule that is added not valid is validated by a later file');
});

/** The tables on which the changes below are made. They are empty, which must not hide anything. */
const START = `
  create table a (id integer primary key, name text, amount numeric not null default 0);
  create table b (id integer primary key, a_id integer, n integer, constraint small check (n < 9));
  create index b_n on b (n);
  create table options (id integer primary key default 1 check (id = 1), name text);`;

const WAITS: Record<string, string[]> = {
  'alter table a add doubled numeric not null generated always as (amount * 2) stored': ['table a is rewritten'],
  'alter table b alter column a_id type bigint': ['table b is rewritten'],
  'alter table a add token uuid not null default gen_random_uuid()': ['table a is rewritten'],
  'create index a_name on a (name)': ['index a_name is built in a transaction'],
  'drop index b_n; create index b_n on b (n) where n > 0': ['index b_n is built in a transaction'],
  'alter table a add constraint one_name unique (name)': ['index one_name is built in a transaction'],
  'alter table b add constraint positive check (n > 0)': ['check b.positive is validated in the file that adds it'],
  'alter table b add m integer constraint positive check (m > 0)': [
    'check b.positive is validated in the file that adds it',
  ],
  'alter table b drop constraint small, add constraint small check (n < 99)': [
    'check b.small is validated in the file that adds it',
  ],
  'alter table b add constraint late check (n > 0) not valid; alter table b validate constraint late': [
    'check b.late is validated in the file that adds it',
  ],
  'alter table b add constraint b_a foreign key (a_id) references a': [
    'foreign key b.b_a is validated in the file that adds it',
  ],
  'alter table b add c_id integer not null default 1 constraint b_c references a': [
    'foreign key b.b_c is validated in the file that adds it',
  ],
};
for (const [sql, expected] of Object.entries(WAITS))
  test(`a wait is found: ${sql}`, async () => assert.deepEqual(await waitsOf(sql), expected));

test('changes of the catalog alone, of new tables and of tables with one row are no waits', async () => {
  const sql = `
    create table c (id integer primary key, a_id integer references a, n integer check (n > 0), unique (n));
    create index c_a on c (a_id);
    alter table a add note text, add flag boolean not null default false, alter column name set default '';
    alter table b add c_id integer references c, add constraint b_a foreign key (a_id) references a not valid;
    alter table b add constraint positive check (n > 0) not valid;
    alter index b_n rename to b_by_n;
    alter table options add constraint named check (name <> ''), add constraint one_name unique (name);
    alter table options alter column name type varchar(9)`;
  assert.deepEqual(await waitsOf(sql), []);
});

test('an index may be built without a transaction, and a later file may validate a rule', async () => {
  await client.query(START);
  await client.query('alter table b add constraint positive check (n > 0) not valid');
  const before = await readStorage(client);
  await client.query('create index concurrently a_name on a (name)');
  await client.query('alter table b validate constraint positive');
  assert.deepEqual(waitsBetween(before, await readStorage(client), '-- no transaction\n'), []);
});

/** Makes a change and names the waits. */
async function waitsOf(sql: string): Promise<string[]> {
  await client.query(START);
  const before = await readStorage(client);
  await client.query(sql);
  return waitsBetween(before, await readStorage(client), sql);
}
