import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
const PAST = '2026-03-20';

/** An order of one product with late lines: 10, of which 4 are delivered, and 5. */
async function createOrder() {
  const [customer, product, warehouse] = await Promise.all([
    createCustomer(api.admin),
    createProduct(api.admin, { unit_of_measure: 'box', has_batch: false }),
    createWarehouse(api.admin),
  ]);
  const order = await createCustomerOrder(
    api.admin,
    customer.id,
    [10, 5].map((quantity) => ({ product_id: product.id, quantity, unit_price: 2, delivery_date: PAST })),
  );
  await createMovement(api.admin, loadBody(product.id, warehouse.id, 20));
  const [first, second] = order.items.map(({ id }) => id) as [number, number];
  const delivery = (quantity: number) => ({
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: first, product_id: product.id, warehouse_id: warehouse.id, quantity }],
  });
  const list = await createPackingList(api.admin, delivery(4));
  return { customer, product, warehouse, order, first, second, delivery, list };
}
function close(order: Pick<CustomerOrder, 'id'>, items: readonly number[], version?: number) {
  const headers = version === undefined ? {} : { headers: { 'if-match': `"${version}"` } };
  return api.sales.put(`/customer-orders/${order.id}/closed-lines`, { items }, headers);
}
async function has(path: string, id: number, key = 'id') {
  const { status, body } = await api.admin.get<Record<string, number>[]>(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.some((row) => row[key] === id);
}

describe('PUT /customer-orders/{id}/closed-lines', () => {
  test('a closed line waits for nothing, wherever open orders are listed, until it is opened again', async () => {
    const { customer, product, order, first, second, delivery, list } = await createOrder();
    const machine = await createMachine(api.admin);
    await createScheduling(api.admin, first, machine.id, 10);
    const listed = async () => {
      const { body } = await api.admin.get<{ name: string; value: number }[]>(`/figures/products/${product.id}`);
      const board = await api.admin.get('/production/board');
      return {
        open: await has(`/customer-orders?open=true&customer_id=${customer.id}`, order.id),
        due: await has(`/customer-orders?due_from=${PAST}&due_until=${PAST}`, order.id),
        late: await has(`/customer-orders?late=true&customer_id=${customer.id}`, order.id),
        lateItem: await has(`/production/status?late=true&product_id=${product.id}`, first, 'item_id'),
        toProduce: await has('/customer-orders/production-priorities', first, 'item_id'),
        onBoard: JSON.stringify(board.body).includes(order.order_number),
        ready: await has('/shipments/ready', order.id, 'order_id'),
        toPack: await has(`/packing-lists/customer-orders/${customer.id}`, order.id),
        lineToPack: await has(`/packing-lists/order-items/${order.id}`, first, 'order_item_id'),
        isCommitted: body.find(({ name }) => name === 'committed')!.value > 0,
      };
    };
    const before = await listed();
    assert.deepEqual([...new Set(Object.values(before))], [true], JSON.stringify(before));
    const closed = await close(order, [first, second], order.version);
    assert.equal(closed.status, 200, JSON.stringify(closed.body));
    assert.deepEqual(
      closed.body.items.map((line: CustomerOrder['items'][0]) => [
        line.is_closed,
        line.is_late,
        line.production_status,
      ]),
      [
        [true, false, 'completato'],
        [true, false, 'completato'],
      ],
    );
    assert.deepEqual([closed.body.version, closed.body.is_late], [order.version + 1, false]);
    const after = await listed();
    assert.deepEqual([...new Set(Object.values(after))], [false], JSON.stringify(after));
    assertProblem(await api.sales.post('/packing-lists', delivery(1)), 409, 'OVER_DELIVERY', {
      'items.0.quantity': 'nothingRemaining',
    });
    // Goods that come back do not open it.
    assert.equal((await api.admin.delete(`/packing-lists/${list.id}`)).status, 204);
    assert.equal((await listed()).open, false);

    const opened = await close(order, []);
    assert.deepEqual(
      opened.body.items.map((line: CustomerOrder['items'][0]) => [
        line.is_closed,
        line.is_late,
        line.production_status,
      ]),
      [
        [false, true, 'da_produrre'],
        [false, true, 'da_produrre'],
      ],
    );
    assert.deepEqual(await listed(), before);
    assert.equal((await api.sales.post('/packing-lists', delivery(10))).status, 201);
  });

  test('only undelivered lines of the order as it was read are closed, once', async () => {
    const { order, first, second, delivery } = await createOrder();
    await createPackingList(api.admin, delivery(6));
    const other = await createOrder();
    assertProblem(await close(order, [first, second, other.first]), 400, 'VALIDATION', {
      'items.0': 'unknown',
      'items.2': 'unknown',
    });
    const { version } = (await api.admin.get(`/customer-orders/${order.id}`)).body;
    assertProblem(await close(order, [second], version - 1 || 99), 409, 'STALE_VERSION');
    const { body: closed } = await close(order, [second], version);
    assert.equal(closed.version, version + 1);
    assert.equal((await close(order, [second])).body.version, version + 1);
    const { body } = await api.admin.get(`/history/customer-orders/${order.id}`);
    assert.match(JSON.stringify(body), /is_closed/);
    const { body: log } = await api.admin.get(`/users/${api.sales.userId}/activities`);
    assert.match(JSON.stringify(log), new RegExp(`closed_lines: [^"]* → ${order.items[1]!.code}`));
    assertProblem(
      await api.warehouse.put(`/customer-orders/${order.id}/closed-lines`, { items: [] }),
      403,
      'FORBIDDEN',
    );
  });

  test('a greater quantity opens a line again, and other changes do not', async () => {
    const { order, first, second } = await createOrder();
    const { body } = await close(order, [first, second]);
    const change = (quantity: number) =>
      api.sales.put(`/customer-orders/${order.id}`, {
        items: [{ ...body.items[0], quantity, unit_price: 3, price_per_pack: 3 }, body.items[1]],
      });
    const closed = async (answer: Awaited<ReturnType<typeof change>>) =>
      answer.body.items.map(({ is_closed }: CustomerOrder['items'][0]) => is_closed);
    assert.equal(body.production_status, 'completato');
    assert.equal((await close(order, [first])).body.production_status, 'da_produrre');
    await close(order, [first, second]);
    assert.deepEqual(await closed(await change(9)), [true, true]);
    // A line that is delivered in full has no rest.
    assert.deepEqual(await closed(await change(4)), [false, true]);
    await close(order, [second]);
    assert.deepEqual(await closed(await change(12)), [false, true]);
    assert.equal((await close(order, [first, second])).status, 200);
    assert.deepEqual(await closed(await change(13)), [false, true]);
  });

  test('the customer and the products of a closed order can be deleted, and it is not opened after that', async () => {
    const { customer, product, order, first, second } = await createOrder();
    const list = (await api.admin.get(`/packing-lists?customer_id=${customer.id}`)).body[0];
    assert.equal((await api.admin.delete(`/packing-lists/${list.id}`)).status, 204);
    assertProblem(await api.admin.delete(`/customers/${customer.id}`), 409, 'IN_USE');
    await close(order, [first, second]);
    const deleted = await api.admin.delete(`/customers/${customer.id}`);
    assert.equal(deleted.status, 204);
    assertProblem(await close(order, [first]), 409, 'INVALID_TRANSITION');
    assert.equal((await api.admin.post(`/undo/${deleted.headers.get('x-activity-id')}`)).status, 200);
    assert.equal((await close(order, [first])).status, 200);
    assertProblem(await api.admin.delete(`/products/${product.id}`), 409, 'IN_USE');
  });

  test('of a closed line only what was produced is loaded', async () => {
    const { order, warehouse, first, second } = await createOrder();
    await createOperation(api.admin, first, 6);
    await close(order, [first, second]);
    assert.equal(await has('/production/status?loaded_to_warehouse=false', first, 'item_id'), true);
    assert.equal(await has('/production/status?loaded_to_warehouse=false', second, 'item_id'), false);
    const load = (itemId: number, quantity: number) =>
      api.admin.post('/production/load-to-warehouse', { itemId, warehouseId: warehouse.id, quantity });
    assertProblem(await load(first, 7), 400, 'VALIDATION', { quantity: 'max' });
    assertProblem(await load(second, 1), 400, 'VALIDATION', { quantity: 'max' });
    assert.equal((await load(first, 6)).status, 201);
  });
});
