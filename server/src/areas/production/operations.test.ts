import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Operation } from '@bobina/contract/production/operations.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createOperation,
  createProduct,
  createWarehouse,
  operationBody,
} from '../../testing/factories.ts';

const api = startApi();
let customer: number;
let product: number;
let warehouse: number;
async function prepare() {
  if (warehouse) return;
  customer = (await createCustomer(api.admin)).id;
  product = (await createProduct(api.admin, { unit_of_measure: 'box', has_batch: true })).id;
  warehouse = (await createWarehouse(api.admin)).id;
}
async function newItem(quantity = 100) {
  return (await createCustomerOrder(api.admin, customer, [{ product_id: product, quantity, unit_price: 1 }])).items[0]!
    .id;
}
async function itemOf(id: number): Promise<ProductionItem> {
  return (await api.warehouse.post('/production/print-report', { itemIds: [id] })).body.data[0];
}
async function stateOf(id: number) {
  const { production_status, total_produced, operations_count, is_completed, completed_at } = await itemOf(id);
  assert.equal(is_completed, production_status === 'completato');
  assert.equal(completed_at !== null, is_completed);
  return `${production_status} ${total_produced} in ${operations_count}`;
}
function post(item: number, quantity: number, given: object = {}) {
  return api.warehouse.post('/production/operations', operationBody(item, quantity, given));
}

describe('POST /production/operations', () => {
  before(prepare);
  test('answers 201 with the operation and its item; the status follows', async () => {
    const id = await newItem();
    assert.equal(await stateOf(id), 'da_produrre 0 in 0');
    const { status, body } = await post(id, 40, {
      batch_number: ' L7 ',
      notes: 'riga\ndue',
      production_date: '2026-03-02',
      id: 5,
      created_by: 99,
    });
    assert.equal(status, 201, JSON.stringify(body));
    const { id: operation, created_at: _, item, ...rest } = body;
    assert.ok(operation > 0);
    assert.deepEqual(rest, {
      order_item_id: id,
      batch_number: 'L7',
      quantity_produced: 40,
      is_completed: false,
      notes: 'riga\ndue',
      production_date: '2026-03-02',
      version: 1,
      created_by: api.warehouse.userId,
      created_by_name: 'Utente warehouse',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
    assert.deepEqual(item, await itemOf(id));
    assert.equal(await stateOf(id), 'in_produzione 40 in 1');
    await createOperation(api.administration, id, 60);
    assert.equal(await stateOf(id), 'completato 100 in 2');
  });
  test('an operation can complete the item, and further operations are refused', async () => {
    const id = await newItem();
    await createOperation(api.admin, id, 1, { is_completed: true });
    assert.equal(await stateOf(id), 'completato 1 in 1');
    assertProblem(await post(id, 1), 409, 'ITEM_COMPLETED');
  });
  test('production of more than 110 % is accepted with a warning', async () => {
    const [id, other] = [await newItem(), await newItem()];
    assert.equal((await post(id, 110)).body.warnings, undefined);
    const { status, body } = await post(other, 111);
    assert.deepEqual(
      [status, body.warnings],
      [
        201,
        [{ code: 'over_production', message: "Prodotto più dell'ordinato: 111 su 100", path: 'quantity_produced' }],
      ],
    );
  });
  test('reports all missing and invalid fields with the form messages', async () => {
    const id = await newItem();
    assertProblem(await api.warehouse.post('/production/operations', {}), 400, 'VALIDATION', {
      order_item_id: 'required',
      batch_number: 'required',
      quantity_produced: 'required',
    });
    const { body: none } = await post(id, null as never);
    assert.deepEqual(none.fields, [
      { path: 'quantity_produced', code: 'required', message: 'La quantità prodotta deve essere maggiore di zero' },
    ]);
    const { body } = await post(id, 0, { batch_number: ' ' });
    assert.deepEqual(body.fields, [
      { path: 'batch_number', code: 'required', message: 'Il numero di lotto è obbligatorio' },
      { path: 'quantity_produced', code: 'min', message: 'La quantità prodotta deve essere maggiore di zero' },
    ]);
    assertProblem(await post(id, -5), 400, 'VALIDATION', { quantity_produced: 'min' });
    assertProblem(await post(id, 1.5), 400, 'VALIDATION', { quantity_produced: 'whole' });
    assertProblem(await post(id, 1, { production_date: '2999-01-01' }), 400, 'VALIDATION', {
      production_date: 'future',
    });
    assertProblem(await post(999_999, 1), 400, 'VALIDATION', { order_item_id: 'unknown' });
  });
  test('concurrent operations are all counted', async () => {
    const id = await newItem(1000);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(id, n + 1)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 20 }, () => 201),
    );
    assert.equal(await stateOf(id), 'in_produzione 210 in 20');
  });
  test('only one of two concurrent completions of an item succeeds', async () => {
    const id = await newItem();
    const answers = await Promise.all([post(id, 100), post(id, 100), post(id, 1, { is_completed: true })]);
    assert.deepEqual(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).toSorted(), [
      '201',
      '409 ITEM_COMPLETED',
      '409 ITEM_COMPLETED',
    ]);
  });
  test('sales and orders can neither create nor read operations', async () => {
    for (const session of [api.sales, api.orders]) {
      assertProblem(await session.post('/production/operations', {}), 403, 'FORBIDDEN');
      assertProblem(await session.get('/production/operations/1'), 403, 'FORBIDDEN');
    }
  });
});

describe('PUT and DELETE /production/operations/{id}', () => {
  before(prepare);
  test('changing the completing operation reopens the item', async () => {
    const id = await newItem();
    const operation = await createOperation(api.admin, id, 40, { is_completed: true, notes: 'resta' });
    const { status, body } = await api.warehouse.put(
      `/production/operations/${operation.id}`,
      { ...operationBody(id, 50), is_completed: false },
      { headers: { 'if-match': '"1"' } },
    );
    assert.deepEqual(
      [status, body.quantity_produced, body.notes, body.version, body.item.production_status],
      [200, 50, 'resta', 2, 'in_produzione'],
    );
    assertProblem(
      await api.warehouse.put(`/production/operations/${operation.id}`, {}, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
    assertProblem(
      await api.warehouse.put(`/production/operations/${operation.id}`, { order_item_id: id + 1 }),
      400,
      'VALIDATION',
      { order_item_id: 'unknown' },
    );
    assertProblem(
      await api.warehouse.put(`/production/operations/${operation.id}`, { quantity_produced: 0, batch_number: '' }),
      400,
      'VALIDATION',
      { quantity_produced: 'min', batch_number: 'required' },
    );
    assertProblem(
      await api.warehouse.put(`/production/operations/${operation.id}`, { production_date: '2999-01-01' }),
      400,
      'VALIDATION',
      { production_date: 'future' },
    );
    assertProblem(await api.warehouse.put('/production/operations/999999', {}), 404, 'NOT_FOUND');
    assert.equal(
      (await api.warehouse.put(`/production/operations/${operation.id}`, { quantity_produced: 100 })).body.item
        .production_status,
      'completato',
    );
  });
  test('deleting an operation subtracts its quantity', async () => {
    const id = await newItem();
    const [first, second] = [await createOperation(api.admin, id, 40), await createOperation(api.admin, id, 60)];
    assert.equal((await api.warehouse.delete(`/production/operations/${second.id}`)).status, 204);
    assert.equal(await stateOf(id), 'in_produzione 40 in 1');
    assert.equal((await api.warehouse.delete(`/production/operations/${first.id}`)).status, 204);
    assert.equal(await stateOf(id), 'da_produrre 0 in 0');
    assertProblem(await api.warehouse.delete(`/production/operations/${first.id}`), 404, 'NOT_FOUND');
  });
  test('refuses changes of loaded operations', async () => {
    const id = await newItem();
    const operation = await createOperation(api.admin, id, 100);
    assert.equal(
      (await api.warehouse.post('/production/load-to-warehouse', { itemId: id, warehouseId: warehouse, quantity: 100 }))
        .status,
      201,
    );
    assertProblem(
      await api.warehouse.put(`/production/operations/${operation.id}`, { quantity_produced: 1 }),
      409,
      'ALREADY_LOADED',
    );
    assertProblem(await api.warehouse.delete(`/production/operations/${operation.id}`), 409, 'ALREADY_LOADED');
  });
});

test('GET /production/operations/{itemId} lists them in the order of creation', async () => {
  await prepare();
  const id = await newItem();
  for (const [batch_number, production_date] of [
    ['L2', '2026-03-03'],
    ['L1', '2026-03-02'],
    ['M3', '2026-03-04'],
  ])
    await createOperation(api.admin, id, 1, { batch_number, production_date });
  const batches = async (query: string) =>
    (await api.warehouse.get<Operation[]>(`/production/operations/${id}?${query}`)).body
      .map((row) => row.batch_number)
      .join(' ');
  assert.equal(await batches(''), 'L2 L1 M3');
  assert.equal(await batches('q=l'), 'L2 L1');
  for (const column of [
    'created_at',
    'production_date',
    'batch_number',
    'quantity_produced',
    'is_completed',
    'notes',
    'modified_at',
  ])
    assert.equal((await batches(`sort=-${column}`)).length, 8, column);
  assertProblem(await api.warehouse.get('/production/operations/999999'), 404, 'NOT_FOUND');
});
