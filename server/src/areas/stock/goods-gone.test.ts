/**
 * Goods return only to a product and warehouse that still exist, with unchanged batch tracking, for every kind of
 * reversal.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem, startApi, type Answer } from '../../testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';

const api = startApi();

/** Loads ten of a product and removes them by an unload or a transfer. */
async function emptied(given: object = {}) {
  const [product, warehouse, other] = [
    await createProduct(api.admin, given),
    await createWarehouse(api.admin),
    await createWarehouse(api.admin),
  ];
  const body = loadBody(product.id, warehouse.id, 10);
  await createMovement(api.admin, body);
  return { product, warehouse, other, body };
}
const changes: [string, (of: Awaited<ReturnType<typeof emptied>>) => Promise<Answer>][] = [
  ['the product is deleted', ({ product }) => api.admin.delete(`/products/${product.id}`)],
  ['the warehouse is deleted', ({ warehouse }) => api.admin.delete(`/warehouses/${warehouse.id}`)],
  ['the product is traced by batch', ({ product }) => api.admin.put(`/products/${product.id}`, { has_batch: true })],
];
function refused(answer: Answer) {
  assertProblem(answer, 409, 'INVALID_TRANSITION');
  assert.match(answer.body.message, /rientrare/);
}
async function stockOf(product: number) {
  return (await api.admin.get(`/stock/product/${product}`)).body;
}

describe('unloaded goods are not restored', () => {
  for (const [what, change] of changes) {
    test(`once ${what}: the unload can neither be deleted nor changed into another type`, async () => {
      const of = await emptied();
      const unload = await createMovement(api.admin, { ...of.body, movement_type: 'S' });
      assert.ok((await change(of)).status < 300);
      refused(await api.admin.delete(`/stock-movements/${unload.id}`));
      const elsewhere = await emptied();
      refused(
        await api.admin.put(`/stock-movements/${unload.id}`, {
          product_id: elsewhere.product.id,
          warehouse_id: elsewhere.warehouse.id,
        }),
      );
      const { body } = await api.admin.get(`/stock?product_id=${of.product.id}`);
      assert.deepEqual(body, []);
    });
  }
  test('once the warehouse is deleted: the transfer out of it cannot be deleted', async () => {
    const of = await emptied();
    const transfer = await createMovement(api.admin, {
      ...of.body,
      movement_type: 'T',
      destination_warehouse_id: of.other.id,
    });
    assert.equal((await api.admin.delete(`/warehouses/${of.warehouse.id}`)).status, 204);
    refused(await api.admin.delete(`/stock-movements/${transfer.id}`));
    assert.deepEqual(
      (await stockOf(of.product.id)).map(({ warehouse_id, quantity }: Record<string, number>) => [
        warehouse_id,
        quantity,
      ]),
      [[of.other.id, 10]],
    );
  });

  for (const [what, change] of changes)
    test(`once ${what}: a counted surplus is not booked`, async () => {
      const of = await emptied();
      await createMovement(api.admin, { ...of.body, movement_type: 'S' });
      const { body: count } = await api.warehouse.post('/stock-counts', { warehouse_id: of.warehouse.id });
      const items = [{ product_id: of.product.id, counted_quantity: 3 }];
      assert.equal((await api.warehouse.put(`/stock-counts/${count.id}/items`, { items })).status, 200);
      assert.ok((await change(of)).status < 300);
      refused(await api.warehouse.post(`/stock-counts/${count.id}/post`, {}));
      assert.deepEqual((await api.admin.get(`/stock?product_id=${of.product.id}`)).body, []);
    });
  test('a count without a difference for such a product is posted', async () => {
    const of = await emptied();
    await createMovement(api.admin, { ...of.body, movement_type: 'S' });
    const { body: count } = await api.warehouse.post('/stock-counts', { warehouse_id: of.warehouse.id });
    const items = [{ product_id: of.product.id, counted_quantity: 0 }];
    await api.warehouse.put(`/stock-counts/${count.id}/items`, { items });
    assert.equal((await api.admin.delete(`/products/${of.product.id}`)).status, 204);
    assert.equal((await api.warehouse.post(`/stock-counts/${count.id}/post`, {})).status, 200);
  });
});
