import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays, today } from '@bobina/contract/core/dates.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { MachineBoard, Scheduling } from '@bobina/contract/production/scheduling.ts';
import type { Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
  schedulingBody,
} from '../../testing/factories.ts';

const api = startApi();
let customer: number;
let product: number;
let cutter: Machine;
let press: Machine;
async function prepare() {
  if (press) return;
  customer = (await createCustomer(api.admin)).id;
  product = (await createProduct(api.admin, { unit_of_measure: 'box', minuti_x_confezione: 3 })).id;
  cutter = await createMachine(api.admin, { code: 'A-taglio' });
  press = await createMachine(api.admin, { code: 'B-stampa' });
}
async function newItem(quantity = 100, product_id = product) {
  return (await createCustomerOrder(api.admin, customer, [{ product_id, quantity, unit_price: 1 }])).items[0]!.id;
}
async function itemOf(id: number): Promise<ProductionItem> {
  return (await api.warehouse.post('/production/print-report', { itemIds: [id] })).body.data[0];
}
async function stateOf(id: number) {
  const { scheduling_status, total_scheduled, remaining_to_schedule } = await itemOf(id);
  return `${scheduling_status} ${total_scheduled} ${remaining_to_schedule}`;
}
function post(item: number, quantity: number, given: object = {}) {
  return api.administration.post('/production/scheduling', schedulingBody(item, cutter.id, quantity, given));
}

describe('POST /production/scheduling', () => {
  before(prepare);
  test('answers 201 with the scheduling and its parsed time; the item shows the latest scheduling', async () => {
    const { id: metres } = await createProduct(api.admin, { unit_of_measure: 'm', minuti_x_confezione: 3 });
    const id = await newItem(100, metres);
    assert.equal(await stateOf(id), 'non_programmato 0 100');
    const { status, body } = await post(id, 40, { production_time: '2 heures et 5', notes: 'prima' });
    assert.equal(status, 201, JSON.stringify(body));
    const { id: first, created_at: _, ...rest } = body;
    assert.deepEqual(rest, {
      order_item_id: id,
      machine_id: cutter.id,
      machine_code: 'A-taglio',
      machine_description: cutter.description,
      quantity_to_produce: 40,
      production_time: '2 heures et 5',
      production_minutes: 125,
      notes: 'prima',
      not_before: null,
      position: null,
      version: 1,
      created_by: api.administration.userId,
      created_by_name: 'Utente administration',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
    assert.equal(await stateOf(id), 'parzialmente_programmato 40 60');
    const second = await createScheduling(api.admin, id, press.id, 59.999, { notes: 'dopo' });
    const item = await itemOf(id);
    assert.deepEqual((await api.warehouse.get(`/production/status/${id}`)).body, item);
    assert.deepEqual([item.scheduling_status, item.remaining_to_schedule], ['completamente_programmato', 0.001]);
    assert.deepEqual(
      [
        item.scheduling_id,
        item.machine_id,
        item.machine_code,
        item.quantity_to_produce,
        item.production_time,
        item.production_minutes,
        item.scheduling_notes,
        item.minuti_x_confezione,
      ],
      [second.id, press.id, 'B-stampa', 59.999, '2 ore e 30 minuti', 150, 'dopo', 3],
    );
    assert.deepEqual(
      item.schedulings.map((job) => [
        job.id,
        job.machine_code,
        job.quantity_to_produce,
        job.production_minutes,
        job.notes,
        job.position,
      ]),
      [
        [first, 'A-taglio', 40, 125, 'prima', null],
        [second.id, 'B-stampa', 59.999, 150, 'dopo', null],
      ],
    );
  });
  test('reports all missing and invalid fields with the form messages', async () => {
    const id = await newItem(10);
    const { body } = await api.warehouse.post('/production/scheduling', {
      order_item_id: id,
      machine_id: '',
      quantity_to_produce: null,
      production_time: '',
    });
    assert.deepEqual(
      body.fields.map(({ path, code, message }: Record<string, string>) => [path, code, message]),
      [
        ['machine_id', 'required', 'La macchina è obbligatoria'],
        ['quantity_to_produce', 'required', 'La quantità è obbligatoria'],
        ['production_time', 'required', 'Il tempo di produzione è obbligatorio'],
      ],
    );
    const nothing = await post(id, 0, { production_time: 'un pomeriggio' });
    assertProblem(nothing, 400, 'VALIDATION', { quantity_to_produce: 'min', production_time: 'format' });
    assert.equal(nothing.body.fields[0].message, 'La quantità è obbligatoria');
    const negative = await post(id, -1);
    assertProblem(negative, 400, 'VALIDATION', { quantity_to_produce: 'min' });
    assert.equal(negative.body.fields[0].message, 'La quantità è obbligatoria');
    assertProblem(await post(id, 1, { production_time: 150 }), 400, 'VALIDATION', { production_time: 'type' });
    const over = await post(id, 10.00001, { machine_id: 999_999 });
    assertProblem(over, 400, 'VALIDATION', { machine_id: 'unknown', quantity_to_produce: 'max' });
    assert.equal(over.body.fields[1].message, 'La quantità non può superare 10 scat.');
    const idle = await createMachine(api.admin, { is_active: false });
    assertProblem(await post(id, 1, { machine_id: idle.id }), 400, 'VALIDATION', { machine_id: 'unknown' });
    assertProblem(await post(999_999, 1), 400, 'VALIDATION', { order_item_id: 'unknown' });
  });
  test('a completed item cannot be scheduled', async () => {
    const id = await newItem();
    await createOperation(api.admin, id, 1, { is_completed: true });
    assertProblem(await post(id, 1), 409, 'ITEM_COMPLETED');
  });
  test('the second of two concurrent schedulings gets the remaining quantity', async () => {
    const id = await newItem(100);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(id, 30)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    for (const answer of answers.filter(({ status }) => status !== 201))
      assertProblem(answer, 400, 'VALIDATION', { quantity_to_produce: 'max' });
    assert.equal(await stateOf(id), 'parzialmente_programmato 90 10');
  });
  test('the database enforces the limit for every writer', async () => {
    const id = await newItem(10);
    const { id: scheduling } = await createScheduling(api.admin, id, cutter.id, 10);
    await assert.rejects(
      api.db
        .updateTable('production_schedulings')
        .set({ quantity_to_produce: 10.00001 })
        .where('id', '=', scheduling)
        .execute(),
      { constraint: 'customer_order_items_scheduled' },
    );
  });
  test('an order quantity cannot go below a concurrent scheduling', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await createCustomerOrder(api.admin, customer, [
        { product_id: product, quantity: 10, unit_price: 1 },
      ]);
      const [scheduled, changed] = await Promise.all([
        post(order.items[0]!.id, 10),
        api.admin.put(`/customer-orders/${order.id}`, { items: [{ product_id: product, quantity: 5, unit_price: 1 }] }),
      ]);
      assert.deepEqual(
        [scheduled.status, changed.status].toSorted(),
        scheduled.status === 201 ? [201, 409] : [200, 400],
      );
    }
  });
});

describe('PUT and DELETE /production/scheduling/{id}', () => {
  before(prepare);
  const put = (id: number, body: object, headers = {}) =>
    api.warehouse.put<Scheduling>(`/production/scheduling/${id}`, body, { headers });
  test('a scheduling can reuse its own quantity; absent fields stay unchanged', async () => {
    const id = await newItem(100);
    const [first, second] = [
      await createScheduling(api.admin, id, cutter.id, 40, { notes: 'resta' }),
      await createScheduling(api.admin, id, cutter.id, 50),
    ];
    const { status, body } = await put(
      first.id,
      { quantity_to_produce: 50, production_time: '1 giorno', machine_id: press.id },
      { 'if-match': '"1"' },
    );
    assert.deepEqual(
      [status, body.quantity_to_produce, body.production_minutes, body.machine_code, body.notes, body.version],
      [200, 50, 480, 'B-stampa', 'resta', 2],
    );
    assertProblem(await put(first.id, {}, { 'if-match': '"1"' }), 409, 'STALE_VERSION');
    assertProblem(await put(first.id, { quantity_to_produce: 50.1, machine_id: 999_999 }), 400, 'VALIDATION', {
      quantity_to_produce: 'max',
      machine_id: 'unknown',
    });
    assertProblem(
      await put(first.id, { production_time: 'boh', quantity_to_produce: -1, machine_id: null } as never),
      400,
      'VALIDATION',
      { production_time: 'format', quantity_to_produce: 'min', machine_id: 'required' },
    );
    assertProblem(await put(999_999, {}), 404, 'NOT_FOUND');
    assert.equal((await api.warehouse.delete(`/production/scheduling/${second.id}`)).status, 204);
    assert.equal(await stateOf(id), 'parzialmente_programmato 50 50');
    assertProblem(await api.warehouse.delete(`/production/scheduling/${second.id}`), 404, 'NOT_FOUND');
  });
  test('a job can wait until a day: it makes the line late, is listed on the board, and is removed by null', async () => {
    const order = await createCustomerOrder(
      api.admin,
      customer,
      [{ product_id: product, quantity: 100, unit_price: 1 }],
      {
        requested_delivery_date: addDays(today('Europe/Rome'), 5),
      },
    );
    const item = order.items[0]!.id;
    const day = addDays(today('Europe/Rome'), 30);
    const waiting = await createMachine(api.admin, { code: 'C-attesa' });
    const { status, body } = await post(item, 10, {
      machine_id: waiting.id,
      production_time: '1 ora',
      not_before: day,
    });
    assert.deepEqual([status, body.not_before], [201, day]);
    const board = async () =>
      (await api.warehouse.get<MachineBoard[]>('/production/board')).body
        .find(({ machine_id }) => machine_id === waiting.id)!
        .jobs.map(({ not_before, is_late }) => [not_before, is_late]);
    assert.deepEqual(await board(), [[day, true]]);
    assert.equal((await itemOf(item)).schedulings[0]!.not_before, day);
    const change = (not_before: unknown) => api.warehouse.put(`/production/scheduling/${body.id}`, { not_before });
    assertProblem(await change('domani'), 400, 'VALIDATION', { not_before: 'invalidDates' });
    assert.equal((await change(null)).body.not_before, null);
    assert.deepEqual(await board(), [[null, false]]);
  });
  test('the lines to schedule are those with something left', async () => {
    const id = await newItem();
    const listed = async (unscheduled: boolean) =>
      (await api.warehouse.get<ProductionItem[]>(`/production/status?unscheduled=${unscheduled}`)).body.some(
        ({ item_id }) => item_id === id,
      );
    await post(id, 99);
    assert.deepEqual([await listed(true), await listed(false)], [true, false]);
    await post(id, 1);
    assert.deepEqual([await listed(true), await listed(false)], [false, true]);
  });
  test('of a completed item can be removed but not changed; a machine that became inactive stays', async () => {
    const id = await newItem(100);
    const machine = await createMachine(api.admin);
    const { id: scheduling } = await createScheduling(api.admin, id, machine.id, 40);
    assertProblem(await api.admin.delete(`/machines/${machine.id}`), 409, 'IN_USE');
    await api.admin.put(`/machines/${machine.id}`, { is_active: false });
    assert.equal((await put(scheduling, { machine_id: machine.id, notes: 'ok' })).status, 200);
    await createOperation(api.admin, id, 100);
    assertProblem(await put(scheduling, { notes: 'no' }), 409, 'ITEM_COMPLETED');
    assert.equal((await api.warehouse.delete(`/production/scheduling/${scheduling}`)).status, 204);
    assert.equal((await api.admin.delete(`/machines/${machine.id}`)).status, 204);
  });
});

describe('/production/board', () => {
  before(prepare);
  const jobsOf = async (machine: Machine) =>
    (await api.warehouse.get<MachineBoard[]>('/production/board')).body.find(
      (board) => board.machine_id === machine.id,
    );
  test('groups the jobs of open items by machine, the most urgent first, until the board is reordered', async () => {
    const machine = await createMachine(api.admin, { code: 'C-board' });
    const [a, b, c, done] = [await newItem(), await newItem(), await newItem(), await newItem()];
    await api.admin.put(`/customer-orders/items/${c}/priority`, { priority: 'alta' });
    await api.admin.put(`/customer-orders/items/${b}/priority`, { priority: 'media' });
    const [ofA, ofB, ofC, ofDone] = [
      await createScheduling(api.admin, a, machine.id, 10),
      await createScheduling(api.admin, b, machine.id, 20),
      await createScheduling(api.admin, c, machine.id, 30),
      await createScheduling(api.admin, done, machine.id, 40),
    ];
    await createOperation(api.admin, done, 100);
    const ids = (board: MachineBoard | undefined) => board?.jobs.map((job) => job.scheduling_id);
    const board = await jobsOf(machine);
    assert.deepEqual(ids(board), [ofC.id, ofB.id, ofA.id]);
    assert.deepEqual(
      [board!.total_minutes, board!.machine_code, board!.jobs[0]!.item_priority, board!.jobs[0]!.quantity_to_produce],
      [450, 'C-board', 'alta', 30],
    );
    // The line lacks 100; after 85 are made, 15 of these 30 are left.
    assert.deepEqual([board!.jobs[0]!.left_quantity, board!.jobs[0]!.delivered_quantity], [30, 0]);
    await createOperation(api.admin, c, 85);
    assert.equal((await jobsOf(machine))!.jobs[0]!.left_quantity, 15);

    const ordered = await api.warehouse.put<MachineBoard>('/production/board', {
      machine_id: machine.id,
      schedulings: [ofA.id, ofC.id],
    });
    assert.deepEqual([ordered.status, ids(ordered.body)], [200, [ofA.id, ofC.id, ofB.id]]);
    await api.warehouse.put('/production/board', { machine_id: machine.id, schedulings: [ofB.id] });
    assert.deepEqual(ids(await jobsOf(machine)), [ofB.id, ofA.id, ofC.id]);
    await api.warehouse.put(`/production/scheduling/${ofB.id}`, { machine_id: press.id });
    assert.deepEqual(ids(await jobsOf(machine)), [ofA.id, ofC.id]);

    const foreign = await createScheduling(api.admin, await newItem(), cutter.id, 1);
    assertProblem(
      await api.warehouse.put('/production/board', {
        machine_id: machine.id,
        schedulings: [ofA.id, foreign.id, ofA.id, 999_999, ofDone.id],
      }),
      400,
      'VALIDATION',
      { 'schedulings.1': 'unknown', 'schedulings.2': 'unknown', 'schedulings.3': 'unknown' },
    );
    assertProblem(
      await api.warehouse.put('/production/board', { machine_id: 999_999, schedulings: [1] }),
      400,
      'VALIDATION',
      { machine_id: 'unknown' },
    );
    assertProblem(await api.warehouse.put('/production/board', {}), 400, 'VALIDATION', {
      machine_id: 'required',
      schedulings: 'noItems',
    });
  });
  test('the runs of a job shorten it in proportion, and other operations of its line do not', async () => {
    const machine = await createMachine(api.admin);
    const line = await newItem();
    const time = { production_time: '3:20' };
    const job = await createScheduling(api.admin, line, machine.id, 60, time);
    await createScheduling(api.admin, line, machine.id, 40, time);
    const shown = async () => {
      const board = (await jobsOf(machine))!;
      const { body } = await api.admin.get(`/figures/machines/${machine.id}`);
      assert.equal(body.find(({ name }: { name: string }) => name === 'minutes').value, board.total_minutes);
      return [board.total_minutes, ...board.jobs.map((one) => [one.left_quantity, one.left_minutes])];
    };
    await createOperation(api.admin, line, 10);
    assert.deepEqual(await shown(), [400, [60, 200], [40, 200]]);
    const run = await api.warehouse.post('/runs', { machine_id: machine.id, scheduling_id: job.id });
    const make = async (quantity: number) => {
      const made = await api.warehouse.post(`/runs/${run.body.id}/outputs`, { batch_number: 'L-1', quantity });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body.outputs[0].id;
    };
    await make(25);
    // 35 of 60 are left: 116.7 of 200 minutes.
    assert.deepEqual(await shown(), [317, [35, 117], [40, 200]]);
    const rest = await make(35);
    assert.deepEqual(await shown(), [200, [0, 0], [30, 200]]);
    await api.warehouse.delete(`/runs/${run.body.id}/outputs/${rest}`);
    assert.deepEqual(await shown(), [317, [35, 117], [40, 200]]);
  });
  test('moves a job from another machine to its position, in one act', async () => {
    const [from, to] = [await createMachine(api.admin), await createMachine(api.admin)];
    const ofA = await createScheduling(api.admin, await newItem(), from.id, 1);
    const [ofB, ofC] = [
      await createScheduling(api.admin, await newItem(), to.id, 1),
      await createScheduling(api.admin, await newItem(), to.id, 1),
    ];
    const take = (given: object, headers = {}) =>
      api.administration.put<MachineBoard>('/production/board', { machine_id: to.id, ...given }, { headers });
    assertProblem(await take({ schedulings: [ofB.id, ofA.id, ofC.id] }), 400, 'VALIDATION', {
      'schedulings.1': 'unknown',
    });
    const { status, body } = await take({ schedulings: [ofB.id, ofA.id, ofC.id], taken: [ofA.id] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.jobs.map((job) => [job.scheduling_id, job.position, job.version]),
      [
        [ofB.id, 1, 1],
        [ofA.id, 2, 2],
        [ofC.id, 3, 1],
      ],
    );
    assert.equal(await jobsOf(from), undefined);
    const stale = { production_time: '1 ora' };
    assertProblem(
      await api.admin.put(`/production/scheduling/${ofA.id}`, stale, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
    // A missing job is reported, and nothing is moved.
    assertProblem(await take({ schedulings: [999_999, ofB.id], taken: [999_999] }), 400, 'VALIDATION', {
      'schedulings.0': 'unknown',
      'taken.0': 'unknown',
    });
    const item = await newItem();
    const ended = await createScheduling(api.admin, item, from.id, 1);
    await createOperation(api.admin, item, 100);
    assertProblem(await take({ schedulings: [ended.id], taken: [ended.id] }), 409, 'ITEM_COMPLETED');
    const idle = await createMachine(api.admin, { is_active: false });
    assertProblem(await take({ machine_id: idle.id, schedulings: [ofA.id], taken: [ofA.id] }), 400, 'VALIDATION', {
      machine_id: 'unknown',
    });
  });
  test('jobs that are dragged concurrently end on one machine each', async () => {
    const [one, two] = [await createMachine(api.admin), await createMachine(api.admin)];
    const jobs: number[] = [];
    for (let n = 0; n < 4; n++)
      jobs.push((await createScheduling(api.admin, await newItem(), n % 2 ? one.id : two.id, 1)).id);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        api.warehouse.put('/production/board', {
          machine_id: n % 2 ? one.id : two.id,
          schedulings: n % 3 ? jobs : jobs.toReversed(),
          taken: jobs,
        }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const [left, right] = [await jobsOf(one), await jobsOf(two)];
    assert.deepEqual(
      [...(left?.jobs ?? []), ...(right?.jobs ?? [])].map((job) => job.scheduling_id).toSorted((a, b) => a - b),
      jobs,
    );
  });
  test('uses the calendar of the settings, for planners', async () => {
    const { today, ...rest } = (await api.warehouse.get('/production/calendar')).body;
    assert.match(today, /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(rest, {
      working_hours_per_day: 8,
      working_days: [1, 2, 3, 4, 5],
      production_warehouse_id: null,
    });
    await api.admin.put('/settings', { working_hours_per_day: 7.5, working_days: [6, 1] });
    const changed = (await api.administration.get('/production/calendar')).body;
    await api.admin.put('/settings', { working_hours_per_day: 8, working_days: [1, 2, 3, 4, 5] });
    assert.deepEqual([changed.working_hours_per_day, changed.working_days], [7.5, [1, 6]]);
  });
  test('two concurrent reorderings of a board both succeed', async () => {
    const machine = await createMachine(api.admin);
    const jobs: number[] = [];
    for (let n = 0; n < 4; n++) jobs.push((await createScheduling(api.admin, await newItem(), machine.id, 1)).id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.warehouse.put('/production/board', {
          machine_id: machine.id,
          schedulings: n % 2 ? jobs : jobs.toReversed(),
        }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });
});
