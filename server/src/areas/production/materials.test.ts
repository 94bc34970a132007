import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { MaterialsResult } from '@bobina/contract/production/materials.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
} from '../../testing/factories.ts';

const api = startApi();
let customer: number;
const prepare = async () => {
  customer ||= (await createCustomer(api.admin)).id;
};
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
const newItem = async (technical: object, quantity: number, unit_of_measure = 'box') => {
  const product = await createProduct(api.admin, { unit_of_measure, ...technical });
  const order = await createCustomerOrder(api.admin, customer, [{ product_id: product.id, quantity, unit_price: 1 }]);
  return { id: order.items[0]!.id, order, product };
};
const calculate = (itemIds: unknown, language = 'it') =>
  api.warehouse.post<MaterialsResult>(
    '/customer-orders/calculate-materials',
    { itemIds },
    { headers: { 'accept-language': language } },
  );

describe('POST /customer-orders/calculate-materials', () => {
  before(prepare);
  test('adds up what the chosen items take, exactly', async () => {
    const [first, half, second] = [await newItem(paper, 50), await newItem(paper, 25), await newItem(wrapped, 120)];
    const { status, body } = await calculate([first.id, half.id, second.id]);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.summary, { total_carta_kg: 529.74, total_film_kg: 61.272, total_items: 3 });
    assert.deepEqual(body.carta, [
      { peso_carta: 40, larghezza_bobina: 120, metri_lineari: 5625, kg_necessari: 270, items: [first.id, half.id] },
      { peso_carta: 45, larghezza_bobina: 52, metri_lineari: 11_100, kg_necessari: 259.74, items: [second.id] },
    ]);
    assert.deepEqual(body.film, [
      {
        spessore_film: 12,
        larghezza_film: 50,
        colore_film: 'avana',
        metri_lineari: 11_100,
        kg_necessari: 61.272,
        items: [second.id],
      },
    ]);
    assert.deepEqual(body.warnings, []);
    assert.deepEqual(body.items[2], {
      item_id: second.id,
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
  test('works out what is still to be produced, never below 0', async () => {
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
  test('says what is missing, in the language of the reader', async () => {
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
  test('refuses none, and what is none', async () => {
    const { body } = await calculate([]);
    assert.deepEqual((body as unknown as { fields: unknown }).fields, [
      { path: 'itemIds', code: 'required', message: 'Nessun item selezionato' },
    ]);
    const { id } = await newItem(paper, 1);
    assertProblem(await calculate([id, 999_999]), 400, 'VALIDATION', { 'itemIds.1': 'unknown' });
    assertProblem(await api.sales.post('/customer-orders/calculate-materials', {}), 403, 'FORBIDDEN');
  });
});

test('GET /customer-orders/materials-calculation-items: not completed, with something left to schedule', async () => {
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
      order_number: partly.order.order_number,
      customer_order_number: null,
      code: partly.product.code,
      product_name: partly.product.description,
      quantity: 10,
      unit_of_measure: 'box',
      total_produced: 0,
      remaining_to_schedule: 6,
      delivery_date: '2026-03-20',
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
