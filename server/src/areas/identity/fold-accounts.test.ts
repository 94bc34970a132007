import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { migrate } from '../../platform/database/migrate.ts';
import { createBareDatabase, type TestDatabase } from '../../testing/database.ts';
import { migrateUpTo } from '../../testing/older-schema.ts';

let database: TestDatabase;
let client: Client;
before(async () => {
  database = await createBareDatabase();
  await migrateUpTo(database.url, 10);
  client = new Client(database.url);
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

test('an upgrade keeps users whose names now fold to one: one keeps its name, the others get a suffix and a log line', async () => {
  for (const [username, isActive] of [
    ['mario', false],
    ['ｍａｒｉｏ', true],
    ['marıo', true],
    ['mario~3', true],
    ['Ànna', true],
  ] as const)
    await client.query(
      `insert into users (username, password_hash, name, role, is_active) values ($1, 'x', 'X', 'sales', $2)`,
      [username, isActive],
    );
  await client.query(
    `insert into users (username, password_hash, name, role, deleted_at) values ('Mario', 'x', 'X', 'sales', now())`,
  );
  assert.ok((await migrate(database.url)).includes('0011_security_events.sql'));
  const users = await client.query<{ username: string }>('select username from users order by id');
  assert.deepEqual(
    users.rows.map(({ username }) => username),
    ['mario~1', 'ｍａｒｉｏ', 'marıo~3~', 'mario~3', 'Ànna', 'Mario'],
  );
  const log = await client.query<{ details: string }>('select details from activities order by id');
  assert.deepEqual(
    log.rows.map(({ details }) => details),
    ['username: mario → mario~1', 'username: marıo → marıo~3~'],
  );
  await assert.rejects(
    client.query(`insert into users (username, password_hash, name, role) values ('ÀNNA', 'x', 'X', 'sales')`),
    /users_username_unique/,
  );
});

test('folding removes all upper case and changes no folded text', async () => {
  const letters = Array.from({ length: 0x1_10_00 }, (_, n) => n)
    .filter((n) => n >= 32 && (n < 0xd800 || n > 0xdfff))
    .map((n) => String.fromCodePoint(n));
  const { rows } = await client.query<{ letter: string; once: string; twice: string; upper: string }>(
    `select letter, fold_account(letter) as once, fold_account(fold_account(letter)) as twice, fold_account(up) as upper
     from unnest($1::text[], $2::text[]) as t (letter, up)`,
    [letters, letters.map((letter) => letter.toLowerCase().toUpperCase())],
  );
  const changed = rows.filter(({ once, twice }) => once !== twice);
  assert.deepEqual(
    changed.map(({ letter }) => letter),
    [],
  );
  // For letters of the supported languages, upper and lower case are one account.
  for (const { letter, once, upper } of rows)
    if (/^[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(letter) && /^.$/u.test(letter.toUpperCase()))
      assert.equal(upper, once, letter);
});
