/** The key figures of records, from documents of all areas, and the roles that may see them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleCan, ROLES, type Capability } from '@bobina/contract/core/permissions.ts';
import { FIGURES, type Figure } from '@bobina/contract/system/figures.ts';
import { assertProblem, startApi, type Session } from '../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';

const api = startApi();

async function figuresOf(entity: string, id: number, session: Session = api.admin) {
  const { status, body } = await session.get<Figure[]>(`/figures/${entity}/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ name, value, currency }) => [name, value, ...(currency ? [currency] : [])]);
}
function wanted(product_id: number, quantity: number, unit_price: number) {
  return [{ product_id, quantity, unit_price }];
}

test('sum the stock, orders and documents of a record', async () => {
  await completeCompany(api.admin);
  const today = (await api.admin.get('/company/today')).body.today as string;
  const product = await createProduct(api.admin);
  const warehouse = await createWarehouse(api.admin);
  const supplier = await createSupplier(api.admin);
  const customer = await createCustomer(api.admin);
  const machine = await createMachine(api.admin);
  assert.deepEqual(await figuresOf('products', product.id), [['stock', 0], ['committed', 0], ['coming', 0], ['free', 0]]); // prettier-ignore
  await createMovement(api.admin, loadBody(product.id, warehouse.id, 100));
  const late = { order_date: today, requested_arrival_date: '2026-01-02' };
  const bought = await createPurchaseOrder(api.admin, supplier.id, wanted(product.id, 40, 2), late);
  await api.admin.post('/goods-receipts/receive', {
    document_number: 'DDT 1',
    document_date: today,
    order_id: bought.id,
    items: [{ order_item_id: bought.items[0]!.id, quantity: 10, warehouse_id: warehouse.id }],
  });
  const order = await createCustomerOrder(api.admin, customer.id, wanted(product.id, 30, 5));
  const item = order.items[0]!.id;
  const pack = { customer_id: customer.id, order_id: order.id };
  const packed = await createPackingList(api.admin, { ...pack, items: [{ order_item_id: item, quantity: 12, warehouse_id: warehouse.id }] }); // prettier-ignore
  await createPackingList(api.admin, { ...pack, items: [{ order_item_id: item, quantity: 3, warehouse_id: warehouse.id }] }); // prettier-ignore
  const invoice = await createInvoice(api.admin, packed.id);
  assert.equal((await api.admin.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
  await createScheduling(api.admin, item, machine.id, 5);

  assert.deepEqual(await figuresOf('products', product.id), [
    ['stock', 95],
    ['committed', 15],
    ['coming', 30],
    ['free', 80],
  ]);
  assert.deepEqual(await figuresOf('customers', customer.id), [
    ['open_orders', 1],
    ['to_invoice', 1],
    ['overdue', 0, 'EUR'],
    ['turnover', 60, 'EUR'],
  ]);
  assert.deepEqual(await figuresOf('suppliers', supplier.id), [
    ['open_orders', 1],
    ['late_orders', 1],
    ['ordered', 80, 'EUR'],
  ]);
  assert.deepEqual(await figuresOf('machines', machine.id), [
    ['jobs', 1],
    ['minutes', 150],
  ]);
  await api.admin.post(`/invoices/${invoice.id}/credit-note`, {});
  assert.deepEqual((await figuresOf('customers', customer.id)).at(-1), ['turnover', 0, 'EUR']);

  // Each role sees the figures of its capabilities.
  for (const role of ROLES)
    for (const [entity, id] of Object.entries({
      products: product.id,
      customers: customer.id,
      suppliers: supplier.id,
      machines: machine.id,
    }))
      // prettier-ignore
      assert.deepEqual(
        (await figuresOf(entity, id, api[role])).map(([name]) => name),
        Object.entries<readonly Capability[]>(FIGURES[entity as keyof typeof FIGURES])
          .filter(([, capabilities]) => capabilities.every((capability) => roleCan(role, capability)))
          .map(([name]) => name),
        `${role} ${entity}`,
      );
  for (const path of ['warehouses/1', 'products/2000000000'])
    assertProblem(await api.admin.get(`/figures/${path}`), 404, 'NOT_FOUND');
  for (const [path, filter] of [
    ['/customer-orders', order.id],
    ['/purchase-orders', bought.id],
    ['/packing-lists', packed.id],
    ['/production/status', order.id],
  ] as const) {
    const rows = (await api.admin.get(`${path}?product_id=${product.id}`)).body;
    assert.ok(
      rows.some((row: { id?: number; order_id?: number }) => (row.id ?? row.order_id) === filter),
      path,
    );
    assert.deepEqual((await api.admin.get(`${path}?product_id=${product.id + 1000}`)).body, [], path);
  }
});
