import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import { sql } from 'kysely';
import { at } from '../../../platform/clock.ts';
import { Act } from '../../../platform/context.ts';
import { assertProblem, startApi, type Answer, type Session } from '../../../testing/api.ts';
import { redateInvoice } from '../../../testing/home-data.ts';
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
import { documentDay } from '../shared/document-number.ts';

const api = startApi();
let customer: Customer;
let finished: Warehouse;
async function prepare() {
  if (finished) return;
  await completeCompany(api.admin);
  for (const code of [
    { code: '10', rate: 10 },
    { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Esportazioni' },
  ])
    await api.admin.post('/vat-codes', code);
  customer = await createCustomer(api.admin, { business_name: 'Panificio Moderno', vat_number: '01234567897' });
  finished = await createWarehouse(api.admin, { name: 'Prodotti finiti' });
}
/** The company's day. */
function today() {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
}
function inDays(days: number) {
  return new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);
}

type Line = { quantity: number; unit_price: number; product?: object };
/** Creates a packing list of new products, one per line, delivered in full. */
async function packed(
  lines: readonly Line[] = [{ quantity: 10, unit_price: 100 }],
  buyer = customer,
): Promise<PackingList & { order: CustomerOrder }> {
  const items = [];
  for (const { quantity, unit_price, product } of lines) {
    const { id } = await createProduct(api.admin, product);
    await createMovement(api.admin, loadBody(id, finished.id, quantity));
    items.push({ product_id: id, quantity, unit_price });
  }
  const order = await createCustomerOrder(api.admin, buyer.id, items, { customer_order_number: '88/C' });
  const list = await createPackingList(api.sales, {
    customer_id: buyer.id,
    order_id: order.id,
    items: order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity, warehouse_id: finished.id })),
  });
  return { ...list, order };
}
async function draft(...given: Parameters<typeof packed>) {
  return createInvoice(api.sales, (await packed(...given)).id);
}
function setStatus(id: number, status: string, session: Session = api.sales, headers = {}) {
  return session.put<Invoice>(`/invoices/${id}/status`, { status }, { headers });
}
async function sent(...given: Parameters<typeof packed>): Promise<Invoice> {
  const { id } = await draft(...given);
  const answer = await setStatus(id, 'sent');
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
async function read(id: number): Promise<Invoice> {
  return (await api.sales.get<Invoice>(`/invoices/${id}`)).body;
}
function missingOf(answer: Answer) {
  return answer.body.missing.map(({ field, message, path }: Record<string, string>) => [field, message, path]);
}
async function invoicedOf(order: CustomerOrder) {
  return (await api.admin.get<CustomerOrder>(`/customer-orders/${order.id}`)).body.items.map(
    ({ invoiced_quantity }) => invoiced_quantity,
  );
}

describe('POST /invoices/from-packing-list/{id}', () => {
  before(prepare);
  test('answers 201 with the whole draft, without a number, equal to GET', async () => {
    const list = await packed([
      { quantity: 3, unit_price: 10.02, product: { name: 'Rotolo', unit_of_measure: 'box' } },
    ]);
    const answer = await api.sales.post<Invoice>(`/invoices/from-packing-list/${list.id}`, { notes: 'Grazie' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id, created_at, items, ...rest } = answer.body;
    assert.ok(created_at);
    assert.deepEqual(rest, {
      order_id: list.order_id,
      type: 'invoice',
      invoice_number: null,
      status: 'draft',
      invoice_date: today(),
      due_date: today(),
      is_overdue: false,
      customer_id: customer.id,
      customer_name: 'Panificio Moderno',
      customer_vat: '01234567897',
      customer_address: 'Via Roma 1',
      customer_city: 'Lucca',
      customer_province: 'LU',
      packing_list_id: list.id,
      packing_list_number: list.packing_list_number,
      order_number: list.order.order_number,
      customer_order_number: '88/C',
      net_amount: 30.06,
      vat_amount: 6.61,
      total_amount: 36.67,
      paid_amount: 0,
      open_amount: 36.67,
      instalments: [{ due_date: today(), amount: 36.67, open_amount: 36.67 }],
      currency: 'EUR',
      exchange_rate: null,
      total_amount_eur: 36.67,
      credited_invoice_id: null,
      credited_invoice_number: null,
      credited_amount: 0,
      credit_note_id: null,
      credit_note_number: null,
      transmission: null,
      version: 1,
      created_by: api.sales.userId,
      created_by_name: 'Utente sales',
      modified_at: null,
      modified_by: null,
      modified_by_name: null,
      notes: 'Grazie',
      due_date_typed: false,
      tipo_pagamento: null,
      modalita_pagamento: null,
      paid_at: null,
      packing_lists: [{ id: list.id, number: list.packing_list_number, date: today() }],
      credit_notes: [],
      pec: null,
      reissue_until: null,
      cig: null,
      cup: null,
      declaration: null,
      vat_groups: [{ vat_rate: 22, natura: null, description: 'IVA ordinaria', net_amount: 30.06, vat_amount: 6.61 }],
      missing: [],
    });
    assert.deepEqual(
      items.map(({ id: _id, ...item }) => item),
      [
        {
          packing_list_id: list.id,
          credited_item_id: null,
          credited_quantity: 0,
          credited_net_amount: 0,
          order_item_id: list.order.items[0]!.id,
          product_id: list.order.items[0]!.product_id,
          code: list.order.items[0]!.code,
          product_name: 'Rotolo',
          quantity: 3,
          unit_of_measure: 'box',
          unit_price: 10.02,
          net_amount: 30.06,
          vat_amount: 6.61,
          total_price: 36.67,
          vat_code: '22',
          vat_rate: 22,
          natura: null,
          conai_material: null,
          conai_kg: null,
          conai_amount: null,
        },
      ],
    );
    const got = await api.sales.get(`/invoices/${id}`);
    assert.deepEqual([got.status, got.body], [200, answer.body]);
    const { invoice_id, invoice_status } = (await api.sales.get<PackingList>(`/packing-lists/${list.id}`)).body;
    assert.deepEqual([invoice_id, invoice_status], [id, 'draft']);
  });
  test('net amounts, VAT per rate allocated to the lines, and totals equal those of the worked example', async () => {
    const invoice = await draft([
      { quantity: 120, unit_price: 18.45 },
      { quantity: 350.5, unit_price: 3.275 },
      { quantity: 10, unit_price: 12.345, product: { categoria_vat_codice: '10' } },
    ]);
    assert.deepEqual(
      invoice.items.map(({ net_amount, vat_amount, total_price }) => [net_amount, vat_amount, total_price]),
      [
        [2214, 487.08, 2701.08],
        [1147.89, 252.54, 1400.43],
        [123.45, 12.35, 135.8],
      ],
    );
    assert.deepEqual(
      invoice.vat_groups.map(({ vat_rate, net_amount, vat_amount }) => [vat_rate, net_amount, vat_amount]),
      [
        [22, 3361.89, 739.62],
        [10, 123.45, 12.35],
      ],
    );
    assert.deepEqual([invoice.net_amount, invoice.vat_amount, invoice.total_amount], [3485.34, 751.97, 4237.31]);
  });
  test('the parts of an order line from several batches form one line, and add up to it', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    for (const batch_number of ['L1', 'L2', 'L3'])
      await createMovement(api.admin, loadBody(product.id, finished.id, 1, { batch_number }));
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 3, unit_price: 0.334 },
    ]);
    const list = await createPackingList(api.sales, {
      customer_id: customer.id,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, quantity: 3, warehouse_id: finished.id }],
    });
    assert.deepEqual(
      list.items.map(({ total_price }) => total_price),
      [0.34, 0.33, 0.33],
    );
    const { items } = await createInvoice(api.sales, list.id);
    assert.deepEqual(
      items.map(({ quantity, net_amount }) => [quantity, net_amount]),
      [[3, 1]],
    );
    assert.equal(list.total_amount, 1);
  });
  test("the rate is the customer's, else the product's, else the setting's", async () => {
    const exempt = await createCustomer(api.admin, { vat_code: 'n3.1' });
    const [own] = (await draft([{ quantity: 1, unit_price: 100, product: { categoria_vat_codice: '10' } }], exempt))
      .items;
    assert.deepEqual([own!.vat_code, own!.vat_rate, own!.natura, own!.vat_amount], ['N3.1', 0, 'N3.1', 0]);
    const [ofProduct] = (await draft([{ quantity: 1, unit_price: 100, product: { categoria_vat_codice: '10' } }]))
      .items;
    assert.deepEqual([ofProduct!.vat_code, ofProduct!.vat_rate, ofProduct!.vat_amount], ['10', 10, 10]);
    const [ofSetting] = (await draft([{ quantity: 1, unit_price: 100 }])).items;
    assert.deepEqual([ofSetting!.vat_code, ofSetting!.vat_rate, ofSetting!.vat_amount], ['22', 22, 22]);
  });
  test("the due date comes from the customer's payment terms, or from the request, and is never before the invoice", async () => {
    const term = (
      await api.admin.post('/condizioni-pagamento', { descrizione: '30 gg', giorni_differita: 30, fine_mese: false })
    ).body;
    const buyer = await createCustomer(api.admin, { tipo_pagamento_id: term.id, modalita_pagamento: 'MP05' });
    const invoice = await draft(undefined, buyer);
    assert.deepEqual(
      [invoice.due_date, invoice.due_date_typed, invoice.tipo_pagamento, invoice.modalita_pagamento],
      [inDays(30), false, '30 gg', 'MP05'],
    );
    const list = await packed();
    const path = `/invoices/from-packing-list/${list.id}`;
    assertProblem(await api.sales.post(path, { due_date: inDays(-1) }), 400, 'VALIDATION', { due_date: 'min' });
    const { due_date, due_date_typed } = (await api.sales.post<Invoice>(path, { due_date: inDays(7) })).body;
    assert.deepEqual([due_date, due_date_typed], [inDays(7), true]);
  });
  test('a packing list is invoiced once: a second active invoice is ALREADY_INVOICED, and a cancelled list is refused', async () => {
    const list = await packed();
    const path = `/invoices/from-packing-list/${list.id}`;
    assertProblem(await api.sales.post('/invoices/from-packing-list/99999', {}), 404, 'NOT_FOUND');
    const first = await api.sales.post<Invoice>(path);
    assert.equal(first.status, 201);
    assertProblem(await api.sales.post(path, {}), 409, 'ALREADY_INVOICED');
    await setStatus(first.body.id, 'cancelled');
    const second = await api.sales.post<Invoice>(path, {});
    assert.equal(second.status, 201);
    await api.sales.delete(`/invoices/${second.body.id}`);
    await api.sales.delete(`/packing-lists/${list.id}`);
    const refused = await api.sales.post(path, {});
    assertProblem(refused, 409, 'INVALID_TRANSITION');
    assert.equal((refused.body as unknown as { message: string }).message, 'La packing list è annullata');
  });
  test('a retry with the same key answers the first draft', async () => {
    const { id } = await packed();
    const headers = { 'idempotency-key': randomUUID() };
    const make = () => api.sales.post(`/invoices/from-packing-list/${id}`, {}, { headers });
    const [first, again] = [await make(), await make()];
    assert.deepEqual([again.status, again.body], [201, first.body]);
  });
  test('the warehouse and administration have no access', async () => {
    const { id } = await packed();
    for (const session of [api.warehouse, api.administration])
      assertProblem(await session.post(`/invoices/from-packing-list/${id}`, {}), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.get('/invoices'), 403, 'FORBIDDEN');
  });
});

describe('PUT /invoices/{id}/status: sending', () => {
  before(prepare);
  test('assigns the number and the day, in one series without gaps, with ascending dates', async () => {
    const invoices = [await sent(), await sent()];
    const numbers = invoices.map(({ invoice_number }) => Number(invoice_number!.split('/')[1]));
    assert.match(invoices[0]!.invoice_number!, new RegExp(`^FT-${today().slice(0, 4)}/\\d{5}$`));
    assert.equal(numbers[1], numbers[0]! + 1);
    for (const { invoice_date, status, version, modified_by } of invoices)
      assert.deepEqual([invoice_date, status, version, modified_by], [today(), 'sent', 2, api.sales.userId]);
  });
  test('updates the invoiced quantity of the order, which a draft does not', async () => {
    const list = await packed([
      { quantity: 2, unit_price: 1 },
      { quantity: 3, unit_price: 1 },
    ]);
    const { id } = await createInvoice(api.sales, list.id);
    assert.deepEqual(await invoicedOf(list.order), [0, 0]);
    await setStatus(id, 'sent');
    assert.deepEqual(await invoicedOf(list.order), [2, 3]);
  });
  test('recalculates a draft with the data of the day of sending', async () => {
    const term = (await api.admin.post('/condizioni-pagamento', { descrizione: '10 gg', giorni_differita: 10 })).body;
    const buyer = await createCustomer(api.admin, { business_name: 'Vecchio nome' });
    const list = await packed([{ quantity: 1, unit_price: 100 }], buyer);
    const [drafted, typed] = [list, await packed([{ quantity: 1, unit_price: 100 }], buyer)];
    // A month ago.
    const then = new Date(Date.now() - 30 * 86_400_000);
    const { id } = await createInvoice(api.sales, drafted.id);
    await sql`update invoices set invoice_date = ${then}::date, due_date = ${then}::date where id = ${id}`.execute(
      api.db,
    );
    const other = await createInvoice(api.sales, typed.id, { due_date: inDays(3) });
    await api.admin.put(`/customers/${buyer.id}`, {
      business_name: 'Nuovo nome',
      vat_code: 'N3.1',
      tipo_pagamento_id: term.id,
    });
    const { body: invoice } = await setStatus(id, 'sent');
    assert.deepEqual(
      [invoice.customer_name, invoice.vat_amount, invoice.total_amount, invoice.invoice_date, invoice.due_date],
      ['Nuovo nome', 0, 100, today(), inDays(10)],
    );
    assert.equal((await setStatus(other.id, 'sent')).body.due_date, inDays(3));
    await api.admin.put(`/customers/${buyer.id}`, { business_name: 'Nome di poi', vat_code: null });
    const { customer_name, total_amount } = await read(id);
    assert.deepEqual([customer_name, total_amount], ['Nuovo nome', 100]);
  });

  describe('INCOMPLETE_DOCUMENT names the missing data and the screens that complete them', () => {
    const refused = async (id: number) => {
      const answer = await setStatus(id, 'sent');
      assertProblem(answer, 409, 'INCOMPLETE_DOCUMENT');
      assert.deepEqual((await read(id)).missing, (answer.body as unknown as { missing: unknown }).missing);
      assert.equal((await read(id)).invoice_number, null);
      return missingOf(answer);
    };
    test('a VAT rate', async () => {
      await api.admin.put('/settings', { default_vat_code: null });
      const { id, items } = await draft([{ quantity: 1, unit_price: 100 }]);
      assert.deepEqual([items[0]!.vat_rate, items[0]!.vat_amount], [null, 0]);
      assert.deepEqual(await refused(id), [
        [
          'items.0.vat_rate',
          `Manca l'aliquota IVA della riga 1 (${items[0]!.code})`,
          `/anagrafica/prodotti/${items[0]!.product_id}`,
        ],
      ]);
      await api.admin.put('/settings', { default_vat_code: '22' });
      const { body } = await setStatus(id, 'sent');
      assert.deepEqual([body.status, body.total_amount], ['sent', 122]);
    });
    test('another currency than EUR without an exchange rate', async () => {
      const buyer = await createCustomer(api.admin, { business_name: 'Atlas SARL', valuta: 'MAD' });
      const { id } = await draft(undefined, buyer);
      assert.deepEqual(await refused(id), [
        ['exchange_rate', 'Manca il cambio: il cliente Atlas SARL ha la valuta MAD', null],
      ]);
    });
    test("the company's own data", async () => {
      const { id } = await draft();
      const before = (await api.admin.get('/company')).body;
      await api.admin.put('/company', { vat_number: null, city: null });
      assert.deepEqual(await refused(id), [
        ['company.vat_number', "Nell'anagrafica dell'azienda manca la partita IVA", '/anagrafica/azienda'],
        ['company.city', "Nell'anagrafica dell'azienda manca la città", '/anagrafica/azienda'],
      ]);
      await api.admin.put('/company', { vat_number: before.vat_number, city: before.city });
      assert.equal((await setStatus(id, 'sent')).status, 200);
    });
    test('a typed due date in the past', async () => {
      const list = await packed();
      const { id } = await createInvoice(api.sales, list.id, { due_date: today() });
      await sql`update invoices set invoice_date = invoice_date - 5, due_date = due_date - 3 where id = ${id}`.execute(
        api.db,
      );
      const day = inDays(-3).split('-').toReversed().join('/');
      assert.deepEqual(await refused(id), [['due_date', `La scadenza ${day} precede la data della fattura`, null]]);
    });
  });

  test('a number never has an earlier day than the previous one', async () => {
    const { id } = await draft();
    // Each year has its own series, so both days are in this year.
    const later = [inDays(2), `${today().slice(0, 4)}-12-31`].toSorted()[0]!;
    await sql`update number_series set last_day = ${later} where kind = 'FT'`.execute(api.db);
    const { body } = await setStatus(id, 'sent');
    assert.equal(body.invoice_date, later);
    await assert.rejects(
      () => sql`select next_dated_number('FT', ${later}::date - 1)`.execute(api.db),
      /a later day is numbered/,
    );
    await sql`update number_series set last_day = ${today()} where kind = 'FT'`.execute(api.db);
  });
});

describe('PUT /invoices/{id}/status: the states', () => {
  before(prepare);
  const refused = async (id: number, ...states: string[]) => {
    for (const status of states) assertProblem(await setStatus(id, status, api.admin), 409, 'INVALID_TRANSITION');
  };
  test('draft, sent, paid and back; only a draft can be cancelled; other changes are INVALID_TRANSITION', async () => {
    const invoice = await draft();
    await refused(invoice.id, 'draft', 'paid');
    await setStatus(invoice.id, 'sent');
    await refused(invoice.id, 'draft', 'sent', 'cancelled');
    const paid = await setStatus(invoice.id, 'paid', api.administration);
    assert.deepEqual([paid.status, paid.body.status], [200, 'paid']);
    assert.ok(paid.body.paid_at);
    await refused(invoice.id, 'draft', 'paid', 'cancelled');
    const back = await setStatus(invoice.id, 'sent', api.administration);
    assert.deepEqual(
      [back.body.status, back.body.paid_at, back.body.invoice_number],
      ['sent', null, paid.body.invoice_number],
    );
    const other = await draft();
    const cancelled = await setStatus(other.id, 'cancelled');
    assert.deepEqual([cancelled.body.status, cancelled.body.invoice_number], ['cancelled', null]);
    await refused(other.id, 'draft', 'sent', 'paid', 'cancelled');
    assertProblem(await setStatus(other.id, 'open'), 400, 'VALIDATION', { status: 'enum' });
    assertProblem(await api.sales.put(`/invoices/${other.id}/status`, {}), 400, 'VALIDATION', { status: 'required' });
    assertProblem(await setStatus(99_999, 'sent'), 404, 'NOT_FOUND');
  });
  test('sales roles may send and cancel, administration may set paid and correct it', async () => {
    const { id } = await draft();
    assertProblem(await setStatus(id, 'sent', api.warehouse), 403, 'FORBIDDEN');
    for (const status of ['sent', 'cancelled'])
      assertProblem(await setStatus(id, status, api.administration), 403, 'FORBIDDEN');
    await setStatus(id, 'sent', api.orders);
    for (const session of [api.sales, api.orders])
      assertProblem(await setStatus(id, 'paid', session), 403, 'FORBIDDEN');
    for (const session of [api.administration, api.direction, api.admin]) {
      assert.equal((await setStatus(id, 'paid', session)).status, 200);
      for (const other of [api.sales, api.orders]) assertProblem(await setStatus(id, 'sent', other), 403, 'FORBIDDEN');
      assert.equal((await setStatus(id, 'sent', session)).status, 200);
    }
  });
  test('an old version is a STALE_VERSION with the current invoice', async () => {
    const { id } = await draft();
    await setStatus(id, 'sent');
    const late = await setStatus(id, 'paid', api.admin, { 'if-match': '"1"' });
    assertProblem(late, 409, 'STALE_VERSION');
    assert.equal((late.body as unknown as { current: Invoice }).current.status, 'sent');
    assert.equal((await setStatus(id, 'paid', api.admin, { 'if-match': '"2"' })).status, 200);
  });
});

describe('DELETE /invoices/{id}', () => {
  before(prepare);
  test('deletes only a draft, and its packing list can be invoiced again', async () => {
    const list = await packed();
    const { id } = await createInvoice(api.sales, list.id);
    assertProblem(await api.administration.delete(`/invoices/${id}`), 403, 'FORBIDDEN');
    assert.equal((await api.sales.delete(`/invoices/${id}`)).status, 204);
    assertProblem(await api.sales.get(`/invoices/${id}`), 404, 'NOT_FOUND');
    assertProblem(await api.sales.delete(`/invoices/${id}`), 404, 'NOT_FOUND');
    assert.deepEqual((await api.sales.get(`/invoices?packing_list_id=${list.id}`)).body, []);
    const next = await createInvoice(api.sales, list.id);
    await setStatus(next.id, 'sent');
    assertProblem(await api.sales.delete(`/invoices/${next.id}`), 409, 'INVALID_TRANSITION');
    await setStatus(next.id, 'paid', api.admin);
    assertProblem(await api.sales.delete(`/invoices/${next.id}`), 409, 'INVALID_TRANSITION');
  });
});

describe('POST /invoices/{id}/credit-note', () => {
  before(prepare);
  const credit = (id: number, session: Session = api.administration, body: object = {}) =>
    session.post<Invoice>(`/invoices/${id}/credit-note`, body);
  test('credits a sent invoice in full; its packing list can be invoiced again, or cancelled', async () => {
    const list = await packed([
      { quantity: 3, unit_price: 10.02 },
      { quantity: 1, unit_price: 5, product: { categoria_vat_codice: '10' } },
    ]);
    const { id } = await createInvoice(api.sales, list.id);
    const invoice = (await setStatus(id, 'sent')).body;
    const answer = await credit(id, api.administration, { notes: 'Merce resa' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const note = answer.body;
    assert.match(note.invoice_number!, new RegExp(`^NC-${today().slice(0, 4)}/\\d{5}$`));
    assert.deepEqual(
      [note.type, note.status, note.invoice_date, note.credited_invoice_id, note.credited_invoice_number, note.notes],
      ['credit_note', 'sent', today(), id, invoice.invoice_number, 'Merce resa'],
    );
    const kept = ({ id: _id, credited_item_id: _credited, ...item }: Invoice['items'][number]) => item;
    assert.deepEqual(note.items.map(kept), invoice.items.map(kept));
    assert.deepEqual(
      note.items.map((item) => item.credited_item_id),
      invoice.items.map((item) => item.id),
    );
    assert.deepEqual(
      [note.net_amount, note.vat_amount, note.total_amount, note.vat_groups],
      [invoice.net_amount, invoice.vat_amount, invoice.total_amount, invoice.vat_groups],
    );
    const after = await read(id);
    assert.deepEqual(
      [after.status, after.invoice_number, after.credit_note_id, after.credit_note_number],
      ['cancelled', invoice.invoice_number, note.id, note.invoice_number],
    );
    assert.deepEqual(await invoicedOf(list.order), [0, 0]);
    assertProblem(await credit(id), 409, 'INVALID_TRANSITION');
    assertProblem(await credit(note.id), 409, 'INVALID_TRANSITION');
    assertProblem(await setStatus(note.id, 'paid', api.admin), 409, 'INVALID_TRANSITION');
    const again = await createInvoice(api.sales, list.id);
    await setStatus(again.id, 'sent');
    await credit(again.id);
    assert.equal((await api.sales.delete(`/packing-lists/${list.id}`)).status, 204);
  });
  test('refuses a draft, and a paid invoice before it is corrected', async () => {
    const { id } = await draft();
    assertProblem(await credit(id), 409, 'INVALID_TRANSITION');
    await setStatus(id, 'sent');
    await setStatus(id, 'paid', api.admin);
    assertProblem(await credit(id), 409, 'INVALID_TRANSITION');
    await setStatus(id, 'sent', api.admin);
    assert.equal((await credit(id)).status, 201);
    assertProblem(await credit(99_999), 404, 'NOT_FOUND');
  });
  test('is allowed for administration, direction and admin', async () => {
    const { id } = await sent();
    for (const session of [api.sales, api.orders, api.warehouse])
      assertProblem(await credit(id, session), 403, 'FORBIDDEN');
    assert.equal((await credit(id, api.direction)).status, 201);
  });
});

describe('GET /invoices', () => {
  before(prepare);
  test('newest first, searched, filtered by status, kind, customer, days and overdue, and paged', async () => {
    const own = await createCustomer(api.admin, { business_name: 'Zucchero & Figli' });
    const list = async (price: number) => packed([{ quantity: 1, unit_price: price }], own);
    const drafted = await createInvoice(api.sales, (await list(1)).id);
    const cancelled = await createInvoice(api.sales, (await list(2)).id);
    await setStatus(cancelled.id, 'cancelled');
    const open = await sent([{ quantity: 1, unit_price: 3 }], own);
    const late = await createInvoice(api.sales, (await list(4)).id);
    const paid = await sent([{ quantity: 1, unit_price: 5 }], own);
    await setStatus(paid.id, 'paid', api.admin);
    const credited = await sent([{ quantity: 1, unit_price: 6 }], own);
    const note = (await api.admin.post<Invoice>(`/invoices/${credited.id}/credit-note`, {})).body;
    await sql`update invoices set due_date_typed = false where id = ${late.id}`.execute(api.db);
    await setStatus(late.id, 'sent');
    await redateInvoice(api.db, late.id, { dated: inDays(-40), due: inDays(-10) });
    const names = new Map(
      Object.entries({ drafted, cancelled, open, late, paid, credited, note }).map(([name, { id }]) => [id, name]),
    );
    const found = async (query: string) =>
      (await api.sales.get<InvoiceRow[]>(`/invoices?customer_id=${own.id}&${query}`)).body.map(({ id }) =>
        names.get(id),
      );
    assert.deepEqual(await found(''), ['note', 'credited', 'paid', 'open', 'cancelled', 'drafted', 'late']);
    assert.deepEqual(await found('status=draft'), ['drafted']);
    assert.deepEqual(await found('status=sent'), ['note', 'open', 'late']);
    assert.deepEqual(await found('status=paid'), ['paid']);
    assert.deepEqual(await found('status=cancelled'), ['credited', 'cancelled']);
    assert.deepEqual(await found('type=credit_note'), ['note']);
    assert.deepEqual(await found('overdue=true'), ['late']);
    assert.deepEqual(await found('overdue=false&type=invoice&status=sent'), ['open']);
    assert.deepEqual(await found(`from=${today()}`), ['note', 'credited', 'paid', 'open', 'cancelled', 'drafted']);
    assert.deepEqual(await found(`to=${inDays(-1)}`), ['late']);
    assert.deepEqual(await found('sort=total_amount&type=invoice'), [
      'drafted',
      'cancelled',
      'open',
      'late',
      'paid',
      'credited',
    ]);
    assert.deepEqual(await found(`q=${open.invoice_number}`), ['open']);
    assert.deepEqual(await found(`q=bozza-${drafted.id}`), ['drafted']);
    assert.deepEqual(await found(`q=${late.packing_list_number}`), ['late']);
    assert.deepEqual(await found('q=zucchero%20%26&status=paid'), ['paid']);
    // A total, in the spelling of each language.
    for (const q of ['4,88', '4.88', '7,32', 'zucchero 4,88', '4,8'])
      assert.deepEqual(
        await found(`q=${encodeURIComponent(q)}`),
        { '7,32': ['note', 'credited'], '4,8': [] }[q] ?? ['late'],
        q,
      );
    const page = await api.sales.get<InvoiceRow[]>(`/invoices?customer_id=${own.id}&limit=2&offset=2`);
    assert.deepEqual(
      [page.body.map(({ id }) => names.get(id)), page.headers.get('x-total-count')],
      [['paid', 'open'], '7'],
    );
    const row = (await api.sales.get<InvoiceRow[]>(`/invoices?customer_id=${own.id}&overdue=true`)).body[0]!;
    assert.deepEqual([row.is_overdue, row.net_amount, row.vat_amount, row.total_amount], [true, 4, 0.88, 4.88]);
  });

  test('a large total is found with and without grouping, in the list and its totals', async () => {
    const own = await createCustomer(api.admin, { business_name: 'Totale Grande' });
    const great = await sent([{ quantity: 1, unit_price: 1_011_934.89 }], own);
    assert.equal(great.total_amount, 1_234_560.57);
    for (const q of ['1.234.560,57', '1,234,560.57', '1234560,57', '1234560.57'])
      for (const path of ['/invoices', '/invoices/totals'])
        assert.equal(
          (await api.sales.get(`${path}?customer_id=${own.id}&q=${q}`)).body[0].total_amount,
          1_234_560.57,
          q,
        );
  });
});

describe('constraints of the database', () => {
  before(prepare);
  const refused = async (statement: string): Promise<void> => {
    await assert.rejects(() => sql.raw(statement).execute(api.db), /is issued|stay|append-only/, statement);
  };
  test('keep an issued invoice unchanged except for allowed changes of status', async () => {
    const { id } = await sent();
    for (const change of [
      'total_amount = 0, net_amount = 0, vat_amount = 0',
      `invoice_number = 'X'`,
      'due_date = due_date + 1',
      `customer = '{"business_name": "altro"}'`,
      `notes = 'altro'`,
      `status = 'cancelled'`,
      'deleted_at = now()',
    ])
      await refused(`update invoices set ${change} where id = ${id}`);
    await refused(`delete from invoices where id = ${id}`);
    await refused(`update invoice_items set quantity = 2 where invoice_id = ${id}`);
    await refused(`delete from invoice_items where invoice_id = ${id}`);
    await refused('truncate invoices cascade');
    // Without a payment it is not paid.
    await assert.rejects(
      () => sql`update invoices set status = 'paid', paid_at = now() where id = ${id}`.execute(api.db),
      /invoices_settled/,
    );
  });
  test('allow one active invoice per packing list', async () => {
    const { packing_list_id, id } = await draft();
    await assert.rejects(
      () =>
        sql`insert into invoices (invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_id, customer, company, payment)
          select invoice_date, due_date, ${packing_list_id}, packing_list_number, order_number, customer_id, customer, company, payment
          from invoices where id = ${id}`.execute(api.db),
      /invoice_packing_lists_one_live/,
    );
  });
});

test('date documents by the clock, and number them by the year of their day', async () => {
  const day = await at(new Date('2024-03-05T10:00:00Z'), () =>
    documentDay(new Act(api.db as never, {} as never), { series: 'FT' }),
  );
  assert.equal(day, '2024-03-05');
});

test('an invoice is never dated before its packing list, nor a credit note before its invoice', async () => {
  await prepare();
  await packed();
  const shift = (days: number) =>
    sql`update number_series set last_day = last_day + ${days}::int where kind = 'DDT'`.execute(api.db);
  await shift(2);
  const list = await packed();
  await shift(-2);
  // Only packing lists have later days, as after the company's time zone is changed and restored.
  const invoice = (await setStatus((await createInvoice(api.sales, list.id)).id, 'sent')).body;
  assert.ok(list.packing_date > today());
  assert.equal(invoice.invoice_date, list.packing_date);
  assert.ok(invoice.due_date >= invoice.invoice_date);
  const { body: note } = await api.administration.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
  assert.equal(note.invoice_date, invoice.invoice_date);
});
