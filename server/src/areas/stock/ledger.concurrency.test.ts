/** Concurrency: no goods are taken twice, and no client sees a deadlock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startApi } from '../../testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';

const api = startApi();
async function quantityIn(product: number, warehouse: number): Promise<number> {
  return (await api.admin.get(`/stock/product/${product}?warehouse_id=${warehouse}`)).body.reduce(
    (total: number, row: { quantity: number }) => total + row.quantity,
    0,
  );
}
function times<T>(count: number, work: (index: number) => Promise<T>) {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

describe('concurrent documents', () => {
  test('60 clients draining one batch: issued and remaining equal the loaded quantity', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const warehouse = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 100.5, { batch_number: 'L1' }));
    const answers = await times(60, () =>
      api.warehouse.post('/stock-movements', {
        ...loadBody(product.id, warehouse.id, 2.5, { batch_number: 'L1' }),
        movement_type: 'S',
      }),
    );
    const issued = answers.filter(({ status }) => status === 201).length * 2.5;
    assert.equal(issued, 100);
    assert.equal(await quantityIn(product.id, warehouse.id), 0.5);
    for (const { status, body } of answers)
      assert.ok(status === 201 || body.code === 'INSUFFICIENT_STOCK', JSON.stringify(body));
  });
  test('transfers in both directions, with lines in any order, cause no deadlock and lose nothing', async () => {
    const products = await times(4, () => createProduct(api.admin));
    const [here, there] = await times(2, () => createWarehouse(api.admin));
    for (const product of products)
      for (const warehouse of [here!, there!]) await createMovement(api.admin, loadBody(product.id, warehouse.id, 50));
    const answers = await times(60, (index) => {
      const ids = index % 3 ? products : products.toReversed();
      const [from, to] = index % 2 ? [here!, there!] : [there!, here!];
      return api.warehouse.post('/stock-movements/transfers', {
        movement_date: '2026-02-01',
        from_warehouse_id: from.id,
        to_warehouse_id: to.id,
        items: ids.map(({ id }) => ({ product_id: id, quantity: 1 + (index % 7) })),
      });
    });
    for (const { status, body } of answers)
      assert.ok(status === 201 || body.code === 'INSUFFICIENT_STOCK', JSON.stringify(body));
    for (const { id } of products)
      assert.equal((await quantityIn(id, here!.id)) + (await quantityIn(id, there!.id)), 100);
  });
  test('of concurrent loads of one new batch with two expiries, one expiry applies', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const warehouse = await createWarehouse(api.admin);
    const answers = await times(12, (index) =>
      api.warehouse.post(
        '/stock-movements',
        loadBody(product.id, warehouse.id, 1, { batch_number: 'L', expiry_date: `2030-01-0${1 + (index % 2)}` }),
      ),
    );
    const expiries = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.expiry_date));
    assert.equal(expiries.size, 1);
    for (const { status, body } of answers)
      assert.ok(status === 201 || body.code === 'BATCH_DATES', JSON.stringify(body));
  });
  test('a product cannot be deleted during a load', async () => {
    for (let round = 0; round < 5; round++) {
      const product = await createProduct(api.admin);
      const warehouse = await createWarehouse(api.admin);
      const [load, deletion, closing] = await Promise.all([
        api.admin.post('/stock-movements', loadBody(product.id, warehouse.id, 1)),
        api.admin.delete(`/products/${product.id}`),
        api.admin.delete(`/warehouses/${warehouse.id}`),
      ]);
      if (load.status === 201)
        assert.deepEqual([deletion.body.code, closing.body.code], ['IN_USE', 'WAREHOUSE_NOT_EMPTY']);
      else assert.equal(load.status, 400, JSON.stringify(load.body));
    }
  });
});
