import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
} from '../../testing/factories.ts';

const api = startApi();
let customer: number;
let boxes: Product;
let machine: number;
async function prepare() {
  if (machine) return;
  customer = (await createCustomer(api.admin, { business_name: 'Pasticceria Blu', city: 'Pisa' })).id;
  boxes = await createProduct(api.admin, { unit_of_measure: 'box', name: 'Scatole', minuti_x_confezione: 3 });
  machine = (await createMachine(api.admin)).id;
}
function line(quantity = 10, given: object = {}) {
  return { product_id: boxes.id, quantity, unit_price: 1, ...given };
}
function newOrder(items: object[], given: object = {}) {
  return createCustomerOrder(api.admin, customer, items, given);
}
function setPriority(item: number, priority: unknown, session = api.warehouse) {
  return session.put(`/customer-orders/items/${item}/priority`, { priority });
}
const UNTOUCHED = {
  scheduling_id: null,
  machine_id: null,
  machine_code: null,
  machine_description: null,
  quantity_to_produce: null,
  production_time: null,
  production_minutes: null,
  scheduling_notes: null,
  schedulings: [],
  batch_number: null,
  last_batch_number: null,
  loaded_to_warehouse: false,
  loaded_quantity: 0,
  warehouse_movement_created: false,
  total_produced: 0,
  total_scheduled: 0,
  operations_count: 0,
  is_completed: false,
  completed_at: null,
  production_status: 'da_produrre',
  scheduling_status: 'non_programmato',
};

describe('the lists of items', () => {
  before(prepare);
  const whose: { buyer?: number } = {};
  let orders: CustomerOrder[] = [];
  before(async () => {
    const buyer = await createCustomer(api.admin, { business_name: '50% Sconti', city: 'Livorno' });
    whose.buyer = buyer.id;
    for (const [n, order_date] of ['2026-01-01', '2026-01-03', '2026-01-02'].entries())
      orders = [
        ...orders,
        await createCustomerOrder(api.admin, buyer.id, [line(10), line(20)], {
          order_date,
          customer_order_number: `PO-${n}`,
          notes: 'fragile',
        }),
      ];
    const [first, second, third] = orders;
    await setPriority(second!.items[1]!.id, 'alta');
    await setPriority(third!.items[0]!.id, 'alta');
    await setPriority(first!.items[1]!.id, 'media');
    await createScheduling(api.admin, first!.items[0]!.id, machine, 4);
    await createScheduling(api.admin, first!.items[1]!.id, machine, 20);
    await createOperation(api.admin, second!.items[0]!.id, 10);
    await createOperation(api.admin, third!.items[0]!.id, 1);
  });
  /** `order.line` of each row, counted from 0. */
  const places = async (path: string, query = ''): Promise<string> => {
    const { status, body } = await api.administration.get<ProductionItem[]>(
      `${path}?customer_id=${whose.buyer}&${query}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body
      .map((row) =>
        orders
          .flatMap((order, at) =>
            order.items.flatMap((item, lineAt) => (item.id === row.item_id ? [`${at}.${lineAt}`] : [])),
          )
          .join(),
      )
      .join(' ');
  };
  test('production-priorities: open items by priority, then by order number', async () => {
    assert.equal(await places('/customer-orders/production-priorities'), '1.1 2.0 0.1 0.0 2.1');
    const filters: [string, string][] = [
      ['item_priority=alta', '1.1 2.0'],
      ['item_priority=standard', '0.0 2.1'],
      ['production_status=in_produzione', '2.0'],
      ['production_status=completato', ''],
      ['scheduling_status=parzialmente_programmato', '0.0'],
      ['scheduling_status=completamente_programmato', '0.1'],
      [`machine_id=${machine}`, '0.1 0.0'],
      ['from=2026-01-02&to=2026-01-02', '2.0 2.1'],
      ['q=po-1', '1.1'],
      ['q=50%25%20s', '1.1 2.0 0.1 0.0 2.1'],
      ['q=livorno&limit=1&offset=1', '2.0'],
      ['q=5_%25', ''],
    ];
    for (const [query, expected] of filters)
      assert.equal(await places('/customer-orders/production-priorities', query), expected, query);
    for (const column of [
      'item_priority',
      'order_number',
      'customer_order_number',
      'customer_name',
      'customer_city',
      'code',
      'product_name',
      'quantity',
      'total_produced',
      'production_status',
      'scheduling_status',
      'order_date',
      'delivery_date',
      'completed_at',
    ])
      assert.equal((await places('/production/status', `sort=-${column}`)).split(' ').length, 6, column);
  });
  test('production/status: all items, or only the open ones', async () => {
    assert.equal((await places('/production/status', 'sort=order_number')).split(' ').length, 6);
    assert.equal(await places('/production/status', 'open=true&sort=order_number'), '0.0 0.1 1.1 2.0 2.1');
    assert.equal(await places('/production/status', 'open=false'), '1.0');
    assert.equal(await places('/production/status', 'loaded_to_warehouse=true'), '');
    assertProblem(await api.warehouse.get('/production/status?open=maybe&sort=x'), 400, 'VALIDATION', {
      open: 'enum',
      sort: 'enum',
    });
  });
  test('the search finds an item by a batch of any of its operations', async () => {
    const order = await newOrder([line(900), line(900)]);
    for (const batch_number of ['PRIMO-1', 'MEZZO-2', 'FINE-3'])
      await createOperation(api.warehouse, order.items[1]!.id, 5, { batch_number });
    const found = async (q: string) =>
      (await api.warehouse.get<ProductionItem[]>(`/production/status?q=${q}`)).body.map(({ item_id }) => item_id);
    for (const q of ['primo-1', 'EZZO', 'fine-3']) assert.deepEqual(await found(q), [order.items[1]!.id], q);
    assert.deepEqual(await found('MEZZO_2'), []);
    for (const { id } of (await api.warehouse.get(`/production/operations/${order.items[1]!.id}`)).body)
      await api.warehouse.delete(`/production/operations/${id}`);
    await api.admin.delete(`/customer-orders/${order.id}`);
  });
  test('a row has all fields of its item, order, customer and product', async () => {
    const order = orders[1]!;
    const { body } = await api.warehouse.get<ProductionItem[]>(
      `/production/status?q=${order.order_number}&sort=quantity`,
    );
    assert.deepEqual(body[1], {
      ...UNTOUCHED,
      item_id: order.items[1]!.id,
      order_id: order.id,
      order_number: order.order_number,
      customer_order_number: 'PO-1',
      customer_id: whose.buyer,
      customer_name: '50% Sconti',
      customer_city: 'Livorno',
      product_id: boxes.id,
      code: boxes.code,
      product_name: 'Scatole',
      quantity: 20,
      unit_of_measure: 'box',
      item_priority: 'alta',
      order_date: '2026-01-03',
      delivery_date: '2026-03-20',
      notes: 'fragile',
      remaining_to_schedule: 20,
      minuti_x_confezione: 3,
      has_batch: false,
      delivered_quantity: 0,
      is_late: true,
    });
    const done = body[0]!;
    assert.deepEqual(
      [done.is_completed, done.total_produced, done.operations_count, done.batch_number, done.last_batch_number],
      [true, 10, 1, 'L1', 'L1'],
    );
  });
  test('a deleted order disappears from the lists', async () => {
    const order = await newOrder([line()]);
    await api.admin.delete(`/customer-orders/${order.id}`);
    assert.deepEqual((await api.warehouse.get(`/production/status?q=${order.order_number}`)).body, []);
    assertProblem(await setPriority(order.items[0]!.id, 'alta'), 404, 'NOT_FOUND');
  });
  test('only planners may read the lists', async () => {
    for (const session of [api.sales, api.orders])
      for (const path of [
        '/customer-orders/production-priorities',
        '/production/status',
        '/production/board',
        '/customer-orders/materials-calculation-items',
      ])
        assertProblem(await session.get(path), 403, 'FORBIDDEN');
  });
});

describe('priorities', () => {
  before(prepare);
  test('PUT /customer-orders/items/{itemId}/priority answers the item', async () => {
    const order = await newOrder([line(), line()]);
    const { status, body } = await setPriority(order.items[0]!.id, 'alta', api.administration);
    assert.deepEqual([status, body.item_id, body.item_priority], [200, order.items[0]!.id, 'alta']);
    assertProblem(await setPriority(order.items[0]!.id, 'urgente'), 400, 'VALIDATION', { priority: 'enum' });
    assertProblem(await setPriority(order.items[0]!.id, undefined), 400, 'VALIDATION', { priority: 'required' });
    assertProblem(await setPriority(999_999, 'alta'), 404, 'NOT_FOUND');
    assertProblem(await setPriority(order.items[0]!.id, 'alta', api.sales), 403, 'FORBIDDEN');
  });
  test('PUT /customer-orders/{id}/priority answers the order with all its items changed', async () => {
    const order = await newOrder([line(), line()]);
    await createOperation(api.admin, order.items[0]!.id, 10);
    const { status, body } = await api.warehouse.put<CustomerOrder>(`/customer-orders/${order.id}/priority`, {
      priority: 'media',
    });
    assert.deepEqual(
      [status, body.id, body.items.map((item) => item.item_priority)],
      [200, order.id, ['media', 'media']],
    );
    assertProblem(await api.warehouse.put(`/customer-orders/${order.id}/priority`, {}), 400, 'VALIDATION', {
      priority: 'required',
    });
    assertProblem(await api.warehouse.put('/customer-orders/999999/priority', { priority: 'alta' }), 404, 'NOT_FOUND');
    assertProblem(
      await api.orders.put(`/customer-orders/${order.id}/priority`, { priority: 'alta' }),
      403,
      'FORBIDDEN',
    );
  });
  test('concurrent changes of an order and its lines cause no deadlock', async () => {
    const order = await newOrder([line(), line(), line()]);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const item = order.items[n % 3]!.id;
        if (n % 4 === 0) return api.admin.put(`/customer-orders/${order.id}/priority`, { priority: 'alta' });
        if (n % 4 === 1) return setPriority(item, 'media');
        if (n % 4 === 2) return api.admin.put(`/customer-orders/${order.id}`, { items: order.items });
        return api.admin.post('/production/operations', {
          order_item_id: item,
          batch_number: 'L',
          quantity_produced: 1,
        });
      }),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [200, 201]);
  });
});

describe('POST /production/print-report', () => {
  before(prepare);
  test('answers the items in the order of their ids', async () => {
    const order = await newOrder([line(1), line(2), line(3)]);
    const [a, b, c] = order.items.map(({ id }) => id);
    const { status, body } = await api.warehouse.post('/production/print-report', { itemIds: [c, a, b, a] });
    assert.deepEqual([status, body.data.map((row: ProductionItem) => row.quantity)], [200, [3, 1, 2]]);
  });
  test('refuses an empty list and unknown ids', async () => {
    const { body } = await api.warehouse.post('/production/print-report', { itemIds: [] });
    assert.deepEqual(body.fields, [
      { path: 'itemIds', code: 'required', message: 'Seleziona almeno un elemento per stampare' },
    ]);
    assertProblem(await api.warehouse.post('/production/print-report', {}), 400, 'VALIDATION', { itemIds: 'required' });
    assertProblem(await api.warehouse.post('/production/print-report', { itemIds: [999_999] }), 400, 'VALIDATION', {
      'itemIds.0': 'unknown',
    });
    assertProblem(await api.warehouse.post('/production/print-report', { itemIds: ['x'] }), 400, 'VALIDATION', {
      'itemIds.0': 'type',
    });
  });
});
