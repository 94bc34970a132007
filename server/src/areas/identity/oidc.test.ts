import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi } from '../../testing/api.ts';
import { createVisitor, forgeIdToken, startOidcProvider, type Account } from '../../testing/oidc-provider.ts';
import { createAuthenticator } from '../../testing/software-authenticator.ts';
import { IDLE_HOURS, SESSION_HOURS } from '../../platform/sessions/sessions.ts';
import { resetAccess } from './reset-access.ts';
import { readOidcSettings } from './oidc-settings.ts';

const SITE = { origin: 'https://bobina.example.com', host: 'bobina.example.com' };
const provider = await startOidcProvider();
after(() => provider.close());
const api = startApi({ oidc: provider.settings });
let url: string | undefined;
beforeEach(async () => {
  if (url === undefined) provider.register(api.url);
  url = api.url;
  await setRoles(['magazzino', 'warehouse'], ['ufficio', 'administration'], ['capi', 'admin']);
});
afterEach(() => sql`delete from sign_in_failures`.execute(api.db));

async function setRoles(...roles: [string, string][]) {
  const { status, body } = await api.admin.put('/settings', {
    oidc_roles: roles.map(([group, role]) => ({ group, role })),
  });
  assert.equal(status, 200, JSON.stringify(body));
}
function newPerson(given: Account = {}) {
  const subject = `sub-${randomUUID()}`;
  provider.accounts.set(subject, {
    preferred_username: `p-${randomUUID()}`,
    name: 'Anna Prova',
    groups: ['magazzino'],
    ...given,
  });
  return subject;
}
function nameOf(subject: string) {
  return provider.accounts.get(subject)!.preferred_username!;
}
/** Goes through the provider. @returns where the callback sends the browser */
async function visit(subject: string, visitor = createVisitor()) {
  const callback = await visitor.signInAtProvider(`${api.url}/api/auth/oidc/start`, subject);
  const answer = await visitor.send(callback);
  assert.equal(answer.status, 302);
  return { callback, visitor, location: answer.headers.get('location')! };
}
async function ticketOf(subject: string) {
  const { location } = await visit(subject);
  assert.match(location, /^\/login#oidc=[\w-]{43}$/);
  return location.slice('/login#oidc='.length);
}
function redeem(ticket: string) {
  return api.as(null).post('/auth/oidc', { ticket });
}
async function signIn(subject: string) {
  return redeem(await ticketOf(subject));
}
async function readUser(id: number) {
  return (await api.admin.get(`/users/${id}`)).body;
}

describe('signing in by OpenID Connect', () => {
  test('X28: OIDC maps issuer and group to a role at each sign-in, leaves local users and admin:reset working, against oidc-provider', async () => {
    const subject = newPerson({ groups: ['altri', 'ufficio', 'magazzino'] });
    const first = await signIn(subject);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.deepEqual(Object.keys(first.body), ['token', 'user', 'message']);
    // The first row of the setting that fits, not the first group of the person.
    const { id, username, role } = first.body.user;
    assert.deepEqual([username, role], [nameOf(subject), 'warehouse']);
    assert.equal((await api.as(first.body.token).get('/products')).status, 200);
    const { oidc_subject, name, email } = await readUser(id);
    assert.deepEqual([oidc_subject, name, email], [subject, 'Anna Prova', null]);
    const { issuer } = await api.db
      .selectFrom('oidc_links')
      .select('issuer')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(issuer, provider.settings.issuer);

    // The same person with other groups and another name: the same user, another role, and the former session has ended.
    provider.accounts.set(subject, { preferred_username: 'admin', groups: ['ufficio'] });
    const second = await signIn(subject);
    assert.deepEqual([second.body.user.id, second.body.user.role], [id, 'administration']);
    assert.equal((await readUser(id)).username, username);
    assertProblem(await api.as(first.body.token).get('/products'), 401, 'UNAUTHENTICATED');

    // The same subject of another issuer is another person.
    await sql`update oidc_links set issuer = 'https://other.example.com' where user_id = ${id}`.execute(api.db);
    provider.accounts.get(subject)!.preferred_username = `p-${randomUUID()}`;
    const other = await signIn(subject);
    assert.equal(other.status, 200);
    assert.notEqual(other.body.user.id, id);

    // Local users.
    assert.equal((await api.signIn('sales')).userId, api.sales.userId);
    const password = await resetAccess(api.db, other.body.user.username);
    const local = await api.as(null).post('/auth/login', { username: other.body.user.username, password });
    assert.deepEqual([local.status, local.body.user.role], [200, 'admin']);
  });

  test('X38: passkeys are added, listed, removed and sign in with a ticket or alone; OIDC signs in by /auth/oidc/start and a ticket that works once; GET /auth/methods lists what is set up', async () => {
    const methods = async (server: { get: typeof api.admin.get }) => (await server.get('/auth/methods')).body;
    assert.deepEqual(await methods(api.as(null)), {
      password: true,
      passkey: false,
      oidc: { name: 'Prova' },
      password_reset: false,
    });
    const site = await api.another({ publicUrl: SITE.origin, oidc: undefined });
    try {
      assert.deepEqual(await methods(site.as(null)), {
        password: true,
        passkey: true,
        oidc: null,
        password_reset: true,
      });
      for (const path of ['/auth/oidc/start', '/auth/oidc/callback?state=x'])
        assertProblem(await site.as(null).get(path), 409, 'NOT_CONFIGURED');
      assertProblem(await site.as(null).post('/auth/oidc', { ticket: 'x' }), 409, 'NOT_CONFIGURED');

      const username = `u-${randomUUID()}`;
      await api.admin.post('/users', { username, name: 'Prova', role: 'sales', password: PASSWORD });
      const session = site.as((await api.signIn(username)).token);
      const device = createAuthenticator(SITE);
      const made = device.create((await session.post('/auth/passkeys/options')).body);
      const added = await session.post('/auth/passkeys', { name: 'Telefono', response: made });
      assert.equal(added.status, 201, JSON.stringify(added.body));
      assert.deepEqual((await session.get('/auth/passkeys')).body, [added.body]);
      const { ticket } = (await site.as(null).post('/auth/login', { username, password: PASSWORD })).body;
      const bound = (await site.as(null).post('/auth/passkeys/sign-in-options', { ticket })).body;
      const step = { ticket, challenge_id: bound.challenge_id, response: device.sign(bound) };
      assert.equal((await site.as(null).post('/auth/second-factor', step)).status, 200);
      const alone = (await site.as(null).post('/auth/passkeys/sign-in-options', {})).body;
      const signed = { challenge_id: alone.challenge_id, response: device.sign(alone) };
      assert.equal((await site.as(null).post('/auth/passkeys/sign-in', signed)).body.user.username, username);
      assert.equal((await session.delete(`/auth/passkeys/${added.body.id}`)).status, 204);
      assert.deepEqual((await session.get('/auth/passkeys')).body, []);
      assert.equal((await site.as(null).post('/auth/login', { username, password: PASSWORD })).status, 200);
    } finally {
      await site.close();
    }

    const start = await fetch(`${api.url}/api/auth/oidc/start`, { redirect: 'manual' });
    assert.equal(start.status, 302);
    const asked = new URL(start.headers.get('location')!);
    assert.equal(asked.origin, provider.settings.issuer);
    assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.ok(asked.searchParams.get(name)!.length >= 40, name);
    const ticket = await ticketOf(newPerson());
    assert.equal((await redeem(ticket)).status, 200);
    assertProblem(await redeem(ticket), 401, 'INVALID_CREDENTIALS');
  });

  test('a ticket is dead after a minute, an unknown one counts for the rate limit, and only their SHA-256 is stored', async () => {
    const late = await ticketOf(newPerson());
    const stored = await api.db.selectFrom('oidc_tickets').select('ticket_hash').execute();
    assert.ok(stored.some(({ ticket_hash }) => ticket_hash.equals(createHash('sha256').update(late).digest())));
    await sql`update oidc_tickets set created_at = now() - interval '61 seconds'`.execute(api.db);
    assertProblem(await redeem(late), 401, 'INVALID_CREDENTIALS');
    const counted = await sql<{ n: number }>`select count(*)::integer as n from sign_in_failures`.execute(api.db);
    assert.equal(counted.rows[0]!.n, 1);
  });

  test('the callback takes an answer once, within ten minutes, and only in the browser that asked', async () => {
    const subject = newPerson();
    const visitor = createVisitor();
    const callback = await visitor.signInAtProvider(`${api.url}/api/auth/oidc/start`, subject);
    const redirectOf = async (who: ReturnType<typeof createVisitor>, address: string) =>
      (await who.send(address)).headers.get('location');
    const refused = '/login#oidc-refused=state';
    assert.equal(await redirectOf(createVisitor(), callback), refused, 'without the cookie');
    const otherVisitor = createVisitor();
    await otherVisitor.send(`${api.url}/api/auth/oidc/start`);
    assert.equal(await redirectOf(otherVisitor, callback), refused, 'with the cookie of another sign-in');
    assert.equal(await redirectOf(visitor, `${api.url}/api/auth/oidc/callback?code=x`), refused, 'without a state');
    await sql`update oidc_states set created_at = now() - interval '601 seconds'`.execute(api.db);
    assert.equal(await redirectOf(visitor, callback), refused, 'late');
    await sql`update oidc_states set created_at = now() - interval '590 seconds'`.execute(api.db);
    assert.match((await redirectOf(visitor, callback))!, /^\/login#oidc=/);
    assert.equal(await redirectOf(visitor, callback), refused, 'used');
  });

  test('the cookie is unreadable for scripts and other sites, and Secure over https; the callback is at PUBLIC_URL', async () => {
    const plain = await fetch(`${api.url}/api/auth/oidc/start`, { redirect: 'manual' });
    assert.match(
      plain.headers.get('set-cookie')!,
      /^bobina_oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    const site = await api.another({ publicUrl: SITE.origin, oidc: provider.settings });
    try {
      const answer = await fetch(`${site.url}/api/auth/oidc/start`, { redirect: 'manual' });
      assert.match(
        answer.headers.get('set-cookie')!,
        /^__Host-bobina_oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
      );
      // A plain cookie, which another host of the domain can set, does not count over https.
      const state = new URL(answer.headers.get('location')!).searchParams.get('state')!;
      const [, browser] = /bobina_oidc=([\w-]+)/.exec(answer.headers.get('set-cookie')!)!;
      const back = await fetch(`${site.url}/api/auth/oidc/callback?state=${state}&code=x`, {
        redirect: 'manual',
        headers: { cookie: `bobina_oidc=${browser}` },
      });
      assert.equal(back.headers.get('location'), '/login#oidc-refused=state');
      const asked = new URL(answer.headers.get('location')!);
      assert.equal(asked.searchParams.get('redirect_uri'), `${SITE.origin}/api/auth/oidc/callback`);
    } finally {
      await site.close();
    }
  });

  test('a wrong nonce, a code of another sign-in and a refusal of the provider are refused', async () => {
    const outcome = async (change: (callback: string) => Promise<string> | string) => {
      const visitor = createVisitor();
      const callback = await visitor.signInAtProvider(`${api.url}/api/auth/oidc/start`, newPerson());
      return (await visitor.send(await change(callback))).headers.get('location');
    };
    const failed = '/login#oidc-refused=failed';
    assert.equal(
      await outcome(async (callback) => {
        await sql`update oidc_states set nonce = 'another'`.execute(api.db);
        return callback;
      }),
      failed,
      'nonce',
    );
    assert.equal(
      await outcome(async (callback) => {
        await sql`update oidc_states set code_verifier = ${'x'.repeat(43)}`.execute(api.db);
        return callback;
      }),
      failed,
      'PKCE',
    );
    assert.equal(await outcome((callback) => callback.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')), failed);
    assert.equal(
      await outcome((callback) => callback.replace(/code=[^&]+/, 'error=access_denied')),
      '/login#oidc-refused=denied',
    );
  });

  describe('the ID token', () => {
    afterEach(() => {
      provider.alter = undefined;
    });
    /** Signs in with a changed token. @returns where the browser is sent */
    async function signInWith(...[change, key]: [Parameters<typeof forgeIdToken>[1], KeyObject?]) {
      provider.alter = (path, answer) =>
        path === '/token' ? { ...answer, id_token: forgeIdToken(String(answer.id_token), change, key) } : answer;
      return (await visit(newPerson())).location;
    }
    const failed = '/login#oidc-refused=failed';

    test('is accepted with a signature of the provider', async () => {
      assert.match(await signInWith({ claims: { given_name: 'Anna' } }, provider.key), /^\/login#oidc=/);
    });
    test('is refused without a signature, with one by another key, and with claims changed after signing', async () => {
      assert.equal(await signInWith({ header: { alg: 'none' } }), failed, 'none');
      const { privateKey: stranger } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      assert.equal(await signInWith({}, stranger), failed, 'another key');
      provider.alter = (path, answer) => {
        if (path !== '/token') return answer;
        const token = String(answer.id_token);
        const [head, body] = forgeIdToken(token, { claims: { sub: 'another' } }).split('.');
        return { ...answer, id_token: [head, body, token.split('.')[2]].join('.') };
      };
      assert.equal((await visit(newPerson())).location, failed, 'changed claims');
    });
    test('is refused with the client secret as key of its signature', async () => {
      const { clientSecret } = provider.settings;
      provider.alter = (path, answer) => {
        if (path !== '/token') return answer;
        const [head, body] = forgeIdToken(String(answer.id_token), { header: { alg: 'HS256' } }).split('.');
        const mac = createHmac('sha256', clientSecret).update(`${head}.${body}`).digest('base64url');
        return { ...answer, id_token: `${head}.${body}.${mac}` };
      };
      assert.equal((await visit(newPerson())).location, failed);
    });
    test('is refused when it has expired, or is for another client or of another issuer', async () => {
      const past = Math.floor(Date.now() / 1000) - 3_600;
      assert.equal(await signInWith({ claims: { iat: past, exp: past + 60 } }, provider.key), failed, 'expired');
      assert.equal(await signInWith({ claims: { aud: 'another-client' } }, provider.key), failed, 'client');
      assert.equal(await signInWith({ claims: { iss: 'https://other.example.com' } }, provider.key), failed, 'issuer');
    });
    test('a provider that names another issuer in its discovery document is refused', async () => {
      provider.alter = (path, answer) =>
        path.includes('openid-configuration') ? { ...answer, issuer: 'https://other.example.com' } : answer;
      const fresh = await api.another({ oidc: provider.settings });
      try {
        const answer = await fetch(`${fresh.url}/api/auth/oidc/start`, { redirect: 'manual' });
        assert.equal(answer.headers.get('location'), failed);
      } finally {
        await fresh.close();
      }
    });
  });

  test('the sign-in screen shows a message when the provider does not answer', async () => {
    const silent = await api.another({ oidc: { ...provider.settings, issuer: 'http://127.0.0.1:9' } });
    try {
      const answer = await fetch(`${silent.url}/api/auth/oidc/start`, { redirect: 'manual' });
      assert.equal(answer.headers.get('location'), '/login#oidc-refused=failed');
    } finally {
      await silent.close();
    }
  });

  test('the secret is sent in the body to a provider that requires client_secret_post', async () => {
    provider.register(api.url, 'client_secret_post');
    try {
      assert.equal((await signIn(newPerson())).status, 200);
    } finally {
      provider.register(api.url);
    }
  });
});

describe('roles from groups', () => {
  test('a session that the provider has opened ends by its own time limits', async () => {
    for (const [column, hours] of [
      ['created_at', SESSION_HOURS],
      ['last_used', IDLE_HOURS],
    ] as const) {
      const { token } = (await signIn(newPerson())).body;
      const session = api.as(token);
      const grow = (minutes: number) =>
        sql`update sessions set ${sql.ref(column)} = now() - make_interval(mins => ${minutes})
          where token_hash = ${createHash('sha256').update(token).digest()}`.execute(api.db);
      await grow(hours * 60 - 5);
      assert.equal((await session.get('/auth/me')).status, 200, column);
      await grow(hours * 60 + 1);
      assertProblem(await session.get('/auth/me'), 401, 'UNAUTHENTICATED');
    }
  });

  test('a group without a role is a 403 with a message, also for an existing user, and creates no user', async () => {
    const subject = newPerson({ groups: ['altri'] });
    const answer = await signIn(subject);
    assertProblem(answer, 403, 'FORBIDDEN');
    assert.match(answer.body.message, /Nessuno dei tuoi gruppi ha un ruolo/);
    assert.deepEqual((await api.admin.get(`/users?q=${nameOf(subject)}`)).body, []);
    provider.accounts.get(subject)!.groups = ['magazzino'];
    assert.equal((await signIn(subject)).status, 200);
    provider.accounts.set(subject, { preferred_username: nameOf(subject) });
    assertProblem(await signIn(subject), 403, 'FORBIDDEN');
  });

  test('a deactivated and a deleted user are refused', async () => {
    const subject = newPerson();
    const { id } = (await signIn(subject)).body.user;
    await api.admin.put(`/users/${id}`, { is_active: false });
    const answer = await signIn(subject);
    assertProblem(answer, 401, 'USER_INACTIVE');
    assert.match(answer.body.message, /disattivato/);
    assert.equal((await api.admin.delete(`/users/${id}`)).status, 204);
    assertProblem(await signIn(subject), 401, 'USER_INACTIVE');
  });

  test('a local user with the same name is not taken over: 409, until an administrator links it by oidc_subject', async () => {
    const username = `U-${randomUUID()}`;
    const local = { username, name: 'Locale', role: 'sales', password: PASSWORD, email: `${username}@x.example` };
    const { id } = (await api.admin.post('/users', local)).body;
    const subject = newPerson({ preferred_username: username.toLowerCase(), email: local.email });
    const answer = await signIn(subject);
    assertProblem(answer, 409, 'CODE_EXISTS');
    assert.match(answer.body.message, /appartiene già a un altro utente/);
    // Otherwise a manager could link a user with a known password to a person with more rights.
    assertProblem(await api.direction.put(`/users/${id}`, { oidc_subject: subject }), 403, 'FORBIDDEN');
    const made = { ...local, username: `u-${randomUUID()}`, oidc_subject: subject };
    assertProblem(await api.direction.post('/users', made), 403, 'FORBIDDEN');
    const linked = await api.admin.put(`/users/${id}`, { oidc_subject: subject });
    assert.deepEqual([linked.status, linked.body.oidc_subject], [200, subject]);
    assert.equal((await signIn(subject)).body.user.id, id);
    // The link keeps the password, and only the user can remove it.
    await api.signIn(username);
    assertProblem(await api.admin.post('/users', made), 409, 'CODE_EXISTS', { oidc_subject: 'exists' });
    assert.equal((await api.direction.put(`/users/${id}`, { name: 'Altro', oidc_subject: subject })).status, 200);
    assert.equal((await api.admin.put(`/users/${id}`, { oidc_subject: null })).body.oidc_subject, null);
    assertProblem(await signIn(subject), 409, 'CODE_EXISTS');
    const unset = await api.another({ oidc: undefined });
    try {
      const answer = await unset.as(api.admin.token).put(`/users/${id}`, { oidc_subject: subject });
      assertProblem(answer, 409, 'NOT_CONFIGURED');
    } finally {
      await unset.close();
    }
  });

  test('only an administrator changes the roles of groups', async () => {
    const { oidc_roles } = (await api.admin.get('/settings')).body;
    assertProblem(await api.direction.put('/settings', { oidc_roles: oidc_roles.toReversed() }), 403, 'FORBIDDEN');
    assert.equal((await api.direction.put('/settings', { oidc_roles, scrap_percent: 2 })).status, 200);
    assertProblem(await api.admin.put('/settings', { oidc_roles: [{ group: 'x', role: 'boss' }] }), 400, 'VALIDATION');
  });

  test('a user who becomes an administrator by group loses the ways to sign in that others could have set up', async () => {
    const subject = newPerson();
    const { id, username } = (await signIn(subject)).body.user;
    await api.direction.put(`/users/${id}`, { password: PASSWORD, email: 'direzione@x.example' });
    const session = await api.signIn(username);
    const far = new Date(Date.now() + 86_400_000).toISOString();
    const token = await session.post('/tokens', { name: 'T', capabilities: ['stock.read'], expires_at: far });
    assert.equal(token.status, 201, JSON.stringify(token.body));
    provider.accounts.get(subject)!.groups = ['capi'];
    assert.equal((await signIn(subject)).body.user.role, 'admin');
    assertProblem(await session.get('/products'), 401, 'UNAUTHENTICATED');
    assertProblem(await api.as(token.body.token).get('/stock'), 401, 'UNAUTHENTICATED');
    assertProblem(await api.as(null).post('/auth/login', { username, password: PASSWORD }), 401, 'INVALID_CREDENTIALS');
    assert.equal((await readUser(id)).email, null);
    const events = (await api.admin.get(`/security-events?q=${username}`)).body;
    assert.ok(events.some(({ kind }: { kind: string }) => kind === 'role_changed'));
  });

  test('the last active administrator keeps the role', async () => {
    const subject = newPerson({ groups: ['capi'] });
    const { id } = (await signIn(subject)).body.user;
    await sql`update users set is_active = false where role = 'admin' and id <> ${id}`.execute(api.db);
    try {
      provider.accounts.get(subject)!.groups = ['magazzino'];
      assert.equal((await signIn(subject)).body.user.role, 'admin');
    } finally {
      await sql`update users set is_active = true where id = ${api.admin.userId}`.execute(api.db);
    }
    assert.equal((await signIn(subject)).body.user.role, 'warehouse');
  });

  test('the provider answers for the second factor; a password of the same user does not', async () => {
    await api.admin.put('/settings', { second_factor_roles: ['warehouse'] });
    try {
      const subject = newPerson();
      const { body } = await signIn(subject);
      assert.equal(body.second_factor_required, undefined);
      assert.equal((await api.as(body.token).get('/products')).status, 200);
      await api.admin.put(`/users/${body.user.id}`, { password: PASSWORD });
      const local = await api.as(null).post('/auth/login', { username: body.user.username, password: PASSWORD });
      assert.equal(local.body.second_factor_required, true);
      assertProblem(await api.as(local.body.token).get('/products'), 403, 'SECOND_FACTOR_REQUIRED');
    } finally {
      await api.admin.put('/settings', { second_factor_roles: [] });
    }
  });

  test('the link is exported with the personal data and erased with the person', async () => {
    const subject = newPerson();
    const { id } = (await signIn(subject)).body.user;
    const acts = (await api.admin.get(`/users/${id}/activities`)).body as { action: string }[];
    assert.deepEqual(acts.map(({ action }) => action).toSorted(), ['create', 'login']);
    const { held } = (await api.admin.get(`/users/${id}/personal-data`)).body;
    const links = held.find(({ entity }: { entity: string }) => entity === 'oidc-links');
    assert.equal(links.rows[0].subject, subject);
    await api.admin.put(`/users/${id}`, { is_active: false });
    assert.equal((await api.admin.delete(`/users/${id}/personal-data`)).status, 200);
    const { rows } = await sql`select from oidc_links where subject = ${subject}`.execute(api.db);
    assert.equal(rows.length, 0);
    const log = (await api.admin.get(`/users/${id}/activities`)).body;
    assert.ok(!JSON.stringify(log).includes(subject));
  });
});

test('the settings of the provider are refused in words', () => {
  const full = { OIDC_ISSUER: 'https://id.example.com/realm', OIDC_CLIENT_ID: 'b', OIDC_CLIENT_SECRET: 's-e-c-r-e-t' };
  assert.equal(readOidcSettings({ ...full, OIDC_ISSUER: '' }), undefined);
  assert.deepEqual(readOidcSettings(full), {
    issuer: 'https://id.example.com/realm',
    clientId: 'b',
    clientSecret: 's-e-c-r-e-t',
    groupsClaim: 'groups',
    name: 'id.example.com',
  });
  for (const [change, words] of [
    [{ OIDC_ISSUER: 'http://id.example.com' }, /OIDC_ISSUER must be/],
    [{ OIDC_ISSUER: 'https://a:b@id.example.com' }, /OIDC_ISSUER must be/],
    [{ OIDC_CLIENT_ID: '' }, /OIDC_CLIENT_ID is missing/],
    [{ OIDC_CLIENT_SECRET: '' }, /OIDC_CLIENT_SECRET is missing/],
  ] as const)
    assert.throws(() => readOidcSettings({ ...full, ...change }), words);
});
