import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi } from '../../testing/api.ts';
import { runHousekeeping } from '../../app/housekeeping.ts';
import { resetAccess } from './reset-access.ts';

const lines: Record<string, unknown>[] = [];
const logger = {
  level: 'info',
  stream: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
};
const api = startApi({ trustProxy: '127.0.0.1', logger });
function login(username: string, password: string, from: string) {
  return api.as(null).post('/auth/login', { username, password }, { headers: { 'x-forwarded-for': from } });
}
async function newUser() {
  const username = `u-${randomUUID()}`;
  const { body } = await api.admin.post('/users', { username, name: 'Prova', role: 'sales', password: PASSWORD });
  return body as { id: number; username: string };
}
async function eventsOf(account: string) {
  return (await api.admin.get(`/security-events?account=${encodeURIComponent(account)}&sort=at`)).body as Record<
    string,
    unknown
  >[];
}
function logged(address: string) {
  return lines.filter((line) => line.event !== undefined && line.address === address);
}

describe('GET /security-events', () => {
  test('Q32: lists sign-ins, failures, changes of roles and passwords, and the log has address and account of each attempt', async () => {
    const { id, username } = await newUser();
    assert.equal((await login(username.toUpperCase(), 'wrong', '192.0.2.1')).status, 401);
    const signedIn = await login(username, PASSWORD, '192.0.2.2');
    const session = api.as(signedIn.body.token);
    assert.equal(
      (await session.put('/auth/password', { current_password: PASSWORD, new_password: 'nuova-Parola-7' })).status,
      204,
    );
    assert.equal((await api.direction.put(`/users/${id}`, { role: 'orders' })).status, 200);
    assert.equal((await api.admin.put(`/users/${id}`, { password: 'altra-Parola-7' })).status, 200);
    assert.equal((await api.admin.put(`/users/${id}`, { is_active: false })).status, 200);
    assertProblem(await login(username, 'altra-Parola-7', '192.0.2.3'), 401, 'USER_INACTIVE');

    const events = await eventsOf(username);
    const listed = events.map(({ kind, user_id, account, address, actor, role_before, role_after }) => [
      kind,
      user_id,
      account,
      address,
      actor,
      role_before,
      role_after,
    ]);
    assert.deepEqual(listed, [
      ['sign_in_failed', id, username, '192.0.2.1', null, null, null],
      ['sign_in', id, username, '192.0.2.2', null, null, null],
      ['password_changed', id, username, '127.0.0.1', null, null, null],
      ['role_changed', id, username, '127.0.0.1', 'direction', 'sales', 'orders'],
      ['password_changed', id, username, '127.0.0.1', 'admin', null, null],
      ['sign_in_failed', id, username, '192.0.2.3', null, null, null],
    ]);
    for (const { at } of events) assert.ok(Math.abs(Date.parse(String(at)) - Date.now()) < 60_000, String(at));

    for (const [address, event, level] of [
      ['192.0.2.1', 'sign_in_failed', 40],
      ['192.0.2.2', 'sign_in', 30],
      ['192.0.2.3', 'sign_in_failed', 40],
    ] as const)
      assert.deepEqual(
        logged(address).map((line) => [line.event, line.account, line.level]),
        [[event, username, level]],
      );

    // An unknown account may be a password typed into the wrong field.
    const secret = `la-mia-Password-${randomUUID()}`;
    assert.equal((await login(secret, 'x', '192.0.2.4')).status, 401);
    const [line] = logged('192.0.2.4');
    assert.match(String(line!.account), /^sha256:[0-9a-f]{32}$/);
    const kept = await eventsOf(String(line!.account));
    assert.deepEqual(
      kept.map(({ kind, user_id, address }) => [kind, user_id, address]),
      [['sign_in_failed', null, '192.0.2.4']],
    );
    assert.ok(!JSON.stringify(lines).includes(secret), 'the log has the unknown account in clear');
  });
  test('a throttled attempt is logged with its account and address but is not an event', async () => {
    const { username } = await newUser();
    for (let n = 0; n < 12; n++) await login(username, 'wrong', '192.0.2.10');
    assert.deepEqual(
      logged('192.0.2.10').map(({ account, reason }) => [account, reason]),
      Array.from({ length: 12 }, (_, n) => [username, n < 10 ? 'credentials' : 'throttled']),
    );
    assert.equal((await eventsOf(username)).length, 10);
  });
  test('filters by kind, account, address and user, searches, sorts and pages', async () => {
    const { id, username } = await newUser();
    await login(username, 'wrong', '192.0.2.20');
    await login(username, PASSWORD, '192.0.2.21');
    const find = async (query: string) =>
      ((await api.admin.get(`/security-events?${query}`)).body as { account: string; kind: string }[]).map(
        ({ account, kind }) => [account, kind],
      );
    const failed = [[username, 'sign_in_failed']];
    assert.deepEqual(await find(`user_id=${id}&kind=sign_in_failed`), failed);
    assert.deepEqual(await find(`account=${username.slice(2).toUpperCase()}&kind=sign_in_failed`), failed);
    assert.deepEqual(await find('address=192.0.2.20'), failed);
    assert.deepEqual(await find('q=192.0.2.20'), failed);
    assert.deepEqual(await find(`user_id=${id}`), [[username, 'sign_in'], ...failed]);
    const page = await api.admin.get(`/security-events?user_id=${id}&limit=1&offset=1`);
    assert.deepEqual([page.headers.get('x-total-count'), page.body.length], ['2', 1]);
    for (const sort of ['at', 'kind', 'account', 'address', 'actor'])
      for (const way of ['', '-'])
        assert.equal((await api.admin.get(`/security-events?sort=${way}${sort}`)).status, 200, sort);
    assertProblem(await api.admin.get('/security-events?kind=other'), 400, 'VALIDATION', { kind: 'enum' });
  });
  test('contains a reset of access on the server, without an address', async () => {
    const { username } = await newUser();
    await resetAccess(api.db, username.toUpperCase());
    assert.deepEqual(
      (await eventsOf(username)).map(({ kind, address, role_after }) => [kind, address, role_after]),
      [
        ['role_changed', '', 'admin'],
        ['password_changed', '', null],
      ],
    );
  });
});

describe('security events', () => {
  const insert = (kind: string, days: number, account = 'somebody') =>
    sql`insert into security_events (kind, account, address, network, at)
      values (${kind}, ${account}, '192.0.2.9', '192.0.2.9', now() - make_interval(days => ${days}))`.execute(api.db);
  test('are append-only; housekeeping deletes sign-ins after a year and keeps changes of roles and passwords', async () => {
    for (const kind of ['sign_in', 'sign_in_failed', 'role_changed', 'password_changed'])
      for (const days of [300, 400]) await insert(kind, days, `aged-${kind}-${days}`);
    await assert.rejects(sql`update security_events set account = 'x'`.execute(api.db), /append-only/);
    await assert.rejects(
      sql`delete from security_events where account = 'aged-sign_in-300'`.execute(api.db),
      /append-only/,
    );
    await assert.rejects(
      sql`delete from security_events where account = 'aged-role_changed-400'`.execute(api.db),
      /append-only/,
    );
    await assert.rejects(sql`truncate security_events`.execute(api.db), /append-only/);
    await runHousekeeping(api.db, { warn: () => assert.fail('housekeeping failed') });
    assert.deepEqual(
      (await eventsOf('aged-')).map(({ account }) => account),
      [
        'aged-sign_in-300',
        'aged-sign_in_failed-300',
        'aged-role_changed-300',
        'aged-role_changed-400',
        'aged-password_changed-300',
        'aged-password_changed-400',
      ],
    );
  });
  test('stores at most a thousand failures of unknown accounts an hour, and all of known ones', async () => {
    await sql`insert into security_events (kind, account, address, network)
      select 'sign_in_failed', 'flood', '192.0.2.9', '192.0.2.9' from generate_series(1, 1000)`.execute(api.db);
    assert.equal((await login('one-more-unknown', 'x', '192.0.2.50')).status, 401);
    const { username } = await newUser();
    assert.equal((await login(username, 'x', '192.0.2.51')).status, 401);
    const { rows } = await sql<{ address: string }>`
      select address from security_events where address in ('192.0.2.50', '192.0.2.51')`.execute(api.db);
    assert.deepEqual(rows, [{ address: '192.0.2.51' }]);
    assert.equal(logged('192.0.2.50').length, 1, 'the log contains it anyway');
  });
});
