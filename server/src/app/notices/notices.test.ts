/** Notices by role, their reading marks, and the search for late orders. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import type { Notice } from '@bobina/contract/system/notices.ts';
import { sql } from 'kysely';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
} from '../../testing/factories.ts';
import { startLateNotices, noticeLateOrders } from './late-orders.ts';

const api = startApi();
/** The company's. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());

async function noticesOf(session: Session, query = '') {
  const { status, body } = await session.get<Notice[]>(`/notices${query}`);
  assert.equal(status, 200);
  return body;
}

async function receive(session: Session) {
  const supplier = await createSupplier(api.admin, { business_name: 'Cartiera Verde' });
  const { id: product_id } = await createProduct(api.admin, { supplier_id: supplier.id });
  const { id: warehouse_id } = await createWarehouse(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier.id, [{ product_id, quantity: 10, unit_price: 1 }]);
  const { status, body } = await session.post('/goods-receipts/receive', {
    document_number: `DDT ${order.id}`,
    document_date: today,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 4, warehouse_id }],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return order;
}

async function orderDue(days: number) {
  const customer = await createCustomer(api.admin, { business_name: 'Forno Rossi' });
  const { id: product_id } = await createProduct(api.admin);
  const line = { product_id, quantity: 1, unit_price: 1, delivery_date: addDays(today, days) };
  return createCustomerOrder(api.admin, customer.id, [line], {
    order_date: addDays(today, -9),
    requested_delivery_date: line.delivery_date,
  });
}

function seenBy(all: Map<Role, Notice[]>, kind: string) {
  return ROLES.filter((role) => all.get(role)!.some((notice) => notice.kind === kind));
}
async function readAll() {
  return new Map(await Promise.all(ROLES.map(async (role) => [role, await noticesOf(api[role])] as const)));
}

describe('notices', () => {
  test('arrived goods concern those who read purchase orders, except the user who received them', async () => {
    const order = await receive(api.warehouse);
    const all = await readAll();
    assert.deepEqual(seenBy(all, 'goods_arrived'), ['admin', 'direction', 'orders', 'sales']);
    const [{ id, at, ...notice }] = all.get('orders') as [Notice];
    assert.ok(id > 0 && Math.abs(Date.now() - Date.parse(at)) < 60_000);
    assert.deepEqual(notice, {
      kind: 'goods_arrived',
      entity: 'purchase-orders',
      entity_id: order.id,
      label: `${order.order_number} · Cartiera Verde`,
      path: `/operazioni/ordini-fornitori/${order.id}`,
      text: null,
      by_name: null,
      is_read: false,
    });
    assertProblem(await api.as(null).get('/notices'), 401, 'UNAUTHENTICATED');
  });

  test('a refused receipt leaves no notice', async () => {
    const before = (await noticesOf(api.admin)).length;
    const order = await receive(api.orders);
    const refused = await api.warehouse.post('/goods-receipts/receive', {
      document_number: `DDT ${order.id}`,
      document_date: today,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, quantity: 4, warehouse_id: 1 }],
    });
    assert.ok(refused.status >= 400);
    assert.equal((await noticesOf(api.admin)).length, before + 1);
  });

  test('an order that became late is announced once, to its roles, until it is late again', async () => {
    const early = await orderDue(-3);
    assert.equal(await noticeLateOrders(api.db, { again: false }), 0, 'the first check only records');
    const order = await orderDue(-1);
    assert.equal(await noticeLateOrders(api.db, { again: false }), 0, 'the day is checked already');
    assert.equal(await noticeLateOrders(api.db, { again: true }), 1);
    assert.equal(await noticeLateOrders(api.db, { again: true }), 0, 'it is still late');
    const all = await readAll();
    assert.deepEqual(seenBy(all, 'order_late'), ['admin', 'direction', 'orders', 'warehouse', 'sales']);
    const [{ entity, entity_id, label, path }] = all.get('warehouse') as [Notice];
    assert.deepEqual([entity, entity_id], ['customer-orders', order.id]);
    assert.equal(label, `${order.order_number} · Forno Rossi`);
    assert.equal(
      path,
      `/ordiniclienti/visualizza-ordini?${new URLSearchParams({ q: order.order_number, order: String(order.id) })}`,
    );
    // Postponed and late again.
    const put = (days: number) =>
      api.admin.put(`/customer-orders/${early.id}`, {
        requested_delivery_date: addDays(today, days),
        items: [
          {
            id: early.items[0]!.id,
            product_id: early.items[0]!.product_id,
            quantity: 1,
            unit_price: 1,
            delivery_date: addDays(today, days),
          },
        ],
      });
    assert.equal((await put(3)).status, 200);
    assert.equal(await noticeLateOrders(api.db, { again: true }), 0);
    assert.equal((await put(-2)).status, 200);
    await sql`update late_order_checks set day = day - 1`.execute(api.db);
    assert.equal(await noticeLateOrders(api.db, { again: false }), 1, 'the next day is checked');
  });

  test('several nodes that check concurrently announce an order once, and the node at its start catches up', async () => {
    await orderDue(-1);
    const made = await Promise.all(Array.from({ length: 4 }, () => noticeLateOrders(api.db, { again: true })));
    assert.equal(
      made.reduce((sum, count) => sum + count, 0),
      1,
    );
    await orderDue(-1);
    const announced: string[] = [];
    const keeper = startLateNotices({
      db: api.db,
      announce: (changes) => announced.push(...changes.map(({ entity }) => entity)),
      log: { warn: () => assert.fail('not checked') },
    });
    await keeper.stop();
    assert.deepEqual(announced, ['notices']);
  });

  test('reading marks the notices up to an instant, for this user alone, and never moves back or beyond now', async () => {
    const unread = async (session: Session) => (await noticesOf(session, '?unread=true')).length;
    const before = await noticesOf(api.direction);
    assert.ok(before.length > 3 && before.every(({ is_read }) => !is_read));
    const put = (until: string) => api.direction.put('/notices/read', { until });
    assert.equal((await put(before[1]!.at)).status, 204);
    assert.deepEqual(
      (await noticesOf(api.direction)).map(({ is_read }) => is_read),
      before.map((_, index) => index > 0),
    );
    assert.equal(await unread(api.direction), 1);
    assert.equal((await put('2020-01-01T00:00:00Z')).status, 204);
    assert.equal(await unread(api.direction), 1, 'an earlier instant changes nothing');
    assert.equal((await put('2099-01-01T00:00:00+01:00')).status, 204);
    assert.equal(await unread(api.direction), 0);
    assert.ok((await unread(api.sales)) > 1, 'others have not read them');
    await receive(api.warehouse);
    assert.equal(await unread(api.direction), 1, 'a later notice is not read in advance');
    assertProblem(await api.direction.put('/notices/read', { until: 'ieri' }), 400, 'VALIDATION', { until: 'format' });
    assertProblem(await api.direction.put('/notices/read', {}), 400, 'VALIDATION');
  });

  test('for a new user all earlier notices are read, and no notice is older than 30 days', async () => {
    const user = { username: 'nuova', password: 'segreta-Prova-9', name: 'Nuova', role: 'orders' };
    assert.equal((await api.admin.post('/users', user)).status, 201);
    const session = await api.signIn('nuova');
    const found = await noticesOf(session);
    assert.ok(found.length > 3 && found.every(({ is_read }) => is_read));
    await sql`update notices set at = at - interval '31 days' where id = ${found[0]!.id}`.execute(api.db);
    assert.equal((await noticesOf(session)).length, found.length - 1);
  });

  test('a mention concerns one user, and a notice with a capability those who have it', async () => {
    await sql`insert into notices (kind, entity, entity_id, code, label, user_id) values
      ('mention', 'products', 1, 'P1', 'P1', ${api.sales.userId})`.execute(api.db);
    const rows = [{ row: 2, values: { code: 'P-9' } }];
    const imported = await api.admin.post('/imports/products', { rows, mode: 'create' });
    assert.equal(imported.body.refused, 1, JSON.stringify(imported.body));
    const all = await readAll();
    assert.deepEqual(seenBy(all, 'mention'), ['sales']);
    assert.deepEqual(seenBy(all, 'import_failed'), ['direction', 'orders', 'sales'], 'not the one who imported');
  });
});
