/** The trends behind the charts of the home. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { ValuedRow } from '@bobina/contract/purchasing/valuation.ts';
import type { MachineLoad, SalesTrend, StockValueTrend } from '@bobina/contract/system/dashboard.ts';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
/** The company's. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
const month = today.slice(0, 7);
const lastMonthEnd = addDays(`${month}-01`, -1);
const yearBefore = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
let product: number;
let warehouse: number;

describe('the trends of the home', () => {
  before(async () => {
    await completeCompany(api.admin);
    const days = { working_days: [1, 2, 3, 4, 5, 6, 7], working_hours_per_day: 8 };
    assert.equal((await api.admin.put('/settings', days)).status, 200);
    const supplier = await createSupplier(api.admin);
    product = (await createProduct(api.admin, { supplier_id: supplier.id })).id;
    warehouse = (await createWarehouse(api.admin)).id;
    const price = { product_id: product, supplier_id: supplier.id, price: 1.5, start_date: '2020-01-01' };
    const before = await api.admin.post('/prices', { ...price, end_date: lastMonthEnd });
    assert.equal(before.status, 201, JSON.stringify(before.body));
    assert.equal((await api.admin.post('/prices', { ...price, price: 2, start_date: `${month}-01` })).status, 201);
    await createMovement(api.admin, loadBody(product, warehouse, 100, { movement_date: '2020-02-01' }));
    await createMovement(api.admin, loadBody(product, warehouse, 10.5, { movement_date: lastMonthEnd }));
    await createMovement(api.admin, loadBody(product, warehouse, 7, { movement_date: `${month}-01` }));
  });

  test('stock value equals the valuation at the end of each month and today, with the prices of the day', async () => {
    const { points } = (await api.direction.get<StockValueTrend>('/dashboard/stock-value')).body;
    assert.equal(points.length, 13);
    assert.deepEqual(points.at(-1), { day: today, values: [{ currency: 'EUR', value: 235 }] });
    assert.deepEqual(points.at(-2), { day: lastMonthEnd, values: [{ currency: 'EUR', value: 165.75 }] });
    assert.deepEqual(points[0]!.values, [{ currency: 'EUR', value: 150 }]);
    for (const { day, values } of [points[0]!, points[6]!, points.at(-2)!, points.at(-1)!]) {
      const { items } = (await api.direction.get<{ items: ValuedRow[] }>(`/stock/valuation?endDate=${day}`)).body;
      const sum = items.reduce((all, { value }) => all + value, 0);
      assert.deepEqual(values, [{ currency: 'EUR', value: sum }], day);
    }
  });

  test('orders and turnover have those of the same month a year before; credit notes are deducted', async () => {
    const customer = await createCustomer(api.admin);
    const order = (order_date: string) =>
      createCustomerOrder(api.admin, customer.id, [{ product_id: product, quantity: 50, unit_price: 2 }], {
        order_date,
        requested_delivery_date: today,
      });
    await order(`${yearBefore}-01`);
    await order(`${month}-01`);
    const { id: order_id, items } = await order(`${month}-01`);
    const invoice = async (quantity: number) => {
      const packed = await createPackingList(api.admin, {
        customer_id: customer.id,
        order_id,
        items: [{ order_item_id: items[0]!.id, quantity, warehouse_id: warehouse }],
      });
      const { id } = await createInvoice(api.admin, packed.id);
      assert.equal((await api.admin.put(`/invoices/${id}/status`, { status: 'sent' })).status, 200);
      return id;
    };
    await invoice(3);
    const credited = await invoice(4);
    assert.equal((await api.admin.post(`/invoices/${credited}/credit-note`, {})).status, 201);
    const old = await invoice(5);
    await sql`alter table invoices disable trigger user`.execute(api.db);
    await sql`update invoices set invoice_date = ${`${yearBefore}-02`} where id = ${old}`.execute(api.db);
    await sql`alter table invoices enable trigger user`.execute(api.db);
    const { months } = (await api.direction.get<SalesTrend>('/dashboard/sales')).body;
    assert.equal(months.length, 12);
    assert.deepEqual(months.at(-1), { month, orders: 2, orders_before: 1, turnover: 6, turnover_before: 10 });
    assert.deepEqual(months[0], {
      month: months[0]!.month,
      orders: 0,
      orders_before: 0,
      turnover: 0,
      turnover_before: 0,
    });
  });

  test('the load of a machine is its scheduled minutes of this week from today and the three after it', async () => {
    const free = await createMachine(api.admin, { code: 'A-LIBERA' });
    const busy = await createMachine(api.admin, { code: 'B-PIENA' });
    const customer = await createCustomer(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product, quantity: 10, unit_price: 1 },
    ]);
    // Ten days of eight hours: more than the rest of this week, less than three weeks.
    await createScheduling(api.admin, order.items[0]!.id, busy.id, 10, { production_time: '80 ore' });
    const { weeks, machines } = (await api.direction.get<MachineLoad>('/dashboard/machine-load')).body;
    assert.equal(weeks.length, 4);
    assert.equal(weeks[0]!.from, today);
    assert.deepEqual(
      weeks.slice(1).map(({ capacity_minutes }) => capacity_minutes),
      [3360, 3360, 3360],
    );
    assert.deepEqual(
      machines.map(({ machine_id, machine_code }) => [machine_id, machine_code]),
      [
        [free.id, 'A-LIBERA'],
        [busy.id, 'B-PIENA'],
      ],
    );
    assert.deepEqual(machines[0]!.minutes, [0, 0, 0, 0]);
    const first = weeks[0]!.capacity_minutes;
    const second = Math.min(4800 - first, 3360);
    assert.deepEqual(machines[1]!.minutes, [first, second, 4800 - first - second, 0]);
  });
});
