import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDb, type Db } from '../../platform/database/db.ts';
import { closePool, createPool } from '../../platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createFirstAdmin } from './first-admin.ts';
import { isCommonPassword } from './common-passwords.ts';

const api = startApi();
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { warn: () => {} } as never);
  db = createDb(pool);
});
after(async () => {
  await closePool(pool);
  await database.drop();
});

/** From the most used passwords of at least eight characters; the last ones are Italian and French words. */
const COMMON = ['Password1', 'trustno1', 'starwars', 'qwertyuiop', 'computer', 'benvenuto', 'bonjour1', 'maintenant'];

test('Q31: common passwords are refused everywhere, ADMIN_PASSWORD too, and without it the first password is random', async () => {
  for (const password of COMMON) {
    assertProblem(
      await api.admin.post('/users', { username: `u-${password}`, name: 'X', role: 'sales', password }),
      400,
      'VALIDATION',
      { password: 'common_password' },
    );
    assertProblem(
      await api.admin.put(`/users/${api.sales.userId}`, { password: password.toUpperCase() }),
      400,
      'VALIDATION',
      { password: 'common_password' },
    );
    assertProblem(
      await api.sales.put('/auth/password', { current_password: 'x', new_password: password }),
      400,
      'VALIDATION',
      { new_password: 'common_password' },
    );
    await assert.rejects(createFirstAdmin(db, password), /ADMIN_PASSWORD is one of the most common passwords/);
  }
  await assert.rejects(createFirstAdmin(db, 'x'.repeat(129)), /ADMIN_PASSWORD must have 8 to 128 characters/);
  await assert.rejects(createFirstAdmin(db, 'seven77'), /ADMIN_PASSWORD must have 8 to 128 characters/);
  assert.deepEqual(await db.selectFrom('users').select('id').execute(), [], 'no user was made');

  const made = await createFirstAdmin(db, undefined);
  assert.match(made!, /^[\w-]{22}$/);
  assert.equal(await createFirstAdmin(db, 'password'), undefined, 'it is not used when there is a user');
});

test('the list has more than 10,000 passwords that meet the length rule', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter((password) => password.length >= 8);
  assert.ok(long.length > 10_000, `${long.length}`);
  for (const password of long.filter((_, n) => n % 100 === 0)) assert.ok(await isCommonPassword(password), password);
  for (const password of ['segreta-Prova-9', 'prova-di-Guasto-1', 'banco-di-prova-1'])
    assert.ok(!(await isCommonPassword(password)), password);
});
