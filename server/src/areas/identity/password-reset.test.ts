import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { LEFT_OUT } from '../../platform/backup/format.ts';
import { mailDeliverer } from '../../platform/outbox/mail/deliver-mail.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { assertProblem, PASSWORD, startApi } from '../../testing/api.ts';
import { matrixTest } from '../../testing/matrix.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { writeInitialPassword } from './initial-password.ts';
import { deleteOldResets } from './password-reset.ts';

const smtp = await startSmtp();
const SITE = 'https://bobina.example.com';
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-reset-'));
const api = startApi({ mail: smtp.settings, publicUrl: SITE, dataDir });
after(async () => {
  await smtp.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => sql`delete from password_resets`.execute(api.db));
const NEXT = 'nuova-Segreta-7';

async function newUser(given: object = {}) {
  const username = `u-${randomUUID()}`;
  const user = { username, name: 'Vera', role: 'sales', password: PASSWORD, email: `${username}@x.example`, ...given };
  const { status, body } = await api.admin.post('/users', user);
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id as number, username, email: body.email as string | null, version: body.version as number };
}
/** @returns the milliseconds until the answer */
async function ask(username: string): Promise<number> {
  const started = performance.now();
  const headers = { host: 'evil.example', origin: 'https://evil.example' };
  const { status, body } = await api.as(null).post('/auth/password-reset', { username }, { headers });
  assert.deepEqual([status, body], [204, undefined]);
  return performance.now() - started;
}
/** Delivers the waiting mails. @returns the links of the mails, by recipient */
async function links(): Promise<[string, string][]> {
  smtp.reset();
  const deliverers = { mail: mailDeliverer(smtp.settings) };
  await createOutboxWorker({ db: api.db, announce: () => {}, log: console, deliverers }).round();
  return smtp.mails.map(({ to, raw }) => {
    const text = raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=');
    const [link = ''] = /https:\S+/.exec(text) ?? [];
    assert.ok(link.startsWith(`${SITE}/nuova-password#`), text);
    return [to.join(), link.split('#')[1]!];
  });
}
async function tokenOf(username: string): Promise<string> {
  await ask(username);
  const [found, ...others] = await links();
  assert.equal(others.length, 0);
  return found![1];
}
function reset(token: string, new_password = NEXT) {
  return api.as(null).put('/auth/password-reset', { token, new_password });
}
async function assertDead(token: string): Promise<void> {
  assertProblem(await reset(token), 401, 'INVALID_CREDENTIALS');
}

describe('/auth/password-reset', () => {
  test('a new password removes the file with the first one of the user', async () => {
    const [vera, other] = [await newUser(), await newUser()];
    const file = writeInitialPassword(dataDir, { username: vera.username, password: PASSWORD });
    assert.equal((await reset(await tokenOf(other.username))).status, 204);
    assert.ok(fs.existsSync(file), 'it is the password of another user');
    assert.equal((await reset(await tokenOf(vera.username))).status, 204);
    assert.ok(!fs.existsSync(file));
  });
  matrixTest(
    'X30: POST answers 204 in the same time for every username and mails at most three links an hour; PUT works once, within 30 minutes, ends all sessions, and is otherwise a 401',
    async () => {
      const vera = await newUser();
      const silent = await newUser({ email: null });
      const gone = await newUser({ is_active: false });
      const times: Record<string, number[]> = { known: [], silent: [], unknown: [] };
      for (let round = 0; round < 4; round++) {
        times.known!.push(await ask(round % 2 ? vera.username : vera.username.toUpperCase()));
        times.silent!.push(await ask(silent.username));
        times.unknown!.push(await ask(`nobody-${round}`));
      }
      await ask(gone.username);
      const fastest = Object.values(times).map((each) => Math.min(...each));
      assert.ok(Math.min(...fastest) >= 399, `the work is hidden: ${fastest.join()}`);
      assert.ok(Math.max(...fastest) - Math.min(...fastest) < 40, `no difference to be seen: ${fastest.join()}`);
      const mailed = await links();
      assert.deepEqual(
        mailed.map(([to]) => to),
        [vera.email, vera.email, vera.email],
        'the fourth of an hour is not mailed, and nothing to the others',
      );
      // An hour later.
      await sql`update password_resets set created_at = created_at - interval '61 minutes'`.execute(api.db);
      await assertDead(mailed[0]![1]);
      const token = await tokenOf(vera.username);

      const sessions = [await api.signIn(vera.username), await api.signIn(vera.username)];
      assertProblem(await reset(token, 'password'), 400, 'VALIDATION', { new_password: 'common_password' });
      assert.equal((await reset(token)).status, 204);
      for (const session of sessions) assertProblem(await session.get('/auth/me'), 401, 'UNAUTHENTICATED');
      const wrong = await api.as(null).post('/auth/login', { username: vera.username, password: PASSWORD });
      assertProblem(wrong, 401, 'INVALID_CREDENTIALS');
      const session = await api.signIn(vera.username, NEXT);
      await assertDead(token);
      await assertDead('x'.repeat(43));
      assert.equal((await session.get('/auth/me')).status, 200);

      // 29 minutes are not too old, 31 are.
      const late = await tokenOf(vera.username);
      const age = (minutes: number) =>
        sql`update password_resets set created_at = now() - make_interval(mins => ${minutes}) where used_at is null`.execute(
          api.db,
        );
      await age(31);
      await assertDead(late);
      await age(29);
      assert.equal((await reset(late, PASSWORD)).status, 204);
    },
  );

  test('of two requests with one token at the same time one sets the password', async () => {
    const { username } = await newUser();
    const token = await tokenOf(username);
    const answers = await Promise.all([reset(token, 'prima-Parola-5'), reset(token, 'seconda-Parola-5')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 401]);
  });

  test('a link ends with a newer password, a newer address and the deactivation of the user; the other links end with its use', async () => {
    const vera = await newUser();
    const byUse = [await tokenOf(vera.username), await tokenOf(vera.username)];
    assert.equal((await reset(byUse[0]!)).status, 204);
    await assertDead(byUse[1]!);
    for (const change of [{ password: PASSWORD }, { email: 'altra@x.example' }, { is_active: false }]) {
      await sql`delete from password_resets`.execute(api.db);
      const token = await tokenOf(vera.username);
      assert.equal((await api.admin.put(`/users/${vera.id}`, change)).status, 200);
      await assertDead(token);
    }
  });

  test('the link is in no answer, no table and no backup; sent again it is refused', async () => {
    const vera = await newUser();
    await ask(vera.username);
    const [row] = (await api.admin.get('/outbox?state=waiting')).body;
    assert.deepEqual([row.recipients[0].address, row.created_by], [vera.email, null]);
    assertProblem(await api.admin.get(`/outbox/${row.id}/message`), 404, 'NOT_FOUND');
    assert.ok(LEFT_OUT.has('outbox_secrets') && LEFT_OUT.has('password_resets'));
    const [[, token]] = (await links()) as [[string, string]];
    const { rows } = await sql<{ hash: Buffer }>`select token_hash as hash from password_resets`.execute(api.db);
    assert.deepEqual(
      rows.map(({ hash }) => hash.toString('hex')),
      [createHash('sha256').update(token).digest('hex')],
    );
    const stored = await sql<{ text: string }>`
      select (select coalesce(string_agg(o::text, ''), '') from outbox o where id = ${row.id})
        || (select coalesce(string_agg(s::text, ''), '') from outbox_secrets s) as text`.execute(api.db);
    assert.ok(!stored.rows[0]!.text.includes(Buffer.from('nuova-password').toString('hex')));
    assert.ok(!stored.rows[0]!.text.includes(token));
    assertProblem(await api.admin.post(`/outbox/${row.id}/again`, { all: true }), 409, 'INVALID_TRANSITION');
    // A cancelled one cannot be sent later either.
    await ask(vera.username);
    const [second] = (await api.admin.get('/outbox?state=waiting')).body;
    assert.equal((await api.admin.delete(`/outbox/${second.id}`)).status, 204);
    assertProblem(await api.admin.post(`/outbox/${second.id}/again`, {}), 409, 'INVALID_TRANSITION');
  });

  test('the password is recorded as changed, a required change is done, and the second factor stays', async () => {
    const { id, username } = await newUser({ must_change_password: true });
    await sql`insert into totp_factors (user_id, secret, confirmed_at) values (${id}, ${Buffer.alloc(20, 1)}, now())`.execute(
      api.db,
    );
    assert.equal((await reset(await tokenOf(username))).status, 204);
    const { body } = await api.as(null).post('/auth/login', { username, password: NEXT });
    assert.deepEqual(body.second_factor, ['totp']);
    const user = await api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.equal(user.must_change_password, false);
    const events = (await api.admin.get(`/security-events?user_id=${id}&kind=password_changed`)).body;
    assert.equal(events.length, 1);
    const [activity] = (await api.admin.get(`/users/${id}/activities`)).body;
    assert.equal(activity.action, 'password');
  });

  test('GET /auth/methods names it only with mail and PUBLIC_URL; without them POST is a 204 that mails nothing', async () => {
    assert.equal((await api.as(null).get('/auth/methods')).body.password_reset, true);
    const { username } = await newUser();
    for (const settings of [
      { mail: undefined, publicUrl: SITE },
      { publicUrl: undefined, mail: smtp.settings },
    ]) {
      const bare = await api.another(settings);
      assert.equal((await bare.as(null).get('/auth/methods')).body.password_reset, false);
      assert.equal((await bare.as(null).post('/auth/password-reset', { username })).status, 204);
      await bare.close();
    }
    assert.deepEqual(await links(), []);
  });

  test('links are deleted after an hour', async () => {
    await ask((await newUser()).username);
    await ask('nobody');
    await sql`update password_resets set created_at = created_at - interval '59 minutes'`.execute(api.db);
    await deleteOldResets(api.db);
    const count = async () => (await sql`select from password_resets`.execute(api.db)).rows.length;
    assert.equal(await count(), 2);
    await sql`update password_resets set created_at = created_at - interval '2 minutes'`.execute(api.db);
    await deleteOldResets(api.db);
    assert.equal(await count(), 0);
    await links();
  });
});
