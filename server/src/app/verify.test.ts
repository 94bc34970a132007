import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { Client } from 'pg';
import { startApi } from '../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';
import { findDifferences } from './differences.ts';

const api = startApi();

/** One of everything that is stored twice: movements changed and deleted, an order received in part. */
const work = async () => {
  const product = await createProduct(api.admin, { has_batch: true });
  const [here, there] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
  const load = await createMovement(api.admin, loadBody(product.id, here.id, 10.5, { batch_number: 'L1' }));
  await createMovement(
    api.admin,
    loadBody(product.id, here.id, 2, { batch_number: 'L1', movement_type: 'T', destination_warehouse_id: there.id }),
  );
  await api.admin.put(`/stock-movements/${load.id}`, { quantity: 12, movement_date: '2026-01-05' });
  const gone = await createMovement(api.admin, loadBody(product.id, there.id, 1, { batch_number: 'L2' }));
  await api.admin.delete(`/stock-movements/${gone.id}`);
  const supplier = await createSupplier(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity: 3.333, unit_price: 1.11111 },
  ]);
  const received = {
    order_item_id: order.items[0]!.id,
    quantity: 2,
    warehouse_id: here.id,
    batches: [{ batch_number: 'L3', quantity: 2 }],
  };
  assert.equal(
    (
      await api.admin.post('/goods-receipts/receive', {
        document_number: '1',
        document_date: '2026-01-01',
        order_id: order.id,
        items: [received],
      })
    ).status,
    201,
  );
  await produce(product.id, here.id);
};

/** A line produced in two batches, scheduled, loaded, taken back and loaded again; another one forced. */
const produce = async (product: number, warehouse: number) => {
  const line = { product_id: product, quantity: 10, unit_price: 1.005 };
  const { items } = await createCustomerOrder(api.admin, (await createCustomer(api.admin)).id, [line, line]);
  const [first, second] = [items[0]!.id, items[1]!.id];
  await createScheduling(api.admin, first, (await createMachine(api.admin)).id, 4.5);
  await createOperation(api.admin, first, 6);
  await createOperation(api.admin, first, 4, { batch_number: 'L9' });
  const load = () =>
    api.admin.post('/production/load-to-warehouse', { itemId: first, warehouseId: warehouse, quantity: 9 });
  await load();
  await api.admin.delete(`/production/load-to-warehouse/${first}`);
  assert.equal((await load()).status, 201);
  assert.equal((await api.admin.post(`/production/force-completion/${second}`, {})).status, 200);
};

/** What is found after a statement, which is taken back. */
const foundAfter = async (statement: string): Promise<string[]> => {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('alter table stock_entries disable trigger user');
    await client.query(statement);
    return [...new Set((await findDifferences(client)).map(({ check }) => check))];
  } finally {
    await client.end();
  }
};

describe('npm run verify', () => {
  before(work);
  const run = () =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'verify.ts')], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: api.databaseUrl },
    });

  test('finds nothing in what was booked', () => {
    const { status, stdout, stderr } = run();
    assert.deepEqual([status, stdout], [0, 'All agree: 15 checks.\n'], stderr);
  });
  const corruptions: [string, string, string[]][] = [
    [
      'a balance',
      'update stock_balances set quantity = quantity + 1 where id = 1',
      ['stock balance: the sum of its entries'],
    ],
    [
      'an entry',
      `insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity)
      select movement_id, '2025-01-01', product_id, warehouse_id, batch_id, -0.5 from stock_entries order by id limit 1`,
      [
        'stock balance: the sum of its entries',
        'stock at the end of a day: never below zero',
        'entries of a movement: what it moves',
      ],
    ],
    [
      'a movement',
      'update stock_movements set quantity = quantity + 0.00001 where id = 1',
      ['entries of a movement: what it moves'],
    ],
    [
      'a received quantity',
      'update purchase_order_items set received_quantity = 2.5',
      ['purchase order line: what its receipts brought'],
    ],
    [
      'the line of a receipt',
      'update goods_receipt_items set quantity = 1.5',
      ['purchase order line: what its receipts brought', 'receipt line: what it loaded'],
    ],
    [
      'the total of a line',
      'update purchase_order_items set total = total + 0.0001',
      ['purchase order line: quantity times price', 'purchase order: the sum of its lines'],
    ],
    [
      'the total of an order',
      'update purchase_orders set total_amount = total_amount + 0.0001',
      ['purchase order: the sum of its lines'],
    ],
    ['the status of an order', `update purchase_orders set status = 'notReceived'`, ['purchase order: its status']],
    [
      'the total of a customer order line',
      'update customer_order_items set total = total + 0.01',
      ['customer order line: quantity times price', 'customer order: the sum of its lines'],
    ],
    [
      'the total of a customer order',
      'update customer_orders set total_amount = total_amount + 0.01',
      ['customer order: the sum of its lines'],
    ],
    [
      'an operation, behind its trigger',
      'alter table production_operations disable trigger user; update production_operations set quantity_produced = quantity_produced + 1',
      ['customer order line: what its operations produced'],
    ],
    [
      'a production status',
      `alter table customer_order_items disable trigger user; update customer_order_items set production_status = 'da_produrre'`,
      ['customer order line: its production status'],
    ],
    [
      'a scheduled quantity',
      'update customer_order_items set scheduled_quantity = 5 where scheduled_quantity > 0',
      ['customer order line: what is scheduled'],
    ],
    [
      'a loaded quantity',
      'update customer_order_items set loaded_quantity = 5 where loaded_quantity = 9',
      ['customer order line: what was loaded'],
    ],
    [
      'a production load',
      'update production_loads set quantity = 8 where quantity = 9 and undone_at is null',
      ['customer order line: what was loaded', 'production load: what it moved'],
    ],
  ];
  for (const [what, statement, found] of corruptions)
    test(`finds ${what} that was tampered with`, async () => assert.deepEqual(await foundAfter(statement), found));

  test('ends with 1 and names the row when anything differs', async () => {
    const { order_number } = await api.db
      .updateTable('purchase_orders')
      .set({ total_amount: '1' })
      .returning('order_number')
      .executeTakeFirstOrThrow();
    const { status, stdout } = run();
    assert.deepEqual(
      [status, stdout],
      [
        1,
        `purchase order: the sum of its lines · order ${order_number}: stored 1.0000, worked out 3.7033\n1 differences.\n`,
      ],
    );
  });
});
