/** Data for other programs: changes and calendars. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@bobina/contract/system/changes.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { sealQueue } from '../../platform/chain/seal.ts';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../../testing/factories.ts';
import { calendarText } from './calendar-text.rules.ts';

const api = startApi({ seals: true });

async function changesOf(
  session: Session,
  since?: string,
  limit = 100,
): Promise<{ cursor: string; changes: Change[] }> {
  const { status, body } = await session.get(`/changes?limit=${limit}${since === undefined ? '' : `&since=${since}`}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function now(session: Session): Promise<string> {
  while (!(await sealQueue(api.db))) await sleep(20);
  const { cursor, changes } = await changesOf(session, 'now');
  assert.deepEqual(changes, []);
  return cursor;
}
async function seen(session: Session, since: string, wanted: (changes: Change[]) => boolean): Promise<Change[]> {
  const started = performance.now();
  for (;;) {
    const { changes } = await changesOf(session, since);
    if (wanted(changes)) return changes;
    assert.ok(performance.now() - started < 5_000, 'within five seconds');
    await sleep(50);
  }
}

describe('changes', () => {
  test('X21 acts are listed exactly once, in commit order, within five seconds, only readable ones, for 30 days, and a made-up cursor is refused', async () => {
    const start = await now(api.admin);
    const slow = new Client(api.databaseUrl);
    await slow.connect();
    await slow.query('begin');
    await slow.query(
      `insert into activities (user_id, action, entity_type, entity_id) values (${api.admin.userId}, 'update', 'machines', 77)`,
    );
    const first = await createProduct(api.admin);
    const second = await createProduct(api.admin);
    await seen(api.admin, start, (changes) => changes.length === 2);
    await slow.query('commit');
    await slow.end();
    const changes = await seen(api.admin, start, (all) => all.length === 3);
    assert.deepEqual(
      changes.map(({ entity, id, action }) => [entity, id, action]),
      [
        ['products', first.id, 'create'],
        ['products', second.id, 'create'],
        ['machines', 77, 'update'],
      ],
    );
    // Page by page: no act is missing or repeated, and the cursor stays at the end.
    const paged: Change[] = [];
    let cursor = start;
    for (;;) {
      const page = await changesOf(api.admin, cursor, 1);
      if (page.changes.length === 0) {
        assert.equal(page.cursor, cursor);
        break;
      }
      paged.push(...page.changes);
      cursor = page.cursor;
    }
    assert.deepEqual(paged, changes);

    const user = { username: 'leggibile', name: 'Leggibile', password: 'x7!kfhwuQ2bb', role: 'sales' };
    const made = await api.admin.post('/users', user);
    await seen(api.admin, cursor, (all) => all.some(({ entity, id }) => entity === 'users' && id === made.body.id));
    assert.deepEqual((await changesOf(api.sales, cursor)).changes, []);

    await sql`alter table activities disable trigger activities_append_only`.execute(api.db);
    await sql`update activities set created_at = now() - interval '31 days' where entity_id = ${first.id} and entity_type = 'products'`.execute(
      api.db,
    );
    await sql`alter table activities enable trigger activities_append_only`.execute(api.db);
    const kept = await changesOf(api.admin, undefined, 1000);
    assert.ok(!kept.changes.some(({ entity, id }) => entity === 'products' && id === first.id), 'older than 30 days');
    assert.ok(kept.changes.some(({ entity, id }) => entity === 'products' && id === second.id));

    for (const made_up of ['x', '0', Buffer.from('3.000000000000000000000000').toString('base64url'), `${start}A`])
      assertProblem(await api.admin.get(`/changes?since=${made_up}`), 400, 'VALIDATION', { since: 'format' });
    assert.equal((await api.admin.get('/changes?limit=1001')).status, 400);
  });
});

describe('calendars', () => {
  test("X22 a calendar's secret address is answered once, needs no sign-in, keeps to its owner's permissions and has no amounts", async () => {
    const customer = await createCustomer(api.admin, { business_name: 'Carta; Penna, e \\ C.' });
    const product = await createProduct(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 12.5, unit_price: 98765.43 },
    ]);
    const supplier = await createSupplier(api.admin);
    const bought = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: product.id, quantity: 7, unit_price: 87654.32 },
    ]);
    const create = async (session: Session, kind: string) => {
      const { status, body } = await session.post('/calendars', { kind });
      assert.equal(status, 201, JSON.stringify(body));
      assert.match(body.path, /^\/api\/calendars\/[\w-]{43}\.ics$/);
      return body as { id: number; path: string };
    };
    const feed = async (path: string) => {
      const answer = await fetch(`${api.url}${path}`);
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const deliveries = await create(api.warehouse, 'deliveries');
    const read = await feed(deliveries.path);
    assert.equal(read.status, 200);
    assert.match(read.type!, /^text\/calendar/);
    const plain = read.text.replaceAll('\r\n ', '');
    assert.match(plain, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    assert.ok(plain.includes(`SUMMARY:${order.order_number} · Carta\\; Penna\\, e \\\\ C.`), plain);
    assert.ok(plain.includes(`DESCRIPTION:12.5 `), plain);
    const arrivals = await feed((await create(api.sales, 'arrivals')).path);
    assert.ok(arrivals.text.replaceAll('\r\n ', '').includes(`SUMMARY:${bought.order_number}`), arrivals.text);
    for (const text of [plain, arrivals.text.replaceAll('\r\n ', '')])
      // Longer than the number in the code of any row.
      for (const amount of ['98765', '87654', '613580', '1234567']) assert.ok(!text.includes(amount), amount);

    assert.deepEqual(
      (await api.warehouse.get('/calendars')).body.map((row: { id: number; path?: string }) => [row.id, row.path]),
      [[deliveries.id, undefined]],
    );
    assertProblem(await api.administration.post('/calendars', { kind: 'arrivals' }), 403, 'FORBIDDEN');
    const role = (name: string) => sql`update users set role = ${name} where id = ${api.sales.userId}`.execute(api.db);
    const own = await create(api.sales, 'arrivals');
    await role('administration');
    assert.equal((await feed(own.path)).status, 404, 'the owner may no longer read purchase orders');
    await role('sales');
    assert.equal((await feed(own.path)).status, 200);
    assertProblem(await api.warehouse.delete(`/calendars/${own.id}`), 404, 'NOT_FOUND');
    assert.equal((await api.sales.delete(`/calendars/${own.id}`)).status, 204);
    assert.equal((await feed(own.path)).status, 404);
    assert.equal((await feed('/api/calendars/1.ics')).status, 404);
  });

  test('lines of a calendar have at most 75 bytes and break between characters', () => {
    const day = { uid: 'a', day: '2026-03-01', title: `${'è€'.repeat(60)}`, goods: 'a\nb' };
    const lines = calendarText([day], new Date('2026-03-01T10:00:00Z')).split('\r\n');
    assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
    assert.ok(lines.join('\r\n').replaceAll('\r\n ', '').includes(`SUMMARY:${day.title}`));
    assert.ok(lines.includes('DTSTART;VALUE=DATE:20260301') && lines.includes(String.raw`DESCRIPTION:a\nb`));
  });
});
