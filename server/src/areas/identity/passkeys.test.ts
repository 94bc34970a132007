import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import { createAuthenticator } from '../../testing/software-authenticator.ts';
import { passkeySiteOf } from './passkeys.ts';

const SITE = { origin: 'https://bobina.example.com', host: 'bobina.example.com' };
const api = startApi({ publicUrl: SITE.origin });
afterEach(() => sql`delete from sign_in_failures`.execute(api.db));

interface Person {
  id: number;
  username: string;
  session: Session;
}
async function newUser(given: object = {}): Promise<Person> {
  const user = { username: `u-${randomUUID()}`, name: 'Prova', role: 'sales', password: PASSWORD, ...given };
  const { status, body } = await api.admin.post('/users', user);
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id, username: body.username, session: await api.signIn(body.username) };
}
async function addPasskey(session: Session, name = 'Telefono') {
  const device = createAuthenticator(SITE);
  const { body: options } = await session.post('/auth/passkeys/options');
  const answer = await session.post('/auth/passkeys', { name, response: device.create(options) });
  return { device, answer };
}
function login({ username }: Person) {
  return api.as(null).post('/auth/login', { username, password: PASSWORD });
}
async function signInOptions(ticket?: string) {
  const answer = await api.as(null).post('/auth/passkeys/sign-in-options', ticket === undefined ? {} : { ticket });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
function signIn(challenge_id: string, response: object) {
  return api.as(null).post('/auth/passkeys/sign-in', { challenge_id, response });
}

describe('/auth/passkeys', () => {
  test('passkeys are added, listed and removed by their owner', async () => {
    const person = await newUser();
    const options = (await person.session.post('/auth/passkeys/options')).body;
    assert.equal(options.rp.id, SITE.host);
    const { device, answer } = await addPasskey(person.session);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(answer.body), ['id', 'name', 'created_at', 'last_used_at']);
    assert.deepEqual((await person.session.get('/auth/passkeys')).body, [answer.body]);
    // The same device is excluded, and refused if it answers nevertheless.
    const again = (await person.session.post('/auth/passkeys/options')).body;
    assert.deepEqual(
      again.excludeCredentials.map(({ id }: { id: string }) => id),
      [device.id],
    );
    const twice = await person.session.post('/auth/passkeys', { name: 'Due', response: device.create(again) });
    assertProblem(twice, 409, 'CODE_EXISTS');
    const path = `/auth/passkeys/${answer.body.id}`;
    assertProblem(await api.sales.delete(path), 404, 'NOT_FOUND');
    assert.equal((await person.session.delete(path)).status, 204);
    assertProblem(await person.session.delete(path), 404, 'NOT_FOUND');
    assert.deepEqual((await person.session.get('/auth/passkeys')).body, []);
    const log = (await api.admin.get(`/users/${person.id}/activities`)).body.map(
      ({ action }: { action: string }) => action,
    );
    assert.ok(log.includes('add-passkey') && log.includes('remove-passkey'));
  });
  test('a challenge of another user, a used one and one older than five minutes are refused; only its SHA-256 is stored', async () => {
    const person = await newUser();
    const { body: options } = await person.session.post('/auth/passkeys/options');
    const hash = createHash('sha256').update(options.challenge).digest();
    const stored = await api.db.selectFrom('passkey_challenges').select('challenge_hash').execute();
    assert.ok(stored.some(({ challenge_hash }) => challenge_hash.equals(hash)));
    const device = createAuthenticator(SITE);
    const body = { name: 'Telefono', response: device.create(options) };
    assertProblem(await api.sales.post('/auth/passkeys', body), 400, 'VALIDATION', { response: 'format' });
    await sql`update passkey_challenges set created_at = now() - interval '301 seconds'`.execute(api.db);
    assertProblem(await person.session.post('/auth/passkeys', body), 400, 'VALIDATION', { response: 'format' });
    await sql`update passkey_challenges set created_at = now() - interval '290 seconds'`.execute(api.db);
    assert.equal((await person.session.post('/auth/passkeys', body)).status, 201);
    assertProblem(await person.session.post('/auth/passkeys', body), 400, 'VALIDATION', { response: 'format' });
    for (const response of [{}, { id: 'x' }, { id: 5, response: [] }])
      assertProblem(await person.session.post('/auth/passkeys', { name: 'X', response }), 400, 'VALIDATION');
  });
});

describe('signing in with a passkey', () => {
  test('X27: a user signs in with a passkey, with a ticket or alone; a user of a role in second_factor_roles without one gets 403 SECOND_FACTOR_REQUIRED outside /auth', async () => {
    const person = await newUser({ role: 'warehouse' });
    await api.admin.put('/settings', { second_factor_roles: ['warehouse'] });
    try {
      for (const path of ['/products', '/company', '/preferences', '/stock'])
        assertProblem(await person.session.get(path), 403, 'SECOND_FACTOR_REQUIRED');
      assert.equal((await person.session.get('/auth/me')).body.second_factor_required, true);
      const { device } = await addPasskey(person.session);
      assert.equal((await person.session.get('/products')).status, 200);

      // With a ticket, as the second step.
      const { body } = await login(person);
      assert.deepEqual(body.second_factor, ['passkey']);
      const options = await signInOptions(body.ticket);
      assert.deepEqual(
        options.allowCredentials.map(({ id }: { id: string }) => id),
        [device.id],
      );
      const step = { ticket: body.ticket, challenge_id: options.challenge_id };
      const second = await api
        .as(null)
        .post('/auth/second-factor', { ...step, response: device.sign(options, { isVerified: false }) });
      assert.equal(second.status, 200, JSON.stringify(second.body));
      assert.deepEqual(Object.keys(second.body), ['token', 'user', 'message']);
      assert.equal((await api.as(second.body.token).get('/products')).status, 200);

      // Alone.
      const alone = await signInOptions();
      const done = await signIn(alone.challenge_id, device.sign(alone));
      assert.equal(done.status, 200, JSON.stringify(done.body));
      assert.equal(done.body.user.username, person.username);
      assert.equal((await api.as(done.body.token).get('/products')).status, 200);
      const [row] = (await person.session.get('/auth/passkeys')).body;
      assert.ok(row.last_used_at);
      // A challenge works once.
      assertProblem(await signIn(alone.challenge_id, device.sign(alone)), 401, 'INVALID_CREDENTIALS');
    } finally {
      await api.admin.put('/settings', { second_factor_roles: [] });
    }
  });
  test('a wrong answer is a 401 that the throttle counts: another origin, an unverified user, another key, a late challenge, a challenge of a ticket', async () => {
    const person = await newUser();
    const { device } = await addPasskey(person.session);
    const otherKey = createAuthenticator(SITE);
    const refused = async (make: (options: { challenge: string }) => object) => {
      const options = await signInOptions();
      assertProblem(await signIn(options.challenge_id, make(options)), 401, 'INVALID_CREDENTIALS');
    };
    await refused((options) => device.sign(options, { origin: 'https://evil.example.com' }));
    await refused((options) => device.sign(options, { isVerified: false }));
    await refused((options) => ({ ...otherKey.sign(options), id: device.id, rawId: device.id }));
    await refused((options) => otherKey.sign(options));
    await refused(() => device.sign({ challenge: 'x'.repeat(43) }));
    await refused(() => ({}));
    const late = await signInOptions();
    await sql`update passkey_challenges set created_at = now() - interval '301 seconds'`.execute(api.db);
    assertProblem(await signIn(late.challenge_id, device.sign(late)), 401, 'INVALID_CREDENTIALS');
    const { ticket } = (await login(person)).body;
    const bound = await signInOptions(ticket);
    assertProblem(await signIn(bound.challenge_id, device.sign(bound)), 401, 'INVALID_CREDENTIALS');
    const { count } = await api.db
      .selectFrom('sign_in_failures')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('username', '=', person.username)
      .executeTakeFirstOrThrow();
    assert.equal(count, 6);
    const unknown = await api.as(null).post('/auth/passkeys/sign-in-options', { ticket: 'x'.repeat(43) });
    assertProblem(unknown, 401, 'INVALID_CREDENTIALS');
    // An administrator removes the passkeys of a user who has lost the device.
    assert.equal((await api.admin.delete(`/users/${person.id}/second-factor`)).status, 204);
    assert.ok((await login(person)).body.token);
  });
  test('a deactivated user cannot sign in with a passkey', async () => {
    const person = await newUser();
    const { device } = await addPasskey(person.session);
    await api.admin.put(`/users/${person.id}`, { is_active: false });
    const options = await signInOptions();
    assertProblem(await signIn(options.challenge_id, device.sign(options)), 401, 'INVALID_CREDENTIALS');
  });
});

test('without PUBLIC_URL passkeys are a 409 NOT_CONFIGURED, and GET /auth/methods lists what is set up', async () => {
  const methods = { password: true, passkey: true, oidc: null, password_reset: true };
  assert.deepEqual((await api.as(null).get('/auth/methods')).body, methods);
  const other = await api.another();
  try {
    assert.deepEqual((await other.as(null).get('/auth/methods')).body, {
      ...methods,
      passkey: false,
      password_reset: false,
    });
    const own = other.as(api.sales.token);
    assertProblem(await own.post('/auth/passkeys/options'), 409, 'NOT_CONFIGURED');
    assertProblem(await own.post('/auth/passkeys', { name: 'X', response: {} }), 409, 'NOT_CONFIGURED');
    assertProblem(await other.as(null).post('/auth/passkeys/sign-in-options', {}), 409, 'NOT_CONFIGURED');
    const signed = { challenge_id: 'x', response: {} };
    assertProblem(await other.as(null).post('/auth/passkeys/sign-in', signed), 409, 'NOT_CONFIGURED');
  } finally {
    await other.close();
  }
});

test('a site is an origin with a name', () => {
  assert.deepEqual(passkeySiteOf('http://localhost:3001'), { origin: 'http://localhost:3001', host: 'localhost' });
  for (const address of [undefined, 'http://127.0.0.1:3001', 'https://[::1]'])
    assert.equal(passkeySiteOf(address), undefined);
});
