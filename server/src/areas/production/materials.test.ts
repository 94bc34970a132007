import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { MaterialsResult } from '@bobina/contract/production/materials.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
let customer: number;
async function prepare() {
  customer ||= (await createCustomer(api.admin)).id;
}
const paper = { pezzi_per_scatola: 1000, numero_piste: 4, lunghezza_cm: 30, larghezza_bobina: 120, peso_carta: 40 };
const wrapped = {
  pezzi_per_scatola: 500,
  numero_piste: 2,
  lunghezza_cm: 37,
  larghezza_bobina: 52,
  peso_carta: 45,
  larghezza_film: 50,
  spessore_film: 12,
  colore_film: 'Avana',
};
async function newItem(technical: object, quantity: number, unit_of_measure = 'box') {
  const product = await createProduct(api.admin, { unit_of_measure, ...technical });
  const order = await createCustomerOrder(api.admin, customer, [{ product_id: product.id, quantity, unit_price: 1 }]);
  return { id: order.items[0]!.id, order, product };
}
function calculate(itemIds: unknown, language = 'it') {
  return api.warehouse.post<MaterialsResult>(
    '/customer-orders/calculate-materials',
    { itemIds },
    { headers: { 'accept-language': language } },
  );
}

describe('POST /customer-orders/calculate-materials', () => {
  before(prepare);
  test('adds up the material of the chosen items exactly', async () => {
    const [first, half, second] = [await newItem(paper, 50), await newItem(paper, 25), await newItem(wrapped, 120)];
    const { status, body } = await calculate([first.id, half.id, second.id]);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.summary, { total_carta_kg: 529.74, total_film_kg: 61.272, total_items: 3 });
    assert.deepEqual(body.carta, [
      {
        peso_carta: 40,
        larghezza_bobina: 120,
        metri_lineari: 5625,
        kg_necessari: 270,
        items: [first.id, half.id],
        stock: { kg: 0, missing_kg: 270, products: [] },
      },
      {
        peso_carta: 45,
        larghezza_bobina: 52,
        metri_lineari: 11_100,
        kg_necessari: 259.74,
        items: [second.id],
        stock: { kg: 0, missing_kg: 259.74, products: [] },
      },
    ]);
    assert.deepEqual(body.film, [
      {
        spessore_film: 12,
        larghezza_film: 50,
        colore_film: 'avana',
        metri_lineari: 11_100,
        kg_necessari: 61.272,
        items: [second.id],
        stock: { kg: 0, missing_kg: 61.272, products: [] },
      },
    ]);
    assert.deepEqual(body.warnings, []);
    assert.deepEqual(body.items[2], {
      item_id: second.id,
      order_id: second.order.id,
      product_id: second.product.id,
      order_number: second.order.order_number,
      customer_order_number: null,
      code: second.product.code,
      product_name: second.product.description,
      unit_of_measure: 'box',
      pezzi_per_scatola: 500,
      numero_piste: 2,
      colore_film: 'Avana',
      quantity: 120,
      total_produced: 0,
      remaining_quantity: 120,
      lunghezza_cm: 37,
      pieces: 60_000,
      metri_lineari_carta: 11_100,
      kg_carta: 259.74,
      metri_lineari_film: 11_100,
      kg_film: 61.272,
      densita_film: 0.92,
    });
    assert.deepEqual(
      [body.items[0]!.metri_lineari_film, body.items[0]!.kg_film, body.items[0]!.densita_film],
      [null, null, null],
    );
  });
  test('uses the quantity that is still to be produced, never below 0', async () => {
    const { id } = await newItem(paper, 50);
    await createOperation(api.admin, id, 40);
    assert.deepEqual(
      (await calculate([id])).body.items.map((row) => [row.remaining_quantity, row.kg_carta]),
      [[10, 36]],
    );
    await createOperation(api.admin, id, 40);
    assert.deepEqual(
      (await calculate([id])).body.items.map((row) => [row.remaining_quantity, row.kg_carta]),
      [[0, 0]],
    );
  });
  test("reports missing data in the user's language", async () => {
    const { larghezza_film: _, ...narrow } = wrapped;
    const [none, litres, boxless, filmless] = [
      await newItem({}, 5),
      await newItem({ larghezza_bobina: 10, peso_carta: 40 }, 5, 'l'),
      await newItem({ ...paper, pezzi_per_scatola: 0 }, 5),
      await newItem({ ...narrow, numero_piste: null }, 5),
    ];
    const { body } = await calculate([none.id, litres.id, boxless.id, filmless.id], 'fr');
    assert.deepEqual(
      body.warnings.map(({ item_id, severity, code, missing }) => [item_id, severity, code, missing.join()]),
      [
        [none.id, 'warning', 'NO_MATERIAL', ''],
        [litres.id, 'error', 'UNIT_NOT_CONVERTIBLE', ''],
        [boxless.id, 'error', 'MISSING_DATA', 'pezzi_per_scatola'],
        [filmless.id, 'error', 'MISSING_DATA', 'larghezza_film'],
        [filmless.id, 'warning', 'TRACKS_ASSUMED', 'numero_piste'],
      ],
    );
    assert.equal(body.warnings[1]!.message, 'Les litres ne se convertissent pas en mètres');
    assert.deepEqual(
      [body.items[3]!.metri_lineari_carta, body.items[3]!.metri_lineari_film, body.summary.total_film_kg],
      [925, null, 0],
    );
  });
  test('compares with the stock: reels of the same data, in all warehouses, by weight', async () => {
    const technical = { ...wrapped, peso_carta: 47, larghezza_bobina: 53, spessore_film: 13, larghezza_film: 51 };
    const { id, product: goods } = await newItem(technical, 120);
    const [here, there] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
    const reel = async (code: string, unit_of_measure: string, given: object) =>
      (await createProduct(api.admin, { code, unit_of_measure, ...given })).id;
    const load = (product: number, warehouse: number, quantity: number, given: object = {}) =>
      createMovement(api.admin, loadBody(product, warehouse, quantity, given));
    const paperReel = { peso_carta: 47, larghezza_bobina: 53 };
    const filmReel = { spessore_film: 13, larghezza_film: 51, colore_film: ' AVANA ' };
    const [inKg, inMetres, inPieces] = [
      await reel('C-kg', 'kg', { ...paperReel, has_batch: true, has_expiry_date: true }),
      await reel('C-m', 'm', paperReel),
      await reel('C-pz', 'piece', paperReel),
    ];
    await load(inKg, here.id, 100, { batch_number: 'L1', expiry_date: '2099-01-01' });
    await load(inKg, there.id, 50.5, { batch_number: 'L2', expiry_date: '2099-01-01' });
    await load(inKg, here.id, 1000, { batch_number: 'L3', expiry_date: '2026-02-01' }); // expired
    await load(inMetres, here.id, 1000);
    await load(inPieces, here.id, 3);
    await load(await reel('F-kg', 'kg', filmReel), here.id, 100);
    await load(await reel('F-m', 'm', { ...filmReel, densita_film: 1 }), here.id, 100);
    // Not matching reels: another width, another colour, goods made of them, combined materials, and used-up reels.
    await load(await reel('X-1', 'kg', { ...paperReel, larghezza_bobina: 54 }), here.id, 1000);
    await load(await reel('X-2', 'kg', { ...filmReel, colore_film: 'bianco' }), here.id, 1000);
    await load(await reel('X-3', 'kg', { ...paperReel, numero_piste: 2 }), here.id, 1000);
    await load(await reel('X-4', 'kg', { ...paperReel, ...filmReel }), here.id, 1000);
    await load(goods.id, here.id, 1000);
    const used = await reel('X-5', 'kg', paperReel);
    await load(used, here.id, 10);
    await load(used, here.id, 10, { movement_type: 'S' });

    const { body } = await calculate([id]);
    const [carta, film] = [body.carta[0]!, body.film[0]!];
    const named = (stock: typeof carta.stock) =>
      stock!.products.map((row) => [row.code, row.quantity, row.unit_of_measure, row.kg]);
    assert.deepEqual(named(carta.stock), [
      ['C-kg', 150.5, 'kg', 150.5],
      ['C-m', 1000, 'm', 24.91],
      ['C-pz', 3, 'piece', null],
    ]);
    assert.deepEqual([carta.kg_necessari, carta.stock!.kg, carta.stock!.missing_kg], [276.501, 175.41, 101.091]);
    assert.deepEqual(named(film.stock), [
      ['F-kg', 100, 'kg', 100],
      ['F-m', 100, 'm', 0.663],
    ]);
    assert.deepEqual([film.stock!.kg, film.stock!.missing_kg], [100.663, 0]);
    // Administration plans but may not read the stock.
    const other = await api.administration.post<MaterialsResult>('/customer-orders/calculate-materials', {
      itemIds: [id],
    });
    assert.deepEqual(
      [other.status, 'stock' in other.body.carta[0]!, 'stock' in other.body.film[0]!],
      [200, false, false],
    );
  });
  test('follows the settings of scrap and layout', async () => {
    const { id } = await newItem({ ...wrapped, larghezza_film: 25, densita_film: 0.91 }, 120);
    await api.admin.put('/settings', { scrap_percent: 5, film_layout: 'per_track' });
    const { items } = (await calculate([id])).body;
    await api.admin.put('/settings', { scrap_percent: 0, film_layout: 'full_web' });
    assert.deepEqual(
      items.map((row) => [
        row.metri_lineari_carta,
        row.kg_carta,
        row.metri_lineari_film,
        row.kg_film,
        row.densita_film,
      ]),
      [[11_655, 272.727, 23_310, 63.6363, 0.91]],
    );
  });
  test('refuses an empty list and unknown ids', async () => {
    const { body } = await calculate([]);
    assert.deepEqual((body as unknown as { fields: unknown }).fields, [
      { path: 'itemIds', code: 'required', message: 'Nessun item selezionato' },
    ]);
    const { id } = await newItem(paper, 1);
    assertProblem(await calculate([id, 999_999]), 400, 'VALIDATION', { 'itemIds.1': 'unknown' });
    assertProblem(await api.sales.post('/customer-orders/calculate-materials', {}), 403, 'FORBIDDEN');
  });
});

test('GET /customer-orders/materials-calculation-items lists items that are not completed and not fully scheduled', async () => {
  await prepare();
  const machine = await createMachine(api.admin);
  const [open, partly, fully, done] = [
    await newItem(paper, 10),
    await newItem(paper, 10),
    await newItem(paper, 10),
    await newItem(paper, 10),
  ];
  await createScheduling(api.admin, partly.id, machine.id, 4);
  await createScheduling(api.admin, fully.id, machine.id, 10);
  await createOperation(api.admin, done.id, 10);
  const offered = (await api.administration.get(`/customer-orders/materials-calculation-items`)).body;
  const ids = offered.map((row: { item_id: number }) => row.item_id);
  assert.deepEqual(
    [open, partly, fully, done].map(({ id }) => ids.includes(id)),
    [true, true, false, false],
  );
  assert.deepEqual(
    offered.find((row: { item_id: number }) => row.item_id === partly.id),
    {
      item_id: partly.id,
      order_id: partly.order.id,
      product_id: partly.product.id,
      order_number: partly.order.order_number,
      customer_order_number: null,
      code: partly.product.code,
      product_name: partly.product.description,
      quantity: 10,
      unit_of_measure: 'box',
      total_produced: 0,
      remaining_to_schedule: 6,
      delivery_date: '2026-03-20',
      is_late: true,
    },
  );
  const found = (
    await api.warehouse.get(`/customer-orders/materials-calculation-items?q=${open.product.code.toLowerCase()}`)
  ).body;
  assert.deepEqual(
    found.map((row: { item_id: number }) => row.item_id),
    [open.id],
  );
  for (const column of [
    'order_number',
    'customer_order_number',
    'code',
    'product_name',
    'quantity',
    'unit_of_measure',
    'delivery_date',
  ])
    assert.equal(
      (await api.warehouse.get(`/customer-orders/materials-calculation-items?sort=-${column}`)).status,
      200,
      column,
    );
});
