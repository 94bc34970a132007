/** Reels that are sold in part, weighed to nothing, or of an inactive product. */
// oxlint-disable no-explicit-any -- tests read any response body
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
  productBody,
} from '../../../testing/factories.ts';

const api = startApi();
let main: number;
let other: number;
let customer: number;
let today: string;
async function prepare() {
  main = (await createWarehouse(api.admin)).id;
  other = (await createWarehouse(api.admin)).id;
  customer = (await createCustomer(api.admin)).id;
  today = (await api.admin.get('/company/today')).body.today;
}

async function newReels(unit_of_measure: 'kg' | 'm', ...quantities: number[]) {
  const given = { is_reel: true, has_batch: true, peso_carta: 80, unit_of_measure };
  const paper = await createProduct(api.admin, given);
  const supplier = await createSupplier(api.admin);
  const line = { product_id: paper.id, quantity: 100_000, unit_price: 2 };
  const order = await createPurchaseOrder(api.admin, supplier.id, [line]);
  const { status, body } = await api.warehouse.post('/goods-receipts/receive', {
    document_number: `S ${paper.id}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [
      {
        order_item_id: order.items[0]!.id,
        warehouse_id: main,
        reels: quantities.map((quantity) => ({ width_mm: 1000, [unit_of_measure]: quantity })),
      },
    ],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { paper, reels: body.reels as Reel[] };
}
/** Sells quantities of reels in one packing list. */
async function sell(paper: Product, parts: readonly (readonly [Reel, number])[]) {
  const order = await createCustomerOrder(api.admin, customer, [
    { product_id: paper.id, quantity: 10_000, unit_price: 1 },
  ]);
  return api.sales.post('/packing-lists', {
    customer_id: customer,
    order_id: order.id,
    items: parts.map(([{ code }, quantity]) => ({
      order_item_id: order.items[0]!.id,
      warehouse_id: main,
      batch_number: code,
      quantity,
    })),
  });
}
async function reelNow({ batch_id }: Reel) {
  return (await api.admin.get(`/reels/${batch_id}`)).body;
}
async function labelOf({ batch_id }: Reel): Promise<string> {
  const answer = await fetch(`${api.url}/api/reels/labels?ids=${batch_id}`, {
    headers: { authorization: `Bearer ${api.sales.token}` },
  });
  const pdf = new Uint8Array(await answer.arrayBuffer());
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

test('U29: a balance below 0.001 counts as 0, reels of an inactive product stay usable, and a partly sold reel needs kg or m and a printed remnant', async () => {
  await prepare();
  // Below 0.001: nothing is left; at 0.001 something is.
  const { reels: weighed } = await newReels('kg', 640, 640);
  const weigh = ({ batch_id }: Reel, body: object) => api.warehouse.post(`/reels/${batch_id}/weigh`, body);
  assert.equal((await weigh(weighed[0]!, { kg: 0.00099 })).body.quantity, 0);
  assert.deepEqual([(await reelNow(weighed[0]!)).quantity, (await reelNow(weighed[0]!)).state], [0, 'finished']);
  assert.equal((await weigh(weighed[1]!, { kg: 0.001 })).body.quantity, 0.001);
  assert.equal((await reelNow(weighed[1]!)).state, 'in_stock');

  // A reel is sold in part in kg or m: no product in another unit has reels.
  for (const unit_of_measure of ['piece', 'box', 'l']) {
    const product = productBody({ is_reel: true, has_batch: true, peso_carta: 80, unit_of_measure });
    assertProblem(await api.admin.post('/products', product), 400, 'VALIDATION', { is_reel: 'unit' });
  }
  const [year, month, day] = today.split('-');
  for (const unit of ['kg', 'm'] as const) {
    const { paper, reels } = await newReels(unit, 640, 500);
    const [part, whole] = reels as [Reel, Reel];
    assert.ok(!(await labelOf(part)).includes('RESTO'));
    const sold = await sell(paper, [
      [part, 120.5],
      [whole, 500],
    ]);
    assert.equal(sold.status, 201, JSON.stringify(sold.body));
    assert.deepEqual(
      sold.body.warnings.map(({ code, message }: any) => [
        code,
        message.includes(part.code),
        message.includes(whole.code),
      ]),
      [['reel_remnant', true, false]],
    );
    assert.deepEqual(
      sold.body.items.map(({ batch_number, reel_left }: any) => [batch_number, reel_left]),
      [
        [part.code, 519.5],
        [whole.code, 0],
      ],
    );
    const label = await labelOf(part);
    assert.ok(label.includes(`RESTO al ${day}/${month}/${year}`) && label.includes(`519,5 ${unit}`), label);
  }

  // The product becomes inactive: its reel can be moved, weighed, changed, held, sold, unloaded and split.
  const { paper, reels } = await newReels('kg', 640);
  const [reel] = reels as [Reel];
  const order = await createCustomerOrder(api.admin, customer, [
    { product_id: paper.id, quantity: 100, unit_price: 1 },
  ]);
  await api.admin.put(`/products/${paper.id}/status`, { status: 'inactive' });
  const acts = [
    await weigh(reel, { kg: 600 }),
    await api.warehouse.put(`/reels/${reel.batch_id}`, { location: 'A1' }),
    await api.admin.post(`/batches/${reel.batch_id}/hold`, { reason: 'Umida' }),
    await api.admin.post(`/batches/${reel.batch_id}/release`, { reason: 'Asciutta' }),
    await api.warehouse.get(`/reels/scan?code=${reel.code}`),
    await api.sales.post('/packing-lists', {
      customer_id: customer,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, warehouse_id: main, batch_number: reel.code, quantity: 50 }],
    }),
    await api.warehouse.post('/stock-movements/transfers', {
      movement_date: today,
      from_warehouse_id: main,
      to_warehouse_id: other,
      items: [{ product_id: paper.id, batch_number: reel.code, quantity: 100 }],
    }),
    await api.warehouse.post('/stock-movements', {
      ...loadBody(paper.id, main, 10, { batch_number: reel.code, movement_date: today }),
      movement_type: 'S',
    }),
    await api.warehouse.post('/reels/split', {
      batch_id: reel.batch_id,
      warehouse_id: main,
      quantity: 50,
      reels: [{ width_mm: 500, kg: 50 }],
    }),
  ];
  assert.deepEqual(
    acts.map(({ status, body }) => (status < 300 ? 'done' : JSON.stringify(body))),
    acts.map(() => 'done'),
  );
  assert.equal((await reelNow(reel)).quantity, 490);
});
