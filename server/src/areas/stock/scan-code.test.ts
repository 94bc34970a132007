/** Resolving scanned codes over HTTP, and the query plans among many reels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql, type KyselyPlugin } from 'kysely';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';
import { scanCode } from './scan-code.ts';

const api = startApi();
const GTIN = '98012345000022';
/** Rows of each large table; a scan that reads them all would be far above its 50 ms in a busy plant. */
const MANY = 30_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
/** The large tables that a plan reads from start to end. */
function readWhole({ 'Node Type': kind, 'Relation Name': table = '', Plans: parts = [] }: Plan): string[] {
  const isWhole = kind === 'Seq Scan' && ['batches', 'products', 'reels', 'stock_balances'].includes(table);
  return [...(isWhole ? [table] : []), ...parts.flatMap(readWhole)];
}
/** The statements of a scan, with the tables that each reads whole. */
async function plansOf(code: string): Promise<{ statements: number; whole: string[] }> {
  const seen: Parameters<KyselyPlugin['transformQuery']>[0][] = [];
  const recorder: KyselyPlugin = {
    transformQuery: (query) => {
      seen.push(query);
      return query.node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await scanCode(api.db.withPlugin(recorder), code);
  const whole: string[] = [];
  for (const { node, queryId } of seen) {
    const { sql: text, parameters } = api.db.getExecutor().compileQuery(node, queryId);
    const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
    const { rows } = await api.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained);
    whole.push(...readWhole(rows[0]!['QUERY PLAN'][0]!.Plan));
  }
  return { statements: seen.length, whole };
}
/** Many products, each with a reel in stock that has a number of the mill and an SSCC. */
async function fillMany(warehouse: number) {
  await api.db.connection().execute(async (db) => {
    // Valid rows by construction: without triggers they are written in a second.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`insert into products (code, description, category, currency, unit_of_measure, barcode, has_batch, is_reel, peso_carta)
      select 'MANY-' || n, 'Carta', 'Carta', 'EUR', 'kg', '9' || lpad(n::text, 13, '0'), true, true, 80
      from generate_series(1, ${MANY}::integer) n`.execute(db);
    await sql`insert into batches (product_id, batch_number, sscc)
      select id, 'B-' || code, lpad(id::text, 18, '0') from products where code like 'MANY-%'`.execute(db);
    await sql`insert into reels (batch_id, product_id, code, width_mm, initial_quantity, mill_number)
      select id, product_id, batch_number, 1000, 500, 'MILL-' || id from batches where batch_number like 'B-MANY-%'`.execute(
      db,
    );
    await sql`insert into stock_balances (product_id, warehouse_id, batch_id, quantity)
      select product_id, ${warehouse}, batch_id, 500 from reels where code like 'B-MANY-%'`.execute(db);
    await sql`reset session_replication_role`.execute(db);
    await sql`analyze`.execute(db);
  });
}

test('a scan lists what fits the code, an SSCC, 01 with 8001, the number of the mill or an old label, by kind and by indexes alone, or is a 404', async () => {
  await api.admin.put('/company', { gs1_prefix: '8012345' });
  const warehouse = await createWarehouse(api.admin);
  const product = await createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80, barcode: GTIN });
  const order = await createPurchaseOrder(api.admin, (await createSupplier(api.admin)).id, [
    { product_id: product.id, quantity: 10_000, unit_price: 2 },
  ]);
  const received = await api.warehouse.post('/goods-receipts/receive', {
    document_number: 'DDT-S 1',
    document_date: '2026-03-02',
    order_id: order.id,
    items: [
      {
        order_item_id: order.items[0]!.id,
        product_id: product.id,
        warehouse_id: warehouse.id,
        reels: [
          { width_mm: 1000.4, kg: 640, mill_number: 'mill 4711' },
          { width_mm: 900, kg: 640, mill_number: 'MILL 4711' },
        ],
      },
    ],
  });
  assert.equal(received.status, 201, JSON.stringify(received.body));
  const [reel, other] = received.body.reels as [Reel, Reel];
  const plain = await createProduct(api.admin, { has_batch: true });
  const { batch_id: batch } = await createMovement(
    api.admin,
    loadBody(plain.id, warehouse.id, 3, { batch_number: 'OLD*1' }),
  );
  await fillMany(warehouse.id);
  const roll = `8001${reel.ai8001}`;
  const expected: [scanned: string, found: [kind: string, id: number][]][] = [
    [reel.code, [['reel', reel.batch_id]]],
    [reel.code.toLowerCase(), [['reel', reel.batch_id]]],
    [`00${reel.sscc}`, [['reel', reel.batch_id]]],
    [`(00)${reel.sscc}`, [['reel', reel.batch_id]]],
    [`]C100${reel.sscc}`, [['reel', reel.batch_id]]],
    [`01${GTIN}${roll}`, [['reel', reel.batch_id]]],
    [`(01)${GTIN}(8001)${reel.ai8001}`, [['reel', reel.batch_id]]],
    [
      'Mill 4711',
      [
        ['reel', reel.batch_id],
        ['reel', other.batch_id],
      ],
    ],
    [`${product.code}*${reel.code}`, [['reel', reel.batch_id]]],
    [`${plain.code}*OLD*1`, [['batch', batch!]]],
    // The number of a batch alone, as on the label of a supplier.
    ['old*1', [['batch', batch!]]],
  ];
  for (const [code, found] of expected) {
    const { status, body } = await api.sales.get(`/reels/scan?code=${encodeURIComponent(code)}`);
    assert.equal(status, 200, `${code} ${JSON.stringify(body)}`);
    assert.deepEqual(
      (body as { kind: string; batch_id: number }[]).map(({ kind, batch_id }) => [kind, batch_id]),
      found,
      code,
    );
    const { statements, whole } = await plansOf(code);
    assert.ok(statements > 0);
    assert.deepEqual(whole, [], `tables read from start to end for ${code}`);
  }
  for (const nothing of ['NOTHING', `01${GTIN}80019999${roll.slice(8)}`, `${plain.code}*NEW`])
    assertProblem(await api.sales.get(`/reels/scan?code=${nothing}`), 404, 'NOT_FOUND');

  // A label holds 14 digits, also of a product that is known by 13.
  assert.equal((await api.admin.put(`/products/${product.id}`, { barcode: '8012345000015' })).status, 200);
  const { body: padded } = await api.sales.get(`/reels/scan?code=0108012345000015${roll}`);
  assert.deepEqual(
    padded.map(({ batch_id }: Reel) => batch_id),
    [reel.batch_id],
  );
});
