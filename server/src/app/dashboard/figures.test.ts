/** The figures of the home: each equals the total of the list that it names, for every role that sees it. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { InvoiceTotal } from '@bobina/contract/sales/invoices.ts';
import type { Dashboard, ExpectedCash } from '@bobina/contract/system/dashboard.ts';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import { redateInstalment, redateInvoice } from '../../testing/home-data.ts';
import { sell, send } from '../../testing/invoiced.ts';
import { assertFiguresCount, figuresOf } from '../../testing/dashboard-figures.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
/** The company's. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
function inDays(days: number) {
  return addDays(today, days);
}
const monday = inDays(-((new Date(today).getUTCDay() + 6) % 7));
const sunday = addDays(monday, 6);

async function enterPurchases() {
  const supplier = await createSupplier(api.admin);
  const { id: product_id } = await createProduct(api.admin, { supplier_id: supplier.id });
  const { id: warehouse_id } = await createWarehouse(api.admin);
  const order = (requested: number, confirmed?: number) =>
    createPurchaseOrder(api.admin, supplier.id, [{ product_id, quantity: 10, unit_price: 1 }], {
      order_date: inDays(-60),
      requested_arrival_date: inDays(requested),
      ...(confirmed !== undefined && { confirmed_arrival_date: inDays(confirmed) }),
    });
  const receive = async ({ id, items }: { id: number; items: { id: number }[] }, quantity: number) => {
    const { status } = await api.admin.post('/goods-receipts/receive', {
      document_number: `DDT ${id}`,
      document_date: today,
      order_id: id,
      items: [{ order_item_id: items[0]!.id, quantity, warehouse_id }],
    });
    assert.equal(status, 201);
  };
  await order(-1);
  await receive(await order(-3), 4); // late: not complete
  await order(3, -2); // late: the supplier confirmed an earlier day
  await order(-5, 0); // today: the supplier confirmed a later day
  await order(0);
  await order(9);
  await receive(await order(-4), 10); // complete
}

async function enterSales() {
  await completeCompany(api.admin);
  const customer = await createCustomer(api.admin);
  const { id: product_id } = await createProduct(api.admin);
  const { id: warehouse_id } = await createWarehouse(api.admin);
  await createMovement(api.admin, loadBody(product_id, warehouse_id, 1000));
  const order = (...days: number[]) =>
    createCustomerOrder(
      api.admin,
      customer.id,
      days.map((day) => ({ product_id, quantity: 100, unit_price: 1, delivery_date: inDays(day) })),
      { requested_delivery_date: inDays(Math.max(...days)) },
    );
  const deliver = async (given: Awaited<ReturnType<typeof order>>, at: number, quantity: number) =>
    (
      await createPackingList(api.admin, {
        customer_id: customer.id,
        order_id: given.id,
        items: [{ order_item_id: given.items[at]!.id, quantity, warehouse_id }],
      })
    ).id;
  await order(-1);
  await order(0);
  await order(400);
  const { id: notInStock } = await createProduct(api.admin);
  const line = { product_id: notInStock, quantity: 1, unit_price: 1, delivery_date: today };
  await createCustomerOrder(api.admin, customer.id, [line]); // due, but nothing to ship
  await deliver(await order(0), 0, 100); // delivered: not to ship
  const old = await order(0, 400);
  await sql`update customer_orders set created_at = created_at - interval '3 days' where id = ${old.id}`.execute(
    api.db,
  );

  const invoiced = await order(400);
  await deliver(invoiced, 0, 1); // to invoice
  await createInvoice(api.admin, await deliver(invoiced, 0, 2)); // a draft
  const due: [days: number, quantity: number][] = [
    [-1, 3],
    [-30, 4],
    [-31, 5],
    [-90, 6],
    [-91, 7],
    [0, 8],
    [20, 9],
    [100, 10],
  ];
  for (const [days, quantity] of due) {
    const { id } = await createInvoice(api.admin, await deliver(invoiced, 0, quantity));
    assert.equal((await api.admin.put(`/invoices/${id}/status`, { status: 'sent' })).status, 200);
    await redateInvoice(api.db, id, { dated: inDays(-100), due: inDays(days) });
  }
}

async function enterStock() {
  const { id: place } = await createWarehouse(api.admin);
  const batched = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, scorta_minima: 50 });
  for (const [batch_number, days] of [
    ['L1', 3],
    ['L2', -3],
  ] as const)
    await createMovement(
      api.admin,
      loadBody(batched.id, place, 2, { batch_number, expiry_date: inDays(days), production_date: '2026-01-01' }),
    );
  assert.equal((await api.admin.post('/stock-counts', { warehouse_id: place })).status, 201);
}

describe('GET /dashboard', () => {
  before(async () => {
    await enterPurchases();
    await enterSales();
    await enterStock();
  });

  test('counts the open work of the day', async () => {
    const { body } = await api.admin.get<Dashboard>('/dashboard');
    const counts = Object.fromEntries(figuresOf(body).map(([at, { count }]) => [at, count]));
    const isInWeek = (days: number) => inDays(days) >= monday && inDays(days) <= sunday;
    assert.deepEqual(counts, {
      late_orders: 1,
      low_stock: 1,
      expiring_batches: 1,
      'expiring_batches.expired': 1,
      open_invoices: 8,
      'open_invoices.overdue': 5,
      'open_invoices.ages.0': 2,
      'open_invoices.ages.1': 1,
      'open_invoices.ages.2': 1,
      'open_invoices.ages.3': 1,
      week_production: 0,
      late_arrivals: 3,
      arrivals_today: 2,
      to_receive: 6,
      to_ship: 3,
      open_counts: 1,
      new_orders: 6,
      promised_this_week: isInWeek(-1) ? 4 : 3,
      to_invoice: 2,
      draft_invoices: 1,
      not_handed_over: 0,
      rejected_documents: 0,
      dead_messages: 0,
      failed_imports: 0,
    });
    assert.deepEqual(
      body.open_invoices!.ages.map(({ from_days, until_days, total_amount }) => [from_days, until_days, total_amount]),
      [
        [1, 30, 8.54],
        [31, 60, 6.1],
        [61, 90, 7.32],
        [91, null, 8.54],
      ],
    );
  });

  test('every figure, also of the expected cash, equals X-Total-Count and the rows of its list for each of the six roles', async () => {
    await assertFiguresCount(api);
  });

  test('expected cash is overdue, due in eight weeks from today, or later', async () => {
    const { body } = await api.administration.get<ExpectedCash>('/dashboard/cash');
    assert.deepEqual([body.overdue.count, body.overdue.total_amount], [5, 30.5]);
    assert.deepEqual([body.later.count, body.later.total_amount], [1, 12.2]);
    assert.equal(body.weeks.length, 8);
    assert.deepEqual(body.weeks[0]!.from, today);
    assert.deepEqual(body.weeks[0]!.until, sunday);
    const weekOf = (days: number) =>
      body.weeks.find(({ from, until }) => from <= inDays(days) && until >= inDays(days))!;
    assert.equal(weekOf(0).total_amount, 9.76);
    assert.equal(weekOf(20).total_amount, 10.98);
    assert.equal(
      body.weeks.reduce((sum, { count }) => sum + count, 0),
      2,
    );
  });

  test('the amount of every figure of invoices is a sum of its list, also where a part of an invoice is due', async () => {
    const { id: tipo_pagamento_id } = (
      await api.admin.post('/condizioni-pagamento', {
        descrizione: '30/60/90',
        instalments: [30, 60, 90].map((days, at) => ({ days, percent: at === 0 ? 50 : 25 })),
      })
    ).body;
    const { invoice } = await sell(api, [{ quantity: 1, unit_price: 400 }], { customer: { tipo_pagamento_id } });
    await send(api.admin, invoice.id);
    await redateInstalment(api.db, invoice.id, { position: 1, due: inDays(-45) });
    await redateInstalment(api.db, invoice.id, { position: 2, due: inDays(-2) });
    const totals = async (path: string) =>
      (await api.admin.get<InvoiceTotal[]>(path.replace('/invoices', '/invoices/totals'))).body;
    const { open_invoices: open } = (await api.admin.get<Dashboard>('/dashboard')).body;
    const cash = (await api.admin.get<ExpectedCash>('/dashboard/cash')).body;
    assert.deepEqual(
      (await totals(open!.path)).map(({ open_amount, due_amount }) => [open_amount, due_amount]),
      [[open!.total_amount, undefined]],
    );
    const [late] = await totals(open!.overdue.path);
    assert.equal(late!.due_amount, open!.overdue_amount);
    assert.ok(late!.open_amount > open!.overdue_amount, 'an instalment of an overdue invoice is not due yet');
    for (const { path, total_amount } of [...open!.ages, cash.overdue, ...cash.weeks, cash.later]) {
      const [sum] = await totals(path);
      assert.equal(sum?.due_amount ?? 0, total_amount, path);
    }
    assert.equal(open!.ages[1]!.total_amount, 6.1 + 244, 'half of the invoice');
  });
});
