/** Order lines that can be shipped by a day, with proposed batches. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { addDays, today } from '@bobina/contract/core/dates.ts';
import type { PickingSheet } from '@bobina/contract/sales/printed-documents.ts';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import type { ProductStockRow } from '@bobina/contract/stock/levels.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../../testing/factories.ts';

const api = startApi();
const TODAY = today('Europe/Rome');
const ids: Record<string, number> = {};

/** The day some days from today. */
function day(days: number) {
  return addDays(TODAY, days);
}
async function prepare() {
  await completeCompany(api.admin);
  const product = async (code: string, given: object) =>
    (ids[code] = (await createProduct(api.admin, { code, ...given })).id);
  for (const name of ['Nord', 'Sud']) ids[name] = (await createWarehouse(api.admin, { name })).id;
  await product('LOTTI', { has_batch: true, has_expiry_date: true });
  await product('PEZZI', { unit_of_measure: 'piece' });
  await product('VUOTO', {});
  const load = (code: string, place: string, quantity: number, given = {}) =>
    createMovement(api.admin, loadBody(ids[code]!, ids[place]!, quantity, given));
  const batch = (batch_number: string, expiry_date: string) => ({ batch_number, expiry_date });
  await load('LOTTI', 'Nord', 4, batch('B', day(20)));
  await load('LOTTI', 'Sud', 3, batch('A', day(10)));
  await load('LOTTI', 'Sud', 9, batch('SCADUTO', day(-1)));
  await load('PEZZI', 'Nord', 2.5);
  const first = await createCustomer(api.admin, { business_name: 'Alfa' });
  const second = await createCustomer(api.admin, { business_name: 'Beta' });
  for (const [customer, addresses] of [
    [first.id, ['Via Uno 1']],
    [second.id, ['Via Due 2', 'Via Tre 3']],
  ] as const)
    for (const indirizzo of addresses)
      assert.equal(
        (
          await api.admin.post('/destinazioni-merce', {
            customer_id: customer,
            indirizzo,
            citta: 'Lucca',
            cap: '55100',
          })
        ).status,
        201,
      );
  const order = async (name: string, customer: number, lines: [string, number, number][]) => {
    const made = await createCustomerOrder(
      api.admin,
      customer,
      lines.map(([code, quantity, due]) => ({
        product_id: ids[code],
        quantity,
        unit_price: 1,
        delivery_date: day(due),
      })),
    );
    ids[name] = made.id;
  };
  await order('due', first.id, [
    ['LOTTI', 5, 0],
    ['LOTTI', 4, -3],
    ['VUOTO', 1, 0],
    ['PEZZI', 1, 30],
  ]);
  await order('other', second.id, [
    ['PEZZI', 4, 0],
    ['LOTTI', 1, 5],
  ]);
  await order('later', second.id, [['PEZZI', 1, 5]]);
  await order('empty', second.id, [['VUOTO', 1, 0]]);
}

async function read(query = '') {
  const { status, body, headers } = await api.warehouse.get<ReadyShipment[]>(`/shipments/ready${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('x-total-count'), String(body.length));
  return body;
}
/** Delivers the proposed parts of a line, or a quantity of the first one. */
async function deliver(shipment: ReadyShipment, at: number, quantity?: number) {
  const { order_item_id, product_id, batches } = shipment.items[at]!;
  const parts = quantity === undefined ? batches : [{ ...batches[0]!, quantity }];
  const { status, body } = await api.sales.post('/packing-lists', {
    customer_id: shipment.customer_id,
    order_id: shipment.order_id,
    destination_id: shipment.destination_id,
    items: parts.map(({ batch_number, warehouse_id, quantity: part }) => ({
      order_item_id,
      product_id,
      batch_number,
      warehouse_id,
      quantity: part,
    })),
  });
  assert.equal(status, 201, JSON.stringify(body));
}
/** The lines of an order: product, remaining, available, and the proposed parts. */
function linesOf(shipment: ReadyShipment | undefined) {
  return shipment?.items.map(({ code, remaining_quantity, available_quantity, batches }) => [
    code,
    remaining_quantity,
    available_quantity,
    batches.map(({ batch_number, warehouse_name, quantity }) => `${batch_number} ${warehouse_name} ${quantity}`),
  ]);
}

describe('GET /shipments/ready', () => {
  before(prepare);

  test('lists the due lines with stock that is not expired, and proposes batches by earliest expiry over all warehouses', async () => {
    const rows = await read();
    assert.deepEqual(
      rows.map(({ order_id }) => order_id),
      [ids.due, ids.other],
    );
    // The second line gets the rest after the first one; a counted unit is proposed in whole numbers.
    assert.deepEqual(linesOf(rows[0]), [
      ['LOTTI', 5, 7, ['A Sud 3', 'B Nord 2']],
      ['LOTTI', 4, 7, ['B Nord 2']],
    ]);
    assert.deepEqual(linesOf(rows[1]), [['PEZZI', 4, 2.5, ['null Nord 2']]]);
  });

  test('a later day adds the lines that are due by then, and leaves out batches that expire before it', async () => {
    assert.deepEqual(
      (await read(`?day=${day(5)}`)).map(({ order_id }) => order_id),
      [ids.due, ids.other, ids.later],
    );
    const late = await read(`?day=${day(11)}&q=alfa`);
    assert.deepEqual(linesOf(late[0]), [
      ['LOTTI', 5, 4, ['B Nord 4']],
      ['LOTTI', 4, 4, []],
    ]);
    assert.deepEqual(await read(`?day=${day(-4)}`), []);
  });

  test('the picking sheet has only the chosen lines, with the share of the stock that the list gives them', async () => {
    const [first, second] = await read();
    const chosen = [first!.items[1]!.order_item_id, second!.items[0]!.order_item_id];
    const sheet = (query: string) => api.warehouse.get<PickingSheet>(`/shipments/picking-sheet?${query}`);
    const { status, body } = await sheet(`item_ids=${chosen.join(',')},999999`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.language, body.day], ['it', TODAY]);
    assert.deepEqual(
      body.shipments.map((shipment) => [shipment.customer_name, linesOf(shipment)]),
      [
        ['Alfa', [['LOTTI', 4, 7, ['B Nord 2']]]],
        ['Beta', [['PEZZI', 4, 2.5, ['null Nord 2']]]],
      ],
    );
    assert.doesNotMatch(JSON.stringify(body), /price|amount/);
    const late = (await sheet(`item_ids=${first!.items[0]!.order_item_id}&day=${day(11)}&lang=fr`)).body;
    assert.deepEqual([late.language, late.day], ['fr', day(11)]);
    assert.deepEqual(linesOf(late.shipments[0]), [['LOTTI', 5, 4, ['B Nord 4']]]);
    const answer = await fetch(`${api.url}/api/shipments/picking-sheet?item_ids=${chosen.join(',')}&format=pdf`, {
      headers: { authorization: `Bearer ${api.warehouse.token}` },
    });
    const file = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const text = (await extractText(file, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
    assert.match(text, /Lista di prelievo.*Alfa · OC-.*Via Uno 1, 55100 Lucca.*LOTTI.*Nord B .*Beta · OC-.*PEZZI/);
    assertProblem(await api.administration.get(`/shipments/picking-sheet?item_ids=${chosen[0]}`), 403, 'FORBIDDEN');
  });

  test('names the delivery address of a customer with one, and none of a customer with several', async () => {
    const [first, second] = await read();
    assert.equal(first!.destination, 'Via Uno 1, 55100 Lucca');
    assert.ok(first!.destination_id);
    assert.deepEqual([second!.destination_id, second!.destination], [null, null]);
  });

  test('a pick is shown to all users, belongs to the first who picks, and ends with the packing list of its line', async () => {
    const [first, second] = await read();
    const partOf = (shipment: ReadyShipment, at: number) => {
      const { order_item_id, batches } = shipment.items[at]!;
      const { warehouse_id, batch_id } = batches[0]!;
      return { order_item_id, warehouse_id, batch_id };
    };
    const pick = (caller: typeof api.sales, body: object) => caller.put('/shipments/picks', body);
    const [ours, rest] = [partOf(first!, 0), partOf(first!, 1)];
    const both = await Promise.all(
      [api.warehouse, api.sales].map((caller) => pick(caller, { ...ours, is_picked: true })),
    );
    assert.deepEqual(
      both.map(({ status, body }) => [status, body.picked_by]),
      both.map(() => [200, both[0]!.body.picked_by]),
      'both are told who was first',
    );
    assert.ok(both[0]!.body.picked_by_name);
    await pick(api.warehouse, { ...rest, is_picked: true });
    const shown = async () =>
      (await read()).flatMap(({ items }) => items.flatMap(({ batches }) => batches.map((one) => one.picked_by_name)));
    assert.deepEqual(await shown(), [both[0]!.body.picked_by_name, null, 'Utente warehouse', null]);

    assert.deepEqual((await pick(api.sales, { ...rest, is_picked: false })).body, {
      picked_at: null,
      picked_by: null,
      picked_by_name: null,
    });
    assert.deepEqual((await shown()).slice(2), [null, null]);
    const other = partOf(second!, 0);
    const refused = await pick(api.sales, { ...ours, batch_id: other.batch_id, is_picked: true });
    assertProblem(refused, 400, 'VALIDATION');
    assert.equal(refused.body.fields[0].path, 'batch_id', 'a batch of another product');
    assertProblem(await pick(api.sales, { ...ours, order_item_id: 999_999, is_picked: true }), 400, 'VALIDATION');
    assertProblem(await pick(api.administration, { ...ours, is_picked: true }), 403, 'FORBIDDEN');
  });

  test('reserves nothing: a packing list of the proposal delivers it, and the rest of the stock stays offered', async () => {
    const [first] = await read();
    await deliver(first!, 0);
    const [left] = await read();
    assert.deepEqual(linesOf(left), [['LOTTI', 4, 2, ['B Nord 2']]]);
    const part = first!.items[0]!.batches[0]!;
    const done = {
      order_item_id: first!.items[0]!.order_item_id,
      warehouse_id: part.warehouse_id,
      batch_id: part.batch_id,
    };
    assertProblem(await api.sales.put('/shipments/picks', { ...done, is_picked: true }), 409, 'INVALID_TRANSITION');
    const [item] = left!.items;
    const open = { ...done, order_item_id: item!.order_item_id, batch_id: item!.batches[0]!.batch_id };
    open.warehouse_id = item!.batches[0]!.warehouse_id;
    assert.ok((await api.sales.put('/shipments/picks', { ...open, is_picked: true })).body.picked_by);
    await deliver(left!, 0, 1);
    const rest = (await read())[0]!.items[0]!;
    assert.deepEqual(
      [rest.remaining_quantity, rest.batches[0]!.batch_id, rest.batches[0]!.picked_by],
      [3, open.batch_id, null],
    );
  });

  test('contains no amounts; roles without access to stock are refused, and the warehouse makes no packing list', async () => {
    assert.doesNotMatch(JSON.stringify(await read()), /price|amount|total/);
    assertProblem(await api.administration.get('/shipments/ready'), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.post('/packing-lists', {}), 403, 'FORBIDDEN');
  });

  test('goods of another batch that are picked take the place of what is not picked; held batches are not offered', async () => {
    const product = await createProduct(api.admin, { code: 'ALTRI', has_batch: true });
    const customer = await createCustomer(api.admin, { business_name: 'Gamma' });
    for (const [batch_number, quantity] of [
      ['A', 3],
      ['B', 3],
      ['C', 4],
      ['D', 9],
    ] as const)
      await createMovement(api.admin, loadBody(product.id, ids.Nord!, quantity, { batch_number }));
    const line = { product_id: product.id, unit_price: 1, delivery_date: TODAY };
    const order = await createCustomerOrder(api.admin, customer.id, [
      { ...line, quantity: 5 },
      { ...line, quantity: 3 },
    ]);
    const { body: stock } = await api.admin.get<ProductStockRow[]>(`/stock/product/${product.id}`);
    const batchOf = (number: string) => stock.find(({ batch_number }) => batch_number === number)!.batch_id!;
    const shown = async () => (await read('?q=gamma'))[0]!;
    const proposed = async () => linesOf(await shown())!.map(([, , , batches]) => batches);
    const pick = async (at: number, batch: string, is_picked = true) =>
      api.warehouse.put('/shipments/picks', {
        order_item_id: (await shown()).items[at]!.order_item_id,
        warehouse_id: ids.Nord,
        batch_id: batchOf(batch),
        is_picked,
      });
    assert.deepEqual(await proposed(), [
      ['A Nord 3', 'B Nord 2'],
      ['B Nord 1', 'C Nord 2'],
    ]);
    // What is picked keeps its quantity; the line takes no more than it needs, and the next line gets the rest.
    assert.equal((await pick(0, 'B')).status, 200);
    assert.equal((await pick(0, 'C')).status, 200);
    assert.deepEqual(await proposed(), [['B Nord 2', 'C Nord 3'], ['A Nord 3']]);
    assert.deepEqual(
      (await shown()).items.map(({ batches }) => batches.map(({ picked_by_name }) => picked_by_name)),
      [['Utente warehouse', 'Utente warehouse'], [null]],
    );
    assert.equal((await pick(1, 'D')).status, 200);
    assert.deepEqual(await proposed(), [['B Nord 2', 'C Nord 3'], ['D Nord 3']]);
    // A picked quantity stays as it is in the hand; the hold of A leaves more of B to the first line.
    const hold = (act: string) => api.admin.post(`/batches/${batchOf('A')}/${act}`, { reason: 'Umida' });
    assert.equal((await pick(0, 'B', false)).status, 200);
    assert.deepEqual(await proposed(), [['A Nord 2', 'C Nord 3'], ['D Nord 3']]);
    assert.equal((await hold('hold')).status, 200);
    assert.deepEqual(linesOf(await shown()), [
      ['ALTRI', 5, 16, ['B Nord 2', 'C Nord 3']],
      ['ALTRI', 3, 16, ['D Nord 3']],
    ]);
    assertProblem(await pick(1, 'B'), 400, 'VALIDATION', { batch_id: 'notAvailable' });
    const refused = await pick(0, 'A');
    assertProblem(refused, 400, 'VALIDATION', { batch_id: 'notAvailable' });
    const offered = async () => [
      (await api.sales.get(`/packing-lists/stock-availability/${product.id}`)).body.map(
        ({ batch_number }: Record<string, unknown>) => batch_number,
      ),
      (await api.sales.get(`/packing-lists/order-items/${order.id}`)).body[0].stock_quantity,
    ];
    assert.deepEqual(await offered(), [['B', 'C', 'D'], 16]);
    assert.equal((await hold('release')).status, 200);
    assert.deepEqual(await offered(), [['A', 'B', 'C', 'D'], 19]);
  });
});
