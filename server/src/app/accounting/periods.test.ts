/** Closed accounting periods: refused and allowed acts, and closing beside other acts. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { PurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { BankSlip } from '@bobina/contract/sales/bank.ts';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { assertProblem, startApi, type Answer } from '../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createMovement,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../testing/invoiced.ts';
import { receiptOf } from '../../testing/receipts.ts';
import { findDifferences } from '../differences.ts';

const api = startApi();
const LINES = [{ quantity: 10, unit_price: 10 }];
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
const PAYER = { ...ITALIAN, modalita_pagamento: 'MP12', abi: '03069', cab: '09606', bank: 'Intesa Sanpaolo' };
/** 25 hours apart: the day in the west is always closed by closing the day before in the east. */
const WEST = 'Pacific/Niue';
const EAST = 'Pacific/Kiritimati';
const west = dayIn(WEST);
/** Before the goods that the tests sell were loaded. */
const PAST = '2025-12-31';
const yesterdayInEast = addDays(dayIn(EAST), -1);

function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}
async function live(time_zone: string): Promise<void> {
  assert.equal((await api.admin.put('/settings', { time_zone })).status, 200);
}
function close(until: string): Promise<Answer> {
  return api.administration.post('/accounting/periods', { until });
}
function pay(customer_id: number, day: string): Promise<Answer> {
  return api.administration.post('/payments', { customer_id, day, amount: 10 });
}
async function sold(): Promise<number> {
  return (await sell(api, LINES, { customer: ITALIAN })).invoice.id;
}
async function sent(): Promise<number> {
  return (await send(api.sales, await sold())).id;
}
/** A slip of one kind over documents, presented. */
async function presented(kind: BankSlip['kind'], ids: readonly number[]): Promise<number> {
  const made = await api.administration.post<BankSlip>('/bank/slips', { kind, ids });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal((await moveSlip(made.body.id, { state: 'presented' })).status, 200);
  return made.body.id;
}
function moveSlip(id: number, body: object): Promise<Answer> {
  return api.administration.put(`/bank/slips/${id}`, body);
}
/** An invoice that is collected by Ri.Ba. */
async function collected(): Promise<number> {
  const { invoice } = await sell(api, LINES, { customer: PAYER });
  return (await send(api.sales, invoice.id)).id;
}
/** A typed invoice of a supplier. */
async function billed(supplier_id: number, number: string): Promise<number> {
  const lines = [{ description: 'Carta', quantity: 1, unit_price: 100, vat_rate: 22 }];
  const day = addDays(PAST, 15);
  const answer = await api.administration.post<PurchaseInvoice>('/purchase-invoices', {
    supplier_id,
    number,
    document_date: day,
    lines,
    instalments: [{ due_date: addDays(day, 30), amount: 122 }],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}
function accept(id: number): Promise<Answer> {
  return api.administration.put(`/purchase-invoices/${id}/accept`, {});
}
function setStatus(id: number, status: string): Promise<Answer> {
  return api.admin.put(`/invoices/${id}/status`, { status });
}

/** Waits until a session waits for an advisory lock. */
async function untilLockIsAwaited(): Promise<void> {
  for (let tried = 0; tried < 200; tried++) {
    const { rows } = await sql<{ count: string }>`
      select count(*) from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(api.db);
    if (Number(rows[0]!.count) > 0) return;
    await sleep(25);
  }
  assert.fail('no session waits');
}

describe('accounting periods', () => {
  let client: Client;
  let customer: number;
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', { ...FULL_COMPANY, sia_code: 'A1B2C', creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' });
    await live(WEST);
    customer = (await createCustomer(api.admin)).id;
    client = new Client(api.databaseUrl);
    await client.connect();
  });
  after(() => client.end());

  test('a day that is not over is refused, and a period only moves forward', async () => {
    for (const until of [west, addDays(west, 1)])
      assertProblem(await close(until), 400, 'VALIDATION', { until: 'notOver' });
    assertProblem(await close('2026-02-30'), 400, 'VALIDATION', { until: 'invalidDates' });
    assertProblem(await api.administration.post('/accounting/periods', {}), 400, 'VALIDATION', { until: 'required' });
    assertProblem(await api.sales.post('/accounting/periods', { until: addDays(PAST, -60) }), 403, 'FORBIDDEN');
    const first = await close(addDays(PAST, -60));
    assert.equal(first.status, 201, JSON.stringify(first.body));
    assert.deepEqual([first.body.until, first.body.created_by_name], [addDays(PAST, -60), 'Utente administration']);
    for (const until of [addDays(PAST, -60), addDays(PAST, -61)])
      assertProblem(await close(until), 409, 'PERIOD_CLOSED');
    assert.equal((await close(addDays(PAST, -50))).status, 201);
    const { body } = await api.administration.get('/accounting/periods');
    assert.deepEqual(
      body.map(({ until }: { until: string }) => until),
      [addDays(PAST, -50), addDays(PAST, -60)],
    );
    await assert.rejects(sql`delete from accounting_periods`.execute(api.db));
    await assert.rejects(sql`update accounting_periods set until = until + 1`.execute(api.db));
  });

  test('closing waits for an act that is dated in the period, and the act stays', async () => {
    await client.query('begin');
    await client.query(
      `insert into payments (customer_id, day, amount) values (${customer}, '${addDays(PAST, -45)}', 5)`,
    );
    const closing = close(addDays(PAST, -40));
    await untilLockIsAwaited();
    await client.query('commit');
    assert.equal((await closing).status, 201);
    const { rows } = await sql`select from payments where day = ${addDays(PAST, -45)}`.execute(api.db);
    assert.equal(rows.length, 1);
    assertProblem(await pay(customer, addDays(PAST, -45)), 409, 'PERIOD_CLOSED');
  });

  test('concurrent payments and a closing: nothing enters the period after it is closed', async () => {
    const day = addDays(PAST, -35);
    const answers = await Promise.all([...Array.from({ length: 8 }, () => pay(customer, day)), close(day)]);
    assert.equal(answers.pop()!.status, 201);
    for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 409, 'PERIOD_CLOSED');
    const { rows } = await sql`select from payments where day = ${day}`.execute(api.db);
    assert.equal(rows.length, answers.filter(({ status }) => status === 201).length);
    assertProblem(await pay(customer, day), 409, 'PERIOD_CLOSED');
  });

  test('T39: a closed period refuses every document, payment, acceptance and movement by hand that is dated in it', async () => {
    const [draft, bulk, waiting, deleted] = [await sold(), await sold(), await sold(), await sold()];
    const [open, marked, rejected] = [await sent(), await sent(), await sent()];
    assert.equal((await setStatus(marked, 'paid')).status, 200);
    const [file] = (await api.sales.get<DocumentFile[]>(`/invoices/${rejected}/files`)).body;
    const receive = async (text: string) => {
      const content = Buffer.from(text).toString('base64');
      const { body } = await api.sales.post('/transmissions/receipts', { files: [{ name: 'r.xml', content }] });
      assert.equal(body.results[0].status, 'taken');
    };
    await receive(receiptOf.NS(file!));
    const paid = await pay(customer, west);
    assert.equal(paid.status, 201);
    const warehouse = await createWarehouse(api.admin);
    const other = await createWarehouse(api.admin);
    const product = await createProduct(api.admin);
    const movement = await createMovement(api.admin, loadBody(product.id, warehouse.id, 10, { movement_date: west }));
    const transfer = {
      movement_date: west,
      from_warehouse_id: warehouse.id,
      to_warehouse_id: other.id,
      items: [{ product_id: product.id, quantity: 1 }],
    };
    const moved = await api.admin.post('/stock-movements/transfers', transfer);
    assert.equal(moved.status, 201, JSON.stringify(moved.body));
    const supplier = await createSupplier(api.admin, { country_code: 'IT', iban: 'IT33X0542811101000000123457' });
    const [purchase, settled, unsettled] = [
      await billed(supplier.id, '77'),
      await billed(supplier.id, '78'),
      await billed(supplier.id, '79'),
    ];
    for (const id of [settled, unsettled]) assert.equal((await accept(id)).status, 200);
    const [slip, credited] = [
      await presented('riba', [await collected()]),
      await presented('riba', [await collected()]),
    ];
    const [payable, paying] = [await presented('pain001', [unsettled]), await presented('pain001', [settled])];
    for (const id of [credited, paying]) assert.equal((await moveSlip(id, { state: 'credited' })).status, 200);

    // The period is closed by a session that has not committed yet, while an invoice is sent.
    await live(EAST);
    await client.query('begin');
    await client.query(
      `insert into accounting_periods (until, created_by) values ('${yesterdayInEast}', ${api.admin.userId})`,
    );
    await live(WEST);
    const sending = setStatus(waiting, 'sent');
    await untilLockIsAwaited();
    await client.query('commit');
    assertProblem(await sending, 409, 'PERIOD_CLOSED');

    const refusals: [string, Promise<Answer>][] = [
      ['send', setStatus(draft, 'sent')],
      ['mark as paid', setStatus(open, 'paid')],
      ['take the payment back', setStatus(marked, 'sent')],
      ['credit', api.administration.post(`/invoices/${open}/credit-note`, {})],
      ['reissue', api.sales.put(`/invoices/${rejected}/reissue`, { notes: 'Corretta' })],
      ['pay', pay(customer, west)],
      ['reverse', api.administration.delete(`/payments/${paid.body.id}`)],
      ['accept', accept(purchase)],
      ['credit a slip', moveSlip(slip, { state: 'credited', day: west })],
      ['credit a slip of transfers', moveSlip(payable, { state: 'credited' })],
      ['return a credited slip', moveSlip(credited, { state: 'unpaid' })],
      ['return a credited slip of transfers', moveSlip(paying, { state: 'unpaid' })],
      ['load', api.admin.post('/stock-movements', loadBody(product.id, warehouse.id, 1, { movement_date: west }))],
      ['transfer', api.admin.post('/stock-movements/transfers', transfer)],
      ['change a movement', api.admin.put(`/stock-movements/${movement.id}`, { quantity: 11 })],
      ['delete a movement', api.admin.delete(`/stock-movements/${movement.id}`)],
    ];
    for (const [what, answer] of refusals) {
      const { status, body } = await answer;
      assert.deepEqual([status, body?.code], [409, 'PERIOD_CLOSED'], what);
    }
    const { body: results } = await api.sales.post('/invoices/bulk/send', { ids: [bulk] });
    assert.equal(results.results[0].code, 'PERIOD_CLOSED', JSON.stringify(results));
    const undone = await api.admin.post(`/undo/${moved.headers.get('x-activity-id')}`);
    assertProblem(undone, 409, 'CANNOT_UNDO');
    await assert.rejects(
      sql`update invoice_items set vat_description = 'other' where invoice_id = ${rejected}`.execute(api.db),
      { constraint: 'accounting_periods_closed' },
    );
    // A draft may be changed and deleted, and a later receipt changes nothing.
    assert.equal((await api.sales.put(`/invoices/${draft}`, { notes: 'Presto' })).status, 200);
    assert.equal((await api.sales.delete(`/invoices/${deleted}`)).status, 204);
    const [sentFile] = (await api.sales.get<DocumentFile[]>(`/invoices/${open}/files`)).body;
    await receive(receiptOf.RC(sentFile!));

    // The days after it are free.
    await live(EAST);
    const today = dayIn(EAST);
    assert.equal((await send(api.sales, draft)).invoice_date, today);
    assert.equal((await setStatus(marked, 'sent')).status, 200);
    assert.equal((await api.administration.post(`/invoices/${open}/credit-note`, {})).status, 201);
    assert.equal((await api.administration.delete(`/payments/${paid.body.id}`)).status, 204);
    assert.equal((await pay(customer, today)).status, 201);
    assertProblem(
      await api.admin.put(`/stock-movements/${movement.id}`, { movement_date: today }),
      409,
      'PERIOD_CLOSED',
    );
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 1, { movement_date: today }));
    assert.equal((await accept(purchase)).body.registered_date, today);
    assertProblem(await moveSlip(slip, { state: 'credited', day: west }), 409, 'PERIOD_CLOSED');
    for (const id of [slip, payable]) assert.equal((await moveSlip(id, { state: 'credited', day: today })).status, 200);
    for (const id of [credited, paying]) assert.equal((await moveSlip(id, { state: 'unpaid' })).status, 200);
    assert.deepEqual(await findDifferences(client), []);
  });
});
