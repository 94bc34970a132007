import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from './database.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('every test database is migrated, and its own', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()));
  const [first, second] = databases as [(typeof databases)[0], (typeof databases)[0]];
  await query(first.url, 'create table mine (n integer)');
  assert.deepEqual(await query(second.url, `select to_regclass('mine') as t`), [{ t: null }]);
  const [row] = await query(second.url, 'select count(*)::integer as n from schema_migrations');
  assert.ok(Number(row?.n) > 0);
  await Promise.all(databases.map((database) => database.drop()));
});

test('drop() removes the database under an open connection', async () => {
  const database = await createTestDatabase();
  const client = new Client(database.url);
  client.on('error', () => {});
  await client.connect();
  await database.drop();
  await assert.rejects(query(database.url, 'select 1'), { code: '3D000' });
  await client.end().catch(() => {});
});
