/** Goods that may not be taken: batches on hold and mounted reels, in every act that takes stock. */
// oxlint-disable no-explicit-any -- tests read any response body
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
let main: number;
let other: number;
let customer: number;
let supplier: number;
let today: string;
async function prepare() {
  main = (await createWarehouse(api.admin)).id;
  other = (await createWarehouse(api.admin)).id;
  customer = (await createCustomer(api.admin)).id;
  supplier = (await createSupplier(api.admin)).id;
  today = (await api.admin.get('/company/today')).body.today;
}

/** A reel product with reels of these weights, oldest first. */
async function newReels(...kgs: number[]): Promise<{ paper: Product; reels: Reel[] }> {
  const given = { is_reel: true, has_batch: true, has_expiry_date: true, peso_carta: 80 };
  const paper = await createProduct(api.admin, given);
  const line = { product_id: paper.id, quantity: 10_000, unit_price: 2 };
  const order = await createPurchaseOrder(api.admin, supplier, [line]);
  const { status, body } = await api.warehouse.post('/goods-receipts/receive', {
    document_number: `W ${paper.id}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [
      {
        order_item_id: order.items[0]!.id,
        warehouse_id: main,
        reels: kgs.map((kg, at) => ({ width_mm: 1000, kg, expiry_date: addDays(today, 100 + at) })),
      },
    ],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { paper, reels: body.reels };
}
async function orderOf(product_id: number, quantity = 1000) {
  return createCustomerOrder(api.admin, customer, [{ product_id, quantity, unit_price: 1 }], {
    requested_delivery_date: addDays(today, 30),
  });
}
function sell(order: any, quantity: number, batch_number: string | null) {
  return api.sales.post('/packing-lists', {
    customer_id: customer,
    order_id: order.id,
    packing_date: today,
    items: [{ order_item_id: order.items[0].id, warehouse_id: main, batch_number, quantity }],
  });
}
function unload({ product_id, code }: Reel, quantity: number, given: object = {}) {
  return api.warehouse.post('/stock-movements', {
    ...loadBody(product_id, main, quantity, { batch_number: code }),
    movement_type: 'S',
    movement_date: today,
    ...given,
  });
}
function transfer(reel: Reel, quantity: number) {
  return api.warehouse.post('/stock-movements/transfers', {
    movement_date: today,
    from_warehouse_id: main,
    to_warehouse_id: other,
    items: [{ product_id: reel.product_id, batch_number: reel.code, quantity }],
  });
}
function split(batch_id: number) {
  const body = { batch_id, warehouse_id: main, quantity: 1, reels: [{ width_mm: 1000, kg: 1 }] };
  return api.warehouse.post('/reels/split', body);
}
function hold(batch: number) {
  return api.warehouse.post(`/batches/${batch}/hold`, { reason: 'Carta umida' });
}
/** Mounts a batch as a run does. */
async function mount({ batch_id }: { batch_id: number }) {
  const machine = await createMachine(api.admin);
  await sql`update reels set machine_id = ${machine.id}, mounted_at = now() where batch_id = ${batch_id}`.execute(
    api.db,
  );
  return machine;
}
/** Takes from a batch as a run does. */
function use({ product_id, code }: Reel, quantity: number) {
  const line = { movement_type: 'S', source_type: 'USE', movement_date: today, product_id, warehouse_id: main };
  return sql`select post_stock(${api.admin.userId}, ${JSON.stringify([{ ...line, batch_number: code, quantity }])}::jsonb, '{}')`.execute(
    api.db,
  );
}
async function balanceOf(reel: Reel): Promise<number> {
  return (await api.admin.get(`/reels/${reel.batch_id}`)).body.quantity;
}
async function partsOf(list: any): Promise<[string, number][]> {
  const { body } = await api.sales.get(`/packing-lists/${list.id}`);
  return body.items.map((item: any) => [item.batch_number, item.quantity]);
}

describe('batches on hold', () => {
  before(prepare);
  test('sale, use, unload and split are refused by the database; FEFO skips the batch; transfers, counts and reversals work', async () => {
    const { paper, reels } = await newReels(100, 200);
    const [held, free] = reels as [Reel, Reel];
    const order = await orderOf(paper.id);
    const earlier = await sell(order, 10, held.code);
    assert.equal(earlier.status, 201, JSON.stringify(earlier.body));
    assert.equal((await hold(held.batch_id)).status, 200);
    for (const refused of [await sell(order, 5, held.code), await unload(held, 1), await split(held.batch_id)]) {
      assertProblem(refused, 409, 'ON_HOLD');
      assert.equal(refused.body.batch_number, held.code);
    }
    await assert.rejects(use(held, 1), { constraint: 'batches_on_hold' });
    const sold = await sell(order, 50, null);
    assert.deepEqual(await partsOf(sold.body), [[free.code, 50]]);
    assert.equal(await balanceOf(held), 90);
    const rows = (await api.orders.get(`/stock/product/${paper.id}`)).body;
    assert.deepEqual(
      rows.map((row: any) => [row.batch_id, row.hold_reason]),
      [
        [held.batch_id, 'Carta umida'],
        [free.batch_id, null],
      ],
    );
    assert.equal((await transfer(held, 20)).status, 201);
    const count = (await api.warehouse.post('/stock-counts', { warehouse_id: main })).body;
    const counted = { product_id: paper.id, batch_number: held.code, counted_quantity: 60 };
    await api.warehouse.put(`/stock-counts/${count.id}/items`, { items: [counted] });
    assert.equal((await api.warehouse.post(`/stock-counts/${count.id}/post`)).status, 200);
    const { version } = (await api.sales.get(`/packing-lists/${earlier.body.id}`)).body;
    const cancelled = await api.sales.call('DELETE', `/packing-lists/${earlier.body.id}`, {
      headers: { 'if-match': `"${version}"` },
    });
    assert.equal(cancelled.status, 204);
    assert.equal(await balanceOf(held), 90, '20 in the other warehouse, 60 counted and 10 taken back');
  });
  test('a reel that was mounted before the hold can be returned, and nothing else takes from it', async () => {
    const [reel] = (await newReels(100)).reels as [Reel];
    await mount(reel);
    await hold(reel.batch_id);
    await use(reel, 30);
    assert.equal(await balanceOf(reel), 70);
    await sql`update reels set machine_id = null, mounted_at = null where batch_id = ${reel.batch_id}`.execute(api.db);
    await assert.rejects(use(reel, 30), { constraint: 'batches_on_hold' });
    assert.equal((await api.admin.get(`/reels/${reel.batch_id}`)).body.state, 'on_hold');
  });
  test('FEFO takes another batch when the first one is put on hold while it waits', async () => {
    const { paper, reels } = await newReels(100, 200);
    const [first, second] = reels as [Reel, Reel];
    const order = await orderOf(paper.id);
    const sold = await api.db.transaction().execute(async (tx) => {
      await sql`select lock_batches(array[${first.batch_id}::integer])`.execute(tx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const selling = sell(order, 50, null);
      await untilLockIsAwaited(rows[0]!.pid);
      await sql`update batches set hold_reason = 'Umida', held_at = now() where id = ${first.batch_id}`.execute(tx);
      return { selling };
    });
    const { status, body } = await sold.selling;
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(await partsOf(body), [[second.code, 50]]);
  });
});

describe('mounted reels', () => {
  before(prepare);
  test('U47: sale, transfer, manual unload, split, weighing and the undoing of its load answer REEL_MOUNTED, and FEFO passes over it', async () => {
    const { paper, reels } = await newReels(100, 200);
    const [mounted, free] = reels as [Reel, Reel];
    const order = await orderOf(paper.id);
    const machine = await mount(mounted);
    const weigh = (body: object) => api.warehouse.post(`/reels/${mounted.batch_id}/weigh`, body);
    for (const refused of [
      await sell(order, 5, mounted.code),
      await transfer(mounted, 5),
      await unload(mounted, 5),
      await unload(mounted, 5, { movement_type: 'T', destination_warehouse_id: other }),
      await split(mounted.batch_id),
      await weigh({ kg: 50 }),
      await weigh({ kg: 50, dry_run: true }),
    ]) {
      assertProblem(refused, 409, 'REEL_MOUNTED');
      assert.deepEqual([refused.body.batch_number, refused.body.machine_code], [mounted.code, machine.code]);
    }
    assert.deepEqual(await partsOf((await sell(order, 150, null)).body), [[free.code, 150]]);
    assertProblem(await sell(order, 51, null), 409, 'INSUFFICIENT_STOCK');
    assert.equal(await balanceOf(mounted), 100);

    const { id: product_id } = await createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80 });
    const made = await orderOf(product_id, 40);
    const itemId = made.items[0]!.id;
    await createOperation(api.admin, itemId, 40, { batch_number: 'B-40', is_completed: true });
    const body = { itemId, warehouseId: main, quantity: 40 };
    assert.equal((await api.warehouse.post('/production/load-to-warehouse', body)).status, 201);
    const [row] = (await api.admin.get(`/stock/product/${product_id}`)).body;
    await sql`insert into reels (batch_id, product_id, code, width_mm, initial_quantity)
      values (${row.batch_id}, ${product_id}, 'B-40', 1000, 40)`.execute(api.db);
    const press = await mount(row);
    const undone = await api.warehouse.delete(`/production/load-to-warehouse/${itemId}`);
    assertProblem(undone, 409, 'REEL_MOUNTED');
    assert.deepEqual([undone.body.batch_number, undone.body.machine_code], ['B-40', press.code]);
  });
  test('neither the list of goods to ship nor a packing list offers a mounted reel', async () => {
    const { paper, reels } = await newReels(100, 200);
    const [mounted, free] = reels as [Reel, Reel];
    const order = await orderOf(paper.id, 150);
    await mount(mounted);
    const ready = (await api.sales.get(`/shipments/ready?limit=1000&day=${addDays(today, 30)}`)).body;
    const { items } = ready.find(({ order_id }: any) => order_id === order.id);
    assert.deepEqual(
      items[0].batches.map(({ batch_number, quantity }: any) => [batch_number, quantity]),
      [[free.code, 150]],
    );
    const stock = (await api.sales.get(`/packing-lists/stock-availability/${paper.id}`)).body;
    assert.deepEqual(
      stock.map(({ batch_number }: any) => batch_number),
      [free.code],
    );
  });
});

/** Resolves when another session waits for a lock of this one. */
async function untilLockIsAwaited(pid: number): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select from pg_stat_activity where ${pid}::integer = any (pg_blocking_pids(pid))`.execute(api.db);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
