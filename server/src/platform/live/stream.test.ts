import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { Caller } from '../context.ts';
import { openSession } from '../sessions/sessions.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createMachine, createProduct, createWarehouse } from '../../testing/factories.ts';
import { mountStream } from './stream.ts';

const api = startApi({ heartbeatMs: 200 });

type Event = { event: string; data: ChangeEvent; at: number };
/** Reads a stream as a browser does. */
async function listen(url: string, token: string) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const events: Event[] = [];
  let comments = 0;
  let ended = false;
  const waiting = new Set<() => void>();
  const reading = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop()!;
      for (const frame of frames) {
        const event = /^event: (.+)$/m.exec(frame)?.[1];
        const data = /^data: (.+)$/m.exec(frame)?.[1];
        if (frame.startsWith(':')) comments++;
        if (event && data) events.push({ event, data: JSON.parse(data), at: performance.now() });
      }
      for (const wake of waiting) wake();
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
      for (const wake of waiting) wake();
    });
  /** Waits until a condition holds, at most `ms` milliseconds. */
  const until = async (isSo: () => boolean, ms: number): Promise<boolean> => {
    const limit = sleep(ms, 'late', { ref: false });
    while (!isSo()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      if ((await Promise.race([promise, limit])) === 'late') return isSo();
      waiting.delete(resolve);
    }
    return true;
  };
  assert.ok(await until(() => events.length > 0, 1000));
  assert.equal(events[0]!.event, 'resync', 'a new reader reads everything again');
  return {
    events,
    comments: () => comments,
    ended: (ms: number) => until(() => ended, ms),
    change: async (entity: string, id: number | null, ms = 1000) => {
      const found = () =>
        events.find(({ event, data }) => event === 'change' && data.entity === entity && data.id === id);
      assert.ok(
        await until(() => found() !== undefined, ms),
        `no change of ${entity} ${id} in ${JSON.stringify(events)}`,
      );
      return found()!;
    },
    heartbeat: async () => {
      const before = comments;
      assert.ok(await until(() => comments > before, 1000));
    },
    close: async () => {
      stop.abort();
      await reading;
    },
  };
}
function changesIn(events: Event[]) {
  return events.filter(({ event }) => event === 'change').map(({ data }) => data);
}

describe('GET /events', () => {
  test('sends a change of another user within a second, with only its entity, id and version', async () => {
    const stream = await listen(api.url, api.warehouse.token);
    const product = await createProduct(api.sales);
    const made = await stream.change('products', product.id);
    assert.deepEqual(made.data, { entity: 'products', id: product.id, version: 1 });
    stream.events.length = 0;
    await api.sales.put(`/products/${product.id}`, { name: 'x' });
    assert.deepEqual((await stream.change('products', product.id)).data.version, 2);
    stream.events.length = 0;
    await api.sales.delete(`/products/${product.id}`);
    await stream.change('products', product.id);
    assert.deepEqual(Object.keys(stream.events[0]!.data).toSorted(), ['entity', 'id', 'version']);
    await stream.close();
  });
  test('sends nothing for failures, reads and repeated idempotent answers', async () => {
    const key = { headers: { 'idempotency-key': 'live' } };
    const body = { name: 'Una volta' };
    const stream = await listen(api.url, api.warehouse.token);
    // Its event may arrive after that of a later change, so it is awaited.
    const { id: first } = (await api.admin.post('/warehouses', body, key)).body;
    await stream.change('warehouses', first);
    const { id: last, code } = await createMachine(api.admin);
    await stream.change('machines', last);
    stream.events.length = 0;
    assertProblem(await api.admin.post('/machines', { code, description: 'x' }), 409, 'CODE_EXISTS');
    assertProblem(await api.admin.post('/machines', {}), 400, 'VALIDATION');
    assertProblem(await api.warehouse.delete('/machines/1'), 403, 'FORBIDDEN');
    await api.admin.get('/machines');
    assert.equal((await api.admin.post('/warehouses', body, key)).status, 201);
    // This change is sent, so earlier ones would have been sent too.
    const { id } = await createWarehouse(api.admin);
    await stream.change('warehouses', id);
    assert.deepEqual(changesIn(stream.events), [{ entity: 'warehouses', id, version: 1 }]);
    await stream.close();
  });
  test('merges many changes of one row into a few events', async () => {
    const { id } = await createMachine(api.admin);
    const stream = await listen(api.url, api.warehouse.token);
    stream.events.length = 0;
    await Promise.all(Array.from({ length: 30 }, (_, n) => api.admin.put(`/machines/${id}`, { area: `${n}` })));
    const isLast = () => changesIn(stream.events).some((change) => change.id === id && change.version === 31);
    for (const until = performance.now() + 10_000; !isLast();) {
      assert.ok(performance.now() < until);
      await stream.heartbeat();
    }
    assert.ok(changesIn(stream.events).length < 30);
    await stream.close();
  });
  test('sends more changes than fit into one NOTIFY payload', async () => {
    const stream = await listen(api.url, api.warehouse.token);
    const machines = await Promise.all(Array.from({ length: 200 }, () => createMachine(api.admin)));
    for (const { id } of machines) await stream.change('machines', id, 3000);
    await stream.close();
  });
  test('reaches the streams of other servers over one database, both ways', async () => {
    const other = await api.another({ heartbeatMs: 200 });
    try {
      const [here, there] = [await listen(api.url, api.warehouse.token), await listen(other.url, api.warehouse.token)];
      const one = await createMachine(api.admin);
      await Promise.all([here.change('machines', one.id), there.change('machines', one.id)]);
      const two = await createMachine(other.as(api.admin.token));
      await Promise.all([here.change('machines', two.id), there.change('machines', two.id)]);
      await Promise.all([here.close(), there.close()]);
    } finally {
      await other.close();
    }
  });
  test('requires a session', async () => {
    assertProblem(await api.as(null).get('/events'), 401, 'UNAUTHENTICATED');
  });
  const ends: [string, (token: string, id: number) => Promise<{ status: number }>][] = [
    ['logout', (token) => api.as(token).post('/auth/logout')],
    ['deactivation', (_token, id) => api.admin.put(`/users/${id}`, { is_active: false })],
    ['deletion', (_token, id) => api.admin.delete(`/users/${id}`)],
    ['a change of role', (_token, id) => api.admin.put(`/users/${id}`, { role: 'orders' })],
    ['a password set by another', (_token, id) => api.admin.put(`/users/${id}`, { password: 'altra-Prova-9' })],
    [
      'a new password of its own, on another device',
      async (_token, id) =>
        api
          .as((await openSession(api.db, id)).token)
          .put('/auth/password', { current_password: 'segreta-Prova-9', new_password: 'altra-Prova-9' }),
    ],
  ];
  for (const [what, act] of ends)
    test(`ends on every server at once, without waiting for a heartbeat, after ${what}`, async () => {
      // The heartbeat interval is one hour.
      const server = await api.another({ heartbeatMs: 3_600_000 });
      const { body: user } = await api.admin.post('/users', {
        username: `gone-${what.replaceAll(/\W/g, '-')}`,
        name: 'x',
        password: 'segreta-Prova-9',
        role: 'sales',
      });
      const { token } = await openSession(api.db, user.id);
      const [mine, other] = [await listen(server.url, token), await listen(server.url, api.warehouse.token)];
      assert.ok((await act(token, user.id)).status < 300);
      assert.ok(await mine.ended(10_000));
      assert.equal(mine.events.at(-1)!.event, 'bye');
      const { id } = await createMachine(api.admin);
      await other.change('machines', id);
      await other.close();
      await server.close();
    });
  test('ends at the next heartbeat after its session has expired, which no event announces', async () => {
    const { token } = await openSession(api.db, api.sales.userId);
    const [mine, other] = [await listen(api.url, token), await listen(api.url, api.warehouse.token)];
    await mine.heartbeat();
    await api.db
      .updateTable('sessions')
      .set({ last_used: sql`now() - interval '1 day'` })
      .where('token_hash', '=', createHash('sha256').update(token).digest())
      .execute();
    assert.ok(await mine.ended(10_000));
    assert.equal(mine.events.at(-1)!.event, 'bye');
    await other.heartbeat();
    await other.close();
  });
  test('checks the sessions of all readers in one query', async () => {
    const readers = 40;
    const server = Fastify();
    server.decorateRequest('caller', null);
    let sessions = 0;
    server.addHook('onRequest', async (request) => {
      request.caller = { tokenHash: createHash('sha256').update(`${++sessions}`).digest(), id: 1 } as Caller;
    });
    const { promise: askedOfAll, resolve } = Promise.withResolvers<void>();
    const aliveAmong = async (hashes: readonly Buffer[]) => {
      if (hashes.length === readers) resolve();
      return [...hashes];
    };
    mountStream(server, aliveAmong, 50);
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    try {
      await Promise.all(Array.from({ length: readers }, () => fetch(`${url}/events`, { signal: stop.signal })));
      await askedOfAll;
    } finally {
      stop.abort();
      await server.close();
    }
  });
  test('ends when the server closes, which does not wait for readers', async () => {
    const other = await api.another();
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(other.url, api.warehouse.token)));
    const started = performance.now();
    await other.close();
    assert.ok(performance.now() - started < 2000);
    for (const stream of streams) assert.ok(await stream.ended(1000));
  });
});

test('Q33: a session holds eight streams and a user fifty; the next one is a 429 with Retry-After, and a slot is free again when one ends', async () => {
  const user = api.warehouse.userId;
  const open: AbortController[] = [];
  // A response that is collected as garbage ends its stream.
  const answers: Response[] = [];
  const ask = async (token: string) => {
    const stop = new AbortController();
    const answer = await fetch(`${api.url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    if (answer.status === 200) open.push(stop);
    answers.push(answer);
    return answer;
  };
  const assertFull = async (token: string) => {
    const answer = await ask(token);
    assert.equal(answer.status, 429);
    assert.equal(((await answer.json()) as { code: string }).code, 'TOO_MANY_REQUESTS');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  };
  const sessionOf = async () => (await openSession(api.db, user)).token;
  try {
    const first = await sessionOf();
    for (let n = 0; n < 8; n++) assert.equal((await ask(first)).status, 200);
    await assertFull(first);
    open.pop()!.abort();
    let status = 429;
    for (let n = 0; n < 50 && status === 429; n++) {
      await sleep(50);
      ({ status } = await ask(first));
    }
    assert.equal(status, 200, 'the place of an ended stream');
    for (let session = 0; session < 5; session++) {
      const token = await sessionOf();
      for (let n = 0; n < 8; n++) assert.equal((await ask(token)).status, 200);
    }
    const seventh = await sessionOf();
    assert.equal((await ask(seventh)).status, 200);
    assert.equal((await ask(seventh)).status, 200);
    await assertFull(seventh);
    const other = await ask(api.sales.token);
    assert.equal(other.status, 200, 'another user has a stream');
  } finally {
    for (const stop of open) stop.abort();
  }
});
