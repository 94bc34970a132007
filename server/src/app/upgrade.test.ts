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

test('T27 every paid invoice of an earlier release has a payment of the whole, of its day, user and allocation', async () => {
  const { rows } = await client.query(`
    select count(*)::int as invoices, sum(p.amount)::text as paid, count(distinct p.id)::int as payments,
      bool_and(p.amount = v.total_amount and a.amount = v.total_amount and p.customer_id = v.customer_id and p.origin = 'flag'
        and p.created_by is not distinct from v.modified_by and p.created_at = v.paid_at
        and p.day = (v.paid_at at time zone 'Europe/Rome')::date and v.open_amount = 0 and v.next_due_date is null) as whole,
      (select count(*)::int from payments) as all_payments, (select count(*)::int from payment_allocations) as allocations
    from invoices v left join payment_allocations a on a.invoice_id = v.id left join payments p on p.id = a.payment_id
    where v.status = 'paid'`);
  assert.deepEqual(rows, [
    { invoices: 25, paid: '124064.9400', payments: 25, whole: true, all_payments: 25, allocations: 25 },
  ]);
});

test('T44 the migration gives every paid invoice a payment of the whole and every invoice its packing list, and verify finds no difference', async () => {
  const { rows: paid } = await client.query(`
    select v.id from invoices v where v.status = 'paid' and v.paid_amount = v.total_amount and 1 = (
      select count(*) from payment_allocations a join payments p on p.id = a.payment_id
      where a.invoice_id = v.id and a.amount = v.total_amount and p.amount = v.total_amount and p.customer_id = v.customer_id)`);
  assert.equal(paid.length, INVOICES.find(({ status }) => status === 'paid')!.count);
  // The column packing_list_id is that of the earlier release: see the last test.
  const { rows: listed } = await client.query(`
    select v.type, v.status, count(*)::int as count from invoices v
    join invoice_packing_lists n on n.invoice_id = v.id and n.packing_list_id = v.packing_list_id and n.position = 0
      and n.is_live = (v.type = 'invoice' and v.status <> 'cancelled' and v.deleted_at is null)
    where not exists (select from invoice_items i where i.invoice_id = v.id and i.packing_list_id is distinct from v.packing_list_id)
    group by 1, 2 order by 1, 2`);
  assert.deepEqual(
    listed,
    INVOICES.map(({ type, status, count }) => ({ type, status, count })),
  );
  const { rows: all } = await client.query('select count(*)::int as count from invoice_packing_lists');
  assert.deepEqual(all, [{ count: INVOICES.reduce((sum, { count }) => sum + count, 0) }]);
  assert.deepEqual(await findDifferences(client), []);
});

test('open invoices of an earlier release have one instalment, on their due date', async () => {
  const { rows } = await client.query(`
    select count(*)::int as count, bool_and(i.amount = v.total_amount and i.due_date = v.due_date
      and (v.status = 'draft' or v.open_amount = v.total_amount and v.next_due_date = v.due_date)) as whole
    from invoices v join invoice_instalments i on i.invoice_id = v.id where v.status in ('sent', 'draft') and v.type = 'invoice'`);
  assert.deepEqual(rows, [{ count: 100, whole: true }]);
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
