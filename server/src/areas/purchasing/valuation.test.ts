import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createMovement, createProduct, createSupplier, createWarehouse, loadBody } from '../../testing/factories.ts';

const api = startApi();
let own: Supplier;
let other: Supplier;
let paper: Product;
let free: Product;
let lucca: Warehouse;
let prato: Warehouse;
function price(product: Product, supplier: Supplier, amount: number, start_date: string, end_date?: string) {
  return api.admin.post('/prices', {
    product_id: product.id,
    supplier_id: supplier.id,
    price: amount,
    start_date,
    end_date,
  });
}
async function prepare() {
  if (lucca) return;
  own = await createSupplier(api.admin);
  other = await createSupplier(api.admin);
  paper = await createProduct(api.admin, { supplier_id: own.id, currency: 'USD', has_batch: true });
  free = await createProduct(api.admin, { currency: 'MAD' });
  lucca = await createWarehouse(api.admin, { name: 'A Lucca' });
  prato = await createWarehouse(api.admin, { name: 'B Prato' });
  await price(paper, own, 0.333, '2026-01-01', '2026-01-31');
  await price(paper, other, 9, '2026-01-15');
  await createMovement(
    api.admin,
    loadBody(paper.id, lucca.id, 10.5, { batch_number: 'L1', movement_date: '2026-01-10' }),
  );
  await createMovement(
    api.admin,
    loadBody(paper.id, lucca.id, 4, {
      batch_number: 'L1',
      movement_date: '2026-01-20',
      movement_type: 'T',
      destination_warehouse_id: prato.id,
    }),
  );
  await createMovement(
    api.admin,
    loadBody(paper.id, prato.id, 1, { batch_number: 'L1', movement_date: '2026-01-25', movement_type: 'S' }),
  );
  await createMovement(api.admin, loadBody(free.id, lucca.id, 3, { movement_date: '2026-01-11' }));
}
interface Row {
  warehouse_name: string;
  quantity: number;
  unit_price: number;
  value: number;
  currency: string;
}
function short(rows: Row[]) {
  return rows.map(
    ({ warehouse_name, quantity, unit_price, value, currency }) =>
      `${warehouse_name} ${quantity} × ${unit_price} = ${value} ${currency}`,
  );
}
async function ask(query: string) {
  const { body, status } = await api.sales.get(`/stock/valuation?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return { items: short(body.items), loads: short(body.movements.loads), unloads: short(body.movements.unloads) };
}

describe('GET /stock/valuation', () => {
  before(prepare);
  test("values the stock at the end of endDate by the product's own supplier's price, rounded line by line", async () => {
    assert.deepEqual(await ask('startDate=2026-01-01&endDate=2026-01-31'), {
      items: ['A Lucca 6.5 × 0.333 = 2.16 USD', 'B Prato 3 × 0.333 = 1 USD'],
      loads: ['A Lucca 10.5 × 0.333 = 3.5 USD'],
      unloads: ['B Prato 1 × 0.333 = 0.33 USD'],
    });
  });
  test('startDate limits only the movements', async () => {
    const { items, loads, unloads } = await ask('startDate=2026-01-22&endDate=2026-01-24');
    assert.deepEqual([items.length, loads, unloads], [2, [], []]);
    assert.deepEqual((await ask('startDate=2026-01-01&endDate=2026-01-12')).items, ['A Lucca 10.5 × 0.333 = 3.5 USD']);
  });
  test('after the end of its own price, the price of another supplier applies', async () => {
    assert.deepEqual((await ask('startDate=2026-02-01&endDate=2026-02-01')).items, [
      'A Lucca 6.5 × 9 = 58.5 USD',
      'B Prato 3 × 9 = 27 USD',
    ]);
  });
  test('transfers count for a single warehouse', async () => {
    const range = 'startDate=2026-01-01&endDate=2026-01-31';
    assert.deepEqual((await ask(`${range}&warehouseId=${lucca.id}`)).unloads, ['A Lucca 4 × 0.333 = 1.33 USD']);
    const into = await ask(`${range}&warehouseId=${prato.id}`);
    assert.deepEqual(
      [into.items, into.loads, into.unloads],
      [['B Prato 3 × 0.333 = 1 USD'], ['B Prato 4 × 0.333 = 1.33 USD'], ['B Prato 1 × 0.333 = 0.33 USD']],
    );
    assert.equal((await ask(`${range}&warehouseId=all`)).items.length, 2);
  });
  test('products without a price appear only on request, at 0', async () => {
    const { items, loads } = await ask('startDate=2026-01-11&endDate=2026-01-11&showZeroPrices=true');
    assert.deepEqual(items.toSorted(), ['A Lucca 10.5 × 0.333 = 3.5 USD', 'A Lucca 3 × 0 = 0 MAD']);
    assert.deepEqual(loads, ['A Lucca 3 × 0 = 0 MAD']);
  });
  test('absent days default to today; an end before the start is refused', async () => {
    assert.deepEqual((await ask('')).items, ['A Lucca 6.5 × 9 = 58.5 USD', 'B Prato 3 × 9 = 27 USD']);
    assertProblem(await api.sales.get('/stock/valuation?startDate=2026-02-01&endDate=2026-01-01'), 400, 'VALIDATION', {
      endDate: 'before_start',
    });
    assertProblem(await api.sales.get('/stock/valuation?startDate=x&warehouseId=y'), 400, 'VALIDATION', {
      startDate: 'invalidDates',
      warehouseId: 'type',
    });
  });
  test('H05 GET /stock, /stock/product/{id} and /stock/valuation answer the same goods, by their parameters', async () => {
    const levels = (await api.sales.get(`/stock?product_id=${paper.id}`)).body;
    assert.deepEqual(
      levels.map(
        (row: object) =>
          Object.keys(row).filter((key) =>
            [
              ...['product_code', 'product_name', 'product_description', 'product_category', 'unit_of_measure'],
              ...['warehouse_id', 'warehouse_name', 'batch_number', 'quantity'],
            ].includes(key),
          ).length,
      ),
      [9, 9],
    );
    const places = levels.map((row: { warehouse_id: number; batch_number: string; quantity: number }) => [
      row.warehouse_id,
      row.batch_number,
      row.quantity,
    ]);
    assert.deepEqual(places, [
      [lucca.id, 'L1', 6.5],
      [prato.id, 'L1', 3],
    ]);
    const { body: ofProduct } = await api.sales.get(`/stock/product/${paper.id}`);
    assert.deepEqual(
      ofProduct.map((row: { warehouse_id: number; batch_number: string; quantity: number }) => [
        row.warehouse_id,
        row.batch_number,
        row.quantity,
      ]),
      places,
    );
    const valued = async (query: string) => {
      const { body } = await api.sales.get(`/stock/valuation?${query}`);
      const quantities = (rows: { product_id: number; quantity: number }[]) =>
        rows.map(({ product_id, quantity }) => [product_id, quantity]);
      return [body.items, body.movements.loads, body.movements.unloads].map(quantities);
    };
    const range = 'startDate=2026-01-21&endDate=2026-01-31';
    const all = [
      [paper.id, 6.5],
      [paper.id, 3],
    ];
    assert.deepEqual(await valued(`${range}&warehouseId=all&showZeroPrices=false`), [all, [], [[paper.id, 1]]]);
    assert.deepEqual(await valued(`${range}&warehouseId=${lucca.id}`), [[[paper.id, 6.5]], [], []]);
    // The start limits the movements, the end the stock.
    assert.deepEqual(await valued('startDate=2026-01-01&endDate=2026-01-10'), [
      [[paper.id, 10.5]],
      [[paper.id, 10.5]],
      [],
    ]);
    const withZero = await valued(`${range}&showZeroPrices=true`);
    assert.deepEqual(withZero[0]!.toSorted(), [...all, [free.id, 3]].toSorted());
  });
  test('administration has access, the warehouse has not', async () => {
    assert.equal((await api.administration.get('/stock/valuation')).status, 200);
    assertProblem(await api.warehouse.get('/stock/valuation'), 403, 'FORBIDDEN');
  });
});
