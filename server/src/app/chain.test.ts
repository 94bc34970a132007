/** The hash chain over the activity log and the issued documents. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { PORTION, sealPortion, sealQueue } from '../platform/chain/seal.ts';
import { walkChain } from '../platform/chain/walk.ts';
import { startApi } from '../testing/api.ts';
import { completeCompany, createProduct } from '../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../testing/invoiced.ts';
import { receiptOf } from '../testing/receipts.ts';

const api = startApi();

function verify(...args: string[]) {
  return new Promise<{ code: number | null; output: string; head: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'verify.ts'), ...args], {
      env: { ...process.env, DATABASE_URL: api.databaseUrl },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) =>
      resolve({ code, output, head: /^chain head ([0-9a-f]{64})$/m.exec(output)?.[1] ?? '' }),
    );
  });
}

/** The links of the chain in order, as `<table> <id>`. */
async function linksOf(): Promise<string[]> {
  const links = await api.db.selectFrom('chain').select(['source', 'row_id']).orderBy('position').execute();
  return links.map(({ source, row_id }) => `${source} ${row_id}`);
}

/** The findings of a walk after a statement that is rolled back. */
async function brokenAfter(statement: string): Promise<string[]> {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    for (const table of [
      'activities',
      'invoices',
      'invoice_items',
      'packing_lists',
      'packing_list_items',
      'document_files',
      'chain',
    ])
      await client.query(`alter table ${table} disable trigger user`);
    await client.query(statement);
    return (await walkChain(client)).broken;
  } finally {
    await client.end();
  }
}

async function newestActivity(): Promise<number> {
  const { id } = await api.db.selectFrom('activities').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}

describe('the chain', { timeout: 120_000 }, () => {
  let invoice = 0;
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    const customer = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
    const sold = await sell(api, [{ quantity: 2, unit_price: 10 }], { customer });
    invoice = (await send(api.sales, sold.invoice.id)).id;
  });

  test('X31 acts and issued documents are sealed within a second, an open transaction delays nothing, and verify prints the head, names broken rows and accepts earlier heads', async () => {
    const { close } = await api.another({ seals: true });
    const open = new Client(api.databaseUrl);
    await open.connect();
    try {
      await open.query('begin');
      const late = await open.query<{ id: string }>(
        `insert into activities (user_id, action, entity_type) values (${api.admin.userId}, 'slow', 'products') returning id`,
      );
      const { id } = await createProduct(api.admin);
      const made = await newestActivity();
      assert.ok(made > Number(late.rows[0]!.id), 'the act began after the open transaction');
      await sealedWithin(1_500, `activities ${made}`);
      for (const link of await expectedLinks()) assert.ok((await linksOf()).includes(link), link);
      assert.ok(!(await linksOf()).includes(`activities ${late.rows[0]!.id}`));
      await open.query('commit');
      await sealedWithin(1_500, `activities ${late.rows[0]!.id}`);
      assert.ok(id > 0);
    } finally {
      await open.end();
      await close();
    }

    const first = await verify();
    assert.equal(first.code, 0, first.output);
    assert.match(first.head, /^[0-9a-f]{64}$/);
    await createProduct(api.admin);
    const waiting = `activities ${await newestActivity()}`;
    const second = await verify('--head', first.head);
    assert.equal(second.code, 0, second.output);
    assert.notEqual(second.head, first.head, 'verify seals what waits');
    assert.equal((await linksOf()).at(-1), waiting);
    const unknown = await verify('--head', 'ab'.repeat(32));
    assert.equal(unknown.code, 1, unknown.output);
    assert.equal((await verify('--head', 'short')).code, 2);

    await sql`alter table activities disable trigger activities_append_only`.execute(api.db);
    const change = (action: string) =>
      sql`update activities set action = ${action} where id = ${Number(waiting.split(' ')[1])}`.execute(api.db);
    await change('delete');
    const tampered = await verify();
    await change('create');
    await sql`alter table activities enable trigger activities_append_only`.execute(api.db);
    assert.equal(tampered.code, 1);
    assert.ok(tampered.output.split('\n').includes(waiting), tampered.output);
    assert.equal((await verify()).code, 0);
  });

  test('every kind of tampering names its row', async () => {
    await sealQueue(api.db);
    assert.deepEqual(await brokenAfter('select 1'), []);
    const [list] = await api.db.selectFrom('packing_lists').select('id').execute();
    const [file] = await api.db.selectFrom('document_files').select('id').where('invoice_id', '=', invoice).execute();
    const [acted] = await api.db
      .selectFrom('activities')
      .select('id')
      .where('entity_type', '=', 'invoices')
      .orderBy('id')
      .execute();
    const expected: [string, string[]][] = [
      [
        `update invoices set total_amount = total_amount + 1, net_amount = net_amount + 1 where id = ${invoice}`,
        [`invoices ${invoice}`],
      ],
      [
        `update invoices set customer = customer || '{"business_name":"Altro"}' where id = ${invoice}`,
        [`invoices ${invoice}`],
      ],
      [`update invoice_items set product_name = 'Altro' where invoice_id = ${invoice}`, [`invoices ${invoice}`]],
      [`update packing_lists set notes = 'altro' where id = ${list!.id}`, [`packing_lists ${list!.id}`]],
      [
        `update packing_list_items set batch_number = 'X' where packing_list_id = ${list!.id}`,
        [`packing_lists ${list!.id}`],
      ],
      [`update document_files set bytes = bytes || 'x'::bytea where id = ${file!.id}`, [`document_files ${file!.id}`]],
      [`update activities set details = 'altro' where id = ${acted!.id}`, [`activities ${acted!.id}`]],
      [
        `update activities set created_at = created_at - interval '1 day' where id = ${acted!.id}`,
        [`activities ${acted!.id}`],
      ],
      [`delete from activities where id = ${acted!.id}`, [`activities ${acted!.id}`]],
      [`delete from chain where source = 'document_files' and row_id = ${file!.id}`, [`document_files ${file!.id}`]],
      [
        `update chain set content = sha256('x') where source = 'invoices' and row_id = ${invoice}`,
        [`invoices ${invoice}`],
      ],
    ];
    for (const [statement, rows] of expected) {
      const broken = await brokenAfter(statement);
      for (const row of rows) assert.ok(broken.includes(row), `${statement}: ${broken.join(', ')}`);
    }
    // Names of persons can be erased, and payments and states can change.
    await api.admin.post('/users', {
      username: 'erased',
      name: 'Da Cancellare',
      role: 'sales',
      password: 'x7!kfhwuQ2bb',
    });
    await sealQueue(api.db);
    for (const statement of [
      `update activities set details = 'pseudonym', changes = '[]' where entity_type = 'users'`,
      `update invoices set status = 'paid', paid_at = now(), paid_amount = total_amount, open_amount = 0 where id = ${invoice}`,
      `update packing_lists set version = version + 1`,
    ])
      assert.deepEqual(await brokenAfter(statement), [], statement);
  });

  test('a reissued invoice is sealed once more, and only its newest content counts', async () => {
    await sealQueue(api.db);
    const files = (await api.sales.get<DocumentFile[]>(`/invoices/${invoice}/files`)).body;
    const file = files.find(({ format }) => format === 'fatturapa')!;
    const content = Buffer.from(receiptOf.NS(file)).toString('base64');
    await api.sales.post('/transmissions/receipts', { files: [{ name: 'NS.xml', content }] });
    const { status, body } = await api.sales.put(`/invoices/${invoice}/reissue`, { notes: 'Corretta' });
    assert.equal(status, 200, JSON.stringify(body));
    await sealQueue(api.db);
    assert.equal((await linksOf()).filter((link) => link === `invoices ${invoice}`).length, 2);
    assert.deepEqual(await brokenAfter('select 1'), []);
    assert.deepEqual(await brokenAfter(`update invoices set notes = 'altro' where id = ${invoice}`), [
      `invoices ${invoice}`,
    ]);
    const forged = `insert into chain_queue (source, row_id) values ('invoices', ${invoice})`;
    await sql.raw(forged).execute(api.db);
    await sealQueue(api.db);
    assert.deepEqual(await brokenAfter('select 1'), [`invoices ${invoice}`], 'a link without a reissue is reported');
    await sql`alter table chain disable trigger chain_append_only`.execute(api.db);
    await sql`delete from chain where position = (select max(position) from chain)`.execute(api.db);
    await sql`alter table chain enable trigger chain_append_only`.execute(api.db);
  });

  test('portions have at most 1,000 rows, and of two concurrent sealers one waits for its next turn', async () => {
    await sealQueue(api.db);
    const before = (await linksOf()).length;
    await sql`insert into activities (user_id, action, entity_type)
      select ${api.admin.userId}::integer, 'import', 'products' from generate_series(1, ${PORTION + 5}::integer)`.execute(
      api.db,
    );
    const order = await api.db.selectFrom('chain_queue').select(['source', 'row_id']).orderBy('id').execute();
    let other: unknown = 'not asked';
    const links = await sealPortion(api.db, async () => {
      other = await sealPortion(api.db);
    });
    assert.equal(other, undefined);
    assert.equal(links!.length, PORTION);
    assert.deepEqual(
      links!.map(({ position }) => position),
      Array.from({ length: PORTION }, (_, at) => before + at + 1),
    );
    assert.equal(await sealQueue(api.db), true);
    assert.deepEqual(
      (await linksOf()).slice(before),
      order.map(({ source, row_id }) => `${source} ${row_id}`),
    );
    assert.deepEqual(await brokenAfter('select 1'), []);
  });

  test('links stay: the database refuses to change or delete them', async () => {
    for (const statement of [
      'update chain set row_id = row_id',
      'delete from chain',
      'truncate chain',
      'truncate chain_queue',
    ])
      await assert.rejects(() => sql.raw(statement).execute(api.db), /append-only/, statement);
  });

  async function expectedLinks(): Promise<string[]> {
    const lists = await api.db.selectFrom('packing_lists').select('id').execute();
    const files = await api.db.selectFrom('document_files').select('id').execute();
    assert.ok(lists.length > 0 && files.length > 0);
    return [
      `invoices ${invoice}`,
      ...lists.map(({ id }) => `packing_lists ${id}`),
      ...files.map(({ id }) => `document_files ${id}`),
    ];
  }
});

async function sealedWithin(ms: number, link: string): Promise<void> {
  const started = performance.now();
  while (!(await linksOf()).includes(link)) {
    assert.ok(performance.now() - started < ms, `${link} is not sealed`);
    await sleep(20);
  }
}
