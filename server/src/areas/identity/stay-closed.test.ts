/** Limits of a stolen session, an unchanged first password and a weak password. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import { isOfContext } from './context-words.ts';
import { resetAccess } from './reset-access.ts';
import { totpCode, totpStep } from './totp.ts';

const api = startApi({ publicUrl: 'https://bobina.example.com' });
afterEach(() => sql`delete from sign_in_failures`.execute(api.db));

async function newUser(given: object = {}) {
  const user = { username: `u-${randomUUID()}`, name: 'Prova', role: 'sales', password: PASSWORD, ...given };
  const { status, body } = await api.admin.post('/users', user);
  assert.equal(status, 201, JSON.stringify(body));
  return body as { id: number; username: string; version: number };
}
function login(username: string, password = PASSWORD) {
  return api.as(null).post('/auth/login', { username, password });
}
/** Makes the sessions of a user older than the time for which a sign-in counts. */
async function age(userId: number, minutes = 31) {
  await sql`
    update sessions set created_at = now() - make_interval(mins => ${minutes}), confirmed_at = null
    where user_id = ${userId}`.execute(api.db);
}
async function addApp(session: Session): Promise<string[]> {
  const { body } = await session.post('/auth/totp');
  const { secret } = await api.db
    .selectFrom('totp_factors')
    .select('secret')
    .where('user_id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const confirmed = await session.put('/auth/totp', { code: totpCode(secret, totpStep(new Date())) });
  assert.equal(confirmed.status, 204);
  return body.recovery_codes;
}

describe('PUT /auth/confirmation', () => {
  test('calls that change how a user signs in need a session that was opened or confirmed within 30 minutes', async () => {
    const { id, username } = await newUser({ role: 'admin', email: 'prima@bobina.example' });
    const session = await api.signIn(username);
    const other = await api.signIn(username);
    const [elsewhere] = (await session.get('/auth/sessions')).body.filter(
      (row: { is_current: boolean }) => !row.is_current,
    );
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const guarded: [string, string, object?][] = [
      ['POST', '/auth/totp'],
      ['POST', '/auth/passkeys/options'],
      ['POST', '/auth/passkeys', { name: 'Telefono', response: { id: 'x' } }],
      ['DELETE', '/auth/passkeys/1'],
      ['DELETE', `/auth/sessions/${elsewhere.id}`],
      ['POST', '/tokens', { name: 'Gestionale', capabilities: ['registry.read'], expires_at }],
      ['PUT', `/users/${id}`, { email: 'altra@bobina.example' }],
      ['PUT', `/users/${id}`, { password: 'altra-Parola-77' }],
      ['PUT', `/users/${id}`, { username: `u-${randomUUID()}` }],
      ['DELETE', `/users/${id}/second-factor`],
      ['DELETE', `/users/${id}/sessions`],
    ];
    await age(id);
    for (const [method, path, body] of guarded) {
      const answer = await session.call(method, path, body && { body });
      assertProblem(answer, 403, 'CONFIRMATION_REQUIRED');
      assert.deepEqual(answer.body.confirm_by, ['password'], `${method} ${path}`);
    }
    assert.equal((await api.admin.get(`/users/${id}`)).body.email, 'prima@bobina.example');
    assert.equal((await other.get('/auth/me')).status, 200);
    // Calls that do not change the sign-in need no confirmation: the name, signing out, other users.
    assert.equal((await session.put(`/users/${id}`, { name: 'Altro', email: 'prima@bobina.example' })).status, 200);
    const { id: someone } = await newUser();
    assert.equal((await session.put(`/users/${someone}`, { email: 'lui@bobina.example' })).status, 200);

    assertProblem(await session.put('/auth/confirmation', {}), 400, 'VALIDATION', { password: 'required' });
    assertProblem(await session.put('/auth/confirmation', { password: 'sbagliata' }), 400, 'VALIDATION', {
      password: 'wrong_password',
    });
    assertProblem(await session.post('/auth/totp'), 403, 'CONFIRMATION_REQUIRED');
    assert.equal((await session.put('/auth/confirmation', { password: PASSWORD })).status, 204);
    // The confirmation applies only to this session.
    assertProblem(await other.post('/auth/totp'), 403, 'CONFIRMATION_REQUIRED');
    assert.equal((await session.post('/auth/passkeys/options')).status, 200);
    assertProblem(await session.delete('/auth/passkeys/1'), 404, 'NOT_FOUND');
    assert.equal((await session.put(`/users/${id}`, { email: 'altra@bobina.example' })).status, 200);
    assert.equal((await session.delete(`/auth/sessions/${elsewhere.id}`)).status, 204);
    assertProblem(await other.get('/auth/me'), 401, 'UNAUTHENTICATED');
    // Half an hour later it has expired.
    await sql`update sessions set confirmed_at = now() - interval '1801 seconds' where user_id = ${id}`.execute(api.db);
    assertProblem(await session.post('/auth/totp'), 403, 'CONFIRMATION_REQUIRED');
    assert.equal((await session.post('/auth/logout')).status, 204, 'signing out needs no confirmation');
  });

  test('a code of the app or a recovery code confirms, once; wrong ones count for the rate limit', async () => {
    const { id, username } = await newUser();
    const session = await api.signIn(username);
    const codes = await addApp(session);
    await age(id);
    const refused = await session.delete('/auth/passkeys/1');
    assertProblem(refused, 403, 'CONFIRMATION_REQUIRED');
    assert.deepEqual(refused.body.confirm_by, ['password', 'code']);
    assert.equal((await session.put('/auth/confirmation', { code: codes[0] })).status, 204);
    assertProblem(await session.delete('/auth/passkeys/1'), 404, 'NOT_FOUND');
    await age(id);
    assertProblem(await session.put('/auth/confirmation', { code: codes[0] }), 401, 'INVALID_CREDENTIALS');
    for (let tries = 1; tries < 9; tries++)
      assertProblem(await session.put('/auth/confirmation', { password: 'sbagliata' }), 400, 'VALIDATION');
    assertProblem(await session.put('/auth/confirmation', { password: 'sbagliata' }), 429, 'TOO_MANY_REQUESTS');
    assertProblem(await session.put('/auth/confirmation', { password: PASSWORD }), 429, 'TOO_MANY_REQUESTS');
  });

  test('a session of the provider is asked for the provider; a service token can neither confirm nor change its owner', async () => {
    const { id, username } = await newUser({ role: 'admin' });
    const session = await api.signIn(username);
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const grant = { name: 'Gestionale', capabilities: ['users.manage'], expires_at };
    const program = api.as((await session.post('/tokens', grant)).body.token);
    assertProblem(await program.put(`/users/${id}`, { password: 'altra-Parola-77' }), 403, 'FORBIDDEN');
    assertProblem(await program.put(`/users/${id}`, { email: 'altra@bobina.example' }), 403, 'FORBIDDEN');
    assertProblem(await program.put('/auth/confirmation', { password: PASSWORD }), 403, 'FORBIDDEN');
    await age(id);
    await sql`update sessions set by_provider = true where user_id = ${id}`.execute(api.db);
    const { body } = await session.post('/auth/totp');
    assert.deepEqual([body.code, body.confirm_by], ['CONFIRMATION_REQUIRED', ['provider']]);
  });
});

describe('DELETE /users/{id}/sessions', () => {
  test('ends all sessions and waiting links of a user at once, as a security event and an activity', async () => {
    const { id, username } = await newUser();
    const sessions = [await api.signIn(username), await api.signIn(username)];
    await sql`insert into password_resets (token_hash, user_id) values (sha256(${username}::bytea), ${id})`.execute(
      api.db,
    );
    assertProblem(await api.warehouse.delete(`/users/${id}/sessions`), 403, 'FORBIDDEN');
    assert.equal((await api.direction.delete(`/users/${id}/sessions`)).status, 204);
    for (const session of sessions) assertProblem(await session.get('/auth/me'), 401, 'UNAUTHENTICATED');
    const { rows } = await sql`
      select from password_resets where user_id = ${id} and used_at is null`.execute(api.db);
    assert.equal(rows.length, 0);
    const [event] = (await api.admin.get(`/security-events?user_id=${id}&kind=sessions_ended`)).body;
    assert.deepEqual([event.account, event.actor_id], [username, api.direction.userId]);
    const [activity] = (await api.admin.get(`/users/${api.direction.userId}/activities?limit=1`)).body;
    assert.deepEqual([activity.action, activity.entity_id], ['end-sessions', id]);
    assert.ok((await login(username)).body.token, 'the user can sign in again');
  });

  test('direction cannot end those of an administrator; of the own user the current one stays; an unknown user is a 404', async () => {
    const chief = await newUser({ role: 'admin' });
    const session = await api.signIn(chief.username);
    assertProblem(await api.direction.delete(`/users/${chief.id}/sessions`), 403, 'FORBIDDEN');
    const other = await api.signIn(chief.username);
    assert.equal((await session.delete(`/users/${chief.id}/sessions`)).status, 204);
    assertProblem(await other.get('/auth/me'), 401, 'UNAUTHENTICATED');
    assert.equal((await session.get('/auth/me')).status, 200);
    assertProblem(await api.admin.delete('/users/2147483647/sessions'), 404, 'NOT_FOUND');
  });
});

describe('first passwords', () => {
  test('one that must be changed works for seven days; then the right password is a PASSWORD_EXPIRED until another is set', async () => {
    const { id, username } = await newUser({ must_change_password: true });
    const late = (interval: string) =>
      sql`update users set first_password_expires_at = first_password_expires_at - ${interval}::interval
        where id = ${id}`.execute(api.db);
    await late('6 days 23 hours');
    assert.equal((await login(username)).body.password_change_required, true);
    await late('2 hours');
    assertProblem(await login(username), 401, 'PASSWORD_EXPIRED');
    assertProblem(await login(username, 'sbagliata-9'), 401, 'INVALID_CREDENTIALS');
    const events = (await api.admin.get(`/security-events?user_id=${id}&kind=sign_in_failed`)).body;
    assert.equal(events.length, 2);
    const change = { password: 'altra-Parola-77', must_change_password: true };
    assert.equal((await api.admin.put(`/users/${id}`, change)).status, 200);
    const { body } = await login(username, 'altra-Parola-77');
    const next = { current_password: 'altra-Parola-77', new_password: 'mia-Parola-78' };
    assert.equal((await api.as(body.token).put('/auth/password', next)).status, 204);
    await late('30 days');
    assert.ok((await login(username, 'mia-Parola-78')).body.token);
  });

  test('a password that need not be changed, and one that the server itself has made, do not expire', async () => {
    for (const given of [{}, { must_change_password: false }]) {
      const { id } = await newUser(given);
      assert.equal(await expiryOf(id), null);
    }
    const { id, username } = await newUser({ must_change_password: true });
    assert.notEqual(await expiryOf(id), null);
    await resetAccess(api.db, username);
    assert.equal(await expiryOf(id), null);
  });
  async function expiryOf(id: number) {
    const user = await api.db
      .selectFrom('users')
      .select('first_password_expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return user.first_password_expires_at;
  }
});

describe('words of context', () => {
  test('a password of little more than the product, the company or the user is refused, beside its field', async () => {
    assert.equal((await api.admin.put('/company', { business_name: 'Cartiera Fabriani S.r.l.' })).status, 200);
    const user = { username: 'giulio.verdini', name: 'Giulio Verdini', role: 'sales', email: 'gverd@bobina.example' };
    const words = ['Bobina-2026!', 'fabriani1999', 'CARTIERA.Fabriani', 'verdini-1234', 'Giulìo_7_7_7', 'gverd!gverd'];
    for (const password of words)
      assertProblem(await api.admin.post('/users', { ...user, password }), 400, 'VALIDATION', {
        password: 'context_password',
      });
    // One message: a common password is only that.
    assertProblem(await api.admin.post('/users', { ...user, password: 'password12' }), 400, 'VALIDATION', {
      password: 'common_password',
    });
    const { id, username } = await newUser({ ...user, password: 'bobina-cavallo-7' });
    assertProblem(await api.admin.put(`/users/${id}`, { password: 'Verdini1999' }), 400, 'VALIDATION', {
      password: 'context_password',
    });
    const session = await api.signIn(username, 'bobina-cavallo-7');
    const change = { current_password: 'bobina-cavallo-7', new_password: 'giulio.verdini' };
    assertProblem(await session.put('/auth/password', change), 400, 'VALIDATION', { new_password: 'context_password' });
    const token = `t${randomUUID()}`;
    const token_hash = createHash('sha256').update(token).digest();
    await api.db.insertInto('password_resets').values({ token_hash, user_id: id }).execute();
    const reset = await api.as(null).put('/auth/password-reset', { token, new_password: 'fabriani-2027' });
    assertProblem(reset, 400, 'VALIDATION', { new_password: 'context_password' });
  });

  test('four other letters or five letters and digits are enough, and a password without such a word is left alone', () => {
    const words = ['verdini', 'bobina'];
    for (const password of ['bobina-sole', 'verdini-12a45', '83920174663', 'xkverdiniqz', 'Zürich-2026'])
      assert.ok(!isOfContext(password, words), password);
    for (const password of ['bobina-sol', 'BOBINAverdini', 'Verdini!2026'])
      assert.ok(isOfContext(password, words), password);
  });
});

test('recovery codes have at least 128 random bits; codes of earlier versions keep working, once', async () => {
  const { id, username } = await newUser();
  const session = await api.signIn(username);
  const codes = await addApp(session);
  for (const code of codes) assert.ok(code.replaceAll('-', '').length * 5 >= 128, code);
  const old = 'abcd-efgh-ijkl-mnop';
  const code_hash = createHash('sha256').update(old.replaceAll('-', '')).digest();
  await api.db.insertInto('recovery_codes').values({ user_id: id, code_hash }).execute();
  const ticket = async () => (await login(username)).body.ticket as string;
  const second = async (code: string) => api.as(null).post('/auth/second-factor', { ticket: await ticket(), code });
  assert.equal((await second(old)).status, 200);
  assertProblem(await second(old), 401, 'INVALID_CREDENTIALS');
  assert.equal((await second(codes[4]!)).status, 200);
});
