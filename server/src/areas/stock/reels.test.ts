/** Reels over HTTP: products, receipts, weighings, holds, mounted reels, splits, pallets and lists. */
// oxlint-disable no-explicit-any -- tests read any response body
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createMachine,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
  productBody,
} from '../../testing/factories.ts';
import { readBars } from '../../testing/read-bars.ts';

const api = startApi();
const YEAR = String(new Date().getFullYear() % 100);
let supplier: Supplier;
let lucca: Warehouse;
let prato: Warehouse;
/** Paper of 80 g/m² in any width, in kg. */
let paper: Product;
let today: string;
async function prepare() {
  supplier = await createSupplier(api.admin);
  lucca = await createWarehouse(api.admin);
  prato = await createWarehouse(api.admin);
  paper = await createReelProduct();
  today = (await api.admin.get('/company/today')).body.today;
}

function createReelProduct(given: object = {}) {
  return createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80, ...given });
}
let documents = 0;
/** Receives reels on a separate order. */
async function receive(product: Product, reels: object[] | undefined, line: object = {}, session = api.warehouse) {
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity: 100_000, unit_price: 2 },
  ]);
  return session.post('/goods-receipts/receive', {
    document_number: `DDT-R ${++documents}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, product_id: product.id, warehouse_id: lucca.id, reels, ...line }],
  });
}
/** Receives one reel of 1000 mm and 640 kg, unless stated otherwise. */
async function newReel(given: object = {}, product = paper): Promise<Reel> {
  const { status, body } = await receive(product, [{ width_mm: 1000, kg: 640, ...given }]);
  assert.equal(status, 201, JSON.stringify(body));
  return body.reels[0];
}
function weigh(reel: Reel, body: object, session = api.warehouse, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
  return session.post(`/reels/${reel.batch_id}/weigh`, body, { headers });
}
async function reelNow(reel: Reel) {
  return (await api.admin.get(`/reels/${reel.batch_id}`)).body;
}
function unload(reel: Reel, quantity: number, given: object = {}) {
  return api.warehouse.post('/stock-movements', {
    ...loadBody(reel.product_id, lucca.id, quantity, { batch_number: reel.code }),
    movement_type: 'S',
    movement_date: today,
    ...given,
  });
}
function hold(batch: number, session = api.warehouse, reason: string | null = 'Carta umida') {
  return session.post(`/batches/${batch}/hold`, { reason });
}
/** Mounts a reel in the database, without a call of runs. */
async function mount(reel: Reel) {
  const machine = await createMachine(api.admin);
  await sql`update reels set machine_id = ${machine.id}, mounted_at = now() where batch_id = ${reel.batch_id}`.execute(
    api.db,
  );
  return machine;
}

describe('reels', () => {
  before(prepare);
  describe('products', () => {
    test('U01 is_reel requires batches, kg or m and a grammage, can be set at any time, and stays while there is stock', async () => {
      const refused = (given: object) => api.admin.post('/products', productBody({ is_reel: true, ...given }));
      assertProblem(await refused({ peso_carta: 80 }), 400, 'VALIDATION', { is_reel: 'has_batch' });
      assertProblem(await refused({ has_batch: true, peso_carta: 80, unit_of_measure: 'piece' }), 400, 'VALIDATION', {
        is_reel: 'unit',
      });
      assertProblem(await refused({ has_batch: true }), 400, 'VALIDATION', { is_reel: 'no_grammage' });
      const product = await createProduct(api.admin, { has_batch: true, peso_carta: 80 });
      await createMovement(api.admin, loadBody(product.id, lucca.id, 10, { batch_number: 'OLD' }));
      const set = await api.admin.put(`/products/${product.id}`, { is_reel: true });
      assert.deepEqual([set.status, set.body.is_reel], [200, true]);
      assertProblem(await api.admin.put(`/products/${product.id}`, { is_reel: false }), 409, 'IN_USE', {
        is_reel: 'inStock',
      });
      await api.admin.post('/stock-movements', {
        ...loadBody(product.id, lucca.id, 10, { batch_number: 'OLD' }),
        movement_type: 'S',
      });
      assert.equal((await api.admin.put(`/products/${product.id}`, { is_reel: false })).body.is_reel, false);
    });
    test('U46 a reel product keeps is_reel while it has stock, and its batches, unit and grammage', async () => {
      const product = await createReelProduct();
      await newReel({}, product);
      const change = (given: object) => api.admin.put(`/products/${product.id}`, given);
      assertProblem(await change({ is_reel: false }), 409, 'IN_USE', { is_reel: 'inStock' });
      assertProblem(await change({ has_batch: false }), 400, 'VALIDATION', { is_reel: 'has_batch' });
      assertProblem(await change({ unit_of_measure: 'l' }), 400, 'VALIDATION', { is_reel: 'unit' });
      assertProblem(await change({ peso_carta: null }), 400, 'VALIDATION', { is_reel: 'no_grammage' });
    });
    test('U03 the grammage is paper + film × density + glue, and that of a reel takes precedence', async () => {
      const laminate = await createReelProduct({
        peso_carta: 60,
        peso_adesivo: 3,
        spessore_film: 25,
        spessore_carta: 70,
      });
      assert.equal(laminate.gsm, 86);
      assert.deepEqual([laminate.peso_adesivo, laminate.spessore_carta], [3, 70]);
      assert.equal((await createProduct(api.admin)).gsm, null);
      assert.deepEqual(
        [(await newReel({ width_mm: 420 }, laminate)).gsm, (await newReel({ gsm: 87.5 }, laminate)).gsm],
        [86, 87.5],
      );
    });
    test('a new grammage changes the computed metres and not the ledger', async () => {
      const product = await createReelProduct();
      const reel = await newReel({}, product);
      await api.admin.put(`/products/${product.id}`, { peso_carta: 100 });
      const { quantity, m } = await reelNow(reel);
      assert.deepEqual([quantity, m], [640, 6400]);
    });
  });

  test('U49 every signed-in user reads the enabled features and scrap_below_m', async () => {
    const all = ['proposals', 'reels', 'runs', 'slitting', 'schedule'];
    assert.deepEqual((await api.sales.get('/company/today')).body.features, all);
    await api.admin.put('/settings', { use_runs: false, use_slitting: false, scrap_below_m: 12.5 });
    for (const role of ['admin', 'direction', 'administration', 'orders', 'warehouse', 'sales'] as const) {
      const { features, scrap_below_m } = (await api[role].get('/company/today')).body;
      assert.deepEqual([features, scrap_below_m], [['proposals', 'reels', 'schedule'], 12.5]);
    }
    await api.admin.put('/settings', { use_runs: true, use_slitting: true, scrap_below_m: 0 });
  });

  describe('receipts', () => {
    test('only the unit of the product is stored, and kg, m and m² are computed', async () => {
      const inMetres = await createReelProduct({ unit_of_measure: 'm' });
      const byWeight = await newReel();
      const byLength = await newReel({ kg: null, m: 8000 }, inMetres);
      assert.deepEqual([byWeight.quantity, byWeight.kg, byWeight.m, byWeight.m2], [640, 640, 8000, 8000]);
      assert.deepEqual([byLength.quantity, byLength.kg, byLength.m, byLength.m2], [8000, 640, 8000, 8000]);
      const odd = await newReel({ width_mm: 333.3, kg: 100.123 });
      assert.deepEqual([odd.kg, odd.m, odd.m2], [100.123, 3755, 1251.54]);
      // 9176.125 m²: the length has a repeating fraction.
      assert.equal((await newReel({ width_mm: 1200, kg: 734.09 })).m2, 9176.13);
    });
    test('U05 metres follow from the diameter, with the caliper of the reel, of the product, or of the full reel', async () => {
      const inMetres = await createReelProduct({ unit_of_measure: 'm', spessore_carta: 100 });
      const own = await newReel({ kg: null, od_mm: 1000, core_mm: 96, caliper_um: 50 }, inMetres);
      const ofProduct = await newReel({ kg: null, od_mm: 1000, core_mm: 96 }, inMetres);
      assert.deepEqual([own.m, own.caliper_um, own.caliper_source], [15563.2, 50, 'reel']);
      assert.deepEqual([ofProduct.m, ofProduct.caliper_source, ofProduct.od_now_mm], [7781.6, 'product', 1000]);
      const film = await createReelProduct({ unit_of_measure: 'm', peso_carta: null, spessore_film: 100 });
      assert.equal((await newReel({ kg: null, od_mm: 1000, core_mm: 96 }, film)).m, 7781.6);
      const measured = await newReel({ od_mm: 1014, core_mm: 96 });
      assert.deepEqual([measured.caliper_um, measured.caliper_source], [100.04, 'measured']);
      assertProblem(await receive(paper, [{ width_mm: 1000, od_mm: 1000, core_mm: 96 }]), 400, 'VALIDATION', {
        'items.0.reels.0.od_mm': 'no_caliper',
      });
    });
    test('U06 the width differs by at most 2 mm from the product, and is required without one', async () => {
      const fixed = await createReelProduct({ larghezza_bobina: 100 });
      const film = await createReelProduct({ peso_carta: null, spessore_film: 40, larghezza_film: 60 });
      const width = (product: Product, width_mm?: number) => receive(product, [{ width_mm, kg: 100 }]);
      assert.equal((await width(fixed)).body.reels[0].width_mm, 1000);
      assert.equal((await width(film)).body.reels[0].width_mm, 600);
      assert.equal((await width(fixed, 1002)).status, 201);
      for (const [product, wrong] of [
        [fixed, 1002.1],
        [fixed, 997.9],
        [film, 602.1],
      ] as const)
        assertProblem(await width(product, wrong), 400, 'VALIDATION', { 'items.0.reels.0.width_mm': 'width_differs' });
      assert.equal((await width(paper, 333.3)).status, 201);
      assertProblem(await width(paper), 400, 'VALIDATION', { 'items.0.reels.0.width_mm': 'required' });
      assertProblem(await width(paper, 333.33), 400, 'VALIDATION', { 'items.0.reels.0.width_mm': 'format' });
    });
    test('a film with both widths prescribes that of films', async () => {
      const widths = { larghezza_bobina: 64, larghezza_film: 60 };
      const film = await createReelProduct({ peso_carta: null, spessore_film: 40, ...widths });
      assert.equal((await newReel({ width_mm: null }, film)).width_mm, 600);
      const laminate = await createReelProduct({ spessore_film: 25, ...widths });
      assert.equal((await newReel({ width_mm: null }, laminate)).width_mm, 640);
    });
    test('U07 a reel product is received by reels, each with any one measurement, and their sum is the line', async () => {
      const product = await createReelProduct({ spessore_carta: 100 });
      const reels = [
        { width_mm: 1000, kg: 640 },
        { width_mm: 1000, gross_kg: 652.4, tare_kg: 12.4 },
        { width_mm: 1000, m: 8000 },
        { width_mm: 1000, od_mm: 1013.815, core_mm: 96 },
      ];
      const { status, body } = await receive(product, reels);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(
        body.reels.slice(0, 3).map((reel: Reel) => reel.kg),
        [640, 640, 640],
      );
      assert.ok(Math.abs(body.reels[3].kg - 640) < 0.01);
      const sum = 1919.75;
      const three = [640, 638.5, 641.25].map((kg) => ({ width_mm: 1000, kg }));
      const received = await receive(product, three, { quantity: sum + 0.001 });
      assert.equal(received.body.order.items[0].received_quantity, sum);
      assertProblem(await receive(product, three, { quantity: sum + 0.0011 }), 400, 'VALIDATION', {
        'items.0.reels': 'quantityMismatch',
      });
      for (const none of [undefined, []])
        assertProblem(
          await receive(product, none, { quantity: 10, batches: [{ batch_number: 'L', quantity: 10 }] }),
          400,
          'VALIDATION',
          {
            'items.0.reels': 'required',
          },
        );
      const plain = await createProduct(api.admin, { has_batch: true });
      assertProblem(await receive(plain, [{ width_mm: 1000, kg: 640 }], { quantity: 640 }), 400, 'VALIDATION', {
        'items.0.reels': 'notReel',
      });
      assertProblem(await receive(product, [{ width_mm: 1000 }]), 400, 'VALIDATION', {
        'items.0.reels.0.kg': 'required',
      });
    });
    test('dates that the product tracks are required of each reel', async () => {
      const dated = await createReelProduct({ has_expiry_date: true });
      const reels = [
        { width_mm: 1000, kg: 1, expiry_date: '2030-01-01' },
        { width_mm: 1000, kg: 1 },
      ];
      assertProblem(await receive(dated, reels), 400, 'VALIDATION', {
        'items.0.reels.1.expiry_date': 'expiryDateRequired',
      });
    });
    test('a line without a quantity names the missing field: the quantity, or the reels of an empty list', async () => {
      assertProblem(await receive(paper, []), 400, 'VALIDATION', { 'items.0.reels': 'required' });
      assertProblem(await receive(paper, undefined), 400, 'VALIDATION', {
        'items.0.quantity': 'required',
        items: 'noItemsToSave',
      });
    });

    test('a weight and a diameter that differ by more than reel_check_percent are a warning', async () => {
      const product = await createReelProduct({ spessore_carta: 100 });
      const { status, body } = await receive(product, [{ width_mm: 1000, kg: 640, od_mm: 1000, core_mm: 96 }]);
      assert.equal(status, 201);
      assert.equal(body.warnings, undefined);
      const low = await receive(product, [{ width_mm: 1000, kg: 640, od_mm: 900, core_mm: 96 }]);
      const { message, ...warning } = low.body.warnings[0];
      assert.deepEqual(warning, {
        code: 'reel_deviation',
        path: 'items.0.reels.0.od_mm',
        deviation_percent: 21.38,
        m: 6289.3,
      });
      assert.match(message, /21[.,]38/);
    });
    test('the same reels on the same document are refused, another lot is not', async () => {
      const order = await createPurchaseOrder(api.admin, supplier.id, [
        { product_id: paper.id, quantity: 1000, unit_price: 2 },
      ]);
      const send = (supplier_lot: string) =>
        api.warehouse.post('/goods-receipts/receive', {
          document_number: 'TWICE',
          document_date: '2026-03-02',
          order_id: order.id,
          items: [
            {
              order_item_id: order.items[0]!.id,
              warehouse_id: lucca.id,
              reels: [{ width_mm: 1000, kg: 10, supplier_lot }],
            },
          ],
        });
      assert.equal((await send('A')).status, 201);
      assertProblem(await send('A'), 409, 'DUPLICATE_DOCUMENT');
      assert.equal((await send('B')).status, 201);
    });
  });

  describe('numbers', () => {
    test('U09 reels get the next numbers without gaps, those of other batches are passed over, and the number of the mill is kept', async () => {
      const first = await newReel({ mill_number: 'MILL-77' });
      assert.match(first.code, new RegExp(`^R${YEAR}-\\d{6}$`));
      assert.equal(first.mill_number, 'MILL-77');
      const numberOf = (reel: Reel) => Number(reel.code.slice(4));
      const taken = `R${YEAR}-${String(numberOf(first) + 2).padStart(6, '0')}`;
      const plain = await createProduct(api.admin, { has_batch: true });
      await createMovement(api.admin, loadBody(plain.id, lucca.id, 1, { batch_number: taken }));
      // A refused receipt takes no number.
      assertProblem(await receive(paper, [{ width_mm: 1000, kg: 200_000 }]), 409, 'OVER_RECEIPT');
      const { body } = await receive(
        paper,
        [1, 2, 3].map((kg) => ({ width_mm: 1000, kg })),
      );
      assert.deepEqual(
        body.reels.map((reel: Reel) => numberOf(reel) - numberOf(first)),
        [1, 3, 4],
      );
      const { rows } = await sql<{
        batch_number: string;
      }>`select batch_number from batches where id = ${body.reels[0].batch_id}`.execute(api.db);
      assert.equal(rows[0]!.batch_number, body.reels[0].code);
    });
    test('concurrent receipts get different numbers without gaps', async () => {
      const reels = (await Promise.all([1, 2, 3, 4, 5, 6].map((kg) => newReel({ kg })))).map(({ code }) =>
        Number(code.slice(4)),
      );
      const sorted = reels.toSorted((a, b) => a - b);
      assert.deepEqual(
        sorted,
        sorted.map((_, at) => sorted[0]! + at),
      );
    });
    test('U48 a manual load and a receipt under the code of a reel are refused', async () => {
      const reel = await newReel();
      const plain = await createProduct(api.admin, { has_batch: true });
      for (const batch_number of [reel.code, reel.code.toLowerCase()]) {
        const load = (product: number) =>
          api.warehouse.post('/stock-movements', loadBody(product, lucca.id, 1, { batch_number }));
        const again = await load(paper.id);
        assertProblem(again, 400, 'VALIDATION', { batch_number: 'exists' });
        assert.match(again.body.fields[0].message, /inventario/, 'a stock count corrects the quantity');
        assertProblem(await load(plain.id), 400, 'VALIDATION', { batch_number: 'exists' });
        const received = await receive(plain, undefined, { quantity: 1, batches: [{ batch_number, quantity: 1 }] });
        assertProblem(received, 400, 'VALIDATION', { 'items.0.batches.0.batch_number': 'exists' });
      }
    });
    test('with a GS1 prefix reels get an SSCC, and 8001 beside a GTIN-14 that begins with 9', async () => {
      assert.equal((await newReel()).sscc, null);
      await api.admin.put('/company', { gs1_prefix: '8012345' });
      const gtin = await createReelProduct({ barcode: '98012345000015' });
      const valid = (await api.admin.get('/reels')).status;
      assert.equal(valid, 200);
      const one = await newReel({ core_inner_mm: 76, winding: 1, splices: 0 }, gtin);
      const two = await newReel({}, gtin);
      assert.match(one.sscc!, /^08012345\d{10}$/);
      assert.equal(BigInt(two.sscc!.slice(0, 17)) - BigInt(one.sscc!.slice(0, 17)), 1n);
      assert.equal(one.ai8001, '10000800007610');
      assert.equal(two.ai8001, '10000800000099');
      assert.equal((await newReel()).ai8001, null);
      assert.equal((await newReel({ width_mm: 10_000 }, gtin)).ai8001, null);
      assert.equal((await newReel({ width_mm: 10, kg: 640 }, gtin)).ai8001, null);
      const { rows } = await sql<{ year: number }>`select year from number_series where kind = 'SSCC'`.execute(api.db);
      assert.deepEqual(rows, [{ year: 0 }]);
      await api.admin.put('/company', { gs1_prefix: null });
    });
  });

  describe('weighing', () => {
    test('U23 takes exactly one measurement, books one INV movement under If-Match, and dry_run writes nothing', async () => {
      const reel = await newReel({ tare_kg: 12.4 });
      for (const body of [{}, { kg: 1, m: 1 }, { empty: true, kg: 1 }, { empty: false }]) {
        const { status, body: answer } = await weigh(reel, body);
        assert.deepEqual([status, answer.fields[0].code], [400, 'one_remnant']);
      }
      const preview = await weigh(reel, { gross_kg: 233.6, dry_run: true });
      const { reel: _, ...numbers } = preview.body;
      assert.deepEqual(numbers, {
        quantity_before: 640,
        quantity: 221.2,
        difference: -418.8,
        kg: 221.2,
        m: 2765,
        ratio: null,
      });
      assert.deepEqual([(await reelNow(reel)).quantity, (await reelNow(reel)).readings.length], [640, 1]);
      assertProblem(await weigh(reel, { kg: 1 }, api.warehouse, reel.version + 1), 409, 'STALE_VERSION');
      const { body } = await weigh(reel, { gross_kg: 233.6, splices: 2 }, api.warehouse, reel.version);
      assert.deepEqual(
        [body.quantity, body.reel.quantity, body.reel.version, body.reel.splices],
        [221.2, 221.2, reel.version + 1, 2],
      );
      const log = await api.admin.get(`/users/${api.warehouse.userId}/activities?limit=1`);
      assert.match(log.body[0].details, / · 640 → 221\.2 \w+$/);
      const { movements } = await reelNow(reel);
      assert.deepEqual(
        movements.map((m: any) => [m.movement_type, m.source_type, m.quantity, m.source_document.id === null]),
        [
          ['S', 'INV', 418.8, true],
          ['C', 'PO', 640, false],
        ],
      );
      for (const [left, quantity] of [
        [{ counter_m: 1000 }, 141.2],
        [{ m: 1000 }, 80],
        [{ kg: 79.5 }, 79.5],
        [{ empty: true }, 0],
      ] as const)
        assert.equal((await weigh(reel, left)).body.quantity, quantity);
      assert.equal((await reelNow(reel)).state, 'finished');
    });
    test('by diameter the remnant is the share of the last reading with a diameter', async () => {
      const reel = await newReel({ od_mm: 1014, core_mm: 96 });
      const { body } = await weigh(reel, { od_mm: 600 });
      const ratio = (600 ** 2 - 96 ** 2) / (1014 ** 2 - 96 ** 2);
      assert.ok(Math.abs(body.ratio - ratio) < 1e-9);
      assert.equal(body.quantity, Math.round(640 * ratio * 1000) / 1000);
      assert.equal(body.reel.od_mm, 600);
      const again = await weigh(reel, { od_mm: 300 });
      assert.ok(Math.abs(again.body.ratio - (300 ** 2 - 96 ** 2) / (600 ** 2 - 96 ** 2)) < 1e-9);
    });
    test('U12 impossible measurements are refused on their field', async () => {
      const reel = await newReel({ core_mm: 96, tare_kg: 12.4 });
      assertProblem(await weigh(reel, { kg: 640.001 }), 400, 'VALIDATION', { kg: 'remnant_above_balance' });
      assertProblem(await weigh(reel, { m: 8000.1 }), 400, 'VALIDATION', { m: 'remnant_above_balance' });
      assertProblem(await weigh(reel, { gross_kg: 12.3 }), 400, 'VALIDATION', { gross_kg: 'gross_below_tare' });
      assertProblem(await weigh(reel, { od_mm: 96 }), 400, 'VALIDATION', { od_mm: 'od_below_core' });
      assertProblem(await weigh(reel, { od_mm: 500 }), 400, 'VALIDATION', { od_mm: 'no_caliper' });
      assertProblem(
        await receive(paper, [{ width_mm: 1000, od_mm: 90, core_mm: 96, caliper_um: 100 }]),
        400,
        'VALIDATION',
        {
          'items.0.reels.0.od_mm': 'od_below_core',
        },
      );
      assertProblem(await receive(paper, [{ width_mm: 1000, gross_kg: 12.3, tare_kg: 12.4 }]), 400, 'VALIDATION', {
        'items.0.reels.0.gross_kg': 'gross_below_tare',
      });
    });
    test('weights are booked with three decimals, and a width has at most one', async () => {
      const reel = await newReel({ kg: 640.1254 });
      assert.equal(reel.quantity, 640.125);
      assert.equal((await weigh(reel, { kg: 20.0006, dry_run: true })).body.quantity, 20.001);
      const wide = await receive(paper, [{ width_mm: 1000.25, kg: 1 }]);
      assertProblem(wide, 400, 'VALIDATION', { 'items.0.reels.0.width_mm': 'format' });
    });

    test('U13 readings keep what was measured, by whom, when, and the quantity before and after, and are append-only', async () => {
      const reel = await newReel({ od_mm: 1014, core_mm: 96 });
      await weigh(reel, { gross_kg: 312.4, tare_kg: 12.4 });
      await weigh(reel, { counter_m: 100 });
      const { readings } = await reelNow(reel);
      assert.deepEqual(
        readings.map((r: any) => [r.kind, r.by, r.gross_kg, r.od_mm, r.counter_m, r.quantity_before, r.quantity_after]),
        [
          ['receipt', api.warehouse.userId, null, 1014, null, 0, 640],
          ['count', api.warehouse.userId, 312.4, null, null, 640, 300],
          ['count', api.warehouse.userId, null, null, 100, 300, 292],
        ],
      );
      assert.ok(readings.every((r: any) => Math.abs(Date.parse(r.at) - Date.now()) < 60_000));
      await assert.rejects(
        sql`update reel_readings set gross_kg = 1 where batch_id = ${reel.batch_id}`.execute(api.db),
        /append-only/,
      );
      await assert.rejects(
        sql`delete from reel_readings where batch_id = ${reel.batch_id}`.execute(api.db),
        /append-only/,
      );
    });
    test('a weighing is undone by a linked reversal, until the reel is weighed again or mounted', async () => {
      const reel = await newReel({ od_mm: 800, core_mm: 96, splices: 1 });
      await weigh(reel, { kg: 600 });
      const undo = (activity: string | null) => api.warehouse.post(`/undo/${activity}`);
      const activityOf = async (body: object) => (await weigh(reel, body)).headers.get('x-activity-id');
      const emptied = await activityOf({ empty: true, splices: 2 });
      const undone = await undo(emptied);
      assert.equal(undone.status, 200, JSON.stringify(undone.body));
      const back = await reelNow(reel);
      assert.deepEqual([back.quantity, back.splices, back.state], [600, 1, 'in_stock']);
      assert.equal(
        back.movements.some(({ quantity }: any) => quantity === 600),
        false,
        'the unload of the emptied reel is gone',
      );
      assert.deepEqual(
        back.readings.map((row: any) => [row.kind, row.quantity_before, row.quantity_after, row.is_undone]),
        [
          ['receipt', 0, 640, false],
          ['count', 640, 600, false],
          ['count', 600, 0, true],
          ['count', 0, 600, false],
        ],
      );
      const [, first, second, reversal] = back.readings;
      assert.deepEqual([second.undoes, reversal.undoes], [null, second.id]);
      // The newest weighing that holds names its act.
      assert.deepEqual(
        back.readings.map((row: any) => row.activity_id !== null),
        [false, true, false, false],
      );
      assert.equal(typeof first.activity_id, 'number');
      assertProblem(await undo(emptied), 409, 'CANNOT_UNDO');
      // The diameter of an undone weighing no longer counts.
      const measured = await activityOf({ od_mm: 500 });
      assert.equal((await undo(measured)).status, 200);
      assert.equal((await reelNow(reel)).od_mm, 800);
      const earlier = await activityOf({ kg: 500 });
      const later = await activityOf({ kg: 400 });
      assert.equal((await reelNow(reel)).readings.at(-1).activity_id, Number(later));
      assertProblem(await undo(earlier), 409, 'CANNOT_UNDO');
      assert.equal((await undo(later)).status, 200);
      const machine = await createMachine(api.admin);
      const run = (await api.warehouse.post('/runs', { machine_id: machine.id })).body;
      await api.warehouse.post(`/runs/${run.id}/inputs`, { batch_id: reel.batch_id });
      assertProblem(await undo(earlier), 409, 'CANNOT_UNDO');
      assert.equal((await reelNow(reel)).quantity, 500);
      assertProblem(await api.administration.post(`/undo/${earlier}`), 403, 'FORBIDDEN');
    });

    test('U28 of eight concurrent weighings one is saved and seven are stale', async () => {
      const reel = await newReel();
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map((kg) => weigh(reel, { kg }, api.warehouse, reel.version)),
      );
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      assert.equal(answers.filter(({ body }) => body.code === 'STALE_VERSION').length, 7);
      assert.equal((await reelNow(reel)).quantity, won[0]!.body.quantity);
    });
    test('a reel in two warehouses is taken from that with most first, and reels of an inactive product stay usable', async () => {
      const product = await createReelProduct();
      const reel = await newReel({}, product);
      await api.warehouse.post('/stock-movements', {
        ...loadBody(product.id, lucca.id, 240, { batch_number: reel.code }),
        movement_type: 'T',
        movement_date: today,
        destination_warehouse_id: prato.id,
      });
      await api.admin.put(`/products/${product.id}/status`, { status: 'inactive' });
      assert.equal((await weigh(reel, { kg: 100 })).status, 200);
      const { warehouses, warehouse_id, movements } = await reelNow(reel);
      assert.deepEqual(
        [warehouses.map((w: any) => [w.warehouse_id, w.quantity]), warehouse_id],
        [[[prato.id, 100]], prato.id],
      );
      assert.deepEqual(
        movements
          .slice(0, 2)
          .map((m: any) => m.quantity)
          .toSorted(),
        [140, 400],
      );
    });
    test('a stock count of a reel writes a reading', async () => {
      const place = await createWarehouse(api.admin);
      const { body } = await receive(paper, [{ width_mm: 1000, kg: 640 }], { warehouse_id: place.id });
      const reel: Reel = body.reels[0];
      const count = (await api.admin.post('/stock-counts', { warehouse_id: place.id })).body;
      // A code that was typed in lower case is the reel, not a second batch.
      await api.admin.put(`/stock-counts/${count.id}/items`, {
        items: [{ product_id: paper.id, batch_number: reel.code.toLowerCase(), counted_quantity: 650 }],
      });
      assert.equal((await api.admin.post(`/stock-counts/${count.id}/post`)).status, 200);
      const { readings, quantity } = await reelNow(reel);
      assert.deepEqual(
        [readings[1].kind, readings[1].quantity_before, readings[1].quantity_after, quantity],
        ['count', 640, 650, 650],
      );
    });
    test('the list finds the reels of the same product and lot of the supplier, also the finished ones', async () => {
      const [one, two, used] = [
        await newReel({ supplier_lot: 'F-77' }),
        await newReel({ supplier_lot: 'f-77' }),
        await newReel({ supplier_lot: 'F-77' }),
      ];
      await newReel({ supplier_lot: 'F-770' });
      const plain = await newReel();
      assert.equal((await weigh(used, { empty: true })).status, 200);
      const find = async ({ batch_id }: Reel) =>
        (await api.admin.get(`/reels?same_lot_as=${batch_id}`)).body.map((row: Reel) => row.code);
      for (const reel of [one, used]) assert.deepEqual(await find(reel), [one.code, two.code, used.code]);
      assert.deepEqual(await find(plain), [], 'a reel without a lot has no others');
    });
    test('a stock count does not load a reel that is in stock already', async () => {
      const [here, there] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
      const { body } = await receive(paper, [{ width_mm: 1000, kg: 640 }], { warehouse_id: there.id });
      const reel: Reel = body.reels[0];
      const line = { product_id: paper.id, batch_number: reel.code };
      const count = (await api.admin.post('/stock-counts', { warehouse_id: here.id })).body;
      await api.admin.put(`/stock-counts/${count.id}/items`, { items: [{ ...line, counted_quantity: 640 }] });
      const post = () => api.admin.post(`/stock-counts/${count.id}/post`);
      const refused = await post();
      assertProblem(refused, 400, 'VALIDATION', { 'items.0.counted_quantity': 'reel_in_stock' });
      assert.match(refused.body.fields[0].message, new RegExp(there.name));
      assert.equal((await reelNow(reel)).quantity, 640);
      const moved = await api.admin.post('/stock-movements/transfers', {
        movement_date: new Date().toISOString().slice(0, 10),
        from_warehouse_id: there.id,
        to_warehouse_id: here.id,
        items: [{ ...line, quantity: 640 }],
      });
      assert.equal(moved.status, 201);
      // The count would load what the transfer has brought.
      assertProblem(await post(), 400, 'VALIDATION', { 'items.0.counted_quantity': 'reel_in_stock' });
      for (const counted_quantity of [null, 640])
        await api.admin.put(`/stock-counts/${count.id}/items`, { items: [{ ...line, counted_quantity }] });
      assert.equal((await post()).status, 200);
      assert.equal((await reelNow(reel)).quantity, 640);
    });
  });

  describe('holds', () => {
    test('U15 hold and release need their capability and a reason, and a held batch cannot be held again', async () => {
      const { batch_id } = await newReel();
      for (const role of ['administration', 'orders', 'sales'] as const)
        assertProblem(await hold(batch_id, api[role]), 403, 'FORBIDDEN');
      for (const reason of [null, '', ' '])
        assertProblem(await hold(batch_id, api.admin, reason), 400, 'VALIDATION', { reason: 'required' });
      const release = (
        role: 'admin' | 'direction' | 'warehouse' | 'administration' | 'orders' | 'sales',
        reason: string | null = 'Asciugata',
      ) => api[role].post(`/batches/${batch_id}/release`, { reason });
      assertProblem(await release('admin'), 409, 'INVALID_TRANSITION');
      for (const role of ['admin', 'direction', 'warehouse'] as const) {
        const held = await hold(batch_id, api[role]);
        assert.deepEqual(
          [held.status, held.body.hold_reason, held.body.held_by],
          [200, 'Carta umida', api[role].userId],
        );
        assertProblem(await hold(batch_id, api[role]), 409, 'INVALID_TRANSITION');
        for (const other of ['warehouse', 'administration', 'orders', 'sales'] as const)
          assertProblem(await release(other), 403, 'FORBIDDEN');
        assertProblem(await release('admin', null), 400, 'VALIDATION', { reason: 'required' });
        const released = await release(role === 'direction' ? 'direction' : 'admin');
        assert.deepEqual([released.status, released.body.hold_reason, released.body.held_by], [200, null, null]);
      }
    });
    test('goods without batches cannot be held', async () => {
      const plain = await createProduct(api.admin);
      await createMovement(api.admin, loadBody(plain.id, lucca.id, 1));
      const { rows } = await sql<{ id: number }>`select id from batches where product_id = ${plain.id}`.execute(api.db);
      assertProblem(await hold(rows[0]!.id), 400, 'VALIDATION', { batch_id: 'not_traced' });
      assertProblem(await hold(2_000_000_000), 404, 'NOT_FOUND');
    });
    test('nothing is taken from a held batch by hand or by a split; transfers, counts and reversals work', async () => {
      const reel = await newReel();
      const earlier = (await unload(reel, 10)).body;
      await hold(reel.batch_id);
      const refused = await unload(reel, 1);
      assertProblem(refused, 409, 'ON_HOLD', { batch_number: 'notAvailable' });
      assert.equal(refused.body.batch_number, reel.code);
      for (const [language, text] of Object.entries({ it: 'bloccato', fr: 'bloqué', en: 'on hold' })) {
        const { body } = await api.warehouse.post(
          '/reels/split',
          { batch_id: reel.batch_id, warehouse_id: lucca.id, quantity: 1, reels: [{ width_mm: 1000, kg: 1 }] },
          { headers: { 'accept-language': language } },
        );
        assert.deepEqual([body.code, body.batch_number], ['ON_HOLD', reel.code]);
        assert.ok(body.message.includes(text) && body.message.includes(reel.code), body.message);
      }
      const stock = (await api.admin.get(`/stock/product/${paper.id}?limit=1000`)).body;
      assert.equal(stock.find((row: any) => row.batch_id === reel.batch_id).hold_reason, 'Carta umida');
      assert.equal(
        (await api.admin.get(`/stock?product_id=${paper.id}&limit=1000`)).body.find(
          (row: any) => row.batch_id === reel.batch_id,
        ).hold_reason,
        'Carta umida',
      );
      const moved = await unload(reel, 5, { movement_type: 'T', destination_warehouse_id: prato.id });
      assert.equal(moved.status, 201, JSON.stringify(moved.body));
      assert.equal((await weigh(reel, { kg: 600 })).status, 200);
      assert.equal((await api.admin.delete(`/stock-movements/${earlier.id}`)).status, 204);
      assert.equal((await reelNow(reel)).state, 'on_hold');
    });
    test('a concurrent hold and unload: the unload is booked before the hold or refused by it', async () => {
      for (let round = 0; round < 5; round++) {
        const reel = await newReel({ kg: 10 });
        const [held, taken] = await Promise.all([hold(reel.batch_id), unload(reel, 1)]);
        assert.equal(held.status, 200);
        if (taken.status !== 201) assertProblem(taken, 409, 'ON_HOLD');
        const { quantity, movements } = await reelNow(reel);
        assert.equal(quantity, taken.status === 201 ? 9 : 10);
        assert.equal(movements.length, taken.status === 201 ? 2 : 1);
        assertProblem(await unload(reel, 1), 409, 'ON_HOLD');
      }
    });
  });

  describe('the place of a transferred reel', () => {
    const move = (reel: Reel, given: object = {}) =>
      api.warehouse.post('/stock-movements/transfers', {
        movement_date: today,
        from_warehouse_id: lucca.id,
        to_warehouse_id: prato.id,
        items: [{ product_id: reel.product_id, batch_number: reel.code, quantity: reel.quantity, ...given }],
      });
    const placeOf = async (reel: Reel) => (await reelNow(reel)).location;

    test('is the named one, or none once the reel has left its warehouse, and is back after an undo', async () => {
      const placed = await newReel({ location: 'A1' });
      const moved = await move(placed, { location: 'P7' });
      assert.equal(moved.status, 201, JSON.stringify(moved.body));
      assert.equal(await placeOf(placed), 'P7');
      const [latest] = (await api.admin.get(`/history/reels/${placed.batch_id}`)).body;
      assert.deepEqual(latest.changes, [{ field: 'location', before: 'A1', after: 'P7' }]);
      assert.equal((await api.warehouse.post(`/undo/${moved.headers.get('x-activity-id')}`)).status, 200);
      assert.equal(await placeOf(placed), 'A1');

      const part = await newReel({ location: 'A2' });
      await move(part, { quantity: 40 });
      assert.equal(await placeOf(part), 'A2', 'a rest is still there');
      await move(part, { quantity: part.quantity - 40 });
      assert.equal(await placeOf(part), null);

      const byHand = await newReel({ location: 'A3' });
      const { status, headers } = await api.warehouse.post('/stock-movements', {
        ...loadBody(byHand.product_id, lucca.id, byHand.quantity, { batch_number: byHand.code }),
        movement_type: 'T',
        movement_date: today,
        destination_warehouse_id: prato.id,
      });
      assert.deepEqual([status, await placeOf(byHand)], [201, null]);
      await api.warehouse.put(`/reels/${byHand.batch_id}`, { location: 'P1' });
      assert.equal((await api.warehouse.post(`/undo/${headers.get('x-activity-id')}`)).status, 200);
      assert.equal(await placeOf(byHand), 'P1', 'a place that was typed since stays');
    });
    test('is refused for goods that are no reel', async () => {
      const goods = await createProduct(api.admin);
      const { body } = await api.warehouse.post('/stock-movements/transfers', {
        movement_date: today,
        from_warehouse_id: lucca.id,
        to_warehouse_id: prato.id,
        items: [{ product_id: goods.id, quantity: 1, location: 'A1' }],
      });
      assert.equal(body.fields?.[0].path, 'items.0.location', JSON.stringify(body));
    });
  });
  test('a mounted reel cannot be transferred, unloaded, split or weighed, nor its load undone', async () => {
    const reel = await newReel();
    const machine = await mount(reel);
    assert.equal((await reelNow(reel)).state, 'on_machine');
    const split = { batch_id: reel.batch_id, warehouse_id: lucca.id, quantity: 1, reels: [{ width_mm: 1000, kg: 1 }] };
    for (const answer of [
      await unload(reel, 1),
      await unload(reel, 1, { movement_type: 'T', destination_warehouse_id: prato.id }),
      await weigh(reel, { kg: 1 }),
      await weigh(reel, { kg: 640, dry_run: true }),
      await api.warehouse.post('/reels/split', split),
    ]) {
      assertProblem(answer, 409, 'REEL_MOUNTED');
      assert.deepEqual([answer.body.machine_code, answer.body.batch_number], [machine.code, reel.code]);
    }
  });

  describe('splits and pallets', () => {
    test('U18 a batch is split into reels with source SPL, its dates and links from it', async () => {
      const product = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, peso_carta: 80 });
      const batch = (await createMovement(
        api.admin,
        loadBody(product.id, lucca.id, 1000, { batch_number: 'LOT', expiry_date: '2030-01-31' }),
      )) as any;
      await api.admin.put(`/products/${product.id}`, { is_reel: true });
      const split = (quantity: number, ...kgs: number[]) =>
        api.warehouse.post('/reels/split', {
          batch_id: batch.batch_id,
          warehouse_id: lucca.id,
          quantity,
          reels: kgs.map((kg) => ({ width_mm: 1000, kg })),
        });
      assertProblem(await split(100, 50, 50.002), 400, 'VALIDATION', { reels: 'quantityMismatch' });
      assertProblem(await split(1001, 1001), 409, 'INSUFFICIENT_STOCK', { quantity: 'max' });
      const { status, body } = await split(700, 300, 400);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(
        body.reels.map((reel: Reel) => [reel.quantity, reel.expiry_date]),
        [
          [300, '2030-01-31'],
          [400, '2030-01-31'],
        ],
      );
      const stock = (await api.admin.get(`/batches/${batch.batch_id}`)).body;
      assert.deepEqual(
        [stock.stock[0].quantity, stock.movements[0].source_type, stock.movements[0].id.endsWith('-split')],
        [300, 'SPL', true],
      );
      const reel = await reelNow(body.reels[0]);
      assert.deepEqual(reel.parents, [
        { batch_id: batch.batch_id, batch_number: 'LOT', product_id: product.id, product_code: product.code },
      ]);
      assert.deepEqual([reel.movements[0].source_type, reel.children], ['SPL', []]);
      assert.equal((await split(300, 300)).status, 201);
      assert.deepEqual((await api.admin.get(`/batches/${batch.batch_id}`)).body.stock, []);
    });
    test('V16 a pallet combines batches of one product, with links and an SSCC if there is a prefix, and refuses reels', async () => {
      const product = await createProduct(api.admin, { has_batch: true, has_expiry_date: true });
      const [a, b] = (await Promise.all(
        ['2031-01-01', '2030-01-01'].map((expiry_date, at) =>
          createMovement(api.admin, loadBody(product.id, lucca.id, 100, { batch_number: `B${at}`, expiry_date })),
        ),
      )) as any[];
      const pallet = (given: object = {}) =>
        api.warehouse.post('/pallets', {
          product_id: product.id,
          warehouse_id: lucca.id,
          items: [
            { batch_id: a.batch_id, quantity: 10 },
            { batch_id: b.batch_id, quantity: 20 },
          ],
          ...given,
        });
      assertProblem(await pallet(), 400, 'VALIDATION', { batch_number: 'required' });
      const named = await pallet({ batch_number: 'PAL-1' });
      assert.deepEqual(
        [named.status, named.body.batch_number, named.body.sscc, named.body.quantity],
        [201, 'PAL-1', null, 30],
      );
      assert.equal((await api.admin.get(`/batches/${named.body.batch_id}`)).body.expiry_date, '2030-01-01');
      assertProblem(await pallet({ batch_number: 'PAL-1' }), 400, 'VALIDATION', { batch_number: 'exists' });
      await api.admin.put('/company', { gs1_prefix: '8012345' });
      const coded = await pallet();
      assert.equal(coded.status, 201, JSON.stringify(coded.body));
      assert.match(coded.body.sscc, /^08012345\d{10}$/);
      assert.equal(coded.body.batch_number, coded.body.sscc);
      await api.admin.put('/company', { gs1_prefix: null });
      const { rows } = await sql<{ input_batch: number }>`
      select input_batch from batch_links where output_batch = ${coded.body.batch_id} and source = 'pallet' order by 1`.execute(
        api.db,
      );
      assert.deepEqual(
        rows.map(({ input_batch }) => input_batch),
        [a.batch_id, b.batch_id].toSorted((x, y) => x - y),
      );
      const scanned = (await api.admin.get(`/reels/scan?code=00${coded.body.sscc}`)).body;
      assert.deepEqual([scanned[0].kind, scanned[0].batch_id, scanned[0].quantity], ['batch', coded.body.batch_id, 30]);
      const reel = await newReel();
      const refused = await api.warehouse.post('/pallets', {
        product_id: paper.id,
        warehouse_id: lucca.id,
        items: [{ batch_id: reel.batch_id, quantity: 1 }],
        batch_number: 'PAL-2',
      });
      assertProblem(refused, 400, 'VALIDATION', { 'items.0.batch_id': 'reel' });
      assertProblem(await pallet({ batch_number: reel.code }), 400, 'VALIDATION', { batch_number: 'exists' });
    });
    test('U50 splits are neither loads nor unloads of the valuation, and S-MAN shows USE and SPL', async () => {
      const product = await createProduct(api.admin, { has_batch: true, peso_carta: 80 });
      const batch = (await createMovement(
        api.admin,
        loadBody(product.id, lucca.id, 100, { batch_number: 'V' }),
      )) as any;
      await api.admin.put(`/products/${product.id}`, { is_reel: true });
      await api.warehouse.post('/reels/split', {
        batch_id: batch.batch_id,
        warehouse_id: lucca.id,
        quantity: 60,
        reels: [{ width_mm: 1000, kg: 60 }],
      });
      await sql`select post_stock(${api.admin.userId}, ${JSON.stringify([
        {
          movement_type: 'S',
          source_type: 'USE',
          movement_date: batch.movement_date,
          product_id: product.id,
          warehouse_id: lucca.id,
          batch_number: 'V',
          quantity: 7,
        },
      ])}::jsonb, '{}')`.execute(api.db);
      const { movements } = (
        await api.admin.get(`/stock/valuation?startDate=2020-01-01&endDate=${today}&showZeroPrices=true`)
      ).body;
      const of = (rows: any[]) => rows.filter((row) => row.product_id === product.id).map((row) => row.quantity);
      assert.deepEqual([of(movements.loads), of(movements.unloads)], [[100], [7]]);
      const listed = (await api.admin.get(`/stock-movements?type=S-MAN&product_id=${product.id}`)).body;
      assert.deepEqual(listed.map((row: any) => row.source_type).toSorted(), ['SPL', 'USE']);
      assert.ok(listed.every((row: any) => row.batch_id === batch.batch_id));
      assert.equal(
        (await api.admin.get(`/stock-movements/${listed.find((row: any) => row.source_type === 'USE').id}`)).status,
        200,
      );
    });
  });

  describe('costs', () => {
    const costOf = async (batch: number) =>
      (
        await sql<{ unit_cost: string; currency: string; source: string }>`
      select unit_cost::float8 as unit_cost, currency, source from batch_costs where batch_id = ${batch}`.execute(
          api.db,
        )
      ).rows[0];
    test('a receipt writes the cost of its batches, a new price changes it, and splits follow', async () => {
      const order = await createPurchaseOrder(api.admin, supplier.id, [
        { product_id: paper.id, quantity: 1000, unit_price: 2 },
      ]);
      const { body } = await api.warehouse.post('/goods-receipts/receive', {
        document_number: `COST ${++documents}`,
        document_date: '2026-03-02',
        order_id: order.id,
        items: [{ order_item_id: order.items[0]!.id, warehouse_id: lucca.id, reels: [{ width_mm: 1000, kg: 100 }] }],
      });
      const reel: Reel = body.reels[0];
      assert.deepEqual(await costOf(reel.batch_id), { unit_cost: 2, currency: 'EUR', source: 'receipt' });
      const split = await api.warehouse.post('/reels/split', {
        batch_id: reel.batch_id,
        warehouse_id: lucca.id,
        quantity: 40,
        reels: [{ width_mm: 500, kg: 40 }],
      });
      const part: Reel = split.body.reels[0];
      assert.deepEqual(await costOf(part.batch_id), { unit_cost: 2, currency: 'EUR', source: 'receipt' });
      const changed = await api.admin.put(`/purchase-orders/${order.id}`, {
        items: [{ id: order.items[0]!.id, product_id: paper.id, quantity: 1000, unit_price: 2.5 }],
      });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      for (const id of [reel.batch_id, part.batch_id]) assert.equal((await costOf(id))!.unit_cost, 2.5 as never);
    });
  });

  describe('reading', () => {
    test('U19 the list filters by product, warehouse, width, metres, state and text, and leaves out finished reels', async () => {
      const product = await createReelProduct();
      const narrow = await newReel(
        { width_mm: 500, kg: 40, location: 'Scaffale Z9', supplier_lot: 'LOTTO-Z', mill_number: 'ZZ-1' },
        product,
      );
      const wide = await newReel({ width_mm: 1200, kg: 960 }, product);
      const empty = await newReel({ width_mm: 700 }, product);
      await weigh(empty, { empty: true });
      await hold(wide.batch_id);
      const listed = async (query: string) =>
        (await api.orders.get(`/reels?product_id=${product.id}&${query}`)).body.map((row: Reel) => row.batch_id);
      assert.deepEqual(await listed(''), [narrow.batch_id, wide.batch_id]);
      assert.deepEqual(await listed('state=finished'), [empty.batch_id]);
      assert.deepEqual(await listed('state=on_hold'), [wide.batch_id]);
      assert.deepEqual(await listed('state=in_stock'), [narrow.batch_id]);
      assert.deepEqual(await listed('width_from=600'), [wide.batch_id]);
      assert.deepEqual(await listed('width_to=600'), [narrow.batch_id]);
      assert.deepEqual(await listed('min_m=1000.1'), [wide.batch_id]);
      assert.deepEqual(await listed(`warehouse_id=${prato.id}`), []);
      assert.deepEqual(await listed(`warehouse_id=${lucca.id}&sort=-width_mm`), [wide.batch_id, narrow.batch_id]);
      for (const q of ['z9', 'lotto-z', 'ZZ-1', narrow.code.toLowerCase()])
        assert.deepEqual(await listed(`q=${q}`), [narrow.batch_id]);
      const [row] = (await api.orders.get(`/reels?product_id=${product.id}`)).body;
      for (const field of [
        'batch_id',
        'code',
        'product_id',
        'width_mm',
        'gsm',
        'kg',
        'm',
        'm2',
        'state',
        'reserved',
        'location',
        'supplier_lot',
        'mill_number',
      ])
        assert.ok(field in row, field);
      assert.deepEqual((await api.orders.get(`/reels/totals?product_id=${product.id}`)).body, {
        reels: 2,
        kg: 1000,
        m2: 12_500,
      });
      assert.ok((await api.orders.get('/reels/locations')).body.includes('Scaffale Z9'));
    });
    test('the state is the first that applies of finished, on hold, on a machine and in stock', async () => {
      const reel = await newReel();
      const state = async () => (await reelNow(reel)).state;
      assert.equal(await state(), 'in_stock');
      await mount(reel);
      assert.equal(await state(), 'on_machine');
      await hold(reel.batch_id);
      assert.equal(await state(), 'on_hold');
      await sql`update reels set machine_id = null, mounted_at = null where batch_id = ${reel.batch_id}`.execute(
        api.db,
      );
      await weigh(reel, { empty: true });
      assert.equal(await state(), 'finished');
    });
    test('U22 PUT changes location, tare, splices, number of the mill and grammage, and the width only before the first use', async () => {
      const reel = await newReel();
      const change = (body: object) => api.warehouse.put(`/reels/${reel.batch_id}`, body);
      const values = { location: 'A1', tare_kg: 5, splices: 3, mill_number: 'M9', gsm: 82, width_mm: 1001.5 };
      const { status, body } = await change(values);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(Object.fromEntries(Object.keys(values).map((key) => [key, body[key]])), values);
      assert.equal(body.version, reel.version + 1);
      await unload(reel, 1);
      assertProblem(await change({ width_mm: 1000 }), 409, 'INVALID_TRANSITION');
      assert.equal((await change({ width_mm: 1001.5, location: 'B2' })).status, 200);
      const stale = await api.warehouse.put(
        `/reels/${reel.batch_id}`,
        { location: 'C' },
        { headers: { 'if-match': '"1"' } },
      );
      assertProblem(stale, 409, 'STALE_VERSION');
    });
    test('U20 one reel is answered with its readings, movements, parents and children', async () => {
      const reel = await newReel();
      const { body } = await api.warehouse.post('/reels/split', {
        batch_id: reel.batch_id,
        warehouse_id: lucca.id,
        quantity: 40,
        reels: [{ width_mm: 500, kg: 40 }],
      });
      await weigh(reel, { kg: 500 });
      const parent = await reelNow(reel);
      assert.deepEqual(
        parent.readings.map((r: any) => r.kind),
        ['receipt', 'count'],
      );
      assert.deepEqual(
        [parent.movements.length, parent.parents, parent.children[0].batch_id],
        [3, [], body.reels[0].batch_id],
      );
      assert.equal((await reelNow(body.reels[0])).parents[0].batch_id, reel.batch_id);
      assertProblem(await api.admin.get('/reels/2000000000'), 404, 'NOT_FOUND');
    });
  });
  test('U24: GET /reels/labels prints 100 × 150 mm or halves of A4 with the code twice, which a scanner reads, and the data', async () => {
    const [reel, other] = [
      await newReel({ width_mm: 1250, supplier_lot: 'LF-77', splices: 2 }),
      await newReel({ width_mm: 980 }),
    ];
    for (const [format, size] of [
      ['label', [100, 150]],
      ['a4', [210, 297]],
    ] as const) {
      const path = `/reels/labels?ids=${reel.batch_id},${other.batch_id}&format=${format}`;
      const answer = await fetch(`${api.url}/api${path}`, {
        headers: { authorization: `Bearer ${api.warehouse.token}` },
      });
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
      const pdf = Buffer.from(await answer.arrayBuffer());
      const codes = format === 'a4' ? [reel, reel, other, other] : [reel, reel];
      assert.deepEqual(
        (await readBars(pdf, 40)).toSorted(),
        codes.map(({ code }) => `Code128 ${code}`).toSorted(),
        'the first page',
      );
      const document = await getDocumentProxy(new Uint8Array(pdf));
      assert.equal(document.numPages, format === 'a4' ? 1 : 2);
      const [left, top, right, bottom] = (await document.getPage(1)).view as [number, number, number, number];
      assert.deepEqual([Math.round(((right - left) / 7.2) * 2.54), Math.round(((bottom - top) / 7.2) * 2.54)], size);
      const { text } = await extractText(document, { mergePages: true });
      for (const shown of [reel.code, '1.250 mm', '80 g/m²', '6.400 m', '640 kg', '8.000 m²', 'LF-77', 'Giunte 2'])
        assert.ok(text.replace(/\s+/g, ' ').includes(shown), `${format}: ${shown}`);
    }
  });
});
