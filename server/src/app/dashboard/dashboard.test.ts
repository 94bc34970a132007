import { addDays } from '@bobina/contract/core/dates.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { redateInvoice } from '../../testing/home-data.ts';
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
/** Without the paths of the figures, which figures.test.ts checks, and without the ages of overdue invoices. */
async function read() {
  return JSON.parse(
    JSON.stringify((await api.admin.get<Dashboard>('/dashboard')).body, (key, value: unknown) =>
      key === 'path' || key === 'screen' || key === 'ages' ? undefined : value,
    ),
  ) as Dashboard;
}
/** Today in the time zone of the company. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
function inDays(days: number) {
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}
const monday = inDays(-((new Date(today).getUTCDay() + 6) % 7));

describe('GET /dashboard', () => {
  test('an empty company has no figures, and no amount is NaN', async () => {
    const { health, ...figures } = await read();
    assert.deepEqual(health!.backup, { last_at: null, proof: null });
    assert.match(health!.database.version, /^\d+\.\d+/);
    assert.ok(health!.disk.free_bytes! > 0);
    const none = { count: 0 };
    assert.deepEqual(figures, {
      today,
      first_steps: ['company', 'vat_codes', 'default_vat_code', 'warehouses', 'products', 'customers', 'orders'].map(
        (step) => ({
          step,
          is_done: false,
        }),
      ),
      late_arrivals: none,
      arrivals_today: none,
      to_receive: none,
      to_ship: none,
      open_counts: none,
      new_orders: none,
      promised_this_week: none,
      to_invoice: none,
      draft_invoices: none,
      not_handed_over: none,
      rejected_documents: none,
      dead_messages: none,
      failed_imports: none,
      late_orders: { count: 0, orders: [] },
      low_stock: { count: 0, products: [] },
      expiring_batches: { until: inDays(30), count: 0, expired_count: 0, expired: { count: 0 }, batches: [] },
      open_invoices: { count: 0, total_amount: 0, overdue_count: 0, overdue_amount: 0, overdue: { count: 0 } },
      week_production: { count: 0, from: monday, to: today, operations: 0, quantities: [], days: [] },
    });
  });
  test('an order is late from the day after the delivery day of an undelivered line, until the line is delivered', async () => {
    const { id: product_id } = await createProduct(api.admin);
    const { id: warehouse_id } = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(product_id, warehouse_id, 100));
    const customer = await createCustomer(api.admin, { business_name: 'Panificio' });
    const line = { product_id, quantity: 10, unit_price: 1 };
    const order = await createCustomerOrder(
      api.admin,
      customer.id,
      [
        { ...line, delivery_date: inDays(-1) },
        { ...line, delivery_date: inDays(-3) },
      ],
      { requested_delivery_date: inDays(5) },
    );
    await createCustomerOrder(api.admin, customer.id, [{ ...line, delivery_date: today }]);
    const late = { id: order.id, order_number: order.order_number, customer_name: 'Panificio' };
    assert.deepEqual((await read()).late_orders, { count: 1, orders: [{ ...late, delivery_date: inDays(-3) }] });
    const deliver = (at: number, quantity: number) =>
      createPackingList(api.admin, {
        customer_id: customer.id,
        order_id: order.id,
        items: [{ order_item_id: order.items[at]!.id, quantity, warehouse_id }],
      });
    await deliver(1, 10);
    await deliver(0, 9);
    assert.deepEqual((await read()).late_orders, { count: 1, orders: [{ ...late, delivery_date: inDays(-1) }] });
    await deliver(0, 1);
    assert.deepEqual((await read()).late_orders, { count: 0, orders: [] });
  });
  test('a product is low if its total stock over all warehouses is below its minimum; the lowest share comes first', async () => {
    const product = (scorta_minima: number | null, given: object = {}) =>
      createProduct(api.admin, { scorta_minima, name: 'Bobina', ...given });
    const [low, none, enough] = [await product(10), await product(5), await product(10)];
    await product(null);
    await product(10, { status: 'inactive' });
    for (const [{ id }, quantity] of [
      [low, 4.5],
      [enough, 5],
    ] as const)
      for (let n = 0; n < 2; n++) {
        const warehouse = await createWarehouse(api.admin);
        await createMovement(api.admin, loadBody(id, warehouse.id, quantity));
      }
    const row = ({ id, code }: { id: number; code: string }, quantity: number, scorta_minima: number) => ({
      product_id: id,
      code,
      product_name: 'Bobina',
      quantity,
      scorta_minima,
      unit_of_measure: 'kg',
    });
    assert.deepEqual((await read()).low_stock, { count: 2, products: [row(none, 0, 5), row(low, 9, 10)] });
  });
  test('a batch in stock expires if its date is between today and thirty days later', async () => {
    const { id: product_id, code } = await createProduct(api.admin, { has_batch: true, name: 'Inchiostro' });
    const here = await createWarehouse(api.admin, { name: 'Alfa' });
    const there = await createWarehouse(api.admin, { name: 'Beta' });
    const load = (batch_number: string, expiry: number, warehouse = here.id) =>
      createMovement(
        api.admin,
        loadBody(product_id, warehouse, 2, {
          batch_number,
          expiry_date: inDays(expiry),
          production_date: '2026-01-01',
        }),
      );
    await load('LATER', 31);
    await load('LAST', 30);
    await load('TODAY', 0);
    await load('TODAY', 0, there.id);
    await load('EXPIRED', -1);
    await load('GONE', 3);
    await createMovement(
      api.admin,
      loadBody(product_id, here.id, 2, { movement_type: 'S', batch_number: 'GONE', movement_date: '2026-01-11' }),
    );
    const row = (batch_number: string, days: number, warehouse_name: string) => ({
      product_id,
      code,
      product_name: 'Inchiostro',
      batch_number,
      expiry_date: inDays(days),
      warehouse_name,
      quantity: 2,
      unit_of_measure: 'kg',
    });
    assert.deepEqual((await read()).expiring_batches, {
      until: inDays(30),
      count: 3,
      expired_count: 1,
      expired: { count: 1 },
      batches: [row('TODAY', 0, here.name), row('TODAY', 0, there.name), row('LAST', 30, here.name)],
    });
  });
  test('sent, unpaid invoices are open; drafts, credited invoices and credit notes are not', async () => {
    await completeCompany(api.admin);
    const { id: product_id } = await createProduct(api.admin);
    const { id: warehouse_id } = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(product_id, warehouse_id, 100));
    const customer = await createCustomer(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [{ product_id, quantity: 100, unit_price: 10 }]);
    const draft = async (quantity: number) => {
      const { id } = await createPackingList(api.admin, {
        customer_id: customer.id,
        order_id: order.id,
        items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id }],
      });
      return (await createInvoice(api.admin, id)).id;
    };
    const set = (id: number, status: string) => api.admin.put(`/invoices/${id}/status`, { status });
    const sent = async (quantity: number) => {
      const id = await draft(quantity);
      assert.equal((await set(id, 'sent')).status, 200);
      return id;
    };
    await draft(1);
    await sent(2);
    const late = await sent(3);
    await set(await sent(4), 'paid');
    assert.equal((await api.admin.post(`/invoices/${await sent(5)}/credit-note`, {})).status, 201);
    await redateInvoice(api.db, late, { dated: addDays(today, -9), due: addDays(today, -1) });
    assert.deepEqual((await read()).open_invoices, {
      count: 2,
      total_amount: 61,
      overdue_count: 1,
      overdue_amount: 36.6,
      overdue: { count: 1 },
    });
  });
  test('production counts from Monday on, by unit', async () => {
    const customer = await createCustomer(api.admin);
    const products = [
      await createProduct(api.admin, { unit_of_measure: 'box' }),
      await createProduct(api.admin, { unit_of_measure: 'kg' }),
    ];
    const { items } = await createCustomerOrder(
      api.admin,
      customer.id,
      products.map(({ id }) => ({ product_id: id, quantity: 100, unit_price: 1 })),
      { requested_delivery_date: inDays(9) },
    );
    await createOperation(api.admin, items[0]!.id, 7, { production_date: today });
    await createOperation(api.admin, items[0]!.id, 5, { production_date: monday });
    await createOperation(api.admin, items[0]!.id, 90, {
      production_date: new Date(Date.parse(monday) - 86_400_000).toISOString().slice(0, 10),
    });
    await createOperation(api.admin, items[1]!.id, 3, { production_date: today });
    const box = (quantity: number) => ({ unit_of_measure: 'box', quantity });
    const kg = (quantity: number) => ({ unit_of_measure: 'kg', quantity });
    assert.deepEqual((await read()).week_production, {
      count: 2,
      from: monday,
      to: today,
      operations: 3,
      quantities: [box(12), kg(3)],
      days:
        today === monday
          ? [{ count: 2, day: today, quantities: [box(12), kg(3)] }]
          : [
              { count: 2, day: today, quantities: [box(7), kg(3)] },
              { count: 1, day: monday, quantities: [box(5)] },
            ],
    });
  });
  test('each role sees the figures of the lists that it may open, and nothing else', async () => {
    const orders = ['late_orders', 'new_orders', 'promised_this_week'];
    const arrivals = ['late_arrivals', 'arrivals_today', 'to_receive'];
    const stock = ['to_ship', 'low_stock', 'expiring_batches', 'open_counts'];
    const money = ['open_invoices', 'to_invoice', 'draft_invoices', 'not_handed_over', 'rejected_documents'];
    const production = ['week_production'];
    const of = (...parts: string[][]) =>
      ['today', 'dead_messages', 'failed_imports', ...orders, ...parts.flat()].toSorted();
    const seen = {
      admin: of(arrivals, stock, money, production, ['health']),
      direction: of(arrivals, stock, money, production, ['health']),
      administration: of(money, production),
      orders: of(arrivals, stock, money),
      warehouse: of(arrivals, stock, production),
      sales: of(arrivals, stock, money),
    };
    for (const [role, parts] of Object.entries(seen)) {
      const { body } = await api[role as keyof typeof seen].get('/dashboard');
      assert.deepEqual([role, Object.keys(body).toSorted()], [role, parts]);
    }
    assertProblem(await api.as(null).get('/dashboard'), 401, 'UNAUTHENTICATED');
  });
});
