import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { mailDeliverer } from '../../platform/outbox/mail/deliver-mail.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { matrixTest } from '../../testing/matrix.ts';

const smtp = await startSmtp();
const publicUrl = 'https://bobina.example.com';
const api = startApi({ trustProxy: '127.0.0.1', mail: smtp.settings, publicUrl });
after(() => smtp.close());

async function newUser(given: object = {}): Promise<string> {
  const username = `u-${randomUUID()}`;
  const user = { username, name: 'Prova', role: 'sales', password: PASSWORD, ...given };
  assert.equal((await api.admin.post('/users', user)).status, 201);
  return username;
}
async function signIn(username: string, address: string, agent: string): Promise<Session> {
  const headers = { 'x-forwarded-for': address, 'user-agent': agent };
  const { body } = await api.as(null).post('/auth/login', { username, password: PASSWORD }, { headers });
  return api.as(body.token);
}

test('GET /auth/sessions lists the own valid sessions with address and user agent; the id is not the token', async () => {
  const username = await newUser();
  const phone = await signIn(username, '10.1.2.3', 'Phone/1');
  const desk = await signIn(username, '10.1.2.4', `Desk/${'x'.repeat(2_000)}`);
  const gone = await signIn(username, '10.1.2.5', 'Gone/1');
  assert.equal((await gone.post('/auth/logout')).status, 204);
  const { status, body, headers } = await phone.get('/auth/sessions?sort=created_at');
  assert.equal(status, 200);
  assert.equal(headers.get('x-total-count'), '2');
  assert.deepEqual(
    body.map((row: Record<string, unknown>) => [row.address, String(row.user_agent).slice(0, 7), row.is_current]),
    [
      ['10.1.2.3', 'Phone/1', true],
      ['10.1.2.4', 'Desk/xx', false],
    ],
  );
  assert.equal(body[1].user_agent.length, 500);
  for (const row of body) {
    assert.deepEqual(Object.keys(row).toSorted(), [
      ...['address', 'created_at', 'id', 'is_current', 'last_used_at', 'user_agent'],
    ]);
    assert.ok(Number.isInteger(row.id));
    assertProblem(await api.as(String(row.id)).get('/auth/me'), 401, 'UNAUTHENTICATED');
    assert.ok(Math.abs(Date.now() - Date.parse(row.last_used_at)) < 60_000);
  }
  assert.ok(!JSON.stringify(body).includes(desk.token));
  // Idle and expired sessions are not listed.
  await sql`update sessions set last_used = now() - interval '9 hours' where address = '10.1.2.4'`.execute(api.db);
  assert.equal((await phone.get('/auth/sessions')).body.length, 1);
  assertProblem(await phone.delete(`/auth/sessions/${body[1].id}`), 404, 'NOT_FOUND');
});

test("DELETE /auth/sessions/{id} ends it at once; another user's, an ended and an unknown one are a 404", async () => {
  const username = await newUser();
  const here = await signIn(username, '10.2.0.1', 'Here/1');
  const there = await signIn(username, '10.2.0.2', 'There/1');
  const other = await signIn(await newUser(), '10.2.0.3', 'Other/1');
  const [{ id: foreign }] = (await other.get('/auth/sessions')).body;
  const rows = (await here.get('/auth/sessions')).body as { id: number; is_current: boolean }[];
  const { id } = rows.find((row) => !row.is_current)!;
  assertProblem(await here.delete(`/auth/sessions/${foreign}`), 404, 'NOT_FOUND');
  assert.equal((await other.get('/auth/me')).status, 200);
  assert.equal((await here.delete(`/auth/sessions/${id}`)).status, 204);
  assertProblem(await there.get('/auth/me'), 401, 'UNAUTHENTICATED');
  assertProblem(await here.delete(`/auth/sessions/${id}`), 404, 'NOT_FOUND');
  assertProblem(await here.delete('/auth/sessions/2147483647'), 404, 'NOT_FOUND');
  // The own one, too.
  assert.equal((await here.delete(`/auth/sessions/${rows.find((row) => row.is_current)!.id}`)).status, 204);
  assertProblem(await here.get('/auth/sessions'), 401, 'UNAUTHENTICATED');
});

/** Delivers the waiting mails. @returns recipient and text of each mail that arrived */
async function arrived(): Promise<{ to: string[]; text: string }[]> {
  smtp.reset();
  await createOutboxWorker({
    db: api.db,
    announce: () => {},
    log: console,
    deliverers: { mail: mailDeliverer(smtp.settings) },
  }).round();
  return smtp.mails.map(({ to, raw }) => ({ to, text: raw.toString().replace(/=\r\n/g, '') }));
}

test('X29: sessions are listed with address and user_agent, one is ended and that of another user is a 404, and a sign-in from a new address and user agent sends a mail', async () => {
  const username = await newUser({ email: 'vera@bobinificio.example' });
  const desk = await signIn(username, '10.3.0.1', 'Desk/1');
  assert.deepEqual(await arrived(), [], 'not for the first sign-in of all');
  await signIn(username, '10.3.0.1', 'Desk/1');
  assert.deepEqual(await arrived(), [], 'not for a known one');
  const phone = await signIn(username, '10.3.0.2', 'Phone/1');
  const [mail, ...others] = await arrived();
  assert.deepEqual([mail!.to, others], [['vera@bobinificio.example'], []]);
  for (const part of [username, '10.3.0.2', 'Phone/1', `${publicUrl}/profilo`])
    assert.ok(mail!.text.includes(part), `${part} in ${mail!.text}`);
  const today = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Rome' }).format();
  assert.match(mail!.text, new RegExp(`Quando: ${today} \\d\\d:\\d\\d\\r?\\n`), "in the company's time zone");
  assert.ok(!mail!.text.includes(phone.token));
  await signIn(username, '10.3.0.2', 'Phone/1');
  assert.deepEqual(await arrived(), [], 'once');
  await signIn(username, '10.3.0.2', 'Desk/1');
  assert.equal((await arrived()).length, 1, 'a known address with another user agent');
  const wrong = { headers: { 'x-forwarded-for': '10.3.0.9', 'user-agent': 'Thief/1' } };
  assert.equal((await api.as(null).post('/auth/login', { username, password: 'sbagliata' }, wrong)).status, 401);
  assert.deepEqual(await arrived(), [], 'not for a failed sign-in');

  const rows = (await desk.get('/auth/sessions')).body as { id: number; address: string; user_agent: string }[];
  const other = rows.find(({ address, user_agent }) => address === '10.3.0.2' && user_agent === 'Desk/1')!;
  assert.equal((await desk.delete(`/auth/sessions/${other.id}`)).status, 204);
  assert.equal((await desk.get('/auth/sessions')).headers.get('x-total-count'), String(rows.length - 1));
  const stranger = await signIn(await newUser(), '10.3.0.5', 'Other/1');
  assertProblem(await stranger.delete(`/auth/sessions/${rows[0]!.id}`), 404, 'NOT_FOUND');
});

matrixTest(
  'a user without an address, and a server without mail, sign in from a new device without a mail',
  async () => {
    const silent = await newUser();
    await signIn(silent, '10.4.0.1', 'Desk/1');
    await signIn(silent, '10.4.0.2', 'Phone/1');
    const bare = await api.another({ mail: undefined, trustProxy: '127.0.0.1' });
    const username = await newUser({ email: 'ugo@bobinificio.example' });
    for (const agent of ['Desk/1', 'Phone/1'])
      assert.equal(
        (
          await bare
            .as(null)
            .post('/auth/login', { username, password: PASSWORD }, { headers: { 'user-agent': agent } })
        ).status,
        200,
      );
    assert.deepEqual(await arrived(), []);
    await bare.close();
  },
);
