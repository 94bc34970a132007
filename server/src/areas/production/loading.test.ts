import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createOperation,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
let customer: number;
let batched: Product;
let oldest: Warehouse;
let finished: Warehouse;
async function prepare() {
  if (finished) return;
  customer = (await createCustomer(api.admin)).id;
  batched = await createProduct(api.admin, { unit_of_measure: 'box', has_batch: true });
  oldest = await createWarehouse(api.admin, { name: 'Il primo' });
  finished = await createWarehouse(api.admin, { name: 'Prodotti finiti' });
}
/** The company's day. */
function today() {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
}
function newOrder(quantity = 1000, product = batched) {
  return createCustomerOrder(api.admin, customer, [{ product_id: product.id, quantity, unit_price: 1 }]);
}
async function newItem(quantity?: number, product?: Product) {
  return (await newOrder(quantity, product)).items[0]!.id;
}
async function itemOf(id: number): Promise<ProductionItem> {
  return (await api.warehouse.post('/production/print-report', { itemIds: [id] })).body.data[0];
}
async function produced(item: number, ...parts: [string, number][]) {
  for (const [batch_number, quantity] of parts)
    await createOperation(api.admin, item, quantity, { batch_number, production_date: '2026-03-02' });
}
function load(itemId: number, quantity: number, given: object = {}) {
  return api.warehouse.post('/production/load-to-warehouse', { itemId, warehouseId: finished.id, quantity, ...given });
}
function force(item: number, body: object = {}) {
  return api.warehouse.post('/production/force-completion/' + item, body);
}
async function movementsOf(ids: string[]) {
  const found: Movement[] = [];
  for (const id of ids) found.push((await api.admin.get<Movement>(`/stock-movements/${id}`)).body);
  return found.map(
    (row) =>
      `${row.movement_type} ${row.source_type} ${row.warehouse_name} ${row.batch_number} ${row.quantity} ${row.production_date}`,
  );
}
async function stockOf(product: Product): Promise<string[]> {
  return (await api.admin.get(`/stock/product/${product.id}?sort=batch_number`)).body.map(
    (row: Record<string, unknown>) =>
      `${String(row.warehouse_name)} ${String(row.batch_number)} ${String(row.quantity)}`,
  );
}

describe('POST /production/load-to-warehouse', () => {
  before(prepare);
  test('loads the batches of the operations, subtracts a shortfall from the last, once', async () => {
    const product = await createProduct(api.admin, { has_batch: true, has_expiry_date: true });
    const order = await newOrder(1000, product);
    const id = order.items[0]!.id;
    await produced(id, ['L1', 600], ['L2', 400]);
    const { status, body } = await load(id, 950);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(await movementsOf(body.movement_ids), [
      'C PRD Prodotti finiti L1 600 2026-03-02',
      'C PRD Prodotti finiti L2 350 2026-03-02',
    ]);
    const { source_document, movement_date, created_by } = (
      await api.admin.get<Movement>(`/stock-movements/${body.movement_ids[0]}`)
    ).body;
    assert.deepEqual(
      [source_document, created_by],
      [{ type: 'PRD', id: order.id, number: order.order_number }, api.warehouse.userId],
    );
    assert.equal(movement_date, today());
    const { loaded_to_warehouse, loaded_quantity, warehouse_movement_created, batch_number, last_batch_number } =
      body.item;
    assert.deepEqual(
      [loaded_to_warehouse, loaded_quantity, warehouse_movement_created, batch_number, last_batch_number],
      [true, 950, true, 'L1', 'L2'],
    );
    assertProblem(await load(id, 50), 409, 'ALREADY_LOADED');
    assert.equal((await api.sales.get(`/customer-orders/${order.id}`)).body.items[0].loaded_quantity, 950);
    assertProblem(await api.admin.delete(`/stock-movements/${body.movement_ids[0]}`), 409, 'NOT_MANUAL');
  });
  test('loads everything under the given batch; an existing batch keeps its dates', async () => {
    const id = await newItem();
    await createMovement(
      api.admin,
      loadBody(batched.id, oldest.id, 1, {
        batch_number: 'MIO',
        production_date: '2025-01-01',
        expiry_date: '2030-01-01',
      }),
    );
    await produced(id, ['L1', 600], ['L2', 400]);
    const { body } = await load(id, 1000, { batch_number: 'MIO' });
    assert.deepEqual(await movementsOf(body.movement_ids), ['C PRD Prodotti finiti MIO 1000 2025-01-01']);
  });
  test('a product without batches is loaded without a batch, even if its operations name one', async () => {
    const plain = await createProduct(api.admin);
    const id = await newItem(10, plain);
    await produced(id, ['L1', 6], ['L2', 4]);
    const { body } = await load(id, 10, { batch_number: 'X' });
    assert.deepEqual(await movementsOf(body.movement_ids), ['C PRD Prodotti finiti null 10 null']);
  });
  test('loads at most the produced or ordered quantity, of a completed item only', async () => {
    const [id, over] = [await newItem(100), await newItem(100)];
    await produced(id, ['L1', 60]);
    assertProblem(await load(id, 60), 409, 'INVALID_TRANSITION', { itemId: 'notCompleted' });
    await createOperation(api.admin, id, 1, { batch_number: 'L2', is_completed: true });
    assertProblem(await load(id, 100.00001), 400, 'VALIDATION', { quantity: 'max' });
    const { body } = await load(id, 100);
    assert.deepEqual(await movementsOf(body.movement_ids), [
      `C PRD Prodotti finiti L1 60 2026-03-02`,
      `C PRD Prodotti finiti L2 40 ${today()}`,
    ]);
    await produced(over, ['L1', 130]);
    assertProblem(await load(over, 131), 400, 'VALIDATION', { quantity: 'max' });
    assert.equal((await load(over, 130)).status, 201);
  });
  test('reports all missing and invalid fields', async () => {
    const closed = await createWarehouse(api.admin, { is_active: false });
    assertProblem(await api.warehouse.post('/production/load-to-warehouse', {}), 400, 'VALIDATION', {
      itemId: 'required',
      warehouseId: 'warehouseRequired',
      quantity: 'required',
    });
    assertProblem(await load(999_999, 1, { warehouseId: closed.id }), 400, 'VALIDATION', {
      itemId: 'unknown',
      warehouseId: 'unknown',
    });
    assertProblem(await load(1, 0), 400, 'VALIDATION', { quantity: 'min' });
    for (const session of [api.sales, api.orders, api.administration])
      assertProblem(await session.post('/production/load-to-warehouse', {}), 403, 'FORBIDDEN');
  });
  test('only one of many concurrent loads of an item succeeds', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const id = await newItem(10, product);
    await produced(id, ['L1', 10]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => load(id, 10, { warehouseId: n % 2 ? oldest.id : finished.id })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 201)) assertProblem(answer, 409, 'ALREADY_LOADED');
    assert.match((await stockOf(product)).join(), /^[^,]+ L1 10$/);
  });
});

describe('POST /production/load-to-warehouse/preview', () => {
  before(prepare);
  const preview = (...items: [itemId: number, quantity: number][]) =>
    api.warehouse.post('/production/load-to-warehouse/preview', {
      items: items.map(([itemId, quantity]) => ({ itemId, quantity })),
    });
  test('answers the batches that the load will book, item by item, and books nothing', async () => {
    const order = await newOrder(1000);
    const several = order.items[0]!.id;
    await produced(several, ['P1', 600], ['P2', 400]);
    const loose = await newItem(30, await createProduct(api.admin));
    await produced(loose, ['unused', 30]);
    const { status, body } = await preview([several, 950], [loose, 30]);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.items, [
      {
        item_id: several,
        batches: [
          { batch_number: 'P1', quantity: 600 },
          { batch_number: 'P2', quantity: 350 },
        ],
      },
      { item_id: loose, batches: [{ batch_number: null, quantity: 30 }] },
    ]);
    assert.equal((await itemOf(several)).loaded_quantity, 0);
    const { movement_ids } = (await load(several, 950)).body;
    assert.deepEqual(await movementsOf(movement_ids), [
      'C PRD Prodotti finiti P1 600 2026-03-02',
      'C PRD Prodotti finiti P2 350 2026-03-02',
    ]);
  });
  test('a quantity that is too large is refused on its row, before anything is loaded', async () => {
    const [one, other] = [await newItem(10), await newItem(10)];
    await produced(one, ['Q1', 12]);
    await produced(other, ['Q2', 10]);
    const { body } = await preview([one, 13], [other, 10], [999_999, 1]);
    assert.deepEqual(
      body.fields.map(({ path, message }: Record<string, string>) => [path, message]),
      [
        ['items.0.quantity', 'La quantità non può superare 12 scat.'],
        ['items.2.itemId', 'Non esiste o non è più attivo'],
      ],
    );
    assert.equal((await preview([one, 12], [other, 10])).status, 200);
    assertProblem(await preview([one, 0]), 400, 'VALIDATION', { 'items.0.quantity': 'min' });
    assertProblem(await preview(), 400, 'VALIDATION', { items: 'noItems' });
  });
});

describe('GET /production/load-to-warehouse/{itemId}', () => {
  before(prepare);
  test('answers each batch of the load with its quantity and warehouse, until the load is undone', async () => {
    const id = await newItem(100);
    await produced(id, ['G1', 60], ['G2', 40]);
    const path = `/production/load-to-warehouse/${id}`;
    assertProblem(await api.warehouse.get(path), 404, 'NOT_FOUND');
    await load(id, 90);
    assert.deepEqual((await api.warehouse.get(path)).body, {
      batches: [
        { batch_number: 'G1', quantity: 60, warehouse_name: 'Prodotti finiti' },
        { batch_number: 'G2', quantity: 30, warehouse_name: 'Prodotti finiti' },
      ],
    });
    const loose = await newItem(5, await createProduct(api.admin));
    await produced(loose, ['unused', 5]);
    await load(loose, 5);
    assert.deepEqual((await api.warehouse.get(`/production/load-to-warehouse/${loose}`)).body.batches, [
      { batch_number: null, quantity: 5, warehouse_name: 'Prodotti finiti' },
    ]);
    await api.warehouse.delete(path);
    assertProblem(await api.warehouse.get(path), 404, 'NOT_FOUND');
    assertProblem(await api.sales.get(path), 403, 'FORBIDDEN');
  });
});

describe('DELETE /production/load-to-warehouse/{itemId}', () => {
  before(prepare);
  test('takes the goods back, and the item can be loaded again', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const id = await newItem(10, product);
    await produced(id, ['L1', 6], ['L2', 4]);
    assertProblem(await api.warehouse.delete(`/production/load-to-warehouse/${id}`), 404, 'NOT_FOUND');
    const { body } = await load(id, 10);
    assert.equal((await api.warehouse.delete(`/production/load-to-warehouse/${id}`)).status, 204);
    assert.deepEqual(
      [await stockOf(product), (await itemOf(id)).loaded_to_warehouse, (await itemOf(id)).production_status],
      [[], false, 'completato'],
    );
    assertProblem(await api.admin.get(`/stock-movements/${body.movement_ids[0]}`), 404, 'NOT_FOUND');
    assert.equal((await load(id, 9)).status, 201);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti L1 6', 'Prodotti finiti L2 3']);
  });
  test('refuses if the goods have been used', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const id = await newItem(10, product);
    await produced(id, ['L1', 10]);
    const { body } = await load(id, 10);
    const { movement_date } = (await api.admin.get<Movement>(`/stock-movements/${body.movement_ids[0]}`)).body;
    await createMovement(api.admin, {
      ...loadBody(product.id, finished.id, 1, { batch_number: 'L1' }),
      movement_type: 'S',
      movement_date,
    });
    const refused = await api.warehouse.delete(`/production/load-to-warehouse/${id}`);
    assertProblem(refused, 409, 'INSUFFICIENT_STOCK');
    assert.equal(refused.body.available, 9);
    assert.equal((await itemOf(id)).loaded_to_warehouse, true);
  });
});

describe('/production/force-completion/{itemId}', () => {
  before(prepare);
  test('loads the ordered quantity under a new batch if nothing was produced', async () => {
    const product = await createProduct(api.admin, { has_batch: true, unit_of_measure: 'l' });
    const order = await newOrder(10.5, product);
    const id = order.items[0]!.id;
    const batch = `${order.order_number}-1`;
    const preview = await api.warehouse.get(`/production/force-completion/${id}`);
    assert.deepEqual(preview.body, {
      item_id: id,
      order_number: order.order_number,
      code: product.code,
      unit_of_measure: 'l',
      quantity: 10.5,
      batch_number: batch,
      batches: [{ batch_number: batch, quantity: 10.5 }],
      warehouse_id: oldest.id,
      warehouse_name: 'Il primo',
    });
    const { status, body } = await force(id);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [
        body.is_completed,
        body.total_produced,
        body.operations_count,
        body.last_batch_number,
        body.loaded_quantity,
        body.warehouse_movement_created,
      ],
      [true, 10.5, 1, batch, 10.5, true],
    );
    assert.deepEqual(await stockOf(product), [`Il primo ${batch} 10.5`]);
    assertProblem(await force(id), 409, 'ALREADY_COMPLETED');
    assertProblem(await api.warehouse.get(`/production/force-completion/${id}`), 409, 'ALREADY_COMPLETED');
    assertProblem(await load(id, 1), 409, 'ALREADY_LOADED');
  });
  test('loads the produced quantity by its batches; an empty body is accepted', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const id = await newItem(1000, product);
    await produced(id, ['L1', 500], ['L2', 100]);
    const { status, body } = await api.warehouse.post(`/production/force-completion/${id}`, undefined, {
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual(
      [status, body.total_produced, body.production_status, body.loaded_quantity],
      [200, 600, 'completato', 600],
    );
    assert.deepEqual(await stockOf(product), ['Il primo L1 500', 'Il primo L2 100']);
  });
  test('loads only the quantity that a previous load left', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const order = await newOrder(600, product);
    const id = order.items[0]!.id;
    await produced(id, ['L1', 600]);
    await load(id, 600);
    await api.admin.put(`/customer-orders/${order.id}`, {
      items: [{ product_id: product.id, quantity: 1000, unit_price: 1 }],
    });
    await produced(id, ['L2', 300]);
    assert.equal((await force(id)).body.loaded_quantity, 900);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti L1 600', 'Prodotti finiti L2 300']);
    assert.equal((await api.warehouse.delete(`/production/load-to-warehouse/${id}`)).status, 204);
    assert.deepEqual(await stockOf(product), []);
  });
  test('a product without batches is loaded without a batch', async () => {
    const plain = await createProduct(api.admin);
    const id = await newItem(7, plain);
    assert.deepEqual((await api.warehouse.get(`/production/force-completion/${id}`)).body.batches, [
      { batch_number: null, quantity: 7 },
    ]);
    await force(id);
    assert.deepEqual(await stockOf(plain), ['Il primo null 7']);
  });
  test("uses the given warehouse, or that of the settings, or that of the product's last load, or the oldest active one", async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const [depot, set, closed] = [
      await createWarehouse(api.admin),
      await createWarehouse(api.admin),
      await createWarehouse(api.admin, { is_active: false }),
    ];
    const where = async (body: object = {}) => {
      const id = await newItem(1, product);
      const shown = (await api.warehouse.get(`/production/force-completion/${id}`)).body.warehouse_id;
      const answer = await force(id, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const [movement] = (
        await api.admin.get<Movement[]>(`/stock-movements?product_id=${product.id}&sort=-created_at&limit=1`)
      ).body;
      return [shown, movement!.warehouse_id];
    };
    assert.deepEqual(await where(), [oldest.id, oldest.id]);
    assert.deepEqual(await where({ warehouse_id: depot.id }), [oldest.id, depot.id]);
    assert.deepEqual(await where(), [depot.id, depot.id]);
    await api.admin.put('/settings', { production_warehouse_id: set.id });
    assert.deepEqual(await where({ warehouse_id: null }), [set.id, set.id]);
    await api.admin.put('/settings', { production_warehouse_id: null });
    assert.deepEqual(await where(), [set.id, set.id]);
    const id = await newItem(1, product);
    assertProblem(await force(id, { warehouse_id: closed.id }), 400, 'VALIDATION', { warehouse_id: 'unknown' });
    assertProblem(await force(id, { warehouse_id: 999_999 }), 400, 'VALIDATION', { warehouse_id: 'unknown' });
    assertProblem(await force(999_999), 404, 'NOT_FOUND');
    assertProblem(await api.warehouse.get('/production/force-completion/999999'), 404, 'NOT_FOUND');
    assert.equal((await itemOf(id)).production_status, 'da_produrre');
  });
  test('only one of many concurrent forced completions succeeds', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const id = await newItem(10, product);
    const answers = await Promise.all(Array.from({ length: 8 }, () => force(id)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertProblem(answer, 409, 'ALREADY_COMPLETED');
    assert.equal((await stockOf(product)).length, 1);
  });
  test('a concurrent load and forced completion load the goods once', async () => {
    for (let round = 0; round < 4; round++) {
      const product = await createProduct(api.admin, { has_batch: true });
      const id = await newItem(10, product);
      await produced(id, ['L1', 5]);
      const answers = await Promise.all([
        force(id),
        load(id, 10),
        createOperation(api.admin, id, 5, { batch_number: 'L1' }).catch(() => undefined),
        load(id, 10),
      ]);
      for (const answer of answers)
        if (answer && 'status' in answer) assert.ok(answer.status < 500, JSON.stringify(answer.body));
      const { loaded_quantity } = await itemOf(id);
      assert.deepEqual(
        await stockOf(product),
        loaded_quantity > 0 ? [(await stockOf(product))[0]!.replace(/[\d.]+$/, String(loaded_quantity))] : [],
      );
    }
  });
  test('a forced completion can be reversed: undo the load, then delete its operation', async () => {
    const id = await newItem(10);
    await force(id);
    await api.warehouse.delete(`/production/load-to-warehouse/${id}`);
    assert.equal((await itemOf(id)).production_status, 'completato');
    const [operation] = (await api.warehouse.get(`/production/operations/${id}`)).body;
    assert.equal((await api.warehouse.delete(`/production/operations/${operation.id}`)).status, 204);
    assert.equal((await itemOf(id)).production_status, 'da_produrre');
    assert.equal((await force(id)).status, 200);
  });
  test('is allowed for admin, direction and the warehouse', async () => {
    for (const session of [api.sales, api.orders, api.administration]) {
      assertProblem(await session.post('/production/force-completion/1', {}), 403, 'FORBIDDEN');
      assertProblem(await session.get('/production/force-completion/1'), 403, 'FORBIDDEN');
    }
  });
});
