import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, createPurchaseOrder, createSupplier, createWarehouse } from '../../testing/factories.ts';

const api = startApi();
/** A receipt that is not cancelled. */
const LIVE = { cancelled_at: null, cancelled_by_name: null, cancel_reason: null };
let supplier: Supplier;
let paper: Product;
let film: Product;
let lucca: Warehouse;
let prato: Warehouse;
async function prepare() {
  if (prato) return;
  supplier = await createSupplier(api.admin);
  paper = await createProduct(api.admin);
  film = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, has_production_date: true });
  lucca = await createWarehouse(api.admin);
  prato = await createWarehouse(api.admin);
}
function order(...items: [Product, number][]) {
  return createPurchaseOrder(
    api.admin,
    supplier.id,
    items.map(([product, quantity]) => ({ product_id: product.id, quantity, unit_price: 2 })),
  );
}
let documents = 0;
function receipt(of: PurchaseOrder, items: object[], given: object = {}) {
  return {
    document_number: `DDT ${++documents}`,
    document_date: '2026-03-02',
    order_id: of.id,
    items,
    ...given,
  };
}
function line(of: PurchaseOrder, at: number, quantity: number, given: object = {}) {
  return {
    order_item_id: of.items[at]!.id,
    product_id: of.items[at]!.product_id,
    quantity,
    warehouse_id: lucca.id,
    ...given,
  };
}
function batch(batch_number: string, quantity: number, given: object = {}) {
  return {
    batch_number,
    quantity,
    production_date: '2026-01-01',
    expiry_date: '2030-12-31',
    ...given,
  };
}
function receive(body: object, session = api.warehouse) {
  return session.post('/goods-receipts/receive', body);
}
async function stockOf(product: Product) {
  return (await api.admin.get(`/stock/product/${product.id}`)).body as {
    batch_number: string | null;
    quantity: number;
    warehouse_id: number;
  }[];
}
function statusOf(body: { order: { status: string; items: { status: string }[] } }) {
  return [body.order.status, ...body.order.items.map((item) => item.status)];
}

describe('POST /goods-receipts/receive', () => {
  before(prepare);
  test('loads each batch, and answers the quantities that remain', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const of = await order([product, 100], [paper, 10]);
    const batches = [batch('B1', 30), batch('B2', 20.5, { expiry_date: '' })];
    const answer = await receive(receipt(of, [line(of, 0, 50.5, { batches }), line(of, 1, 0, { warehouse_id: null })]));
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual(statusOf(answer.body), ['partiallyReceived', 'partiallyReceived', 'notReceived']);
    const [item] = answer.body.order.items;
    assert.deepEqual(item, {
      id: of.items[0]!.id,
      product_id: product.id,
      code: product.code,
      description: product.description,
      unit_of_measure: 'kg',
      ordered_quantity: 100,
      received_quantity: 50.5,
      remaining_quantity: 49.5,
      status: 'partiallyReceived',
      current_warehouse_id: lucca.id,
      has_batches: true,
      is_reel: false,
      has_expiry: false,
      has_production_date: false,
      batches: [
        { batch_number: 'B1', quantity: 30, production_date: '2026-01-01', expiry_date: '2030-12-31' },
        { batch_number: 'B2', quantity: 20.5, production_date: '2026-01-01', expiry_date: null },
      ],
    });
    assert.deepEqual(
      (await stockOf(product)).map(({ batch_number, quantity }) => [batch_number, quantity]),
      [
        ['B1', 30],
        ['B2', 20.5],
      ],
    );
    const { body: movements } = await api.warehouse.get(`/stock-movements?product_id=${product.id}&sort=quantity`);
    assert.match(movements[0].id, /-receipt$/);
    assert.deepEqual(movements[0].source_document, { type: 'PO', id: of.id, number: of.order_number });
    assert.equal(movements[0].movement_date, new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format());
    assertProblem(await api.admin.delete(`/stock-movements/${movements[0].id}`), 409, 'NOT_MANUAL');
    assertProblem(await api.admin.put(`/stock-movements/${movements[0].id}`, {}), 409, 'NOT_MANUAL');
    const { body: details } = await api.warehouse.get(`/goods-receipts/order-details/${of.id}`);
    assert.deepEqual(details, answer.body.order);
  });
  test('one line can be received into two warehouses; the order is fully received when all lines are', async () => {
    const of = await order([paper, 10]);
    const answer = await receive(receipt(of, [line(of, 0, 4), line(of, 0, 6, { warehouse_id: prato.id })]));
    assert.deepEqual(statusOf(answer.body), ['fullyReceived', 'completed']);
    assert.equal((await api.admin.get(`/purchase-orders/${of.id}`)).body.items[0].received_quantity, 10);
  });
  test('reports missing fields with the form messages', async () => {
    const of = await order([paper, 10], [film, 10]);
    const refused = async (body: object, fields: Record<string, string>) =>
      assertProblem(await receive(body), 400, 'VALIDATION', fields);
    await refused(
      { order_id: of.id, document_number: ' ' },
      { document_number: 'requiredFields', document_date: 'requiredFields', items: 'noItemsToSave' },
    );
    await refused(receipt(of, [line(of, 0, 0)]), { items: 'noItemsToSave' });
    await refused(receipt(of, [line(of, 0, 1, { warehouse_id: '' }), line(of, 1, 1, { warehouse_id: null })]), {
      'items.0.warehouse_id': 'warehouseRequired',
      'items.1.warehouse_id': 'warehouseRequired',
    });
    await refused(receipt(of, [line(of, 0, 1, { batches: [batch('x', 1)] }), line(of, 1, 1)]), {
      'items.0.batches': 'batchNotManaged',
      'items.1.batches': 'batchesRequired',
    });
    await refused(receipt(of, [line(of, 1, 1, { batches: [batch('x', 0.9985)] })]), {
      'items.0.batches': 'quantityMismatch',
    });
    await refused(
      receipt(of, [
        line(of, 1, 2, { batches: [batch('x', 1, { expiry_date: null }), batch('y', 1, { production_date: '' })] }),
      ]),
      {
        'items.0.batches.0.expiry_date': 'expiryDateRequired',
        'items.0.batches.1.production_date': 'productionDateRequired',
      },
    );
    await refused(receipt(of, [line(of, 1, 1, { batches: [batch('x', 1, { expiry_date: '2025-01-01' })] })]), {
      'items.0.batches.0.expiry_date': 'invalidDates',
    });
    const noDay = await receive(
      receipt(of, [line(of, 1, 1, { batches: [batch('x', 1, { expiry_date: '2027-13-01' })] })]),
    );
    assert.deepEqual(noDay.body.fields, [
      {
        path: 'items.0.batches.0.expiry_date',
        code: 'invalidDates',
        message: 'La data non è valida: non è un giorno del calendario',
      },
    ]);
    await refused(receipt(of, [line(of, 1, 1, { batches: [batch('x', 1, { expiry_date: '2030-02-30' })] })]), {
      'items.0.batches.0.expiry_date': 'invalidDates',
    });
    await refused(
      receipt(of, [
        line(of, 0, 1, { order_item_id: 999_999 }),
        line(of, 0, 1, { product_id: film.id, warehouse_id: 999_999 }),
      ]),
      { 'items.0.order_item_id': 'unknown', 'items.1.product_id': 'unknown', 'items.1.warehouse_id': 'unknown' },
    );
    await refused({ ...receipt(of, [line(of, 0, 1)]), order_id: 999_999 }, { order_id: 'unknown' });
    assert.deepEqual(await stockOf(film), []);
  });
  test('Q40: a day that does not exist and a taken username are refused with their own messages', async () => {
    const of = await order([film, 1]);
    const { username } = (await api.admin.get(`/users/${api.sales.userId}`)).body;
    const user = { username, password: 'una-Password-lunga', name: 'Altra', role: 'sales', is_active: true };
    for (const [language, taken, day] of [
      ['it', 'Nome utente già in uso', 'La data non è valida: non è un giorno del calendario'],
      ['fr', "Nom d'utilisateur déjà utilisé", "La date n'est pas valide : ce n'est pas un jour du calendrier"],
      ['en', 'This username is already taken', 'The date is not valid: it is not a day of the calendar'],
    ] as const) {
      const options = { headers: { 'accept-language': language } };
      const refusedUser = await api.admin.post('/users', user, options);
      assertProblem(refusedUser, 409, 'CODE_EXISTS', { username: 'exists' });
      assert.equal(refusedUser.body.message, taken);
      assert.equal(refusedUser.body.fields[0].message, taken, 'beside the field of the form');
      for (const expiry_date of ['2027-13-01', '2030-02-30', 'domani']) {
        const answer = await api.warehouse.post(
          '/goods-receipts/receive',
          receipt(of, [line(of, 0, 1, { batches: [batch('x', 1, { expiry_date })] })]),
          options,
        );
        assertProblem(answer, 400, 'VALIDATION', { 'items.0.batches.0.expiry_date': 'invalidDates' });
        assert.equal(answer.body.fields[0].message, day);
      }
    }
  });
  test('batches within the tolerance determine the booked quantity', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const of = await order([product, 1]);
    const answer = await receive(
      receipt(of, [line(of, 0, 1, { batches: [batch('a', 0.333), batch('b', 0.333), batch('c', 0.333)] })]),
    );
    assert.deepEqual(
      [answer.status, answer.body.order.items[0].received_quantity, answer.body.order.items[0].status],
      [201, 0.999, 'partiallyReceived'],
    );
  });
  test('a quantity above the order causes a warning; beyond the tolerance only privileged roles can force it', async () => {
    const of = await order([paper, 100]);
    const first = await receive(receipt(of, [line(of, 0, 99)]));
    assert.equal(first.body.warnings, undefined);
    const beyond = await receive({ ...receipt(of, [line(of, 0, 11.00001)]), force: true });
    assertProblem(beyond, 409, 'OVER_RECEIPT', { 'items.0.quantity': 'max' });
    assert.match(beyond.body.message, /al massimo 11 kg\. Il resto/);
    assert.equal(beyond.body.fields[0].message, 'Il valore massimo è 11 kg');
    assertProblem(await receive(receipt(of, [line(of, 0, 12)]), api.admin), 409, 'OVER_RECEIPT');
    const over = await receive(receipt(of, [line(of, 0, 11)]));
    assert.deepEqual(
      over.body.warnings.map(({ code, path }: { code: string; path: string }) => [code, path]),
      [['over_receipt', 'items.0.quantity']],
    );
    assert.deepEqual(
      [over.body.order.items[0].received_quantity, over.body.order.items[0].remaining_quantity],
      [110, 0],
    );
    const again = await order([paper, 100]);
    assert.equal((await receive({ ...receipt(again, [line(again, 0, 500)]), force: true }, api.direction)).status, 201);
  });
  test('uses the tolerance of the settings, also across two lines of one receipt', async () => {
    await api.admin.put('/settings', { over_receipt_percent: 0 });
    const of = await order([paper, 10]);
    assertProblem(await receive(receipt(of, [line(of, 0, 6), line(of, 0, 5)])), 409, 'OVER_RECEIPT', {
      'items.1.quantity': 'max',
    });
    await api.admin.put('/settings', { over_receipt_percent: 10 });
  });
  test('a completed line accepts no receipt, and the whole document is refused', async () => {
    const of = await order([paper, 10], [paper, 10]);
    await receive(receipt(of, [line(of, 0, 10)]));
    const before = (await stockOf(paper)).reduce((total, { quantity }) => total + quantity, 0);
    assertProblem(
      await receive({ ...receipt(of, [line(of, 1, 1), line(of, 0, 1)]), force: true }, api.admin),
      409,
      'ITEM_COMPLETED',
      { 'items.1.quantity': 'itemCompleted' },
    );
    assert.equal(
      (await stockOf(paper)).reduce((total, { quantity }) => total + quantity, 0),
      before,
    );
    assert.equal((await api.admin.get(`/goods-receipts/item-history/${of.items[1]!.id}`)).body.receipt_count, 0);
  });
  test('the same document with the same content is refused, in any line order; with other content it is accepted', async () => {
    const of = await order([paper, 10], [paper, 10]);
    const body = receipt(of, [line(of, 0, 1), line(of, 1, 10)]);
    assert.equal((await receive(body)).status, 201);
    assertProblem(
      await receive({ ...body, items: [line(of, 1, 10), line(of, 0, 1, { warehouse_id: prato.id })] }),
      409,
      'DUPLICATE_DOCUMENT',
      { document_number: 'exists' },
    );
    const warned = async (given: object) => {
      const { status, body: answer } = await receive({ ...body, ...given });
      return [status, (answer.warnings ?? []).map(({ code, path }: Record<string, string>) => [code, path])];
    };
    assert.deepEqual(await warned({ items: [line(of, 0, 2)] }), [201, [['received_before', 'document_number']]]);
    const otherDay = { document_date: '2026-03-03', items: [line(of, 0, 1)] };
    assert.deepEqual(await warned(otherDay), [201, [['received_before', 'document_number']]], 'a mistyped day');
    assert.deepEqual(await warned({ ...otherDay, document_date: '2025-03-03' }), [201, []], 'the note of another year');
  });
  test('a batch that exists with another date is refused, and so is the whole receipt', async () => {
    const of = await order([film, 10], [paper, 10]);
    assert.equal((await receive(receipt(of, [line(of, 0, 1, { batches: [batch('D1', 1)] })]))).status, 201);
    const answer = await receive(
      receipt(of, [
        line(of, 1, 1),
        line(of, 0, 2, { batches: [batch('D2', 1), batch('D1', 1, { expiry_date: '2030-12-30' })] }),
      ]),
    );
    assertProblem(answer, 409, 'BATCH_DATES', { 'items.1.batches.1.batch_number': 'exists' });
    assert.match(answer.body.message, /D1/);
    assert.equal((await api.admin.get(`/goods-receipts/order-details/${of.id}`)).body.items[1].received_quantity, 0);
  });
  test('eight concurrent requests with one idempotency key book one receipt', async () => {
    const of = await order([paper, 10]);
    const body = receipt(of, [line(of, 0, 1)]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.warehouse.post('/goods-receipts/receive', body, { headers: { 'idempotency-key': 'key of this receipt' } }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status, body: { receipt_id } }) => `${status} ${receipt_id}`)).size, 1);
    assert.equal(answers[0]!.status, 201);
    assert.equal((await api.admin.get(`/goods-receipts/order-details/${of.id}`)).body.items[0].received_quantity, 1);
  });
  test('concurrent receipts of one order never exceed its tolerance', async () => {
    const of = await order([paper, 10]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => receive(receipt(of, [line(of, 0, 3)]))));
    const taken = answers.filter(({ status }) => status === 201).length;
    assert.deepEqual(
      [taken, (await api.admin.get(`/goods-receipts/order-details/${of.id}`)).body.items[0].received_quantity],
      [3, 9],
    );
    assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'OVER_RECEIPT'));
  });
  test('requires the permission to receive goods', async () => {
    const of = await order([paper, 10]);
    assertProblem(await receive(receipt(of, [line(of, 0, 1)]), api.administration), 403, 'FORBIDDEN');
    assertProblem(await receive({}, api.as(null)), 401, 'UNAUTHENTICATED');
    assertProblem(await api.administration.get(`/goods-receipts/order-details/${of.id}`), 403, 'FORBIDDEN');
  });
});

describe('PUT /goods-receipts/items/{id}/completed', () => {
  before(prepare);
  const toggle = async (of: PurchaseOrder, completed: boolean) => {
    const answer = await api.warehouse.put(`/goods-receipts/items/${of.items[0]!.id}/completed`, { completed });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return [answer.body.status, answer.body.items[0].status];
  };
  test('completes a line manually, and returns it to its received state', async () => {
    const of = await order([paper, 10]);
    assert.deepEqual(await toggle(of, true), ['fullyReceived', 'completed']);
    assertProblem(await receive(receipt(of, [line(of, 0, 1)])), 409, 'ITEM_COMPLETED');
    assert.deepEqual(await toggle(of, false), ['notReceived', 'notReceived']);
    await receive(receipt(of, [line(of, 0, 4)]));
    assert.deepEqual(await toggle(of, true), ['fullyReceived', 'completed']);
    assert.deepEqual(await toggle(of, true), ['fullyReceived', 'completed']);
    assert.deepEqual(await toggle(of, false), ['partiallyReceived', 'partiallyReceived']);
    await receive(receipt(of, [line(of, 0, 6)]));
    assertProblem(
      await api.warehouse.put(`/goods-receipts/items/${of.items[0]!.id}/completed`, { completed: false }),
      409,
      'INVALID_TRANSITION',
    );
  });
  test('refuses an unknown line and a missing value', async () => {
    assertProblem(
      await api.warehouse.put('/goods-receipts/items/999999/completed', { completed: true }),
      404,
      'NOT_FOUND',
    );
    const of = await order([paper, 10]);
    assertProblem(
      await api.warehouse.put(`/goods-receipts/items/${of.items[0]!.id}/completed`, {}),
      400,
      'VALIDATION',
      { completed: 'required' },
    );
    assertProblem(
      await api.administration.put(`/goods-receipts/items/${of.items[0]!.id}/completed`, { completed: true }),
      403,
      'FORBIDDEN',
    );
  });
});

describe('the status of a line after a receipt', () => {
  before(prepare);

  test('D04 a line is completed, partiallyReceived or pending by its total received quantity; the toggle works in both directions', async () => {
    const of = await order([paper, 10], [paper, 5]);
    const statuses = async () =>
      (await api.warehouse.get(`/goods-receipts/order-details/${of.id}`)).body.items.map(
        (item: { status: string }) => item.status,
      );
    const toggle = (completed: boolean, at = 0) =>
      api.warehouse.put(`/goods-receipts/items/${of.items[at]!.id}/completed`, { completed });
    assert.deepEqual(await statuses(), ['notReceived', 'notReceived']);
    // Nothing received: completed by hand, then pending again.
    await toggle(true, 1);
    assert.deepEqual(await statuses(), ['notReceived', 'completed']);
    await toggle(false, 1);
    assert.deepEqual(await statuses(), ['notReceived', 'notReceived']);
    await receive(receipt(of, [line(of, 0, 4)]));
    assert.deepEqual(await statuses(), ['partiallyReceived', 'notReceived']);
    // Partly received: completed by hand, then partial again.
    await toggle(true);
    assert.deepEqual(await statuses(), ['completed', 'notReceived']);
    await toggle(false);
    assert.deepEqual(await statuses(), ['partiallyReceived', 'notReceived']);
    await receive(receipt(of, [line(of, 0, 5.99999)]));
    assert.deepEqual(await statuses(), ['partiallyReceived', 'notReceived']);
    const last = await receive(receipt(of, [line(of, 0, 0.00001)]));
    assert.deepEqual(statusOf(last.body), ['partiallyReceived', 'completed', 'notReceived']);
    // Fully received: stays completed.
    assertProblem(await toggle(false), 409, 'INVALID_TRANSITION');
    assert.deepEqual(await statuses(), ['completed', 'notReceived']);
  });

  test('D08 order-details, receive and item-history accept and answer the documented fields', async () => {
    const of = await order([film, 10]);
    const DETAILS = ['order_number', 'order_date', 'requested_arrival_date', 'supplier_name', 'items'];
    const ITEM = [
      ...['id', 'product_id', 'code', 'description', 'ordered_quantity', 'received_quantity', 'remaining_quantity'],
      ...['unit_of_measure', 'status', 'current_warehouse_id', 'has_batches', 'has_expiry', 'has_production_date'],
      'batches',
    ];
    const BATCH = ['batch_number', 'quantity', 'production_date', 'expiry_date'];
    const holds = (row: object, fields: readonly string[], what: string) =>
      assert.deepEqual(
        fields.filter((field) => !(field in row)),
        [],
        what,
      );
    const before = await api.warehouse.get(`/goods-receipts/order-details/${of.id}`);
    assert.equal(before.status, 200);
    holds(before.body, DETAILS, 'order-details');
    holds(before.body.items[0], ITEM, 'an item');
    assert.deepEqual(
      [before.body.items[0].has_batches, before.body.items[0].has_expiry, before.body.items[0].has_production_date],
      [true, true, true],
    );
    const sent = {
      document_number: 'DDT D08',
      document_date: '2026-03-04',
      order_id: of.id,
      items: [
        {
          order_item_id: of.items[0]!.id,
          product_id: film.id,
          quantity: 4,
          warehouse_id: lucca.id,
          batches: [{ batch_number: 'D08', quantity: 4, production_date: '2026-02-01', expiry_date: '2031-02-01' }],
        },
      ],
    };
    const answer = await api.warehouse.post('/goods-receipts/receive', sent);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const [item] = (await api.warehouse.get(`/goods-receipts/order-details/${of.id}`)).body.items;
    assert.deepEqual([item.received_quantity, item.remaining_quantity, item.status], [4, 6, 'partiallyReceived']);
    holds(item.batches[0], BATCH, 'a batch');
    assert.deepEqual(item.batches, sent.items[0]!.batches);
    const { body } = await api.warehouse.get(`/goods-receipts/item-history/${of.items[0]!.id}`);
    const { receipts, ...summary } = withoutBatchIds(body);
    assert.deepEqual(summary, {
      product_id: film.id,
      product_code: film.code,
      product_description: film.description,
      unit_of_measure: 'kg',
      total_ordered: 10,
      total_received: 4,
      last_receipt_date: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(),
      receipt_count: 1,
    });
    assert.deepEqual(receipts, [
      {
        receipt_id: answer.body.receipt_id,
        ddt_number: 'DDT D08',
        ddt_date: '2026-03-04',
        received_quantity: 4,
        remaining_quantity: 6,
        ...LIVE,
        warehouse_id: lucca.id,
        warehouse_name: lucca.name,
        batches: [{ batchNumber: 'D08', quantity: 4, productionDate: '2026-02-01', expiryDate: '2031-02-01' }],
      },
    ]);
  });
});

/** Asserts that each batch of a history has its id, and leaves the ids out. */
function withoutBatchIds(history: { receipts: { batches: { batchId: number }[] }[] }) {
  return {
    ...history,
    receipts: history.receipts.map((receipt) => ({
      ...receipt,
      batches: receipt.batches.map(({ batchId, ...batch }) => {
        assert.ok(batchId > 0);
        return batch;
      }),
    })),
  };
}

describe('GET /goods-receipts/item-history/{itemId}', () => {
  before(prepare);
  test('lists the receipts of a line with its batches', async () => {
    const of = await order([film, 10]);
    await receive(
      receipt(of, [line(of, 0, 4, { batches: [batch('H1', 3), batch('H2', 1)] })], { document_number: 'A/1' }),
    );
    await receive(
      receipt(of, [line(of, 0, 6, { batches: [batch('H1', 6)], warehouse_id: prato.id })], {
        document_number: 'A/2',
        document_date: '2026-03-05',
      }),
    );
    const { body } = await api.warehouse.get(`/goods-receipts/item-history/${of.items[0]!.id}`);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format();
    const dates = { productionDate: '2026-01-01', expiryDate: '2030-12-31' };
    for (const row of body.receipts) delete row.receipt_id;
    assert.deepEqual(withoutBatchIds(body), {
      product_id: film.id,
      product_code: film.code,
      product_description: film.description,
      unit_of_measure: 'kg',
      total_ordered: 10,
      total_received: 10,
      last_receipt_date: today,
      receipt_count: 2,
      receipts: [
        {
          ddt_number: 'A/1',
          ddt_date: '2026-03-02',
          received_quantity: 4,
          remaining_quantity: 6,
          ...LIVE,
          warehouse_id: lucca.id,
          warehouse_name: lucca.name,
          batches: [
            { batchNumber: 'H1', quantity: 3, ...dates },
            { batchNumber: 'H2', quantity: 1, ...dates },
          ],
        },
        {
          ddt_number: 'A/2',
          ddt_date: '2026-03-05',
          received_quantity: 6,
          remaining_quantity: 0,
          ...LIVE,
          warehouse_id: prato.id,
          warehouse_name: prato.name,
          batches: [{ batchNumber: 'H1', quantity: 6, ...dates }],
        },
      ],
    });
    assertProblem(await api.warehouse.get('/goods-receipts/item-history/999999'), 404, 'NOT_FOUND');
  });
});

describe('the status of an order', () => {
  before(prepare);
  test('C07 is notReceived until the first receipt, partiallyReceived until all lines are completed, then fullyReceived; in the order and in the list', async () => {
    const of = await order([paper, 10], [paper, 5]);
    const holds = async (status: string) => {
      const { body } = await api.admin.get(`/purchase-orders/${of.id}`);
      const rows: { id: number; status: string }[] = (await api.admin.get(`/purchase-orders?status=${status}`)).body;
      assert.deepEqual([body.status, rows.find(({ id }) => id === of.id)?.status], [status, status]);
    };
    const book = async (at: number, quantity: number) =>
      assert.equal((await receive(receipt(of, [line(of, at, quantity)]))).status, 201);
    const toggle = async (at: number, completed: boolean) =>
      assert.equal(
        (await api.warehouse.put(`/goods-receipts/items/${of.items[at]!.id}/completed`, { completed })).status,
        200,
      );
    await holds('notReceived');
    await book(0, 0.001);
    await holds('partiallyReceived');
    await book(0, 9.999);
    await holds('partiallyReceived'); // one line is completed, the other is not
    await book(1, 4);
    await holds('partiallyReceived');
    await book(1, 1);
    await holds('fullyReceived');
    // After the ordered quantity increases, the status follows.
    const { body } = await api.admin.get(`/purchase-orders/${of.id}`);
    await api.admin.put(`/purchase-orders/${of.id}`, {
      items: [body.items[0], { ...body.items[1], quantity: 8, ordered_quantity: 8 }],
    });
    await holds('partiallyReceived');
    await toggle(1, true);
    await holds('fullyReceived');
    await toggle(1, false);
    await holds('partiallyReceived');
    // Nothing received, but every line was completed by hand and reopened.
    const closed = await order([paper, 1]);
    const item = `/goods-receipts/items/${closed.items[0]!.id}/completed`;
    assert.equal((await api.warehouse.put(item, { completed: true })).body.status, 'fullyReceived');
    assert.equal((await api.warehouse.put(item, { completed: false })).body.status, 'notReceived');
  });
});
