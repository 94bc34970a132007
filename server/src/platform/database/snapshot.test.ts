/** A document that is read while somebody changes it is the one before or the one after, never half of each. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { startApi, type Answer } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../../testing/factories.ts';

const api = startApi();

/** Asks while the lines are held; they and the head of the document change before they are read. */
async function readWhile(lines: string, path: string, changes: readonly string[]): Promise<Answer> {
  let asking: Promise<Answer> | undefined;
  await api.db.transaction().execute(async (tx) => {
    await sql.raw(`lock table ${lines} in access exclusive mode`).execute(tx);
    asking = api.admin.get(path);
    for (;;) {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      if (rows.length > 0) break;
      await sleep(5);
    }
    for (const change of changes) await sql.raw(change).execute(tx);
  });
  return asking!;
}

describe('a document is read in one piece', () => {
  test('an order of a customer', async () => {
    const [customer, product] = [await createCustomer(api.admin), await createProduct(api.admin)];
    const line = { product_id: product.id, quantity: 2, unit_price: 3 };
    const { id } = await createCustomerOrder(api.admin, customer.id, [line]);
    const { body } = await readWhile('customer_order_items', `/customer-orders/${id}`, [
      `update customer_order_items set unit_price = 5, total = 10 where order_id = ${id}`,
      `update customer_orders set total_amount = 10, version = 2 where id = ${id}`,
    ]);
    assert.deepEqual([body.total_amount, body.items[0].total], [6, 6]);
    const after = await api.admin.get(`/customer-orders/${id}`);
    assert.deepEqual([after.body.total_amount, after.body.items[0].total], [10, 10]);
  });
  test('an order to a supplier, and what is to be received of it', async () => {
    const [supplier, product] = [await createSupplier(api.admin), await createProduct(api.admin)];
    const line = { product_id: product.id, quantity: 2, unit_price: 3 };
    for (const path of ['purchase-orders', 'goods-receipts/order-details']) {
      const { id } = await createPurchaseOrder(api.admin, supplier.id, [line]);
      const { body } = await readWhile('purchase_order_items', `/${path}/${id}`, [
        `update purchase_order_items set closed = true where order_id = ${id}`,
        `update purchase_orders set status = 'fullyReceived' where id = ${id}`,
      ]);
      assert.deepEqual([body.status, body.items[0].status], ['notReceived', 'notReceived']);
    }
  });
});
