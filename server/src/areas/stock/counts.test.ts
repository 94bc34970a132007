import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { StockCount } from '@bobina/contract/stock/counts.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';

const api = startApi();
let paper: Product;
let film: Product;
async function prepare() {
  paper ??= await createProduct(api.admin, { code: 'A-carta' });
  film ??= await createProduct(api.admin, { code: 'B-film', has_batch: true, has_expiry_date: true });
}

/** A warehouse with 100 of a paper, 5 of a batch of film, and an open count. */
async function open(): Promise<{ warehouse: number; count: StockCount }> {
  const warehouse = await createWarehouse(api.admin);
  await createMovement(api.admin, loadBody(paper.id, warehouse.id, 100));
  await createMovement(
    api.admin,
    loadBody(film.id, warehouse.id, 5, { batch_number: 'L1', expiry_date: '2030-01-01' }),
  );
  const answer = await api.warehouse.post('/stock-counts', { warehouse_id: warehouse.id, notes: 'fine anno' });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { warehouse: warehouse.id, count: answer.body };
}
function write(count: StockCount, items: object[], options = {}) {
  return api.warehouse.put(`/stock-counts/${count.id}/items`, { items }, options);
}
function unload(product: Product, warehouse: number, quantity: number, given: object = {}) {
  return createMovement(api.admin, { ...loadBody(product.id, warehouse, quantity), movement_type: 'S', ...given });
}
async function inStock(product: Product, warehouse: number) {
  return (await api.admin.get(`/stock/product/${product.id}?warehouse_id=${warehouse}`)).body.map(
    (row: { quantity: number }) => row.quantity,
  );
}

describe('stock counts', () => {
  before(prepare);
  test('a count lists the stock of the warehouse, not counted yet', async () => {
    const { count } = await open();
    assert.deepEqual(
      [count.status, count.counted_items, count.notes, count.created_by_name],
      ['open', 0, 'fine anno', 'Utente warehouse'],
    );
    assert.ok(count.items[1]!.batch_id);
    const nothing = {
      counted_quantity: null,
      difference: null,
      counted_at: null,
      counted_by: null,
      counted_by_name: null,
      unit_of_measure: 'kg',
    };
    assert.deepEqual(count.items, [
      {
        product_id: paper.id,
        product_code: 'A-carta',
        product_name: paper.description,
        batch_id: null,
        batch_number: null,
        expiry_date: null,
        book_quantity: 100,
        ...nothing,
      },
      {
        product_id: film.id,
        product_code: 'B-film',
        product_name: film.description,
        batch_id: count.items[1]!.batch_id,
        batch_number: 'L1',
        expiry_date: '2030-01-01',
        book_quantity: 5,
        ...nothing,
      },
    ]);
  });
  test('counts 95 of 100, sells 10, posts 85', async () => {
    const { warehouse, count } = await open();
    const counted = await write(count, [{ product_id: paper.id, counted_quantity: 95 }]);
    assert.deepEqual(
      [counted.body.items[0].book_quantity, counted.body.items[0].difference, counted.body.different_items],
      [100, -5, 1],
    );
    await unload(paper, warehouse, 10);
    // A form that saves all lines sends it again; the moment of the count stays.
    assert.equal((await write(count, [{ product_id: paper.id, counted_quantity: 95 }])).body.items[0].difference, -5);
    const posted = await api.warehouse.post(`/stock-counts/${count.id}/post`);
    assert.deepEqual(
      [posted.status, posted.body.status, posted.body.posted_by, posted.body.items.length],
      [200, 'posted', api.warehouse.userId, 1],
      JSON.stringify(posted.body),
    );
    assert.deepEqual(await inStock(paper, warehouse), [85]);
    assert.deepEqual(await inStock(film, warehouse), [5]);
    const { body: rows } = await api.admin.get(`/stock-movements?warehouse_id=${warehouse}&type=S-MAN`);
    const row = rows.find(({ source_type }: { source_type: string }) => source_type === 'INV');
    assert.match(row.id, /-count$/);
    const [last] = (await api.admin.get(`/history/stock-counts/${count.id}`)).body;
    assert.deepEqual(
      last.changes.filter(({ field }: { field: string }) => field.startsWith('items.')),
      [
        { field: 'items.1.counted_quantity', before: 100, after: 95 },
        { field: 'items.1.product_code', before: null, after: 'A-carta' },
      ],
    );
    assert.deepEqual([row.quantity, row.source_document], [5, { type: 'INV', id: count.id, number: null }]);
    for (const again of [
      await api.warehouse.post(`/stock-counts/${count.id}/post`),
      await write(count, [{ product_id: paper.id, counted_quantity: 1 }]),
      await api.warehouse.delete(`/stock-counts/${count.id}`),
    ])
      assertProblem(again, 409, 'INVALID_TRANSITION');
  });
  test('zero is a count, blank is not, and an unknown batch is loaded', async () => {
    const { warehouse, count } = await open();
    await write(count, [
      { product_id: paper.id, counted_quantity: 1 },
      { product_id: film.id, batch_number: 'L1', counted_quantity: 0 },
      { product_id: film.id, batch_number: 'new', counted_quantity: 2.5 },
    ]);
    const blank = await write(count, [{ product_id: paper.id, counted_quantity: '' }]);
    assert.deepEqual(
      blank.body.items.map(({ difference }: { difference: number }) => difference),
      [null, -5, 2.5],
    );
    assert.equal(
      (await api.sales.post(`/stock-counts/${count.id}/post`, {}, { headers: { 'if-match': '"1"' } })).status,
      200,
    );
    assert.deepEqual(await inStock(paper, warehouse), [100]);
    assert.deepEqual(await inStock(film, warehouse), [2.5]);
  });
  test('posting is all or nothing: missing goods may have been taken meanwhile', async () => {
    const { warehouse, count } = await open();
    await write(count, [
      { product_id: paper.id, counted_quantity: 101 },
      { product_id: film.id, batch_number: 'L1', counted_quantity: 3 },
    ]);
    await unload(film, warehouse, 4, { batch_number: 'L1' });
    const answer = await api.admin.post(`/stock-counts/${count.id}/post`);
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { 'items.1.counted_quantity': 'max' });
    assert.equal(answer.body.available, 1);
    assert.deepEqual(await inStock(paper, warehouse), [100]);
  });
  test('a difference that two open counts found is posted once, whichever of them is posted first', async () => {
    const { warehouse, count } = await open();
    const other = (await api.orders.post('/stock-counts', { warehouse_id: warehouse })).body as StockCount;
    const late = (await api.orders.post('/stock-counts', { warehouse_id: warehouse })).body as StockCount;
    const deleted = (await api.orders.post('/stock-counts', { warehouse_id: warehouse })).body as StockCount;
    const moment = new Date().toISOString();
    const found = [
      { product_id: paper.id, counted_quantity: 60 },
      { product_id: film.id, batch_number: 'L1', counted_quantity: 5 },
      { product_id: film.id, batch_number: 'L2', counted_quantity: 3 },
    ];
    for (const sheet of [count, other, deleted]) await write(sheet, found);
    const removed = await api.admin.delete(`/stock-counts/${deleted.id}`);
    await unload(paper, warehouse, 10);
    assert.equal((await api.admin.post(`/stock-counts/${count.id}/post`)).status, 200);
    assert.deepEqual(await inStock(paper, warehouse), [50]);
    const differences = async (sheet: StockCount) =>
      (await api.admin.get(`/stock-counts/${sheet.id}`)).body.items.map(
        (item: StockCount['items'][number]) => item.difference,
      );
    assert.deepEqual(await differences(other), [0, 0, 0]);
    assert.equal((await api.admin.get(`/stock-counts?warehouse_id=${warehouse}`)).body[1].different_items, 0);
    // Counted before the posting and sent after it, as a device without a network does.
    await write(late, [{ ...found[0], counted_at: moment }]);
    assert.equal((await differences(late))[0], 0);
    // A count that differs from the corrected stock is posted as it is.
    await write(other, [{ product_id: paper.id, counted_quantity: 48 }]);
    for (const sheet of [other, late]) await api.admin.post(`/stock-counts/${sheet.id}/post`);
    assert.deepEqual(await inStock(paper, warehouse), [48]);
    assert.deepEqual(await inStock(film, warehouse), [5, 3]);
    await api.admin.post(`/undo/${removed.headers.get('x-activity-id')}`);
    assert.deepEqual(await differences(deleted), [0, 0, 0], 'counted before the newer count');
  });
  test('two counts that are posted at once book a difference once', async () => {
    const { warehouse, count } = await open();
    const other = (await api.orders.post('/stock-counts', { warehouse_id: warehouse })).body as StockCount;
    for (const sheet of [count, other]) await write(sheet, [{ product_id: paper.id, counted_quantity: 60 }]);
    const answers = await Promise.all([count, other].map(({ id }) => api.admin.post(`/stock-counts/${id}/post`)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(await inStock(paper, warehouse), [60]);
  });
  test('concurrent postings book once', async () => {
    const { warehouse, count } = await open();
    await write(count, [{ product_id: paper.id, counted_quantity: 90 }]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.admin.post(`/stock-counts/${count.id}/post`)),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409]);
    assert.deepEqual(await inStock(paper, warehouse), [90]);
  });
  test('refuses invalid values, and a count without counted lines', async () => {
    const { count } = await open();
    assertProblem(await api.admin.post('/stock-counts', { warehouse_id: 999_999 }), 400, 'VALIDATION', {
      warehouse_id: 'unknown',
    });
    assertProblem(await write(count, []), 400, 'VALIDATION', { items: 'noItems' });
    assertProblem(
      await write(count, [
        { product_id: paper.id, batch_number: 'x', counted_quantity: 1 },
        { product_id: film.id, counted_quantity: 1 },
        { product_id: 999_999, counted_quantity: 1 },
        { product_id: film.id, counted_quantity: -1 },
      ]),
      400,
      'VALIDATION',
      { 'items.3.counted_quantity': 'min' },
    );
    assertProblem(
      await write(count, [
        { product_id: paper.id, batch_number: 'x', counted_quantity: 1 },
        { product_id: film.id, counted_quantity: 1 },
        { product_id: 999_999, counted_quantity: 1 },
        { product_id: film.id, counted_quantity: 1 },
      ]),
      400,
      'VALIDATION',
      {
        'items.0.batch_number': 'batchNotManaged',
        'items.1.batch_number': 'required',
        'items.2.product_id': 'unknown',
        'items.3.batch_number': 'required',
        'items.3.product_id': 'exists',
      },
    );
    assertProblem(await api.admin.post(`/stock-counts/${count.id}/post`), 400, 'VALIDATION', { items: 'noItems' });
    assertProblem(
      await write(count, [{ product_id: paper.id, counted_quantity: 1 }], { headers: { 'if-match': '"9"' } }),
      409,
      'STALE_VERSION',
    );
    assertProblem(await api.administration.get('/stock-counts'), 403, 'FORBIDDEN');
  });
  test('counted_at: the difference is taken from the entries booked until then, movements before and after included', async () => {
    const { warehouse, count } = await open();
    await unload(paper, warehouse, 10);
    const moment = new Date().toISOString();
    await unload(paper, warehouse, 20);
    await createMovement(api.admin, loadBody(paper.id, warehouse, 7));
    await unload(film, warehouse, 2, { batch_number: 'L1' });
    const { body } = await write(count, [
      { product_id: paper.id, counted_quantity: 88, counted_at: moment },
      { product_id: film.id, batch_number: 'L1', counted_quantity: 6, counted_at: moment },
      { product_id: film.id, batch_number: 'new', counted_quantity: 1, counted_at: moment },
    ]);
    assert.deepEqual(
      body.items.map((item: StockCount['items'][number]) => [item.book_quantity, item.difference, item.counted_at]),
      [
        [90, -2, moment],
        [5, 1, moment],
        [0, 1, moment],
      ],
    );
    const posted = await api.warehouse.post(`/stock-counts/${count.id}/post`);
    assert.equal(posted.status, 200, JSON.stringify(posted.body));
    assert.deepEqual(await inStock(paper, warehouse), [75]); // 88 - 20 + 7
    assert.deepEqual(await inStock(film, warehouse), [4, 1]);
  });
  test('counted_at applies to its line alone, and an unchanged quantity takes a moment that is given', async () => {
    const { warehouse, count } = await open();
    const moment = new Date().toISOString();
    await unload(paper, warehouse, 10);
    await unload(film, warehouse, 1, { batch_number: 'L1' });
    const items = [
      { product_id: paper.id, counted_quantity: 90 },
      { product_id: film.id, batch_number: 'L1', counted_quantity: 5, counted_at: moment },
    ];
    const books = (answer: { body: StockCount }) => answer.body.items.map((item) => item.book_quantity);
    assert.deepEqual(books(await write(count, items)), [90, 5]);
    assert.deepEqual(books(await write(count, [{ ...items[0], counted_at: moment }])), [100, 5]);
    assert.deepEqual(books(await write(count, [{ ...items[0], counted_at: '' }])), [100, 5]);
  });
  test('counted_at lies between the opening of the sheet and now', async () => {
    const { count } = await open();
    const at = (counted_at: string) => write(count, [{ product_id: paper.id, counted_quantity: 1, counted_at }]);
    const field = (code: string) => ({ 'items.0.counted_at': code });
    assertProblem(await at('2020-01-01T00:00:00Z'), 400, 'VALIDATION', field('min'));
    assertProblem(await at(new Date(Date.now() + 60_000).toISOString()), 400, 'VALIDATION', field('future'));
    assertProblem(await at('ieri'), 400, 'VALIDATION', field('format'));
    assert.equal((await at(count.created_at)).status, 200);
    // The same moment with another offset from UTC.
    const shifted = new Date(Date.parse(count.created_at) + 3_600_000).toISOString().replace('Z', '+01:00');
    assert.equal((await at(shifted)).body.items[0].counted_at, count.created_at);
  });
  test('an open count can be deleted; lists filter by status and warehouse', async () => {
    const { warehouse, count } = await open();
    assert.equal(
      (await api.admin.get(`/stock-counts?warehouse_id=${warehouse}&status=open&sort=-counted_items`)).body.length,
      1,
    );
    assert.equal((await api.admin.get(`/stock-counts?warehouse_id=${warehouse}&status=posted`)).body.length, 0);
    assert.equal((await api.admin.delete(`/stock-counts/${count.id}`)).status, 204);
    assertProblem(await api.admin.get(`/stock-counts/${count.id}`), 404, 'NOT_FOUND');
  });
});
