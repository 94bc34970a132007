/** Servers of two releases on one database: which run, and what waits until they know the same migrations. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { announceServer } from '../platform/running-servers.ts';
import { assertProblem, startApi } from '../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';
import { migrationNumbers } from '../testing/older-schema.ts';

const api = startApi();
const OWN_CODE = migrationNumbers().at(-1)!;

async function waitUntil(holds: () => Promise<boolean>) {
  const until = Date.now() + 5_000;
  while (!(await holds())) {
    assert.ok(Date.now() < until, 'not within 5 s');
    await sleep(20);
  }
}
async function listServers() {
  return api.db.selectFrom('servers').select(['id', 'code', 'seen_at']).orderBy('seen_at').execute();
}
function countServers(count: number) {
  return waitUntil(async () => (await listServers()).length === count);
}
/** Another server that knows the migrations up to `code`, seen some seconds ago. */
async function enterServer(code: number, secondsAgo = 0) {
  const seen_at = sql<string>`now() - make_interval(secs => ${secondsAgo})`;
  await api.db.insertInto('servers').values({ id: randomUUID(), code, seen_at }).execute();
}
afterEach(() => api.db.deleteFrom('servers').where('code', '<', OWN_CODE).execute());

describe('the row of a server', () => {
  test('is written at the start and deleted at the end', async () => {
    await countServers(1);
    assert.equal((await listServers())[0]!.code, OWN_CODE);
    const other = await api.another();
    await countServers(2);
    await other.close();
    assert.equal((await listServers()).length, 1);
  });

  test('is refreshed, also after it was lost, and those of servers not seen for a minute are deleted', async () => {
    await countServers(1);
    const [own] = await listServers();
    const others = async () => (await listServers()).filter(({ id }) => id !== own!.id);
    await enterServer(1, 61);
    await enterServer(2, 59);
    const presence = announceServer(api.serverDb, { warn: () => {} }, 20);
    await waitUntil(async () => (await others()).map(({ code }) => code).join() === `2,${OWN_CODE}`);
    const { id, seen_at } = (await others())[1]!;
    await waitUntil(async () => (await others())[1]!.seen_at > seen_at);
    await api.db.deleteFrom('servers').where('id', '=', id).execute();
    await countServers(3);
    await presence.stop();
    assert.equal((await others()).length, 1);
  });

  test('that cannot be written is logged and tried again', async () => {
    const warnings: unknown[] = [];
    await sql`alter table servers rename to gone`.execute(api.db);
    const presence = announceServer(api.serverDb, { warn: (error: unknown) => void warnings.push(error) }, 20);
    await waitUntil(async () => warnings.length > 1);
    await sql`alter table gone rename to servers`.execute(api.db);
    await countServers(2);
    await presence.stop();
  });
});

describe('rows that servers of the last release misread wait until none of them runs', () => {
  async function createOrder() {
    const line = { product_id: (await createProduct(api.admin)).id, quantity: 5, unit_price: 2 };
    return createCustomerOrder(api.admin, (await createCustomer(api.admin)).id, [line]);
  }
  type Order = Awaited<ReturnType<typeof createOrder>>;
  const close = ({ id }: Order, items: number[]) =>
    api.sales.put(`/customer-orders/${id}/closed-lines`, { items }, { headers: { 'accept-language': 'en' } });

  async function closesNothing(order: Order) {
    const answer = await close(order, [order.items[0]!.id]);
    assertProblem(answer, 409, 'NOT_CONFIGURED');
    assert.match(answer.body.message, /a running server has an earlier version/);
    assert.deepEqual((await api.admin.get(`/customer-orders/${order.id}`)).body, order);
  }

  test('an order line is closed once all servers know closed lines, and can be opened again meanwhile', async () => {
    const order = await createOrder();
    await enterServer(60);
    await closesNothing(order);
    assert.equal((await close(order, [])).status, 200, 'nothing changes');
    await sql`update servers set seen_at = now() - interval '61 s' where code = 60`.execute(api.db);
    await enterServer(61);
    const closed = await close(order, [order.items[0]!.id]);
    assert.equal(closed.status, 200, JSON.stringify(closed.body));
    await enterServer(60);
    assert.equal((await close(order, [])).status, 200);
  });

  test('a server that writes no row is known by its connection for live changes', async () => {
    const order = await createOrder();
    const older = new Client({ connectionString: api.databaseUrl, application_name: 'bobina live' });
    await older.connect();
    try {
      await closesNothing(order);
    } finally {
      await older.end();
    }
    await waitUntil(async () => {
      const { rows } = await sql`select from pg_stat_activity where application_name = 'bobina live'`.execute(api.db);
      return rows.length === 0;
    });
    const closed = await close(order, [order.items[0]!.id]);
    assert.equal(closed.status, 200, JSON.stringify(closed.body));
  });

  test('a receipt is not cancelled', async () => {
    const product = await createProduct(api.admin, { has_batch: false });
    const order = await createPurchaseOrder(api.admin, (await createSupplier(api.admin)).id, [
      { product_id: product.id, quantity: 5, unit_price: 2 },
    ]);
    const warehouse = await createWarehouse(api.admin);
    const received = await api.warehouse.post('/goods-receipts/receive', {
      document_number: '1',
      document_date: '2026-03-02',
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, warehouse_id: warehouse.id, quantity: 5 }],
    });
    assert.equal(received.status, 201, JSON.stringify(received.body));
    const cancel = () =>
      api.warehouse.post(`/goods-receipts/${received.body.receipt_id}/cancel`, { reason: 'Riga sbagliata' });
    await enterServer(57);
    assertProblem(await cancel(), 409, 'NOT_CONFIGURED');
    await api.db.deleteFrom('servers').where('code', '=', 57).execute();
    assert.equal((await cancel()).status, 200);
  });
});

test('a movement of a source that only a newer server knows is listed and shown', async () => {
  const product = await createProduct(api.admin, { has_batch: false });
  const warehouse = await createWarehouse(api.admin);
  await createMovement(api.admin, loadBody(product.id, warehouse.id, 5));
  await sql`alter table stock_movements drop constraint stock_movements_source`.execute(api.db);
  const { rows } = await sql<{ id: number }>`
    update stock_movements set source_type = 'XYZ' where product_id = ${product.id} returning id`.execute(api.db);
  // In operation answers are not compared with the contract.
  const server = await api.another({ validateAnswers: false });
  after(() => server.close());
  const admin = server.as(api.admin.token);
  for (const path of ['', '?movement_type=C', '?q=XYZ', `?product_code=${product.code}`]) {
    const { status, body } = await admin.get(`/stock-movements${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    if (path === '?q=XYZ') continue;
    const { id, source_type, quantity } = body.find((row: { product_id: number }) => row.product_id === product.id);
    assert.deepEqual([id, source_type, quantity], [`${rows[0]!.id}-other`, 'XYZ', 5]);
  }
});
