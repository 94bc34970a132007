/** Credit notes over parts of an invoice, and returned goods. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
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
import { FULL_COMPANY } from '../../../testing/invoiced.ts';
import { all, readXml, textAt } from '../../../testing/read-xml.ts';

const api = startApi();
let customer: number;
let warehouse: number;
async function prepare() {
  if (customer) return;
  await completeCompany(api.admin);
  await api.admin.put('/company', FULL_COMPANY);
  await api.admin.post('/vat-codes', { code: '10', rate: 10 });
  customer = (
    await createCustomer(api.admin, {
      country_code: 'IT',
      vat_number: '01234567897',
      modalita_pagamento: 'MP05',
      codice_destinatario: 'M5UXCR1',
    })
  ).id;
  warehouse = (await createWarehouse(api.admin)).id;
}

type Line = { quantity: number; unit_price: number; product?: object; batches?: [batch: string, quantity: number][] };
interface Sold {
  order: CustomerOrder;
  list: PackingList;
  invoice: Invoice;
}
/** Delivers and invoices lines of new products. */
async function sold(lines: Line[]): Promise<Sold> {
  const items = [];
  for (const { quantity, unit_price, product, batches } of lines) {
    const { id } = await createProduct(api.admin, { ...product, ...(batches && { has_batch: true }) });
    for (const [batch_number, loaded] of batches ?? [['', quantity] as const])
      await createMovement(api.admin, loadBody(id, warehouse, loaded, batches && { batch_number }));
    items.push({ product_id: id, quantity, unit_price });
  }
  const order = await createCustomerOrder(api.admin, customer, items);
  const list = await createPackingList(api.sales, {
    customer_id: customer,
    order_id: order.id,
    items: order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity, warehouse_id: warehouse })),
  });
  const { id } = await createInvoice(api.sales, list.id);
  const { status, body: invoice } = await setStatus(id, 'sent');
  assert.equal(status, 200, JSON.stringify(invoice));
  return { order, list, invoice };
}
function setStatus(id: number, status: string) {
  return api.admin.put<Invoice>(`/invoices/${id}/status`, { status });
}
function credit(id: number, body: object = {}) {
  return api.administration.post<Invoice>(`/invoices/${id}/credit-note`, body);
}
async function credited(id: number, body: object = {}): Promise<Invoice> {
  const answer = await credit(id, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function read(id: number): Promise<Invoice> {
  return (await api.sales.get<Invoice>(`/invoices/${id}`)).body;
}
async function listOf({ list }: Sold): Promise<PackingList> {
  return (await api.admin.get<PackingList>(`/packing-lists/${list.id}`)).body;
}
async function orderOf({ order }: Sold) {
  const { items } = (await api.admin.get<CustomerOrder>(`/customer-orders/${order.id}`)).body;
  return items.map(({ delivered_quantity, invoiced_quantity }) => [delivered_quantity, invoiced_quantity]);
}
async function stockOf(product: number): Promise<[batch: string, quantity: number][]> {
  const { rows } = await sql<{ batch_number: string; quantity: number }>`
    select b.batch_number, s.quantity::float8 as quantity from stock_balances s join batches b on b.id = s.batch_id
    where s.product_id = ${product} and s.quantity > 0 order by 1`.execute(api.db);
  return rows.map(({ batch_number, quantity }) => [batch_number, quantity]);
}
async function assertVerified() {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    assert.deepEqual(await findDifferences(client), []);
  } finally {
    await client.end();
  }
}

describe('POST /invoices/{id}/credit-note of parts', () => {
  before(prepare);
  test('T23 credits lines by quantity or amount, then the rest of all lines, and refuses more', async () => {
    const { invoice } = await sold([
      { quantity: 120, unit_price: 18.45 },
      { quantity: 3, unit_price: 3.335 },
      { quantity: 10, unit_price: 12.345, product: { categoria_vat_codice: '10' } },
    ]);
    // 2214 + 10.01 at 22 %: 489.28; 123.45 at 10 %: 12.35
    assert.deepEqual([invoice.net_amount, invoice.vat_amount], [2347.46, 501.63]);
    const [first, second, third] = invoice.items.map(({ id }) => id);
    const note = await credited(invoice.id, {
      items: [
        { invoice_item_id: second, quantity: 1 },
        { invoice_item_id: first, amount: 14 },
        { invoice_item_id: third, quantity: 4 },
      ],
      notes: 'Rotoli bagnati',
    });
    // 14 + 3.34 = 17.34 at 22 %: 3.8148; 49.38 at 10 %: 4.938
    assert.deepEqual([note.net_amount, note.vat_amount, note.total_amount], [66.72, 8.75, 75.47]);
    assert.deepEqual(
      note.items.map((item) => [
        item.credited_item_id,
        item.quantity,
        item.unit_price,
        item.net_amount,
        item.vat_amount,
      ]),
      [
        [first, null, 14, 14, 3.08],
        [second, 1, 3.335, 3.34, 0.73],
        [third, 4, 12.345, 49.38, 4.94],
      ],
    );
    const after = await read(invoice.id);
    assert.deepEqual(
      [after.status, after.credited_amount, after.credit_note_id, after.version],
      ['sent', 75.47, note.id, invoice.version + 1],
    );
    assert.deepEqual(after.credit_notes, [{ id: note.id, number: note.invoice_number, total_amount: 75.47 }]);

    const refused = async (item: object, field: string) =>
      assertProblem(await credit(invoice.id, { items: [item] }), 409, 'OVER_CREDIT', { [`items.0.${field}`]: 'max' });
    await refused({ invoice_item_id: second, quantity: 2.00001 }, 'quantity');
    await refused({ invoice_item_id: first, amount: 2200.01 }, 'amount');
    await refused({ invoice_item_id: first, quantity: 119.99999 }, 'quantity');
    for (const [item, field, code] of [
      [{ invoice_item_id: first }, 'quantity', 'required'],
      [{ invoice_item_id: first, quantity: 1, amount: 1 }, 'quantity', 'required'],
      [{ invoice_item_id: first, amount: 0.001 }, 'amount', 'format'],
      [{ invoice_item_id: first, quantity: 0 }, 'quantity', 'min'],
      [{ invoice_item_id: 999_999, quantity: 1 }, 'invoice_item_id', 'notOfInvoice'],
    ] as const)
      assertProblem(await credit(invoice.id, { items: [item] }), 400, 'VALIDATION', { [`items.0.${field}`]: code });
    assertProblem(await credit(invoice.id, { items: [] }), 400, 'VALIDATION', { items: 'noItems' });

    const rest = await credited(invoice.id);
    assert.deepEqual(
      rest.items.map((item) => [item.quantity, item.net_amount]),
      [
        [120, 2200],
        [2, 6.67],
        [6, 74.07],
      ],
    );
    assert.deepEqual([rest.net_amount, rest.vat_amount], [2280.74, 492.88]);
    const done = await read(invoice.id);
    assert.deepEqual(
      [done.status, done.credited_amount, done.credit_notes.length, done.credit_note_id],
      ['sent', invoice.total_amount, 2, rest.id],
    );
    assertProblem(await credit(invoice.id), 409, 'OVER_CREDIT');
    await assertVerified();
  });

  test('T23 is TD04 with DatiFattureCollegate; its lines foot in the file and on paper', async () => {
    const { invoice } = await sold([{ quantity: 3, unit_price: 10 }]);
    const [line] = invoice.items;
    const bodies = [
      { items: [{ invoice_item_id: line!.id, amount: 7 }] },
      // The last quantity takes the rest: 3 at 7.66666667.
      { items: [{ invoice_item_id: line!.id, quantity: 3 }] },
    ];
    const expected = [
      [undefined, undefined, '7.00', '7.00', 'parziale'],
      ['3.00', 'M', '7.66666667', '23.00', 'parziale'],
    ];
    for (const [index, body] of bodies.entries()) {
      const note = await credited(invoice.id, body);
      const answer = await api.sales.get(`/invoices/${note.id}/e-invoice?format=fatturapa`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const document = all(readXml(answer.body), 'FatturaElettronicaBody')[0]!;
      const general = 'DatiGenerali/DatiGeneraliDocumento';
      assert.equal(textAt(document, `${general}/TipoDocumento`), 'TD04');
      assert.deepEqual(
        ['IdDocumento', 'Data'].map((name) => textAt(document, `DatiGenerali/DatiFattureCollegate/${name}`)),
        [invoice.invoice_number, invoice.invoice_date],
      );
      const detail = 'DatiBeniServizi/DettaglioLinee';
      const unit = textAt(document, `${detail}/UnitaMisura`);
      assert.deepEqual(
        [
          textAt(document, `${detail}/Quantita`),
          unit && 'M',
          textAt(document, `${detail}/PrezzoUnitario`),
          textAt(document, `${detail}/PrezzoTotale`),
          textAt(document, `${general}/Causale`)!.split(' ')[1],
        ],
        expected[index],
      );
      const report = (await api.sales.get<InvoiceReport>(`/invoices/${note.id}/report`)).body;
      assert.equal(report.credited_invoice!.in_full, false);
      assert.equal((await api.sales.get(`/invoices/${note.id}/report?format=pdf`)).status, 200);
    }
  });

  test('T43 a credit above the open amount frees allocations, newest first, as an advance of the customer', async () => {
    const { invoice } = await sold([{ quantity: 10, unit_price: 10 }]);
    const [line] = invoice.items;
    const pay = async (amount: number) => {
      const body = { customer_id: customer, day: invoice.invoice_date, amount };
      const allocations = [{ invoice_id: invoice.id, amount }];
      const { status, body: payment } = await api.administration.post('/payments', { ...body, allocations });
      assert.equal(status, 201, JSON.stringify(payment));
      return payment.id as number;
    };
    const payments = [await pay(60), await pay(30)];
    const stateOf = async () => {
      const { status, paid_amount, open_amount } = await read(invoice.id);
      const left = await Promise.all(payments.map(async (id) => (await api.admin.get(`/payments/${id}`)).body));
      return [status, paid_amount, open_amount, ...left.map(({ unallocated_amount }) => unallocated_amount)];
    };
    assert.deepEqual(await stateOf(), ['partly_paid', 90, 32, 0, 0]);
    // Within the open amount: no payment is freed.
    await credited(invoice.id, { items: [{ invoice_item_id: line!.id, quantity: 2 }] });
    assert.deepEqual(await stateOf(), ['partly_paid', 90, 7.6, 0, 0]);
    await credited(invoice.id, { items: [{ invoice_item_id: line!.id, quantity: 1 }] });
    assert.deepEqual(await stateOf(), ['paid', 85.4, 0, 0, 4.6]);
    await credited(invoice.id, { items: [{ invoice_item_id: line!.id, quantity: 3 }] });
    assert.deepEqual(await stateOf(), ['paid', 48.8, 0, 11.2, 30]);
    // The advance pays another invoice of the customer.
    const { invoice: other } = await sold([{ quantity: 1, unit_price: 10 }]);
    const allocations = [{ invoice_id: other.id, amount: 11.2 }];
    const allotted = await api.administration.put(`/payments/${payments[0]}`, { allocations });
    assert.equal(allotted.status, 200, JSON.stringify(allotted.body));
    assert.equal((await read(other.id)).paid_amount, 11.2);
    await assertVerified();
  });

  test('a paid invoice is credited by line, which frees its payment; in full only after its payment is taken back', async () => {
    const { invoice } = await sold([{ quantity: 10, unit_price: 1 }]);
    await setStatus(invoice.id, 'paid');
    assertProblem(await credit(invoice.id), 409, 'INVALID_TRANSITION');
    await credited(invoice.id, { items: [{ invoice_item_id: invoice.items[0]!.id, quantity: 4 }] });
    const { status, paid_amount, open_amount } = await read(invoice.id);
    assert.deepEqual([status, paid_amount, open_amount], ['paid', 7.32, 0]);
    // Nothing is left to pay, and all of the payment is an advance.
    const rest = await credited(invoice.id);
    const after = await read(invoice.id);
    assert.deepEqual([rest.net_amount, after.status, after.paid_amount, after.open_amount], [6, 'sent', 0, 0]);
    await assertVerified();
  });

  test('the database refuses credits above the rest from any writer', async () => {
    const { invoice } = await sold([{ quantity: 10, unit_price: 1 }]);
    const [line] = invoice.items;
    const note = await credited(invoice.id, { items: [{ invoice_item_id: line!.id, quantity: 6 }] });
    const columns = `packing_list_id, credited_item_id, position, order_item_id, product_id, code, product_name, unit_of_measure`;
    const insert = (given: string) =>
      api.db.transaction().execute(async (tx) => {
        const head = `type, invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_id, customer, company, payment, credited_invoice_id`;
        const { rows } = await sql
          .raw<{ id: number }>(
            `insert into invoices (${head}) select ${head} from invoices where id = ${note.id} returning id`,
          )
          .execute(tx);
        await sql
          .raw(
            `insert into invoice_items (invoice_id, ${columns}, vat_code, vat_rate, natura, quantity, unit_price, net_amount, vat_amount, total_price)
            select ${rows[0]!.id}, ${columns}, vat_code, vat_rate, natura, ${given} from invoice_items where invoice_id = ${note.id}`,
          )
          .execute(tx);
        throw new Error('written');
      });
    await assert.rejects(() => insert('4, 1, 4, 0.88, 4.88'), /written/);
    await assert.rejects(() => insert('5, 1, 4, 0.88, 4.88'), /credited above what is left/);
    await assert.rejects(() => insert('4, 1, 4.01, 0.88, 4.89'), /credited above what is left/);
    await assert.rejects(() => insert('4, 1, 4, 0.89, 4.89'), /credited above what is left/);
    await assert.rejects(() => insert('4, 1, -4, 0, -4'), /total_check/);
  });

  test('of many concurrent credits of a line only those that fit are issued', async () => {
    const { invoice } = await sold([{ quantity: 10, unit_price: 1, batches: [['K', 10]] }]);
    const items = [{ invoice_item_id: invoice.items[0]!.id, quantity: 4 }];
    const answers = await Promise.all(Array.from({ length: 6 }, () => credit(invoice.id, { items, goods_back: true })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 409, 409, 409, 409]);
    for (const answer of answers) if (answer.status === 409) assertProblem(answer, 409, 'OVER_CREDIT');
    assert.deepEqual(await stockOf(invoice.items[0]!.product_id!), [['K', 8]]);
    await assertVerified();
  });
});

describe('goods back', () => {
  before(prepare);
  test('return into the warehouses and batches that they left, the last part first, as loads of the credit note', async () => {
    const one = await sold([
      {
        quantity: 9,
        unit_price: 2,
        batches: [
          ['A', 5],
          ['B', 6],
        ],
      },
    ]);
    const [line] = one.invoice.items;
    assert.deepEqual(
      one.list.items.map(({ batch_number, quantity }) => [batch_number, quantity]),
      [
        ['A', 5],
        ['B', 4],
      ],
    );
    assert.deepEqual(await stockOf(line!.product_id!), [['B', 2]]);
    const back = (quantity: number, goods_back = true) =>
      credited(one.invoice.id, { goods_back, items: [{ invoice_item_id: line!.id, quantity }] });
    const returnable = async () =>
      ((await api.admin.get<Invoice>(`/invoices/${one.invoice.id}`)).body.returnable ?? []).map((part) => [
        part.line,
        part.batch_number,
        part.left,
      ]);
    assert.deepEqual(await returnable(), [
      [line!.id, 'B', 4],
      [line!.id, 'A', 5],
    ]);
    const note = await back(3);
    assert.deepEqual(await returnable(), [
      [line!.id, 'B', 1],
      [line!.id, 'A', 5],
    ]);
    assert.deepEqual(await stockOf(line!.product_id!), [['B', 5]]);
    const { body: movements } = await api.warehouse.get<Movement[]>(
      `/stock-movements?product_id=${line!.product_id}&sort=-created_at`,
    );
    const [load] = movements.filter(({ source_type, movement_type }) => source_type === 'SO' && movement_type === 'C');
    assert.deepEqual(
      [load!.quantity, load!.movement_date, load!.source_document],
      [3, note.invoice_date, { type: 'SO', id: note.id, number: note.invoice_number }],
    );
    await back(2, false);
    assert.deepEqual(await stockOf(line!.product_id!), [['B', 5]]);
    // B gave 4 and has 3 back; A gave 5.
    await back(4);
    assert.deepEqual(await stockOf(line!.product_id!), [
      ['A', 3],
      ['B', 6],
    ]);
    assert.deepEqual(await orderOf(one), [[9, 9]]);
    await assertVerified();
  });

  test('crediting an amount returns no goods; goods of a deleted product or warehouse cannot be returned', async () => {
    const one = await sold([{ quantity: 2, unit_price: 5 }]);
    const [line] = one.invoice.items;
    await credited(one.invoice.id, { goods_back: true, items: [{ invoice_item_id: line!.id, amount: 1 }] });
    assert.deepEqual(await stockOf(line!.product_id!), []);
    assert.equal((await api.admin.delete(`/products/${line!.product_id}`)).status, 204);
    const items = [{ invoice_item_id: line!.id, quantity: 1 }];
    assertProblem(await credit(one.invoice.id, { goods_back: true, items }), 409, 'INVALID_TRANSITION');
    await credited(one.invoice.id, { items });

    const gone = await createWarehouse(api.admin);
    const { id } = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(id, gone.id, 1));
    const order = await createCustomerOrder(api.admin, customer, [{ product_id: id, quantity: 1, unit_price: 1 }]);
    const list = await createPackingList(api.sales, {
      customer_id: customer,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, quantity: 1, warehouse_id: gone.id }],
    });
    const invoice = (await setStatus((await createInvoice(api.sales, list.id)).id, 'sent')).body;
    assert.equal((await api.admin.delete(`/warehouses/${gone.id}`)).status, 204);
    assertProblem(await credit(invoice.id, { goods_back: true }), 409, 'INVALID_TRANSITION');
  });
});

describe('goods that can be invoiced again', () => {
  before(prepare);
  test('T24 a credited quantity only after its goods were returned and delivered again on another order line', async () => {
    const one = await sold([{ quantity: 10, unit_price: 1 }]);
    const [line] = one.invoice.items;
    const items = [{ invoice_item_id: line!.id, quantity: 4 }];
    // By quantity, and of all with goods back: the packing list stays invoiced, and the order line stays delivered.
    await credited(one.invoice.id, { items });
    await credited(one.invoice.id, { goods_back: true });
    assert.deepEqual([(await read(one.invoice.id)).status, (await listOf(one)).invoice_id], ['sent', one.invoice.id]);
    assertProblem(await api.sales.post(`/invoices/from-packing-list/${one.list.id}`, {}), 409, 'ALREADY_INVOICED');
    assertProblem(await api.sales.delete(`/packing-lists/${one.list.id}`), 409, 'ALREADY_INVOICED');
    assert.deepEqual(await orderOf(one), [[10, 10]]);
    const packAgain = (order: CustomerOrder, quantity: number) =>
      api.sales.post<PackingList>('/packing-lists', {
        customer_id: customer,
        order_id: order.id,
        items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id: warehouse }],
      });
    assertProblem(await packAgain(one.order, 1), 409, 'OVER_DELIVERY');
    // 6 were returned; a new order line can deliver and invoice only these.
    const order = await createCustomerOrder(api.admin, customer, [
      { product_id: line!.product_id, quantity: 10, unit_price: 1 },
    ]);
    assertProblem(await packAgain(order, 7), 409, 'INSUFFICIENT_STOCK');
    const again = await packAgain(order, 6);
    assert.equal(again.status, 201, JSON.stringify(again.body));
    assert.equal((await createInvoice(api.sales, again.body.id)).items[0]!.quantity, 6);
  });

  test('T24 a credit note in full of an unpaid invoice without goods back frees its packing lists', async () => {
    const lists = [await sold([{ quantity: 1, unit_price: 3 }]), await sold([{ quantity: 2, unit_price: 3 }])];
    for (const { invoice } of lists) await credited(invoice.id);
    const packing_list_ids = lists.map(({ list }) => list.id);
    const { body: draft } = await api.sales.post<Invoice>('/invoices/from-packing-lists', { packing_list_ids });
    await setStatus(draft.id, 'sent');
    assert.deepEqual((await orderOf(lists[1]!))[0], [2, 2]);
    const note = await credited(draft.id);
    assert.deepEqual(
      [note.packing_lists.length, note.packing_list_id, note.total_amount],
      [2, null, draft.total_amount],
    );
    assert.equal((await read(draft.id)).status, 'cancelled');
    for (const one of lists) {
      assert.equal((await listOf(one)).invoice_id, null);
      assert.deepEqual(await orderOf(one), [[one.list.items[0]!.quantity, 0]]);
    }
    assert.equal((await api.sales.post('/invoices/from-packing-lists', { packing_list_ids })).status, 201);

    const back = await sold([{ quantity: 1, unit_price: 3 }]);
    await credited(back.invoice.id, { goods_back: true });
    assert.deepEqual(
      [(await read(back.invoice.id)).status, (await listOf(back)).invoice_id],
      ['sent', back.invoice.id],
    );
    await assertVerified();
  });
});
