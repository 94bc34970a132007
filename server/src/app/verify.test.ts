import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { Client } from 'pg';
import { startApi } from '../testing/api.ts';
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
import { withoutLastMigration, withUnknownMigration } from '../testing/older-schema.ts';
import { findDifferences } from './differences.ts';

const api = startApi();

/** An example of all redundant data: movements changed and deleted, an order received in part. */
async function work() {
  const product = await createProduct(api.admin, { has_batch: true });
  const [here, there] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
  const load = await createMovement(api.admin, loadBody(product.id, here.id, 10.5, { batch_number: 'L1' }));
  await createMovement(
    api.admin,
    loadBody(product.id, here.id, 2, { batch_number: 'L1', movement_type: 'T', destination_warehouse_id: there.id }),
  );
  await api.admin.put(`/stock-movements/${load.id}`, { quantity: 12, movement_date: '2026-01-05' });
  const gone = await createMovement(api.admin, loadBody(product.id, there.id, 1, { batch_number: 'L2' }));
  await api.admin.delete(`/stock-movements/${gone.id}`);
  const supplier = await createSupplier(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity: 3.333, unit_price: 1.11111 },
  ]);
  const received = {
    order_item_id: order.items[0]!.id,
    quantity: 2,
    warehouse_id: here.id,
    batches: [{ batch_number: 'L3', quantity: 2 }],
  };
  assert.equal(
    (
      await api.admin.post('/goods-receipts/receive', {
        document_number: '1',
        document_date: '2026-01-01',
        order_id: order.id,
        items: [received],
      })
    ).status,
    201,
  );
  await bill(supplier.id, here.id);
  await produce(product.id, here.id);
  await runMachine(here.id);
  await sell();
  await runWithCosts(order.id, here.id);
}

/** A run with a received batch, an unused reel without a price, two outputs of an order line, times, and sold waste; ended, with its costs. */
async function runWithCosts(purchase: number, warehouse: number) {
  const put = async (path: string, body: object) => assert.equal((await api.admin.put(path, body)).status, 200);
  const post = async (path: string, body: object) => {
    const answer = await api.admin.post(path, body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  await put('/settings', { wages_per_hour: 20, waste_price_per_kg: 0.05 });
  const machine = await createMachine(api.admin, { cost_per_hour: 33.33, people: 1 });
  const { items } = (await api.admin.get(`/purchase-orders/${purchase}`)).body;
  const roll = await createProduct(api.admin, { has_batch: true });
  const order = await createCustomerOrder(api.admin, (await createCustomer(api.admin)).id, [
    { product_id: roll.id, quantity: 30, unit_price: 10 },
  ]);
  const { id } = await post('/runs', { machine_id: machine.id, setup_minutes: 10 });
  const { id: batch_id } = await api.db
    .selectFrom('batches')
    .select('id')
    .where('product_id', '=', items[0].product_id)
    .where('batch_number', '=', 'L3')
    .executeTakeFirstOrThrow();
  await post(`/runs/${id}/inputs`, { batch_id, quantity: 1.5, warehouse_id: warehouse });
  const paper = await createProduct(api.admin, { has_batch: true, is_reel: true, peso_carta: 80 });
  const opening = await createMovement(api.admin, loadBody(paper.id, warehouse, 10, { batch_number: 'UNUSED' }));
  const split = { batch_id: opening.batch_id, warehouse_id: warehouse, quantity: 10 };
  const { reels } = await post('/reels/split', { ...split, reels: [{ width_mm: 500, kg: 10 }] });
  const unused = await post(`/runs/${id}/inputs`, { batch_id: reels[0].batch_id });
  await put(`/runs/${id}/inputs/${unused.id}`, { kg: 10 });
  for (const [batch_number, quantity] of [
    ['C1', 1.25],
    ['C2', 0.1],
  ])
    await post(`/runs/${id}/outputs`, { order_item_id: order.items[0]!.id, batch_number, quantity });
  await post(`/runs/${id}/wastes`, { kind: 'trim', kg: 0.15 });
  await post(`/runs/${id}/end`, {});
  await createOperation(api.admin, order.items[0]!.id, 1, { batch_number: 'C3', is_completed: true });
  const load = { itemId: order.items[0]!.id, warehouseId: warehouse, quantity: 2.35, batch_number: 'C9' };
  await post('/production/load-to-warehouse', load);
}

/** An ended run with a returned reel, ink, an output that was loaded at once and one that was taken back. */
async function runMachine(warehouse: number) {
  const paper = await createProduct(api.admin, { has_batch: true, is_reel: true, peso_carta: 80 });
  const ink = await createProduct(api.admin, { has_batch: true });
  const film = { has_batch: true, is_reel: true, unit_of_measure: 'm', spessore_film: 40 };
  const { id: film_id } = await createProduct(api.admin, film);
  const load = (product: number, batch_number: string) =>
    createMovement(api.admin, loadBody(product, warehouse, 100, { batch_number }));
  const whole = await load(paper.id, 'RUN');
  const pot = await load(ink.id, 'INK');
  const post = async (url: string, body: object) => {
    const answer = await api.admin.post(url, body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const split = {
    batch_id: whole.batch_id,
    warehouse_id: warehouse,
    quantity: 100,
    reels: [{ width_mm: 1000, kg: 100 }],
  };
  const { reels } = await post('/reels/split', split);
  const run = await post('/runs', { machine_id: (await createMachine(api.admin)).id });
  const input = await post(`/runs/${run.id}/inputs`, { batch_id: reels[0].batch_id });
  await post(`/runs/${run.id}/inputs`, { batch_id: pot.batch_id, quantity: 3 });
  const made = { product_id: ink.id, warehouse_id: warehouse, quantity: 5 };
  await post(`/runs/${run.id}/outputs`, { ...made, batch_number: 'MADE' });
  await post(`/runs/${run.id}/outputs`, {
    product_id: film_id,
    warehouse_id: warehouse,
    reels: [{ width_mm: 600, m: 500 }],
  });
  const { outputs } = await post(`/runs/${run.id}/outputs`, { ...made, batch_number: 'WRONG' });
  await post(`/runs/${run.id}/outputs`, { ...made, batch_number: 'AFTER' });
  assert.equal((await api.admin.delete(`/runs/${run.id}/outputs/${outputs[0].id}`)).status, 204);
  assert.equal((await api.admin.put(`/runs/${run.id}/inputs/${input.id}`, { kg: 30 })).status, 200);
  await post(`/runs/${run.id}/end`, {});
  const can = await load(ink.id, 'INK-2');
  const items = [pot, can].map(({ batch_id }) => ({ batch_id, quantity: 4 }));
  await post('/pallets', { product_id: ink.id, warehouse_id: warehouse, batch_number: 'PALLET', items });
}

/** A part of a receipt is billed, besides a line that is not goods, and the invoice is accepted. */
async function bill(supplier_id: number, warehouse_id: number) {
  const { id: product_id } = await createProduct(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier_id, [{ product_id, quantity: 2, unit_price: 2 }]);
  const receipt = { document_number: 'D9', document_date: '2026-01-01', order_id: order.id };
  const items = [{ order_item_id: order.items[0]!.id, quantity: 2, warehouse_id }];
  assert.equal((await api.admin.post('/goods-receipts/receive', { ...receipt, items })).status, 201);
  const goods = { description: 'Carta', product_id, quantity: 1.5, unit_price: 2, vat_rate: 22, ddt_number: 'D9' };
  const { body, status } = await api.admin.post('/purchase-invoices', {
    supplier_id,
    number: 'FA-9',
    document_date: '2026-01-02',
    lines: [goods, { description: 'Trasporto', unit_price: 10, vat_rate: 22 }],
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.lines[0].matched_quantity, 1.5);
  assert.equal((await api.admin.put(`/purchase-invoices/${body.id}/accept`, {})).status, 200);
}

/**
 * A line produced in two batches, scheduled, loaded, unloaded and loaded again; another line with a forced
 * completion, and a third one that is closed.
 */
async function produce(product: number, warehouse: number) {
  const line = { product_id: product, quantity: 10, unit_price: 1.005 };
  const { id, items } = await createCustomerOrder(api.admin, (await createCustomer(api.admin)).id, [line, line, line]);
  const [first, second] = [items[0]!.id, items[1]!.id];
  await createScheduling(api.admin, first, (await createMachine(api.admin)).id, 4.5);
  await createOperation(api.admin, first, 6);
  await createOperation(api.admin, first, 4, { batch_number: 'L9' });
  const load = () =>
    api.admin.post('/production/load-to-warehouse', { itemId: first, warehouseId: warehouse, quantity: 9 });
  await load();
  await api.admin.delete(`/production/load-to-warehouse/${first}`);
  assert.equal((await load()).status, 201);
  assert.equal((await api.admin.post(`/production/force-completion/${second}`, {})).status, 200);
  const closed = await api.admin.put(`/customer-orders/${id}/closed-lines`, { items: [items[2]!.id] });
  assert.equal(closed.status, 200, JSON.stringify(closed.body));
}

/** Two packing lists with goods of two batches: one cancelled; one invoiced, credited, invoiced again and partly paid. */
async function sell() {
  await completeCompany(api.admin);
  const { id: product } = await createProduct(api.admin, { has_batch: true });
  const { id: warehouse } = await createWarehouse(api.admin);
  for (const batch_number of ['V1', 'V2'])
    await createMovement(api.admin, loadBody(product, warehouse, 5, { batch_number }));
  const { id: customer_id } = await createCustomer(api.admin);
  const order = await createCustomerOrder(api.admin, customer_id, [
    { product_id: product, quantity: 20, unit_price: 0.335 },
  ]);
  const pack = (quantity: number) =>
    createPackingList(api.admin, {
      customer_id,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id: warehouse }],
    });
  const cancelled = await pack(3);
  await api.admin.delete(`/packing-lists/${cancelled.id}`);
  const { id } = await pack(7.5);
  const send = async () => {
    const invoice = await createInvoice(api.admin, id);
    assert.equal((await api.admin.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
    return invoice.id;
  };
  assert.equal((await api.admin.post(`/invoices/${await send()}/credit-note`, {})).status, 201);
  const invoice_id = await send();
  const { invoice_date: day } = (await api.admin.get(`/invoices/${invoice_id}`)).body;
  const pay = async () => {
    const body = { customer_id, day, amount: 1, allocations: [{ invoice_id, amount: 1 }] };
    const payment = await api.admin.post('/payments', body);
    assert.equal(payment.status, 201, JSON.stringify(payment.body));
    return payment.body.id;
  };
  assert.equal((await api.admin.delete(`/payments/${await pay()}`)).status, 204);
  await pay();
  await collect(invoice_id, customer_id);
  await creditInPart({ customer_id, product, warehouse });
}

/** The rest of an invoice is collected by a bank slip, returned unpaid, and collected again. */
async function collect(invoice: number, customer: number) {
  await api.admin.put('/company', { iban: 'IT60X0542811101000000123456', sia_code: 'A1B2C' });
  await api.admin.put(`/customers/${customer}`, { vat_number: '00743110157', abi: '03069', cab: '09606' });
  for (const states of [
    ['presented', 'credited', 'unpaid'],
    ['presented', 'credited'],
  ]) {
    const slip = await api.admin.post('/bank/slips', { kind: 'riba', ids: [invoice] });
    assert.equal(slip.status, 201, JSON.stringify(slip.body));
    for (const state of states) {
      const { status, body } = await api.admin.put(`/bank/slips/${slip.body.id}`, { state });
      assert.equal(status, 200, JSON.stringify(body));
    }
  }
}

/** An invoice of two packing lists, credited by quantity with goods back and by amount. */
async function creditInPart(given: { customer_id: number; product: number; warehouse: number }) {
  const { customer_id, product, warehouse } = given;
  for (const batch_number of ['W1', 'W2'])
    await createMovement(api.admin, loadBody(product, warehouse, 4, { batch_number }));
  const packed = async (customer_order_number: string) => {
    const items = [{ product_id: product, quantity: 4, unit_price: 2.345 }];
    const order = await createCustomerOrder(api.admin, customer_id, items, { customer_order_number });
    const line = { order_item_id: order.items[0]!.id, quantity: 4, warehouse_id: warehouse };
    return (await createPackingList(api.admin, { customer_id, order_id: order.id, items: [line] })).id;
  };
  const packing_list_ids = [await packed('A1'), await packed('A2')];
  const { body: draft } = await api.admin.post('/invoices/from-packing-lists', { packing_list_ids });
  const { body: invoice } = await api.admin.put(`/invoices/${draft.id}/status`, { status: 'sent' });
  const credit = async (items: object[], goods_back: boolean) => {
    const { status, body } = await api.admin.post(`/invoices/${draft.id}/credit-note`, { items, goods_back });
    assert.equal(status, 201, JSON.stringify(body));
  };
  const [first, second] = invoice.items;
  await credit([{ invoice_item_id: first.id, quantity: 1.5 }], true);
  await credit([{ invoice_item_id: second.id, amount: 3.33 }], false);
  await credit([{ invoice_item_id: second.id, quantity: 4 }], true);
}

/** The differences found after a statement, which is rolled back. */
async function foundAfter(statement: string): Promise<string[]> {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    for (const table of [
      'stock_entries',
      'packing_lists',
      'packing_list_items',
      'invoices',
      'invoice_items',
      'invoice_packing_lists',
      'returned_goods',
      'invoice_instalments',
      'payments',
      'payment_allocations',
      'purchase_invoices',
      'purchase_invoice_lines',
      'purchase_invoice_vat',
      'purchase_invoice_instalments',
      'bank_slips',
      'bank_slip_items',
    ])
      await client.query(`alter table ${table} disable trigger user`);
    await client.query(statement);
    return [...new Set((await findDifferences(client)).map(({ check }) => check))];
  } finally {
    await client.end();
  }
}

describe('npm run verify', () => {
  before(work);
  const run = () =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'verify.ts')], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: api.databaseUrl },
    });

  test('finds no difference in booked data', () => {
    const { status, stdout, stderr } = run();
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^All agree: 75 checks\.\nchain head [0-9a-f]{64}\n$/);
  });
  test('refuses the schema of another version, and seals nothing', async () => {
    const countLinks = () =>
      api.db
        .selectFrom('chain')
        .select(({ fn }) => fn.countAll().as('links'))
        .execute();
    await createProduct(api.admin);
    const links = await countLinks();
    await withUnknownMigration(api.databaseUrl, async () => {
      const { status, stderr } = run();
      assert.equal(status, 2);
      assert.match(stderr, /newer than this version .*\(from_tomorrow\).*use the version that migrated it/);
    });
    await withoutLastMigration(api.databaseUrl, async () => {
      const { status, stderr } = run();
      assert.equal(status, 2);
      assert.match(stderr, /older than this version .*start this version once/);
    });
    assert.deepEqual(await countLinks(), links);
  });
  /** Links of batches, the weights and costs of runs, and margins. */
  const craftCorruptions: [string, string, string[]][] = [
    [
      'the cost of an input',
      'update run_inputs set unit_cost = unit_cost + 100',
      ['run: the cost of its outputs', 'customer order line: the cost of its margin'],
    ],
    [
      'the cost of an hour',
      'update production_runs set cost_per_hour = 40',
      ['run: the cost of its outputs', 'customer order line: the cost of its margin'],
    ],
    [
      'the cost of an output',
      'update run_outputs set cost = cost + 0.01 where id = (select max(id) from run_outputs)',
      ['run: the cost of its outputs', 'customer order line: the cost of its margin', 'batch cost: that of its runs'],
    ],
    [
      'the cost of a batch that a run made',
      `update batch_costs set unit_cost = unit_cost + 0.00001 where source = 'run'`,
      ['batch cost: that of its runs'],
    ],
    [
      'the quantity of a run input',
      'alter table run_inputs disable trigger user; update run_inputs set quantity = 4, kg = 4 where not is_reel',
      [
        'run input: the movements that booked it',
        'run: the cost of its outputs',
        'customer order line: the cost of its margin',
      ],
    ],
    [
      'the input of a consumption',
      'delete from run_input_movements where input_id = (select max(input_id) from run_input_movements)',
      ['run input: the movements that booked it', 'consumption: the input that booked it'],
    ],
    [
      'the weight of a run input',
      'alter table run_inputs disable trigger user; update run_inputs set kg = 4 where not is_reel',
      ['run input: its weight'],
    ],
    [
      'the missing weight of a run input',
      'alter table run_inputs disable trigger user; update run_inputs set kg = null where is_reel',
      ['run input: its weight'],
    ],
    [
      'the weight of a run output',
      `alter table run_outputs disable trigger user;
        update run_outputs set kg = kg + 0.001 where product_id in (select id from products where unit_of_measure = 'm')`,
      ['run output: its weight'],
    ],
    [
      'a reel on a machine without a run',
      'update reels set machine_id = (select min(id) from machines), mounted_at = now()',
      ['mounted reel: the input of an open run'],
    ],
    [
      'a run output',
      'alter table run_outputs disable trigger user; update run_outputs set quantity = 6 where undone_at is null',
      ['run output: its weight', 'run output: its operation or its load', 'batch cost: that of its runs'],
    ],
    [
      'the code of a reel',
      `alter table reels drop constraint reels_batch_id_product_id_code_fkey; alter table reels disable trigger user;
        update reels set code = code || 'X'`,
      ['reel: the number of its batch'],
    ],
    [
      'a reading of a reel',
      `alter table reel_readings disable trigger user; update reel_readings set quantity_after = quantity_after - 1 where kind = 'return'`,
      ['reel: its readings and its counts and consumption'],
    ],
    [
      'a link of a split that was undone',
      `update batch_links set undone_at = now() where source = 'split' and undone_at is null`,
      ['split: loads within 0.001 of the unload'],
    ],
    [
      'a link of a pallet that was undone',
      `update batch_links set undone_at = now() where id = (select max(id) from batch_links where source = 'pallet')`,
      ['pallet: the sum of its parts'],
    ],
    [
      'the cost of a received batch',
      `update batch_costs set unit_cost = unit_cost + 1 where source = 'receipt'`,
      ['batch cost: the average of its receipts and their invoices'],
    ],
    ['the diameter of a reel', 'update reels set od_mm = 1000', ['reel: its diameter as last measured']],
    [
      'the cost of a reel that was split off',
      `insert into batch_costs (batch_id, unit_cost, currency, source)
        select output_batch, 3, 'EUR', 'receipt' from batch_links where source = 'split'
        on conflict (batch_id) do update set unit_cost = 3, currency = 'EUR'`,
      ['batch cost: the average of what it was split from or palletized of'],
    ],
    [
      'the cost of a pallet',
      `insert into batch_costs (batch_id, unit_cost, currency, source)
        select distinct output_batch, 3, 'EUR', 'receipt' from batch_links where source = 'pallet'`,
      ['batch cost: the average of what it was split from or palletized of'],
    ],
    [
      'the missing cost of a batch that a run made',
      `delete from batch_costs where batch_id = (select min(batch_id) from batch_costs where source = 'run' and unit_cost is not null)`,
      ['batch cost: that of its runs'],
    ],
    [
      'a link of a split to a stranger',
      `insert into batch_links (input_batch, output_batch, source, source_id)
        select input_batch, (select min(id) from batches), source, source_id from batch_links where source = 'split'`,
      ['split or pallet link: the movements that it joins'],
    ],
    [
      'a link of a load that is gone',
      `update batch_links set undone_at = now() where source = 'load' and undone_at is null`,
      ['load link: what runs made of its line'],
    ],
    [
      'a link of a run that was undone',
      `update batch_links set undone_at = now() where source = 'run' and undone_at is null`,
      ['run link: each output and what it descends from'],
    ],
    [
      'a link of a run between strangers',
      `insert into batch_links (input_batch, output_batch, source, source_id)
        select distinct output_batch, input_batch, source, source_id from batch_links where source = 'run'`,
      ['run link: an input and an output of its run'],
    ],
    [
      'a link of a load that was undone',
      `insert into batch_links (input_batch, output_batch, source, source_id)
        select 1, 2, 'load', id from production_loads where undone_at is not null limit 1`,
      ['load link: a load that stands'],
    ],
  ];
  const corruptions: [string, string, string[]][] = [
    [
      'a balance',
      'update stock_balances set quantity = quantity + 1 where id = 1',
      ['stock balance: the sum of its entries'],
    ],
    [
      'the total of a month',
      'update stock_months set quantity = quantity + 1 where ctid = (select min(ctid) from stock_months)',
      ['stock of a month: the sum of its entries'],
    ],
    [
      'the number of movements of a day',
      'update stock_movement_counts set movements = movements + 1 where ctid = (select min(ctid) from stock_movement_counts)',
      ['number of stock movements: the movements of their day'],
    ],
    [
      'an entry',
      `insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity)
      select movement_id, '2025-01-01', product_id, warehouse_id, batch_id, -0.5 from stock_entries order by id limit 1`,
      [
        'stock balance: the sum of its entries',
        'stock of a month: the sum of its entries',
        'stock at the end of a day: never below zero',
        'stock movement: its entries',
      ],
    ],
    [
      'a movement',
      'update stock_movements set quantity = quantity + 0.00001 where id = 1',
      ['stock movement: its entries'],
    ],
    [
      'a received quantity',
      'update purchase_order_items set received_quantity = 2.5',
      ['purchase order line: received quantity'],
    ],
    [
      'the line of a receipt',
      'update goods_receipt_items set quantity = 1.5',
      ['purchase order line: received quantity', 'receipt line: loaded quantity'],
    ],
    [
      'the total of a line',
      'update purchase_order_items set total = total + 0.0001',
      ['purchase order line: quantity times price', 'purchase order: the sum of its lines'],
    ],
    [
      'the total of an order',
      'update purchase_orders set total_amount = total_amount + 0.0001',
      ['purchase order: the sum of its lines'],
    ],
    [
      'the amount of a purchase invoice line',
      'update purchase_invoice_lines set net_amount = net_amount + 0.01 where receipt_item_id is null',
      ['purchase invoice: net amount and its lines'],
    ],
    [
      'the VAT of a purchase invoice',
      'update purchase_invoice_vat set vat_amount = vat_amount + 0.01',
      ['purchase invoice: its sums by VAT rate', 'VAT register of purchases: the amounts of its documents'],
    ],
    [
      'an instalment of a purchase invoice',
      'update purchase_invoice_instalments set amount = amount + 0.01',
      ['purchase invoice: its instalments'],
    ],
    [
      'the quantity that a purchase invoice bills',
      'update purchase_invoice_lines set matched_quantity = 1000 where receipt_item_id is not null',
      ['purchase invoice: quantity billed of a receipt'],
    ],
    [
      'the product of a billed receipt',
      'update purchase_invoice_lines set product_id = (select max(id) from products) where receipt_item_id is not null',
      ['purchase invoice: supplier and product of a billed receipt'],
    ],
    ['the status of an order', `update purchase_orders set status = 'notReceived'`, ['purchase order: its status']],
    [
      'the total of a customer order line',
      'update customer_order_items set total = total + 0.01',
      ['customer order line: quantity times price', 'customer order: the sum of its lines'],
    ],
    [
      'the total of a customer order',
      'update customer_orders set total_amount = total_amount + 0.01',
      ['customer order: the sum of its lines'],
    ],
    [
      'an operation, behind its trigger',
      'alter table production_operations disable trigger user; update production_operations set quantity_produced = quantity_produced + 1',
      ['customer order line: produced quantity', 'run output: its operation or its load'],
    ],
    [
      'a production status',
      `alter table customer_order_items disable trigger user; update customer_order_items set production_status = 'da_produrre'`,
      ['customer order line: its production status'],
    ],
    [
      'a scheduled quantity',
      'update customer_order_items set scheduled_quantity = 5 where scheduled_quantity > 0',
      ['customer order line: scheduled quantity'],
    ],
    [
      'a loaded quantity',
      'update customer_order_items set loaded_quantity = 5 where loaded_quantity = 9',
      ['customer order line: loaded quantity'],
    ],
    [
      'a production load',
      'update production_loads set quantity = 8 where quantity = 9 and undone_at is null',
      ['customer order line: loaded quantity', 'production load: moved quantity'],
    ],
    [
      'a delivered quantity',
      'update customer_order_items set delivered_quantity = 8 where delivered_quantity = 7.5',
      ['customer order line: delivered quantity'],
    ],
    [
      'an invoiced quantity',
      'update customer_order_items set invoiced_quantity = 7 where invoiced_quantity = 7.5',
      ['customer order line: invoiced quantity'],
    ],
    [
      'the quantity of a packed item',
      'update packing_list_items set quantity = 2.4, total_price = 0.80 where quantity = 2.5',
      [
        'customer order line: delivered quantity',
        'packing list item: unloaded quantity',
        'packing list line: quantity times price',
        'packing list: the sum of its items',
        'invoice line: packed quantity',
        'credit note: goods back above what left',
      ],
    ],
    [
      'the batch of a packed item',
      `update packing_list_items set batch_number = 'V9' where quantity = 2.5`,
      ['packing list item: unloaded quantity', 'credit note: goods that came back'],
    ],
    [
      'the movement of a sale, which names another document',
      `update stock_movements set document_number = 'DDT-2026/99999' where source_type = 'SO' and deleted_at is null`,
      ['packing list item: unloaded quantity', 'credit note: goods that came back'],
    ],
    [
      'a movement of a sale without its packing list',
      `insert into stock_movements (movement_type, source_type, movement_date, product_id, batch_id, warehouse_id, quantity)
        select 'S', 'SO', movement_date, product_id, batch_id, warehouse_id, 1 from stock_movements limit 1`,
      ['stock movement: its entries', 'packing list item: unloaded quantity'],
    ],
    [
      'a packing list that is no longer cancelled',
      `update packing_lists set status = 'issued', cancelled_at = null where status = 'cancelled'`,
      ['customer order line: delivered quantity', 'packing list item: unloaded quantity'],
    ],
    [
      'the total of a packed item',
      'update packing_list_items set total_price = total_price + 0.01 where quantity = 2.5',
      ['packing list line: quantity times price', 'packing list: the sum of its items'],
    ],
    [
      'the total of a packing list',
      'update packing_lists set total_amount = total_amount + 0.01',
      ['packing list: the sum of its items'],
    ],
    [
      'the invoice of a packing list',
      'update packing_lists set invoice_id = null',
      ['packing list: its active invoice'],
    ],
    [
      'the quantity of an invoiced line',
      `update invoice_items set quantity = 7.6, net_amount = 2.55, vat_amount = 0.56, total_price = 3.11
        where invoice_id = (select max(id) from invoices where type = 'invoice' and packing_list_id is not null)`,
      [
        'customer order line: invoiced quantity',
        'invoice line: packed quantity',
        'invoice: the sum of its lines',
        'VAT register of sales: the amounts of its documents',
      ],
    ],
    [
      'the net of an invoiced line',
      `update invoice_items set net_amount = net_amount + 0.01, total_price = total_price + 0.01
        where invoice_id = (select max(id) from invoices where type = 'invoice' and packing_list_id is not null)`,
      [
        'invoice line: quantity times price',
        'invoice: the sum of its lines',
        'VAT register of sales: the amounts of its documents',
      ],
    ],
    [
      'the VAT of an invoiced line',
      `update invoice_items set vat_amount = vat_amount + 0.01, total_price = total_price + 0.01
        where invoice_id = (select max(id) from invoices where type = 'invoice' and packing_list_id is not null)`,
      [
        'invoice: VAT of each rate',
        'invoice: the sum of its lines',
        'VAT register of sales: the amounts of its documents',
      ],
    ],
    [
      'the total of an invoice',
      `update invoices set net_amount = net_amount + 1, total_amount = total_amount + 1 where id = (select max(id) from invoices where type = 'invoice' and packing_list_id is not null)`,
      [
        'invoice: the sum of its lines',
        'invoice: its instalments',
        'invoice: paid, credited, open and state',
        'VAT register of sales: the amounts of its documents',
      ],
    ],
    [
      'the customer of a credit note',
      `update invoices set customer_id = customer_id - 1 where type = 'credit_note'`,
      ['invoice: its packing lists'],
    ],
    [
      'the packing list of an invoice',
      `update invoices set packing_list_number = 'DDT' where packing_list_id is null and type = 'invoice'`,
      ['invoice: its packing lists'],
    ],
    [
      'the line that a credit note credits',
      `update invoice_items set credited_item_id = null where id = (select min(id) from invoice_items where credited_item_id is not null and quantity = 1.5)`,
      ['credit note: the line that it credits'],
    ],
    [
      'the quantity of a credited line',
      `update invoice_items set quantity = 1.6 where credited_item_id is not null and quantity = 1.5`,
      ['credit note: net amount of a line', 'credit note: goods back above what left'],
    ],
    [
      'a credit above the line',
      `update invoice_items set quantity = 9 where credited_item_id is not null and quantity = 4`,
      [
        'credit note: net amount of a line',
        'invoice line: credited above its quantity or amount',
        'credit note: goods back above what left',
      ],
    ],
    [
      'the VAT of a credit note',
      `update invoice_items set vat_amount = vat_amount - 0.01, total_price = total_price - 0.01 where credited_item_id is not null and quantity is null`,
      [
        'invoice: the sum of its lines',
        'credit note: VAT of each rate',
        'VAT register of sales: the amounts of its documents',
      ],
    ],
    [
      'an invoice that its credit note did not cancel',
      `update invoices set total_amount = total_amount + 1, net_amount = net_amount + 1 where status = 'cancelled'`,
      [
        'invoice: the sum of its lines',
        'invoice: cancelled by its credit note',
        'invoice: its instalments',
        'VAT register of sales: the amounts of its documents',
      ],
    ],
    [
      'the quantity of goods that came back',
      `update returned_goods set quantity = quantity + 1 where quantity = 1.5`,
      ['credit note: goods that came back', 'credit note: goods back above what left'],
    ],
    [
      'goods that came back without a credit note',
      `delete from returned_goods where quantity = 1.5`,
      ['credit note: goods that came back', 'credit note: goods back above what left'],
    ],
    [
      'a number that is left out',
      `update packing_lists set packing_list_number = regexp_replace(packing_list_number, '.$', '9') where status = 'cancelled'`,
      ['numbers: consecutive'],
    ],
    ['a counter', `update number_series set last = last + 1 where kind = 'NC'`, ['numbers: consecutive']],
    [
      'the date of an invoice',
      `update invoices set invoice_date = invoice_date + 1, due_date = due_date + 2 where id = (select min(id) from invoices)`,
      ['invoice: its instalments', 'numbers: ascending dates'],
    ],
    [
      'what is open of an invoice',
      `update invoices set open_amount = open_amount - 0.01 where open_amount > 0`,
      ['invoice: paid, credited, open and state'],
    ],
    [
      'the next due date of an invoice',
      `update invoices set next_due_date = next_due_date + 1 where next_due_date is not null`,
      ['invoice: paid, credited, open and state'],
    ],
    [
      'an instalment',
      `update invoice_instalments set amount = amount + 1 where invoice_id = (select max(invoice_id) from invoice_instalments)`,
      ['invoice: its instalments'],
    ],
    [
      'an allocation',
      `update payment_allocations set amount = amount + 1 where id = (select max(id) from payment_allocations)`,
      ['invoice: paid, credited, open and state', 'payment: its allocations'],
    ],
    [
      'the amount of an item of a bank slip',
      `update bank_slip_items set amount = amount + 1 where id = (select max(id) from bank_slip_items)`,
      ['bank slip: the payment of each item'],
    ],
    [
      'an unpaid item of a bank slip',
      `update bank_slip_items set state = 'unpaid' where id = (select max(id) from bank_slip_items)`,
      ['bank slip: the payment of each item'],
    ],
    [
      'the currency of a payment',
      `update payments set currency = 'USD' where id = (select max(payment_id) from payment_allocations)`,
      ['bank slip: the payment of each item', 'payment: its allocations'],
    ],
    ['a reversal', `update payments set amount = amount + 1 where reverses is not null`, ['payment: its reversal']],
  ];
  for (const [what, statement, found] of corruptions)
    test(`finds ${what} after tampering`, async () => assert.deepEqual(await foundAfter(statement), found));
  for (const [what, statement, found] of craftCorruptions)
    test(`V33 finds ${what} after tampering`, async () => assert.deepEqual(await foundAfter(statement), found));

  test('exits with 1 and names the row when there is a difference', async () => {
    const { order_number } = await api.db
      .updateTable('purchase_orders')
      .set({ total_amount: '1' })
      .where('id', '=', 1)
      .returning('order_number')
      .executeTakeFirstOrThrow();
    const { status, stdout } = run();
    assert.deepEqual(
      [status, stdout.replace(/chain head [0-9a-f]{64}\n$/, '')],
      [
        1,
        `purchase order: the sum of its lines · order ${order_number}: stored 1.0000, computed 3.7033\n1 differences.\n`,
      ],
    );
  });

  test('V33 names each wrong link, weight, cost and margin when all of them are planted', async () => {
    const client = new Client(api.databaseUrl);
    await client.connect();
    // Links are planted after others are undone.
    const isInsert = (statement: string) => statement.trimStart().startsWith('insert');
    const statements = craftCorruptions.map(([, statement]) => statement);
    for (const statement of [...statements.filter((one) => !isInsert(one)), ...statements.filter(isInsert)])
      await client.query(statement);
    await client.end();
    const { status, stdout } = run();
    assert.equal(status, 1);
    for (const check of new Set(craftCorruptions.flatMap(([, , found]) => found)))
      assert.ok(stdout.includes(`${check} · `), check);
  });
});
