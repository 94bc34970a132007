/**
 * Documents, even cancelled ones, refer to their order lines: the lines stay, and grow only while customer and product
 * exist.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();

async function ordered() {
  const [customer, warehouse] = [await createCustomer(api.admin), await createWarehouse(api.admin)];
  const [product, other] = [await createProduct(api.admin), await createProduct(api.admin)];
  await createMovement(api.admin, loadBody(product.id, warehouse.id, 2));
  const line = (product_id: number) => ({ product_id, quantity: 2, unit_price: 1 });
  const order = await createCustomerOrder(api.admin, customer.id, [line(product.id), line(other.id)]);
  return { customer, warehouse, product, other, order };
}
function pack(order: CustomerOrder, warehouse_id: number, lines = [0]) {
  return createPackingList(api.admin, {
    customer_id: order.customer_id,
    order_id: order.id,
    items: lines.map((at) => ({ order_item_id: order.items[at]!.id, quantity: 2, warehouse_id })),
  });
}
function linesOf({ items }: CustomerOrder) {
  return items.map(({ id, product_id, quantity, unit_price }) => ({ id, product_id, quantity, unit_price }));
}
function change(order: CustomerOrder, items: object[]) {
  return api.orders.put(`/customer-orders/${order.id}`, { items });
}

describe('a line cannot be removed from its order', () => {
  test('if a packing list refers to it, even a cancelled one', async () => {
    const { order, warehouse } = await ordered();
    const { id } = await pack(order, warehouse.id);
    assert.equal((await api.orders.delete(`/packing-lists/${id}`)).status, 204);
    const [first, second] = linesOf(order);
    assertProblem(await change(order, [second!]), 409, 'IN_USE', { items: 'alreadyUsed' });
    assert.equal((await change(order, [first!])).status, 200);
  });
  test('if it was loaded, even if the load was undone and nothing is produced', async () => {
    const { order, warehouse } = await ordered();
    const { id } = order.items[0]!;
    const operation = await createOperation(api.admin, id, 2);
    const load = { itemId: id, warehouseId: warehouse.id, quantity: 2 };
    assert.equal((await api.warehouse.post('/production/load-to-warehouse', load)).status, 201);
    assert.equal((await api.warehouse.delete(`/production/load-to-warehouse/${id}`)).status, 204);
    assert.equal((await api.warehouse.delete(`/production/operations/${operation.id}`)).status, 204);
    assertProblem(await change(order, linesOf(order).slice(1)), 409, 'IN_USE', { items: 'alreadyUsed' });
  });
});

describe('a fully delivered order', () => {
  /** Delivered, invoiced and paid. */
  const settled = async () => {
    await completeCompany(api.admin).catch(() => {});
    const made = await ordered();
    await createMovement(api.admin, loadBody(made.other.id, made.warehouse.id, 2));
    const draft = await createInvoice(api.admin, (await pack(made.order, made.warehouse.id, [0, 1])).id);
    for (const status of ['sent', 'paid'])
      assert.equal((await api.admin.put(`/invoices/${draft.id}/status`, { status })).status, 200);
    return made;
  };
  test('cannot grow by a deleted product', async () => {
    const { order, product } = await settled();
    assert.equal((await api.admin.delete(`/products/${product.id}`)).status, 204);
    const [first, second] = linesOf(order);
    const grown = await change(order, [{ ...first!, quantity: 3 }, second!]);
    assertProblem(grown, 400, 'VALIDATION', { 'items.0.product_id': 'unknown' });
    assert.equal((await change(order, [first!, { ...second!, quantity: 3 }])).status, 200);
  });
  test('cannot grow for a deleted customer', async () => {
    const { order, customer } = await settled();
    assert.equal((await api.admin.delete(`/customers/${customer.id}`)).status, 204);
    const [first, second] = linesOf(order);
    const grown = await change(order, [{ ...first!, quantity: 3 }, second!]);
    assertProblem(grown, 400, 'VALIDATION', { customer_id: 'unknown' });
    assert.equal((await change(order, [first!, second!])).status, 200);
  });
});
