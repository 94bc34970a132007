import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import type { AgingRow, Reminder, ReminderReport, Statement } from '@bobina/contract/sales/receivables.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { completeCompany } from '../../../testing/factories.ts';
import { redateInvoice } from '../../../testing/home-data.ts';
import { sell } from '../../../testing/invoiced.ts';

const api = startApi();
/** The company's day. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
function inDays(days: number) {
  return addDays(today, days);
}

/** Sends an invoice over `amount`, without VAT, and moves its days. */
async function owed(business_name: string, amount: number, days: { dated: number; due: number }) {
  const { customer, invoice } = await sell(api, [{ quantity: 1, unit_price: amount }], {
    customer: { business_name, vat_code: 'N3.1' },
  });
  assert.equal((await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
  await redateInvoice(api.db, invoice.id, { dated: inDays(days.dated), due: inDays(days.due) });
  const { body } = await api.admin.get<Invoice>(`/invoices/${invoice.id}`);
  return { customer, invoice: body };
}
async function pay(customer: Customer, invoice: Invoice, amount: number, days: number) {
  const { status, body } = await api.admin.post<Payment>('/payments', {
    customer_id: customer.id,
    day: inDays(days),
    amount,
    method: 'Bonifico',
    allocations: [{ invoice_id: invoice.id, amount }],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
async function agingOf(customer: Customer, query = '') {
  const { body } = await api.orders.get<AgingRow[]>(`/aging?customer_id=${customer.id}${query}`);
  return body.map(({ customer_name, not_due, days_30, days_60, days_90, older, total }) => [
    customer_name,
    not_due,
    days_30,
    days_60,
    days_90,
    older,
    total,
  ]);
}

describe('receivables', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.post('/vat-codes', { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Esportazioni' });
  });

  test('aging sums open amounts by the days since the due date, today and at the end of a past day', async () => {
    for (const [due, bucket] of [
      [0, 0],
      [-1, 1],
      [-30, 1],
      [-31, 2],
      [-60, 2],
      [-61, 3],
      [-90, 3],
      [-91, 4],
    ] as const) {
      const { customer } = await owed(`Cliente ${due}`, 10.01, { dated: -120, due });
      const wanted = [0, 0, 0, 0, 0];
      wanted[bucket] = 10.01;
      assert.deepEqual(await agingOf(customer), [[`Cliente ${due}`, ...wanted, 10.01]]);
    }
    const { customer, invoice } = await owed('Passato', 100, { dated: -50, due: -20 });
    const early = await pay(customer, invoice, 40, -10);
    await pay(customer, invoice, 60, 0);
    assert.deepEqual(await agingOf(customer), []);
    assert.deepEqual(await agingOf(customer, `&as_of=${inDays(-1)}`), [['Passato', 0, 60, 0, 0, 0, 60]]);
    assert.deepEqual(await agingOf(customer, `&as_of=${inDays(-11)}`), [['Passato', 0, 100, 0, 0, 0, 100]]);
    assert.deepEqual(await agingOf(customer, `&as_of=${inDays(-20)}`), [['Passato', 100, 0, 0, 0, 0, 100]]);
    assert.deepEqual(await agingOf(customer, `&as_of=${inDays(-51)}`), []);
    await api.admin.delete(`/payments/${early.id}`);
    // The reversal is of today: yesterday the money was there.
    assert.deepEqual(await agingOf(customer, `&as_of=${inDays(-1)}`), [['Passato', 0, 60, 0, 0, 0, 60]]);
    assert.deepEqual(await agingOf(customer), [['Passato', 0, 40, 0, 0, 0, 40]]);
    assert.deepEqual((await api.admin.get('/aging?q=passato')).body.length, 1);
    const sums = { not_due: 0, days_30: 40, days_60: 0, days_90: 0, older: 0, total: 40 };
    assert.deepEqual((await api.admin.get('/aging/totals?q=passato')).body, sums);
    assert.deepEqual((await api.admin.get(`/aging/totals?customer_id=${customer.id}&as_of=${inDays(-20)}`)).body, {
      ...sums,
      ...{ not_due: 100, days_30: 0, total: 100 },
    });
    const rows = (await api.orders.get<AgingRow[]>('/aging')).body;
    const { total } = (await api.orders.get('/aging/totals')).body;
    assert.equal(total, Number(rows.reduce((sum, row) => sum + row.total, 0).toFixed(2)));
    assertProblem(await api.warehouse.get('/aging'), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.get('/aging/totals'), 403, 'FORBIDDEN');
  });

  test('the open amount of an invoice in another currency counts in EUR at the rate of the invoice', async () => {
    const { overdue_amount, total_amount } = (await api.admin.get('/dashboard')).body.open_invoices;
    const cash = (await api.admin.get('/dashboard/cash')).body.overdue.total_amount;
    const trend = (await api.admin.get('/dashboard/sales')).body.months.at(-1).turnover;
    const { customer, invoice } = await sell(api, [{ quantity: 1, unit_price: 1000 }], {
      customer: { business_name: 'Atlas SARL', vat_code: 'N3.1', valuta: 'MAD' },
      invoice: { exchange_rate: 10.8 },
    });
    assert.equal((await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
    const { months } = (await api.admin.get('/dashboard/sales')).body;
    assert.equal(Math.round((months.at(-1).turnover - trend) * 100) / 100, 92.59);
    const figures = async (): Promise<{ value: number; currency: string }[]> =>
      (await api.admin.get(`/figures/customers/${customer.id}`)).body;
    // The turnover of this year: read while the invoice is dated today.
    const turnover = (await figures()).at(-1)!;
    assert.deepEqual([turnover.value, turnover.currency], [92.59, 'EUR']);
    await redateInvoice(api.db, invoice.id, { dated: inDays(-30), due: inDays(-5) });
    // 1000 / 10.8 = 92.5925…
    const sums = async () => {
      const { body } = await api.admin.get('/dashboard');
      const later = (await api.admin.get('/dashboard/cash')).body.overdue.total_amount;
      const added = (now: number, before: number) => Math.round((now - before) * 100) / 100;
      return [
        added(body.open_invoices.overdue_amount, overdue_amount),
        added(body.open_invoices.total_amount, total_amount),
        added(later, cash),
      ];
    };
    assert.deepEqual(await sums(), [92.59, 92.59, 92.59]);
    assert.deepEqual(await agingOf(customer), [['Atlas SARL', 0, 92.59, 0, 0, 0, 92.59]]);
    const overdue = (await figures()).at(-2)!;
    assert.deepEqual([overdue.value, overdue.currency], [92.59, 'EUR']);
    const statement = async () => {
      const { body } = await api.sales.get<Statement>(`/customers/${customer.id}/statement?from=${inDays(-40)}`);
      const { entries, closing_balance, open_amount, overdue_amount: late } = body;
      return [entries.map(({ kind, debit, credit }) => [kind, debit, credit]), closing_balance, open_amount, late];
    };
    assert.deepEqual(await statement(), [[['invoice', 92.59, 0]], 92.59, 92.59, 92.59]);
    const paid = async (amount: number, currency: string, part: number) => {
      const allocations = part ? [{ invoice_id: invoice.id, amount: part }] : [];
      const body = { customer_id: customer.id, day: today, amount, currency, allocations };
      assert.equal((await api.admin.post('/payments', body)).status, 201);
    };
    await paid(500, 'MAD', 500);
    assert.deepEqual(await sums(), [46.3, 46.3, 46.3]);
    assert.deepEqual(await agingOf(customer), [['Atlas SARL', 0, 46.3, 0, 0, 0, 46.3]]);
    // The rest with an advance of 108 MAD, 10 EUR; and an advance in EUR.
    await paid(608, 'MAD', 500);
    await paid(7, 'EUR', 0);
    assert.deepEqual(await sums(), [0, 0, 0]);
    assert.deepEqual(await statement(), [
      [
        ['invoice', 92.59, 0],
        ['payment', 0, 46.3],
        ['payment', 0, 56.29],
        ['payment', 0, 7],
      ],
      -17,
      0,
      0,
    ]);
    assert.deepEqual(await agingOf(customer), []);
    // Money in a currency without an invoice of the customer has no rate.
    await paid(9, 'CNY', 0);
    assert.equal((await statement())[1], -17);
  });

  test('a statement lists documents and money with the balance after each, and the open instalments with late interest', async () => {
    await api.admin.put('/settings', { reference_rate: 2.15 });
    const { customer, invoice } = await owed('Panificio Moderno', 1000, { dated: -100, due: -73 });
    const reversed = await pay(customer, invoice, 500, -60);
    await pay(customer, invoice, 250, -50);
    await api.admin.delete(`/payments/${reversed.id}`);
    const read = async (query: string) =>
      (await api.sales.get<Statement>(`/customers/${customer.id}/statement?${query}`)).body;
    const all = await read(`from=${inDays(-100)}`);
    assert.deepEqual(all.entries, [
      {
        day: inDays(-100),
        kind: 'invoice',
        number: invoice.invoice_number,
        method: null,
        debit: 1000,
        credit: 0,
        balance: 1000,
      },
      { day: inDays(-60), kind: 'payment', number: null, method: 'Bonifico', debit: 0, credit: 500, balance: 500 },
      { day: inDays(-50), kind: 'payment', number: null, method: 'Bonifico', debit: 0, credit: 250, balance: 250 },
      { day: today, kind: 'reversal', number: null, method: 'Bonifico', debit: 500, credit: 0, balance: 750 },
    ]);
    assert.deepEqual(
      [all.opening_balance, all.closing_balance, all.open_amount, all.overdue_amount],
      [0, 750, 750, 750],
    );
    // 750.00 × 10.15 % × 73 / 365 = 15.225
    assert.deepEqual(
      all.open_items.map(({ open_amount, days_late, interest }) => [open_amount, days_late, interest]),
      [[750, 73, 15.23]],
    );
    assert.deepEqual([all.interest_amount, all.interest_rate], [15.23, 10.15]);
    const part = await read(`from=${inDays(-55)}&to=${inDays(-40)}`);
    assert.deepEqual(
      [part.opening_balance, part.entries.length, part.closing_balance, part.open_amount],
      [500, 1, 250, 250],
    );
    // Interest is never charged: the open amount of the invoice is unchanged.
    assert.equal((await api.admin.get<Invoice>(`/invoices/${invoice.id}`)).body.open_amount, 750);
    const pdf = await fetch(`${api.url}/api/customers/${customer.id}/statement?format=pdf&lang=fr`, {
      headers: { authorization: `Bearer ${api.sales.token}` },
    });
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    assert.equal(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
    assertProblem(await api.sales.get('/customers/999999/statement'), 404, 'NOT_FOUND');
  });

  test('T28 aging by customer, a statement as PDF and drafts of reminders in three steps show overdue amounts, and late interest that is never charged', async () => {
    await api.admin.put('/settings', { reference_rate: 4 });
    const { customer, invoice } = await owed('Tutto insieme', 100, { dated: -400, due: -365 });
    assert.deepEqual(await agingOf(customer), [['Tutto insieme', 0, 0, 0, 0, 100, 100]]);
    const path = `/customers/${customer.id}/statement`;
    const { body: statement } = await api.sales.get<Statement>(path);
    // 100.00 × (4 + 8) % × 365 / 365
    assert.deepEqual([statement.interest_rate, statement.interest_amount, statement.open_amount], [12, 12, 100]);
    const pdf = await fetch(`${api.url}/api${path}`, {
      headers: { authorization: `Bearer ${api.sales.token}`, accept: 'application/pdf' },
    });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer())), {
      mergePages: true,
    });
    assert.match(text, /12,00/);
    assert.match(text, new RegExp(invoice.invoice_number!));
    for (const step of [1, 2, 3]) {
      const { body } = await api.administration.post<Reminder>('/reminders', { customer_id: customer.id, step });
      assert.deepEqual(
        [body.step, body.status, body.overdue_amount, body.interest_amount, body.sent_at],
        [step, 'draft', 100, 12, null],
      );
    }
    const { total_amount, open_amount } = (await api.admin.get<Invoice>(`/invoices/${invoice.id}`)).body;
    assert.deepEqual([total_amount, open_amount, statement.closing_balance], [100, 100, 100]);
  });

  test('a reminder is a draft in one of three steps, keeps the overdue invoices when it is sent, and only a draft is deleted', async () => {
    const { customer, invoice } = await owed('In ritardo', 365, { dated: -60, due: -10 });
    const make = (step: unknown, customer_id: number = customer.id) =>
      api.administration.post<Reminder>('/reminders', { customer_id, step });
    const first = await make(1);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    assert.deepEqual(
      [first.body.status, first.body.step, first.body.day, first.body.sent_at, first.body.overdue_amount],
      ['draft', 1, today, null, 365],
    );
    assert.deepEqual(
      first.body.items.map(({ invoice_number, due_date, days_late }) => [invoice_number, due_date, days_late]),
      [[invoice.invoice_number, inDays(-10), 10]],
    );
    assertProblem(await make(4), 400, 'VALIDATION', { step: 'enum' });
    assertProblem(await make(1, 999_999), 400, 'VALIDATION', { customer_id: 'unknown' });
    await pay(customer, invoice, 65, 0);
    const sent = await api.administration.put<Reminder>(`/reminders/${first.body.id}/sent`, {});
    assert.deepEqual([sent.status, sent.body.status, sent.body.overdue_amount], [200, 'sent', 300]);
    assertProblem(await api.administration.put(`/reminders/${first.body.id}/sent`, {}), 409, 'INVALID_TRANSITION');
    assertProblem(await api.administration.delete(`/reminders/${first.body.id}`), 409, 'INVALID_TRANSITION');
    const second = (await make(2)).body;
    const third = (await make(3)).body;
    for (const [step, { id }] of [first.body, second, third].entries())
      for (const lang of ['it', 'fr', 'en']) {
        const { body } = await api.sales.get<ReminderReport>(`/reminders/${id}/report?format=json&lang=${lang}`);
        assert.deepEqual([body.step, body.language, body.overdue_amount], [step + 1, lang, 300]);
        const pdf = await fetch(`${api.url}/api/reminders/${id}/report?format=pdf&lang=${lang}`, {
          headers: { authorization: `Bearer ${api.sales.token}` },
        });
        assert.equal(
          Buffer.from(await pdf.arrayBuffer())
            .subarray(0, 5)
            .toString(),
          '%PDF-',
        );
      }
    assert.equal((await api.administration.delete(`/reminders/${second.id}`)).status, 204);
    assert.equal((await api.administration.get(`/reminders/${second.id}`)).status, 404);
    await pay(customer, invoice, 300, 0);
    assertProblem(await api.administration.put(`/reminders/${third.id}/sent`, {}), 409, 'INVALID_TRANSITION');
    assertProblem(await make(1), 409, 'INVALID_TRANSITION');
    const { body: listed } = await api.sales.get<Reminder[]>(`/reminders?customer_id=${customer.id}&sort=step`);
    assert.deepEqual(
      listed.map(({ step, status, overdue_amount }) => [step, status, overdue_amount]),
      [
        [1, 'sent', 300],
        [3, 'draft', 0],
      ],
    );
  });
});
