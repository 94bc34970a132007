import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract } from '@bobina/contract/core/endpoint.ts';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import { createDb } from '../../platform/database/db.ts';
import { createPool } from '../../platform/database/pool.ts';
import { deleteOldTickets } from './tickets.ts';
import { resetAccess } from './reset-access.ts';
import { totpCode, totpStep } from './totp.ts';

const api = startApi();
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
function login({ username }: Person, password = PASSWORD) {
  return api.as(null).post('/auth/login', { username, password });
}
async function ticketOf(person: Person): Promise<string> {
  const { status, body } = await login(person);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).toSorted(), ['second_factor', 'ticket']);
  assert.deepEqual(body.second_factor, ['totp']);
  return body.ticket;
}
function second(ticket: string, code: string) {
  return api.as(null).post('/auth/second-factor', { ticket, code });
}
/** The code of the step that is `shift` steps away from the current one. */
async function codeOf({ id }: Person, shift = 0): Promise<string> {
  const { secret } = await api.db
    .selectFrom('totp_factors')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return totpCode(secret, totpStep(new Date()) + shift);
}
/** A code that belongs to no step near the current one. */
async function wrongCode(person: Person): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((shift) => codeOf(person, shift)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
}
/** Lets the codes of the current steps be used again, as if the steps were long past. */
async function passSteps({ id }: Person): Promise<void> {
  await sql`alter table totp_factors disable trigger totp_factors_forward`.execute(api.db);
  await sql`update totp_factors set last_step = 0 where user_id = ${id}`.execute(api.db);
  await sql`alter table totp_factors enable trigger totp_factors_forward`.execute(api.db);
}
/** A user with a second factor whose codes were not used. */
async function withFactor(given: object = {}): Promise<Person & { recovery: string[] }> {
  const person = await newUser(given);
  const { body } = await person.session.post('/auth/totp');
  assert.equal((await person.session.put('/auth/totp', { code: await codeOf(person) })).status, 204);
  await passSteps(person);
  return { ...person, recovery: body.recovery_codes };
}
async function failuresOf(username: string): Promise<number> {
  const { count } = await api.db
    .selectFrom('sign_in_failures')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return count;
}

describe('/auth/totp', () => {
  test("X24: POST answers 201 with secret, uri and ten recovery codes; PUT with a code makes it active and ends the user's other sessions; DELETE with a code removes it", async () => {
    const person = await newUser();
    const other = await api.signIn(person.username);
    const begun = await person.session.post('/auth/totp');
    assert.equal(begun.status, 201);
    const { secret, uri, recovery_codes } = begun.body;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.ok(uri.startsWith(`otpauth://totp/Bobina:${person.username}?secret=${secret}&`));
    assert.equal(new Set(recovery_codes).size, 10);
    // Not active yet.
    assert.deepEqual((await person.session.get('/auth/second-factor')).body, { totp: false, recovery_codes_left: 0 });
    assert.ok((await login(person)).body.token);
    const early = await person.session.delete('/auth/totp', { body: { code: await codeOf(person) } });
    assertProblem(early, 409, 'INVALID_TRANSITION');
    // A second secret replaces the first.
    const again = await person.session.post('/auth/totp');
    assert.notEqual(again.body.secret, secret);
    const wrong = { code: await wrongCode(person) };
    assertProblem(await person.session.put('/auth/totp', wrong), 401, 'INVALID_CREDENTIALS');
    assertProblem(await person.session.put('/auth/totp', { code: recovery_codes[0] }), 401, 'INVALID_CREDENTIALS');
    assertProblem(await person.session.put('/auth/totp', {}), 400, 'VALIDATION', { code: 'required' });
    assert.equal((await other.get('/auth/me')).status, 200);
    const confirmed = await codeOf(person);
    assert.equal((await person.session.put('/auth/totp', { code: confirmed })).status, 204);
    assertProblem(await other.get('/auth/me'), 401, 'UNAUTHENTICATED');
    assert.equal((await person.session.get('/auth/me')).status, 200);
    assert.deepEqual((await person.session.get('/auth/second-factor')).body, { totp: true, recovery_codes_left: 10 });
    assertProblem(await person.session.post('/auth/totp'), 409, 'INVALID_TRANSITION');
    assertProblem(await person.session.put('/auth/totp', { code: await codeOf(person, 1) }), 409, 'INVALID_TRANSITION');
    await ticketOf(person);
    // The step of the confirmation is used.
    const used = await person.session.delete('/auth/totp', { body: { code: confirmed } });
    assertProblem(used, 401, 'INVALID_CREDENTIALS');
    assert.equal((await person.session.delete('/auth/totp', { body: { code: await codeOf(person, 1) } })).status, 204);
    assert.ok((await login(person)).body.token);
    const log = (await api.admin.get(`/users/${person.id}/activities`)).body.map(
      ({ action }: { action: string }) => action,
    );
    assert.ok(log.includes('second-factor') && log.includes('remove-second-factor'));
  });
  test('a recovery code removes it, too, and no code or secret can be read again', async () => {
    const person = await withFactor();
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(r::text, ' '), '') as all from recovery_codes r where user_id = ${person.id}`.execute(
      api.db,
    );
    for (const code of person.recovery) assert.ok(!rows[0]!.all.includes(code));
    const typed = person.recovery[3]!.toUpperCase().replaceAll('-', ' ');
    assert.equal((await person.session.delete('/auth/totp', { body: { code: typed } })).status, 204);
    assert.ok((await login(person)).body.token);
    const left = await api.db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', person.id).execute();
    assert.deepEqual(left, []);
  });
});

describe('POST /auth/second-factor', () => {
  test('X25: a login with a second factor answers a ticket and no token; the ticket and a code answer like login; the ticket is valid for 5 minutes, works once and expires with the fifth wrong code', async () => {
    const person = await withFactor();
    const ticket = await ticketOf(person);
    const done = await second(ticket, await codeOf(person));
    assert.equal(done.status, 200);
    assert.deepEqual(Object.keys(done.body), ['token', 'user', 'message']);
    assert.equal(done.body.user.id, person.id);
    assert.equal((await api.as(done.body.token).get('/products')).status, 200);
    await passSteps(person);
    assertProblem(await second(ticket, await codeOf(person)), 401, 'INVALID_CREDENTIALS');

    const late = await ticketOf(person);
    const age = (seconds: number) =>
      sql`update sign_in_tickets set created_at = now() - make_interval(secs => ${seconds}) where used_at is null`.execute(
        api.db,
      );
    await age(301);
    assertProblem(await second(late, await codeOf(person)), 401, 'INVALID_CREDENTIALS');
    await age(290);
    assert.equal((await second(late, await codeOf(person))).status, 200);

    await passSteps(person);
    const usedUp = await ticketOf(person);
    const wrong = await wrongCode(person);
    for (let n = 0; n < 4; n++) assertProblem(await second(usedUp, wrong), 401, 'INVALID_CREDENTIALS');
    const kept = await ticketOf(person);
    assertProblem(await second(usedUp, wrong), 401, 'INVALID_CREDENTIALS');
    assertProblem(await second(usedUp, await codeOf(person)), 401, 'INVALID_CREDENTIALS');
    await sql`delete from sign_in_failures`.execute(api.db);
    for (let n = 0; n < 4; n++) assertProblem(await second(kept, wrong), 401, 'INVALID_CREDENTIALS');
    assert.equal((await second(kept, await codeOf(person))).status, 200, 'four wrong codes leave it alive');
  });
  test('X26: a step, a recovery code and a ticket work once; a second use answers 401 INVALID_CREDENTIALS and counts for the throttle', async () => {
    const person = await withFactor();
    const code = await codeOf(person);
    assert.equal((await second(await ticketOf(person), code)).status, 200);
    const ticket = await ticketOf(person);
    assert.equal(await failuresOf(person.username), 0);
    assertProblem(await second(ticket, code), 401, 'INVALID_CREDENTIALS');
    assert.equal(await failuresOf(person.username), 1);
    // A later step, and then the one before it.
    assert.equal((await second(ticket, await codeOf(person, 1))).status, 200);
    assertProblem(await second(await ticketOf(person), code), 401, 'INVALID_CREDENTIALS');
    assert.equal(await failuresOf(person.username), 2);

    const [recovery] = person.recovery as [string];
    const other = await ticketOf(person);
    assert.equal((await second(other, recovery)).status, 200);
    assertProblem(await second(await ticketOf(person), recovery), 401, 'INVALID_CREDENTIALS');
    assert.equal(await failuresOf(person.username), 3);
    assertProblem(await second(other, person.recovery[1]!), 401, 'INVALID_CREDENTIALS');
    assert.equal(await failuresOf(person.username), 4);
    // The refused ticket has not used the recovery code up.
    assert.equal((await second(await ticketOf(person), person.recovery[1]!)).status, 200);
    // At the limit of the throttle.
    const wrong = await wrongCode(person);
    let answer = await second(await ticketOf(person), wrong);
    for (let n = 0; n < 10 && answer.status === 401; n++) answer = await second(ticket, wrong);
    assertProblem(answer, 429, 'TOO_MANY_REQUESTS');
  });
  test('of simultaneous uses of one code exactly one signs in', async () => {
    const person = await withFactor();
    const tickets = await Promise.all([1, 2, 3].map(() => ticketOf(person)));
    const code = await codeOf(person);
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, code)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401]);
  });
  test('an unknown ticket is the same 401; a ticket is stored as SHA-256 only and deleted after an hour', async () => {
    const person = await withFactor();
    assertProblem(await second('x'.repeat(43), await codeOf(person)), 401, 'INVALID_CREDENTIALS');
    const ticket = await ticketOf(person);
    const hash = createHash('sha256').update(ticket).digest();
    const find = () =>
      api.db.selectFrom('sign_in_tickets').selectAll().where('token_hash', '=', hash).executeTakeFirst();
    assert.ok(!JSON.stringify(await find()).includes(ticket));
    await deleteOldTickets(api.db);
    assert.ok(await find());
    await sql`update sign_in_tickets set created_at = now() - interval '61 minutes'`.execute(api.db);
    await deleteOldTickets(api.db);
    assert.equal(await find(), undefined);
  });
  test('a new password, a new role, a deactivation and a deletion end the waiting tickets', async () => {
    for (const change of [{ password: 'altra-Parola-77' }, { role: 'orders' }, { is_active: false }, null]) {
      const person = await withFactor();
      const ticket = await ticketOf(person);
      const path = `/users/${person.id}`;
      const { status } = await (change ? api.admin.put(path, change) : api.admin.delete(path));
      assert.ok(status < 300);
      assertProblem(await second(ticket, person.recovery[0]!), 401, 'INVALID_CREDENTIALS');
    }
  });
});

describe('the second factor of others', () => {
  test('DELETE /users/{id}/second-factor removes it; direction cannot remove that of an administrator', async () => {
    const person = await withFactor();
    assertProblem(await api.sales.delete(`/users/${person.id}/second-factor`), 403, 'FORBIDDEN');
    assert.equal((await api.direction.delete(`/users/${person.id}/second-factor`)).status, 204);
    assert.ok((await login(person)).body.token);
    const chief = await withFactor({ role: 'admin' });
    assertProblem(await api.direction.delete(`/users/${chief.id}/second-factor`), 403, 'FORBIDDEN');
    await ticketOf(chief);
    assert.equal((await api.admin.delete(`/users/${chief.id}/second-factor`)).status, 204);
    assertProblem(await api.admin.delete('/users/2147483647/second-factor'), 404, 'NOT_FOUND');
  });
  test('admin:reset takes it away', async () => {
    const person = await withFactor();
    const pool = createPool(api.databaseUrl, { warn: () => {} } as never, { max: 1 });
    after(() => pool.end());
    const password = await resetAccess(createDb(pool), person.username);
    assert.ok((await login(person, password)).body.token);
  });
});

describe('second_factor_roles', () => {
  test('a user of such a role without a second factor gets 403 SECOND_FACTOR_REQUIRED on every call outside /auth, until there is one', async () => {
    const person = await newUser({ role: 'warehouse' });
    const free = await newUser({ role: 'orders' });
    assert.deepEqual((await api.admin.get('/settings')).body.second_factor_roles, []);
    assertProblem(await api.admin.put('/settings', { second_factor_roles: ['boss'] }), 400, 'VALIDATION');
    const set = await api.admin.put('/settings', { second_factor_roles: ['warehouse'] });
    assert.deepEqual(set.body.second_factor_roles, ['warehouse']);
    try {
      const calls = Object.values(contract as Record<string, Contract>)
        .flatMap((rows) => Object.values(rows))
        .filter(({ needs, path }) => needs !== 'public' && !path.startsWith('/auth/'));
      for (const { method, path } of calls)
        assertProblem(
          await person.session.call(method, path.replace(/\{[^}]+\}/g, '1')),
          403,
          'SECOND_FACTOR_REQUIRED',
        );
      assert.equal((await free.session.get('/products')).status, 200);
      const { body } = await login(person);
      assert.equal(body.second_factor_required, true);
      assert.equal(body.user.second_factor_required, true);
      const session = api.as(body.token);
      await session.post('/auth/totp');
      assertProblem(await session.get('/products'), 403, 'SECOND_FACTOR_REQUIRED');
      assert.equal((await session.put('/auth/totp', { code: await codeOf(person) })).status, 204);
      assert.equal((await session.get('/products')).status, 200);
      assert.ok(!('second_factor_required' in (await session.get('/auth/me')).body));
    } finally {
      await api.admin.put('/settings', { second_factor_roles: [] });
    }
  });
});
