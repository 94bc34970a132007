/** The list of movements: search, sorting and source. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
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
let paper: Product;
let glue: Product;
let lucca: Warehouse;
let prato: Warehouse;
let order: { id: number; order_number: string; items: { id: number }[] };

/** Posts like a delivery. */
async function postSale(product: Product, movement_date: string, quantity: number): Promise<number> {
  const line = {
    movement_type: 'S',
    source_type: 'SO',
    movement_date,
    product_id: product.id,
    warehouse_id: lucca.id,
    batch_number: '',
    quantity,
    document_id: 77,
    document_number: 'DDT-2026/00077',
  };
  const { rows } = await sql<{ posted: number[] }>`
    select post_stock(${api.sales.userId}, ${JSON.stringify([line])}::jsonb, '{}'::integer[]) as posted`.execute(
    api.db,
  );
  return rows[0]!.posted[0]!;
}
let sale = 0;
async function prepare() {
  const supplier = await createSupplier(api.admin);
  paper = await createProduct(api.admin, { code: 'CARTA-1', description: 'Kraft' });
  glue = await createProduct(api.admin, { code: 'COLLA-1', description: 'Vinilica', has_batch: true });
  lucca = await createWarehouse(api.admin, { name: 'A Lucca' });
  prato = await createWarehouse(api.admin, { name: 'B Prato' });
  await createMovement(api.warehouse, loadBody(paper.id, lucca.id, 100, { movement_date: '2026-01-10', notes: 'a' }));
  await createMovement(
    api.warehouse,
    loadBody(glue.id, prato.id, 50, { movement_date: '2026-01-11', batch_number: 'L-1', notes: 'c' }),
  );
  await createMovement(
    api.warehouse,
    loadBody(paper.id, lucca.id, 10, { movement_date: '2026-01-12', movement_type: 'S', notes: 'b' }),
  );
  await createMovement(
    api.warehouse,
    loadBody(paper.id, lucca.id, 20, {
      movement_date: '2026-01-13',
      movement_type: 'T',
      destination_warehouse_id: prato.id,
    }),
  );
  sale = await postSale(paper, '2026-01-14', 5);
  order = await createPurchaseOrder(api.admin, supplier.id, [{ product_id: paper.id, quantity: 7, unit_price: 1 }]);
  const received = await api.warehouse.post('/goods-receipts/receive', {
    document_number: 'BOLLA 1',
    document_date: '2026-01-15',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 7, warehouse_id: lucca.id }],
  });
  assert.equal(received.status, 201, JSON.stringify(received.body));
}
async function list(query = ''): Promise<Movement[]> {
  return (await api.warehouse.get(`/stock-movements?${query}`)).body;
}
/** Field that distinguishes the six movements. */
async function quantities(query = '') {
  return (await list(query)).map(({ quantity }) => quantity);
}

describe('GET /stock-movements', () => {
  before(prepare);

  test('a page has the total number by its filters; so has a page of the stock', async () => {
    const total = async (path: string) => Number((await api.warehouse.get(path)).headers.get('x-total-count'));
    for (const [filters, wanted] of [
      ['', 6],
      ['type=C&', 3],
      ['product_code=carta&', 5],
      [`product_id=${glue.id}&`, 1],
      [`warehouse_id=${prato.id}&`, 2],
      ['from=2026-01-11&to=2026-01-13&', 3],
      ['q=vinilica&', 1],
    ] as const)
      assert.equal(await total(`/stock-movements?${filters}limit=1`), wanted, filters);
    for (const [filters, wanted] of [
      ['', 3],
      [`warehouse_id=${prato.id}&`, 2],
      [`product_id=${paper.id}&`, 2],
      ['as_of=2026-01-11&', 2],
      ['q=vinilica&', 1],
    ] as const)
      assert.equal(await total(`/stock?${filters}limit=1`), wanted, filters);
  });

  test('q searches products, batches, both warehouses and documents, and the result is paged', async () => {
    for (const [q, wanted] of [
      ['KRAFT', [7, 5, 20, 10, 100]],
      ['colla', [50]],
      ['l-1', [50]],
      ['b prato', [20, 50]],
      ['00077', [5]],
      ['nothing so called', []],
    ] as const)
      assert.deepEqual(await quantities(`q=${encodeURIComponent(q)}`), wanted, q);
    assert.deepEqual(await quantities('q=kraft&limit=2&offset=1'), [5, 20]);
    assert.deepEqual(await quantities('q=kraft&sort=product_description&limit=2'), [100, 10]);
  });

  test('code finds the product or the batch of this number, in part, with the total and the other filters', async () => {
    const { id } = await createProduct(api.admin, { code: 'NASTRO-L1', has_batch: true });
    const tape = await createMovement(api.warehouse, loadBody(id, lucca.id, 33, { batch_number: 'N_1' }));
    for (const [code, wanted] of [
      ['olla-', [50]],
      ['l-1', [50]],
      ['L1', [33]],
      ['n_1', [33]],
      ['kraft', []],
      ['b prato', []],
      ['%', []],
    ] as const) {
      const found = await api.warehouse.get<Movement[]>(`/stock-movements?code=${encodeURIComponent(code)}&limit=10`);
      assert.deepEqual(
        found.body.map(({ quantity }) => quantity),
        wanted,
        code,
      );
      assert.equal(found.headers.get('x-total-count'), String(wanted.length), code);
    }
    // Too many batches and products to look up one by one.
    await sql`
      insert into batches (product_id, batch_number) select ${glue.id}, 'L-MANY-' || n from generate_series(1, 600) n`.execute(
      api.db,
    );
    await sql`
      insert into products (code, description, category, unit_of_measure)
      select 'L-MANY-' || n, '', category, unit_of_measure from products, generate_series(1, 600) n where id = ${id}`.execute(
      api.db,
    );
    assert.deepEqual(await quantities('code=l'), [50, 33]);
    assert.deepEqual(await quantities('code=l-&type=C&sort=product_code'), [50]);
    assert.deepEqual(await quantities('code=l-m'), []);
    await sql`delete from products where code like 'L-MANY-%'`.execute(api.db);
    await sql`delete from batches where batch_number like 'L-MANY-%'`.execute(api.db);
    assert.equal((await api.warehouse.delete(`/stock-movements/${tape.id}`)).status, 204);
  });

  test('G01 searches by product code, filters by type and days, sorts by every column; only manual movements are edited or deleted', async () => {
    assert.deepEqual(await quantities('product_code=arta-'), [7, 5, 20, 10, 100]);
    assert.deepEqual(await quantities('product_code=COLLA-1'), [50]);
    for (const [type, wanted] of [
      ['all', [7, 5, 20, 10, 50, 100]],
      ['C', [7, 50, 100]],
      ['S-MAN', [10]],
      ['T', [20]],
      ['S-SO', [5]],
    ] as const)
      assert.deepEqual(await quantities(`type=${type}`), wanted, type);
    assert.deepEqual(await quantities('from=2026-01-11&to=2026-01-13'), [20, 10, 50]);
    assert.deepEqual(await quantities('from=2026-01-12&type=S-MAN&product_code=carta'), [10]);
    assert.deepEqual(await quantities('to=2026-01-10'), [100]);
    const byColumn: Record<string, (row: Movement) => string | number | null> = {
      movement_date: (row) => row.movement_date,
      movement_type: (row) => row.movement_type,
      source_type: (row) => row.source_type,
      product_code: (row) => row.product_code,
      product_description: (row) => row.product_description,
      warehouse_name: (row) => row.warehouse_name,
      destination_warehouse: (row) => row.destination_warehouse,
      batch_number: (row) => row.batch_number,
      quantity: (row) => row.quantity,
      notes: (row) => row.notes,
    };
    const last = '\uffff';
    for (const [column, valueOf] of Object.entries(byColumn)) {
      const values = (await list(`sort=${column}`)).map((row) => valueOf(row) ?? last);
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      assert.deepEqual(values, sorted, column);
      assert.ok(new Set(values).size > 1, `${column} tells rows apart`);
      const backwards = (await list(`sort=-${column}`)).map((row) => valueOf(row) ?? last);
      assert.deepEqual(backwards, sorted.toReversed(), `-${column}`);
    }
    for (const row of await list()) {
      const isManual = row.id.endsWith('-manual');
      assert.equal(isManual, row.source_type === 'MAN', row.id);
      if (isManual) continue;
      assertProblem(await api.warehouse.put(`/stock-movements/${row.id}`, { quantity: 1 }), 409, 'NOT_MANUAL');
      assertProblem(await api.warehouse.delete(`/stock-movements/${row.id}`), 409, 'NOT_MANUAL');
    }
    const [manual] = await list('type=S-MAN');
    const edited = await api.warehouse.put(`/stock-movements/${manual!.id}`, { notes: 'altra' });
    assert.deepEqual([edited.status, edited.body.notes], [200, 'altra']);
    assert.equal((await api.warehouse.delete(`/stock-movements/${manual!.id}`)).status, 204);
    assert.deepEqual(await quantities('type=S-MAN'), []);
  });

  test('a part of a code finds the same movements for few and for many matching products', async () => {
    const found = async () => {
      const page = await api.warehouse.get('/stock-movements?product_code=carta&type=C&sort=product_code&limit=1');
      return [page.body.map(({ quantity }: Movement) => quantity), page.headers.get('x-total-count')];
    };
    const few = await found();
    assert.deepEqual(few, [[100], '2']);
    await sql`insert into products (code, description, category)
      select 'CARTA-MOLTA-' || n, 'x', 'x' from generate_series(1, 600) n`.execute(api.db);
    assert.deepEqual(await found(), few);
    assert.deepEqual(await quantities('product_code=carta&type=C'), [7, 100]);
  });

  test('G05 a movement has its source document', async () => {
    const documents = async (query: string) => (await list(query)).map(({ source_document }) => source_document);
    assert.deepEqual(await documents('type=C&product_code=carta&from=2026-01-16'), [
      { type: 'PO', id: order.id, number: order.order_number },
    ]);
    assert.deepEqual(await documents('type=S-SO'), [{ type: 'SO', id: 77, number: 'DDT-2026/00077' }]);
    const [load] = await list('to=2026-01-10');
    assert.deepEqual(load!.source_document, { type: 'MAN', id: Number.parseInt(load!.id), number: null });
    const { body } = await api.warehouse.get(`/stock-movements/${sale}-sale`);
    assert.deepEqual([body.source_type, body.source_document.type], ['SO', 'SO']);
    for (const { source_type, source_document } of await list()) assert.equal(source_document.type, source_type);
  });
});
