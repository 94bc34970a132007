import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { get, list } from '@bobina/contract/core/endpoint.ts';
import { z } from 'zod';
import {
  computed,
  firstText,
  inTurn,
  isSortedAlone,
  searchedValue,
  searchOf,
  text,
  value,
  type List,
  type SortOf,
} from './list.ts';
import { contains } from './search.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const details = { summary: '', description: '', needs: 'signed-in' } as const;
const row = list('/things', { ...details, row: z.object({}), sort: ['code', 'name', 'amount', 'total'] });
type Sort = SortOf<typeof row>;

const THINGS: List<Sort> = {
  columns: {
    code: text('t.code'),
    name: firstText('t.name', 'maker.name'),
    amount: inTurn(value('t.amount'), text('t.code')),
    total: computed(sql`1`),
  },
  alsoSearched: ['t.notes'],
  order: 'code',
};

function searchSql(of: List<string>) {
  return sql`${searchOf(of).search('%a%')}`.compile(db).sql;
}

describe('the table of a list', () => {
  test('R18: sort keys, bare sort columns and search columns come from one table, which page() takes without casts', () => {
    assert.deepEqual(Object.keys(THINGS.columns), ['code', 'name', 'amount', 'total']);
    assert.deepEqual(
      Object.keys(THINGS.columns).filter((column) => isSortedAlone(THINGS, column)),
      ['code', 'amount'],
    );
    assert.equal(
      searchSql(THINGS),
      sql`${contains('t.code', 't.name', 'maker.name', 't.notes')('%a%')}`.compile(db).sql,
    );
    // The compiler holds the table against the contract row.
    const { total: _total, ...rest } = THINGS.columns;
    // @ts-expect-error -- without the column "total"
    const missing: List<Sort> = { columns: rest, order: 'code' };
    // @ts-expect-error -- "weight" is no sort key of the contract row
    const extra: List<Sort> = { ...THINGS, columns: { ...THINGS.columns, weight: value('t.weight') } };
    // @ts-expect-error -- nor is it a default order
    const order: List<Sort> = { ...THINGS, order: 'weight' };
    assert.ok(missing && extra && order);

    const areas = new URL('../../areas/', import.meta.url);
    const lists = readdirSync(areas, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file): [string, string] => [file, readFileSync(new URL(file, areas), 'utf8')])
      .filter(([, source]) => /\bpage\(/.test(source));
    assert.ok(lists.length > 10);
    for (const [file, source] of lists) {
      assert.doesNotMatch(source, /as never|sortedAlone|\bsort: \{/, file);
      assert.match(source, /\bList<|PARTIES/, `${file} has a table for its list`);
    }
  });
  test('a call other than a list has no sort keys', () => {
    const single = get('/thing', { ...details, reply: z.object({}) });
    // @ts-expect-error -- never
    const sort: SortOf<typeof single> = 'code';
    assert.ok(sort && single);
  });
  test('the search needs the bare tables only if all of its columns are theirs', () => {
    assert.equal(searchOf(THINGS).searchedAlone, false);
    assert.equal(searchOf({ ...THINGS, bareTables: ['t', 'maker'] }).searchedAlone, true);
    assert.ok(isSortedAlone({ ...THINGS, bareTables: ['t', 'maker'] }, 'name'));
    const own = { columns: { code: searchedValue('t.code') }, order: 'code' } as const;
    assert.equal(searchOf(own).searchedAlone, true);
  });
  test('a search of its own replaces the search of the columns', () => {
    const search = contains('t.everything');
    assert.deepEqual(searchOf({ ...THINGS, search }), { search, searchedAlone: false });
    assert.deepEqual(searchOf({ ...THINGS, search, searchedAlone: true }), { search, searchedAlone: true });
  });
});
