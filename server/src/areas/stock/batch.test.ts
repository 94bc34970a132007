/** One batch: its stock, its origin and its uses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();

test('GET /batches/{id} answers product, dates, stock by warehouse and movements, newest first', async () => {
  const product = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, name: 'Rotoli' });
  const [here, there] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
  const dates = { batch_number: 'L-9', expiry_date: '2030-01-31' };
  const load = await createMovement(api.warehouse, loadBody(product.id, here.id, 10, dates));
  const transfer = await createMovement(api.warehouse, {
    ...loadBody(product.id, here.id, 4),
    movement_type: 'T',
    batch_number: 'L-9',
    destination_warehouse_id: there.id,
  });
  const customer = await createCustomer(api.admin);
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity: 3, unit_price: 1 },
  ]);
  const packingList = await createPackingList(api.admin, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 3, warehouse_id: here.id, batch_number: 'L-9' }],
  });
  const id = load.batch_id!;
  const { body } = await api.warehouse.get(`/batches/${id}`);
  const { movements, ...batch } = body;
  assert.deepEqual(batch, {
    id,
    product_id: product.id,
    code: product.code,
    product_name: 'Rotoli',
    unit_of_measure: 'kg',
    batch_number: 'L-9',
    production_date: null,
    expiry_date: '2030-01-31',
    hold_reason: null,
    held_at: null,
    held_by_name: null,
    sscc: null,
    version: 1,
    stock: [
      { warehouse_id: here.id, warehouse_name: here.name, quantity: 3 },
      { warehouse_id: there.id, warehouse_name: there.name, quantity: 4 },
    ],
  });
  assert.deepEqual(
    movements.map(({ movement_type }: { movement_type: string }) => movement_type),
    ['S', 'T', 'C'],
  );
  assert.deepEqual([movements[1].id, movements[2].id], [transfer.id, load.id]);
  assert.deepEqual(movements[0].source_document, {
    type: 'SO',
    id: packingList.id,
    number: packingList.packing_list_number,
  });
  const levels = await api.warehouse.get(`/stock?product_id=${product.id}`);
  assert.deepEqual(new Set(levels.body.map(({ batch_id }: { batch_id: number }) => batch_id)), new Set([id]));
  assertProblem(await api.administration.get(`/batches/${id}`), 403, 'FORBIDDEN');
});

test('GET /batches/{id} of goods without a batch, and of an unknown one, is a 404', async () => {
  const product = await createProduct(api.admin);
  const warehouse = await createWarehouse(api.admin);
  const load = await createMovement(api.warehouse, loadBody(product.id, warehouse.id, 1));
  assert.equal(load.batch_id, null);
  const { id } = await api.db
    .selectFrom('batches')
    .select('id')
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  assertProblem(await api.admin.get(`/batches/${id}`), 404, 'NOT_FOUND');
  assertProblem(await api.admin.get('/batches/2000000000'), 404, 'NOT_FOUND');
});
