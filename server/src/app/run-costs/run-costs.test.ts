/** The costs of runs, their yield and the margins of the order lines that they made. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import { roleCan, ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import type { MarginRow, YieldRow } from '@bobina/contract/production/run-reports.ts';
import type { Run, RunCost, RunInput, RunOutput, RunSummary } from '@bobina/contract/production/runs.ts';
import type { Machine, Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { MIGRATIONS_DIR } from '../../platform/database/migration-files.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
  machineBody,
} from '../../testing/factories.ts';

const api = startApi();
let warehouse: Warehouse;
let supplierId: number;
/** Jumbo reels, bought. */
let jumbo: Product;
/** Slit reels, made. */
let slit: Product;
/** Film in bags of a batch, bought. */
let film: Product;
/** Sold goods in kg and in pieces. */
let roll: Product;
let bag: Product;
const RATES = { wages_per_hour: 25.5, waste_price_per_kg: 0.08 };

async function prepare() {
  warehouse = await createWarehouse(api.admin);
  supplierId = (await createSupplier(api.admin)).id;
  const reel = { is_reel: true, has_batch: true, peso_carta: 80 };
  jumbo = await createProduct(api.admin, { ...reel, supplier_id: supplierId });
  slit = await createProduct(api.admin, reel);
  film = await createProduct(api.admin, { has_batch: true, supplier_id: supplierId });
  roll = await createProduct(api.admin, { has_batch: true });
  bag = await createProduct(api.admin, { has_batch: true, unit_of_measure: 'piece', peso_netto: 0.01 });
  const settings = await api.direction.put('/settings', { ...RATES, production_warehouse_id: warehouse.id });
  assert.equal(settings.status, 200);
}

let documents = 0;
/** Receives goods on a separate order. @returns the batches, and the order */
async function receive(product: Product, { unit_price, line }: { unit_price: number; line: object }) {
  const order = await createPurchaseOrder(api.admin, supplierId, [
    { product_id: product.id, quantity: 10_000, unit_price },
  ]);
  const { status, body: receipt } = await api.warehouse.post('/goods-receipts/receive', {
    document_number: `DDT-C ${++documents}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, product_id: product.id, warehouse_id: warehouse.id, ...line }],
  });
  assert.equal(status, 201, JSON.stringify(receipt));
  return { order, receipt };
}
/** @returns the id of the batch */
async function receiveReel(kg: number, unit_price: number, product = jumbo): Promise<number> {
  const { receipt } = await receive(product, { unit_price, line: { reels: [{ width_mm: 1000, kg }] } });
  return receipt.reels[0].batch_id;
}
/** Opening stock of a new product with a price list. @returns the id of its batch */
async function openingGlue(): Promise<number> {
  const glue = await createProduct(api.admin, { has_batch: true, supplier_id: supplierId });
  await createMovement(api.admin, loadBody(glue.id, warehouse.id, 10, { batch_number: 'OPENING' }));
  const price = { product_id: glue.id, supplier_id: supplierId, price: 4.5, currency: 'EUR', start_date: '2026-01-01' };
  await send('POST', '/prices', price);
  return batchId(glue, 'OPENING');
}
async function batchId(product: Product, batch_number: string): Promise<number> {
  const { id } = await api.db
    .selectFrom('batches')
    .select('id')
    .where('product_id', '=', product.id)
    .where('batch_number', '=', batch_number)
    .executeTakeFirstOrThrow();
  return id;
}

async function send(method: 'POST' | 'PUT', path: string, body: object, role: Role = 'admin') {
  const answer = await api[role].call(method, path, { body });
  assert.ok(answer.status < 300, `${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
async function startRun(machine: Machine, given: object = {}): Promise<Run> {
  return send('POST', '/runs', { machine_id: machine.id, ...given });
}
async function mount(run: Run, body: object): Promise<RunInput> {
  return send('POST', `/runs/${run.id}/inputs`, body);
}
/** Mounts a reel and returns it with `kg` left on it. */
async function use(run: Run, batch_id: number, kg: number): Promise<RunInput> {
  const input = await mount(run, { batch_id });
  return send('PUT', `/runs/${run.id}/inputs/${input.id}`, kg === 0 ? { empty: true } : { kg });
}
async function make(run: Run, body: object): Promise<RunOutput[]> {
  return (await send('POST', `/runs/${run.id}/outputs`, body)).outputs;
}
async function waste(run: Run, kinds: Record<string, number>) {
  for (const [kind, kg] of Object.entries(kinds))
    if (kg > 0) await send('POST', `/runs/${run.id}/wastes`, { kind, kg });
}
async function end(run: Run, body: object = {}): Promise<Run & { cost: RunCost }> {
  return send('POST', `/runs/${run.id}/end`, body);
}
async function readRun(run: Run, role: Role = 'admin'): Promise<Run & { cost: RunCost }> {
  return (await api[role].get(`/runs/${run.id}`)).body;
}
function costsOf({ cost }: { cost: RunCost }): number[] {
  return cost.outputs.map((output) => output.cost);
}
async function newMachine(given: object = {}) {
  return createMachine(api.admin, { cost_per_hour: 50, people: 2, ...given });
}

describe('costs of runs', () => {
  before(prepare);

  test('V25: material costs what its receipt line, the run that made it, or the price list of the day says, and cost_source names which', async () => {
    const machine = await newMachine();
    const R1 = await receiveReel(640, 1.1);
    await receive(film, { unit_price: 2.1, line: { quantity: 60, batches: [{ batch_number: 'F1', quantity: 60 }] } });
    const first = await startRun(machine);
    const input = await use(first, R1, 221.2);
    assert.deepEqual([input.quantity, input.unit_cost, input.cost_source], [418.8, 1.1, 'receipt']);
    const [S1, S2] = await make(first, {
      product_id: slit.id,
      warehouse_id: warehouse.id,
      reels: [196.2, 196.2].map((kg) => ({ width_mm: 500, kg })),
    });
    await waste(first, { trim: 20.1, setup: 4.5, scrap: 1.2 });
    const done = await end(first, { setup_minutes: 20, run_minutes: 100 });
    assert.deepEqual(
      { ...done.cost, outputs: costsOf(done) },
      {
        // 418.8 kg at 1.1
        material: 460.68,
        // (20 and 100 minutes) at 50 + 2 × 25.5 an hour: 33.666… twice
        machine: 202,
        // 25.8 kg at 0.08
        waste_sold: 2.06,
        total: 660.62,
        per_kg: 1.68354,
        currency: 'EUR',
        partial: false,
        other: [],
        outputs: [330.31, 330.31],
      },
    );
    const second = await startRun(machine, { setup_minutes: 30, run_minutes: 90 });
    const used = await use(second, S1!.batch_id!, 0);
    assert.deepEqual([used.unit_cost, used.cost_source], [1.68354, 'run']);
    await mount(second, { batch_id: await batchId(film, 'F1'), quantity: 60 });
    const opening = await mount(second, { batch_id: await openingGlue(), quantity: 2 });
    assert.deepEqual([opening.unit_cost, opening.cost_source], [4.5, 'list']);
    const [B1] = await make(second, { product_id: roll.id, batch_number: 'B1', quantity: 200 });
    await use(second, S2!.batch_id!, 96.2);
    const [B2] = await make(second, { product_id: roll.id, batch_number: 'B2', quantity: 140 });
    await waste(second, { trim: 6, setup: 5, scrap: 4.7 });
    const { cost, inputs } = await end(second);
    assert.deepEqual(
      inputs.map(({ unit_cost, cost_source }) => [unit_cost, cost_source]),
      [
        [1.68354, 'run'],
        [2.1, 'receipt'],
        [4.5, 'list'],
        [1.68354, 'run'],
      ],
    );
    assert.deepEqual(cost, {
      // 330.31 + 126.00 + 9.00 + 168.35
      material: 633.66,
      machine: 202,
      waste_sold: 1.26,
      total: 834.4,
      per_kg: 2.45412,
      currency: 'EUR',
      partial: false,
      other: [],
      outputs: [
        { output_id: B1!.id, batch_id: B1!.batch_id, batch_number: 'B1', cost: 490.82 },
        { output_id: B2!.id, batch_id: B2!.batch_id, batch_number: 'B2', cost: 343.58 },
      ],
    });
  });

  test('opening stock has the price list of the day of its mount, of its own supplier first, and else no cost', async () => {
    const machine = await newMachine({ cost_per_hour: null });
    const glue = await createProduct(api.admin, { has_batch: true, supplier_id: supplierId });
    const other = await createSupplier(api.admin);
    for (const batch_number of ['OPEN', 'LATER'])
      await createMovement(api.admin, loadBody(glue.id, warehouse.id, 10, { batch_number }));
    const run = await startRun(machine);
    const unknown = await mount(run, { batch_id: await batchId(glue, 'OPEN'), quantity: 1 });
    assert.deepEqual([unknown.unit_cost, unknown.cost_source], [null, 'none']);
    assert.equal((await readRun(run)).cost.partial, true);
    const price = { product_id: glue.id, currency: 'EUR', start_date: '2026-01-01' };
    await send('POST', '/prices', { ...price, supplier_id: other.id, price: 9 });
    await send('POST', '/prices', { ...price, supplier_id: supplierId, price: 2, from_quantity: 100 });
    assert.equal((await readRun(run)).inputs[0]!.unit_cost, 9);
    await send('POST', '/prices', { ...price, supplier_id: supplierId, price: 4.5 });
    await make(run, { product_id: roll.id, batch_number: 'GLUED', quantity: 10, warehouse_id: warehouse.id });
    const ended = await end(run, { setup_minutes: 0, run_minutes: 60 });
    assert.deepEqual(
      [ended.inputs[0]!.unit_cost, ended.inputs[0]!.cost_source, ended.cost.material, ended.cost.partial],
      [4.5, 'list', 4.5, false],
    );
    // 60 minutes of two people, without a cost of the machine.
    assert.equal(ended.cost.machine, 51);
  });

  test('an ended run keeps its cost; an open one, and one that is reopened, follows receipts and rates', async () => {
    const machine = await newMachine();
    const { order, receipt } = await receive(jumbo, { unit_price: 1, line: { reels: [{ width_mm: 1000, kg: 100 }] } });
    const run = await startRun(machine, { setup_minutes: 0, run_minutes: 60 });
    await use(run, receipt.reels[0].batch_id, 0);
    const [made] = await make(run, { product_id: roll.id, batch_number: 'KEPT', quantity: 50 });
    const unitCost = async () =>
      (
        await api.db
          .selectFrom('batch_costs')
          .select('unit_cost')
          .where('batch_id', '=', made!.batch_id!)
          .executeTakeFirst()
      )?.unit_cost;
    // 100 + 101
    assert.equal(Number(await unitCost()), 4.02);
    const reprice = async (unit_price: number) => {
      const current = (await api.admin.get(`/purchase-orders/${order.id}`)).body;
      const items = current.items.map((item: { id: number; product_id: number; quantity: number }) => ({
        id: item.id,
        product_id: item.product_id,
        quantity: item.quantity,
        unit_price,
      }));
      await send('PUT', `/purchase-orders/${order.id}`, { items });
    };
    await reprice(2);
    assert.equal((await readRun(run)).cost.total, 301);
    const ended = await end(run);
    assert.deepEqual([ended.cost.total, Number(await unitCost())], [301, 6.02]);
    await reprice(3);
    await send('PUT', `/machines/${machine.id}`, { cost_per_hour: 70 });
    assert.deepEqual((await readRun(run)).cost, ended.cost);
    assert.equal(Number(await unitCost()), 6.02);
    const reopened = await send('POST', `/runs/${run.id}/reopen`, {});
    assert.equal(reopened.cost.total, 421);
    assert.equal(Number(await unitCost()), 8.42);
    const gone = await api.admin.call('DELETE', `/runs/${run.id}/outputs/${made!.id}`);
    assert.equal(gone.status, 204, JSON.stringify(gone.body));
    assert.equal(await unitCost(), undefined);
    await end(run);
  });

  test('V26: a cost in another currency is shown apart, unconverted, and makes the cost of the run and of its outputs partial', async () => {
    const machine = await newMachine();
    const dollars = await createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80, currency: 'USD' });
    const run = await startRun(machine, { setup_minutes: 0, run_minutes: 0 });
    await use(run, await receiveReel(30, 0.5, dollars), 0);
    await use(run, await receiveReel(10, 2), 0);
    const [made] = await make(run, { product_id: slit.id, reels: [{ width_mm: 500, kg: 40 }] });
    const { cost } = await end(run);
    assert.deepEqual(
      [cost.material, cost.total, cost.partial, cost.other],
      [20, 20, true, [{ currency: 'USD', amount: 15 }]],
    );
    const next = await startRun(machine);
    const input = await use(next, made!.batch_id!, 0);
    assert.deepEqual([input.unit_cost, input.cost_source], [null, 'run']);
    assert.equal((await end(next)).cost.partial, true);
  });

  test('a reel that is returned unused costs nothing: without a price or in another currency it leaves the cost complete', async () => {
    const machine = await newMachine({ people: 0 });
    const paper = { is_reel: true, has_batch: true, peso_carta: 80 };
    const dollars = await createProduct(api.admin, { ...paper, currency: 'USD' });
    const opening = await createProduct(api.admin, paper);
    await createMovement(api.admin, loadBody(opening.id, warehouse.id, 10, { batch_number: 'FREE' }));
    const split = { batch_id: await batchId(opening, 'FREE'), warehouse_id: warehouse.id, quantity: 10 };
    const { reels } = await send('POST', '/reels/split', { ...split, reels: [{ width_mm: 500, kg: 10 }] });
    const line = { product_id: roll.id, quantity: 10, unit_price: 3 };
    const order = await createCustomerOrder(api.admin, (await createCustomer(api.admin)).id, [line], {
      order_date: '2025-12-01',
    });
    const run = await startRun(machine, { setup_minutes: 0, run_minutes: 0 });
    await use(run, await receiveReel(10, 2), 0);
    const unused = await use(run, reels[0].batch_id, 10);
    assert.deepEqual([unused.quantity, unused.unit_cost, unused.cost_source], [0, null, 'none']);
    await use(run, await receiveReel(30, 0.5, dollars), 30);
    const [made] = await make(run, { order_item_id: order.items[0]!.id, batch_number: 'UNUSED', quantity: 10 });
    const { cost } = await end(run);
    assert.deepEqual([cost.material, cost.partial, cost.other], [20, false, []]);
    const [margin] = (await api.admin.get(`/reports/margins?order_id=${order.id}`)).body;
    assert.deepEqual([margin.cost, margin.margin, margin.partial], [20, 10, false]);
    const unitCost = async () => {
      const costs = api.db.selectFrom('batch_costs').select(['unit_cost', 'currency']);
      return costs.where('batch_id', '=', made!.batch_id!).executeTakeFirst();
    };
    const known = await unitCost();
    assert.deepEqual([Number(known!.unit_cost), known!.currency], [2, 'EUR']);
    // The migration completes the cost that an earlier release left out.
    await api.db
      .updateTable('batch_costs')
      .set({ unit_cost: null, currency: null })
      .where('batch_id', '=', made!.batch_id!)
      .execute();
    const migration = path.join(MIGRATIONS_DIR, '0053_cost_of_unused_reels.sql');
    await sql.raw(fs.readFileSync(migration, 'utf8')).execute(api.db);
    assert.deepEqual(await unitCost(), known);
  });

  test('V27: machine and wages by the minute, sold waste deducted, the rest allotted by kg, of pieces by quantity, the last takes the cent', async () => {
    const run = async (machine: Machine, outputs: object[]) => {
      const started = await startRun(machine, { setup_minutes: 20, run_minutes: 100 });
      await use(started, await receiveReel(100, 1), 0);
      for (const [at, output] of outputs.entries())
        await make(started, { batch_number: `V27-${started.id}-${at}`, ...output });
      await waste(started, { trim: 12.5, scrap: 0.3 });
      return end(started);
    };
    const byKg = await run(await newMachine(), [
      { product_id: roll.id, quantity: 10 },
      { product_id: roll.id, quantity: 20 },
      { product_id: roll.id, quantity: 60 },
    ]);
    // 20 and 100 minutes at 50 + 2 × 25.5 an hour: 33.67 + 168.33. 12.8 kg at 0.08: 1.02.
    const { material, machine, waste_sold, total } = byKg.cost;
    assert.deepEqual(
      [material, machine, waste_sold, total, costsOf(byKg)],
      [100, 202, 1.02, 300.98, [33.44, 66.88, 200.66]],
    );
    const pieces = { product_id: bag.id, quantity: 1000 };
    const byQuantity = await run(await newMachine({ cost_per_hour: 0, people: 0 }), [
      { ...pieces, kg: 50 },
      { ...pieces, kg: 10 },
      { ...pieces, kg: 30 },
    ]);
    assert.deepEqual([byQuantity.cost.machine, costsOf(byQuantity)], [0, [32.99, 32.99, 33]]);
  });

  test('V38: unit_cost, cost_source, cost_per_hour and wages_per_hour are absent without costs.read, and sending them is refused', async () => {
    const machine = await newMachine();
    const run = await startRun(machine);
    await use(run, await receiveReel(10, 1), 0);
    const mounted = await receiveReel(10, 1);
    for (const role of ROLES.filter((one) => roleCan(one, 'runs.read'))) {
      const seen = await readRun(run, role);
      const shows = roleCan(role, 'costs.read');
      assert.deepEqual(
        ['cost' in seen, 'unit_cost' in seen.inputs[0]!, 'cost_source' in seen.inputs[0]!],
        [shows, shows, shows],
        role,
      );
    }
    const input = await send('POST', `/runs/${run.id}/inputs`, { batch_id: mounted }, 'warehouse');
    const returned = await send('PUT', `/runs/${run.id}/inputs/${input.id}`, { kg: 4 }, 'warehouse');
    assert.deepEqual(['unit_cost' in input, 'cost_source' in returned], [false, false]);
    assert.equal('cost' in (await send('POST', `/runs/${run.id}/end`, {}, 'warehouse')), false);
    for (const role of ROLES.filter((one) => !roleCan(one, 'costs.read'))) {
      assert.equal('cost_per_hour' in (await api[role].get(`/machines/${machine.id}`)).body, false, role);
      assertProblem(await api[role].put(`/machines/${machine.id}`, { cost_per_hour: 1 }), 403, 'FORBIDDEN');
      assertProblem(await api[role].post('/machines', machineBody({ cost_per_hour: 1 })), 403, 'FORBIDDEN');
      assert.equal('wages_per_hour' in (await api[role].get('/settings')).body, false, role);
      assertProblem(await api[role].put('/settings', { wages_per_hour: 1 }), 403, 'FORBIDDEN');
    }
    for (const role of ['admin', 'direction'] as const) {
      assert.equal((await api[role].get(`/machines/${machine.id}`)).body.cost_per_hour, 50);
      assert.equal((await api[role].get('/settings')).body.wages_per_hour, RATES.wages_per_hour);
    }
  });

  test('V34: on random runs the trace equals a graph search, recalls foot, and the costs of the outputs sum to that of the run', async () => {
    const machine = await newMachine();
    const weight = fc.integer({ min: 1, max: 9000 }).map((grams) => grams / 1000);
    const made = fc.record({
      // Places in the list of all reels so far.
      inputs: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 }),
      outputs: fc.array(weight, { minLength: 1, maxLength: 3 }),
      price: fc.integer({ min: 1, max: 500_000 }),
      minutes: fc.nat(600),
    });
    const cents = (value: number) => Math.round(value * 100);
    await fc.assert(
      fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 4 }), fc.nat(20), async (runs, from) => {
        const reels: number[] = [];
        const links: [number, number][] = [];
        for (const { inputs, outputs, price, minutes } of runs) {
          reels.push(await receiveReel(10, price / 100_000, slit));
          const run = await startRun(machine, { setup_minutes: minutes / 10, run_minutes: minutes });
          const mounted = [...new Set(inputs.map((at) => reels[at % reels.length]!))];
          for (const batch_id of mounted) {
            const { quantity } = (await api.admin.get(`/reels/${batch_id}`)).body;
            // Half of it, so that it can be mounted again.
            await use(run, batch_id, Math.ceil(quantity * 500) / 1000);
          }
          const done = await make(run, { product_id: slit.id, reels: outputs.map((kg) => ({ width_mm: 500, kg })) });
          for (const output of done.map(({ batch_id }) => batch_id!)) {
            reels.push(output);
            for (const input of mounted) links.push([input, output]);
          }
          const { cost } = await end(run);
          assert.equal(cents(cost.total), cents(cost.material) + cents(cost.machine) - cents(cost.waste_sold));
          const allotted = cost.outputs.reduce((total, output) => total + cents(output.cost), 0);
          assert.equal(allotted, cents(cost.total));
        }
        const start = reels[from % reels.length]!;
        const { body: trace } = await api.admin.get(`/trace/${start}?direction=forward`);
        const found = trace.nodes.map(({ batch_id }: { batch_id: number }) => batch_id);
        assert.deepEqual(new Set(found), reach(links, start));
        const recall = await send('POST', '/recalls', { batch_ids: [start], reason: 'prova', drill: true });
        assert.ok(recall.batches.length === found.length);
        for (const batch of recall.batches) {
          const { made: loaded, adjusted, delivered, used_on, in_stock } = batch;
          assert.ok(
            batch.foots && Math.abs(loaded + adjusted - delivered - used_on - in_stock) < 1e-9,
            JSON.stringify(batch),
          );
        }
      }),
      { numRuns: 6 },
    );
  });

  test('the balance of a run is its input less good output and waste, with a warning above the percentage of the settings', async () => {
    const machine = await newMachine();
    const run = async (input: number, outputs: number[], wastes: Record<string, number>) => {
      const started = await startRun(machine);
      await use(started, await receiveReel(input, 1), 0);
      for (const [at, quantity] of outputs.entries())
        await make(started, { product_id: roll.id, batch_number: `V23-${started.id}-${at}`, quantity });
      await waste(started, wastes);
      return end(started);
    };
    const first = await run(418.8, [196.2, 196.2], { trim: 20.1, setup: 4.5, scrap: 1.2 });
    const second = await run(356.2, [200, 140], { trim: 6, setup: 5, scrap: 4.7 });
    const balance = { closed: true, warning: false };
    const expected = [
      {
        input_kg: 418.8,
        good_kg: 392.4,
        waste_kg: 25.8,
        unexplained_kg: 0.6,
        unexplained_percent: 0.143,
        yield_percent: 93.7,
        ...balance,
      },
      {
        input_kg: 356.2,
        good_kg: 340,
        waste_kg: 15.7,
        unexplained_kg: 0.5,
        unexplained_percent: 0.14,
        yield_percent: 95.45,
        ...balance,
      },
    ];
    assert.deepEqual([first.balance, second.balance], expected);
    const lossy = await run(100, [98], { trim: 0.9 });
    assert.deepEqual([lossy.balance.unexplained_percent, lossy.balance.warning], [1.1, true], 'above 1 %');
    await send('PUT', '/settings', { mass_balance_percent: 0.142 });
    assert.deepEqual([(await readRun(first)).balance.warning, (await readRun(second)).balance.warning], [true, false]);
    await send('PUT', '/settings', { mass_balance_percent: 1 });
    const open = await startRun(machine);
    await use(open, await receiveReel(10, 1), 0);
    const unweighed = await createProduct(api.admin, { has_batch: true, unit_of_measure: 'piece' });
    await make(open, { product_id: unweighed.id, batch_number: 'V23-U', quantity: 5 });
    assert.deepEqual((await end(open)).balance, {
      input_kg: 10,
      good_kg: null,
      waste_kg: 0,
      unexplained_kg: null,
      unexplained_percent: null,
      yield_percent: null,
      closed: false,
      warning: false,
    });
  });
});

/** The batches that descend from one, with itself: a plain graph search. */
function reach(links: readonly (readonly [number, number])[], start: number): Set<number> {
  const seen = new Set([start]);
  for (const batch of seen) for (const [input, output] of links) if (input === batch) seen.add(output);
  return seen;
}

describe('the yield report', () => {
  before(prepare);

  test('sums closed runs by machine, product, month and person, with waste by kind, and lists the worst runs', async () => {
    const [one, two] = [await newMachine(), await newMachine()];
    const goods = [
      await createProduct(api.admin, { has_batch: true }),
      await createProduct(api.admin, { has_batch: true }),
    ];
    const run = async (machine: Machine, [good, trim, setup]: number[], product: Product, role: Role = 'admin') => {
      const started = await send('POST', '/runs', { machine_id: machine.id }, role);
      await use(started, await receiveReel(100, 1), 0);
      await make(started, { product_id: product.id, batch_number: `Y-${started.id}`, quantity: good! });
      await waste(started, { trim: trim!, setup: setup! });
      return end(started);
    };
    const good = await run(one, [95, 3, 1], goods[0]!);
    const bad = await run(one, [80.5, 10, 4.5], goods[1]!, 'warehouse');
    const best = await run(two, [98, 1.5, 0.5], goods[0]!);
    const unknown = await startRun(two);
    await use(unknown, await receiveReel(100, 1), 0);
    const uncounted = await createProduct(api.admin, { has_batch: true, unit_of_measure: 'piece' });
    await make(unknown, { product_id: uncounted.id, batch_number: 'U', quantity: 5 });
    await end(unknown);
    const report = async (query: string, role: Role = 'warehouse'): Promise<YieldRow[]> => {
      const { status, body } = await api[role].get(`/reports/yield${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const rowOf = (rows: YieldRow[], id: number | string) => rows.find(({ key }) => key === String(id));
    const machines = await report('');
    assert.deepEqual(rowOf(machines, one.id), {
      key: String(one.id),
      label: one.code,
      runs: 2,
      input_kg: 200,
      good_kg: 175.5,
      waste_kg: 18.5,
      trim_kg: 13,
      setup_kg: 5.5,
      scrap_kg: 0,
      unexplained_kg: 6,
      yield_percent: 87.75,
    });
    assert.deepEqual(rowOf(machines, two.id)?.runs, 1, 'a run with an unknown weight is left out');
    const products = await report('?group=product');
    assert.deepEqual([rowOf(products, goods[0]!.id)?.runs, rowOf(products, goods[0]!.id)?.yield_percent], [2, 96.5]);
    assert.equal(rowOf(products, goods[1]!.id)?.label, goods[1]!.code);
    const people = await report('?group=person');
    assert.deepEqual(
      [rowOf(people, api.warehouse.userId)?.runs, rowOf(people, api.warehouse.userId)?.yield_percent],
      [1, 80.5],
    );
    const { today } = (await api.admin.get('/company/today')).body;
    const months = await report('?group=month');
    assert.deepEqual([months.at(-1)!.key, months.at(-1)!.label], [today.slice(0, 7), today.slice(0, 7)]);
    assert.deepEqual(await report(`?from=${today}&to=${today}`), machines);
    assert.deepEqual(await report('?to=2026-01-01'), []);
    const { body: worst } = await api.administration.get('/reports/yield/runs');
    const all: RunSummary[] = (await api.administration.get('/runs')).body;
    const closed = all.filter(({ balance }) => balance.closed && balance.input_kg! > 0);
    const shares = new Map(closed.map(({ id, balance }) => [id, balance.good_kg! / balance.input_kg!]));
    const lowest = closed.map(({ id }) => id).toSorted((a, b) => shares.get(a)! - shares.get(b)! || b - a);
    assert.deepEqual(
      worst.runs.map(({ id }: RunSummary) => id),
      lowest.slice(0, 10),
    );
    assert.ok(lowest.indexOf(bad.id) < lowest.indexOf(good.id) && lowest.indexOf(good.id) < lowest.indexOf(best.id));
    assert.equal(worst.not_closed, all.filter(({ balance }) => !balance.closed).length);
    assert.ok(all.some(({ id, balance }) => id === unknown.id && !balance.closed));
    assertProblem(await api.sales.get('/reports/yield'), 403, 'FORBIDDEN');
    assertProblem(await api.admin.get('/reports/yield?group=day'), 400, 'VALIDATION', { group: 'enum' });
  });
});

describe('the margins', () => {
  before(prepare);

  test('an order line has its net, the cost of its runs, the margin, and whether it is delivered and its cost complete', async () => {
    const customer = await createCustomer(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: roll.id, quantity: 100, unit_price: 3 },
      { product_id: roll.id, quantity: 10, unit_price: 1 },
      { product_id: roll.id, quantity: 5, unit_price: 1 },
    ]);
    const [line, bare, byHand] = order.items.map(({ id }) => id) as [number, number, number];
    const machine = await newMachine({ people: 0 });
    const margins = async (query: string, role: Role = 'administration'): Promise<MarginRow[]> => {
      const { status, body } = await api[role].get(`/reports/margins${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const run = await startRun(machine, { setup_minutes: 30, run_minutes: 30 });
    await use(run, await receiveReel(110, 1), 0);
    await make(run, { order_item_id: line, batch_number: 'M1', quantity: 60 });
    await make(run, { order_item_id: line, batch_number: 'M2', quantity: 40 });
    await createOperation(api.warehouse, byHand, 5, { is_completed: true });
    const expected = {
      order_item_id: line,
      order_id: order.id,
      order_number: order.order_number,
      customer_id: customer.id,
      customer_name: customer.business_name,
      product_id: roll.id,
      product_code: roll.code,
      quantity: 100,
      net: 300,
      currency: 'EUR',
      // 110 kg at 1 and an hour at 50
      cost: 160,
      margin: 140,
      margin_percent: 46.67,
      so_far: true,
      partial: false,
    };
    const [first, second, third] = await margins(`?order_id=${order.id}`);
    assert.deepEqual(first, expected, 'while the run is open');
    assert.deepEqual(
      [second!.order_item_id, second!.cost, second!.margin, second!.margin_percent, second!.partial],
      [bare, null, null, null, false],
    );
    assert.deepEqual([third!.cost, third!.partial], [null, true], 'made without a run');
    await end(run);
    assert.deepEqual((await margins(`?customer_id=${customer.id}`))[0], expected, 'after its end');
    await send('POST', '/production/load-to-warehouse', { itemId: line, warehouseId: warehouse.id, quantity: 100 });
    await createPackingList(api.admin, {
      customer_id: customer.id,
      order_id: order.id,
      items: ['M1', 'M2'].map((batch_number, at) => ({
        order_item_id: line,
        quantity: [60, 40][at],
        warehouse_id: warehouse.id,
        batch_number,
      })),
    });
    assert.deepEqual((await margins(`?order_id=${order.id}`))[0], { ...expected, so_far: false });
    assert.equal((await margins('?from=2026-03-01&to=2026-03-01')).length, 3);
    assert.deepEqual(await margins('?from=2026-03-02'), []);
    for (const role of ROLES) {
      const { status } = await api[role].get('/reports/margins');
      assert.equal(status, ['admin', 'direction', 'administration'].includes(role) ? 200 : 403, role);
    }
  });

  test('GET /dashboard/margins sums the lines of the report by the month of their order', async () => {
    const { today } = (await api.admin.get('/company/today')).body;
    const last = addDays(`${today.slice(0, 7)}-01`, -1);
    const customer = await createCustomer(api.admin);
    const run = await startRun(await newMachine({ people: 0 }), { setup_minutes: 30, run_minutes: 30 });
    await use(run, await receiveReel(110, 1), 0);
    for (const [order_date, unit_price] of [
      [last, 3],
      [today, 2],
      [today, 0.5],
    ] as const) {
      const lines = [
        { product_id: roll.id, quantity: 50, unit_price },
        { product_id: roll.id, quantity: 7, unit_price: 1 },
      ];
      const days = { order_date, requested_delivery_date: today };
      const order = await createCustomerOrder(api.admin, customer.id, lines, days);
      await make(run, { order_item_id: order.items[0]!.id, batch_number: `MM-${order.id}`, quantity: 50 });
    }
    await end(run);
    const { months } = (await api.direction.get('/dashboard/margins')).body;
    assert.equal(months.length, 12);
    assert.equal(months.at(-1).month, today.slice(0, 7));
    for (const { month, ...figures } of months) {
      const next = addDays(`${month}-28`, 4).slice(0, 7);
      const rows: MarginRow[] = (
        await api.direction.get(`/reports/margins?from=${month}-01&to=${addDays(`${next}-01`, -1)}`)
      ).body;
      const known = rows.filter(({ margin }) => margin !== null);
      const cents = (of: (row: MarginRow) => number) => known.reduce((sum, row) => sum + Math.round(of(row) * 100), 0);
      const [net, cost, margin] = [cents((row) => row.net), cents((row) => row.cost!), cents((row) => row.margin!)];
      const margin_percent = net > 0 ? Math.round((margin * 10_000) / net) / 100 : null;
      const partial = known.some((row) => row.partial);
      const sums = { net: net / 100, cost: cost / 100, margin: margin / 100 };
      assert.deepEqual(figures, { lines: known.length, ...sums, margin_percent, partial }, month);
    }
    assert.deepEqual([months.at(-1).lines, months.at(-1).net, months.at(-2).net], [2, 125, 150]);
    for (const role of ROLES) {
      const { status } = await api[role].get('/dashboard/margins');
      assert.equal(status, ['admin', 'direction', 'administration'].includes(role) ? 200 : 403, role);
    }
  });

  test('a customer who pays in another currency has no margin, and the cost is partial', async () => {
    const customer = await createCustomer(api.admin, { valuta: 'MAD' });
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: roll.id, quantity: 10, unit_price: 30 },
    ]);
    const run = await startRun(await newMachine(), { setup_minutes: 0, run_minutes: 0 });
    await use(run, await receiveReel(10, 1), 0);
    await make(run, { order_item_id: order.items[0]!.id, batch_number: 'MAD', quantity: 10 });
    await end(run);
    const { body } = await api.direction.get(`/reports/margins?order_id=${order.id}`);
    const [{ net, currency, cost, margin, partial }] = body;
    assert.deepEqual([net, currency, cost, margin, partial], [300, 'MAD', 10, null, true]);
  });
});
