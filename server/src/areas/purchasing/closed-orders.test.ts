/** The supplier and the products of a closed order may be deleted; the order cannot be reopened afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  orderBody,
} from '../../testing/factories.ts';

const api = startApi();

/** Three ordered, none received, completed by hand. */
async function closed() {
  const [supplier, product] = [await createSupplier(api.admin), await createProduct(api.admin)];
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity: 3, unit_price: 1 },
  ]);
  const item = order.items[0]!;
  const answer = await api.orders.put(`/goods-receipts/items/${item.id}/completed`, { completed: true });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { supplier, product, order, item };
}
function line(item: { id: number; product_id: number }, quantity: number) {
  return {
    id: item.id,
    product_id: item.product_id,
    quantity,
    unit_price: 1,
  };
}

describe('a closed order whose product was deleted', () => {
  test('accepts no receipt, cannot be reopened or increased; other changes are accepted', async () => {
    const { product, order, item } = await closed();
    const warehouse = await createWarehouse(api.admin);
    assert.equal((await api.admin.delete(`/products/${product.id}`)).status, 204);
    const receipt = {
      document_number: 'DDT 1',
      document_date: '2026-03-02',
      order_id: order.id,
      items: [{ order_item_id: item.id, quantity: 1, warehouse_id: warehouse.id }],
    };
    const received = await api.orders.post('/goods-receipts/receive', receipt);
    assertProblem(received, 400, 'VALIDATION', { 'items.0.order_item_id': 'unknown' });
    const reopened = await api.orders.put(`/goods-receipts/items/${item.id}/completed`, { completed: false });
    assertProblem(reopened, 409, 'INVALID_TRANSITION');
    const path = `/purchase-orders/${order.id}`;
    const grown = await api.orders.put(path, { items: [line(item, 4)] });
    assertProblem(grown, 400, 'VALIDATION', { 'items.0.product_id': 'unknown' });
    const same = await api.orders.put(path, { notes: 'chiuso', items: [line(item, 3)] });
    assert.equal(same.status, 200, JSON.stringify(same.body));
    assert.equal(same.body.status, 'fullyReceived');
  });
});

describe('a closed order whose supplier was deleted', () => {
  test('cannot be reopened and is not offered for receipt', async () => {
    const { supplier, order, item } = await closed();
    assert.equal((await api.admin.delete(`/suppliers/${supplier.id}`)).status, 204);
    const reopened = await api.orders.put(`/goods-receipts/items/${item.id}/completed`, { completed: false });
    assertProblem(reopened, 409, 'INVALID_TRANSITION');
    const other = await createProduct(api.admin);
    for (const items of [[line(item, 4)], [line(item, 3), { product_id: other.id, quantity: 1, unit_price: 1 }]])
      assertProblem(await api.orders.put(`/purchase-orders/${order.id}`, { items }), 400, 'VALIDATION', {
        supplier_id: 'unknown',
      });
    const same = await api.orders.put(`/purchase-orders/${order.id}`, { items: [line(item, 3)] });
    assert.equal(same.status, 200, JSON.stringify(same.body));
  });
});

test('automatic numbering skips a typed number that is not committed yet', async () => {
  const { supplier, product } = await closed();
  const items = [{ product_id: product.id, quantity: 1, unit_price: 1 }];
  const year = { order_date: '2032-03-01', requested_arrival_date: '2032-03-20' };
  const [inserted, typing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // A typed number that is not committed yet.
  const typed = api.db.transaction().execute(async (tx) => {
    await sql`
      insert into purchase_orders (order_number, supplier_id, order_date, requested_arrival_date, currency)
      values ('OF-2032/00001', ${supplier.id}, '2032-03-01', '2032-03-20', 'EUR')`.execute(tx);
    inserted.resolve();
    await typing.promise;
  });
  await Promise.race([inserted.promise, typed]); // `typed` rejects if the insert fails
  const asking = api.orders.post('/purchase-orders', orderBody(supplier.id, items, year));
  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`.execute(
      api.db,
    );
    return rows.length > 0;
  };
  while (!(await isWaiting())) await sleep(5);
  typing.resolve();
  await typed;
  const answer = await asking;
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.body.order_number, 'OF-2032/00002');
});
