/** Counted units require whole numbers: one rule for orders, schedulings, operations, loads and packing lists. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { sql } from 'kysely';
import { assertProblem, startApi } from '../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createScheduling,
  createSupplier,
  createWarehouse,
  customerOrderBody,
  loadBody,
  operationBody,
  orderBody,
  schedulingBody,
} from '../testing/factories.ts';

const api = startApi();
let customer: number;
let machine: number;
let warehouse: number;

function line(product_id: number, quantity: number) {
  return { product_id, quantity, unit_price: 1 };
}
function packing(order: CustomerOrder, ...quantities: number[]) {
  return api.admin.post('/packing-lists', {
    customer_id: order.customer_id,
    order_id: order.id,
    items: quantities.map((quantity) => ({ order_item_id: order.items[0]!.id, quantity, warehouse_id: warehouse })),
  });
}
function load(itemId: number, quantity: number) {
  return api.admin.post('/production/load-to-warehouse', { itemId, warehouseId: warehouse, quantity });
}

/** An order with a fractional quantity, stored before its unit became a counted one, with goods in stock. */
async function storedFraction(quantity: number) {
  const product = await createProduct(api.admin, { unit_of_measure: 'kg' });
  const order = await createCustomerOrder(api.admin, customer, [line(product.id, quantity)]);
  await sql`update products set unit_of_measure = 'box' where id = ${product.id}`.execute(api.db);
  await createMovement(api.admin, loadBody(product.id, warehouse, 100));
  return { product, order, item: order.items[0]!.id };
}

describe('whole units', () => {
  before(async () => {
    customer = (await createCustomer(api.admin)).id;
    machine = (await createMachine(api.admin)).id;
    warehouse = (await createWarehouse(api.admin)).id;
  });

  for (const unit_of_measure of ['piece', 'box'])
    test(`Q13 a fraction of a ${unit_of_measure} is refused with the code whole in orders, imports, schedulings, operations, loads and packing lists, and accepted in receipts and manual movements`, async () => {
      const product = await createProduct(api.admin, { unit_of_measure });
      const MESSAGES = {
        it: 'Deve essere un numero intero',
        fr: 'Doit être un nombre entier',
        en: 'Must be a whole number',
      };
      for (const [language, message] of Object.entries(MESSAGES)) {
        const { status, body } = await api.admin.post(
          '/customer-orders',
          customerOrderBody(customer, [line(product.id, 10), line(product.id, 10.5)]),
          { headers: { 'accept-language': language } },
        );
        assert.deepEqual([status, body.fields], [400, [{ path: 'items.1.quantity', code: 'whole', message }]]);
      }
      const order = await createCustomerOrder(api.admin, customer, [line(product.id, 10)]);
      const item = order.items[0]!.id;
      const whole = (path: string) => ({ [path]: 'whole' });
      assertProblem(
        await api.admin.put(`/customer-orders/${order.id}`, { items: [{ id: item, ...line(product.id, 10.5) }] }),
        400,
        'VALIDATION',
        whole('items.0.quantity'),
      );
      const row = {
        numero_ordine_cliente: `N-${unit_of_measure}`,
        data_ordine: '2026-03-01',
        codice_prodotto: product.code,
        data_consegna: '2026-03-20',
        prezzo_unitario: 1,
      };
      const imported = await api.admin.post('/customer-orders/bulk-import', {
        customerId: customer,
        orders: [
          { ...row, quantita: 2 },
          { ...row, quantita: '10,5' },
        ],
      });
      assert.deepEqual(
        [imported.body.success, imported.body.errors.map(({ type, row: at, error }: never) => [type, at, error])],
        [0, [['invalid_rows', 2, 'La quantità deve essere un numero intero: il prodotto si conta a pezzi o scatole']]],
      );
      assertProblem(
        await api.admin.post('/production/scheduling', schedulingBody(item, machine, 2.5)),
        400,
        'VALIDATION',
        whole('quantity_to_produce'),
      );
      const job = await createScheduling(api.admin, item, machine, 4);
      assertProblem(
        await api.admin.put(`/production/scheduling/${job.id}`, { quantity_to_produce: 2.5 }),
        400,
        'VALIDATION',
        whole('quantity_to_produce'),
      );
      assertProblem(
        await api.admin.post('/production/operations', operationBody(item, 2.5)),
        400,
        'VALIDATION',
        whole('quantity_produced'),
      );
      const operation = await createOperation(api.admin, item, 10);
      assertProblem(
        await api.admin.put(`/production/operations/${operation.id}`, { quantity_produced: 9.5 }),
        400,
        'VALIDATION',
        whole('quantity_produced'),
      );
      assertProblem(await load(item, 9.5), 400, 'VALIDATION', whole('quantity'));
      assert.equal((await load(item, 10)).status, 201);
      assertProblem(await packing(order, 1.5), 400, 'VALIDATION', whole('items.0.quantity'));
      assertProblem(await packing(order, 1.5, 1, 0.25), 400, 'VALIDATION', {
        'items.0.quantity': 'whole',
        'items.2.quantity': 'whole',
      });
      // The parts from two batches may be fractions if the total of the line is whole.
      assert.equal((await packing(order, 1.5, 0.5)).status, 201);

      const supplier = await createSupplier(api.admin);
      assert.equal(
        (await api.admin.post('/purchase-orders', orderBody(supplier.id, [line(product.id, 2.5)]))).status,
        201,
      );
      await createMovement(api.admin, loadBody(product.id, warehouse, 0.5));
    });

  test('kilograms, metres and litres keep their fractions, but operations are whole in every unit', async () => {
    for (const unit_of_measure of ['kg', 'm', 'l']) {
      const product = await createProduct(api.admin, { unit_of_measure });
      const order = await createCustomerOrder(api.admin, customer, [line(product.id, 10.25)]);
      const item = order.items[0]!.id;
      await createMovement(api.admin, loadBody(product.id, warehouse, 100));
      await createScheduling(api.admin, item, machine, 2.55);
      assertProblem(await api.admin.post('/production/operations', operationBody(item, 2.5)), 400, 'VALIDATION', {
        quantity_produced: 'whole',
      });
      assert.equal((await packing(order, 0.01)).status, 201);
    }
  });

  test('Q44 a stored fraction is saved unchanged, and a fractional rest is accepted exactly', async () => {
    const { product, order, item } = await storedFraction(10.5);
    const put = (quantity: number) =>
      api.admin.put(`/customer-orders/${order.id}`, {
        notes: 'x',
        items: [{ id: item, ...line(product.id, quantity) }],
      });
    assert.equal((await put(10.5)).status, 200);
    assertProblem(await put(11.5), 400, 'VALIDATION', { 'items.0.quantity': 'whole' });

    // Left to schedule: 10.5, and 0.5 after ten; every other fraction is refused.
    assertProblem(
      await api.admin.post('/production/scheduling', schedulingBody(item, machine, 9.5)),
      400,
      'VALIDATION',
      { quantity_to_produce: 'whole' },
    );
    const ten = await createScheduling(api.admin, item, machine, 10);
    const half = await createScheduling(api.admin, item, machine, 0.5);
    assert.equal(
      (await api.admin.put(`/production/scheduling/${half.id}`, { quantity_to_produce: 0.5, notes: 'y' })).status,
      200,
    );
    assertProblem(
      await api.admin.put(`/production/scheduling/${ten.id}`, { quantity_to_produce: 9.5 }),
      400,
      'VALIDATION',
      {
        quantity_to_produce: 'whole',
      },
    );

    // To produce.
    await createOperation(api.admin, item, 4);
    assertProblem(await api.admin.post('/production/operations', operationBody(item, 1.5)), 400, 'VALIDATION', {
      quantity_produced: 'whole',
    });
    const rest = await createOperation(api.admin, item, 6.5);
    assert.equal(
      (await api.admin.put(`/production/operations/${rest.id}`, operationBody(item, 6.5, { notes: 'z' }))).status,
      200,
    );

    // To load.
    assertProblem(await load(item, 9.5), 400, 'VALIDATION', { quantity: 'whole' });
    assert.equal((await load(item, 10.5)).status, 201);

    // Delivers ten, then the remaining half.
    assertProblem(await packing(order, 1.5), 400, 'VALIDATION', { 'items.0.quantity': 'whole' });
    assert.equal((await packing(order, 10)).status, 201);
    assertProblem(await packing(order, 0.25), 400, 'VALIDATION', { 'items.0.quantity': 'whole' });
    assert.equal((await packing(order, 0.5)).status, 201);
  });

  test('FEFO may take a fraction of a batch for a whole line', async () => {
    const product = await createProduct(api.admin, { unit_of_measure: 'box', has_batch: true });
    for (const batch_number of ['A', 'B'])
      await createMovement(api.admin, loadBody(product.id, warehouse, 2.5, { batch_number }));
    const order = await createCustomerOrder(api.admin, customer, [line(product.id, 4)]);
    const { items } = await createPackingList(api.admin, {
      customer_id: customer,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, quantity: 4, warehouse_id: warehouse }],
    });
    assert.deepEqual(
      items.map(({ quantity }) => quantity),
      [2.5, 1.5],
    );
  });
});
