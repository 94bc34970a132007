import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { capabilitiesOf, ROLES } from '@bobina/contract/core/permissions.ts';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import { matrixTest } from '../../testing/matrix.ts';
import { hashPassword } from './passwords.ts';

// Behind a trusted proxy, so that each test has its own address.
const api = startApi({ trustProxy: '127.0.0.1' });
let address = '';
let next = 0;
beforeEach(() => {
  address = `10.0.${Math.floor(++next / 250)}.${(next % 250) + 1}`;
});
function login(username: unknown, password: unknown, from = address, headers = {}) {
  return api.as(null).post('/auth/login', { username, password }, { headers: { 'x-forwarded-for': from, ...headers } });
}
/** Moves recorded attempts into the past. */
function pass(seconds: number) {
  return sql`update sign_in_failures set failed_at = failed_at - make_interval(secs => ${seconds})`.execute(api.db);
}
async function newUser(given: object = {}) {
  const answer = await api.admin.post('/users', {
    username: `u-${randomUUID()}`,
    name: 'Prova',
    role: 'sales',
    password: PASSWORD,
    ...given,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as { id: number; username: string };
}

describe('POST /auth/login', () => {
  for (const role of ROLES)
    test(`answers a token and the user, with the capabilities of ${role}`, async () => {
      const answer = await login(role, PASSWORD);
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body), ['token', 'user', 'message']);
      assert.deepEqual(answer.body.user, {
        id: api[role].userId,
        username: role,
        name: `Utente ${role}`,
        role,
        permissions: capabilitiesOf({ role }),
      });
      assert.deepEqual((await api.as(answer.body.token).get('/auth/me')).body, answer.body.user);
    });
  test('ignores case and surrounding spaces of the username', async () => {
    const { username } = await newUser({ username: 'Ànna.Rossi' });
    for (const typed of ['Ànna.Rossi', 'ÀNNA.ROSSI', 'ànna.rossi', '  ànna.rossi ', 'a\u0300nna.rossi'])
      assert.equal((await login(typed, PASSWORD)).body.user.username, username, typed);
  });
  test('compares the password exactly as typed', async () => {
    await newUser({ username: 'spaces', password: '  Parola d’ordine ' });
    assert.equal((await login('spaces', '  Parola d’ordine ')).status, 200);
    for (const typed of ['Parola d’ordine', '  parola d’ordine ', '  Parola d’ordine'])
      assertProblem(await login('spaces', typed), 401, 'INVALID_CREDENTIALS');
  });
  for (const [what, body, fields] of [
    ['nothing', {}, { username: 'required', password: 'required' }],
    ['empty ones', { username: '  ', password: '' }, { username: 'required', password: 'required' }],
    ['no password', { username: 'admin' }, { password: 'required' }],
    ['other types', { username: 5, password: ['x'] }, { username: 'type', password: 'type' }],
  ] as const)
    test(`requires both fields: ${what}`, async () => {
      assertProblem(await api.as(null).post('/auth/login', body), 400, 'VALIDATION', fields);
    });
  test('answers a wrong password and an unknown user with the same message', async () => {
    const wrong = await login('admin', 'not this one');
    const unknown = await login(randomUUID(), 'not this one');
    assertProblem(wrong, 401, 'INVALID_CREDENTIALS');
    assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body]);
  });
  test('takes comparable time for both, because it always compares a password', async () => {
    // Alternates both cases, so that other load affects both equally; compares the fastest run of each.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const took = async (username: string, n: number) => {
      const started = performance.now();
      await login(username, 'not this one', `10.9.${n}.1`);
      return performance.now() - started;
    };
    for (let n = 0; n < 15; n++) {
      known = Math.min(known, await took('admin', n));
      unknown = Math.min(unknown, await took(randomUUID(), n));
    }
    assert.ok(unknown > known / 3 && known > unknown / 3, `${known} ms and ${unknown} ms`);
  });
  test('reports an inactive user only after the correct password', async () => {
    const { id, username } = await newUser();
    assert.equal((await api.admin.put(`/users/${id}`, { is_active: false })).status, 200);
    assertProblem(await login(username, 'not this one'), 401, 'INVALID_CREDENTIALS');
    assertProblem(await login(username, PASSWORD), 401, 'USER_INACTIVE');
  });
  test('refuses a deleted user, and the name can be used again', async () => {
    const { id, username } = await newUser();
    await api.admin.delete(`/users/${id}`);
    assertProblem(await login(username, PASSWORD), 401, 'INVALID_CREDENTIALS');
    const again = await newUser({ username: username.toUpperCase(), password: 'un-altra-Password' });
    assert.equal((await login(username, 'un-altra-Password')).body.user.id, again.id);
  });
  test('opens several sessions of one user', async () => {
    const [one, two] = [await login('orders', PASSWORD), await login('orders', PASSWORD)];
    for (const { body } of [one, two]) assert.equal((await api.as(body.token).get('/auth/me')).status, 200);
  });
  test('creates no session if the password changed during the comparison', async () => {
    const { id, username } = await newUser();
    const other = await hashPassword('la-nuova-Password');
    const deciding = Promise.all(Array.from({ length: 4 }, () => login(username, PASSWORD)));
    // As soon as the first attempt is counted, before any password comparison ends.
    for (let counted = 0; counted === 0;)
      counted = (await api.db.selectFrom('sign_in_failures').select('id').where('username', '=', username).execute())
        .length;
    await api.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ password_hash: other }).where('id', '=', id).execute();
      await sql`update sessions set ended_at = now() where user_id = ${id} and ended_at is null`.execute(tx);
    });
    await deciding;
    const live = await api.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    assert.deepEqual(live, []);
  });
  test('stores neither the password nor the token in the database', async () => {
    const password = `una-Password-${randomUUID()}`;
    const { username } = await newUser({ username: randomUUID(), password });
    const { body } = await login(username, password);
    const { rows } = await sql<{ found: boolean }>`
      select bool_or(row::text like ${`%${password}%`} or row::text like ${`%${body.token}%`}) as found from (
        select to_jsonb(t) as row from users t union all select to_jsonb(t) from sessions t union all select to_jsonb(t) from activities t
        union all select to_jsonb(t) from idempotency_keys t union all select to_jsonb(t) from sign_in_failures t) all_rows`.execute(
      api.db,
    );
    assert.equal(rows[0]!.found, false);
  });
});

describe('guessing', () => {
  const fail = async (times: number, username: string, from = address) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await login(username, 'wrong one', from)).status);
    return statuses;
  };
  test('the 10th failure in a minute gets 429 with Retry-After, and so does the correct password', async () => {
    const { username } = await newUser();
    assert.deepEqual(
      await fail(9, username),
      Array.from({ length: 9 }, () => 401),
    );
    const tenth = await login(username.toUpperCase(), 'wrong one');
    assertProblem(tenth, 429, 'TOO_MANY_REQUESTS');
    const wait = Number(tenth.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 60, `${wait}`);
    assertProblem(await login(username, PASSWORD), 429, 'TOO_MANY_REQUESTS');
    assert.equal((await login(username, PASSWORD, '10.99.0.1')).status, 200, 'from elsewhere');
    assert.equal((await login('sales', PASSWORD)).status, 200, 'another account from here');
  });
  test('sign-in works again after the Retry-After time', async () => {
    const { username } = await newUser();
    await fail(5, username);
    await pass(30);
    await fail(5, username);
    const refused = await login(username, PASSWORD);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 20 && wait <= 30, `${wait}`);
    await pass(wait - 3);
    assertProblem(await login(username, PASSWORD), 429, 'TOO_MANY_REQUESTS');
    await pass(4);
    assert.equal((await login(username, PASSWORD)).status, 200);
  });
  test('Retry-After depends on the account alone, not on other failures from its address', async () => {
    const { username } = await newUser();
    await fail(1, 'somebody');
    await pass(50);
    await fail(10, username);
    assert.ok(Number((await login(username, PASSWORD)).headers.get('retry-after')) > 50);
  });
  test('neither a refused attempt nor a success counts as a failure', async () => {
    const { username } = await newUser();
    await fail(10, username);
    await pass(40);
    await fail(5, username);
    await pass(21);
    for (let n = 0; n < 12; n++) assert.equal((await login(username, PASSWORD)).status, 200);
  });
  test('sixty failures from one address block all accounts from it, and no other address', async () => {
    for (let account = 0; account < 7; account++)
      assert.deepEqual(
        await fail(account < 6 ? 9 : 5, `guessed-${account}`),
        Array.from({ length: account < 6 ? 9 : 5 }, () => 401),
      );
    assertProblem(await login('one more', 'wrong one'), 429, 'TOO_MANY_REQUESTS');
    const refused = await login('admin', PASSWORD);
    assertProblem(refused, 429, 'TOO_MANY_REQUESTS');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await login('admin', PASSWORD, '10.99.0.2')).status, 200);
    await pass(61);
    assert.equal((await login('admin', PASSWORD)).status, 200);
  });
  test('forty concurrent attempts cause at most ten password comparisons', async () => {
    const { username } = await newUser();
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(username, 'wrong one')));
    assert.equal(answers.filter(({ status }) => status === 401).length, 9);
    assert.equal(answers.filter(({ status }) => status === 429).length, 31);
  });
  matrixTest('a hundred concurrent correct sign-ins all succeed and count as no failures', async () => {
    const { username } = await newUser();
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(username, PASSWORD)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.token)).size, 100);
    assert.deepEqual(
      await fail(9, username),
      Array.from({ length: 9 }, () => 401),
    );
  });
  test('a forged X-Forwarded-For counts only from the trusted proxy', async () => {
    const direct = await api.another({ trustProxy: undefined });
    try {
      const { username } = await newUser();
      const attempt = (n: number, password: string) =>
        direct
          .as(null)
          .post('/auth/login', { username, password }, { headers: { 'x-forwarded-for': `203.0.113.${n}` } });
      for (let n = 0; n < 10; n++) await attempt(n, 'wrong one');
      assertProblem(await attempt(99, PASSWORD), 429, 'TOO_MANY_REQUESTS');
      const { rows } = await sql<{
        address: string;
      }>`select distinct address from sign_in_failures where username = ${username}`.execute(api.db);
      assert.deepEqual(rows, [{ address: '127.0.0.1' }]);
      assert.equal(
        (await login(username, PASSWORD, '203.0.113.1')).status,
        200,
        'through the proxy it is another address',
      );
    } finally {
      await direct.close();
      await pass(61);
    }
  });
  test('a forged address in front of the proxy entry has no effect', async () => {
    const { username } = await newUser();
    for (let n = 0; n < 10; n++) await login(username, 'wrong one', `198.51.100.${n}, ${address}`);
    assertProblem(await login(username, PASSWORD), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('a session', () => {
  const isDead = async (session: Session, code: 'UNAUTHENTICATED' | 'USER_INACTIVE') => {
    assertProblem(await session.get('/auth/me'), 401, code);
    assertProblem(await session.post('/products', {}), 401, code);
  };
  const signedIn = async (given: object = {}) => {
    const user = await newUser(given);
    const { body } = await login(user.username, PASSWORD);
    return { ...user, session: api.as(body.token) };
  };
  test('ends at logout, and other sessions stay', async () => {
    const { username, session } = await signedIn();
    const other = api.as((await login(username, PASSWORD)).body.token);
    assert.deepEqual([(await session.post('/auth/logout')).status], [204]);
    await isDead(session, 'UNAUTHENTICATED');
    assertProblem(await session.post('/auth/logout'), 401, 'UNAUTHENTICATED');
    assert.equal((await other.get('/auth/me')).status, 200);
  });
  const ends: [string, (id: number) => Promise<{ status: number }>, 'UNAUTHENTICATED' | 'USER_INACTIVE'][] = [
    ['deactivation', (id) => api.admin.put(`/users/${id}`, { is_active: false }), 'USER_INACTIVE'],
    ['deletion', (id) => api.admin.delete(`/users/${id}`), 'USER_INACTIVE'],
    ['a change of role', (id) => api.admin.put(`/users/${id}`, { role: 'orders' }), 'UNAUTHENTICATED'],
    [
      'a password given by another',
      (id) => api.admin.put(`/users/${id}`, { password: 'data-da-Altri-1' }),
      'UNAUTHENTICATED',
    ],
  ];
  for (const [what, act, code] of ends)
    test(`ends immediately, on every server, after ${what}`, async () => {
      const other = await api.another();
      try {
        const { id, session } = await signedIn();
        assert.equal((await other.as(session.token).get('/auth/me')).status, 200);
        const answer = await act(id);
        assert.ok(answer.status === 200 || answer.status === 204);
        await isDead(session, code);
        await isDead(other.as(session.token), code);
      } finally {
        await other.close();
      }
    });
  for (const [what, body] of [
    ['a new name', { name: 'Altro nome' }],
    ['the role it has', { role: 'sales' }],
    ['an empty password', { password: '' }],
    ['a null password', { password: null }],
    ['being active still', { is_active: true }],
  ] as const)
    test(`continues after ${what}`, async () => {
      const { id, session, username } = await signedIn();
      assert.equal((await api.admin.put(`/users/${id}`, body)).status, 200);
      assert.equal((await session.get('/auth/me')).status, 200);
      assert.equal((await login(username, PASSWORD)).status, 200);
    });
  test('ended by a deactivation stays ended after reactivation', async () => {
    const { id, session } = await signedIn();
    await api.admin.put(`/users/${id}`, { is_active: false });
    await api.admin.put(`/users/${id}`, { is_active: true });
    await isDead(session, 'UNAUTHENTICATED');
  });
  for (const [what, change, alive] of [
    ['ends 12 hours after it began, however busy', sql`created_at = now() - interval '12 hours 1 second'`, false],
    ['lives for 12 hours', sql`created_at = now() - interval '11 hours 59 minutes'`, true],
    [
      'ends after 8 hours without use',
      sql`last_used = now() - interval '8 hours 1 second', created_at = now() - interval '9 hours'`,
      false,
    ],
    [
      'lives through 8 hours without use',
      sql`last_used = now() - interval '7 hours 59 minutes', created_at = now() - interval '9 hours'`,
      true,
    ],
  ] as const)
    test(what, async () => {
      const { id, session } = await signedIn();
      await sql`update sessions set ${change} where user_id = ${id}`.execute(api.db);
      const answer = await session.get('/auth/me');
      if (alive) assert.equal(answer.status, 200);
      else assertProblem(answer, 401, 'UNAUTHENTICATED');
    });
  test('is extended by each request to eight hours again', async () => {
    const { id, session } = await signedIn();
    await sql`update sessions set last_used = now() - interval '7 hours' where user_id = ${id}`.execute(api.db);
    await session.get('/auth/me');
    await sql`update sessions set last_used = last_used - interval '2 hours' where user_id = ${id}`.execute(api.db);
    assert.equal((await session.get('/auth/me')).status, 200);
  });
});

describe('PUT /auth/password', () => {
  const change = (session: Session, current_password: unknown, new_password: unknown) =>
    session.put('/auth/password', { current_password, new_password });
  test("changes the user's own password and ends the user's other sessions", async () => {
    const { username } = await newUser();
    const mine = api.as((await login(username, PASSWORD)).body.token);
    const other = api.as((await login(username, PASSWORD)).body.token);
    const answer = await change(mine, PASSWORD, 'la-mia-nuova-1');
    assert.deepEqual([answer.status, answer.body], [204, undefined]);
    assert.equal((await mine.get('/auth/me')).status, 200);
    assertProblem(await other.get('/auth/me'), 401, 'UNAUTHENTICATED');
    assertProblem(await login(username, PASSWORD), 401, 'INVALID_CREDENTIALS');
    assert.equal((await login(username, 'la-mia-nuova-1')).status, 200);
    assert.equal((await api.sales.get('/auth/me')).status, 200, 'of nobody else');
  });
  const refused: [string, unknown, unknown, Record<string, string>][] = [
    ['a wrong current one', 'not this one', 'la-mia-nuova-1', { current_password: 'wrong_password' }],
    ['a new one of seven characters', PASSWORD, '1234567', { new_password: 'min' }],
    ['a new one of 129', PASSWORD, 'x'.repeat(129), { new_password: 'max' }],
    ['a common one', PASSWORD, 'Password1', { new_password: 'common_password' }],
    ['a NUL in it', PASSWORD, 'abc\0defgh', { new_password: 'format' }],
    ['half a character in it', PASSWORD, 'abcdefgh\ud800', { new_password: 'format' }],
    ['nothing', undefined, undefined, { current_password: 'required', new_password: 'required' }],
    ['a number', 12_345_678, 12_345_678, { current_password: 'type', new_password: 'type' }],
  ];
  for (const [what, current, wanted, fields] of refused)
    test(`refuses ${what}`, async () => {
      assertProblem(await change(api.orders, current, wanted), 400, 'VALIDATION', fields);
      assert.equal((await login('orders', PASSWORD)).status, 200);
    });
  test('shares the rate limit of sign-in for the current password', async () => {
    const { username } = await newUser();
    const mine = api.as((await login(username, PASSWORD, '127.0.0.1')).body.token);
    for (let n = 0; n < 9; n++)
      assertProblem(await change(mine, `guess ${n}`, 'la-mia-nuova-1'), 400, 'VALIDATION', {
        current_password: 'wrong_password',
      });
    const tenth = await change(mine, 'guess 9', 'la-mia-nuova-1');
    assertProblem(tenth, 429, 'TOO_MANY_REQUESTS');
    assert.ok(Number(tenth.headers.get('retry-after')) > 0);
    assertProblem(await change(mine, PASSWORD, 'la-mia-nuova-1'), 429, 'TOO_MANY_REQUESTS');
    assertProblem(await login(username, PASSWORD, '127.0.0.1'), 429, 'TOO_MANY_REQUESTS');
    assert.equal((await login(username, PASSWORD, '10.99.0.3')).status, 200, 'the same password, from elsewhere');
  });
  test('only one of several concurrent changes with the same old password succeeds', async () => {
    const { username } = await newUser();
    const mine = api.as((await login(username, PASSWORD)).body.token);
    const candidates = ['la-mia-nuova-1', 'la-mia-nuova-2', 'la-mia-nuova-3'];
    const answers = await Promise.all(candidates.map((candidate) => change(mine, PASSWORD, candidate)));
    const done = answers.flatMap(({ status }, n) => (status === 204 ? [candidates[n]!] : []));
    assert.equal(done.length, 1, answers.map(({ status }) => status).join());
    for (const candidate of candidates)
      assert.equal((await login(username, candidate)).status, candidate === done[0] ? 200 : 401, candidate);
  });
  test('accepts 8 to 128 characters, spaces and any script', async () => {
    const { username } = await newUser();
    let current = PASSWORD;
    const session = api.as((await login(username, current)).body.token);
    for (const wanted of ['a b c d ', 'пароль-密码', 'x'.repeat(128)]) {
      assert.equal((await change(session, current, wanted)).status, 204, wanted);
      current = wanted;
    }
  });
});
