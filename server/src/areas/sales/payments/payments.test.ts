import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Invoice, InvoiceRow, InvoiceTotal } from '@bobina/contract/sales/invoices.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { findDifferences } from '../../../app/differences.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
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
let warehouse: Warehouse;
/** The company's day. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
function inDays(days: number) {
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

async function prepare() {
  if (warehouse) return;
  await completeCompany(api.admin);
  await api.admin.put('/company', { regime_fiscale: 'RF01', iban: 'IT60X0542811101000000123456' });
  await api.admin.post('/vat-codes', { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Esportazioni' });
  warehouse = await createWarehouse(api.admin);
}
async function owing(given: object = {}) {
  return createCustomer(api.admin, {
    business_name: 'Panificio Moderno',
    vat_code: 'N3.1',
    country_code: 'IT',
    codice_destinatario: 'M5UXCR1',
    modalita_pagamento: 'MP05',
    ...given,
  });
}
/** Creates the draft of an invoice over `amount`, without VAT. */
async function draft(customer: Customer, amount: number, given: object = {}): Promise<Invoice> {
  const { id } = await createProduct(api.admin);
  await createMovement(api.admin, loadBody(id, warehouse.id, 1));
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: id, quantity: 1, unit_price: amount },
  ]);
  const list = await createPackingList(api.sales, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 1, warehouse_id: warehouse.id }],
  });
  return createInvoice(api.sales, list.id, given);
}
async function sent(customer: Customer, amount: number, given: object = {}): Promise<Invoice> {
  const { id } = await draft(customer, amount, given);
  const answer = await api.sales.put<Invoice>(`/invoices/${id}/status`, { status: 'sent' });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
async function read(id: number): Promise<Invoice> {
  return (await api.admin.get<Invoice>(`/invoices/${id}`)).body;
}
function stateOf({ status, paid_amount, open_amount }: Invoice) {
  return [status, paid_amount, open_amount];
}
async function pay(customer: Customer, amount: number, allocations: [Invoice, number][], given: object = {}) {
  const answer = await api.administration.post<Payment>('/payments', {
    customer_id: customer.id,
    day: today,
    amount,
    allocations: allocations.map(([{ id }, part]) => ({ invoice_id: id, amount: part })),
    ...given,
  });
  return answer;
}
async function term(customer: Customer, body: object) {
  const { body: created } = await api.admin.post('/condizioni-pagamento', { descrizione: '30/60/90', ...body });
  await api.admin.put(`/customers/${customer.id}`, { tipo_pagamento_id: created.id });
  return created;
}

/** Sums the rows of a list in cents, as the screen shows them: totals of credit notes are negative. */
async function sumsOfRows(query: string) {
  const { body: rows } = await api.admin.get<InvoiceRow[]>(`/invoices?limit=1000&${query}`);
  const cents = (currency: string, amount: (row: InvoiceRow) => number) =>
    rows.filter((row) => row.currency === currency).reduce((all, row) => all + Math.round(amount(row) * 100), 0) / 100;
  return [...new Set(rows.map(({ currency }) => currency))]
    .toSorted((a, b) => Number(b === 'EUR') - Number(a === 'EUR'))
    .map((currency) => ({
      currency,
      total_amount: cents(currency, ({ type, status, invoice_number, total_amount }) => {
        if (status === 'cancelled' && invoice_number === null) return 0;
        return type === 'credit_note' ? -total_amount : total_amount;
      }),
      open_amount: cents(currency, (row) => (row.status === 'draft' ? 0 : row.open_amount)),
    }));
}

describe('payments', () => {
  before(prepare);

  test('GET /invoices/totals answers the sums of the listed rows by currency: drafts, part payments, credit notes, cancelled documents, with each filter', async () => {
    const euro = await owing({ business_name: 'Somme Esatte' });
    const dollar = await owing({ business_name: 'Somme Estere', valuta: 'USD' });
    const part = await sent(euro, 100.1);
    await pay(euro, 40.2, [[part, 40.2]]);
    const credited = await sent(euro, 200.2);
    const line = { invoice_item_id: credited.items[0]!.id, amount: 50.05 };
    await api.administration.post(`/invoices/${credited.id}/credit-note`, { items: [line] });
    const cancelled = await sent(euro, 300.3);
    await api.administration.post(`/invoices/${cancelled.id}/credit-note`, {});
    const paid = await sent(euro, 0.3);
    await api.admin.put(`/invoices/${paid.id}/status`, { status: 'paid' });
    await draft(euro, 0.1);
    const dropped = await draft(euro, 0.2);
    await api.sales.put(`/invoices/${dropped.id}/status`, { status: 'cancelled' });
    await sent(dollar, 70.7, { exchange_rate: 1.25 });
    await draft(dollar, 5.5);
    const totals = async (query: string) => (await api.admin.get(`/invoices/totals?${query}`)).body;

    assert.deepEqual(await totals(`customer_id=${euro.id}`), [
      // 100.10 + 200.20 - 50.05 + 300.30 - 300.30 + 0.30 + 0.10; open: 59.90 + 150.15
      { currency: 'EUR', total_amount: 250.65, open_amount: 210.05 },
    ]);
    assert.deepEqual(await totals(`customer_id=${euro.id}&status=draft`), [
      { currency: 'EUR', total_amount: 0.1, open_amount: 0 },
    ]);
    // They have lowered the open amounts of their invoices, which this filter leaves out.
    assert.deepEqual(await totals(`customer_id=${euro.id}&type=credit_note`), [
      { currency: 'EUR', total_amount: -350.35, open_amount: 0 },
    ]);
    assert.deepEqual(
      (await totals('q=somme')).map(({ currency }: { currency: string }) => currency),
      ['EUR', 'USD'],
    );
    for (const filter of [
      'q=somme',
      'q=somme%20esatte',
      ...['draft', 'sent', 'partly_paid', 'paid', 'cancelled'].map((status) => `q=somme&status=${status}`),
      ...['open=true', 'open=false', 'overdue=true', 'overdue=false'].map((flag) => `q=somme&${flag}`),
      'q=somme&type=credit_note',
      'q=somme&transmission=to_send',
      `customer_id=${euro.id}&packing_list_id=${part.packing_list_id}`,
      `q=somme&from=${today}&to=${today}&due_from=${today}&due_until=${inDays(400)}&open_from=${today}&open_until=${inDays(400)}`,
      `q=somme&to=${inDays(-1)}`,
    ])
      assert.deepEqual(
        (await totals(filter)).map(({ currency, total_amount, open_amount }: InvoiceTotal) => ({
          currency,
          total_amount,
          open_amount,
        })),
        await sumsOfRows(filter),
        filter,
      );
    assertProblem(await api.admin.get('/invoices/totals?status=lost'), 400, 'VALIDATION', { status: 'enum' });
  });

  test('an invoice in another currency is paid in its own currency, by a payment or by the mark', async () => {
    const customer = await owing({ valuta: 'USD' });
    const [first, second] = [
      await sent(customer, 120, { exchange_rate: 1.2 }),
      await sent(customer, 50, { exchange_rate: 1.25 }),
    ];
    const inEuro = await pay(customer, 120, [[first, 120]]);
    assertProblem(inEuro, 400, 'VALIDATION', { 'allocations.0': 'invoiceCurrency' });
    const euro = await owing();
    const other = await sent(euro, 120);
    assertProblem(await pay(euro, 120, [[other, 120]], { currency: 'USD' }), 400, 'VALIDATION', {
      'allocations.0': 'invoiceCurrency',
    });
    const above = await pay(customer, 150, [[first, 120.01]], { currency: 'USD' });
    assertProblem(above, 409, 'OVER_PAYMENT');
    const paid = await pay(customer, 150, [[first, 120]], { currency: 'USD' });
    assert.deepEqual([paid.status, paid.body.currency, paid.body.unallocated_amount], [201, 'USD', 30]);
    assert.deepEqual(stateOf(await read(first.id)), ['paid', 120, 0]);
    // An advance in EUR does not settle the invoice in USD.
    const advance = (await pay(customer, 50, [])).body;
    const allocations = [{ invoice_id: second.id, amount: 50 }];
    assertProblem(await api.administration.put(`/payments/${advance.id}`, { allocations }), 400, 'VALIDATION', {
      'allocations.0': 'invoiceCurrency',
    });
    assert.equal((await api.admin.put(`/invoices/${second.id}/status`, { status: 'paid' })).status, 200);
    const [flagged] = (await api.admin.get<Payment[]>(`/payments?invoice_id=${second.id}`)).body;
    assert.deepEqual([flagged!.amount, flagged!.currency, flagged!.origin], [50, 'USD', 'flag']);
  });

  test('T25 a payment settles many invoices or is an advance that is allotted later, never above the open amount, and is reversed', async () => {
    const customer = await owing();
    const [first, second] = [await sent(customer, 100), await sent(customer, 50)];
    const both = await pay(
      customer,
      130.5,
      [
        [first, 100],
        [second, 20.5],
      ],
      { day: inDays(-3), bank: 'Banca Etruria', method: 'Bonifico', notes: 'CRO 123' },
    );
    assert.equal(both.status, 201, JSON.stringify(both.body));
    const { id, created_at: _, ...payment } = both.body;
    assert.deepEqual(payment, {
      customer_id: customer.id,
      customer_name: 'Panificio Moderno',
      day: inDays(-3),
      amount: 130.5,
      currency: 'EUR',
      bank: 'Banca Etruria',
      method: 'Bonifico',
      notes: 'CRO 123',
      origin: 'user',
      allocations: [
        { invoice_id: first.id, invoice_number: first.invoice_number, amount: 100 },
        { invoice_id: second.id, invoice_number: second.invoice_number, amount: 20.5 },
      ],
      unallocated_amount: 10,
      reversed_at: null,
      version: 1,
      created_by: api.administration.userId,
      created_by_name: 'Utente administration',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
    });
    assert.deepEqual(stateOf(await read(first.id)), ['paid', 100, 0]);
    assert.deepEqual(stateOf(await read(second.id)), ['partly_paid', 20.5, 29.5]);
    assertProblem(await pay(customer, 40, [[second, 29.51]]), 409, 'OVER_PAYMENT');
    assertProblem(await pay(customer, 40, [[first, 0.01]]), 409, 'OVER_PAYMENT');

    const advance = (await pay(customer, 60, [])).body;
    assert.deepEqual([advance.unallocated_amount, advance.allocations], [60, []]);
    const allot = (invoice: Invoice, amount: number, headers = {}) =>
      api.administration.put<Payment>(
        `/payments/${advance.id}`,
        { allocations: [{ invoice_id: invoice.id, amount }] },
        { headers },
      );
    assertProblem(await allot(second, 29.51), 409, 'OVER_PAYMENT');
    assertProblem(await allot(second, 60.01), 400, 'VALIDATION', { 'allocations.0': 'over_payment_amount' });
    const allotted = await allot(second, 29.5, { 'If-Match': '1' });
    assert.deepEqual([allotted.status, allotted.body.unallocated_amount, allotted.body.version], [200, 30.5, 2]);
    assertProblem(await allot(second, 1, { 'If-Match': '1' }), 409, 'STALE_VERSION');
    assert.deepEqual(stateOf(await read(second.id)), ['paid', 50, 0]);

    assert.equal((await api.administration.delete(`/payments/${id}`)).status, 204);
    assert.deepEqual(stateOf(await read(first.id)), ['sent', 0, 100]);
    assert.deepEqual(stateOf(await read(second.id)), ['partly_paid', 29.5, 20.5]);
    const { body: reversed } = await api.orders.get<Payment>(`/payments/${id}`);
    assert.deepEqual([reversed.allocations, reversed.unallocated_amount], [[], 0]);
    assert.ok(reversed.reversed_at);
    assertProblem(await api.administration.delete(`/payments/${id}`), 409, 'INVALID_TRANSITION');
    const { body: listed } = await api.sales.get<Payment[]>(`/payments?customer_id=${customer.id}`);
    assert.deepEqual(
      listed.map((row) => [row.id, row.reversed_at !== null]),
      [
        [advance.id, false],
        [id, true],
      ],
    );
    assertProblem(
      await api.administration.put(`/payments/${id}`, { allocations: [{ invoice_id: first.id, amount: 1 }] }),
      409,
      'INVALID_TRANSITION',
    );
    assert.deepEqual(await differences(), []);
  });

  test('refuses wrong allocations, each on its field', async () => {
    const [customer, other] = [await owing(), await owing({ business_name: 'Altro' })];
    const [own, foreign, unsent] = [await sent(customer, 10), await sent(other, 10), await draft(customer, 10)];
    const credited = await sent(customer, 10);
    const { body: note } = await api.admin.post<Invoice>(`/invoices/${credited.id}/credit-note`, {});
    const refused = await pay(customer, 10, [
      [own, 10],
      [foreign, 1],
      [unsent, 1],
      [note, 1],
      [{ id: 999_999 } as Invoice, 1],
      [own, 1],
    ]);
    assertProblem(refused, 400, 'VALIDATION', {
      'allocations.1': 'otherCustomer',
      'allocations.2': 'notIssued',
      'allocations.3': 'notIssued',
      'allocations.4': 'unknown',
      'allocations.5': 'listedTwice',
    });
    assertProblem(await pay(customer, 9.99, [[own, 10]]), 400, 'VALIDATION', {
      'allocations.0': 'over_payment_amount',
    });
    assertProblem(await pay(customer, 10, [[own, 10]], { currency: 'USD' }), 400, 'VALIDATION', {
      'allocations.0': 'invoiceCurrency',
    });
    assertProblem(await pay(customer, 10, [[credited, 1]]), 409, 'OVER_PAYMENT');
    assertProblem(await pay(customer, 10, [], { day: inDays(1) }), 400, 'VALIDATION', { day: 'future' });
    assertProblem(await pay(customer, 0, []), 400, 'VALIDATION', { amount: 'min' });
    assertProblem(await pay(customer, 1.001, []), 400, 'VALIDATION', { amount: 'format' });
    assertProblem(await pay({ id: 999_999 } as Customer, 1, []), 400, 'VALIDATION', { customer_id: 'unknown' });
    assert.deepEqual(stateOf(await read(own.id)), ['sent', 0, 10]);
  });

  test('T26 payment terms have instalments that make 100 %, and an invoice is due and open by each', async () => {
    const customer = await owing();
    const terms = [
      { days: 30, percent: 33.33 },
      { days: 60, percent: 33.33 },
      { days: 90, percent: 33.34 },
    ];
    const wrong = await api.admin.post('/condizioni-pagamento', {
      descrizione: 'x',
      instalments: [{ days: 30, percent: 99.99999 }],
    });
    assertProblem(wrong, 400, 'VALIDATION', { instalments: 'percents' });
    const created = await term(customer, { instalments: terms });
    assert.deepEqual(created.instalments, terms);
    const invoice = await sent(customer, 100.01);
    assert.deepEqual(invoice.instalments, [
      { due_date: inDays(30), amount: 33.33, open_amount: 33.33 },
      { due_date: inDays(60), amount: 33.33, open_amount: 33.33 },
      { due_date: inDays(90), amount: 33.35, open_amount: 33.35 },
    ]);
    assert.deepEqual([invoice.due_date, ...stateOf(invoice)], [inDays(90), 'sent', 0, 100.01]);
    await pay(customer, 50, [[invoice, 50]]);
    const after = await read(invoice.id);
    assert.deepEqual(
      after.instalments.map(({ open_amount }) => open_amount),
      [0, 16.66, 33.35],
    );
    assert.deepEqual([after.paid_amount, after.open_amount], [50, 50.01]);
    const { body: rows } = await api.admin.get<InvoiceRow[]>(`/invoices?customer_id=${customer.id}`);
    assert.deepEqual(
      rows.map(({ paid_amount, open_amount, instalments }) => ({ paid_amount, open_amount, instalments })),
      [{ paid_amount: 50, open_amount: 50.01, instalments: after.instalments }],
    );
    const found = async (query: string) =>
      (await api.admin.get<InvoiceRow[]>(`/invoices?customer_id=${customer.id}&${query}`)).body.length;
    assert.deepEqual(
      [
        await found(`open_until=${inDays(59)}`),
        await found(`open_from=${inDays(60)}&open_until=${inDays(60)}`),
        await found(`open_from=${inDays(91)}`),
        await found('open=true'),
        await found('open=false'),
      ],
      [0, 1, 0, 1, 0],
    );
    // The electronic invoice states each.
    const xml = await fetch(`${api.url}/api/invoices/${invoice.id}/e-invoice?format=fatturapa`, {
      headers: { authorization: `Bearer ${api.admin.token}` },
    }).then((answer) => answer.text());
    assert.match(xml, /<CondizioniPagamento>TP01</);
    assert.deepEqual(
      [...xml.matchAll(/<DataScadenzaPagamento>([\d-]+)<|<ImportoPagamento>([\d.]+)</g)].map(
        ([, day, part]) => day ?? part,
      ),
      [inDays(30), '33.33', inDays(60), '33.33', inDays(90), '33.35'],
    );
    const typed = await sent(customer, 10, { due_date: inDays(5) });
    assert.deepEqual(typed.instalments, [{ due_date: inDays(5), amount: 10, open_amount: 10 }]);
    const cleared = await api.admin.put(`/condizioni-pagamento/${created.id}`, { instalments: [] });
    assert.deepEqual(cleared.body.instalments, []);
    const single = await draft(customer, 10);
    assert.deepEqual(single.instalments, [{ due_date: today, amount: 10, open_amount: 10 }]);
  });

  test('an invoice is overdue when an instalment with something open was due', async () => {
    const customer = await owing();
    await term(customer, {
      instalments: [
        { days: 0, percent: 50 },
        { days: 30, percent: 50 },
      ],
    });
    const invoice = await sent(customer, 10);
    await sql`alter table invoice_instalments disable trigger user`.execute(api.db);
    await sql`update invoice_instalments set due_date = ${inDays(-1)} where invoice_id = ${invoice.id} and position = 1`.execute(
      api.db,
    );
    await sql`alter table invoice_instalments enable trigger user`.execute(api.db);
    await sql`select settle_invoice(${invoice.id}, null)`.execute(api.db);
    assert.equal((await read(invoice.id)).is_overdue, true);
    await pay(customer, 4.99, [[invoice, 4.99]]);
    assert.equal((await read(invoice.id)).is_overdue, true);
    await pay(customer, 0.01, [[invoice, 0.01]]);
    assert.deepEqual([(await read(invoice.id)).is_overdue, (await read(invoice.id)).status], [false, 'partly_paid']);
  });

  test('T27 payments and reversals alone move the state; the mark is a payment of the open amount and can be reversed', async () => {
    const customer = await owing();
    const invoice = await sent(customer, 100);
    const set = (status: string) => api.administration.put<Invoice>(`/invoices/${invoice.id}/status`, { status });
    assertProblem(await set('partly_paid'), 409, 'INVALID_TRANSITION');
    const own = (await pay(customer, 30, [[invoice, 30]])).body;
    assertProblem(await set('partly_paid'), 409, 'INVALID_TRANSITION');
    const paid = await set('paid');
    assert.deepEqual([paid.status, ...stateOf(paid.body)], [200, 'paid', 100, 0]);
    assert.ok(paid.body.paid_at);
    const listed = async () =>
      (await api.administration.get<Payment[]>(`/payments?customer_id=${customer.id}&sort=created_at`)).body.map(
        ({ origin, day, amount, unallocated_amount, reversed_at }) => [
          origin,
          day,
          amount,
          unallocated_amount,
          reversed_at !== null,
        ],
      );
    assert.deepEqual(await listed(), [
      ['user', today, 30, 0, false],
      ['flag', today, 70, 0, false],
    ]);
    assertProblem(await set('paid'), 409, 'INVALID_TRANSITION');
    const back = await set('sent');
    assert.deepEqual([back.status, ...stateOf(back.body), back.body.paid_at], [200, 'sent', 0, 100, null]);
    assert.deepEqual(await listed(), [
      ['user', today, 30, 30, false],
      ['flag', today, 70, 0, true],
    ]);
    assertProblem(await set('sent'), 409, 'INVALID_TRANSITION');
    await api.administration.put(`/payments/${own.id}`, { allocations: [{ invoice_id: invoice.id, amount: 30 }] });
    assert.deepEqual(stateOf(await read(invoice.id)), ['partly_paid', 30, 70]);
    assertProblem(await api.administration.post(`/invoices/${invoice.id}/credit-note`, {}), 409, 'INVALID_TRANSITION');
    await api.administration.delete(`/payments/${own.id}`);
    assert.deepEqual(stateOf(await read(invoice.id)), ['sent', 0, 100]);
    await assert.rejects(
      sql`update invoices set status = 'paid', paid_at = now() where id = ${invoice.id}`.execute(api.db),
      /invoices_settled/,
    );
    assert.equal((await api.administration.post(`/invoices/${invoice.id}/credit-note`, {})).status, 201);
    assert.deepEqual(stateOf(await read(invoice.id)), ['cancelled', 0, 0]);
    assert.deepEqual(await differences(), []);
  });

  test('an invoice over 0 can be marked as paid and back', async () => {
    const invoice = await sent(await owing(), 0);
    const set = async (status: string) =>
      (await api.administration.put<Invoice>(`/invoices/${invoice.id}/status`, { status })).body.status;
    assert.deepEqual([await set('paid'), await set('sent'), await set('paid')], ['paid', 'sent', 'paid']);
    assert.deepEqual(await differences(), []);
  });

  test('the database refuses an allocation above the payment or of another customer, and every rewrite', async () => {
    const [customer, other] = [await owing(), await owing()];
    const [own, foreign] = [await sent(customer, 100), await sent(other, 100)];
    const { id } = (await pay(customer, 10, [[own, 5]])).body;
    const allot = (invoice: number, amount: number) =>
      sql`insert into payment_allocations (payment_id, invoice_id, amount) values (${id}, ${invoice}, ${amount})`.execute(
        api.db,
      );
    await assert.rejects(allot(own.id, 5.01), /allotted wrongly/);
    await assert.rejects(allot(own.id, -5.01), /allotted wrongly/);
    await assert.rejects(allot(foreign.id, 1), /cannot pay/);
    await assert.rejects(sql`update payments set amount = 11 where id = ${id}`.execute(api.db), /append-only/);
    await assert.rejects(sql`delete from payment_allocations where payment_id = ${id}`.execute(api.db), /append-only/);
    await assert.rejects(
      sql`update invoice_instalments set amount = 1 where invoice_id = ${own.id}`.execute(api.db),
      /instalments of an issued invoice/,
    );
  });

  test('random histories give the same amounts and states as a model in whole cents', async () => {
    const customer = await owing();
    await term(customer, {
      instalments: [
        { days: 10, percent: 50 },
        { days: 20, percent: 30 },
        { days: 40, percent: 20 },
      ],
    });
    const totals = [1, 333, 10_001];
    const invoices: Invoice[] = [];
    for (const cents of totals) invoices.push(await sent(customer, cents / 100));
    const random = randomNumbers(20_261_122);
    const below = (limit: number) => Math.floor(random() * limit);
    type Held = { id: number; left: number; parts: number[]; isFlag: boolean; isReversed: boolean };
    const held: Held[] = [];
    const openOf = (at: number) => totals[at]! - held.reduce((sum, { parts }) => sum + parts[at]!, 0);
    for (let step = 0; step < 120; step++) {
      const at = below(invoices.length);
      const kind = below(5);
      if (kind === 0) {
        const part = below(openOf(at) + 1);
        const amount = part + below(500) + 1;
        const answer = await pay(customer, amount / 100, part > 0 ? [[invoices[at]!, part / 100]] : []);
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        const parts = totals.map((_, index) => (index === at ? part : 0));
        held.push({ id: answer.body.id, left: amount - part, parts, isFlag: false, isReversed: false });
      } else if (kind === 1) {
        const advance = held.find(({ left, isReversed }) => left > 0 && !isReversed);
        if (!advance) continue;
        const part = below(totals[at]! + 2) + 1;
        const answer = await api.admin.put(`/payments/${advance.id}`, {
          allocations: [{ invoice_id: invoices[at]!.id, amount: part / 100 }],
        });
        const wanted = part > advance.left ? 400 : part > openOf(at) ? 409 : 200;
        assert.equal(answer.status, wanted, JSON.stringify(answer.body));
        if (wanted !== 200) continue;
        advance.left -= part;
        advance.parts[at]! += part;
      } else if (kind === 2 && held.length > 0) {
        const one = held[below(held.length)]!;
        const answer = await api.admin.delete(`/payments/${one.id}`);
        assert.equal(answer.status, one.isReversed ? 409 : 204);
        Object.assign(one, { isReversed: true, left: 0, parts: totals.map(() => 0) });
      } else if (kind === 3) {
        const open = openOf(at);
        const answer = await api.admin.put(`/invoices/${invoices[at]!.id}/status`, { status: 'paid' });
        assert.equal(answer.status, open > 0 ? 200 : 409);
        if (open === 0) continue;
        const { body } = await api.admin.get<Payment[]>(
          `/payments?customer_id=${customer.id}&sort=-created_at&limit=1`,
        );
        const parts = totals.map((_, index) => (index === at ? open : 0));
        held.push({ id: body[0]!.id, left: 0, parts, isFlag: true, isReversed: false });
      } else if (kind === 4) {
        const isPaid = openOf(at) < totals[at]!;
        const answer = await api.admin.put(`/invoices/${invoices[at]!.id}/status`, { status: 'sent' });
        assert.equal(answer.status, isPaid ? 200 : 409);
        for (const one of held.filter(({ parts }) => parts[at]! > 0)) {
          if (one.isFlag && one.parts.every((part, index) => index === at || part === 0)) {
            Object.assign(one, { isReversed: true, left: 0, parts: totals.map(() => 0) });
          } else {
            one.left += one.parts[at]!;
            one.parts[at] = 0;
          }
        }
      }
      for (const [index, invoice] of invoices.entries()) {
        const open = openOf(index);
        const paid = totals[index]! - open;
        const seen = await read(invoice.id);
        assert.deepEqual(
          [seen.status, Math.round(seen.paid_amount * 100), Math.round(seen.open_amount * 100)],
          [paid === 0 ? 'sent' : open === 0 ? 'paid' : 'partly_paid', paid, open],
          `step ${step}`,
        );
        let settled = paid;
        for (const { amount, open_amount } of seen.instalments) {
          const cents = Math.round(amount * 100);
          const filled = Math.min(cents, settled);
          settled -= filled;
          assert.equal(Math.round(open_amount * 100), cents - filled);
        }
      }
    }
    assert.ok(held.length > 15);
    assert.deepEqual(await differences(), []);
  });

  test('two concurrent payments of the same invoice settle it once', async () => {
    const customer = await owing();
    const invoice = await sent(customer, 100);
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(customer, 100, [[invoice, 100]])));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409],
    );
    assert.deepEqual(stateOf(await read(invoice.id)), ['paid', 100, 0]);
  });

  test('the list filters, sorts and searches', async () => {
    const customer = await owing({ business_name: 'Zeta Carta' });
    const invoice = await sent(customer, 10);
    await pay(customer, 10, [[invoice, 10]], { bank: 'Banca Uno', day: inDays(-2) });
    await pay(customer, 20, [], { notes: 'acconto primavera' });
    const amounts = async (query: string) =>
      (await api.admin.get<Payment[]>(`/payments?customer_id=${customer.id}&${query}`)).body.map(
        ({ amount }) => amount,
      );
    assert.deepEqual(await amounts(`invoice_id=${invoice.id}`), [10]);
    assert.deepEqual(await amounts('unallocated=true'), [20]);
    assert.deepEqual(await amounts('q=primavera'), [20]);
    assert.deepEqual(await amounts('q=banca%20uno'), [10]);
    assert.deepEqual(await amounts('sort=amount'), [10, 20]);
    assert.deepEqual(await amounts(`to=${inDays(-1)}`), [10]);
    assert.deepEqual(await amounts('reversed=true'), []);
  });
});

async function differences() {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    return await findDifferences(client);
  } finally {
    await client.end();
  }
}

/** A reproducible sequence of numbers from 0 to 1. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
