/** The history of a record: the log keeps the old and new value of every changed field, and GET /history lists them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roleCan, ROLES } from '@bobina/contract/core/permissions.ts';
import { HISTORY_ENTITIES, type FieldChange, type HistoryEntry } from '@bobina/contract/system/history.ts';
import { sql } from 'kysely';
import { assertProblem, startApi, type Session } from '../testing/api.ts';
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
import { contractRegisters, exampleBody } from '../testing/registers.ts';

const api = startApi();

async function historyOf(entity: string, id: number, session: Session = api.direction): Promise<HistoryEntry[]> {
  const answer = await session.get<HistoryEntry[]>(`/history/${entity}/${id}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
/** The changes of the newest act in the log, also of a record that was deleted. */
async function lastChanges(entity: string, id: number): Promise<FieldChange[]> {
  const { rows } = await sql<{ changes: FieldChange[] }>`
    select changes from activities where entity_type = ${entity} and entity_id = ${id} order by id desc limit 1`.execute(
    api.db,
  );
  return rows[0]!.changes;
}
/** The fields of a record that the log holds after all acts, without empty ones. */
function fold(entries: readonly HistoryEntry[]): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const { changes } of entries.toReversed())
    for (const { field, before, after } of changes) {
      if (fields.has(field)) assert.deepEqual(before, fields.get(field), `${field} begins with its last value`);
      fields.set(field, after);
    }
  return Object.fromEntries([...fields].filter(([, after]) => after !== null));
}
async function send(session: Session, method: string, path: string, body?: object) {
  const answer = await session.call(method, path, body && { body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
/** The named fields of a line, as the log names them. */
function lineFields(prefix: string, line: { id: number } & Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [`${prefix}.${line.id}.${name}`, line[name]]));
}
function assertIncludes(actual: Record<string, unknown>, expected: Record<string, unknown>, message?: string) {
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, actual[key]])), expected, message);
}

describe('GET /history', () => {
  test('S07: needs the capability of the entity, lists id, at, user, action and changes newest first, and leaves out amounts that the caller may not see', async () => {
    const product = await createProduct(api.sales, { description: 'Carta' });
    await send(api.direction, 'PUT', `/products/${product.id}`, { description: 'Cartone', name: 'Cartone 300' });
    const [update, create] = await historyOf('products', product.id, api.warehouse);
    const { rows } = await sql<{ name: string }>`select name from users where id = ${api.direction.userId}`.execute(
      api.db,
    );
    assert.ok(Math.abs(Date.now() - Date.parse(update!.at)) < 60_000);
    assert.ok(update!.id > create!.id);
    assert.deepEqual(
      { ...update, id: 0, at: '' },
      {
        id: 0,
        at: '',
        user_id: api.direction.userId,
        user_name: rows[0]!.name,
        action: 'update',
        token_name: null,
        changes: [
          { field: 'name', before: null, after: 'Cartone 300' },
          { field: 'description', before: 'Carta', after: 'Cartone' },
        ],
      },
    );
    assert.deepEqual([create!.action, create!.user_id], ['create', api.sales.userId]);

    const secondPage = await api.admin.get(`/history/products/${product.id}?limit=1&offset=1`);
    assert.deepEqual(
      [secondPage.body.map(({ id }: HistoryEntry) => id), secondPage.headers.get('x-total-count')],
      [[create!.id], '2'],
    );

    // Each entity has the capability of its list.
    const missing = 2_000_000_000;
    for (const [entity, { needs }] of Object.entries(HISTORY_ENTITIES))
      for (const role of ROLES) {
        const { status } = await api[role].get(`/history/${entity}/${missing}`);
        assert.equal(status, roleCan(role, needs) ? 404 : 403, `${role} ${entity}`);
      }
    assert.equal(HISTORY_ENTITIES.users.needs, 'users.manage');
    assert.equal((await api.as(null).get(`/history/products/${product.id}`)).status, 401);
    for (const entity of ['views', 'constructor', 'Products', 'activities'])
      assertProblem(await api.admin.get(`/history/${entity}/${product.id}`), 404, 'NOT_FOUND');
    await send(api.direction, 'DELETE', `/products/${product.id}`);
    assertProblem(await api.admin.get(`/history/products/${product.id}`), 404, 'NOT_FOUND');

    // Amounts.
    const { order, packingList } = await deliver();
    const amounts = /(?:^|\.)(?:unit_price|price_per_pack|total|total_price|total_amount|invoice_\w+)$/;
    for (const [entity, id] of [
      ['purchase-orders', order.id],
      ['packing-lists', packingList.id],
    ] as const) {
      const seen = async (session: Session) =>
        (await historyOf(entity, id, session)).flatMap(({ changes }) => changes.map(({ field }) => field));
      const hidden = (await seen(api.sales)).filter((field) => !amounts.test(field));
      assert.ok(hidden.length > 0 && hidden.length < (await seen(api.sales)).length, entity);
      assert.deepEqual(await seen(api.warehouse), hidden, entity);
    }
  });

  test('S51: lists acts from before the upgrade with changes: []', async () => {
    const machine = await createMachine(api.direction);
    await sql`insert into activities (action, entity_type, entity_id, details, user_id)
      values ('update', 'machines', ${machine.id}, 'before the upgrade', ${api.sales.userId})`.execute(api.db);
    const [old, create] = await historyOf('machines', machine.id);
    assert.deepEqual([old!.action, old!.user_id, old!.changes], ['update', api.sales.userId, []]);
    assert.notDeepEqual(create!.changes, []);
  });

  test('lists for a batch the manual movements of its goods, and for a receipt its act', async () => {
    const { product, load, receipt, batch } = await deliver();
    await send(api.direction, 'PUT', `/stock-movements/${load.id}`, { notes: 'Contati' });
    const entries = await historyOf('batches', batch);
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['update', 'create'],
    );
    assert.deepEqual(entries[0]!.changes, [{ field: 'notes', before: null, after: 'Contati' }]);
    assertIncludes(fold(entries), { product_id: product.id, batch_number: 'L-1', quantity: 50 });
    assert.deepEqual(
      (await historyOf('goods-receipts', receipt)).map(({ action }) => action),
      ['receive'],
    );
    const { rows } = await sql<{ id: number }>`select id from batches where batch_number = '' limit 1`.execute(api.db);
    for (const { id } of rows) assert.equal((await api.admin.get(`/history/batches/${id}`)).status, 404);
  });
});

describe('the log of changes', () => {
  for (const { path, calls } of contractRegisters())
    test(`holds every field of ${path} at its creation, change and deletion`, async () => {
      const entity = path.slice(1);
      const { id } = await send(api.direction, 'POST', path, exampleBody(calls.create, 'HA'));
      await send(api.direction, 'PUT', `${path}/${id}`, exampleBody(calls.update, 'HB'));
      const record = await send(api.direction, 'GET', `${path}/${id}`);
      const fields = contentOf(record);
      assert.deepEqual(fold(await historyOf(entity, id)), fields);
      if (!calls.remove) return;
      await send(api.direction, 'DELETE', `${path}/${id}`);
      assert.deepEqual(
        Object.fromEntries(
          (await lastChanges(entity, id)).map(({ field, before, after }) => [field, after === null && before]),
        ),
        fields,
      );
    });

  test('never holds a password', async () => {
    const account = { username: 'storia', name: 'Storia', password: 'una-Parola-9', role: 'sales' };
    const { id } = await send(api.admin, 'POST', '/users', account);
    await send(api.admin, 'PUT', `/users/${id}`, { password: 'altra-Parola-9', name: 'Storico' });
    const [update, create] = await historyOf('users', id);
    assert.deepEqual(update!.changes, [{ field: 'name', before: 'Storia', after: 'Storico' }]);
    assert.deepEqual(fold([create!]), { username: 'storia', name: 'Storia', role: 'sales', is_active: true });
  });

  test('holds the settings and the company', async () => {
    await send(api.admin, 'PUT', '/settings', { scrap_percent: 7 });
    assert.deepEqual(
      (await historyOf('settings', 1))[0]!.changes.map(({ field, after }) => [field, after]),
      [['scrap_percent', 7]],
    );
    await send(api.admin, 'PUT', '/company', { city: 'Figline' });
    assert.equal((await historyOf('company', 1))[0]!.changes[0]!.after, 'Figline');
  });

  test('holds changed, added and removed lines of orders as items.<line id>.<field>', async () => {
    const [one, two] = [await createProduct(api.direction), await createProduct(api.direction)];
    const supplier = await createSupplier(api.direction);
    const customer = await createCustomer(api.direction);
    for (const [entity, created] of [
      ['purchase-orders', await createPurchaseOrder(api.direction, supplier.id, [line(one.id, 10, 2)])],
      ['customer-orders', await createCustomerOrder(api.direction, customer.id, [line(one.id, 10, 2)])],
    ] as const) {
      const [first] = created.items;
      const path = `/${entity}/${created.id}`;
      const both = [{ id: first!.id, ...line(one.id, 12, 2) }, line(two.id, 3, 1)];
      const second = (await send(api.direction, 'PUT', path, { notes: 'Urgente', items: both })).items[1];
      const changed = fold(
        [(await historyOf(entity, created.id))[0]!].map((entry) => ({ ...entry, changes: onlyNew(entry.changes) })),
      );
      assertIncludes(changed, {
        notes: 'Urgente',
        [`items.${second.id}.product_id`]: two.id,
        [`items.${second.id}.quantity`]: 3,
        [`items.${second.id}.unit_price`]: 1,
      });
      const quantity = (await lastChanges(entity, created.id)).find(
        ({ field }) => field === `items.${first!.id}.quantity`,
      );
      assert.deepEqual(quantity, { field: `items.${first!.id}.quantity`, before: 10, after: 12 });
      await send(api.direction, 'PUT', path, { items: [{ id: second.id, ...line(two.id, 3, 1) }] });
      const gone = (await lastChanges(entity, created.id)).find(({ field }) => field === `items.${first!.id}.quantity`);
      assert.deepEqual(gone, { field: `items.${first!.id}.quantity`, before: 12, after: null });
      const record = await send(api.direction, 'GET', path);
      const names = ['product_id', 'product_name', 'quantity', 'unit_price', 'total'];
      assertIncludes(fold(await historyOf(entity, created.id)), {
        notes: 'Urgente',
        total_amount: record.total_amount,
        ...lineFields('items', record.items[0], names),
      });
      await send(api.direction, 'DELETE', path);
      const deleted = new Map((await lastChanges(entity, created.id)).map(({ field, before }) => [field, before]));
      assert.deepEqual([deleted.get('notes'), deleted.get(`items.${second.id}.quantity`)], ['Urgente', 3]);
    }
  });

  test('holds enough of a deleted operation and scheduling to create them again', async () => {
    const { item, machine } = await plan();
    const job = await createScheduling(api.direction, item, machine, 4, { notes: 'Di notte' });
    await send(api.direction, 'PUT', `/production/scheduling/${job.id}`, { quantity_to_produce: 5 });
    const operation = await createOperation(api.direction, item, 4, { batch_number: 'L-77', notes: 'Bobina corta' });
    await send(api.direction, 'PUT', `/production/operations/${operation.id}`, { quantity_produced: 6 });
    assertIncludes(fold(await historyOf('production', item)), {
      total_produced: 6,
      production_status: 'in_produzione',
    });
    await send(api.direction, 'DELETE', `/production/scheduling/${job.id}`);
    const planned = new Map((await lastChanges('production', item)).map(({ field, before }) => [field, before]));
    await send(api.direction, 'DELETE', `/production/operations/${operation.id}`);
    const produced = new Map((await lastChanges('production', item)).map(({ field, before }) => [field, before]));

    const again = (values: Map<string, unknown>, list: string, id: number, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, values.get(`${list}.${id}.${name}`) ?? null]));
    const jobFields = ['order_item_id', 'machine_id', 'quantity_to_produce', 'production_time', 'notes'];
    const job2 = await send(
      api.direction,
      'POST',
      '/production/scheduling',
      again(planned, 'schedulings', job.id, jobFields),
    );
    assertIncludes(job2, {
      machine_id: machine,
      quantity_to_produce: 5,
      production_time: job.production_time,
      notes: 'Di notte',
    });
    const operationFields = [
      'order_item_id',
      'batch_number',
      'quantity_produced',
      'is_completed',
      'production_date',
      'notes',
    ];
    const body = again(produced, 'operations', operation.id, operationFields);
    const operation2 = await send(api.direction, 'POST', '/production/operations', body);
    assertIncludes(operation2, {
      batch_number: 'L-77',
      quantity_produced: 6,
      production_date: operation.production_date,
      notes: 'Bobina corta',
    });
    assert.equal(fold(await historyOf('production', item)).total_produced, 6);
  });

  test('holds the machine and places of jobs before and after a drop on the board', async () => {
    const { item, machine } = await plan();
    const other = await createMachine(api.direction);
    const moved = await createScheduling(api.direction, item, machine, 2);
    const stayed = await createScheduling(api.direction, item, other.id, 3);
    const board = { machine_id: other.id, schedulings: [moved.id, stayed.id], taken: [moved.id] };
    await send(api.direction, 'PUT', '/production/board', board);
    const [move] = await historyOf('production', item);
    assert.deepEqual(
      [move!.action, move!.changes],
      ['move-scheduling', [{ field: `schedulings.${moved.id}.machine_id`, before: machine, after: other.id }]],
    );
    const { rows } = await sql<{ changes: FieldChange[] }>`
      select changes from activities where action = 'order-board' order by id desc limit 1`.execute(api.db);
    assert.deepEqual(rows[0]!.changes, [
      { field: `schedulings.${moved.id}.machine_id`, before: machine, after: other.id },
      { field: `schedulings.${moved.id}.position`, before: null, after: 1 },
      { field: `schedulings.${stayed.id}.position`, before: null, after: 2 },
    ]);
  });

  test('holds the priorities of items and of the lines of an order', async () => {
    const { item, orderId } = await plan();
    await send(api.direction, 'PUT', `/customer-orders/items/${item}/priority`, { priority: 'alta' });
    const [ofItem] = await historyOf('production', item);
    assert.deepEqual(ofItem!.changes, [{ field: 'item_priority', before: 'standard', after: 'alta' }]);
    await send(api.direction, 'PUT', `/customer-orders/${orderId}/priority`, { priority: 'media' });
    const [ofOrder] = await historyOf('customer-orders', orderId);
    assert.deepEqual(ofOrder!.changes, [{ field: `items.${item}.item_priority`, before: 'alta', after: 'media' }]);
  });

  test('holds the steps of purchase orders, packing lists and invoices', async () => {
    await completeCompany(api.admin);
    const { order, packingList } = await deliver();
    const [received] = await historyOf('purchase-orders', order.id);
    const { id: lineId } = order.items[0]!;
    assert.deepEqual(received!.changes, [
      { field: 'status', before: 'notReceived', after: 'partiallyReceived' },
      { field: `items.${lineId}.received_quantity`, before: 0, after: 4 },
      { field: `items.${lineId}.status`, before: 'notReceived', after: 'partiallyReceived' },
    ]);
    const invoice = await createInvoice(api.direction, packingList.id);
    await send(api.direction, 'PUT', `/invoices/${invoice.id}/status`, { status: 'sent' });
    const sent = fold(await historyOf('invoices', invoice.id));
    const stored = await send(api.direction, 'GET', `/invoices/${invoice.id}`);
    assertIncludes(sent, {
      status: 'sent',
      invoice_number: stored.invoice_number,
      due_date: stored.due_date,
      total_amount: stored.total_amount,
    });
    const note = await send(api.direction, 'POST', `/invoices/${invoice.id}/credit-note`, {});
    assert.deepEqual((await historyOf('invoices', invoice.id))[0]!.changes[0], {
      field: 'status',
      before: 'sent',
      after: 'cancelled',
    });
    assert.equal(fold(await historyOf('invoices', note.id)).invoice_number, note.invoice_number);
    await send(api.direction, 'DELETE', `/packing-lists/${packingList.id}`);
    assert.deepEqual((await historyOf('packing-lists', packingList.id))[0]!.changes, [
      { field: 'status', before: 'issued', after: 'cancelled' },
    ]);
  });
});

function line(product_id: number, quantity: number, unit_price: number) {
  return { product_id, quantity, unit_price };
}
/** The changes of one act without the old values. */
function onlyNew(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => ({ ...change, before: null }));
}
/** The fields of a record that the log holds. */
function contentOf(record: Record<string, unknown>): Record<string, unknown> {
  const audit = /^(?:id|version|(?:created|modified|deleted)_\w+|has_batches|has_expiry)$/;
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => value !== null && !audit.test(key)));
}
async function plan() {
  const customer = await createCustomer(api.direction);
  const product = await createProduct(api.direction, { has_batch: true });
  const order = await createCustomerOrder(api.direction, customer.id, [line(product.id, 10, 2)]);
  const machine = await createMachine(api.direction);
  return { item: order.items[0]!.id, orderId: order.id, machine: machine.id };
}
/** A purchase order with a receipt, and goods with a batch that a packing list delivers. */
async function deliver() {
  const product = await createProduct(api.direction, { has_batch: true });
  const plain = await createProduct(api.direction);
  const warehouse = await createWarehouse(api.direction);
  const supplier = await createSupplier(api.direction);
  const order = await createPurchaseOrder(api.direction, supplier.id, [line(plain.id, 10, 1.5)]);
  const { receipt_id } = await send(api.direction, 'POST', '/goods-receipts/receive', {
    document_number: `DDT ${order.id}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 4, warehouse_id: warehouse.id }],
  });
  const load = await createMovement(api.direction, loadBody(product.id, warehouse.id, 50, { batch_number: 'L-1' }));
  const { rows } = await sql<{
    id: number;
  }>`select id from batches where product_id = ${product.id} and batch_number = 'L-1'`.execute(api.db);
  const customer = await createCustomer(api.direction);
  const sold = await createCustomerOrder(api.direction, customer.id, [line(product.id, 5, 3)]);
  const packingList = await createPackingList(api.direction, {
    customer_id: customer.id,
    order_id: sold.id,
    items: [{ order_item_id: sold.items[0]!.id, quantity: 5, warehouse_id: warehouse.id, batch_number: 'L-1' }],
  });
  return { product, load, order, packingList, receipt: receipt_id as number, batch: rows[0]!.id };
}
