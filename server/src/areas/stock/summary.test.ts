/** Stock totals computed by the database, and the filter of batches by expiry. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { StockRow, StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
const places: number[] = [];
async function read(query: string) {
  const answer = await api.warehouse.get<StockSummaryRow[]>(`/stock/summary?${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
async function codes(query: string) {
  return (await read(query)).map(({ code }) => code);
}

async function prepare() {
  for (const name of ['Alfa', 'Beta']) places.push((await createWarehouse(api.admin, { name })).id);
  const product = (code: string, given: object) =>
    createProduct(api.admin, { code, description: `Descrizione ${code}`, category: 'Carta', ...given });
  const paper = await product('CARTA', {
    scorta_minima: 10,
    has_batch: true,
    has_expiry_date: true,
    name: 'Carta fine',
  });
  const film = await product('FILM', { category: 'Film', unit_of_measure: 'm', scorta_minima: 5 });
  await product('VUOTO', { scorta_minima: 1 });
  await product('VUOTO-SENZA', {});
  await product('VUOTO-INATTIVO', { scorta_minima: 1, status: 'inactive' });
  const load = (id: number, place: number, quantity: number, given = {}) =>
    createMovement(api.admin, loadBody(id, places[place]!, quantity, given));
  const batch = (batch_number: string, expiry_date: string) => ({ batch_number, expiry_date });
  await load(paper.id, 0, 1.1, batch('A', '2026-05-01'));
  await load(paper.id, 1, 2.2, batch('A', '2026-05-01'));
  await load(paper.id, 1, 3.3, batch('B', '2026-06-01'));
  await load(film.id, 1, 4);
  await load(film.id, 1, 4, { movement_date: '2026-02-10' });
  const { body: batches } = await api.admin.get<StockRow[]>(`/stock?product_id=${paper.id}&q=B`);
  const held = batches.find(({ batch_number }) => batch_number === 'B')!;
  assert.equal((await api.admin.post(`/batches/${held.batch_id}/hold`, { reason: 'Umida' })).status, 200);
}

describe('GET /stock/summary', () => {
  before(prepare);
  test('by product: quantity, what of it is on hold, minimum, warehouses and batches', async () => {
    const rows = await read('group=product');
    assert.deepEqual(
      rows.map(({ product_id: _id, ...row }) => row),
      [
        {
          code: 'CARTA',
          product_name: 'Carta fine',
          description: 'Descrizione CARTA',
          category: 'Carta',
          unit_of_measure: 'kg',
          quantity: 6.6,
          held: 3.3,
          coming: 0,
          coming_on: null,
          scorta_minima: 10,
          warehouses: 2,
          batches: 2,
        },
        {
          code: 'FILM',
          product_name: 'Descrizione FILM',
          description: 'Descrizione FILM',
          category: 'Film',
          unit_of_measure: 'm',
          quantity: 8,
          held: 0,
          coming: 0,
          coming_on: null,
          scorta_minima: 5,
          warehouses: 1,
          batches: 0,
        },
      ],
    );
    assert.deepEqual(await read(''), rows);
  });
  test('by warehouse: a row for each unit; by product and warehouse: a row for each', async () => {
    assert.deepEqual(await read('group=warehouse'), [
      { warehouse_id: places[0], warehouse_name: 'Alfa', unit_of_measure: 'kg', quantity: 1.1, batches: 1 },
      { warehouse_id: places[1], warehouse_name: 'Beta', unit_of_measure: 'kg', quantity: 5.5, batches: 2 },
      { warehouse_id: places[1], warehouse_name: 'Beta', unit_of_measure: 'm', quantity: 8, batches: 0 },
    ]);
    assert.deepEqual(
      (await read('group=product_warehouse&sort=-quantity')).map(({ code, warehouse_name, quantity, batches }) => [
        code,
        warehouse_name,
        quantity,
        batches,
      ]),
      [
        ['FILM', 'Beta', 8, 0],
        ['CARTA', 'Beta', 5.5, 2],
        ['CARTA', 'Alfa', 1.1, 1],
      ],
    );
  });
  test('filters: text contains, warehouse, day, and low stock including products without stock', async () => {
    assert.deepEqual(await codes('code=art'), ['CARTA']);
    assert.deepEqual(await codes('description=DESCRIZIONE%20F'), ['FILM']);
    assert.deepEqual(await codes('description=film%20descr'), ['FILM'], 'its words in any order');
    assert.deepEqual(await codes('category=il'), ['FILM']);
    assert.deepEqual(await codes('q=fine'), ['CARTA']);
    assert.deepEqual(
      (await read(`warehouse_id=${places[0]}`)).map(({ quantity }) => quantity),
      [1.1],
    );
    assert.deepEqual(
      (await read('as_of=2026-01-31')).map(({ quantity, held }) => [quantity, held]),
      [
        [6.6, null],
        [4, null],
      ],
    );
    assert.deepEqual(
      (await read(`warehouse_id=${places[0]}`)).map(({ held }) => held),
      [0],
      'batch B is in the other warehouse',
    );
    assert.deepEqual(await codes('low_stock=true'), ['CARTA', 'VUOTO']);
    assert.deepEqual(await codes('low_stock=true&as_of=2026-01-31'), ['CARTA', 'FILM', 'VUOTO']);
    assert.deepEqual(await codes('low_stock=false'), ['FILM']);
    assertProblem(await api.admin.get('/stock/summary?group=warehouse&low_stock=true'), 400, 'VALIDATION', {
      low_stock: 'enum',
    });
    assertProblem(await api.admin.get('/stock/summary?group=batch'), 400, 'VALIDATION', { group: 'enum' });
  });
  test('pages do not overlap and count all, by every column', async () => {
    for (const [group, total] of [
      ['product', 2],
      ['warehouse', 3],
      ['product_warehouse', 3],
    ] as const)
      for (const sort of [
        'code',
        'warehouse_name',
        'unit_of_measure',
        'quantity',
        'held',
        'coming',
        'coming_on',
        'scorta_minima',
        'warehouses',
        'batches',
        'category',
        'description',
        'product_name',
      ]) {
        const seen = new Set<string>();
        for (let offset = 0; offset < total; offset++) {
          const { body, headers } = await api.admin.get<StockSummaryRow[]>(
            `/stock/summary?group=${group}&sort=-${sort}&limit=1&offset=${offset}`,
          );
          assert.equal(headers.get('x-total-count'), String(total));
          seen.add(JSON.stringify(body[0]));
        }
        assert.equal(seen.size, total, `${group} by ${sort}`);
      }
  });
  test('what open supplier orders still bring, and the first day', async () => {
    const { admin, warehouse } = api;
    const supplier = await createSupplier(admin);
    const product = await createProduct(admin, { code: 'COLLA', scorta_minima: 20 });
    const order = (quantity: number, given: object) =>
      createPurchaseOrder(admin, supplier.id, [{ product_id: product.id, quantity, unit_price: 1 }], given);
    const part = await order(10, { requested_arrival_date: '2026-04-20' });
    await order(5, { requested_arrival_date: '2026-05-20', confirmed_arrival_date: '2026-04-10' });
    const whole = await order(3, { requested_arrival_date: '2026-04-01' });
    const withdrawn = await order(100, { requested_arrival_date: '2026-04-02' });
    for (const [{ id, items }, quantity] of [
      [part, 4],
      [whole, 3],
    ] as const)
      // prettier-ignore
      assert.equal(
        (
          await warehouse.post('/goods-receipts/receive', {
            document_number: `DDT ${id}`,
            document_date: '2026-03-02',
            order_id: id,
            items: [{ order_item_id: items[0]!.id, product_id: product.id, quantity, warehouse_id: places[0] }],
          })
        ).status,
        201,
      );
    assert.equal((await admin.delete(`/purchase-orders/${withdrawn.id}`)).status, 204);
    const seen = async (query: string) =>
      (await read(`code=COLLA&${query}`)).map(({ quantity, coming, coming_on }) => [quantity, coming, coming_on]);
    assert.deepEqual(await seen('low_stock=true'), [[7, 11, '2026-04-10']]);
    assert.deepEqual(await seen(`warehouse_id=${places[0]}`), [[7, 11, '2026-04-10']], 'to any warehouse');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format();
    assert.deepEqual(await seen(`as_of=${today}`), [[7, null, null]]);
    assert.deepEqual(await seen('group=product_warehouse'), [[7, undefined, undefined]]);
  });
  test('roles without access to stock are refused', async () => {
    assertProblem(await api.administration.get('/stock/summary'), 403, 'FORBIDDEN');
  });
});

describe('GET /stock by expiry, of the same stock', () => {
  test('a batch in two warehouses is two rows; batches without an expiry are left out', async () => {
    const rows = async (query: string) =>
      (await api.warehouse.get<StockRow[]>(`/stock?${query}`)).body.map(
        ({ batch_number, warehouse_name }) => `${batch_number} ${warehouse_name}`,
      );
    assert.deepEqual(await rows('expires_from=2026-05-01&expires_until=2026-05-31'), ['A Alfa', 'A Beta']);
    assert.deepEqual(await rows('expires_from=2026-05-02'), ['B Beta']);
    assert.deepEqual(await rows('expires_until=2026-05-01&sort=-warehouse_name'), ['A Beta', 'A Alfa']);
    assert.deepEqual(await rows('expires_until=2026-04-30'), []);
  });
});
