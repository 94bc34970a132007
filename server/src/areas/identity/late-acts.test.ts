/**
 * After the answer to a deactivation, deletion or sign-out, no request of the user takes effect, including those
 * already started.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import { warehouseBody } from '../../testing/factories.ts';

const api = startApi();
let users = 0;
async function signedIn(): Promise<Session & { id: number }> {
  const user = { username: `tardi-${++users}`, name: 'Tardi', role: 'orders', password: 'una-Lunga-Prova-9' };
  const { body } = await api.admin.post('/users', user);
  return { ...(await api.signIn(user.username, user.password)), id: body.id };
}
async function namesOf(name: string) {
  return (await api.admin.get('/warehouses')).body.filter((row: { name: string }) => row.name === name).length;
}

/**
 * Sends the headers of a request and holds its body back; the server has authenticated it. @returns a function that
 * sends the body
 */
async function beginSlowly({ token }: Session, name: string) {
  const body = JSON.stringify(warehouseBody({ name }));
  const request = http.request(`${api.url}/api/warehouses`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.write(body.slice(0, 1));
  // Authentication happens before the body is read; it has happened when a later request of the user is answered.
  await api.admin.get('/auth/me');
  return async () => {
    request.end(body.slice(1));
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode!, body: JSON.parse(text), headers: new Headers() };
  };
}

describe('a request with a late body', () => {
  const ends: [string, (id: number) => Promise<{ status: number }>, 'USER_INACTIVE' | 'UNAUTHENTICATED'][] = [
    ['deactivated', (id) => api.admin.put(`/users/${id}`, { is_active: false }), 'USER_INACTIVE'],
    ['deleted', (id) => api.admin.delete(`/users/${id}`), 'USER_INACTIVE'],
    ['given another role', (id) => api.admin.put(`/users/${id}`, { role: 'warehouse' }), 'UNAUTHENTICATED'],
    [
      'given another password',
      (id) => api.admin.put(`/users/${id}`, { password: 'un-altra-Prova-9' }),
      'UNAUTHENTICATED',
    ],
  ];
  for (const [what, end, code] of ends)
    test(`has no effect after its user was ${what}`, async () => {
      const user = await signedIn();
      const finish = await beginSlowly(user, `tardi ${what}`);
      assert.ok((await end(user.id)).status < 300);
      assertProblem(await finish(), 401, code);
      assert.equal(await namesOf(`tardi ${what}`), 0);
    });
  test('has no effect after its user has signed out', async () => {
    const user = await signedIn();
    const finish = await beginSlowly(user, 'tardi via');
    assert.equal((await user.post('/auth/logout')).status, 204);
    assertProblem(await finish(), 401, 'UNAUTHENTICATED');
    assert.equal(await namesOf('tardi via'), 0);
  });
});

test('only one of two concurrent sign-outs with one token succeeds', async () => {
  const user = await signedIn();
  const answers = await Promise.all([user.post('/auth/logout'), user.post('/auth/logout')]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 401]);
  const { body } = await api.admin.get(`/users/${user.id}/activities`);
  assert.equal(body.filter(({ action }: { action: string }) => action === 'logout').length, 1);
});

describe('concurrent act and deactivation of its user', () => {
  /** Blocks commits until it is released; the activity log is written last. */
  const closeGate = async () => {
    const [closed, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = api.db.transaction().execute(async (tx) => {
      await sql`lock table activities in share row exclusive mode`.execute(tx);
      closed.resolve();
      await opened.promise;
    });
    await closed.promise;
    return async () => {
      opened.resolve();
      await holding;
    };
  };
  const waiting = async (count: number, event: string) => {
    for (;;) {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event = ${event}`.execute(
        api.db,
      );
      if (rows[0]!.waiting >= count) return;
      await sleep(5);
    }
  };
  test('a deactivation waits for an act that started before it', async () => {
    const user = await signedIn();
    const open = await closeGate();
    const act = user.post('/warehouses', warehouseBody({ name: 'prima' }));
    await waiting(1, 'relation');
    const end = api.admin.put(`/users/${user.id}`, { is_active: false });
    await waiting(1, 'advisory');
    await open();
    assert.equal((await act).status, 201);
    assert.equal((await end).status, 200);
    assertProblem(await user.get('/auth/me'), 401, 'USER_INACTIVE');
  });
  test('an act waits for a deactivation that started before it, and is refused', async () => {
    const user = await signedIn();
    const open = await closeGate();
    const end = api.admin.put(`/users/${user.id}`, { is_active: false });
    await waiting(1, 'relation');
    // Not committed yet, so the user is still authenticated.
    const act = user.post('/warehouses', warehouseBody({ name: 'dopo' }));
    await waiting(1, 'advisory');
    await open();
    assert.equal((await end).status, 200);
    assertProblem(await act, 401, 'USER_INACTIVE');
    assert.equal(await namesOf('dopo'), 0);
  });
  test('a continuous series of acts does not block the deactivation of their user', async () => {
    const user = await signedIn();
    let over = false;
    const clients = Array.from({ length: 12 }, async () => {
      while (!over) await user.post('/warehouses', warehouseBody({ name: 'molti' }));
    });
    try {
      assert.equal((await api.admin.put(`/users/${user.id}`, { is_active: false })).status, 200);
    } finally {
      over = true;
      await Promise.all(clients);
    }
    const { body } = await api.admin.get(`/users/${user.id}/activities`);
    assert.ok(body.every(({ action }: { action: string }) => ['login', 'create'].includes(action)));
  });
});
