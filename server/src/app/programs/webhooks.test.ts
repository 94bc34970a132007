/** Webhooks, delivered to real servers on this machine. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery, Webhook } from '@bobina/contract/system/webhooks.ts';
import { sql } from 'kysely';
import { readNetworks } from '../../platform/networks.ts';
import { webhookDeliverer } from '../../platform/outbox/webhook/deliver-webhook.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { sealQueue, type OnSealed } from '../../platform/chain/seal.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct } from '../../testing/factories.ts';
import { writeDeliveries } from './write-deliveries.ts';
import { matrixTest } from '../../testing/matrix.ts';

const networks = readNetworks('127.0.0.0/8 ::1');
/** Seals and delivers in the background, as in production. */
const api = startApi({ seals: true, deliversOutbox: true, networks });
/** Seals and delivers when a test calls it. */
const calm = startApi({ networks });
const outside = startApi();

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}
type Answer = (response: ServerResponse, received: Received[]) => void;
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** Starts a receiver. */
async function receiver(answer: Answer = (response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString(), at: performance.now() });
      answer(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}
async function until(what: string, reached: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const started = performance.now();
  while (!(await reached())) {
    assert.ok(performance.now() - started < timeoutMs, what);
    await sleep(25);
  }
}
async function create(given: object, by = api.admin): Promise<Webhook & { secret: string }> {
  const { status, body } = await by.post('/webhooks', given);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
async function deliveriesOf(id: number, by = api.admin): Promise<Delivery[]> {
  return (await by.get<Delivery[]>(`/webhooks/${id}/deliveries`)).body;
}
/** Seals the waiting activities, as the server does. */
async function seal(): Promise<void> {
  const onSealed: OnSealed = async (tx, links) => void (await writeDeliveries(tx, links));
  assert.ok(await sealQueue(calm.db, onSealed));
}

describe('webhooks', { timeout: 120_000 }, () => {
  test('X17 webhooks need settings.manage, the secret is answered once, and deliveries are listed and repeated', async () => {
    const { url, received } = await receiver();
    const headers = { 'idempotency-key': 'one webhook' };
    const given = { url, entities: ['products'], description: 'Gestionale' };
    const first = await api.direction.post('/webhooks', given, { headers });
    const again = await api.direction.post('/webhooks', given, { headers });
    const { secret, ...hook } = first.body;
    assert.match(secret, /^whsec_[\w-]{43}$/);
    assert.deepEqual([again.status, again.body], [201, hook]);
    for (const [method, path] of [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ['GET', `/webhooks/${hook.id}`],
      ['PUT', `/webhooks/${hook.id}`],
      ['DELETE', `/webhooks/${hook.id}`],
      ['GET', `/webhooks/${hook.id}/deliveries`],
      ['POST', `/webhooks/${hook.id}/deliveries/1/again`],
    ] as const)
      assertProblem(await api.sales.call(method, path, method === 'GET' ? {} : { body: {} }), 403, 'FORBIDDEN');
    assert.deepEqual((await api.admin.get(`/webhooks/${hook.id}`)).body, hook);
    const changed = await api.admin.put(`/webhooks/${hook.id}`, { description: 'Altro' });
    assert.deepEqual([changed.body.description, changed.body.secret], ['Altro', undefined]);
    assert.equal((await api.admin.get('/webhooks')).body[0].secret, undefined);

    const product = await createProduct(api.admin);
    await until('delivered', () => received.length === 1);
    await until('recorded', async () => (await deliveriesOf(hook.id))[0]?.state === 'handed_over');
    const [delivery] = await deliveriesOf(hook.id);
    assert.deepEqual(
      [
        delivery!.sequence,
        delivery!.entity,
        delivery!.entity_id,
        delivery!.action,
        delivery!.status,
        delivery!.attempts,
      ],
      [1, 'products', product.id, 'create', 204, 1],
    );
    assert.equal((await api.admin.post(`/webhooks/${hook.id}/deliveries/${delivery!.id}/again`, {})).status, 200);
    await until('repeated', () => received.length === 2);
    assert.equal(received[1]!.body, received[0]!.body);
    assertProblem(await api.admin.post(`/webhooks/${hook.id}/deliveries/2147483647/again`, {}), 404, 'NOT_FOUND');
    assert.equal((await api.admin.delete(`/webhooks/${hook.id}`)).status, 204);
    assertProblem(await api.admin.get(`/webhooks/${hook.id}`), 404, 'NOT_FOUND');
  });

  test('X18 a delivery is signed and has no data of the row; a retry keeps id, sequence and body', async () => {
    const { url, received } = await receiver((response, all) => response.writeHead(all.length === 1 ? 500 : 200).end());
    const hook = await create({ url, entities: ['products'] });
    const product = await createProduct(api.admin);
    await until('retried', () => received.length === 2, 20_000);
    const [first, second] = received as [Received, Received];
    const body = JSON.parse(first.body);
    assert.deepEqual(Object.keys(body), ['delivery_id', 'sequence', 'entity', 'id', 'action', 'at']);
    assert.deepEqual([body.sequence, body.entity, body.id, body.action], [1, 'products', product.id, 'create']);
    assert.ok(Math.abs(Date.parse(body.at) - Date.now()) < 60_000);
    assert.equal(second.body, first.body);
    for (const { headers, body: text } of received) {
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['bobina-delivery'], String(body.delivery_id));
      assert.equal(headers['bobina-sequence'], '1');
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['bobina-signature']))!;
      assert.ok(Math.abs(Number(t) - Date.now() / 1000) < 60);
      assert.equal(v1, createHmac('sha256', hook.secret).update(`${t}.${text}`).digest('hex'));
    }
    assert.notEqual(first.headers['bobina-signature'], second.headers['bobina-signature']);
    await api.admin.delete(`/webhooks/${hook.id}`);
  });

  test('a silent receiver does not hold up another one, and deliveries of one receiver come one at a time in order', async () => {
    const silent = await receiver(() => {});
    const waiting: ServerResponse[] = [];
    const slow = await receiver((response) => waiting.push(response));
    const quick = await receiver();
    const hooks = [];
    for (const { url } of [silent, slow, quick]) hooks.push(await create({ url, entities: ['products'] }));
    const made = [];
    for (let n = 0; n < 4; n++) made.push((await createProduct(api.admin)).id);
    await until('the quick one has all', () => quick.received.length === 4, 8_000);
    const messages = quick.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      messages.map(({ id, sequence }) => [id, sequence]),
      made.map((id, at) => [id, at + 1]),
    );
    await until('the others have their first one', () => slow.received.length > 0 && silent.received.length > 0);
    assert.equal(slow.received.length, 1, 'the next one waits for the answer');
    assert.equal(silent.received.length, 1);
    for (let n = 0; n < 4; n++) {
      await until('the next one', () => waiting.length === n + 1);
      waiting[n]!.writeHead(200).end('x'.repeat(200_000));
    }
    assert.deepEqual(
      slow.received.map(({ headers }) => headers['bobina-sequence']),
      ['1', '2', '3', '4'],
    );
    for (const { id } of hooks) await api.admin.delete(`/webhooks/${id}`);
  });

  matrixTest(
    'X19 deliveries are numbered without gaps in commit order, an answer is awaited for ten seconds without others waiting, and three days of failure disable the webhook',
    async () => {
      const silent = await receiver(() => {});
      const quick = await receiver();
      const [bad, good] = [
        await create({ url: silent.url, entities: ['products'] }, calm.admin),
        await create({ url: quick.url }, calm.admin),
      ];
      const made: number[] = [];
      for (let n = 0; n < 3; n++) made.push((await createProduct(calm.admin)).id);
      await seal();
      const numbers = (await deliveriesOf(bad.id, calm.admin)).map(({ sequence, entity_id }) => [sequence, entity_id]);
      assert.deepEqual(numbers, made.map((id, at) => [at + 1, id]).toReversed());

      let later = 0;
      const worker = createOutboxWorker({
        db: calm.db,
        announce: () => {},
        log: { warn: () => {} },
        deliverers: { webhook: webhookDeliverer(calm.db, networks) },
        clock: () => new Date(Date.now() + later),
      });
      const started = performance.now();
      const round = worker.round();
      const own = async () => (await deliveriesOf(good.id, calm.admin)).filter(({ state }) => state === 'handed_over');
      await until('the other one is not held up', async () => (await own()).length >= 3, 8_000);
      await round;
      const took = performance.now() - started;
      assert.ok(took > 9_500 && took < 14_000, `ten seconds: ${took}`);
      assert.equal(silent.received.length, 1);
      const failing = async () => (await deliveriesOf(bad.id, calm.admin)).toReversed();
      assert.deepEqual(
        (await failing()).map(({ state, attempts }) => [state, attempts]),
        [
          ['waiting', 1],
          ['waiting', 0],
          ['waiting', 0],
        ],
      );
      later = 3 * 24 * 60 * 60 * 1000 + 60_000;
      await worker.round();
      assert.deepEqual(
        (await failing()).map(({ state }) => state),
        ['dead', 'cancelled', 'cancelled'],
      );
      const { is_active, disabled_at, disabled_reason } = (await calm.admin.get(`/webhooks/${bad.id}`)).body;
      assert.deepEqual([is_active, disabled_reason, typeof disabled_at], [false, 'failed', 'string']);
      assert.equal((await calm.admin.get(`/webhooks/${good.id}`)).body.is_active, true);

      // While it is off no deliveries are made; afterwards the numbers continue.
      await createProduct(calm.admin);
      await seal();
      assert.equal((await failing()).length, 3);
      const on = await calm.admin.put(`/webhooks/${bad.id}`, { is_active: true });
      assert.deepEqual([on.body.is_active, on.body.disabled_at, on.body.disabled_reason], [true, null, null]);
      const next = await createProduct(calm.admin);
      await seal();
      const last = (await failing()).at(-1)!;
      assert.deepEqual([last.sequence, last.entity_id], [4, next.id]);
      const off = await calm.admin.put(`/webhooks/${bad.id}`, { is_active: false });
      assert.deepEqual([off.status, (await failing()).at(-1)!.state], [200, 'cancelled']);
      await worker.stop();
    },
  );

  test('X20 private addresses are refused in any spelling and after the name lookup, unless the operator names the network; redirects are not followed', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      'localhost',
      '10.0.0.1',
      '169.254.169.254',
    ])
      for (const scheme of ['https', 'http'])
        assertProblem(await outside.admin.post('/webhooks', { url: `${scheme}://${host}/x` }), 400, 'VALIDATION', {
          url: 'private',
        });
    for (const url of [
      'ftp://example.com/',
      'https://user:word@example.com/',
      'https://user@example.com/',
      'x',
      'http://93.184.215.14/',
    ])
      assertProblem(await outside.admin.post('/webhooks', { url }), 400, 'VALIDATION', { url: 'format' });
    assert.equal((await outside.admin.post('/webhooks', { url: 'https://93.184.215.14/x' })).status, 201);

    // A name that leads inside, and an address that was stored before the networks changed.
    const inside = await receiver();
    const port = new URL(inside.url).port;
    const closed = webhookDeliverer(calm.db, readNetworks(undefined));
    const hook = await create({ url: inside.url, entities: ['customers'] }, calm.admin);
    const row = {
      id: 1,
      kind: 'webhook',
      webhook_id: hook.id,
      sequence: 1,
      entity: 'products',
      entity_id: 1,
      action: 'create',
      attempts: 1,
      message_id: null,
      message: null,
      sender: null,
      document_kind: null,
      document_id: null,
      created_at: new Date().toISOString(),
      recipients: [],
    } as const;
    for (const url of [
      inside.url,
      `http://localhost:${port}/`,
      `https://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
    ]) {
      await sql`update webhooks set url = ${url} where id = ${hook.id}`.execute(calm.db);
      const outcome = await closed.deliver({ ...row, recipients: [] }, { begin: async () => true });
      assert.equal(outcome!.isDone, false, url);
      assert.match(outcome!.error!, /ALLOW_PRIVATE_NETWORKS/, url);
    }
    assert.equal(inside.received.length, 0);

    const target = await receiver();
    const redirecting = await receiver((response) => response.writeHead(307, { location: target.url }).end());
    await sql`update webhooks set url = ${redirecting.url} where id = ${hook.id}`.execute(calm.db);
    const open = webhookDeliverer(calm.db, networks);
    const outcome = await open.deliver({ ...row, recipients: [] }, { begin: async () => true });
    assert.deepEqual([outcome!.isDone, outcome!.status], [false, 307]);
    assert.equal(target.received.length, 0);
  });
});
