/** Invoices of several packing lists. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Invoice, InvoiceRow, WaitingToInvoice } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
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
import { FULL_COMPANY } from '../../../testing/invoiced.ts';
import { all, readXml, textAt } from '../../../testing/read-xml.ts';

const api = startApi();
const ITALIAN = {
  country_code: 'IT',
  vat_number: '01234567897',
  modalita_pagamento: 'MP05',
  codice_destinatario: 'M5UXCR1',
};
let customer: Customer;
let warehouse: number;
let product: number;
async function prepare() {
  if (customer) return;
  await completeCompany(api.admin);
  await api.admin.put('/company', FULL_COMPANY);
  customer = await createCustomer(api.admin, ITALIAN);
  warehouse = (await createWarehouse(api.admin)).id;
  product = (await createProduct(api.admin, { name: 'Rotolo' })).id;
  await createMovement(api.admin, loadBody(product, warehouse, 100_000));
}

/** Delivers the lines of a new order. */
async function packed(
  lines: { quantity: number; unit_price: number }[] = [{ quantity: 2, unit_price: 10 }],
  { buyer = customer, order: given = {}, list = {} }: { buyer?: Customer; order?: object; list?: object } = {},
): Promise<PackingList> {
  const items = lines.map((line) => ({ product_id: product, ...line }));
  const order = await createCustomerOrder(api.admin, buyer.id, items, given);
  return packAgain(
    order,
    buyer,
    order.items.map(({ quantity }) => quantity),
    list,
  );
}
function packAgain(
  order: CustomerOrder,
  buyer: Customer,
  quantities: number[],
  list: object = {},
): Promise<PackingList> {
  return createPackingList(api.sales, {
    customer_id: buyer.id,
    order_id: order.id,
    items: quantities.map((quantity, at) => ({
      order_item_id: order.items[at]!.id,
      quantity,
      warehouse_id: warehouse,
    })),
    ...list,
  });
}
function invoiceOf(lists: { id: number }[], given: object = {}) {
  return api.sales.post<Invoice>('/invoices/from-packing-lists', {
    packing_list_ids: lists.map(({ id }) => id),
    ...given,
  });
}
async function draftOf(lists: { id: number }[], given: object = {}): Promise<Invoice> {
  const { status, body } = await invoiceOf(lists, given);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
async function send(id: number): Promise<Invoice> {
  const { status, body } = await api.sales.put<Invoice>(`/invoices/${id}/status`, { status: 'sent' });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function askFile(path: string): Promise<Buffer> {
  const answer = await fetch(`${api.url}/api${path}`, { headers: { authorization: `Bearer ${api.sales.token}` } });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}
async function liveOf({ id }: { id: number }) {
  return (await api.admin.get<PackingList>(`/packing-lists/${id}`)).body.invoice_id;
}
function numbered({ id, packing_list_number, packing_date }: PackingList) {
  return { id, number: packing_list_number, date: packing_date };
}

describe('POST /invoices/from-packing-lists', () => {
  before(prepare);
  test('T19 answers 201 with one draft; 400 mixed for other customers or currencies; 409 ALREADY_INVOICED', async () => {
    const [first, second] = [
      await packed([{ quantity: 3, unit_price: 10.02 }], { order: { customer_order_number: 'A/1' } }),
      await packed([{ quantity: 1, unit_price: 5 }], { order: { customer_order_number: 'B/2' } }),
    ];
    const draft = await draftOf([second, first], { due_date: '2099-12-31', notes: 'Di marzo' });
    assert.deepEqual(
      [draft.status, draft.invoice_number, draft.due_date, draft.due_date_typed, draft.notes, draft.missing],
      ['draft', null, '2099-12-31', true, 'Di marzo', []],
    );
    assert.deepEqual([draft.packing_list_id, draft.order_id], [null, null]);
    assert.equal(draft.packing_list_number, `${first.packing_list_number}, ${second.packing_list_number}`);
    assert.equal(draft.order_number, `${first.order_number}, ${second.order_number}`);
    assert.equal(draft.customer_order_number, 'A/1, B/2');
    // 3 × 10.02 + 5 = 35.06; 22 % is 7.7132
    assert.deepEqual([draft.net_amount, draft.vat_amount, draft.total_amount], [35.06, 7.71, 42.77]);
    assert.deepEqual((await api.sales.get(`/invoices/${draft.id}`)).body, draft);

    const free = await packed();
    const ofOther = await packed(undefined, { buyer: await createCustomer(api.admin) });
    assertProblem(await invoiceOf([free, ofOther]), 400, 'VALIDATION', { packing_list_ids: 'mixed' });
    await api.admin.put(`/customers/${customer.id}`, { ...customer, valuta: 'USD' });
    const inDollars = await packed();
    await api.admin.put(`/customers/${customer.id}`, { ...customer, valuta: 'EUR' });
    assertProblem(await invoiceOf([free, inDollars]), 400, 'VALIDATION', { packing_list_ids: 'mixed' });
    assertProblem(await invoiceOf([free, first]), 409, 'ALREADY_INVOICED');
    assert.equal(await liveOf(free), null);
    assertProblem(await invoiceOf([free, { id: 999_999 }]), 400, 'VALIDATION', { 'packing_list_ids.1': 'unknown' });
    assertProblem(await invoiceOf([]), 400, 'VALIDATION', { packing_list_ids: 'noItems' });
    const many = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }));
    assertProblem(await invoiceOf(many), 400, 'VALIDATION', { packing_list_ids: 'max' });
    assertProblem(await invoiceOf([free], { due_date: '2020-01-01' }), 400, 'VALIDATION', { due_date: 'min' });
    const cancelled = await packed();
    await api.sales.delete(`/packing-lists/${cancelled.id}`);
    assertProblem(await invoiceOf([free, cancelled]), 409, 'INVALID_TRANSITION');
    for (const session of [api.administration, api.warehouse])
      assertProblem(
        await session.post('/invoices/from-packing-lists', { packing_list_ids: [free.id] }),
        403,
        'FORBIDDEN',
      );
    // One packing list gives the same as its own call, and the same one twice counts once.
    const single = await draftOf([free, free]);
    assert.deepEqual(
      [single.packing_list_id, single.packing_list_number, single.order_id, single.items.length],
      [free.id, free.packing_list_number, free.order_id, 1],
    );
  });

  test('lines are grouped by packing list and order line; one order may have several packing lists', async () => {
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product, quantity: 10, unit_price: 1.5 },
      { product_id: product, quantity: 10, unit_price: 2.5 },
    ]);
    const [first, second] = [await packAgain(order, customer, [4, 1]), await packAgain(order, customer, [6])];
    const draft = await draftOf([first, second]);
    const [one, two] = order.items;
    assert.deepEqual(
      draft.items.map((item) => [item.packing_list_id, item.order_item_id, item.quantity, item.net_amount]),
      [
        [first.id, one!.id, 4, 6],
        [first.id, two!.id, 1, 2.5],
        [second.id, one!.id, 6, 9],
      ],
    );
    assert.equal(draft.order_number, order.order_number);
    await send(draft.id);
    const { items } = (await api.admin.get<CustomerOrder>(`/customer-orders/${order.id}`)).body;
    assert.deepEqual(
      items.map(({ invoiced_quantity }) => invoiced_quantity),
      [10, 1],
    );
  });

  test('a deleted draft is created again by undo, with all its packing lists', async () => {
    const lists = [await packed(), await packed()];
    const draft = await draftOf(lists, { notes: 'Due' });
    const deleted = await api.sales.delete(`/invoices/${draft.id}`);
    assert.deepEqual([await liveOf(lists[0]!), await liveOf(lists[1]!)], [null, null]);
    const undone = await api.sales.post(`/undo/${deleted.headers.get('x-activity-id')}`, {});
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    const again = (await api.sales.get<Invoice>(`/invoices/${undone.body.id}`)).body;
    assert.deepEqual([again.notes, again.packing_lists], ['Due', lists.map(numbered)]);
  });

  test('is never dated before its newest packing list', async () => {
    const early = await packed();
    const shift = (days: number) =>
      sql`update number_series set last_day = last_day + ${days}::int where kind = 'DDT'`.execute(api.db);
    await shift(3);
    const late = await packed();
    await shift(-3);
    const invoice = await send((await draftOf([late, early])).id);
    assert.ok(late.packing_date > early.packing_date);
    assert.equal(invoice.invoice_date, late.packing_date);
  });
});

test('T20 an invoice of many packing lists is TD24 with one DatiDDT each, and its lines are grouped on paper', async () => {
  await prepare();
  const lists = [
    await packed(
      [
        { quantity: 3, unit_price: 10 },
        { quantity: 1, unit_price: 4 },
      ],
      {
        order: { customer_order_number: 'PO 1' },
      },
    ),
    await packed([{ quantity: 2, unit_price: 7 }], { order: { customer_order_number: 'PO 2' } }),
  ];
  const { id, ...draft } = await draftOf(lists);
  const invoice = await send(id);
  assert.deepEqual(draft.packing_lists, lists.map(numbered));
  assert.deepEqual(invoice.packing_lists, lists.map(numbered));

  const xml = readXml((await askFile(`/invoices/${id}/e-invoice?format=fatturapa`)).toString());
  const general = 'FatturaElettronicaBody/DatiGenerali';
  assert.equal(textAt(xml, `${general}/DatiGeneraliDocumento/TipoDocumento`), 'TD24');
  const ddt = all(xml, `${general}/DatiDDT`);
  assert.deepEqual(
    ddt.map((node) => [
      textAt(node, 'NumeroDDT'),
      textAt(node, 'DataDDT'),
      all(node, 'RiferimentoNumeroLinea').map((line) => line.text),
    ]),
    [
      [lists[0]!.packing_list_number, lists[0]!.packing_date, ['1', '2']],
      [lists[1]!.packing_list_number, lists[1]!.packing_date, ['3']],
    ],
  );

  const report = (await api.sales.get<InvoiceReport>(`/invoices/${id}/report`)).body;
  assert.equal(report.packing_list, null);
  assert.deepEqual(
    report.packing_lists.map(({ number, customer_order_number }) => [number, customer_order_number]),
    [
      [lists[0]!.packing_list_number, 'PO 1'],
      [lists[1]!.packing_list_number, 'PO 2'],
    ],
  );
  assert.deepEqual(
    report.items.map(({ packing_list_id }) => packing_list_id),
    [lists[0]!.id, lists[0]!.id, lists[1]!.id],
  );
  const pdf = await getDocumentProxy(new Uint8Array(await askFile(`/invoices/${id}/report?format=pdf&lang=it`)));
  const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
  const [first, second] = lists.map((list) => list.packing_list_number);
  assert.match(text, new RegExp(`${first} del .*PO 1.*30,00.*4,00.*${second} del .*PO 2.*14,00`));
});

describe('one live invoice per packing list', () => {
  before(prepare);
  test('T21 the database refuses a second live invoice of a packing list, and so of its lines', async () => {
    const [first, second, other] = [await packed(), await packed(), await packed()];
    const { id } = await draftOf([first, second]);
    const another = await draftOf([other]);
    const refused = (statement: string, reason: RegExp) =>
      assert.rejects(() => sql.raw(statement).execute(api.db), reason);
    for (const list of [first, second])
      await refused(
        `insert into invoice_packing_lists (invoice_id, packing_list_id, position, is_live) values (${another.id}, ${list.id}, 1, false)`,
        /invoice_packing_lists_one_live/,
      );
    await refused(
      `insert into invoices (invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_id, customer, company, payment)
        select invoice_date, due_date, ${second.id}, packing_list_number, order_number, customer_id, customer, company, payment from invoices where id = ${id}`,
      /invoice_packing_lists_one_live/,
    );
    // A line belongs to a packing list of its invoice.
    await refused(
      `insert into invoice_items (invoice_id, packing_list_id, position, order_item_id, product_id, code, product_name, unit_of_measure, quantity, unit_price, net_amount, vat_amount, total_price)
        select ${another.id}, packing_list_id, 9, order_item_id, product_id, code, product_name, unit_of_measure, quantity, unit_price, net_amount, vat_amount, total_price
        from invoice_items where invoice_id = ${id} limit 1`,
      /invoice_items_packing_list/,
    );
    // The database refuses a manual change of the live mark and of the packing lists of an invoice.
    await sql`update invoice_packing_lists set is_live = false where invoice_id = ${id}`.execute(api.db);
    assertProblem(await invoiceOf([second]), 409, 'ALREADY_INVOICED');
    await refused(`delete from invoice_packing_lists where invoice_id = ${id}`, /invoice \d+ stay/);
    await refused(`update invoice_packing_lists set packing_list_id = ${other.id} where invoice_id = ${id}`, /stay/);
    await refused('truncate invoice_packing_lists cascade', /may not|not be|refuse|append/i);

    await api.sales.delete(`/invoices/${id}`);
    assert.deepEqual([await liveOf(first), await liveOf(second)], [null, null]);
    const again = await draftOf([second, first]);
    assert.deepEqual([await liveOf(first), await liveOf(second)], [again.id, again.id]);
    await api.sales.put(`/invoices/${again.id}/status`, { status: 'cancelled' });
    assert.deepEqual([await liveOf(first), await liveOf(second)], [null, null]);
  });

  test('of many concurrent invoices with a common packing list one is created', async () => {
    const common = await packed();
    const others = [await packed(), await packed(), await packed(), await packed()];
    const answers = await Promise.all([
      ...others.map((list, index) => invoiceOf(index % 2 ? [list, common] : [common, list])),
      api.sales.post(`/invoices/from-packing-list/${common.id}`, {}),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
    for (const answer of answers) if (answer.status === 409) assertProblem(answer, 409, 'ALREADY_INVOICED');
    const { rows } =
      await sql`select from invoice_packing_lists where packing_list_id = ${common.id} and is_live`.execute(api.db);
    assert.equal(rows.length, 1);
  });

  test('the list finds an invoice by each of its packing lists, and a packing list by the number of its invoice', async () => {
    const lists = [await packed(), await packed()];
    const { id, invoice_number } = await send((await draftOf(lists)).id);
    for (const list of lists) {
      const rows = (await api.sales.get<InvoiceRow[]>(`/invoices?packing_list_id=${list.id}`)).body;
      assert.deepEqual(
        rows.map((row) => row.id),
        [id],
      );
      const { body } = await api.sales.get<InvoiceRow[]>(`/invoices?q=${encodeURIComponent(list.packing_list_number)}`);
      assert.ok(body.some((row) => row.id === id));
    }
    const found = (await api.sales.get(`/packing-lists?q=${encodeURIComponent(invoice_number!)}`)).body;
    assert.deepEqual(found.map((row: { id: number }) => row.id).toSorted(), lists.map((list) => list.id).toSorted());
  });
});

describe('POST /invoices/bulk/from-packing-lists', () => {
  before(prepare);
  test('T22 makes a draft per customer, each by a separate act, which are then sent together', async () => {
    const [one, two] = [await createCustomer(api.admin, ITALIAN), await createCustomer(api.admin, ITALIAN)];
    const lists = [
      await packed(undefined, { buyer: one }),
      await packed(undefined, { buyer: two }),
      await packed(undefined, { buyer: one }),
    ];
    const invoiced = await packed(undefined, { buyer: two });
    await createInvoice(api.sales, invoiced.id);
    const body = { until: lists[2]!.packing_date, customer_ids: [one.id, two.id] };
    const key = { headers: { 'Idempotency-Key': 'until-of-two-customers' } };
    const { status, body: answer } = await api.sales.post('/invoices/bulk/from-packing-lists', body, key);
    assert.equal(status, 200);
    const results = answer.results.map((result: Record<string, unknown>) => [
      result.customer_id,
      result.packing_list_ids,
      result.status,
    ]);
    assert.deepEqual(results, [
      [one.id, [lists[0]!.id, lists[2]!.id], 201],
      [two.id, [lists[1]!.id], 201],
    ]);
    assert.deepEqual((await api.sales.post('/invoices/bulk/from-packing-lists', body, key)).body, answer);
    const ids = answer.results.map(({ id }: { id: number }) => id);
    const sent = await api.sales.post('/invoices/bulk/send', { ids });
    assert.deepEqual(
      sent.body.results.map((result: { status: number }) => result.status),
      [200, 200],
    );
    assert.deepEqual((await api.sales.post('/invoices/bulk/from-packing-lists', body)).body.results, []);
  });

  test('T22 makes a draft per destination for a customer who is invoiced by destination', async () => {
    const buyer = await createCustomer(api.admin, { ...ITALIAN, invoice_by: 'destination' });
    const place = async (descrizione: string) => {
      const address = { customer_id: buyer.id, descrizione, indirizzo: descrizione };
      const answer = await api.admin.post('/destinazioni-merce', address);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.id as number;
    };
    const [north, south] = [await place('Nord'), await place('Sud')];
    const to = (destination_id: number | null) => packed(undefined, { buyer, list: { destination_id } });
    const [a, b, c, d] = [await to(north), await to(null), await to(south), await to(north)];
    const body = { until: d.packing_date, customer_ids: [buyer.id] };
    const { results } = (await api.sales.post('/invoices/bulk/from-packing-lists', body)).body;
    assert.deepEqual(
      results.map((result: { packing_list_ids: number[] }) => result.packing_list_ids),
      [[a.id, d.id], [b.id], [c.id]],
    );
  });

  test('GET answers what the call would invoice, by customer and currency: the packing lists and their amount, and how many are later', async () => {
    const until = (await packed(undefined, {})).packing_date;
    const path = `/invoices/bulk/from-packing-lists?until=${until}`;
    const read = async (query = path) => (await api.sales.get<WaitingToInvoice>(query)).body;
    const before = await read();
    const [one, two, abroad] = [
      await createCustomer(api.admin, ITALIAN),
      await createCustomer(api.admin, { ...ITALIAN, invoice_by: 'destination' }),
      await createCustomer(api.admin, { ...ITALIAN, valuta: 'USD' }),
    ];
    for (const buyer of [one, one, two, abroad]) await packed(undefined, { buyer });
    const invoiced = await packed(undefined, { buyer: two });
    const draft = await createInvoice(api.sales, invoiced.id);
    const cancelled = await packed(undefined, { buyer: one });
    await api.sales.delete(`/packing-lists/${cancelled.id}`);

    const waiting = await read();
    assert.deepEqual(
      waiting.customers
        .filter(({ customer_id }) => [one.id, two.id, abroad.id].includes(customer_id))
        .map(({ customer_id, currency, packing_lists }) => [customer_id, currency, packing_lists])
        .toSorted(),
      [
        [one.id, 'EUR', 2],
        [two.id, 'EUR', 1],
        [abroad.id, 'USD', 1],
      ].toSorted(),
    );
    assert.equal(waiting.customers.length, before.customers.length + 3);
    // All of them are after the day before.
    const count = waiting.customers.reduce((all, row) => all + row.packing_lists, 0);
    assert.deepEqual(await read(path.replace(until, addDays(until, -1))), { customers: [], later: count });
    assert.equal(waiting.later, 0);

    const customer_ids = [one.id, two.id, abroad.id];
    const { results } = (await api.sales.post('/invoices/bulk/from-packing-lists', { until, customer_ids })).body;
    for (const customer of customer_ids) {
      const row = waiting.customers.find(({ customer_id }) => customer_id === customer)!;
      const drafts = results.filter((result: { customer_id: number }) => result.customer_id === customer);
      assert.equal(drafts.length, 1);
      const { net_amount, currency, packing_lists } = (await api.sales.get<Invoice>(`/invoices/${drafts[0].id}`)).body;
      assert.deepEqual([net_amount, currency, packing_lists.length], [row.net_amount, row.currency, row.packing_lists]);
    }
    assert.deepEqual(await read(), before);
    await api.sales.delete(`/invoices/${draft.id}`);
    assert.equal((await read()).customers.length, before.customers.length + 1);
    assertProblem(await api.sales.get('/invoices/bulk/from-packing-lists'), 400, 'VALIDATION', { until: 'required' });
  });

  test('makes several drafts of a customer with more than 200 packing lists', async () => {
    const buyer = await createCustomer(api.admin, ITALIAN);
    const list = await packed(undefined, { buyer });
    await sql`
      with copies as (
        insert into packing_lists (packing_list_number, packing_date, customer_id, order_id, order_number, customer, company)
        select 'TEST-' || n, packing_date, customer_id, order_id, order_number, customer, company
        from packing_lists, generate_series(1, 199) n where id = ${list.id} returning id)
      select count(*) from copies`.execute(api.db);
    const last = await packed(undefined, { buyer });
    const body = { until: last.packing_date, customer_ids: [buyer.id] };
    const { results } = (await api.sales.post('/invoices/bulk/from-packing-lists', body)).body;
    assert.deepEqual(
      results.map((result: { packing_list_ids: number[]; status: number }) => [
        result.packing_list_ids.length,
        result.status,
      ]),
      [
        [200, 201],
        [1, 201],
      ],
    );
  });
});
