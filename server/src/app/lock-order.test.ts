/** The order in which the acts of reels and runs lock rows, observed in the database (`testing/lock-order.ts`). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import type { Run } from '@bobina/contract/production/runs.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { startApi, type Session } from '../testing/api.ts';
import {
  createMachine,
  createOperation,
  createPackingList,
  createPurchaseOrder,
  createScheduling,
  createWarehouse,
} from '../testing/factories.ts';
import { LockRecorder, type LockClass } from '../testing/lock-order.ts';
import {
  createBatch,
  createLine,
  createReel,
  createRunCompany,
  end,
  returnInput,
  make,
  mountOn,
  openRun,
  type RunCompany,
} from '../testing/run-company.ts';

/**
 * The order of ARCHITECTURE.md and of the areas. Acts that lock rows of two kinds take them in this order, so that two of
 * them never wait for each other.
 */
const CLASSES: readonly LockClass[] = [
  { name: 'document', table: 'stock_counts' },
  { name: 'document', table: 'packing_lists' },
  { name: 'order', table: 'purchase_orders' },
  { name: 'order', table: 'customer_orders' },
  { name: 'order lines', table: 'purchase_order_items' },
  { name: 'order lines', table: 'customer_order_items' },
  { name: 'run', table: 'production_runs' },
  { name: 'job', table: 'production_schedulings' },
  { name: 'machine', table: 'machines' },
  { name: 'products', table: 'products' },
  { name: 'warehouses', table: 'warehouses' },
  { name: 'reel number', table: 'number_series', where: `t.kind = 'R'` },
  { name: 'reel number', table: 'number_series', where: `t.kind = 'SSCC'` },
  { name: 'batches', table: 'batches' },
  { name: 'batches', table: 'reels' },
  { name: 'stock keys', table: 'stock_balances' },
  { name: 'batch costs', table: 'batch_costs' },
  { name: 'other numbers', table: 'number_series', where: `t.kind not in ('R', 'SSCC')` },
];

const api = startApi();
let company: RunCompany;
let today: string;
let other: Warehouse;
let recorder: LockRecorder;

/** A call of an act; its body is complete, so that it is not refused. */
type Call = [by: Session, method: string, path: string, body?: object];
/** Creates the data of the act and returns its call; `locks` are the locks that it must take at least. */
type Scene = [name: string, locks: readonly string[], prepare: () => Promise<Call>];

const GOODS = ['products', 'batches', 'stock keys'];
/** Acts of runs on a reel. */
const REEL_OF_RUN = ['run', ...GOODS];

const SCENES: readonly Scene[] = [
  [
    'receipt of reels',
    ['order', 'order lines', 'products', 'warehouses', 'reel number'],
    async () => {
      const { supplier, paper, warehouse } = company;
      const line = { product_id: paper.id, quantity: 100, unit_price: 2 };
      const order = await createPurchaseOrder(api.admin, supplier.id, [line]);
      const reels = [
        { width_mm: 1000, kg: 60 },
        { width_mm: 1000, kg: 40 },
      ];
      const items = [{ order_item_id: order.items[0]!.id, product_id: paper.id, warehouse_id: warehouse.id, reels }];
      const body = { document_number: 'DDT-LOCK', document_date: '2026-03-02', order_id: order.id, items };
      return [api.warehouse, 'POST', '/goods-receipts/receive', body];
    },
  ],
  [
    'cancelled receipt of reels',
    ['order', 'order lines', 'products', 'warehouses', 'batches', 'stock keys', 'batch costs'],
    async () => {
      const { id } = await api.db
        .selectFrom('goods_receipt_movements as g')
        .innerJoin('stock_movements as m', 'm.id', 'g.movement_id')
        .innerJoin('goods_receipt_items as i', 'i.id', 'g.receipt_item_id')
        .select('i.receipt_id as id')
        .where('m.batch_id', '=', (await reel()).batch_id)
        .executeTakeFirstOrThrow();
      return [api.warehouse, 'POST', `/goods-receipts/${id}/cancel`, { reason: 'prova' }];
    },
  ],
  [
    'change of a reel',
    GOODS,
    async () => [api.warehouse, 'PUT', `/reels/${(await reel()).batch_id}`, { location: 'A1' }],
  ],
  [
    'weighing',
    GOODS,
    async () => [api.warehouse, 'POST', `/reels/${(await reelInTwoPlaces()).batch_id}/weigh`, { kg: 5 }],
  ],
  [
    'hold',
    ['batches', 'stock keys'],
    async () => [api.warehouse, 'POST', `/batches/${(await reel()).batch_id}/hold`, { reason: 'prova' }],
  ],
  [
    'release',
    ['batches', 'stock keys'],
    async () => {
      const { batch_id } = await reel();
      await sent([api.admin, 'POST', `/batches/${batch_id}/hold`, { reason: 'prova' }]);
      return [api.admin, 'POST', `/batches/${batch_id}/release`, { reason: 'prova' }];
    },
  ],
  [
    'split',
    ['products', 'warehouses', 'reel number', 'stock keys'],
    async () => {
      const batch = await createBatch(api, company, { product: company.paper, quantity: 100 });
      const reels = [
        { width_mm: 1000, kg: 30 },
        { width_mm: 1000, kg: 20 },
      ];
      const body = { batch_id: batch.id, warehouse_id: company.warehouse.id, quantity: 50, reels };
      return [api.warehouse, 'POST', '/reels/split', body];
    },
  ],
  [
    'pallet',
    ['products', 'warehouses', 'reel number', 'stock keys'],
    async () => {
      const parts = [await bags(10), await bags(20)];
      const items = parts.map(({ id }) => ({ batch_id: id, quantity: 5 }));
      const body = { product_id: company.bags.id, warehouse_id: company.warehouse.id, items };
      return [api.warehouse, 'POST', '/pallets', body];
    },
  ],
  ['unload by hand of a reel', ['products', 'warehouses', 'stock keys'], () => move({ movement_type: 'S' })],
  [
    'transfer of a reel',
    ['products', 'warehouses', 'stock keys'],
    () => move({ movement_type: 'T', destination_warehouse_id: other.id }),
  ],
  [
    'count of a reel',
    ['document', 'products', 'stock keys'],
    async () => {
      const { code } = await reel();
      const count = await sent([api.warehouse, 'POST', '/stock-counts', { warehouse_id: company.warehouse.id }]);
      const counted = { product_id: company.paper.id, batch_number: code, counted_quantity: 60 };
      await sent([api.warehouse, 'PUT', `/stock-counts/${count.id}/items`, { items: [counted] }]);
      return [api.warehouse, 'POST', `/stock-counts/${count.id}/post`];
    },
  ],
  [
    'packing list of a reel',
    ['order', 'order lines', 'products', 'warehouses', 'stock keys', 'other numbers'],
    async () => [api.sales, 'POST', '/packing-lists', await deliveryOfReel()],
  ],
  [
    'cancelled packing list of a reel',
    ['document', 'order', 'order lines', 'stock keys'],
    async () => {
      const { id } = await createPackingList(api.sales, await deliveryOfReel());
      return [api.sales, 'DELETE', `/packing-lists/${id}`];
    },
  ],
  [
    'start of a run',
    ['order', 'order lines', 'machine'],
    async () => {
      const machine = await createMachine(api.admin);
      const line = await createLine(api, company.bags);
      const job = await createScheduling(api.admin, line.id, machine.id, 10);
      return [api.warehouse, 'POST', '/runs', { machine_id: machine.id, scheduling_id: job.id }];
    },
  ],
  [
    'mount of a reel',
    REEL_OF_RUN,
    async () => onRun(await madeRun(), 'POST', 'inputs', { batch_id: (await reel()).batch_id }),
  ],
  [
    'mount of another batch',
    ['run', 'products', 'warehouses', 'stock keys', 'batch costs'],
    async () => onRun(await madeRun(), 'POST', 'inputs', { batch_id: (await glue()).id, quantity: 3 }),
  ],
  [
    'return of a reel',
    [...REEL_OF_RUN, 'batch costs'],
    async () => {
      const run = await madeRun();
      const input = await mountOn(api, run, { batch_id: (await reelInTwoPlaces()).batch_id });
      return onRun(run, 'PUT', `inputs/${input.id}`, { kg: 5 });
    },
  ],
  [
    'undone mount',
    [...REEL_OF_RUN, 'batch costs'],
    async () => {
      const run = await madeRun();
      return onRun(run, 'DELETE', `inputs/${(await mountOn(api, run, { batch_id: (await reel()).batch_id })).id}`);
    },
  ],
  [
    'undone mount of another batch',
    ['run', 'stock keys', 'batch costs'],
    async () => {
      const run = await madeRun();
      return onRun(
        run,
        'DELETE',
        `inputs/${(await mountOn(api, run, { batch_id: (await glue()).id, quantity: 3 })).id}`,
      );
    },
  ],
  [
    'undone return',
    [...REEL_OF_RUN, 'batch costs'],
    async () => {
      const run = await madeRun();
      const input = await mountOn(api, run, { batch_id: (await reel()).batch_id });
      await returnInput(api, input, { kg: 40 });
      return onRun(run, 'DELETE', `inputs/${input.id}/return`);
    },
  ],
  [
    'output into stock',
    ['run', 'products', 'warehouses', 'reel number'],
    async () =>
      onRun(await usingRun(), 'POST', 'outputs', { product_id: company.paper.id, reels: [{ width_mm: 500, kg: 20 }] }),
  ],
  [
    'output of an order line',
    ['order', 'order lines', 'run', 'products', 'batch costs'],
    async () => {
      const { run } = await runOfLine(company.bags);
      await make(api, run, { batch_number: 'LOCK-1', quantity: 10 });
      return onRun(run, 'POST', 'outputs', { batch_number: 'LOCK-1', quantity: 5 });
    },
  ],
  [
    'reels of an order line',
    ['order', 'order lines', 'run', 'products', 'reel number'],
    async () => onRun((await runOfLine(company.paper)).run, 'POST', 'outputs', { reels: [{ width_mm: 500, kg: 20 }] }),
  ],
  [
    'undone output in stock',
    ['run', 'stock keys'],
    async () => {
      const run = await usingRun();
      const { outputs } = await make(api, run, { product_id: company.bags.id, batch_number: 'LOCK-2', quantity: 20 });
      return onRun(run, 'DELETE', `outputs/${outputs[0]!.id}`);
    },
  ],
  [
    'undone output of an order line',
    ['order', 'order lines', 'run', 'batch costs'],
    async () => {
      const { run } = await runOfLine(company.bags);
      const { outputs } = await make(api, run, { batch_number: 'LOCK-3', quantity: 20 });
      return onRun(run, 'DELETE', `outputs/${outputs[0]!.id}`);
    },
  ],
  ['waste', ['run', 'batch costs'], async () => onRun(await madeRun(), 'POST', 'wastes', { kind: 'trim', kg: 1 })],
  [
    'undone waste',
    ['run', 'batch costs'],
    async () => {
      const run = await madeRun();
      const waste = await sent(onRun(run, 'POST', 'wastes', { kind: 'trim', kg: 1 }));
      return onRun(run, 'DELETE', `wastes/${waste.id}`);
    },
  ],
  ['end of a run', ['run', 'batch costs'], async () => onRun(await madeRun(), 'POST', 'end', {})],
  [
    'reopened run',
    ['run', 'machine', 'batch costs'],
    async () => {
      const run = await madeRun();
      await end(api, run);
      return onRun(run, 'POST', 'reopen', {}, api.admin);
    },
  ],
  [
    'operation of a run',
    ['order', 'order lines', 'run', 'products'],
    async () => {
      const { line } = await runOfLine(company.bags);
      const body = { order_item_id: line.id, batch_number: 'LOCK-4', quantity_produced: 5, is_completed: false };
      return [api.warehouse, 'POST', '/production/operations', body];
    },
  ],
  [
    'changed operation of a run',
    ['order', 'order lines', 'run', 'batch costs'],
    async () => [api.warehouse, 'PUT', `/production/operations/${await operationOfRun()}`, { quantity_produced: 6 }],
  ],
  [
    'deleted operation of a run',
    ['order', 'order lines', 'run', 'batch costs'],
    async () => [api.warehouse, 'DELETE', `/production/operations/${await operationOfRun()}`],
  ],
  [
    'load under another batch number',
    ['order', 'order lines', 'products', 'warehouses'],
    async () => loadOf(await producedLine()),
  ],
  [
    'undone load under another batch number',
    ['order', 'order lines', 'stock keys'],
    async () => {
      const line = await producedLine();
      await sent(loadOf(line));
      return [api.admin, 'DELETE', `/production/load-to-warehouse/${line}`];
    },
  ],
  [
    'recall with hold',
    ['batches', 'stock keys', 'other numbers'],
    async () => [
      api.warehouse,
      'POST',
      '/recalls',
      { batch_ids: [(await reelUsed()).batch_id], reason: 'prova', hold: true },
    ],
  ],
  [
    'drill',
    ['other numbers'],
    async () => [
      api.warehouse,
      'POST',
      '/recalls',
      { batch_ids: [(await reelUsed()).batch_id], reason: 'prova', drill: true },
    ],
  ],
];

describe('lock order', () => {
  before(async () => {
    company = await createRunCompany(api);
    other = await createWarehouse(api.admin);
    today = (await api.admin.get('/company/today')).body.today;
    await sent([api.admin, 'PUT', '/company', { gs1_prefix: '8012345' }]);
    recorder = await LockRecorder.open(api.databaseUrl, CLASSES);
    // The counters exist from the first number on: a recorder holds only rows that are there.
    await reel();
    await sent([
      api.warehouse,
      'POST',
      '/recalls',
      { batch_ids: [(await reel()).batch_id], reason: 'prova', drill: true },
    ]);
    await createPackingList(api.sales, await deliveryOfReel());
  });
  after(() => recorder.close());

  test('every act of reels and runs locks order lines, run, job, products and warehouses, reel number, batches, stock keys and other numbers in this order', async (t) => {
    for (const [name, locks, prepare] of SCENES)
      await t.test(name, async () => {
        const call = await prepare();
        const { locked, misplaced } = await recorder.record(() => answered(call));
        assert.deepEqual(misplaced, [], 'locked in the wrong order');
        for (const lock of locks) assert.ok(locked.includes(lock), `locks no ${lock}, but ${locked.join(', ')}`);
        await sent(call);
      });
  });

  test('an act in another order is reported', async () => {
    const { batch_id } = await reel();
    const run = await openRun(api);
    const { misplaced } = await recorder.record(async () => {
      const client = new Client(api.databaseUrl);
      await client.connect();
      try {
        await client.query('begin');
        await client.query(`select lock_batches(array[$1::integer])`, [batch_id]);
        await client.query('select from products where id = $1 for share', [company.paper.id]);
        await client.query('select from production_runs where id = $1 for no key update', [run.id]);
        await client.query('lock table activities in row exclusive mode');
      } finally {
        await client.end();
      }
    });
    assert.deepEqual(misplaced.toSorted(), [
      'batches before products',
      'batches before run',
      'products before run',
      'stock keys before products',
      'stock keys before run',
    ]);
  });
});

function answered([by, method, path, body]: Call) {
  return by.call(method, path, body ? { body } : {});
}

async function sent(call: Call) {
  const { status, body } = await answered(call);
  assert.ok(status >= 200 && status < 300, `${call[1]} ${call[2]}: ${status} ${JSON.stringify(body)}`);
  return body;
}

function onRun(run: { id: number }, method: string, path: string, body?: object, by = api.warehouse): Call {
  return [by, method, `/runs/${run.id}/${path}`, ...(body ? [body] : [])] as unknown as Call;
}

function reel() {
  return createReel(api, company, { kg: 100 });
}

/** A reel of which a part was transferred, so that it is used in two warehouses. */
async function reelInTwoPlaces() {
  const whole = await reel();
  await sent(await move({ movement_type: 'T', destination_warehouse_id: other.id }, whole.code));
  return whole;
}

/** A reel used for an output. */
async function reelUsed() {
  const whole = await reel();
  const run = await openRun(api);
  const input = await mountOn(api, run, { batch_id: whole.batch_id });
  await make(api, run, { product_id: company.bags.id, batch_number: `USED-${run.id}`, quantity: 20 });
  await returnInput(api, input, { kg: 70 });
  return whole;
}

async function move(given: object, batch_number?: string): Promise<Call> {
  const goods = { product_id: company.paper.id, warehouse_id: company.warehouse.id, quantity: 10 };
  const body = { ...goods, movement_date: today, batch_number: batch_number ?? (await reel()).code, ...given };
  return [api.warehouse, 'POST', '/stock-movements', body];
}

function bags(quantity: number) {
  return createBatch(api, company, { product: company.bags, quantity });
}

function glue() {
  return createBatch(api, company, { product: company.glue, quantity: 10 });
}

async function deliveryOfReel() {
  const { code } = await reel();
  const { order, customer } = await createLine(api, company.paper);
  const item = {
    order_item_id: order.items[0]!.id,
    warehouse_id: company.warehouse.id,
    batch_number: code,
    quantity: 10,
  };
  return { customer_id: customer.id, order_id: order.id, packing_date: today, items: [item] };
}

/** A run with an input and an output, so that the acts on it write links and costs. */
async function madeRun(): Promise<Run> {
  const run = await usingRun();
  await make(api, run, { product_id: company.bags.id, batch_number: `MADE-${run.id}`, quantity: 10 });
  return run;
}

async function usingRun(): Promise<Run> {
  const run = await openRun(api);
  await mountOn(api, run, { batch_id: (await glue()).id, quantity: 2 });
  return run;
}

async function runOfLine(product: Product) {
  const machine = await createMachine(api.admin);
  const line = await createLine(api, product);
  const job = await createScheduling(api.admin, line.id, machine.id, 100);
  return { line, run: await openRun(api, { machine, scheduling_id: job.id }) };
}

async function operationOfRun(): Promise<number> {
  const { line } = await runOfLine(company.bags);
  return (await createOperation(api.warehouse, line.id, 5, { batch_number: 'LOCK-5' })).id;
}

/** A completed line that a run made. @returns its id */
async function producedLine(): Promise<number> {
  const { line, run } = await runOfLine(company.bags);
  await make(api, run, { batch_number: `PART-${run.id}`, quantity: 1000 });
  const [operation] = await sent([api.admin, 'GET', `/production/operations/${line.id}`]);
  await sent([api.admin, 'PUT', `/production/operations/${operation.id}`, { is_completed: true }]);
  return line.id;
}

function loadOf(line: number): Call {
  const body = { itemId: line, warehouseId: company.warehouse.id, quantity: 1000, batch_number: `WHOLE-${line}` };
  return [api.warehouse, 'POST', '/production/load-to-warehouse', body];
}
