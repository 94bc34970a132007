import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import { createProduct, productBody } from '../../testing/factories.ts';

const api = startApi();
function userBody(given: object = {}) {
  return {
    username: `u-${randomUUID()}`,
    name: 'Mario Rossi',
    password: PASSWORD,
    ...given,
  };
}
async function newUser(given: object = {}): Promise<{ id: number; username: string; version: number }> {
  const answer = await api.admin.post('/users', userBody(given));
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function signedIn(given: object = {}) {
  const { id, username } = await newUser(given);
  return { id, username, session: await api.signIn(username) };
}

describe('POST and PUT /users', () => {
  test('username, name and password are required on creation; role is warehouse and active is true by default', async () => {
    assertProblem(await api.admin.post('/users', {}), 400, 'VALIDATION', {
      username: 'required',
      password: 'required',
      name: 'required',
    });
    for (const field of ['username', 'password', 'name'])
      for (const empty of [undefined, '', null])
        assertProblem(await api.admin.post('/users', userBody({ [field]: empty })), 400, 'VALIDATION', {
          [field]: 'required',
        });
    const { body } = await api.admin.post('/users', userBody());
    assert.deepEqual([body.role, body.is_active, body.is_online, body.last_login], ['warehouse', true, false, null]);
  });
  test('an empty, null or absent password keeps the stored one, a new password replaces it', async () => {
    const { id, username } = await newUser();
    for (const body of [{ name: 'A' }, { name: 'B', password: '' }, { name: 'C', password: null }]) {
      const answer = await api.admin.put(`/users/${id}`, body);
      assert.deepEqual([answer.status, answer.body.name], [200, body.name]);
      await api.signIn(username);
    }
    assert.equal((await api.admin.put(`/users/${id}`, { password: 'un-altra-Password' })).status, 200);
    await api.signIn(username, 'un-altra-Password');
    assertProblem(await api.as(null).post('/auth/login', { username, password: PASSWORD }), 401, 'INVALID_CREDENTIALS');
  });
  for (const role of ROLES)
    test(`accepts the role ${role}`, async () => {
      const { id } = await newUser({ role });
      assert.equal((await api.admin.get(`/users/${id}`)).body.role, role);
    });
  const refused: [string, object, Record<string, string>][] = [
    ['an unknown role', { role: 'boss' }, { role: 'enum' }],
    ['active that is no boolean', { is_active: 'yes' }, { is_active: 'type' }],
    ['a short password', { password: 'short-1' }, { password: 'min' }],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, { password: 'max' }],
    ['a common password', { password: 'PASSWORD123' }, { password: 'common_password' }],
    ['a username of 201 characters', { username: 'x'.repeat(201) }, { username: 'max' }],
    ['a line break in the name', { name: 'a\nb' }, { name: 'format' }],
  ];
  for (const [what, given, fields] of refused)
    test(`refuses ${what}`, async () => {
      assertProblem(await api.admin.post('/users', userBody(given)), 400, 'VALIDATION', fields);
      const { id } = await newUser();
      assertProblem(await api.admin.put(`/users/${id}`, given), 400, 'VALIDATION', fields);
    });
  test('a taken username is refused without regard to case, on creation and on change', async () => {
    const taken = await newUser({ username: `Anna-${randomUUID()}` });
    const other = await newUser();
    assertProblem(
      await api.admin.post('/users', userBody({ username: taken.username.toUpperCase() })),
      409,
      'CODE_EXISTS',
      { username: 'exists' },
    );
    assertProblem(
      await api.admin.put(`/users/${other.id}`, { username: taken.username.toLowerCase() }),
      409,
      'CODE_EXISTS',
      { username: 'exists' },
    );
  });
});

describe('the user calls', () => {
  test('list, get, create, update and delete answer as declared, and never a password or its hash', async () => {
    const created = await api.admin.post('/users', userBody({ role: 'orders' }));
    assert.equal(created.status, 201);
    const path = `/users/${created.body.id}`;
    const got = await api.admin.get(path);
    const updated = await api.admin.put(path, { name: 'Nuovo nome', password: 'un-altra-Password' });
    const listed = await api.admin.get(`/users?q=${created.body.username}`);
    assert.deepEqual([got.status, updated.status, listed.status], [200, 200, 200]);
    assert.deepEqual(got.body, created.body);
    assert.deepEqual(listed.body, [updated.body]);
    assert.deepEqual(
      [updated.body.name, updated.body.version, updated.body.modified_by],
      ['Nuovo nome', 2, api.admin.userId],
    );
    for (const answer of [created, got, updated, listed]) {
      assert.doesNotMatch(JSON.stringify(answer.body), /password|argon2|hash/i);
      for (const user of [answer.body].flat())
        for (const field of ['id', 'username', 'name', 'role', 'is_active', 'is_online', 'last_login'])
          assert.ok(field in user, field);
    }
    assert.equal((await api.admin.delete(path)).status, 204);
    assertProblem(await api.admin.get(path), 404, 'NOT_FOUND');
    assertProblem(await api.admin.delete(path), 404, 'NOT_FOUND');
    assertProblem(await api.admin.put(path, { name: 'x' }), 404, 'NOT_FOUND');
    assertProblem(await api.admin.get(`${path}/activities`), 404, 'NOT_FOUND');
    assert.deepEqual((await api.admin.get(`/users?q=${created.body.username}`)).body, []);
    const { rows } =
      await sql`select deleted_by from users where id = ${created.body.id} and deleted_at is not null`.execute(api.db);
    assert.deepEqual(rows, [{ deleted_by: api.admin.userId }]);
  });
  test('the list can be searched and sorted', async () => {
    const name = randomUUID();
    for (const username of ['zz', 'MM', 'aa']) await newUser({ username: `${username}-${name}`, name });
    const usernames = async (query: string) =>
      (await api.admin.get(`/users?q=${name.toUpperCase()}&${query}`)).body.map((user: { username: string }) =>
        user.username.slice(0, 2),
      );
    assert.deepEqual(await usernames(''), ['aa', 'MM', 'zz']);
    assert.deepEqual(await usernames('sort=-username'), ['zz', 'MM', 'aa']);
    assert.deepEqual(await usernames('sort=username&limit=1&offset=1'), ['MM']);
  });
  test('is_online is true for a session used in the last five minutes, last_login is the time of the last sign-in', async () => {
    const { id, session } = await signedIn();
    const seen = async () => (await api.admin.get(`/users/${id}`)).body;
    assert.equal((await seen()).is_online, true);
    assert.ok(Math.abs(Date.now() - Date.parse((await seen()).last_login)) < 60_000);
    await sql`update sessions set last_used = now() - interval '5 minutes 1 second' where user_id = ${id}`.execute(
      api.db,
    );
    assert.equal((await seen()).is_online, false);
    await session.get('/auth/me');
    assert.equal((await seen()).is_online, true);
    await session.post('/auth/logout');
    assert.equal((await seen()).is_online, false);
  });
});

describe('permissions between users', () => {
  const acts: [
    string,
    (session: Session, id: number) => Promise<{ status: number; body: { code: string }; headers: Headers }>,
  ][] = [
    ['change the name of', (session, id) => session.put(`/users/${id}`, { name: 'x' })],
    ['change the password of', (session, id) => session.put(`/users/${id}`, { password: 'presa-da-Direzione' })],
    ['deactivate', (session, id) => session.put(`/users/${id}`, { is_active: false })],
    ['demote', (session, id) => session.put(`/users/${id}`, { role: 'sales' })],
    ['delete', (session, id) => session.delete(`/users/${id}`)],
  ];
  for (const [what, act] of acts)
    test(`direction cannot ${what} an admin, but can do so with other users`, async () => {
      assertProblem(await act(api.direction, (await newUser({ role: 'admin' })).id), 403, 'FORBIDDEN');
      assert.ok((await act(api.direction, (await newUser({ role: 'warehouse' })).id)).status < 300);
    });
  test('direction can neither create an admin nor grant the admin role, not even to itself', async () => {
    assertProblem(await api.direction.post('/users', userBody({ role: 'admin' })), 403, 'FORBIDDEN');
    assertProblem(await api.direction.put(`/users/${(await newUser()).id}`, { role: 'admin' }), 403, 'FORBIDDEN');
    assertProblem(await api.direction.put(`/users/${api.direction.userId}`, { role: 'admin' }), 403, 'FORBIDDEN');
    assert.equal((await api.direction.post('/users', userBody({ role: 'direction' }))).status, 201);
  });
  for (const role of ['admin', 'direction'] as const)
    test(`${role} cannot delete itself`, async () => {
      assertProblem(await api[role].delete(`/users/${api[role].userId}`), 409, 'IN_USE');
    });
});

describe('the last active admin', () => {
  const alone = () =>
    sql`update users set is_active = false where role = 'admin' and id <> ${api.admin.userId}`.execute(api.db);
  const leaves: [
    string,
    (session: Session, id: number) => Promise<{ status: number; body: { code: string }; headers: Headers }>,
  ][] = [
    ['deactivated', (session, id) => session.put(`/users/${id}`, { is_active: false })],
    ['demoted', (session, id) => session.put(`/users/${id}`, { role: 'direction' })],
    ['deleted', (session, id) => session.delete(`/users/${id}`)],
  ];
  for (const [what, leave] of leaves) {
    test(`cannot be ${what}; with a second admin it can`, async () => {
      await alone();
      const answer = await leave(api.admin, api.admin.userId);
      assertProblem(answer, 409, 'IN_USE');
      const second = await newUser({ role: 'admin' });
      const session = await api.signIn(second.username);
      assert.ok((await leave(api.admin, second.id)).status < 300, 'the other one');
      assert.equal((await session.get('/auth/me')).status, 401);
      assertProblem(await leave(api.admin, api.admin.userId), 409, 'IN_USE');
    });
    test(`of two admins who ${what} each other concurrently, one stays`, async () => {
      for (let round = 0; round < 3; round++) {
        await alone();
        const [one, two] = [await signedIn({ role: 'admin' }), await signedIn({ role: 'admin' })];
        await sql`update users set is_active = false where id = ${api.admin.userId}`.execute(api.db);
        try {
          const answers = await Promise.all([leave(one.session, two.id), leave(two.session, one.id)]);
          const { rows } = await sql<{ left: number }>`
            select count(*) as left from users where role = 'admin' and is_active and deleted_at is null`.execute(
            api.db,
          );
          assert.equal(rows[0]!.left, 1, JSON.stringify(answers.map(({ status }) => status)));
          assert.deepEqual(
            answers.map(({ status }) => (status < 300 ? 'done' : status < 500 ? 'refused' : 'failed')).toSorted(),
            ['done', 'refused'],
          );
        } finally {
          await sql`update users set is_active = true where id = ${api.admin.userId}`.execute(api.db);
        }
      }
    });
  }
});

describe('GET /users/{id}/activities', () => {
  const log = async (id: number) =>
    (await api.admin.get(`/users/${id}/activities`)).body.map(
      ({ action, entity_type, entity_id, details }: Record<string, unknown>) => [
        action,
        entity_type,
        entity_id,
        details,
      ],
    );
  test('I05: lists the actions of a user (action, entity_type, details, created_at), newest first, with readable details', async () => {
    const { id, username, session } = await signedIn({ role: 'direction' });
    const product = await createProduct(session, { code: 'REG-1', description: 'Carta', peso_carta: 80 });
    await session.put(`/products/${product.id}`, { description: 'Carta avana', peso_carta: 90 });
    await session.put(`/products/${product.id}/status`, { status: 'inactive' });
    await session.delete(`/products/${product.id}`);
    const made = (await session.post('/users', userBody({ username: 'chi-nasce', name: 'Chi nasce' }))).body;
    await session.put(`/users/${made.id}`, { password: 'un-altra-Password', name: 'Chi cresce' });
    await session.delete(`/users/${made.id}`);
    await session.put('/auth/password', { current_password: PASSWORD, new_password: 'la-mia-nuova-1' });
    await session.post('/auth/logout');
    assert.deepEqual(await log(id), [
      ['logout', 'users', id, username],
      ['password', 'users', id, username],
      ['delete', 'users', made.id, 'chi-nasce'],
      ['update', 'users', made.id, 'chi-nasce · name: Chi nasce → Chi cresce; password'],
      ['create', 'users', made.id, 'chi-nasce'],
      ['delete', 'products', product.id, 'REG-1 Carta avana'],
      ['status', 'products', product.id, 'REG-1 Carta avana · status: active → inactive'],
      ['update', 'products', product.id, 'REG-1 Carta avana · description: Carta → Carta avana; peso_carta: 80 → 90'],
      ['create', 'products', product.id, 'REG-1 Carta'],
      ['login', 'users', id, username],
    ]);
    const [entry] = (await api.admin.get(`/users/${id}/activities`)).body;
    assert.deepEqual(Object.keys(entry).toSorted(), [
      'action',
      'can_undo',
      'created_at',
      'details',
      'entity_id',
      'entity_type',
      'id',
      'token_name',
    ]);
    assert.ok(Math.abs(Date.now() - Date.parse(entry.created_at)) < 60_000);
  });
  test('can be searched and counted, page by page', async () => {
    const { id, session } = await signedIn({ role: 'direction' });
    for (let n = 0; n < 5; n++) await createProduct(session, { description: n % 2 ? 'Ricercato' : 'Altro' });
    const found = await api.admin.get(`/users/${id}/activities?q=RICERCATO&limit=1`);
    assert.deepEqual([found.body.length, found.headers.get('x-total-count')], [1, '2']);
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((offset) => api.admin.get(`/users/${id}/activities?limit=1&offset=${offset}`)),
    );
    assert.equal(new Set(pages.map(({ body }) => body[0].id)).size, 6);
    assert.deepEqual((await api.admin.get(`/users/${id}/activities?offset=6`)).body, []);
  });
  test('a refused act and a read add no activity', async () => {
    const { id, session } = await signedIn();
    await session.get('/products');
    assertProblem(await session.post('/products', {}), 403, 'FORBIDDEN');
    const { id: sales, session: seller } = await signedIn({ role: 'sales' });
    assertProblem(await seller.post('/products', {}), 400, 'VALIDATION');
    const { code } = await createProduct(api.admin);
    assertProblem(await seller.post('/products', productBody({ code })), 409, 'CODE_EXISTS');
    for (const user of [id, sales])
      assert.deepEqual(
        (await log(user)).map(([action]: string[]) => action),
        ['login'],
      );
  });
  test('is append-only in the database', async () => {
    await createProduct(api.admin);
    for (const statement of [
      sql`update activities set details = 'x'`,
      sql`delete from activities`,
      sql`truncate activities`,
      sql`truncate users cascade`,
    ])
      await assert.rejects(statement.execute(api.db), /activities is append-only/);
  });
});
