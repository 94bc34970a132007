/** Migrates the demo company of release 0.1.0, from a backup of that release, to the current schema. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import * as copies from 'pg-copy-streams';
import { loadBackup } from '../platform/backup/load-backup.ts';
import { checkBackup, readBackup } from '../platform/backup/read-backup.ts';
import { readMigrations } from '../platform/database/migration-files.ts';
import { createBareDatabase, type TestDatabase } from '../testing/database.ts';
import { findDifferences } from './differences.ts';

const FILE = path.join(import.meta.dirname, '../testing/fixtures/release-0.1.0.backup.gz');
/** The answers of release 0.1.0: documents by type and status, with the sum of their totals in EUR. */
const INVOICES = [
  { type: 'credit_note', status: 'sent', count: 2, total: '9036.2600' },
  { type: 'invoice', status: 'cancelled', count: 6, total: '37918.7400' },
  { type: 'invoice', status: 'draft', count: 11, total: '51196.6300' },
  { type: 'invoice', status: 'paid', count: 25, total: '124064.9400' },
  { type: 'invoice', status: 'sent', count: 89, total: '362345.1300' },
];

let database: TestDatabase;
let client: Client;

before(async () => {
  database = await createBareDatabase();
  await loadBackup(database.url, FILE, await checkBackup(FILE));
  client = new Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

test('the schema is the current one', async () => {
  const { rows } = await client.query<{ number: number }>('select number from schema_migrations order by number');
  assert.deepEqual(
    rows.map(({ number }) => number),
    readMigrations().map(({ number }) => number),
  );
});

test('every table holds the rows of the backup', async () => {
  const expected: Record<string, number> = {};
  for await (const piece of readBackup(FILE)) if (piece.kind === 'end of table') expected[piece.table] = piece.rows;
  const actual: Record<string, number> = {};
  for (const table of Object.keys(expected)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from "${table}"`);
    actual[table] = Number(rows[0]!.count);
  }
  assert.ok(Object.keys(expected).length > 20, 'the backup has tables');
  assert.deepEqual(actual, expected);
});

test('sent, paid, cancelled and draft invoices keep their states and amounts', async () => {
  const { rows } = await client.query(
    'select type, status, count(*)::int, sum(total_amount)::text as total from invoices group by 1, 2 order by 1, 2',
  );
  assert.deepEqual(rows, INVOICES);
});

test('verify finds no difference', async () => {
  assert.deepEqual(await findDifferences(client), []);
});

test('the users have no views and no preferences yet', async () => {
  const { rows } = await client.query(
    'select (select count(*)::int from views) as views, (select count(*)::int from preferences) as preferences',
  );
  assert.deepEqual(rows, [{ views: 0, preferences: 0 }]);
});

test('goods, documents and partners have the same rows as before, and no product is kept by reel', async () => {
  assert.deepEqual(await changedRows(), []);
  const { rows } = await client.query(`select
    (select count(*)::int from products where is_reel or peso_adesivo is not null or spessore_carta is not null) as reel_products,
    (select count(*)::int from reels) + (select count(*)::int from batch_links) as reels,
    (select count(*)::int from batches where hold_reason is not null or sscc is not null) as held,
    (select array[use_proposals, use_reels, use_runs, use_slitting, use_schedule] from settings) as switches`);
  assert.deepEqual(rows, [{ reel_products: 0, reels: 0, held: 0, switches: [true, true, true, true, true] }]);
});

/** Compares the columns of release 0.1.0 in every table with the backup. @returns the tables with other rows */
async function changedRows(): Promise<string[]> {
  await client.query("set timezone = 'UTC'");
  const changed: string[] = [];
  let table: { name: string; columns: string; copying: copies.CopyStreamQuery } | undefined;
  for await (const piece of readBackup(FILE))
    if (piece.kind === 'table') {
      const columns = piece.columns.map((column) => `"${column}"`).join(', ');
      await client.query(`create temp table before as select ${columns} from "${piece.table}" limit 0`);
      table = { name: piece.table, columns, copying: client.query(copies.from('copy before from stdin')) };
    } else if (piece.kind === 'rows') table!.copying.write(piece.bytes);
    else if (piece.kind === 'end of table') {
      const { name, columns, copying } = table!;
      copying.end();
      await finished(copying);
      const now = `select (t.*)::text from (select ${columns} from "${name}") t`;
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int from ((${now} except all select (b.*)::text from before b)
          union all (select (b.*)::text from before b except all ${now})) different`,
      );
      if (rows[0]!.count > 0) changed.push(`${name}: ${rows[0]!.count}`);
      await client.query('drop table before');
    }
  return changed;
}
