import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { CountCache } from '../count-cache.ts';
import { buildOnce } from './compile-once.ts';
import type { Db } from './db.ts';
import { text } from './list.ts';
import { page, type PageQuery } from './page.ts';

const sent: string[] = [];
const db: Db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log: ({ query }) => {
    sent.push(query.sql);
  },
});
const warehouses = buildOnce((of) => of.selectFrom('warehouses as t').select(['t.id', 't.name']));

const list = { columns: { name: text('t.name') }, order: 'name' } as const;

/** The statements of one page, which is empty. */
async function statementsOf(query: PageQuery<'name'>) {
  sent.length = 0;
  await page({ db, counts: new CountCache() }, warehouses(db), query, list, { total: async () => 0 });
  return [...sent];
}

describe('page', () => {
  test('limits the rows by a power of two that includes every row of the page', async () => {
    for (const [query, most] of [
      [{ limit: 1 }, 1],
      [{ limit: 100 }, 128],
      [{ limit: 100, offset: 28 }, 128],
      [{ limit: 100, offset: 29 }, 256],
      [{}, 1024],
    ] as const) {
      const [statement] = await statementsOf(query);
      assert.match(statement!, new RegExp(` limit ${most}\\) nearest limit \\$1 offset \\$2\\)`));
    }
  });
  test('sends the same statement for the same number of rows', async () => {
    const [first] = await statementsOf({ limit: 70 });
    const [further] = await statementsOf({ limit: 100, offset: 20 });
    assert.equal(further, first);
  });
});

describe('buildOnce', () => {
  test('builds a query once for a database, and again for a transaction', async () => {
    assert.equal(warehouses(db), warehouses(db));
    await db.transaction().execute(async (tx) => {
      assert.notEqual(warehouses(tx), warehouses(db));
    });
  });
});
