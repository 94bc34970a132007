import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { today } from '@bobina/contract/core/dates.ts';
import { sql } from 'kysely';
import { startApi } from '../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';
import { runHousekeeping } from './housekeeping.ts';

const api = startApi();
const TODAY = today('Europe/Rome');

test('housekeeping deletes stored answers after 7 days, sessions 30 days after they began, failed sign-ins after an hour, notices after 30 days, and never an activity', async () => {
  const user = api.admin.userId;
  const age = (days: number, hours = 0) => sql<string>`now() - make_interval(days => ${days}, hours => ${hours})`;
  for (const [key, days] of [
    ['old', 8],
    ['young', 6],
  ] as const)
    await api.db
      .insertInto('idempotency_keys')
      .values({ user_id: user, key, fingerprint: randomBytes(32), created_at: age(days) })
      .execute();
  for (const days of [31, 29])
    await api.db
      .insertInto('sessions')
      .values({ user_id: user, token_hash: randomBytes(32), created_at: age(days), last_used: age(days) })
      .execute();
  for (const hours of [2, 0])
    await api.db
      .insertInto('sign_in_failures')
      .values({ username: 'x', address: '192.0.2.1', failed_at: age(0, hours) })
      .execute();
  for (const days of [31, 29])
    await api.db
      .insertInto('notices')
      .values({
        kind: 'order_late',
        entity: 'customer-orders',
        entity_id: days,
        code: `OC-${days}`,
        label: `OC-${days} · Forno`,
        at: age(days),
      })
      .execute();
  await api.db
    .insertInto('activities')
    .values({ user_id: user, action: 'create', entity_type: 'machines', created_at: age(3650) })
    .execute();

  await runHousekeeping(api.db, { warn: () => assert.fail('housekeeping failed') });

  const keys = await api.db.selectFrom('idempotency_keys').select('key').execute();
  assert.deepEqual(keys, [{ key: 'young' }]);
  const { sessions } = (
    await sql<{
      sessions: number;
    }>`select count(*) as sessions from sessions where created_at < now() - interval '1 day'`.execute(api.db)
  ).rows[0]!;
  assert.equal(sessions, 1);
  assert.deepEqual(await api.db.selectFrom('notices').select('entity_id').execute(), [{ entity_id: 29 }]);
  assert.equal((await api.db.selectFrom('sign_in_failures').select('id').execute()).length, 1);
  const old = await api.db.selectFrom('activities').select('id').where('created_at', '<', age(3649)).execute();
  assert.equal(old.length, 1);
  assert.equal((await api.admin.get('/auth/me')).status, 200);
});

test('housekeeping merges the stock totals of past months, one row per product, warehouse and month, with the same sums', async () => {
  const { id: product } = await createProduct(api.admin);
  const { id: warehouse } = await createWarehouse(api.admin);
  const load = (quantity: number, movement_date: string) =>
    createMovement(api.admin, loadBody(product, warehouse, quantity, { movement_date }));
  for (const day of ['2025-03-01', '2025-03-31', '2025-04-01', TODAY, TODAY]) await load(1.5, day);
  const undone = await load(9, '2025-05-01');
  await api.admin.delete(`/stock-movements/${undone.id}`);
  const months = async () => {
    const { rows } = await sql<{ month: string; quantity: string; rows: number }>`
      select month::text, sum(quantity)::text as quantity, count(*)::integer as rows from stock_months
      where product_id = ${product} group by month order by month`.execute(api.db);
    return rows.map(({ month, quantity, rows: count }) => [month, Number(quantity), count]);
  };
  const current = `${TODAY.slice(0, 8)}01`;
  assert.deepEqual(await months(), [
    ['2025-03-01', 3, 2],
    ['2025-04-01', 1.5, 1],
    ['2025-05-01', 0, 2],
    [current, 3, 2],
  ]);
  await runHousekeeping(api.db, { warn: () => assert.fail('housekeeping failed') });
  assert.deepEqual(await months(), [
    ['2025-03-01', 3, 1],
    ['2025-04-01', 1.5, 1],
    [current, 3, 2],
  ]);
});

test('housekeeping deletes picks of shipments after seven days', async () => {
  const { id: product } = await createProduct(api.admin);
  const { id: warehouse } = await createWarehouse(api.admin);
  await createMovement(api.admin, loadBody(product, warehouse, 5));
  const { id: customer } = await createCustomer(api.admin);
  const line = { product_id: product, quantity: 1, unit_price: 1, delivery_date: TODAY };
  const order = await createCustomerOrder(api.admin, customer, [line, line]);
  for (const [at, days] of [8, 6].entries()) {
    const { rows } = await sql<{ order_item_id: number }>`
      insert into shipment_picks (order_item_id, warehouse_id, batch_id, picked_at, picked_by)
      select ${order.items[at]!.id}, warehouse_id, batch_id, now() - make_interval(days => ${days}), ${api.admin.userId}
      from stock_balances where product_id = ${product} returning order_item_id`.execute(api.db);
    assert.equal(rows.length, 1);
  }
  await runHousekeeping(api.db, { warn: () => assert.fail('housekeeping failed') });
  assert.deepEqual(await api.db.selectFrom('shipment_picks').select('order_item_id').execute(), [
    { order_item_id: order.items[1]!.id },
  ]);
});
