import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import { sql } from 'kysely';
import { assertProblem, startApi, type Session } from '../../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../../testing/factories.ts';

const api = startApi();
let customer: Customer;
let finished: Warehouse;
let depot: Warehouse;
async function prepare() {
  if (depot) return;
  await completeCompany(api.admin);
  customer = await createCustomer(api.admin, { business_name: 'Panificio Moderno', vat_number: '01234567897' });
  finished = await createWarehouse(api.admin, { name: 'Prodotti finiti' });
  depot = await createWarehouse(api.admin, { name: 'Deposito' });
}
/** The company's day. */
function today() {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
}
function year() {
  return today().slice(0, 4);
}

async function stocked(quantity = 100, given: object = {}, load: object = {}): Promise<Product> {
  const product = await createProduct(api.admin, given);
  if (quantity > 0) await createMovement(api.admin, loadBody(product.id, finished.id, quantity, load));
  return product;
}
function newOrder(product: Product, quantity = 100, unit_price = 1.5, given: object = {}) {
  return createCustomerOrder(api.admin, customer.id, [{ product_id: product.id, quantity, unit_price }], given);
}
function line(order: CustomerOrder, quantity: number, given: object = {}) {
  return {
    order_item_id: order.items[0]!.id,
    quantity,
    warehouse_id: finished.id,
    ...given,
  };
}
function body(order: CustomerOrder, items: object[], given: object = {}) {
  return {
    customer_id: customer.id,
    order_id: order.id,
    items,
    ...given,
  };
}
function pack(order: CustomerOrder, items: object[], given: object = {}, session: Session = api.sales) {
  return session.post<PackingList & { warnings?: { code: string; path: string }[] }>(
    '/packing-lists',
    body(order, items, given),
  );
}
async function packed(order: CustomerOrder, items: object[], given: object = {}): Promise<PackingList> {
  const answer = await pack(order, items, given);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function stockOf(product: Product): Promise<string[]> {
  return (await api.admin.get(`/stock/product/${product.id}?sort=batch_number`)).body.map(
    (row: Record<string, unknown>) =>
      `${String(row.warehouse_name)} ${String(row.batch_number)} ${String(row.quantity)}`,
  );
}
async function lineOf(order: CustomerOrder) {
  return (await api.admin.get<CustomerOrder>(`/customer-orders/${order.id}`)).body.items[0]!;
}

describe('GET /packing-lists/customer-orders/{customerId}', () => {
  before(prepare);
  test('lists the orders of a customer with undelivered quantities, the most urgent first', async () => {
    const other = await createCustomer(api.admin);
    const product = await stocked();
    const create = (given: object) =>
      createCustomerOrder(api.admin, other.id, [{ product_id: product.id, quantity: 5, unit_price: 1 }], given);
    const late = await create({ requested_delivery_date: '2026-05-01', customer_order_number: 'A/7' });
    const soon = await create({ requested_delivery_date: '2026-04-01' });
    const done = await create({ requested_delivery_date: '2026-03-01' });
    await createPackingList(api.sales, {
      ...body(done, [line(done, 5)]),
      customer_id: other.id,
    });
    const { body: rows, headers } = await api.sales.get(`/packing-lists/customer-orders/${other.id}`);
    assert.deepEqual(
      rows.map(({ id, order_number, customer_order_number, customer_name }: CustomerOrder) => ({
        id,
        order_number,
        customer_order_number,
        customer_name,
      })),
      [soon, late].map(({ id, order_number, customer_order_number }) => ({
        id,
        order_number,
        customer_order_number,
        customer_name: other.business_name,
      })),
    );
    assert.equal(headers.get('x-total-count'), '2');
    assert.deepEqual(
      (await api.sales.get(`/packing-lists/customer-orders/${other.id}?q=a/7`)).body.map(
        ({ id }: { id: number }) => id,
      ),
      [late.id],
    );
    assertProblem(await api.sales.get('/packing-lists/customer-orders/99999'), 404, 'NOT_FOUND');
  });
});

describe('GET /packing-lists/order-items/{orderId}', () => {
  before(prepare);
  test('lists the undelivered quantities of an order, with price and the unexpired stock of active warehouses', async () => {
    const product = await stocked(0, {
      has_batch: true,
      has_expiry_date: true,
      unit_of_measure: 'box',
      name: 'Rotolo',
    });
    const closed = await createWarehouse(api.admin);
    const load = (warehouse: number, quantity: number, batch_number: string, expiry_date: string) =>
      createMovement(api.admin, loadBody(product.id, warehouse, quantity, { batch_number, expiry_date }));
    await load(finished.id, 7, 'L1', '2999-01-01');
    await load(depot.id, 5, 'L2', '2999-01-01');
    await load(finished.id, 100, 'L0', '2026-01-31');
    await load(closed.id, 100, 'L3', '2999-01-01');
    await api.admin.put(`/warehouses/${closed.id}`, { is_active: false });
    const done = await stocked(1);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 20, unit_price: 2.345 },
      { product_id: done.id, quantity: 1, unit_price: 1 },
    ]);
    await packed(order, [
      line(order, 3),
      { order_item_id: order.items[1]!.id, quantity: 1, warehouse_id: finished.id },
    ]);
    const { body: rows } = await api.sales.get(`/packing-lists/order-items/${order.id}`);
    assert.deepEqual(rows, [
      {
        order_item_id: order.items[0]!.id,
        product_id: product.id,
        code: product.code,
        product_name: 'Rotolo',
        ordered_quantity: 20,
        delivered_quantity: 3,
        remaining_quantity: 17,
        stock_quantity: 9,
        unit_of_measure: 'box',
        price_per_pack: 2.345,
        has_batch: true,
        delivery_date: '2026-03-20',
      },
    ]);
    assertProblem(await api.sales.get('/packing-lists/order-items/99999'), 404, 'NOT_FOUND');
  });
});

describe('GET /packing-lists/stock-availability/{productId}', () => {
  before(prepare);
  test('lists warehouse, batch and quantity without zero rows, earliest expiry first', async () => {
    const product = await stocked(0, { has_batch: true });
    const load = (quantity: number, batch_number: string, given: object = {}) =>
      createMovement(api.admin, loadBody(product.id, finished.id, quantity, { batch_number, ...given }));
    await load(4, 'SENZA');
    await load(3, 'TARDI', { expiry_date: '2999-01-01' });
    await load(2, 'SCADUTO', { expiry_date: '2026-01-31' });
    await load(5, 'FINITO');
    await createMovement(
      api.admin,
      loadBody(product.id, finished.id, 5, { movement_type: 'S', batch_number: 'FINITO', movement_date: '2026-01-11' }),
    );
    const { body: rows } = await api.sales.get(`/packing-lists/stock-availability/${product.id}`);
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [
        row.warehouse_id,
        row.warehouse_name,
        row.batch_number,
        row.quantity,
        row.is_expired,
      ]),
      [
        [finished.id, 'Prodotti finiti', 'SCADUTO', 2, true],
        [finished.id, 'Prodotti finiti', 'TARDI', 3, false],
        [finished.id, 'Prodotti finiti', 'SENZA', 4, false],
      ],
    );
    assertProblem(await api.sales.get('/packing-lists/stock-availability/99999'), 404, 'NOT_FOUND');
  });
});

describe('POST /packing-lists', () => {
  before(prepare);
  test('answers 201 with the whole packing list, equal to GET', async () => {
    const product = await stocked(100, { unit_of_measure: 'l', description: 'Rotoli termici' });
    const order = await newOrder(product, 20, 2.345, { customer_order_number: '4711/B' });
    const sent = {
      notes: 'Chiamare prima',
      carrier: 'Corriere Toscano',
      reason: 'Vendita',
      appearance: 'Bancali',
      packages: 3,
      gross_weight: 120.5,
      net_weight: 118,
      transport_date: today(),
    };
    const list = await packed(
      order,
      [line(order, 4.5, { product_id: product.id, code: product.code.toLowerCase(), unit_price: 2 })],
      sent,
    );
    const { id, packing_list_number, version, created_at, items, ...rest } = list;
    assert.match(packing_list_number, new RegExp(`^DDT-${year()}/\\d{5}$`));
    assert.equal(version, 1);
    assert.ok(created_at);
    assert.deepEqual(rest, {
      packing_date: today(),
      status: 'issued',
      customer_id: customer.id,
      customer_name: 'Panificio Moderno',
      customer_vat: '01234567897',
      customer_address: 'Via Roma 1',
      customer_city: 'Lucca',
      customer_province: 'LU',
      order_id: order.id,
      order_number: order.order_number,
      customer_order_number: '4711/B',
      total_amount: 9,
      invoice_id: null,
      invoice_number: null,
      invoice_status: null,
      created_by: api.sales.userId,
      created_by_name: 'Utente sales',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
      destination_id: null,
      destination: null,
      cancelled_at: null,
      cancelled_by_name: null,
      ...sent,
    });
    assert.deepEqual(
      items.map(({ id: _id, ...item }) => item),
      [
        {
          order_item_id: order.items[0]!.id,
          product_id: product.id,
          code: product.code,
          product_name: 'Rotoli termici',
          quantity: 4.5,
          unit_of_measure: 'l',
          batch_id: null,
          reel_left: null,
          batch_number: null,
          expiry_date: null,
          warehouse_id: finished.id,
          warehouse_name: 'Prodotti finiti',
          unit_price: 2,
          total_price: 9,
        },
      ],
    );
    const got = await api.sales.get(`/packing-lists/${id}`);
    assert.deepEqual([got.status, got.body], [200, list]);
    assertProblem(await api.sales.get('/packing-lists/99999'), 404, 'NOT_FOUND');
  });
  test('a line without a price uses the price of the order', async () => {
    const order = await newOrder(await stocked(), 10, 0.335);
    const { items, total_amount } = await packed(order, [line(order, 3)]);
    assert.deepEqual([items[0]!.unit_price, items[0]!.total_price, total_amount], [0.335, 1.01, 1.01]);
  });

  test('books a sale S with source SO for each part, dated on the day, and reduces the stock', async () => {
    const product = await stocked(10);
    const order = await newOrder(product, 8);
    const { id, packing_list_number } = await packed(order, [line(order, 2.5)]);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti null 7.5']);
    const { body: rows } = await api.admin.get(`/stock-movements?type=S-SO&product_id=${product.id}`);
    assert.equal(rows.length, 1);
    const { movement_type, source_type, movement_date, quantity, warehouse_id, source_document, created_by } = rows[0];
    assert.deepEqual(
      [movement_type, source_type, movement_date, quantity, warehouse_id, created_by],
      ['S', 'SO', today(), 2.5, finished.id, api.sales.userId],
    );
    assert.deepEqual(source_document, { type: 'SO', id, number: packing_list_number });
    assert.match(rows[0].id, /^\d+-sale$/);
    assertProblem(await api.admin.delete(`/stock-movements/${rows[0].id}`), 409, 'NOT_MANUAL');
    assert.equal((await lineOf(order)).delivered_quantity, 2.5);
  });
  test('a quantity above the stock is an INSUFFICIENT_STOCK with the available quantity, and nothing is booked', async () => {
    const product = await stocked(10);
    const order = await newOrder(product, 100);
    const answer = await pack(order, [line(order, 10.00001)]);
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { 'items.0.quantity': 'max' });
    assert.equal((answer.body as unknown as { available: number }).available, 10);
    const twice = await pack(order, [line(order, 6), line(order, 5)]);
    assertProblem(twice, 409, 'INSUFFICIENT_STOCK', { 'items.1.quantity': 'max' });
    assert.equal((twice.body as unknown as { available: number }).available, 4);
    const elsewhere = await pack(order, [line(order, 1, { warehouse_id: depot.id })]);
    assertProblem(elsewhere, 409, 'INSUFFICIENT_STOCK', { 'items.0.quantity': 'max' });
    assert.equal((elsewhere.body as unknown as { available: number }).available, 0);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti null 10']);
    assert.equal((await lineOf(order)).delivered_quantity, 0);
  });
  test('a quantity above the rest of the order line is an OVER_DELIVERY, summed over lines and packing lists', async () => {
    const order = await newOrder(await stocked(100, { unit_of_measure: 'box' }), 10);
    assertProblem(await pack(order, [line(order, 10.00001)]), 409, 'OVER_DELIVERY', { 'items.0.quantity': 'max' });
    assertProblem(await pack(order, [line(order, 6), line(order, 5)]), 409, 'OVER_DELIVERY', {
      'items.1.quantity': 'max',
    });
    await packed(order, [line(order, 6)]);
    const over = await pack(order, [line(order, 5)]);
    assertProblem(over, 409, 'OVER_DELIVERY', { 'items.0.quantity': 'max' });
    assert.equal(
      (over.body as unknown as { fields: { message: string }[] }).fields[0]!.message,
      'Restano da consegnare 4 scat.',
    );
    await packed(order, [line(order, 4)]);
    const answer = await pack(order, [line(order, 1)]);
    assertProblem(answer, 409, 'OVER_DELIVERY', { 'items.0.quantity': 'nothingRemaining' });
    const { fields } = answer.body as unknown as { fields: { message: string }[] };
    assert.equal(fields[0]!.message, 'Quantità rimanente non disponibile');
  });

  describe('a product managed by batch', () => {
    const batched = async () => {
      const product = await stocked(0, { has_batch: true, has_expiry_date: true });
      const load = (quantity: number, batch_number: string, expiry_date: string) =>
        createMovement(api.admin, loadBody(product.id, finished.id, quantity, { batch_number, expiry_date }));
      await load(20, 'L0', '2026-01-31');
      await load(30, 'L1', '2999-12-31');
      await load(40, 'L2', '2999-12-31');
      await load(100, 'L3', '3000-01-01');
      return product;
    };
    test('without a batch is split by earliest expiry, without expired batches', async () => {
      const product = await batched();
      const order = await newOrder(product, 200, 0.333);
      const { items, total_amount } = await packed(order, [line(order, 95)]);
      assert.deepEqual(
        items.map(({ batch_number, quantity, expiry_date, total_price }) => [
          batch_number,
          quantity,
          expiry_date,
          total_price,
        ]),
        [
          ['L1', 30, '2999-12-31', 9.99],
          ['L2', 40, '2999-12-31', 13.32],
          ['L3', 25, '3000-01-01', 8.33],
        ],
      );
      assert.equal(total_amount, 31.64);
      assert.equal((await lineOf(order)).delivered_quantity, 95);
      const short = await pack(order, [line(order, 100)]);
      assertProblem(short, 409, 'INSUFFICIENT_STOCK', { 'items.0.quantity': 'max' });
      assert.equal((short.body as unknown as { available: number }).available, 75);
    });
    test('with a chosen expired batch is accepted with a warning', async () => {
      const product = await batched();
      const order = await newOrder(product);
      const answer = await pack(order, [line(order, 15, { batch_number: 'L0' }), line(order, 5)]);
      assert.equal(answer.status, 201);
      assert.deepEqual(
        answer.body.warnings?.map(({ code, path }) => [code, path]),
        [['expired_batch', 'items.0.batch_number']],
      );
      assert.deepEqual(
        answer.body.items.map(({ batch_number, quantity }) => [batch_number, quantity]),
        [
          ['L0', 15],
          ['L1', 5],
        ],
      );
      assert.equal(
        ((await packed(order, [line(order, 5, { batch_number: 'L1' })])) as { warnings?: unknown }).warnings,
        undefined,
      );
    });
    test('with a missing batch is an INSUFFICIENT_STOCK; a product without batches has none', async () => {
      const order = await newOrder(await batched());
      const answer = await pack(order, [line(order, 1, { batch_number: 'X' })]);
      assertProblem(answer, 409, 'INSUFFICIENT_STOCK', { 'items.0.quantity': 'max' });
      const plain = await newOrder(await stocked());
      assertProblem(await pack(plain, [line(plain, 1, { batch_number: 'X' })]), 400, 'VALIDATION', {
        'items.0.batch_number': 'batchNotManaged',
      });
    });
  });

  test('several packing lists can deliver one order, and one packing list several of its lines', async () => {
    const [one, two] = [await stocked(), await stocked()];
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: one.id, quantity: 10, unit_price: 1 },
      { product_id: two.id, quantity: 10, unit_price: 1 },
    ]);
    const second = { order_item_id: order.items[1]!.id, quantity: 3, warehouse_id: finished.id };
    await packed(order, [line(order, 4), second]);
    await packed(order, [second]);
    assert.deepEqual(
      (await api.admin.get<CustomerOrder>(`/customer-orders/${order.id}`)).body.items.map(
        ({ delivered_quantity }) => delivered_quantity,
      ),
      [4, 6],
    );
    const { headers } = await api.sales.get(`/packing-lists?order_id=${order.id}`);
    assert.equal(headers.get('x-total-count'), '2');
  });

  test("keeps the destination and the customer's data as a snapshot", async () => {
    const own = await createCustomer(api.admin, { business_name: 'Prima del cambio' });
    const product = await stocked();
    const order = await createCustomerOrder(api.admin, own.id, [
      { product_id: product.id, quantity: 5, unit_price: 1 },
    ]);
    const destination = (
      await api.admin.post('/destinazioni-merce', { customer_id: own.id, indirizzo: 'Rampa 4', citta: 'Prato' })
    ).body;
    const sent = { ...body(order, [line(order, 5)]), customer_id: own.id };
    const foreign = (await api.admin.post('/destinazioni-merce', { customer_id: customer.id, indirizzo: 'Altrove' }))
      .body;
    assertProblem(await api.sales.post('/packing-lists', { ...sent, destination_id: foreign.id }), 400, 'VALIDATION', {
      destination_id: 'unknown',
    });
    const { id } = await createPackingList(api.sales, { ...sent, destination_id: destination.id });
    await api.admin.put(`/destinazioni-merce/${destination.id}`, { indirizzo: 'Rampa 5' });
    await api.admin.delete(`/destinazioni-merce/${destination.id}`);
    await api.admin.put(`/customers/${own.id}`, { business_name: 'Dopo il cambio', city: 'Pisa' });
    const { body: after } = await api.sales.get<PackingList>(`/packing-lists/${id}`);
    assert.deepEqual(
      [after.customer_name, after.customer_city, after.destination?.indirizzo, after.destination?.citta],
      ['Prima del cambio', 'Lucca', 'Rampa 4', 'Prato'],
    );
  });

  test('a customer, at least one item and a warehouse are required, each with its own message', async () => {
    const order = await newOrder(await stocked());
    const messageOf = (answer: Awaited<ReturnType<typeof pack>>, path: string) =>
      (answer.body as unknown as { fields: { path: string; message: string }[] }).fields.find(
        (field) => field.path === path,
      )?.message;
    const nobody = await pack(order, [line(order, 1)], { customer_id: null });
    assertProblem(nobody, 400, 'VALIDATION', { customer_id: 'required' });
    assert.equal(messageOf(nobody, 'customer_id'), 'Seleziona un cliente');
    const nothing = await pack(order, []);
    assertProblem(nothing, 400, 'VALIDATION', { items: 'noItems' });
    assert.equal(messageOf(nothing, 'items'), 'Aggiungi almeno un item');
    assertProblem(await pack(order, [line(order, 1, { warehouse_id: '' })]), 400, 'VALIDATION', {
      'items.0.warehouse_id': 'warehouseRequired',
    });
    assertProblem(await pack(order, [line(order, 0)]), 400, 'VALIDATION', { 'items.0.quantity': 'min' });
    assertProblem(await pack(order, [line(order, -1)]), 400, 'VALIDATION', { 'items.0.quantity': 'min' });
  });
  test('an inactive customer, an order of another customer, a line of another order and an inactive warehouse are refused', async () => {
    const product = await stocked();
    const order = await newOrder(product);
    const gone = await createCustomer(api.admin);
    const theirs = await createCustomerOrder(api.admin, gone.id, [
      { product_id: product.id, quantity: 5, unit_price: 1 },
    ]);
    assertProblem(await pack(theirs, [line(theirs, 1)]), 400, 'VALIDATION', { order_id: 'notOfCustomer' });
    await api.admin.put(`/customers/${gone.id}`, { is_active: false });
    assertProblem(await pack(theirs, [line(theirs, 1)], { customer_id: gone.id }), 400, 'VALIDATION', {
      customer_id: 'unknown',
    });
    const closed = await createWarehouse(api.admin);
    await api.admin.put(`/warehouses/${closed.id}`, { is_active: false });
    assertProblem(
      await pack(order, [
        line(theirs, 1),
        line(order, 1, { warehouse_id: closed.id }),
        line(order, 1, { product_id: 99_999, code: 'ALTRO' }),
      ]),
      400,
      'VALIDATION',
      {
        'items.0.order_item_id': 'notOfOrder',
        'items.1.warehouse_id': 'unknown',
        'items.2.product_id': 'unknown',
        'items.2.code': 'unknown',
      },
    );
    assertProblem(await pack(order, [line(order, 1)], { order_id: 99_999 }), 400, 'VALIDATION', {
      order_id: 'unknown',
    });
  });

  test('a retry with the same key answers the first packing list and delivers nothing twice', async () => {
    const product = await stocked(10);
    const order = await newOrder(product, 10);
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => api.sales.post('/packing-lists', body(order, [line(order, 4)]), { headers });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [201, answers[0]!.body]);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti null 6']);
  });
  test('orders, direction and sales may create packing lists, other roles may not', async () => {
    const order = await newOrder(await stocked());
    for (const session of [api.warehouse, api.administration])
      assertProblem(await pack(order, [line(order, 1)], {}, session), 403, 'FORBIDDEN');
    for (const session of [api.orders, api.direction, api.admin])
      assert.equal((await pack(order, [line(order, 1)], {}, session)).status, 201);
    assertProblem(await api.as(null).post('/packing-lists', {}), 401, 'UNAUTHENTICATED');
  });
});

describe('access of the warehouse', () => {
  before(prepare);
  test('reads packing lists without amounts and without their invoices', async () => {
    const order = await newOrder(await stocked());
    const { id } = await packed(order, [line(order, 1)]);
    await createInvoice(api.sales, id);
    const hidden = ['total_amount', 'invoice_id', 'invoice_number', 'invoice_status'];
    const one = (await api.warehouse.get<PackingList>(`/packing-lists/${id}`)).body;
    const row = (await api.warehouse.get<PackingList[]>(`/packing-lists?order_id=${order.id}`)).body[0]!;
    for (const seen of [one, row])
      assert.deepEqual(
        Object.keys(seen).filter((key) => hidden.includes(key)),
        [],
      );
    assert.deepEqual(
      Object.keys(one.items[0]!).filter((key) => key.includes('price')),
      [],
    );
    assert.equal(one.items[0]!.quantity, 1);
    assertProblem(await api.warehouse.get('/packing-lists?sort=-total_amount'), 400, 'VALIDATION', { sort: 'enum' });
    assertProblem(await api.warehouse.get('/packing-lists?invoiced=true'), 400, 'VALIDATION', { invoiced: 'enum' });
    assert.equal((await api.administration.get(`/packing-lists/${id}`)).body.total_amount, 1.5);
  });
});

describe('GET /packing-lists', () => {
  before(prepare);
  test('newest first, searched, filtered by status, customer, days and invoice, and paged', async () => {
    const own = await createCustomer(api.admin, { business_name: 'Zucchero & Figli' });
    const product = await stocked(1000);
    const lists: PackingList[] = [];
    for (let at = 0; at < 4; at++) {
      const order = await createCustomerOrder(
        api.admin,
        own.id,
        [{ product_id: product.id, quantity: 10, unit_price: 1 }],
        { customer_order_number: `ZF-${at}` },
      );
      lists.push(await createPackingList(api.sales, { ...body(order, [line(order, at + 1)]), customer_id: own.id }));
    }
    const ids = lists.map(({ id }) => id);
    await api.sales.delete(`/packing-lists/${ids[0]}`);
    await createInvoice(api.sales, ids[1]!);
    const found = async (query: string) =>
      (await api.sales.get(`/packing-lists?customer_id=${own.id}&${query}`)).body.map((row: { id: number }) =>
        ids.indexOf(row.id),
      );
    assert.deepEqual(await found(''), [3, 2, 1, 0]);
    assert.deepEqual(await found('sort=total_amount'), [0, 1, 2, 3]);
    assert.deepEqual(await found('sort=-customer_order_number'), [3, 2, 1, 0]);
    assert.deepEqual(await found('status=cancelled'), [0]);
    assert.deepEqual(await found('status=issued'), [3, 2, 1]);
    assert.deepEqual(await found('invoiced=true'), [1]);
    assert.deepEqual(await found('invoiced=false'), [3, 2]);
    assert.deepEqual(await found('q=zf-2'), [2]);
    assert.deepEqual(await found(`q=${lists[3]!.packing_list_number.toLowerCase()}`), [3]);
    assert.deepEqual(await found('q=zucchero%20%26'), [3, 2, 1, 0]);
    const bill = await createInvoice(api.sales, ids[2]!);
    const { invoice_number } = (await api.sales.put(`/invoices/${bill.id}/status`, { status: 'sent' })).body;
    assert.deepEqual(await found(`q=${invoice_number.toLowerCase()}`), [2], 'the number of its invoice');
    const unseen = await api.warehouse.get(`/packing-lists?customer_id=${own.id}&q=${invoice_number}`);
    assert.deepEqual([unseen.status, unseen.body], [200, []], 'not for roles without access to invoices');
    await api.administration.post(`/invoices/${bill.id}/credit-note`, {});
    assert.deepEqual(await found(`q=${invoice_number}`), [], 'no longer after a credit note');
    assert.deepEqual(await found('q=%25'), []);
    assert.deepEqual(await found(`from=${today()}&to=${today()}`), [3, 2, 1, 0]);
    assert.deepEqual(await found('to=2026-01-01'), []);
    const page = await api.sales.get(`/packing-lists?customer_id=${own.id}&limit=2&offset=1`);
    assert.deepEqual(
      [page.body.map((row: { id: number }) => ids.indexOf(row.id)), page.headers.get('x-total-count')],
      [[2, 1], '4'],
    );
    assertProblem(await api.sales.get('/packing-lists?status=sent'), 400, 'VALIDATION', { status: 'enum' });
  });
});

describe('DELETE /packing-lists/{id}', () => {
  before(prepare);
  test('cancels: a reversal returns the goods to their batches, the number stays, the order can be delivered', async () => {
    const product = await stocked(0, { has_batch: true });
    const load = (batch_number: string) =>
      createMovement(api.admin, loadBody(product.id, finished.id, 5, { batch_number }));
    await load('L1');
    await load('L2');
    const order = await newOrder(product, 10);
    const { id, packing_list_number } = await packed(order, [line(order, 8)]);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti L2 2']);
    const answer = await api.sales.delete(`/packing-lists/${id}`);
    assert.deepEqual([answer.status, answer.body], [204, undefined]);
    assert.deepEqual(await stockOf(product), ['Prodotti finiti L1 5', 'Prodotti finiti L2 5']);
    const { body: after } = await api.sales.get<PackingList>(`/packing-lists/${id}`);
    assert.deepEqual(
      [after.status, after.packing_list_number, after.cancelled_by_name, after.version, after.items.length],
      ['cancelled', packing_list_number, 'Utente sales', 2, 2],
    );
    assert.ok(after.cancelled_at);
    assert.equal((await lineOf(order)).delivered_quantity, 0);
    assert.deepEqual((await api.admin.get(`/stock-movements?type=S-SO&product_id=${product.id}`)).body, []);
    const reversed = await sql<{ n: number }>`
      select count(*) as n from stock_entries where product_id = ${product.id} and reverses is not null`.execute(
      api.db,
    );
    assert.equal(Number(reversed.rows[0]!.n), 2);
    const again = await api.sales.delete(`/packing-lists/${id}`);
    assertProblem(again, 409, 'INVALID_TRANSITION');
    assert.equal((again.body as unknown as { message: string }).message, 'La packing list è annullata');
    const next = await packed(order, [line(order, 10)]);
    assert.notEqual(next.packing_list_number, packing_list_number);
  });
  test('refuses an invoiced packing list, also with a draft invoice: ALREADY_INVOICED', async () => {
    const order = await newOrder(await stocked());
    const { id } = await packed(order, [line(order, 1)]);
    const invoice = await createInvoice(api.sales, id);
    assertProblem(await api.sales.delete(`/packing-lists/${id}`), 409, 'ALREADY_INVOICED');
    await api.sales.delete(`/invoices/${invoice.id}`);
    assert.equal((await api.sales.delete(`/packing-lists/${id}`)).status, 204);
  });
  test("refuses if the goods cannot return: the warehouse is deleted, or the product's tracking has changed", async () => {
    const place = await createWarehouse(api.admin);
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, place.id, 5));
    const order = await newOrder(product, 5);
    const { id } = await packed(order, [line(order, 5, { warehouse_id: place.id })]);
    assert.equal((await api.admin.put(`/products/${product.id}`, { has_batch: true })).status, 200);
    const traced = await api.sales.delete(`/packing-lists/${id}`);
    assertProblem(traced, 409, 'INVALID_TRANSITION');
    assert.match(traced.body.message, /non può rientrare/);
    await api.admin.put(`/products/${product.id}`, { has_batch: false });
    assert.equal((await api.admin.delete(`/warehouses/${place.id}`)).status, 204);
    assertProblem(await api.sales.delete(`/packing-lists/${id}`), 409, 'INVALID_TRANSITION');
  });
  test('the warehouse and administration have no access; an unknown packing list is a 404', async () => {
    const order = await newOrder(await stocked());
    const { id } = await packed(order, [line(order, 1)]);
    for (const session of [api.warehouse, api.administration])
      assertProblem(await session.delete(`/packing-lists/${id}`), 403, 'FORBIDDEN');
    assertProblem(await api.sales.delete('/packing-lists/99999'), 404, 'NOT_FOUND');
  });
});

describe('constraints of the database', () => {
  before(prepare);
  const refused = async (statement: string): Promise<void> => {
    await assert.rejects(() => sql.raw(statement).execute(api.db), /packing list|append-only|stay/);
  };
  test('keep an issued packing list unchanged', async () => {
    const order = await newOrder(await stocked());
    const { id } = await packed(order, [line(order, 1)]);
    await refused(`update packing_lists set packing_date = packing_date - 1 where id = ${id}`);
    await refused(`update packing_lists set packing_list_number = 'X' where id = ${id}`);
    await refused(`update packing_lists set total_amount = 0 where id = ${id}`);
    await refused(`delete from packing_lists where id = ${id}`);
    await refused(`update packing_list_items set quantity = 2 where packing_list_id = ${id}`);
    await refused(`delete from packing_list_items where packing_list_id = ${id}`);
    const columns = `order_item_id, product_id, code, product_name, unit_of_measure, warehouse_id, warehouse_name,
      quantity, unit_price, total_price, movement_id`;
    await refused(`insert into packing_list_items (packing_list_id, position, ${columns})
      select packing_list_id, 99, ${columns} from packing_list_items where packing_list_id = ${id}`);
    await refused('truncate packing_lists cascade');
    await api.sales.delete(`/packing-lists/${id}`);
    await refused(`update packing_lists set status = 'issued', cancelled_at = null where id = ${id}`);
  });
  test('refuse to commit a packing list without a number', async () => {
    const order = await newOrder(await stocked());
    await assert.rejects(
      () =>
        sql`insert into packing_lists (packing_date, customer_id, order_id, order_number, customer, company)
          values (current_date, ${customer.id}, ${order.id}, 'x', '{"business_name": "x"}', '{}')`.execute(api.db),
      /has no number/,
    );
  });
  test('refuse to deliver more of a line than its order', async () => {
    const order = await newOrder(await stocked(), 5);
    await assert.rejects(
      () =>
        sql`update customer_order_items set delivered_quantity = 5.00001 where id = ${order.items[0]!.id}`.execute(
          api.db,
        ),
      /customer_order_items_delivered/,
    );
  });
});

describe('the customer and the product of open documents of sale', () => {
  before(prepare);
  test('cannot be deleted until the packing list is invoiced and paid', async () => {
    const own = await createCustomer(api.admin);
    const product = await stocked(5);
    const order = await createCustomerOrder(api.admin, own.id, [
      { product_id: product.id, quantity: 5, unit_price: 1 },
    ]);
    const { id } = await createPackingList(api.sales, { ...body(order, [line(order, 5)]), customer_id: own.id });
    const remove = async (expected: 'IN_USE' | 204) => {
      const answer = await api.admin.delete(`/customers/${own.id}`);
      if (expected === 204) assert.equal(answer.status, 204);
      else assertProblem(answer, 409, 'IN_USE');
    };
    assertProblem(await api.admin.delete(`/products/${product.id}`), 409, 'IN_USE');
    await remove('IN_USE');
    const invoice = await createInvoice(api.sales, id);
    assertProblem(await api.admin.delete(`/products/${product.id}`), 409, 'IN_USE');
    await remove('IN_USE');
    await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
    assert.equal((await api.admin.delete(`/products/${product.id}`)).status, 204);
    await remove('IN_USE');
    await api.admin.put(`/invoices/${invoice.id}/status`, { status: 'paid' });
    await remove(204);
    const { body: after } = await api.sales.get<PackingList>(`/packing-lists/${id}`);
    assert.deepEqual([after.customer_name, after.items[0]!.code], [own.business_name, product.code]);
  });
});
