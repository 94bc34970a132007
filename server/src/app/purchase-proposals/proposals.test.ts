import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import { addWorkingDays } from '@bobina/contract/core/working-days.ts';
import type { Projection, Proposal, PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
const WEEK = [1, 2, 3, 4, 5];
let today: string;
let customer: number;
let warehouse: number;
let supplier: number;
let weight = 1000;

async function prepare() {
  if (today) return;
  today = (await api.admin.get<{ today: string }>('/company/today')).body.today;
  customer = (await createCustomer(api.admin)).id;
  warehouse = (await createWarehouse(api.admin)).id;
  supplier = (await createSupplier(api.admin)).id;
}

/** A paper that no other test uses, and the bags made of it: 10 m of web per box, 1 kg per metre and cm at 1000 g/m². */
async function newPaper(given: object = {}, bagGiven: object = {}) {
  weight += 1;
  const paper = await createProduct(api.admin, { peso_carta: weight, larghezza_bobina: 64, ...given });
  const bag = await createProduct(api.admin, {
    unit_of_measure: 'box',
    pezzi_per_scatola: 1000,
    numero_piste: 2,
    lunghezza_cm: 38,
    peso_carta: weight,
    larghezza_bobina: 64,
    ...bagGiven,
  });
  return { paper, bag, weight };
}
async function newOrder(product_id: number, quantity: number, requested_delivery_date: string) {
  return createCustomerOrder(api.admin, customer, [{ product_id, quantity, unit_price: 1 }], {
    requested_delivery_date,
  });
}
async function read(query = ''): Promise<PurchaseProposals> {
  const { status, body } = await api.orders.get<PurchaseProposals>(`/purchase-proposals${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function proposalsOf(product_id: number): Promise<Proposal[]> {
  return (await read(`?product_id=${product_id}`)).proposals;
}
async function put(path: string, body: object) {
  const answer = await api.admin.put(path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
async function price(product_id: number, given: object = {}) {
  const answer = await api.admin.post('/prices', {
    product_id,
    supplier_id: supplier,
    price: 2,
    start_date: '2026-01-01',
    ...given,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
function lineOf(proposal: Proposal) {
  return {
    product_id: proposal.product_id,
    supplier_id: proposal.supplier_id,
    need_day: proposal.need_day,
    shortage: proposal.shortage,
    quantity: proposal.quantity,
    unit_price: proposal.unit_price,
    requested_arrival_date: proposal.arrival_day,
  };
}
/** kg of paper for boxes of these bags. */
function kgOf(boxes: number, gsm: number) {
  return (boxes * 1000 * 38 * 64 * gsm) / 2 / 100 / 100_000;
}
function near(actual: number, wanted: number) {
  assert.ok(Math.abs(actual - wanted) < 0.001, `${actual} is not ${wanted}`);
}

describe('needs of purchase proposals', () => {
  before(prepare);

  test('U30: are the material of what is not yet produced of open lines, less what their runs used, due at the start of their job or else production_days before delivery', async () => {
    const { paper, bag, weight: gsm } = await newPaper();
    const delivery = addDays(today, 40);
    const order = await newOrder(bag.id, 120, delivery);
    const [first] = await proposalsOf(paper.id);
    near(first!.shortage, kgOf(120, gsm));
    assert.equal(first!.need_day, addWorkingDays(delivery, -3, WEEK));
    await createOperation(api.admin, order.items[0]!.id, 20);
    near((await proposalsOf(paper.id))[0]!.shortage, kgOf(100, gsm));
    const machine = await createMachine(api.admin);
    const job = await createScheduling(api.admin, order.items[0]!.id, machine.id, 100);
    const [scheduled] = await proposalsOf(paper.id);
    const { body: board } = await api.admin.get<{ today: string }>('/production/calendar');
    assert.equal(scheduled!.need_day, addWorkingDays(addDays(board.today, -1), 1, WEEK));
    // A run used material for 30 boxes. The 20 that were made without it had other material.
    const used = Math.round(kgOf(30, gsm) * 1000) / 1000;
    await createMovement(api.admin, loadBody(paper.id, warehouse, used));
    const batches = api.db.selectFrom('batches').select('id').where('product_id', '=', paper.id);
    const { id: batch_id } = await batches.executeTakeFirstOrThrow();
    const run = await api.admin.post('/runs', { machine_id: machine.id, scheduling_id: job.id });
    const input = await api.admin.post(`/runs/${run.body.id}/inputs`, { batch_id, quantity: used });
    assert.equal(input.status, 201, JSON.stringify(input.body));
    near((await proposalsOf(paper.id))[0]!.shortage, kgOf(70, gsm));
    const undone = await api.admin.delete(`/runs/${run.body.id}/inputs/${input.body.id}`);
    assert.equal(undone.status, 204);
    near((await proposalsOf(paper.id))[0]!.needs[0]!.quantity, kgOf(100, gsm));
    assert.equal((await api.admin.post(`/runs/${run.body.id}/inputs`, { batch_id, quantity: used })).status, 201);
    // The run used material for its 20 boxes and 10 more.
    await createOperation(api.admin, order.items[0]!.id, 20, { batch_number: 'L2' });
    near((await proposalsOf(paper.id))[0]!.shortage, kgOf(70, gsm));
    // It makes more than its material would be for.
    await createOperation(api.admin, order.items[0]!.id, 40, { batch_number: 'L3' });
    near((await proposalsOf(paper.id))[0]!.shortage, kgOf(40, gsm));
    await createOperation(api.admin, order.items[0]!.id, 40, { is_completed: true });
    assert.deepEqual(await proposalsOf(paper.id), []);
  });

  test('a need that no product meets is listed with its metres and kilograms, scrap included', async () => {
    // 120,000 × 38 cm on 2 tracks are 22,800 m of web; 64 cm of 70 g/m².
    const bag = await createProduct(api.admin, {
      unit_of_measure: 'piece',
      numero_piste: 2,
      lunghezza_cm: 38,
      larghezza_bobina: 64,
      peso_carta: 70,
    });
    const { scrap_percent } = (await api.admin.get<{ scrap_percent: number }>('/settings')).body;
    await put('/settings', { scrap_percent: 4 });
    const order = await newOrder(bag.id, 120_000, addDays(today, 40));
    const unmet = (await read()).without_product.find(({ gsm }) => gsm === 70);
    await put('/settings', { scrap_percent });
    assert.deepEqual([unmet!.kind, unmet!.gauge, unmet!.width_mm, unmet!.m], ['paper', null, 640, 23_712]);
    near(unmet!.kg, 1062.298);
    assert.deepEqual(
      unmet!.orders.map(({ order_id }) => order_id),
      [order.id],
    );
  });

  test('U31: are met by the exact width, or a wider one within wider_mm, by the materials chosen by hand, else the one in stock, then the one bought last; else listed without product', async () => {
    const { paper, bag, weight: gsm } = await newPaper();
    const wide = await createProduct(api.admin, { peso_carta: gsm, larghezza_bobina: 66 });
    const twin = await createProduct(api.admin, { peso_carta: gsm, larghezza_bobina: 64 });
    await newOrder(bag.id, 100, addDays(today, 30));
    const met = async () => {
      const { proposals } = await read();
      return proposals.filter(({ product_id }) => [paper.id, wide.id, twin.id].includes(product_id));
    };
    assert.deepEqual(
      (await met()).map(({ product_id }) => product_id),
      [paper.id],
    );
    await createPurchaseOrder(api.admin, supplier, [{ product_id: twin.id, quantity: 1, unit_price: 1 }]);
    assert.equal((await met())[0]!.product_id, twin.id);
    await createMovement(api.admin, loadBody(paper.id, warehouse, 5));
    assert.equal((await met())[0]!.product_id, paper.id);
    await put(`/products/${bag.id}/materials`, { materials: [{ material_product_id: twin.id }] });
    assert.equal((await met())[0]!.product_id, twin.id);
    for (const { id } of [paper, twin]) await put(`/products/${id}/status`, { status: 'inactive' });
    const { without_product } = await read();
    const group = without_product.find((found) => found.gsm === gsm)!;
    near(group.kg, kgOf(100, gsm));
    assert.deepEqual([group.kind, group.width_mm, group.orders.length], ['paper', 640, 1]);
    await put('/settings', { wider_mm: 20 });
    try {
      const [wider] = await met();
      assert.equal(wider!.product_id, wide.id);
      near(wider!.shortage, (kgOf(100, gsm) * 66) / 64);
      assert.equal(wider!.needs[0]!.trim_mm, 20);
    } finally {
      await put('/settings', { wider_mm: 0 });
    }
  });

  test('list lines whose unit has no weight as unclear', async () => {
    const { bag } = await newPaper({}, { unit_of_measure: 'l' });
    const order = await newOrder(bag.id, 5, addDays(today, 30));
    const found = (await read()).unclear.filter(({ order_item_id }) => order_item_id === order.items[0]!.id);
    assert.deepEqual(
      found.map(({ code, product_code }) => [code, product_code]),
      [['UNIT_NOT_CONVERTIBLE', bag.code]],
    );
  });
});

describe('PUT /products/{id}/materials', () => {
  before(prepare);

  test('U32: keeps active paper or film in kg or m in their order, and never the product itself', async () => {
    const { paper, bag, weight: gsm } = await newPaper();
    const film = await createProduct(api.admin, { spessore_film: 20, larghezza_film: 50, unit_of_measure: 'm' });
    const materials = [
      { material_product_id: film.id, share: 1 },
      { material_product_id: paper.id, share: 0.4 },
    ];
    await put(`/products/${bag.id}/materials`, { materials });
    const { body } = await api.warehouse.get(`/products/${bag.id}/materials`);
    assert.deepEqual(
      body.materials.map(({ material_product_id, share }: object & Record<string, unknown>) => ({
        material_product_id,
        share,
      })),
      materials,
    );
    const both = { peso_carta: gsm, spessore_film: 10 };
    for (const given of [
      { unit_of_measure: 'box' },
      { lunghezza_cm: 1 },
      { numero_piste: 1 },
      both,
      { status: 'inactive' },
    ]) {
      const other = await createProduct(api.admin, { peso_carta: gsm, ...given });
      assertProblem(
        await api.admin.put(`/products/${bag.id}/materials`, { materials: [{ material_product_id: other.id }] }),
        400,
        'VALIDATION',
        { 'materials.0.material_product_id': 'notMaterial' },
      );
    }
    assertProblem(
      await api.admin.put(`/products/${paper.id}/materials`, { materials: [{ material_product_id: paper.id }] }),
      400,
      'VALIDATION',
      { 'materials.0.material_product_id': 'notMaterial' },
    );
    assertProblem(
      await api.admin.put(`/products/${bag.id}/materials`, {
        materials: [{ material_product_id: paper.id }, { material_product_id: paper.id }],
      }),
      400,
      'VALIDATION',
      { 'materials.1.material_product_id': 'listedTwice' },
    );
    assertProblem(await api.warehouse.put(`/products/${bag.id}/materials`, { materials: [] }), 403, 'FORBIDDEN');
    const order = await createCustomerOrder(
      api.admin,
      customer,
      [{ product_id: paper.id, quantity: 5, unit_price: 1 }],
      {
        requested_delivery_date: addDays(today, 30),
      },
    );
    const { without_product } = await read();
    assert.ok(without_product.some(({ orders }) => orders.some(({ order_id }) => order_id === order.id)));
  });
});

describe('supply of purchase proposals', () => {
  before(prepare);

  test('U33: counts active warehouses without expired and held batches, and open orders at their confirmed or else requested day, overdue ones today', async () => {
    const { paper, bag } = await newPaper({ has_batch: true, has_expiry_date: true });
    await newOrder(bag.id, 100, addDays(today, 40));
    const closed = await createWarehouse(api.admin);
    const stock = (id: number, quantity: number, expiry_date: string) =>
      createMovement(api.admin, loadBody(paper.id, id, quantity, { expiry_date, batch_number: `L${quantity}` }));
    await stock(warehouse, 11, addDays(today, 300));
    await stock(warehouse, 22, addDays(today, -1));
    await stock(closed.id, 33, addDays(today, 300));
    const held = await stock(warehouse, 44, addDays(today, 300));
    assert.equal((await api.warehouse.post(`/batches/${held.batch_id}/hold`, { reason: 'Umida' })).status, 200);
    await put(`/warehouses/${closed.id}`, { is_active: false });
    const order = (quantity: number, requested_arrival_date: string, confirmed_arrival_date?: string) =>
      createPurchaseOrder(api.admin, supplier, [{ product_id: paper.id, quantity, unit_price: 1 }], {
        requested_arrival_date,
        confirmed_arrival_date,
      });
    const overdue = await order(1, addDays(today, -2));
    await order(2, addDays(today, 300), addDays(today, 5));
    const [proposal] = await proposalsOf(paper.id);
    assert.deepEqual([proposal!.why.stock, proposal!.why.coming], [11, 3]);
    assert.deepEqual(
      proposal!.supply.map(({ kind, day, quantity, is_late }) => [kind, day, quantity, is_late]),
      [
        ['stock', today, 11, false],
        ['order', today, 1, true],
        ['order', addDays(today, 5), 2, false],
      ],
    );
    assert.equal(proposal!.supply[1]!.order_number, overdue.order_number);
  });

  test('U34: the minimum stock counts once, and a product below it without needs gets one proposal for today', async () => {
    const { paper, bag, weight: gsm } = await newPaper({ scorta_minima: 7 });
    await newOrder(bag.id, 10, addDays(today, 40));
    await newOrder(bag.id, 20, addDays(today, 60));
    const [first, second] = (await proposalsOf(paper.id)) as [Proposal, Proposal];
    near(first.shortage, kgOf(10, gsm) + 7);
    near(second.shortage, kgOf(20, gsm));

    const product = await createProduct(api.admin, { scorta_minima: 200, supplier_id: supplier });
    await createMovement(api.admin, loadBody(product.id, warehouse, 80));
    await put(`/products/${product.id}/supply`, { lead_days: 4, lot_multiple: 50 });
    const found = await proposalsOf(product.id);
    assert.equal(found.length, 1);
    const { need_day, shortage, quantity, order_by, arrival_day, late, problem } = found[0]!;
    assert.deepEqual(
      [need_day, shortage, quantity, order_by, arrival_day, late, problem],
      [null, 120, 150, today, addWorkingDays(today, 4, WEEK), false, 'no_price'],
    );
  });

  test('proposes to make products with `production`, and refuses to order them', async () => {
    const product = await createProduct(api.admin, { scorta_minima: 200, supplier_id: supplier });
    await put(`/products/${product.id}/supply`, { production: true });
    const [proposal] = await proposalsOf(product.id);
    assert.deepEqual([proposal!.production, proposal!.supplier_id, proposal!.problem], [true, null, null]);
    const line = { ...lineOf(proposal!), supplier_id: supplier, unit_price: 1 };
    assertProblem(await api.orders.post('/purchase-proposals/order', { lines: [line] }), 400, 'VALIDATION', {
      'lines.0.product_id': 'production',
    });
  });
});

describe('quantities and offers of purchase proposals', () => {
  before(prepare);

  /** Orders bags whose material is needed on these days, and returns the kg of each order. */
  async function needOn(
    { bag, weight: gsm }: Awaited<ReturnType<typeof newPaper>>,
    boxes: [days: number, boxes: number][],
  ) {
    // A need is due on Tuesday for a delivery on Friday, and on Monday for one on Thursday.
    const friday = addWorkingDays(addDays(today, 40), 1, [5]);
    for (const [days, quantity] of boxes) await newOrder(bag.id, quantity, addDays(friday, days));
    return { day: addDays(friday, -3), kg: boxes.map(([, quantity]) => kgOf(quantity, gsm)) };
  }

  test('U35: cover the shortage plus the unmet needs of the next cover_days, then rise to the least lot and the multiple of the sum', async () => {
    const up = (kg: number, multiple: number) => Math.ceil(kg / multiple) * multiple;
    const made = await newPaper();
    const { id } = made.paper;
    await put(`/products/${id}/supply`, { lot_multiple: 1000 });
    // Two needs of the first day, one of the seventh, one of the eighth.
    const { day, kg } = await needOn(made, [
      [0, 12],
      [0, 13],
      [6, 14],
      [7, 15],
    ]);
    const [a, b, c, d] = kg as [number, number, number, number];
    const week = await proposalsOf(id);
    assert.deepEqual(
      week.map(({ need_day }) => need_day),
      [day, addDays(day, 7)],
    );
    near(week[0]!.shortage, a + b);
    near(week[0]!.why.cover, c);
    assert.equal(week[0]!.quantity, up(a + b + c, 1000));
    assert.ok(week[0]!.quantity < up(a, 1000) + up(b, 1000) + up(c, 1000), 'the multiple applies to the sum');
    // The excess of the lot covers the next need.
    near(week[1]!.shortage, a + b + c + d - week[0]!.quantity);
    // A receipt within the days that are covered meets its part of them.
    await createPurchaseOrder(api.admin, supplier, [{ product_id: id, quantity: 1000, unit_price: 1 }], {
      requested_arrival_date: addDays(day, 1),
    });
    const [received] = await proposalsOf(id);
    near(received!.shortage, a + b);
    near(received!.why.cover, c - 1000);
    assert.equal(received!.quantity, up(a + b + c - 1000, 1000));
    await put(`/products/${id}/supply`, { cover_days: 1, lot_multiple: null });
    const [alone] = await proposalsOf(id);
    assert.equal(alone!.why.cover, 0);
    near(alone!.quantity, a + b);
    await put(`/products/${id}/supply`, { min_lot: 9_000_000, lot_multiple: 400_000 });
    assert.equal((await proposalsOf(id))[0]!.quantity, up(9_000_000, 400_000));
  });

  test('U37: the cheapest valid price in time is proposed, EUR first and the own supplier on a tie; late cheaper ones show their saving, other currencies are listed', async () => {
    const twin = await createSupplier(api.admin);
    const own = await createSupplier(api.admin);
    const [late, dear, dollars, old] = await Promise.all([1, 2, 3, 4].map(() => createSupplier(api.admin)));
    const made = await newPaper({ supplier_id: own.id });
    const { id } = made.paper;
    await price(id, { supplier_id: twin.id, price: 2 });
    await price(id, { supplier_id: own.id, price: 2 });
    await price(id, { supplier_id: late!.id, price: 1.5, lead_days: 200 });
    await price(id, { supplier_id: dear!.id, price: 2.2 });
    await price(id, { supplier_id: dollars!.id, price: 0.9, currency: 'USD' });
    await price(id, { supplier_id: old!.id, price: 0.5, end_date: '2026-01-31' });
    await needOn(made, [[0, 10]]);
    const offered = async () => {
      const [{ supplier_id, unit_price, currency, alternatives, quantity }] = (await proposalsOf(id)) as [Proposal];
      const others = alternatives.map((one) => [one.supplier_id, one.unit_price, one.currency, one.in_time, one.saves]);
      return { best: [supplier_id, unit_price, currency], others, quantity };
    };
    const { best, others, quantity } = await offered();
    assert.deepEqual(best, [own.id, 2, 'EUR']);
    assert.deepEqual(others, [
      [twin.id, 2, 'EUR', true, null],
      [dear!.id, 2.2, 'EUR', true, null],
      [dollars!.id, 0.9, 'USD', true, null],
      [late!.id, 1.5, 'EUR', false, Math.round(quantity * 50) / 100],
    ]);
    await put(`/products/${id}`, { supplier_id: twin.id });
    assert.equal((await offered()).best[0], twin.id);
    const cheap = await createSupplier(api.admin);
    await price(id, { supplier_id: cheap.id, price: 1.99 });
    assert.equal((await offered()).best[0], cheap.id);
  });

  test('an offer of a deleted supplier does not count', async () => {
    const gone = await createSupplier(api.admin);
    const made = await newPaper();
    await price(made.paper.id, { supplier_id: gone.id, price: 1 });
    await price(made.paper.id, { price: 2 });
    await needOn(made, [[0, 10]]);
    assert.equal((await proposalsOf(made.paper.id))[0]!.supplier_id, gone.id);
    const removed = await api.admin.delete(`/suppliers/${gone.id}`);
    assert.equal(removed.status, 204, JSON.stringify(removed.body));
    const [proposal] = await proposalsOf(made.paper.id);
    assert.deepEqual([proposal!.supplier_id, proposal!.alternatives], [supplier, []]);
  });
});

describe('POST /purchase-proposals/order', () => {
  before(prepare);

  async function twoProposals() {
    const { paper, bag } = await newPaper();
    await price(paper.id);
    await newOrder(bag.id, 100, addDays(today, 40));
    await newOrder(bag.id, 50, addDays(today, 60));
    return { paper, bag, proposals: await proposalsOf(paper.id) };
  }

  test('U40: creates one order per supplier, currency and arrival day or week, keeps the reason, and refuses a shortage that shrank', async () => {
    const { paper, proposals } = await twoProposals();
    assert.equal(proposals.length, 2);
    const other = await createSupplier(api.admin);
    const dollars = await createProduct(api.admin, { scorta_minima: 5 });
    await price(dollars.id, { currency: 'USD' });
    const [floor] = await proposalsOf(dollars.id);
    const lines = [...proposals.map(lineOf), lineOf(floor!), { ...lineOf(floor!), supplier_id: other.id }];
    const day = proposals[0]!.arrival_day;
    lines[2]!.requested_arrival_date = day;
    const { status, body } = await api.orders.post('/purchase-proposals/order', { lines });
    assert.equal(status, 201, JSON.stringify(body));
    const orders = await Promise.all(
      body.orders.map(async ({ id }: { id: number }) => (await api.orders.get(`/purchase-orders/${id}`)).body),
    );
    assert.deepEqual(
      orders.map(({ supplier_id, currency, requested_arrival_date }) => [
        supplier_id,
        currency,
        requested_arrival_date,
      ]),
      [
        [supplier, 'EUR', day],
        [supplier, 'EUR', proposals[1]!.arrival_day],
        [supplier, 'USD', day],
        [other.id, 'EUR', floor!.arrival_day],
      ],
    );
    const stored = await api.db
      .selectFrom('purchase_order_items')
      .select('proposal')
      .where('order_id', '=', body.orders[0].id)
      .execute();
    assert.equal((stored[0]!.proposal as Proposal | null)?.why.needs, proposals[0]!.why.needs);
    assert.deepEqual(await proposalsOf(paper.id), []);
    const stale = await api.orders.post('/purchase-proposals/order', { lines: [lineOf(proposals[0]!)] });
    assertProblem(stale, 409, 'STALE_VERSION');
    assert.deepEqual(stale.body.lines, [0]);
  });

  test('takes a shortage that is 1 % smaller, refuses one that is smaller, and creates nothing then', async () => {
    const { paper, proposals } = await twoProposals();
    const [first, second] = proposals.map(lineOf) as [ReturnType<typeof lineOf>, ReturnType<typeof lineOf>];
    const count = async () => (await api.orders.get(`/purchase-orders?product_id=${paper.id}`)).body.length;
    await createMovement(api.admin, loadBody(paper.id, warehouse, Math.round(first.shortage * 0.02)));
    const refused = await api.orders.post('/purchase-proposals/order', { lines: [second, first] });
    assertProblem(refused, 409, 'STALE_VERSION');
    assert.deepEqual(refused.body.lines, [1]);
    assert.equal(await count(), 0);
    const near99 = { ...first, shortage: Math.round(first.shortage * 0.985) };
    assert.equal((await api.orders.post('/purchase-proposals/order', { lines: [near99] })).status, 201);
  });

  test('groups the arrival days of a week with proposal_grouping week', async () => {
    const { proposals } = await twoProposals();
    const monday = addWorkingDays(addDays(today, 30), 1, [1]);
    const lines = proposals.map((proposal, index) => ({
      ...lineOf(proposal),
      requested_arrival_date: addDays(monday, index === 0 ? 6 : 0),
    }));
    await put('/settings', { proposal_grouping: 'week' });
    try {
      const { body } = await api.orders.post('/purchase-proposals/order', { lines });
      assert.equal(body.orders.length, 1, JSON.stringify(body));
      const order = (await api.orders.get(`/purchase-orders/${body.orders[0].id}`)).body;
      assert.equal(order.requested_arrival_date, monday);
    } finally {
      await put('/settings', { proposal_grouping: 'day' });
    }
  });

  test('orders a shortage once when several users order it at the same time', async () => {
    const { proposals } = await twoProposals();
    const lines = [lineOf(proposals[0]!)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.orders.post('/purchase-proposals/order', { lines })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
  });

  test('U38: a product without a price needs a typed one, and from_quantity selects the price', async () => {
    const { paper, bag, weight: gsm } = await newPaper({ supplier_id: supplier });
    await price(paper.id, { price: 0 });
    await newOrder(bag.id, 100, addDays(today, 40));
    const [proposal] = await proposalsOf(paper.id);
    assert.deepEqual([proposal!.problem, proposal!.unit_price, proposal!.supplier_id], ['no_price', 0, supplier]);
    assertProblem(
      await api.orders.post('/purchase-proposals/order', { lines: [lineOf(proposal!)] }),
      400,
      'VALIDATION',
      {
        'lines.0.unit_price': 'min',
      },
    );
    await price(paper.id, { price: 3, from_quantity: kgOf(100, gsm) - 1 });
    await price(paper.id, { price: 2.5, from_quantity: kgOf(100, gsm) + 1 });
    assert.equal((await proposalsOf(paper.id))[0]!.unit_price, 3);
    const typed = { ...lineOf(proposal!), unit_price: 4 };
    assert.equal((await api.orders.post('/purchase-proposals/order', { lines: [typed] })).status, 201);
  });
});

describe('GET /purchase-proposals', () => {
  before(prepare);

  test('U41: needs purchase_orders.read, hides prices without purchase_orders.amounts, and filters', async () => {
    const { paper, bag } = await newPaper();
    const fast = await createSupplier(api.admin);
    await price(paper.id, { price: 1, lead_days: 60 });
    await price(paper.id, { supplier_id: fast.id });
    const delivery = addDays(today, 30);
    await newOrder(bag.id, 100, delivery);
    const [proposal] = await proposalsOf(paper.id);
    assert.deepEqual([proposal!.supplier_id, proposal!.unit_price], [fast.id, 2]);
    assert.equal(proposal!.alternatives[0]!.saves, Math.round(proposal!.quantity * 100) / 100);
    assertProblem(await api.administration.get('/purchase-proposals'), 403, 'FORBIDDEN');
    const [bare] = (await api.warehouse.get<PurchaseProposals>(`/purchase-proposals?product_id=${paper.id}`)).body
      .proposals;
    assert.ok(
      !('unit_price' in bare!) && !('unit_price' in bare!.alternatives[0]!) && !('saves' in bare!.alternatives[0]!),
    );
    const ids = async (query: string) => (await read(query)).proposals.map(({ product_id }) => product_id);
    assert.ok((await ids(`?until=${proposal!.order_by}`)).includes(paper.id));
    assert.ok(!(await ids(`?until=${addDays(proposal!.order_by, -1)}`)).includes(paper.id));
    assert.deepEqual(await ids(`?supplier_id=${fast.id}`), [paper.id]);
    const ordered = await api.orders.post('/purchase-proposals/order', { lines: [lineOf(proposal!)] });
    assert.equal(ordered.status, 201, JSON.stringify(ordered.body));
    assert.deepEqual(await ids(`?product_id=${paper.id}`), []);
  });

  test('U39: a proposal opens to its needs, its supply and one line that sums them', async () => {
    const { paper, bag, weight: gsm } = await newPaper({ scorta_minima: 7 });
    await createMovement(api.admin, loadBody(paper.id, warehouse, 3));
    const order = await newOrder(bag.id, 100, addDays(today, 40));
    const [{ needs, supply, why, shortage }] = (await proposalsOf(paper.id)) as [Proposal];
    assert.equal(needs.length, 1);
    assert.deepEqual([needs[0]!.order_number, needs[0]!.customer_name], [order.order_number, order.customer_name]);
    near(needs[0]!.quantity, kgOf(100, gsm));
    assert.deepEqual(
      supply.map(({ kind, quantity }) => [kind, quantity]),
      [['stock', 3]],
    );
    near(why.stock + why.coming - why.needs, why.balance);
    near(why.floor - why.balance, shortage);
  });

  test('U36: a late proposal arrives today plus the lead time, and is not proposed again once ordered', async () => {
    const { paper, bag } = await newPaper();
    await price(paper.id, { lead_days: 20 });
    const order = await newOrder(bag.id, 100, addDays(today, 14));
    const [proposal] = await proposalsOf(paper.id);
    const day = addWorkingDays(addDays(today, 14), -3, WEEK);
    assert.equal(proposal!.order_by, addWorkingDays(day, -21, WEEK));
    assert.deepEqual([proposal!.late, proposal!.arrival_day], [true, addWorkingDays(today, 20, WEEK)]);
    assert.equal(proposal!.needs[0]!.order_number, order.order_number);
    await api.orders.post('/purchase-proposals/order', { lines: [lineOf(proposal!)] });
    assert.deepEqual(await proposalsOf(paper.id), []);
  });
});

describe('GET /products/{id}/projection', () => {
  before(prepare);

  test('U42: answers the balance of today and of each day on which something happens; supply data are kept', async () => {
    const { paper, bag, weight: gsm } = await newPaper({ scorta_minima: 4 });
    await createMovement(api.admin, loadBody(paper.id, warehouse, 10));
    await newOrder(bag.id, 100, addDays(today, 40));
    await createPurchaseOrder(api.admin, supplier, [{ product_id: paper.id, quantity: 6, unit_price: 1 }], {
      requested_arrival_date: addDays(today, 9),
    });
    const { body } = await api.warehouse.get<Projection>(`/products/${paper.id}/projection`);
    assert.equal(body.floor, 4);
    assert.deepEqual(
      body.days.map(({ day, receipts, balance }) => [day, receipts, Math.round(balance)]),
      [
        [today, 0, 10],
        [addDays(today, 9), 6, 16],
        [addWorkingDays(addDays(today, 40), -3, WEEK), 0, Math.round(16 - kgOf(100, gsm))],
      ],
    );
    assertProblem(await api.administration.get(`/products/${paper.id}/projection`), 403, 'FORBIDDEN');
    const none = {
      product_id: bag.id,
      lead_days: 0,
      min_lot: 0,
      lot_multiple: null,
      cover_days: null,
      production: false,
    };
    assert.deepEqual((await api.warehouse.get(`/products/${bag.id}/supply`)).body, none);
    await put(`/products/${bag.id}/supply`, { lead_days: 5, min_lot: 500, lot_multiple: 250, cover_days: 9 });
    await put(`/products/${bag.id}/supply`, { production: true, lot_multiple: null });
    assert.deepEqual((await api.administration.get(`/products/${bag.id}/supply`)).body, {
      ...none,
      lead_days: 5,
      min_lot: 500,
      cover_days: 9,
      production: true,
    });
  });
});

describe('quantity breaks of prices', () => {
  before(prepare);

  test('U51: change neither the valuation nor the price without a quantity, and overlap only with an equal quantity', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, warehouse, 10));
    await price(product.id, { price: 2, start_date: '2026-01-01' });
    const stock = async () =>
      (await api.admin.get('/stock/valuation')).body.items.find(
        ({ product_id }: { product_id: number }) => product_id === product.id,
      ).value;
    await price(product.id, { price: 1, from_quantity: 100, start_date: '2026-02-01', lead_days: 9 });
    assert.equal(await stock(), 20);
    const picked = async (quantity = '') =>
      (await api.orders.get(`/purchase-orders/price?supplier_id=${supplier}&product_id=${product.id}${quantity}`)).body
        .unit_price;
    assert.deepEqual([await picked(), await picked('&quantity=99.9'), await picked('&quantity=100')], [2, 2, 1]);
    const list = (await api.orders.get(`/prices/product/${product.id}`)).body;
    assert.deepEqual(
      list.map((row: { price: number }) => row.price),
      [2],
    );
    const again = { product_id: product.id, supplier_id: supplier, price: 3, start_date: '2026-03-01' };
    assertProblem(await api.admin.post('/prices', { ...again, from_quantity: 100 }), 409, 'PRICE_OVERLAP');
    assertProblem(await api.admin.post('/prices', again), 409, 'PRICE_OVERLAP');
    assert.equal((await api.admin.post('/prices', { ...again, from_quantity: 101 })).status, 201);
  });
});
