import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { BankInstalment, BankSlip } from '@bobina/contract/sales/bank.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import { sql } from 'kysely';
import { findDifferences } from '../../../app/differences.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { completeCompany, createCustomer, createSupplier } from '../../../testing/factories.ts';
import { redateInvoice } from '../../../testing/home-data.ts';
import { FULL_COMPANY, sell, send } from '../../../testing/invoiced.ts';
import { readPain } from '../../../testing/read-pain.ts';
import { readRiba } from '../../../testing/read-riba.ts';
import { Client } from 'pg';

const api = startApi();
const OWN = 'IT60X0542811101000000123456';
const BANK_DATA = { sia_code: 'A1B2C', creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' };
const PAYER = {
  vat_number: 'IT00743110157',
  vat_code: '22',
  country_code: 'IT',
  codice_destinatario: 'M5UXCR1',
  modalita_pagamento: 'MP12',
  abi: '03069',
  cab: '09606',
  bank: 'Intesa Sanpaolo',
  iban: 'IT33X0542811101000000123457',
  mandate_id: 'MAND-1',
  mandate_day: '2026-01-15',
};
/** The company's day. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
function inDays(days: number) {
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

async function prepare() {
  await completeCompany(api.admin);
  await api.admin.put('/company', { ...FULL_COMPANY, ...BANK_DATA });
}
function ibanOf(account: string) {
  const rest = 98n - (BigInt(`${'X'.charCodeAt(0) - 55}0306909606${account}182900`) % 97n);
  return `IT${String(rest).padStart(2, '0')}X0306909606${account}`;
}
let payers = 0;
async function payer(given: object = {}) {
  const account = String(100_000_000_000 + ++payers);
  return createCustomer(api.admin, {
    ...PAYER,
    business_name: `Panificio n. ${payers}`,
    iban: ibanOf(account),
    ...given,
  });
}
/** An issued invoice over `net` and 22 % VAT, due in 30 days unless the terms say otherwise. */
async function owed(customer: Customer, net: number, days = 30): Promise<Invoice> {
  const { invoice } = await sell(api, [{ quantity: 1, unit_price: net }], {
    of: customer,
    invoice: { due_date: inDays(days) },
  });
  return send(api.sales, invoice.id);
}
async function read(id: number): Promise<Invoice> {
  return (await api.admin.get<Invoice>(`/invoices/${id}`)).body;
}
async function stateOf(id: number) {
  const { status, paid_amount, open_amount } = await read(id);
  return [status, paid_amount, open_amount];
}
function create(body: object) {
  return api.administration.post<BankSlip>('/bank/slips', body);
}
async function slip(body: object): Promise<BankSlip> {
  const answer = await create(body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
function move({ id }: { id: number }, body: object, headers = {}) {
  return api.administration.put<BankSlip>(`/bank/slips/${id}`, body, { headers });
}
async function moved(one: { id: number }, body: object): Promise<BankSlip> {
  const answer = await move(one, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
async function textOf(path: string): Promise<string> {
  const answer = await fetch(`${api.url}/api${path}`, {
    headers: { authorization: `Bearer ${api.administration.token}` },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.text();
}
async function differences() {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    return await findDifferences(client);
  } finally {
    await client.end();
  }
}
/** The number of slips and payments, which a GET must not change. */
async function written() {
  const { rows } = await sql`
    select (select count(*) from bank_slips) as slips, (select count(*) from bank_slip_items) as items,
      (select count(*) from payments) as payments, (select count(*) from activities) as activities`.execute(api.db);
  return rows[0];
}

describe('bank slips', () => {
  before(prepare);

  test('T29 GET /bank/riba makes a flow per bank and due day, and the items of a slip are presented, credited or unpaid', async () => {
    const [first, second] = [await payer(), await payer({ abi: null, cab: null })];
    const invoices = [await owed(first, 100), await owed(second, 50.5), await owed(first, 10, 60)];
    const ids = invoices.map(({ id }) => id);
    const untouched = await written();
    const flows = readRiba(await textOf(`/bank/riba?ids=${ids.join(',')}`));
    assert.deepEqual(
      flows.map(({ sender, receiver, receipts }) => [
        sender,
        receiver,
        receipts.map(({ due, cents, abi, cab, debtor, tax_code }) => [due, cents, abi, cab, debtor, tax_code]),
      ]),
      [
        [
          'A1B2C',
          '05428',
          [
            [inDays(30), 12_200n, '03069', '09606', first.business_name.toUpperCase(), '00743110157'],
            [inDays(30), 6161n, '03069', '09606', second.business_name.toUpperCase(), '00743110157'],
          ],
        ],
        ['A1B2C', '05428', [[inDays(60), 1220n, '03069', '09606', first.business_name.toUpperCase(), '00743110157']]],
      ],
    );
    const other = readRiba(await textOf(`/bank/riba?ids=${ids[2]}&iban=${ibanOf('000000000777')}`));
    assert.deepEqual([other[0]!.receiver, other[0]!.receipts[0]!.account], ['03069', '000000000777']);
    assert.deepEqual(await written(), untouched);

    assertProblem(await create({ kind: 'riba', ids }), 400, 'VALIDATION', { ids: 'severalDays' });
    const kept = await slip({ kind: 'riba', ids: ids.slice(0, 2) });
    assert.deepEqual(
      [kept.kind, kept.state, kept.due_date, kept.iban, kept.bank, kept.amount, kept.unpaid_amount],
      ['riba', 'new', inDays(30), OWN, 'Banca del Valdarno', 183.61, 0],
    );
    const stored = await textOf(`/bank/slips/${kept.id}/file`);
    assert.equal(readRiba(stored)[0]!.receipts.length, 2);
    assertProblem(await create({ kind: 'pain008', ids: ids.slice(0, 1) }), 409, 'INVALID_TRANSITION');
    for (const state of ['credited', 'unpaid']) assertProblem(await move(kept, { state }), 409, 'INVALID_TRANSITION');

    assertProblem(await move(kept, { state: 'presented' }, { 'If-Match': '9' }), 409, 'STALE_VERSION');
    assert.equal((await moved(kept, { state: 'presented' })).state, 'presented');
    assertProblem(await api.administration.delete(`/bank/slips/${kept.id}`), 409, 'INVALID_TRANSITION');
    assert.deepEqual(await stateOf(ids[0]!), ['sent', 0, 122]);
    const credited = await moved(kept, { state: 'credited', day: inDays(-1) });
    assert.deepEqual(
      [credited.state, credited.items.map(({ state, amount, payment_id }) => [state, amount, payment_id !== null])],
      [
        'credited',
        [
          ['credited', 122, true],
          ['credited', 61.61, true],
        ],
      ],
    );
    assert.deepEqual(
      [await stateOf(ids[0]!), await stateOf(ids[1]!)],
      [
        ['paid', 122, 0],
        ['paid', 61.61, 0],
      ],
    );
    const [, item] = credited.items;
    const { body: payment } = await api.admin.get<Payment>(`/payments/${item!.payment_id}`);
    assert.deepEqual(
      [payment.origin, payment.day, payment.amount, payment.method, payment.bank, payment.allocations[0]?.invoice_id],
      ['slip', inDays(-1), 61.61, 'Ri.Ba.', 'Banca del Valdarno', ids[1]],
    );

    const part = await moved(kept, { state: 'unpaid', item_ids: [item!.id] });
    assert.deepEqual(
      [part.state, part.unpaid_amount, part.items.map(({ state }) => state)],
      ['credited', 61.61, ['credited', 'unpaid']],
    );
    assert.deepEqual(
      [await stateOf(ids[0]!), await stateOf(ids[1]!)],
      [
        ['paid', 122, 0],
        ['sent', 0, 61.61],
      ],
    );
    assertProblem(await move(kept, { state: 'unpaid', item_ids: [item!.id] }), 409, 'INVALID_TRANSITION');
    assertProblem(await move(kept, { state: 'unpaid', item_ids: [999_999] }), 400, 'VALIDATION', {
      'item_ids.0': 'unknown',
    });
    const all = await moved(kept, { state: 'unpaid' });
    assert.deepEqual([all.state, all.unpaid_amount, await stateOf(ids[0]!)], ['unpaid', 183.61, ['sent', 0, 122]]);
    assertProblem(await move(kept, { state: 'unpaid' }), 409, 'INVALID_TRANSITION');
    // A returned item can be on a new slip, and the old file does not change.
    const again = await slip({ kind: 'riba', ids: ids.slice(0, 2) });
    assert.equal((await api.administration.delete(`/bank/slips/${again.id}`)).status, 204);
    assertProblem(await api.administration.get(`/bank/slips/${again.id}`), 404, 'NOT_FOUND');
    const later = await slip({ kind: 'riba', ids: ids.slice(2), due_date: inDays(60) });
    assert.deepEqual([later.due_date, later.items.length], [inDays(60), 1]);
    assert.equal(await textOf(`/bank/slips/${kept.id}/file`), stored);
    assert.deepEqual(await differences(), []);
  });

  test('T30 a direct debit and a credit transfer are written and read back, and their slips enter and reverse payments', async () => {
    const customer = await payer();
    const debits = [await owed(customer, 20), await owed(await payer(), 30)];
    const ids = debits.map(({ id }) => id);
    const read008 = readPain('pain008', await textOf(`/bank/pain008?ids=${ids.join(',')}`));
    assert.deepEqual(
      read008.map((one) => [
        one.day,
        one.cents,
        one.own_iban,
        one.mandate_id,
        one.mandate_day,
        one.creditor_id,
        one.purpose.slice(0, 8),
      ]),
      [2440n, 3660n].map((cents) => [
        inDays(30),
        cents,
        OWN,
        'MAND-1',
        '2026-01-15',
        BANK_DATA.creditor_id,
        'FATTURA ',
      ]),
    );
    assert.equal(read008[0]!.iban, customer.iban);
    assert.deepEqual(
      readRiba(await textOf(`/bank/riba?ids=${ids.join(',')}`))[0]!.receipts.map(({ cents }) => cents),
      [2440n, 3660n],
    );
    const debit = await slip({ kind: 'pain008', ids });
    await moved(debit, { state: 'presented' });
    // A presented item can be returned unpaid before the slip is credited.
    await moved(debit, { state: 'unpaid', item_ids: [debit.items[1]!.id] });
    const credited = await moved(debit, { state: 'credited' });
    assert.deepEqual(
      credited.items.map(({ state }) => state),
      ['credited', 'unpaid'],
    );
    assert.deepEqual(
      [await stateOf(ids[0]!), await stateOf(ids[1]!)],
      [
        ['paid', 24.4, 0],
        ['sent', 0, 36.6],
      ],
    );

    const supplier = await createSupplier(api.admin, {
      business_name: 'Cartiera dell’Arno',
      iban: ibanOf('000000000042'),
    });
    const purchase = await purchaseInvoice(supplier.id, { number: 'A/17', amounts: [250, 100.5] });
    const transfer = readPain('pain001', await textOf(`/bank/pain001?ids=${purchase}`));
    assert.deepEqual(
      transfer.map(({ day, cents, name, iban, own_iban }) => [day, cents, name, iban, own_iban]),
      [
        [inDays(30), 25_000n, "Cartiera dell'Arno", supplier.iban, OWN],
        [inDays(60), 10_050n, "Cartiera dell'Arno", supplier.iban, OWN],
      ],
    );
    const order = await slip({ kind: 'pain001', ids: [purchase], due_date: inDays(30) });
    assert.deepEqual(
      order.items.map((item) => [item.number, item.party_name, item.amount]),
      [['A/17', 'Cartiera dell’Arno', 250]],
    );
    assert.deepEqual(readPain('pain001', await textOf(`/bank/slips/${order.id}/file`)).length, 1);
    await moved(order, { state: 'presented' });
    await moved(order, { state: 'credited', day: today });
    assert.deepEqual(await paidDays(purchase), [today, null]);
    assertProblem(await create({ kind: 'pain001', ids: [purchase], due_date: inDays(30) }), 400, 'VALIDATION', {
      'ids.0': 'nothingOpen',
    });
    await moved(order, { state: 'unpaid' });
    assert.deepEqual(await paidDays(purchase), [null, null]);
    assert.deepEqual(await differences(), []);
  });

  test('names all that is missing, and refuses documents that cannot be in a file', async () => {
    const customer = await payer({
      abi: '1',
      iban: 'IT61X0542811101000000123456',
      mandate_id: null,
      mandate_day: null,
    });
    const invoice = await owed(customer, 5);
    await api.admin.put('/company', { sia_code: null, creditor_id: 'IT67ZZZA1B2C3D4E5F6G7H8', iban: null });
    const missing = async (kind: string, ids: number | string = invoice.id) =>
      (await api.administration.get(`/bank/${kind}?ids=${ids}`)).body.missing.map(
        ({ field }: { field: string }) => field,
      );
    assert.deepEqual(await missing('riba'), ['company.iban', 'company.sia_code', 'customer.abi']);
    assert.deepEqual(await missing('pain008'), [
      ...['company.iban', 'company.creditor_id', 'customer.iban', 'customer.mandate_id', 'customer.mandate_day'],
    ]);
    assertProblem(await create({ kind: 'riba', ids: [invoice.id] }), 409, 'INCOMPLETE_DOCUMENT');
    const { id: supplier } = await createSupplier(api.admin, { iban: null });
    const purchase = await purchaseInvoice(supplier, { number: 'B/1', amounts: [1] });
    assert.deepEqual(await missing('pain001', purchase), ['company.iban', 'supplier.iban']);
    await api.admin.put('/company', { ...BANK_DATA, iban: 'FR1420041010050500013M02606' });
    assert.deepEqual(await missing('riba'), ['company.iban', 'customer.abi']);
    await api.admin.put('/company', { iban: OWN });
    assertProblem(
      await create({ kind: 'riba', ids: [invoice.id], iban: 'IT61X0542811101000000123456' }),
      400,
      'VALIDATION',
      {
        iban: 'iban',
      },
    );

    const { invoice: unsent } = await sell(api, [{ quantity: 1, unit_price: 5 }], { of: customer });
    const paid = await owed(customer, 7);
    await api.administration.put(`/invoices/${paid.id}/status`, { status: 'paid' });
    const { invoice: dollars } = await sell(api, [{ quantity: 1, unit_price: 5 }], {
      customer: { ...PAYER, valuta: 'USD', business_name: 'Overseas' },
      invoice: { exchange_rate: 1.1 },
    });
    await send(api.sales, dollars.id);
    const refused = await create({ kind: 'riba', ids: [unsent.id, paid.id, dollars.id, 999_999] });
    assertProblem(refused, 400, 'VALIDATION', {
      'ids.0': 'notIssued',
      'ids.1': 'nothingOpen',
      'ids.2': 'onlyEuro',
      'ids.3': 'unknown',
    });
    assert.match(JSON.stringify(refused.body), /USD/);
    const fresh = await purchaseInvoice(supplier, { number: 'B/2', amounts: [1], status: 'new' });
    assertProblem(await create({ kind: 'pain001', ids: [fresh] }), 400, 'VALIDATION', { 'ids.0': 'notAccepted' });
    assertProblem(await api.administration.get('/bank/riba'), 400, 'VALIDATION', { ids: 'required' });
  });

  test('an overdue instalment is on a slip of today, and the list of instalments leaves out those on live slips', async () => {
    const customer = await payer({ iban: null });
    const invoice = await owed(customer, 40);
    await redateInvoice(api.db, invoice.id, { dated: inDays(-40), due: inDays(-10) });
    const listed = async (kind: string) =>
      (await api.administration.get<BankInstalment[]>(`/bank/instalments?kind=${kind}`)).body.filter(
        ({ document_id }) => document_id === invoice.id,
      );
    assert.deepEqual(await listed('riba'), [
      {
        document_id: invoice.id,
        number: invoice.invoice_number,
        party_id: customer.id,
        party_name: customer.business_name,
        instalment: 1,
        due_date: inDays(-10),
        day: today,
        amount: 48.8,
        method: 'MP12',
        missing: [],
      },
    ]);
    assert.deepEqual((await listed('pain008'))[0]!.missing, [
      `Il cliente ${customer.business_name} non ha un IBAN valido`,
    ]);
    const one = await slip({ kind: 'riba', ids: [invoice.id] });
    assert.deepEqual([one.due_date, one.items[0]!.due_date, await listed('riba')], [today, inDays(-10), []]);
    // Paid by other means in the meantime: the money of the slip is an advance.
    await api.administration.put(`/invoices/${invoice.id}/status`, { status: 'paid' });
    await moved(one, { state: 'presented' });
    const { items } = await moved(one, { state: 'credited' });
    const { body: payment } = await api.admin.get<Payment>(`/payments/${items[0]!.payment_id}`);
    assert.deepEqual([payment.unallocated_amount, payment.allocations], [48.8, []]);
    const found = await api.sales.get<BankSlip[]>(`/bank/slips?kind=riba&state=credited&q=${one.file_name}`);
    assert.deepEqual(
      found.body.map(({ id }) => id),
      [one.id],
    );
    // Reversed by hand before the bank returns it: nothing is left to reverse.
    assert.equal((await api.administration.delete(`/payments/${payment.id}`)).status, 204);
    assert.equal((await moved(one, { state: 'unpaid' })).state, 'unpaid');
  });

  test('a slip becomes unpaid while another user reverses its advance', async () => {
    const invoice = await owed(await payer(), 11, 0);
    const one = await slip({ kind: 'riba', ids: [invoice.id] });
    await api.administration.put(`/invoices/${invoice.id}/status`, { status: 'paid' });
    await moved(one, { state: 'presented' });
    const { payment_id } = (await moved(one, { state: 'credited' })).items[0]!;
    const client = new Client(api.databaseUrl);
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`select 1 from payments where id = ${payment_id} for no key update`);
      await client.query(`insert into payments (customer_id, day, amount, currency, origin, reverses)
        select customer_id, day, amount, currency, origin, id from payments where id = ${payment_id}`);
      const returning = move(one, { state: 'unpaid' });
      await untilLockIsAwaited(client);
      await client.query('commit');
      const { status, body } = await returning;
      assert.deepEqual([status, body.state], [200, 'unpaid'], JSON.stringify(body));
    } finally {
      await client.end();
    }
  });

  test('of twenty concurrent slips of one instalment, one is made, and the database refuses to change a slip', async () => {
    const invoice = await owed(await payer(), 9);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ kind: 'riba', ids: [invoice.id] })));
    const codes = answers.map(({ status, body }) => (status === 201 ? 'made' : (body as { code?: string }).code));
    assert.deepEqual(codes.toSorted(), [...Array.from({ length: 19 }, () => 'INVALID_TRANSITION'), 'made']);
    const { id } = answers.find(({ status }) => status === 201)!.body;
    await moved({ id }, { state: 'presented' });
    const credits = await Promise.all(Array.from({ length: 8 }, () => move({ id }, { state: 'credited' })));
    assert.deepEqual(credits.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 7 }, () => 409)]);
    assert.deepEqual(await stateOf(invoice.id), ['paid', 10.98, 0]);
    for (const statement of [
      `update bank_slips set content = 'x' where id = ${id}`,
      `delete from bank_slips where id = ${id}`,
      `update bank_slip_items set amount = 1 where slip_id = ${id}`,
      `update bank_slip_items set state = 'presented', payment_id = null where slip_id = ${id}`,
      `delete from bank_slip_items where slip_id = ${id}`,
      `update bank_slips set deleted_at = now() where id = ${id}`,
    ])
      await assert.rejects(sql.raw(statement).execute(api.db), /stays/, statement);
  });
});

/** Waits until another session waits for a lock that the client holds. */
async function untilLockIsAwaited(client: Client): Promise<void> {
  for (let tried = 0; tried < 400; tried++) {
    const { rowCount } = await client.query(
      'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    if (rowCount! > 0) return;
    await sleep(25);
  }
  assert.fail('no session waits');
}

/** An accepted purchase invoice with an instalment per amount, due in 30 days, 60 days and so on. */
async function purchaseInvoice(
  supplier_id: number,
  { number, amounts, status = 'accepted' }: { number: string; amounts: number[]; status?: string },
): Promise<number> {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const { status: made, body } = await api.admin.post('/purchase-invoices', {
    supplier_id,
    number,
    document_date: today,
    lines: [{ description: 'Trasporto', unit_price: total, vat_rate: 0, natura: 'N2.2' }],
    instalments: amounts.map((amount, at) => ({ due_date: inDays(30 * (at + 1)), amount })),
  });
  assert.equal(made, 201, JSON.stringify(body));
  if (status === 'accepted')
    assert.equal((await api.admin.put(`/purchase-invoices/${body.id}/accept`, {})).status, 200);
  return body.id;
}
async function paidDays(purchase: number) {
  const { body } = await api.admin.get<PurchaseInvoice>(`/purchase-invoices/${purchase}`);
  return body.instalments.map(({ paid_date }) => paid_date);
}
