/** Lateness, and the figures of the home screen: each equals the total of the list that it opens. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { CustomerOrder, CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { startApi } from '../testing/api.ts';
import { redateInvoice } from '../testing/home-data.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';

const api = startApi();
/** The company's. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
function inDays(days: number) {
  return addDays(today, days);
}
const ROLES = ['admin', 'direction', 'administration', 'orders', 'warehouse', 'sales'] as const;

/** Orders, by the lines that should be late. */
const made: Record<string, CustomerOrder> = {};
let machine: number;
let product: number;
let warehouse: number;

async function order(name: string, days: readonly number[]): Promise<CustomerOrder> {
  const customer = await createCustomer(api.admin);
  made[name] = await createCustomerOrder(
    api.admin,
    customer.id,
    days.map((day) => ({ product_id: product, quantity: 10, unit_price: 1, delivery_date: inDays(day) })),
    { requested_delivery_date: inDays(Math.max(...days)) },
  );
  return made[name];
}
function deliver(given: CustomerOrder, at: number, quantity: number) {
  return createPackingList(api.admin, {
    customer_id: given.customer_id,
    order_id: given.id,
    items: [{ order_item_id: given.items[at]!.id, quantity, warehouse_id: warehouse }],
  });
}
/** The machine works eight hours on every day, so this is a number of its days. */
function schedule(given: CustomerOrder, at: number, quantity: number, days: number) {
  return createScheduling(api.admin, given.items[at]!.id, machine, quantity, { production_time: `${days * 8} ore` });
}

async function prepare() {
  const { status } = await api.admin.put('/settings', {
    working_days: [1, 2, 3, 4, 5, 6, 7],
    working_hours_per_day: 8,
  });
  assert.equal(status, 200);
  machine = (await createMachine(api.admin)).id;
  product = (await createProduct(api.admin, { unit_of_measure: 'box' })).id;
  warehouse = (await createWarehouse(api.admin)).id;
  await createMovement(api.admin, loadBody(product, warehouse, 1000));

  await order('past', [-1]);
  await order('today', [0]);
  await order('soon, without jobs', [1]);
  await deliver(await order('past, delivered', [-3]), 0, 10);
  await deliver(await order('past, delivered in part', [-2, 5]), 0, 9);
  await createOperation(api.admin, (await order('past, produced', [-1])).items[0]!.id, 10);
  // The board has this order: each job starts at the end of the previous one.
  await schedule(await order('one day of work, due in one day', [1]), 0, 10, 1);
  await schedule(await order('ends after two days, due today', [0]), 0, 10, 1);
  const parts = await order('its last part ends after four days, due in two', [2, 30]);
  await schedule(parts, 0, 5, 1);
  await schedule(parts, 0, 5, 1);
  const done = await order('produced early, its job ends too late', [1]);
  await schedule(done, 0, 10, 3);
  await createOperation(api.admin, done.items[0]!.id, 10);
  const sent = await order('delivered early, its job ends too late', [1]);
  await schedule(sent, 0, 10, 3);
  await deliver(sent, 0, 10);
}
const LATE = [
  'past',
  'past, delivered in part',
  'past, produced',
  'ends after two days, due today',
  'its last part ends after four days, due in two',
];
function nameOf({ order_number }: { order_number: string }) {
  return Object.entries(made).find(([, one]) => one.order_number === order_number)![0];
}
function namesOf(rows: readonly { order_number: string }[]) {
  return rows.map(nameOf).toSorted();
}

describe('late', () => {
  before(prepare);

  test('orders: the badge and the filter agree on every page, sorted and searched', async () => {
    const all = (await api.admin.get<CustomerOrderRow[]>('/customer-orders')).body;
    assert.deepEqual(namesOf(all.filter(({ is_late }) => is_late)), LATE.toSorted());
    const late = await api.admin.get<CustomerOrderRow[]>('/customer-orders?late=true');
    assert.deepEqual(namesOf(late.body), LATE.toSorted());
    assert.ok(late.body.every(({ is_late }) => is_late));
    const others = (await api.admin.get<CustomerOrderRow[]>('/customer-orders?late=false')).body;
    assert.equal(others.length, all.length - LATE.length);
    const pages: CustomerOrderRow[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await api.admin.get<CustomerOrderRow[]>(
        `/customer-orders?late=true&sort=-order_number&limit=2&offset=${offset}`,
      );
      assert.equal(page.headers.get('x-total-count'), '5');
      pages.push(...page.body);
    }
    assert.deepEqual(
      pages.map(({ order_number }) => order_number),
      late.body
        .map(({ order_number }) => order_number)
        .toSorted()
        .toReversed(),
    );
    const q = made['past']!.order_number;
    assert.deepEqual(namesOf((await api.admin.get(`/customer-orders?late=true&q=${encodeURIComponent(q)}`)).body), [
      'past',
    ]);
  });

  test('one order: marks its late lines', async () => {
    const read = async (name: string) =>
      (await api.admin.get<CustomerOrder>(`/customer-orders/${made[name]!.id}`)).body;
    const late = async (name: string) => {
      const { is_late, items } = await read(name);
      return [is_late, ...items.map((item) => item.is_late)];
    };
    assert.deepEqual(await late('past, delivered in part'), [true, true, false]);
    assert.deepEqual(await late('its last part ends after four days, due in two'), [true, true, false]);
    assert.deepEqual(await late('soon, without jobs'), [false, false]);
    assert.deepEqual(await late('produced early, its job ends too late'), [false, false]);
  });

  test('items and the board: lines count by their own lateness, a job by its end alone', async () => {
    const status = (await api.admin.get<ProductionItem[]>('/production/status')).body;
    assert.deepEqual(namesOf(status.filter(({ is_late }) => is_late)), LATE.toSorted());
    const filtered = await api.admin.get<ProductionItem[]>('/production/status?late=true');
    assert.deepEqual(namesOf(filtered.body), LATE.toSorted());
    const open = LATE.filter((name) => name !== 'past, produced').toSorted();
    for (const path of ['/customer-orders/production-priorities', '/production/status?open=true']) {
      const joint = path.includes('?') ? '&' : '?';
      const { body, headers } = await api.admin.get<ProductionItem[]>(`${path}${joint}late=true&limit=2`);
      assert.deepEqual([headers.get('x-total-count'), body.length], [String(open.length), 2]);
      assert.deepEqual(namesOf((await api.admin.get(`${path}${joint}late=true`)).body), open);
    }
    const materials = await api.admin.get('/customer-orders/materials-calculation-items?late=true');
    assert.deepEqual(namesOf(materials.body), ['past', 'past, delivered in part']);
    for (const { item_id, is_late } of status)
      assert.equal((await api.admin.get<ProductionItem>(`/production/status/${item_id}`)).body.is_late, is_late);
    const boards = (await api.admin.get<MachineBoard[]>('/production/board')).body;
    const jobs = boards.flatMap((board) => board.jobs);
    assert.deepEqual([...new Set(jobs.filter(({ is_late }) => is_late).map(nameOf))].toSorted(), [
      'ends after two days, due today',
      'its last part ends after four days, due in two',
    ]);
    // Its first part ends in time, but its line is late.
    assert.equal(jobs.filter((job) => nameOf(job).startsWith('its last part') && job.is_late).length, 2);
  });

  test('moving a job on the board changes lateness in the next answer', async () => {
    const name = 'ends after two days, due today';
    const late = async () => (await api.admin.get<CustomerOrder>(`/customer-orders/${made[name]!.id}`)).body.is_late;
    const [board] = (await api.admin.get<MachineBoard[]>('/production/board')).body;
    const job = board!.jobs.find(({ order_number }) => order_number === made[name]!.order_number)!;
    const original = board!.jobs.map(({ scheduling_id }) => scheduling_id);
    const first = [job.scheduling_id, ...original.filter((id) => id !== job.scheduling_id)];
    assert.equal(await late(), true);
    const put = (schedulings: number[]) => api.admin.put('/production/board', { machine_id: machine, schedulings });
    assert.equal((await put(first)).status, 200);
    assert.equal(await late(), false);
    assert.equal((await put(original)).status, 200);
    assert.equal(await late(), true);
  });
});

describe('the figures of the home screen', () => {
  before(async () => {
    const batched = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, scorta_minima: 100 });
    await createProduct(api.admin, { scorta_minima: 5 });
    await createProduct(api.admin, { scorta_minima: 5, status: 'inactive' });
    const there = await createWarehouse(api.admin);
    for (const [batch_number, days, place] of [
      ['TODAY', 0, warehouse],
      ['TODAY', 0, there.id],
      ['LAST', 30, there.id],
      ['LATER', 31, there.id],
      ['EXPIRED', -1, warehouse],
    ] as const)
      await createMovement(
        api.admin,
        loadBody(batched.id, place, 2, { batch_number, expiry_date: inDays(days), production_date: '2026-01-01' }),
      );
    await completeCompany(api.admin);
    const given = await order('invoiced', [40]);
    for (const quantity of [1, 2, 3]) {
      const packed = await deliver(given, 0, quantity);
      const { id } = await createInvoice(api.admin, packed.id);
      if (quantity > 1) assert.equal((await api.admin.put(`/invoices/${id}/status`, { status: 'sent' })).status, 200);
      if (quantity === 3) {
        await redateInvoice(api.db, id, { dated: inDays(-9), due: inDays(-1) });
      }
    }
  });

  const figuresOf = (dashboard: Dashboard) =>
    [
      dashboard.late_orders,
      dashboard.low_stock,
      dashboard.expiring_batches,
      dashboard.expiring_batches?.expired,
      dashboard.open_invoices,
      dashboard.open_invoices?.overdue,
      dashboard.week_production,
    ].filter((figure) => figure !== undefined);

  test('Q37 every figure counts the rows of its list for each role, late lines by one rule, and names the screen', async () => {
    const { body: admin } = await api.admin.get<Dashboard>('/dashboard');
    assert.deepEqual(
      figuresOf(admin).map(({ count, path, screen }) => [count, path, screen]),
      [
        [LATE.length, '/customer-orders?late=true', '/ordiniclienti/visualizza-ordini?late=true'],
        [2, '/stock/summary?group=product&low_stock=true', '/report/giacenze?low_stock=true'],
        [
          3,
          `/stock?expires_from=${today}&expires_until=${inDays(30)}`,
          `/report/giacenze?expires_from=${today}&expires_until=${inDays(30)}`,
        ],
        [1, `/stock?expires_until=${inDays(-1)}`, `/report/giacenze?expires_until=${inDays(-1)}`],
        [2, '/invoices?open=true', '/operazioni/vendite?tab=invoices&status=open'],
        [1, '/invoices?overdue=true', '/operazioni/vendite?tab=invoices&status=overdue'],
        [
          admin.week_production!.count,
          `/production/status?produced_from=${admin.week_production!.from}&produced_until=${today}`,
          `/produzione/stato?produced_from=${admin.week_production!.from}&produced_until=${today}&completed=true`,
        ],
      ],
    );
    assert.ok(admin.week_production!.count > 0);
    for (const role of ROLES) {
      const { body } = await api[role].get<Dashboard>('/dashboard');
      const figures = figuresOf(body);
      assert.ok(figures.length > 0, role);
      for (const { count, path } of figures) {
        const list = await api[role].get<unknown[]>(path);
        assert.deepEqual(
          [list.status, list.body.length, list.headers.get('x-total-count')],
          [200, count, String(count)],
          `${role} ${path}`,
        );
      }
    }
    // Orders, items and the board report the same lines.
    const late = (await api.admin.get<CustomerOrderRow[]>('/customer-orders?late=true')).body;
    const items = (await api.admin.get<ProductionItem[]>('/production/status?late=true')).body;
    const urgent = (await api.admin.get<ProductionItem[]>('/customer-orders/production-priorities?late=true')).body;
    const boards = (await api.admin.get<MachineBoard[]>('/production/board')).body;
    assert.deepEqual(namesOf(late), LATE.toSorted());
    assert.deepEqual(namesOf(items), LATE.toSorted());
    const ids = new Set(items.map(({ item_id }) => item_id));
    assert.ok(urgent.every(({ item_id }) => ids.has(item_id)));
    for (const job of boards.flatMap(({ jobs }) => jobs)) assert.equal(job.is_late, ids.has(job.item_id));
  });
});
