/** POST /undo over HTTP: every act that can be undone, its refusals, retries and concurrent calls. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { assertProblem, startApi, type Answer, type Session } from '../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';

const api = startApi();

/** The activity that the answer names. */
function activityOf(answer: Answer): number {
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  const id = Number(answer.headers.get('x-activity-id'));
  assert.ok(Number.isInteger(id) && id > 0, 'X-Activity-Id');
  return id;
}
async function remove(path: string, session: Session = api.admin): Promise<number> {
  return activityOf(await session.delete(path));
}
function undo(id: number, session: Session = api.admin, headers: Record<string, string> = {}) {
  return session.post(`/undo/${id}`, undefined, { headers });
}
/** Undoes an act and checks the answer: the reversal is a separate activity that is linked to the act. */
async function undone(id: number, entity: string, session: Session = api.admin) {
  const answer = await undo(id, session);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(Object.keys(answer.body).toSorted(), ['activity_id', 'entity', 'id']);
  assert.equal(answer.body.entity, entity);
  const linked = await api.db
    .selectFrom('activities')
    .select(['undoes', 'entity_type', 'entity_id', 'user_id'])
    .where('id', '=', answer.body.activity_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(linked, {
    undoes: id,
    entity_type: entity,
    entity_id: answer.body.id,
    user_id: session.userId,
  });
  await refused(id, 'già stata annullata', session);
  return answer.body as { activity_id: number; entity: string; id: number };
}
async function refused(id: number, reason: string, session: Session = api.admin) {
  const answer = await undo(id, session, { 'accept-language': 'it' });
  assertProblem(answer, 409, 'CANNOT_UNDO');
  assert.ok(answer.body.message.includes(reason), answer.body.message);
}
async function balance(product: number, warehouse: number): Promise<number> {
  const { body } = await api.admin.get<{ quantity: number }[]>(`/stock/product/${product}`);
  return body
    .filter((row) => (row as { warehouse_id?: number }).warehouse_id === warehouse)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
/** An order of one product with stock, for production and sales. */
async function makeOrder(quantity = 20) {
  const product = await createProduct(api.admin, { unit_of_measure: 'kg' });
  const warehouse = await createWarehouse(api.admin);
  const customer = await createCustomer(api.admin);
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity, unit_price: 2 },
  ]);
  return { product, warehouse, customer, order, item: order.items[0]!.id };
}

describe('S04: POST /undo makes a linked reversal or refuses with a reason, and undoable answers name the activity', () => {
  before(() => completeCompany(api.admin));

  test('undoing the deletion restores the same row in each register', async () => {
    const customer = await createCustomer(api.admin);
    const product = await createProduct(api.admin);
    const supplier = await createSupplier(api.admin);
    const made: [string, string, object][] = [
      ['products', '/products', await createProduct(api.admin)],
      ['warehouses', '/warehouses', await createWarehouse(api.admin)],
      ['suppliers', '/suppliers', await createSupplier(api.admin)],
      ['machines', '/machines', await createMachine(api.admin)],
      ['customers', '/customers', await createCustomer(api.admin)],
    ];
    const create = async (entity: string, body: object) => {
      const answer = await api.admin.post(`/${entity}`, body);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      made.push([entity, `/${entity}`, answer.body]);
    };
    await create('condizioni-pagamento', { descrizione: 'Rimessa annullata' });
    await create('destinazioni-merce', { customer_id: customer.id, indirizzo: 'Via Po 1' });
    const period = { product_id: product.id, price: 2, start_date: '2026-01-01' };
    await create('prices', { ...period, supplier_id: supplier.id });
    await create('customer-prices', { ...period, customer_id: customer.id });
    for (const [path, { id }] of [
      ['customers', customer],
      ['suppliers', supplier],
    ] as const) {
      const { status, body } = await api.admin.post(`/${path}/${id}/contacts`, { name: 'Ada', roles: ['orders'] });
      assert.equal(status, 201, JSON.stringify(body));
      made.push(['contacts', '/contacts', body]);
    }
    const intent = { protocol: 'P-1', day: '2026-01-02', year: 2026, ceiling: 1000 };
    await create('declarations-of-intent', { ...intent, customer_id: customer.id });
    await create('users', { username: 'chi-torna', name: 'Chi torna', password: 'una-Parola-9', role: 'sales' });
    const items = [{ product_id: product.id, ordered_quantity: 5, unit_price: 1 }];
    made.push(['purchase-orders', '/purchase-orders', await createPurchaseOrder(api.admin, supplier.id, items)]);
    const lines = [{ product_id: product.id, quantity: 5, unit_price: 1 }];
    made.push(['customer-orders', '/customer-orders', await createCustomerOrder(api.admin, customer.id, lines)]);
    await create('stock-counts', { warehouse_id: (await createWarehouse(api.admin)).id });

    for (const [entity, path, row] of made) {
      const { id } = row as { id: number };
      const before = (await api.admin.get(`${path}/${id}`)).body;
      const activity = await remove(`${path}/${id}`);
      assertProblem(await api.admin.get(`${path}/${id}`), 404, 'NOT_FOUND');
      assert.equal((await undone(activity, entity)).id, id, entity);
      const {
        version,
        modified_at: _at,
        modified_by: _by,
        modified_by_name: _name,
        ...after
      } = (await api.admin.get(`${path}/${id}`)).body;
      const { version: was, modified_at: _at2, modified_by: _by2, modified_by_name: _name2, ...same } = before;
      assert.deepEqual(after, same, entity);
      assert.equal(version, was + 1, entity);
      // A second deletion is a separate act.
      await undone(await remove(`${path}/${id}`), entity);
    }
  });

  test('a raised price gets its former end and the new one is deleted, unless one of the two was changed since', async () => {
    const product = await createProduct(api.admin);
    const made = [
      ['prices', { supplier_id: (await createSupplier(api.admin)).id }, api.warehouse],
      ['customer-prices', { customer_id: (await createCustomer(api.admin)).id }, api.warehouse],
    ] as const;
    for (const [entity, party, stranger] of made) {
      const body = { product_id: product.id, ...party, price: 2, start_date: '2026-01-01', end_date: '2026-12-31' };
      const { id } = (await api.admin.post(`/${entity}`, body)).body;
      const periods = async () =>
        (await api.admin.get(`/${entity}?q=${product.code}&sort=start_date`)).body.map(
          ({ price, start_date, end_date }: Record<string, unknown>) => [price, start_date, end_date],
        );
      const raise = async (percent: number): Promise<{ activity_id: number; new_id: number }> => {
        const terms = { ids: [id], percent, start_date: '2026-06-01' };
        const dry = await api.admin.post(`/${entity}/bulk/raise`, { ...terms, dry_run: true });
        assert.equal(dry.body.results[0].activity_id, null);
        return (await api.admin.post(`/${entity}/bulk/raise`, terms)).body.results[0];
      };
      const first = await raise(50);
      assertProblem(await undo(first.activity_id, stranger), 403, 'FORBIDDEN');
      assert.equal((await undone(first.activity_id, entity, api.sales)).id, first.new_id);
      assert.deepEqual(await periods(), [[2, '2026-01-01', '2026-12-31']]);

      const changed = await raise(4);
      await api.admin.put(`/${entity}/${changed.new_id}`, { price: 2.1 });
      await refused(changed.activity_id, 'sono cambiati');
      assert.deepEqual(await periods(), [
        [2, '2026-01-01', '2026-05-31'],
        [2.1, '2026-06-01', '2026-12-31'],
      ]);
      await remove(`/${entity}/${changed.new_id}`);
      await refused(changed.activity_id, 'non trovato');
      assert.equal((await raise(10)).activity_id, null, 'an ended price is not raised');
      const edited = await api.admin.put(`/${entity}/${id}`, { price: 3, end_date: null });
      assert.equal(edited.headers.get('x-activity-id'), null, 'another change of a price cannot be undone');
    }
  });

  test('a customer is restored with the goods destinations that were deleted with it', async () => {
    const { id } = await createCustomer(api.admin);
    const place = (indirizzo: string) => api.admin.post('/destinazioni-merce', { customer_id: id, indirizzo });
    const [gone, kept] = [(await place('Via Prima 1')).body, (await place('Via Seconda 2')).body];
    const first = await remove(`/destinazioni-merce/${gone.id}`);
    const activity = await remove(`/customers/${id}`);
    await refused(first, 'eliminato');
    await undone(activity, 'customers');
    const { body } = await api.admin.get(`/destinazioni-merce?customer_id=${id}`);
    assert.deepEqual(
      body.map((row: { id: number }) => row.id),
      [kept.id],
    );
    await undone(first, 'destinazioni-merce');
  });

  test('a contact is restored only by users who may change its customer or supplier, which must still exist', async () => {
    const supplier = await createSupplier(api.admin);
    const { body: contact } = await api.admin.post(`/suppliers/${supplier.id}/contacts`, { name: 'Ugo' });
    const activity = await remove(`/contacts/${contact.id}`);
    assertProblem(await undo(activity, api.warehouse), 403, 'FORBIDDEN');
    await remove(`/suppliers/${supplier.id}`);
    await refused(activity, 'eliminato');
  });

  test('a view is restored only for its owner, and not as a second start view', async () => {
    const view = (name: string) =>
      api.sales.post('/views', { list: 'products', name, state: { q: 'x' }, is_start: true });
    const first = (await view('Prima')).body;
    const activity = await remove(`/views/${first.id}`, api.sales);
    assertProblem(await undo(activity, api.admin), 403, 'FORBIDDEN');
    await view('Seconda');
    await undone(activity, 'views', api.sales);
    const { body } = await api.sales.get('/views?list=products');
    assert.deepEqual(
      body.map((row: { name: string; is_start: boolean }) => [row.name, row.is_start]),
      [
        ['Prima', false],
        ['Seconda', true],
      ],
    );
  });

  test('a row whose code or period was taken stays deleted', async () => {
    const product = await createProduct(api.admin, { code: 'PRESO-1' });
    const activity = await remove(`/products/${product.id}`);
    const other = await createProduct(api.admin, { code: 'preso-1' });
    await refused(activity, 'Codice già esistente');
    const message = (await undo(activity, api.admin, { 'accept-language': 'fr' })).body.message as string;
    assert.match(message, /^Annulation impossible/);
    // The refusal leaves no trace: once the code is free, the same act can be undone.
    await remove(`/products/${other.id}`);
    await undone(activity, 'products');

    const supplier = await createSupplier(api.admin);
    const body = { product_id: product.id, supplier_id: supplier.id, price: 2, start_date: '2026-01-01' };
    const price = (await api.admin.post('/prices', body)).body;
    const freed = await remove(`/prices/${price.id}`);
    assert.equal((await api.admin.post('/prices', body)).status, 201);
    await refused(freed, 'prezzo valido per questo periodo');
  });

  test('an order stays deleted while its customer, supplier or product is', async () => {
    const { product, customer, order } = await makeOrder();
    const supplier = await createSupplier(api.admin);
    const purchase = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: product.id, ordered_quantity: 5, unit_price: 1 },
    ]);
    const [sold, bought] = [
      await remove(`/customer-orders/${order.id}`),
      await remove(`/purchase-orders/${purchase.id}`),
    ];
    const [buyer, seller] = [await remove(`/customers/${customer.id}`), await remove(`/suppliers/${supplier.id}`)];
    await refused(sold, 'eliminato');
    await refused(bought, 'eliminato');
    await undone(buyer, 'customers');
    await undone(seller, 'suppliers');
    const goods = await remove(`/products/${product.id}`);
    await refused(sold, 'eliminato');
    await refused(bought, 'eliminato');
    await undone(goods, 'products');
    await undone(sold, 'customer-orders');
    await undone(bought, 'purchase-orders');
  });

  test('a deleted manual movement becomes a new one with the same content', async () => {
    const product = await createProduct(api.admin, { has_batch: true, has_expiry_date: true });
    const warehouse = await createWarehouse(api.admin);
    const movement = await createMovement(
      api.admin,
      loadBody(product.id, warehouse.id, 12.5, {
        batch_number: 'L-1',
        expiry_date: '2027-01-31',
        notes: 'prima carta',
      }),
    );
    const activity = await remove(`/stock-movements/${movement.id}`);
    assert.equal(await balance(product.id, warehouse.id), 0);
    const { id } = await undone(activity, 'stock-movements');
    const again = (await api.admin.get(`/stock-movements/${id}-manual`)).body;
    for (const field of ['movement_type', 'movement_date', 'quantity', 'batch_number', 'expiry_date', 'notes'] as const)
      assert.equal(again[field], movement[field], field);
    assert.notEqual(again.id, movement.id);
    assert.equal(await balance(product.id, warehouse.id), 12.5);

    const unload = await createMovement(
      api.admin,
      loadBody(product.id, warehouse.id, 10, { movement_type: 'S', batch_number: 'L-1' }),
    );
    const deleted = await remove(`/stock-movements/${unload.id}`);
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 8, { movement_type: 'S', batch_number: 'L-1' }));
    await refused(deleted, '4,5');
  });

  test('a transfer is taken back with all its movements, unless the goods were used or a movement changed', async () => {
    const [one, two] = [await createProduct(api.admin), await createProduct(api.admin)];
    const [from, to] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
    for (const { id } of [one, two]) await createMovement(api.admin, loadBody(id, from.id, 10));
    const transfer = () =>
      api.warehouse.post('/stock-movements/transfers', {
        movement_date: '2026-02-01',
        from_warehouse_id: from.id,
        to_warehouse_id: to.id,
        items: [one, two].map(({ id }) => ({ product_id: id, quantity: 4 })),
      });
    const activity = activityOf(await transfer());
    assert.deepEqual([await balance(one.id, to.id), await balance(two.id, to.id)], [4, 4]);
    await undone(activity, 'stock-movements', api.warehouse);
    for (const { id } of [one, two]) assert.deepEqual([await balance(id, from.id), await balance(id, to.id)], [10, 0]);

    const used = activityOf(await transfer());
    await createMovement(api.admin, loadBody(two.id, to.id, 3, { movement_type: 'S', movement_date: '2026-02-02' }));
    await refused(used, '1');
    assert.equal(await balance(one.id, to.id), 4, 'all or nothing');

    const edited = await transfer();
    const first = edited.body.movements[0];
    assert.equal((await api.admin.put(`/stock-movements/${first.id}`, { notes: 'x' })).status, 200);
    await refused(activityOf(edited), 'sono cambiati');

    const single = await api.admin.post('/stock-movements', {
      ...loadBody(one.id, from.id, 1, { movement_type: 'T', destination_warehouse_id: to.id }),
      movement_date: '2026-02-03',
    });
    await undone(activityOf(single), 'stock-movements');
  });

  test('a deleted draft invoice becomes a new draft with the same content', async () => {
    const { product, warehouse, customer, order, item } = await makeOrder();
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 50));
    const list = await createPackingList(api.admin, {
      customer_id: customer.id,
      order_id: order.id,
      packing_date: '2026-03-10',
      items: [{ order_item_id: item, warehouse_id: warehouse.id, quantity: 5 }],
    });
    const draft = await createInvoice(api.admin, list.id, { notes: 'bozza annullata', due_date: '2099-12-31' });
    const activity = await remove(`/invoices/${draft.id}`);
    const { id } = await undone(activity, 'invoices');
    const again = (await api.admin.get(`/invoices/${id}`)).body;
    assert.notEqual(id, draft.id);
    assert.deepEqual(
      [again.status, again.notes, again.due_date, again.total_amount, again.packing_list_id],
      ['draft', 'bozza annullata', '2099-12-31', draft.total_amount, list.id],
    );
    const second = await remove(`/invoices/${id}`);
    await createInvoice(api.admin, list.id);
    await refused(second, 'Già fatturato');
  });

  test('a deleted operation and a deleted scheduling become new ones with the values of the log', async () => {
    const { item, order } = await makeOrder();
    const [machine, other] = [await createMachine(api.admin), await createMachine(api.admin)];
    const job = await createScheduling(api.admin, item, machine.id, 8, { notes: 'di notte' });
    const unscheduled = await remove(`/production/scheduling/${job.id}`);
    await undone(unscheduled, 'production');
    const jobs = async () => (await api.admin.get(`/production/status/${item}`)).body.schedulings;
    const [again] = await jobs();
    for (const field of ['machine_id', 'quantity_to_produce', 'production_time', 'notes'])
      assert.equal(again[field], job[field as keyof typeof job], field);
    assert.notEqual(again.id, job.id);
    const later = await remove(`/production/scheduling/${again.id}`);
    await createScheduling(api.admin, item, other.id, 15);
    await refused(later, 'sono cambiati');

    const operation = await createOperation(api.admin, item, 7, {
      batch_number: 'L-ANN',
      notes: 'turno 2',
      is_completed: true,
      production_date: '2026-03-05',
    });
    const deleted = await remove(`/production/operations/${operation.id}`);
    assert.equal((await api.admin.get(`/production/status/${item}`)).body.production_status, 'da_produrre');
    await undone(deleted, 'production');
    const [made] = (await api.admin.get(`/production/operations/${item}`)).body;
    for (const field of ['batch_number', 'quantity_produced', 'is_completed', 'notes', 'production_date'])
      assert.equal(made[field], operation[field as keyof typeof operation], field);
    assert.equal((await api.admin.get(`/production/status/${item}`)).body.production_status, 'completato');
    const last = await remove(`/production/operations/${made.id}`);
    await createOperation(api.admin, item, 20, { is_completed: true });
    const place = await createWarehouse(api.admin);
    const load = { itemId: item, warehouseId: place.id, quantity: 20 };
    const loaded = await api.admin.post('/production/load-to-warehouse', load);
    await refused(last, 'Già caricato');
    await undone(activityOf(loaded), 'production');
    assert.ok(order.id);
  });

  test('a load is reversed, but not a later load of the same item', async () => {
    const { product, warehouse, item } = await makeOrder();
    await createOperation(api.admin, item, 20, { is_completed: true });
    const load = () =>
      api.warehouse.post('/production/load-to-warehouse', { itemId: item, warehouseId: warehouse.id, quantity: 20 });
    const first = activityOf(await load());
    assert.equal(await balance(product.id, warehouse.id), 20);
    await undone(first, 'production', api.warehouse);
    assert.equal(await balance(product.id, warehouse.id), 0);
    const second = activityOf(await load());
    assert.equal((await api.admin.delete(`/production/load-to-warehouse/${item}`)).status, 204);
    const third = activityOf(await load());
    await refused(second, 'sono cambiati');
    assert.equal(await balance(product.id, warehouse.id), 20);
    const today = (await api.admin.get<{ movement_date: string }[]>('/stock-movements?limit=1')).body[0]!.movement_date;
    await createMovement(
      api.admin,
      loadBody(product.id, warehouse.id, 5, { movement_type: 'S', movement_date: today }),
    );
    await refused(third, '15');
  });

  test('a drop on the board puts machines and places back, unless the board changed since', async () => {
    const { item } = await makeOrder(100);
    const [left, right] = [await createMachine(api.admin), await createMachine(api.admin)];
    const [a, b, c] = [
      await createScheduling(api.admin, item, left.id, 10),
      await createScheduling(api.admin, item, left.id, 20),
      await createScheduling(api.admin, item, right.id, 30),
    ];
    const drop = (machine: number, schedulings: number[], taken: number[] = []) =>
      api.admin.put('/production/board', { machine_id: machine, schedulings, taken });
    await drop(left.id, [b.id, a.id]);
    await drop(right.id, [c.id]);
    const board = async () => {
      const { body } =
        await api.admin.get<{ machine_id: number; jobs: { scheduling_id: number; position: number }[] }[]>(
          '/production/board',
        );
      return body
        .filter(({ machine_id }) => machine_id === left.id || machine_id === right.id)
        .map(({ machine_id, jobs }) => [machine_id, ...jobs.map((job) => [job.scheduling_id, job.position])]);
    };
    const before = await board();
    const moved = activityOf(await drop(right.id, [b.id, c.id], [b.id]));
    assert.notDeepEqual(await board(), before);
    const { id } = await undone(moved, 'production');
    assert.equal(id, null);
    assert.deepEqual(await board(), before);

    const reordered = activityOf(await drop(left.id, [a.id, b.id]));
    await undone(reordered, 'production');
    assert.deepEqual(await board(), before);

    const again = activityOf(await drop(right.id, [b.id, c.id], [b.id]));
    const added = await createScheduling(api.admin, item, left.id, 5);
    await refused(again, 'sono cambiati');
    await remove(`/production/scheduling/${added.id}`);
    await undone(again, 'production');
  });

  test('undo is refused for creations, cancelled packing lists, sent invoices, receipts, posted counts, forced completions', async () => {
    const { product, warehouse, customer, order, item } = await makeOrder();
    const last = async () =>
      Number(
        (await api.db.selectFrom('activities').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
          .id,
      );
    const notUndoable = async (answer: Promise<Answer>) => {
      const { status, body, headers } = await answer;
      assert.ok(status < 300, JSON.stringify(body));
      assert.equal(headers.get('x-activity-id'), null);
      await refused(await last(), 'non si può annullare');
      return body;
    };
    await notUndoable(api.admin.post('/stock-movements', loadBody(product.id, warehouse.id, 100)));
    await notUndoable(api.admin.put(`/products/${product.id}`, { description: 'altro' }));
    const packed = {
      customer_id: customer.id,
      order_id: order.id,
      packing_date: '2026-03-10',
      items: [{ order_item_id: item, warehouse_id: warehouse.id, quantity: 2 }],
    };
    const cancelled = await notUndoable(api.admin.post('/packing-lists', packed));
    await notUndoable(api.admin.delete(`/packing-lists/${cancelled.id}`));
    const list = await createPackingList(api.admin, packed);
    const draft = await createInvoice(api.admin, list.id);
    await notUndoable(api.admin.put(`/invoices/${draft.id}/status`, { status: 'sent' }));
    await notUndoable(api.admin.post(`/invoices/${draft.id}/credit-note`, {}));
    const count = (await api.admin.post('/stock-counts', { warehouse_id: warehouse.id })).body;
    await api.admin.put(`/stock-counts/${count.id}/items`, {
      items: [{ product_id: product.id, counted_quantity: 90 }],
    });
    await notUndoable(api.admin.post(`/stock-counts/${count.id}/post`, {}));
    await notUndoable(api.admin.post(`/production/force-completion/${item}`, { warehouse_id: warehouse.id }));
    const supplier = await createSupplier(api.admin);
    const purchase = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: product.id, ordered_quantity: 5, unit_price: 1 },
    ]);
    await notUndoable(
      api.admin.post('/goods-receipts/receive', {
        document_number: 'BOLLA 9',
        document_date: '2026-03-02',
        order_id: purchase.id,
        items: [{ order_item_id: purchase.items[0]!.id, quantity: 4, warehouse_id: warehouse.id }],
      }),
    );
    const receipt = await api.db
      .selectFrom('goods_receipts')
      .select('id')
      .where('order_id', '=', purchase.id)
      .executeTakeFirstOrThrow();
    await notUndoable(api.admin.post(`/goods-receipts/${receipt.id}/cancel`, { reason: 'Riga sbagliata' }));
  });

  test('a retry with the same key answers the same, with the same X-Activity-Id, also without a body', async () => {
    const product = await createProduct(api.admin);
    const headers = { 'idempotency-key': 'annulla-1' };
    const first = await api.admin.delete(`/products/${product.id}`, { headers });
    const second = await api.admin.delete(`/products/${product.id}`, { headers });
    assert.deepEqual([first.status, second.status, second.body], [204, 204, undefined]);
    assert.equal(activityOf(second), activityOf(first));

    const key = { 'idempotency-key': 'annulla-2' };
    const [one, two] = [await undo(activityOf(first), api.admin, key), await undo(activityOf(first), api.admin, key)];
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.deepEqual(two.body, one.body);
    await refused(activityOf(first), 'già stata annullata');
  });

  test('of many concurrent calls, one undoes the act and the others are refused', async () => {
    const product = await createProduct(api.admin);
    const [from, to] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
    await createMovement(api.admin, loadBody(product.id, from.id, 10));
    const movement = {
      ...loadBody(product.id, from.id, 4, { movement_type: 'T', destination_warehouse_id: to.id }),
    };
    const acts = [
      activityOf(await api.admin.post('/stock-movements', movement)),
      await remove(`/machines/${(await createMachine(api.admin)).id}`),
    ];
    const callers: Role[] = ['admin', 'direction', 'orders', 'sales'];
    for (const activity of acts) {
      const answers = await Promise.all(callers.map((role) => undo(activity, api[role])));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
      for (const answer of answers) if (answer.status === 409) assertProblem(answer, 409, 'CANNOT_UNDO');
    }
    assert.deepEqual([await balance(product.id, from.id), await balance(product.id, to.id)], [10, 0]);
  });

  test('a concurrent undo and its opposite leave one consistent state', async () => {
    const { product, order } = await makeOrder();
    const sold = await remove(`/customer-orders/${order.id}`);
    const [revived, deleted] = await Promise.all([undo(sold), api.direction.delete(`/products/${product.id}`)]);
    const states = [
      (await api.admin.get(`/customer-orders/${order.id}`)).status,
      (await api.admin.get(`/products/${product.id}`)).status,
    ];
    assert.deepEqual(
      [revived.status, deleted.status, ...states],
      revived.status === 200 ? [200, 409, 200, 200] : [409, 204, 404, 404],
    );
  });

  test('needs the capability of the act', async () => {
    const product = await createProduct(api.admin);
    const activity = await remove(`/products/${product.id}`);
    for (const role of ['warehouse', 'administration'] as const)
      assertProblem(await undo(activity, api[role]), 403, 'FORBIDDEN');
    assertProblem(await api.as(null).post(`/undo/${activity}`), 401, 'UNAUTHENTICATED');
    await undone(activity, 'products', api.sales);
    // Direction neither deletes nor revives an admin.
    const body = { username: 'altro-admin', name: 'Altro', password: 'una-Parola-9', role: 'admin' };
    const user = (await api.admin.post('/users', body)).body;
    const dismissed = await remove(`/users/${user.id}`);
    assertProblem(await undo(dismissed, api.direction), 403, 'FORBIDDEN');
    await undone(dismissed, 'users');
  });

  test('the activities of a user say which acts can be undone', async () => {
    const product = await createProduct(api.admin);
    const deleted = await remove(`/products/${product.id}`);
    const canUndo = async () => {
      const { body } = await api.admin.get(`/users/${api.admin.userId}/activities?fields=id,action,can_undo&limit=3`);
      return body.map(({ action, can_undo }: { action: string; can_undo: boolean }) => [action, can_undo]);
    };
    assert.deepEqual((await canUndo()).slice(0, 2), [
      ['delete', true],
      ['create', false],
    ]);
    await undone(deleted, 'products');
    assert.deepEqual(await canUndo(), [
      ['restore', false],
      ['delete', false],
      ['create', false],
    ]);
  });

  test('an unknown activity is a 404', async () => {
    for (const id of ['2147483647', 'x', '0', '99999999999'])
      assertProblem(await api.admin.post(`/undo/${id}`), 404, 'NOT_FOUND');
  });
});
