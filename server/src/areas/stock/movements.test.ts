import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';

const api = startApi();
let rolls: Product;
let film: Product;
let lucca: Warehouse;
let prato: Warehouse;
async function prepare() {
  if (rolls) return;
  rolls = await createProduct(api.admin);
  film = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, has_production_date: true });
  lucca = await createWarehouse(api.admin);
  prato = await createWarehouse(api.admin);
}

async function stockOf(product: number): Promise<Record<string, number>> {
  const { body } = await api.warehouse.get(`/stock/product/${product}`);
  return Object.fromEntries(
    body.map((row: { warehouse_id: number; batch_number: string | null; quantity: number }) => [
      `${row.warehouse_id} ${row.batch_number ?? '-'}`,
      row.quantity,
    ]),
  );
}
function batch(batch_number: string, expiry_date = '2030-12-31', production_date = '2026-01-01') {
  return {
    batch_number,
    expiry_date,
    production_date,
  };
}

describe('POST /stock-movements', () => {
  before(prepare);
  test('a load answers 201 with the whole movement, and increases the stock', async () => {
    const product = await createProduct(api.admin);
    const answer = await api.warehouse.post('/stock-movements', {
      ...loadBody(product.id, lucca.id, 12.34567),
      movement_date: '15/03/2026',
      notes: 'a\nb',
      created_by: 99,
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id, created_at: _, ...movement } = answer.body;
    assert.match(id, /^\d+-manual$/);
    assert.deepEqual(movement, {
      movement_type: 'C',
      source_type: 'MAN',
      movement_date: '2026-03-15',
      product_id: product.id,
      product_code: product.code,
      product_description: product.description,
      unit_of_measure: 'kg',
      warehouse_id: lucca.id,
      warehouse_name: lucca.name,
      destination_warehouse_id: null,
      destination_warehouse: null,
      quantity: 12.34567,
      batch_id: null,
      batch_number: null,
      production_date: null,
      expiry_date: null,
      notes: 'a\nb',
      source_document: { type: 'MAN', id: Number.parseInt(id), number: null },
      version: 1,
      created_by: api.warehouse.userId,
      created_by_name: 'Utente warehouse',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
    assert.deepEqual(await stockOf(product.id), { [`${lucca.id} -`]: 12.34567 });
    const { body: rows } = await api.warehouse.get(`/stock?product_id=${product.id}`);
    assert.equal(rows.length, 1);
    assert.equal(rows[0].product_name, product.description);
    assert.equal(rows[0].product_category, 'Carta');
  });
  test('administration can neither read nor write', async () => {
    assertProblem(await api.administration.get('/stock-movements'), 403, 'FORBIDDEN');
    assertProblem(await api.administration.get('/stock'), 403, 'FORBIDDEN');
    assertProblem(await api.administration.post('/stock-movements', loadBody(rolls.id, lucca.id, 1)), 403, 'FORBIDDEN');
    assertProblem(await api.as(null).get('/stock-movements'), 401, 'UNAUTHENTICATED');
  });
  test('reports all problems of a body at once', async () => {
    assertProblem(await api.admin.post('/stock-movements', {}), 400, 'VALIDATION', {
      movement_type: 'required',
      movement_date: 'required',
      product_id: 'required',
      warehouse_id: 'required',
      quantity: 'required',
    });
    assertProblem(
      await api.admin.post('/stock-movements', {
        movement_type: 'X',
        movement_date: '31/02/2026',
        product_id: 'a',
        warehouse_id: 1,
        quantity: 0,
      }),
      400,
      'VALIDATION',
      {
        movement_type: 'enum',
        movement_date: 'invalidDates',
        product_id: 'type',
        quantity: 'min',
      },
    );
  });

  const refused: [string, () => object, Record<string, string>][] = [
    [
      'a date to come',
      () => ({ ...loadBody(rolls.id, lucca.id, 1), movement_date: '2999-01-01' }),
      { movement_date: 'future' },
    ],
    ['what does not exist', () => loadBody(999_999, 999_999, 1), { product_id: 'unknown', warehouse_id: 'unknown' }],
    [
      'a product managed by batch without one',
      () => loadBody(film.id, lucca.id, 1),
      { batch_number: 'required', production_date: 'productionDateRequired', expiry_date: 'expiryDateRequired' },
    ],
    [
      'an expiry before the production',
      () => loadBody(film.id, lucca.id, 1, batch('X', '2025-01-01')),
      { expiry_date: 'invalidDates' },
    ],
    [
      'a batch of a product without',
      () => loadBody(rolls.id, lucca.id, 1, { batch_number: 'L1' }),
      { batch_number: 'batchNotManaged' },
    ],
    [
      'a transfer to nowhere',
      () => ({ ...loadBody(rolls.id, lucca.id, 1), movement_type: 'T' }),
      { destination_warehouse_id: 'required' },
    ],
    [
      'a transfer to where it comes from',
      () => ({ ...loadBody(rolls.id, lucca.id, 1), movement_type: 'T', destination_warehouse_id: lucca.id }),
      { destination_warehouse_id: 'sameWarehouse' },
    ],
    ['six decimals', () => loadBody(rolls.id, lucca.id, 1.000001), { quantity: 'format' }],
  ];
  for (const [what, body, fields] of refused) {
    test(`refuses ${what}`, async () =>
      assertProblem(await api.admin.post('/stock-movements', body()), 400, 'VALIDATION', fields));
  }
  test('refuses an inactive product and an inactive warehouse', async () => {
    const archived = await createProduct(api.admin, { status: 'inactive' });
    const closed = await createWarehouse(api.admin, { is_active: false });
    assertProblem(await api.admin.post('/stock-movements', loadBody(archived.id, closed.id, 1)), 400, 'VALIDATION', {
      product_id: 'unknown',
      warehouse_id: 'unknown',
    });
  });
  test('refuses more than the stock, and names the available quantity', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    const answer = await api.admin.post('/stock-movements', {
      ...loadBody(product.id, lucca.id, 10.5),
      movement_type: 'S',
    });
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { quantity: 'max' });
    assert.equal(answer.body.available, 10);
    assert.match(answer.body.message, /ne restano 10/);
    assertProblem(
      await api.admin.post('/stock-movements', {
        ...loadBody(film.id, lucca.id, 1),
        movement_type: 'S',
        batch_number: 'never came',
      }),
      409,
      'INSUFFICIENT_STOCK',
      { quantity: 'max' },
    );
  });
  test('refuses more than the balance column can store', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 9_999_999_999.99999));
    assertProblem(
      await api.admin.post('/stock-movements', loadBody(product.id, lucca.id, 0.00001)),
      400,
      'VALIDATION',
      { quantity: 'max' },
    );
    assert.deepEqual(await stockOf(product.id), { [`${lucca.id} -`]: 9_999_999_999.99999 });
  });
  test('refuses a negative stock on a past day, and names the first such day', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 10, { movement_date: '2026-02-01' }));
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 8, { movement_date: '2026-02-03', movement_type: 'S' }),
    );
    await createMovement(api.admin, loadBody(product.id, lucca.id, 50, { movement_date: '2026-02-05' }));
    const answer = await api.admin.post(
      '/stock-movements',
      loadBody(product.id, lucca.id, 5, { movement_date: '2026-02-02', movement_type: 'S' }),
      { headers: { 'accept-language': 'en' } },
    );
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { quantity: 'max' });
    assert.equal(answer.body.available, 2);
    assert.equal(answer.body.message, 'Quantity not available: on 03/02/2026 the stock would be -3');
    assertProblem(
      await api.admin.post(
        '/stock-movements',
        loadBody(product.id, lucca.id, 1, { movement_date: '2026-01-31', movement_type: 'S' }),
      ),
      409,
      'INSUFFICIENT_STOCK',
    );
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 2, { movement_date: '2026-02-01', movement_type: 'S' }),
    );
  });
  test('a batch has one expiry: other dates are refused while another load of the batch exists', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const first = await createMovement(api.admin, loadBody(product.id, lucca.id, 1, { batch_number: 'L1' }));
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 1, { batch_number: 'L1', expiry_date: '2030-01-01' }),
    );
    assertProblem(
      await api.admin.post(
        '/stock-movements',
        loadBody(product.id, prato.id, 1, { batch_number: 'L1', expiry_date: '2030-01-02' }),
      ),
      409,
      'BATCH_DATES',
      { batch_number: 'exists' },
    );
    const third = await createMovement(api.admin, loadBody(product.id, lucca.id, 1, { batch_number: 'L1' }));
    assert.equal(third.expiry_date, '2030-01-01');
    assert.equal((await api.admin.get(`/stock-movements/${first.id}`)).body.expiry_date, '2030-01-01');
  });
  test('the only load of a batch can correct its dates', async () => {
    const load = await createMovement(api.admin, loadBody(film.id, lucca.id, 1, batch('typo', '2031-01-01')));
    const answer = await api.admin.put(`/stock-movements/${load.id}`, { expiry_date: '2030-01-01' });
    assert.equal(answer.body.expiry_date, '2030-01-01', JSON.stringify(answer.body));
  });
  test('a transfer keeps the batch and its dates; the list finds both warehouses', async () => {
    const { id } = film;
    await createMovement(api.admin, loadBody(id, lucca.id, 10, batch('T1')));
    const moved = await createMovement(api.orders, {
      ...loadBody(id, lucca.id, 4, { batch_number: 'T1' }),
      movement_type: 'T',
      destination_warehouse: prato.id,
    });
    assert.deepEqual(
      [moved.destination_warehouse_id, moved.destination_warehouse, moved.expiry_date],
      [prato.id, prato.name, '2030-12-31'],
    );
    const stock = await stockOf(id);
    assert.deepEqual([stock[`${lucca.id} T1`], stock[`${prato.id} T1`]], [6, 4]);
    const { body } = await api.admin.get(`/stock-movements?warehouse_id=${prato.id}&type=T&product_id=${id}`);
    assert.deepEqual(
      body.map((row: { id: string }) => row.id),
      [moved.id],
    );
  });
  test('an expired batch can be taken, with a warning', async () => {
    await createMovement(api.admin, loadBody(film.id, lucca.id, 2, batch('old', '2026-01-12')));
    const answer = await api.admin.post('/stock-movements', {
      ...loadBody(film.id, lucca.id, 1, { batch_number: 'old', movement_date: '2026-01-13' }),
      movement_type: 'S',
    });
    assert.deepEqual(
      answer.body.warnings.map(({ code, path }: { code: string; path: string }) => [code, path]),
      [['expired_batch', 'batch_number']],
    );
  });
});

describe('PUT and DELETE /stock-movements/{id}', () => {
  before(prepare);
  test('an edit is a reversal and new entries; the list shows the current values', async () => {
    const product = await createProduct(api.admin);
    const load = await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    await createMovement(api.admin, { ...loadBody(product.id, lucca.id, 4), movement_type: 'S' });
    const answer = await api.sales.put(
      `/stock-movements/${Number.parseInt(load.id)}`,
      { quantity: 7 },
      { headers: { 'if-match': '"1"' } },
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(
      [answer.body.id, answer.body.quantity, answer.body.version, answer.body.modified_by],
      [load.id, 7, 2, api.sales.userId],
    );
    assert.deepEqual(await stockOf(product.id), { [`${lucca.id} -`]: 3 });
    const entries = await api.db
      .selectFrom('stock_entries')
      .select(['quantity', 'entry_date'])
      .where('movement_id', '=', Number.parseInt(load.id))
      .orderBy('id')
      .execute();
    assert.deepEqual(
      entries.map((entry) => Number(entry.quantity)),
      [10, -10, 7],
    );
    assertProblem(await api.sales.put(`/stock-movements/${load.id}`, { quantity: 3 }), 409, 'INSUFFICIENT_STOCK', {
      quantity: 'max',
    });
    const late = await api.sales.put(
      `/stock-movements/${load.id}`,
      { quantity: 9 },
      { headers: { 'if-match': '"1"' } },
    );
    assertProblem(late, 409, 'STALE_VERSION');
    assert.equal(late.body.current.quantity, 7);
  });
  test('an edit is checked at its old and its new place', async () => {
    const product = await createProduct(api.admin);
    const load = await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 4, { movement_type: 'S', movement_date: '2026-01-12' }),
    );
    assertProblem(
      await api.admin.put(`/stock-movements/${load.id}`, { warehouse_id: prato.id }),
      409,
      'INSUFFICIENT_STOCK',
    );
    assertProblem(
      await api.admin.put(`/stock-movements/${load.id}`, { movement_date: '2026-01-13' }),
      409,
      'INSUFFICIENT_STOCK',
    );
    assert.equal((await api.admin.put(`/stock-movements/${load.id}`, { movement_date: '2026-01-12' })).status, 200);
    assertProblem(await api.admin.delete(`/stock-movements/${load.id}`), 409, 'INSUFFICIENT_STOCK');
  });
  test('an answer can be sent back as it is, and a load can become a transfer', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    const load = await createMovement(api.admin, loadBody(product.id, lucca.id, 3));
    const moved = await api.admin.put(`/stock-movements/${load.id}`, {
      ...load,
      movement_type: 'T',
      destination_warehouse_id: prato.id,
    });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    const again = await api.admin.put(`/stock-movements/${load.id}`, moved.body);
    assert.equal(again.body.destination_warehouse_id, prato.id, JSON.stringify(again.body));
    assert.deepEqual(await stockOf(product.id), { [`${lucca.id} -`]: 7, [`${prato.id} -`]: 3 });
  });
  test('a deleted movement leaves the list and the stock, and stays in the ledger', async () => {
    const product = await createProduct(api.admin);
    const load = await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    assert.equal(
      (await api.warehouse.delete(`/stock-movements/${load.id}`, { body: { deleted_by: 'x' } })).status,
      204,
    );
    assertProblem(await api.admin.get(`/stock-movements/${load.id}`), 404, 'NOT_FOUND');
    assertProblem(await api.admin.delete(`/stock-movements/${load.id}`), 404, 'NOT_FOUND');
    assert.deepEqual(await stockOf(product.id), {});
    assert.equal((await api.admin.get(`/stock-movements?product_id=${product.id}`)).headers.get('x-total-count'), '0');
  });
  test('an unknown movement id is a 404', async () => {
    for (const id of ['abc', '0', '99999999999', '1-nothing', '-manual', '999999', '1-manual-manual'])
      for (const answer of [
        await api.admin.get(`/stock-movements/${id}`),
        await api.admin.put(`/stock-movements/${id}`, {}),
        await api.admin.delete(`/stock-movements/${id}`),
      ])
        assertProblem(answer, 404, 'NOT_FOUND');
    const load = await createMovement(api.admin, loadBody(rolls.id, lucca.id, 1));
    assertProblem(await api.admin.get(`/stock-movements/${Number.parseInt(load.id)}-receipt`), 404, 'NOT_FOUND');
  });
});

describe('POST /stock-movements/transfers', () => {
  before(prepare);
  const transfer = (items: object[], given: object = {}) => ({
    movement_date: '2026-03-01',
    from_warehouse_id: lucca.id,
    to_warehouse_id: prato.id,
    items,
    ...given,
  });

  test('moves several products, one movement each', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    await createMovement(api.admin, loadBody(film.id, lucca.id, 10, batch('M1')));
    const answer = await api.warehouse.post(
      '/stock-movements/transfers',
      transfer(
        [
          { product_id: film.id, batch_number: 'M1', quantity: 3 },
          { product_id: product.id, quantity: 10 },
        ],
        { notes: 'giro' },
      ),
    );
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual(
      answer.body.movements.map((row: { product_id: number; notes: string }) => [row.product_id, row.notes]),
      [
        [film.id, 'giro'],
        [product.id, 'giro'],
      ],
    );
    assert.deepEqual(await stockOf(product.id), { [`${prato.id} -`]: 10 });
  });
  test('is all or nothing, and names the line with insufficient stock', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 10));
    const answer = await api.admin.post(
      '/stock-movements/transfers',
      transfer([
        { product_id: product.id, quantity: 1 },
        { product_id: film.id, batch_number: 'none', quantity: 1 },
      ]),
    );
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { 'items.1.quantity': 'max' });
    assert.deepEqual(await stockOf(product.id), { [`${lucca.id} -`]: 10 });
  });
  test('refuses no lines, one warehouse twice, unknown products and wrong batches', async () => {
    assertProblem(await api.admin.post('/stock-movements/transfers', transfer([])), 400, 'VALIDATION', {
      items: 'noItems',
    });
    assertProblem(
      await api.admin.post(
        '/stock-movements/transfers',
        transfer(
          [
            { product_id: 999_999, quantity: 1 },
            { product_id: film.id, quantity: 1 },
          ],
          { to_warehouse_id: lucca.id, movement_date: '2999-01-01' },
        ),
      ),
      400,
      'VALIDATION',
      {
        movement_date: 'future',
        to_warehouse_id: 'sameWarehouse',
        'items.0.product_id': 'unknown',
        'items.1.batch_number': 'required',
      },
    );
  });
});

describe('registry rules that depend on stock', () => {
  before(prepare);
  test('a warehouse with stock cannot be deleted, and deactivating it causes a warning', async () => {
    const warehouse = await createWarehouse(api.admin);
    const product = await createProduct(api.admin);
    const load = await createMovement(api.admin, loadBody(product.id, warehouse.id, 1));
    const answer = await api.admin.delete(`/warehouses/${warehouse.id}`);
    assertProblem(answer, 409, 'WAREHOUSE_NOT_EMPTY');
    assert.match(answer.body.message, /contiene ancora prodotti/);
    const closed = await api.admin.put(`/warehouses/${warehouse.id}`, { is_active: false });
    assert.equal(closed.body.warnings[0].code, 'warehouse_has_stock');
    await api.admin.delete(`/stock-movements/${load.id}`);
    assert.equal((await api.admin.delete(`/warehouses/${warehouse.id}`)).status, 204);
  });
  test('a product in stock can neither be deleted nor change its tracking', async () => {
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, lucca.id, 1));
    assertProblem(await api.admin.delete(`/products/${product.id}`), 409, 'IN_USE');
    for (const change of [
      { has_batch: true },
      { has_expiry_date: true },
      { has_production_date: true },
      { unit_of_measure: 'm' },
    ])
      assertProblem(await api.admin.put(`/products/${product.id}`, change), 409, 'IN_USE', {
        [Object.keys(change)[0]!]: 'inStock',
      });
    assert.equal(
      (await api.admin.put(`/products/${product.id}`, { description: 'altra', has_batch: false })).status,
      200,
    );
  });
});

describe('GET /stock and /stock/product/{id}', () => {
  before(prepare);
  test('answers the end of a past day, earliest expiry first', async () => {
    const product = await createProduct(api.admin, { has_batch: true, name: 'Nome' });
    const load = (batch_number: string, movement_date: string, expiry_date: string | null, quantity = 5) =>
      createMovement(api.admin, loadBody(product.id, lucca.id, quantity, { batch_number, movement_date, expiry_date }));
    await load('none', '2026-01-01', null);
    await load('late', '2026-01-02', '2030-01-01');
    await load('soon', '2026-01-03', '2028-01-01');
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 5, { movement_type: 'S', batch_number: 'none', movement_date: '2026-01-04' }),
    );
    const at = async (query: string) =>
      (await api.admin.get(`/stock/product/${product.id}${query}`)).body.map(
        (row: { batch_number: string; quantity: number }) => `${row.batch_number} ${row.quantity}`,
      );
    assert.deepEqual(await at(''), ['soon 5', 'late 5']);
    assert.deepEqual(await at('?as_of=2026-01-03'), ['soon 5', 'late 5', 'none 5']);
    assert.deepEqual(await at('?as_of=2026-01-01'), ['none 5']);
    assert.deepEqual(await at('?as_of=2025-12-31'), []);
    assert.deepEqual(await at(`?warehouse_id=${prato.id}`), []);
    const { body, headers } = await api.admin.get(
      `/stock?product_id=${product.id}&as_of=2026-01-03&sort=-quantity&q=nome&limit=2`,
    );
    assert.deepEqual([body.length, headers.get('x-total-count'), body[0].product_name], [2, '3', 'Nome']);
  });
  test('an unknown product is a 404, an invalid day a 400', async () => {
    assertProblem(await api.admin.get('/stock/product/999999'), 404, 'NOT_FOUND');
    assertProblem(await api.admin.get('/stock/product/abc'), 404, 'NOT_FOUND');
    assertProblem(await api.admin.get('/stock?as_of=2026-02-30'), 400, 'VALIDATION', { as_of: 'invalidDates' });
  });
});

describe('GET /stock-movements', () => {
  before(prepare);
  test('filters by type, product code and days; sorts by every column; newest first', async () => {
    const product = await createProduct(api.admin, { code: 'Zz%_Filtro' });
    await createMovement(api.admin, loadBody(product.id, lucca.id, 5, { movement_date: '2026-02-01' }));
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 1, { movement_date: '2026-02-03', movement_type: 'S' }),
    );
    await createMovement(
      api.admin,
      loadBody(product.id, lucca.id, 1, {
        movement_date: '2026-02-02',
        movement_type: 'T',
        destination_warehouse_id: prato.id,
      }),
    );
    const types = async (query: string) =>
      (await api.admin.get(`/stock-movements?product_code=zZ%25_f&${query}`)).body
        .map((row: { movement_type: string }) => row.movement_type)
        .join('');
    assert.equal(await types(''), 'STC');
    assert.equal(await types('type=all'), 'STC');
    assert.equal(await types('type=C'), 'C');
    assert.equal(await types('type=T'), 'T');
    assert.equal(await types('type=S-MAN'), 'S');
    assert.equal(await types('type=S-SO'), '');
    assert.equal(await types('from=2026-02-02&to=2026-02-02'), 'T');
    assert.equal(await types(`warehouse_id=${prato.id}`), 'T');
    for (const column of [
      'movement_date',
      'movement_type',
      'source_type',
      'product_code',
      'product_description',
      'warehouse_name',
      'destination_warehouse',
      'batch_number',
      'quantity',
      'notes',
      'created_at',
      'modified_at',
    ])
      assert.equal((await types(`sort=-${column}`)).length, 3, column);
    assertProblem(await api.admin.get('/stock-movements?type=X&sort=nothing'), 400, 'VALIDATION', {
      type: 'enum',
      sort: 'enum',
    });
  });
});
