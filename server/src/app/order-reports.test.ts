import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { OrderConfirmationReport, PurchaseOrderReport } from '@bobina/contract/sales/printed-documents.ts';
import { addDays } from '@bobina/contract/core/dates.ts';
import { assertProblem, startApi, type Session } from '../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';
import { redateInvoice } from '../testing/home-data.ts';
import { sell } from '../testing/invoiced.ts';

const api = startApi();
let purchase: string;
let confirmation: string;

async function prepare() {
  if (purchase) return;
  const supplier = await createSupplier(api.admin, { business_name: 'Papeteries du Rhône', country_code: 'FR' });
  const customer = await createCustomer(api.admin, { business_name: 'Panificio Aurora', country_code: 'IT' });
  const { id } = await createProduct(api.admin, { code: 'KRA-70', description: 'Kraft 70 g/m²' });
  const ordered = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: id, quantity: 1200.5, unit_price: 1.2345 },
    { product_id: id, product_name: 'Kraft brun', quantity: 10, unit_price: 2 },
  ]);
  const order = await createCustomerOrder(
    api.admin,
    customer.id,
    [{ product_id: id, quantity: 300, unit_price: 4.5 }],
    {
      customer_order_number: 'PO 77',
      requested_delivery_date: '2031-02-03',
    },
  );
  purchase = `/purchase-orders/${ordered.id}/report`;
  confirmation = `/customer-orders/${order.id}/report`;
}

async function textOf(path: string, session: Session = api.sales) {
  const answer = await fetch(`${api.url}/api${path}`, {
    headers: { authorization: `Bearer ${session.token}`, accept: 'application/pdf' },
  });
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  const file = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  return (await extractText(file, { mergePages: true })).text.replace(/\s+/g, ' ');
}

describe('printed orders', () => {
  before(prepare);
  test('need the data of the company, and name the missing ones', async () => {
    for (const path of [purchase, confirmation]) {
      const answer = await api.sales.get<{ missing: { path: string }[] }>(path);
      assertProblem(answer, 409, 'INCOMPLETE_DOCUMENT');
      assert.ok(answer.body.missing.every((part) => part.path === '/anagrafica/azienda'));
    }
    await completeCompany(api.admin);
  });

  test("a purchase order is in the supplier's language, with the lines, prices and total", async () => {
    const { body } = await api.sales.get<PurchaseOrderReport>(purchase);
    assert.deepEqual([body.language, body.supplier.business_name], ['fr', 'Papeteries du Rhône']);
    assert.deepEqual(
      body.items.map(({ position, code, description, quantity, unit_price, total }) => [
        position,
        code,
        description,
        quantity,
        unit_price,
        total,
      ]),
      [
        [1, 'KRA-70', 'Kraft 70 g/m²', 1200.5, 1.2345, 1482.0173],
        [2, 'KRA-70', 'Kraft brun', 10, 2, 20],
      ],
    );
    assert.equal(body.total_amount, 1502.0173);
    const text = await textOf(purchase);
    for (const output of ['Bon de commande', body.number, 'Papeteries du Rhône', '1 200,5', '1 502,02'])
      assert.ok(text.includes(output), `${output} is not in ${text}`);
    assert.match(await textOf(`${purchase}?lang=it`), /Ordine di acquisto/);
  });

  test('a purchase order has neither prices nor a total for the warehouse, in JSON and on paper', async () => {
    const { status, body } = await api.warehouse.get<PurchaseOrderReport>(purchase);
    assert.equal(status, 200);
    assert.doesNotMatch(JSON.stringify(body), /unit_price|total/);
    assert.doesNotMatch(await textOf(purchase, api.warehouse), /1,2345|1 502,02|Prix/);
    assert.equal((await api.administration.get(purchase)).status, 403);
  });

  test('an order confirmation has neither prices nor a total for the warehouse, in JSON and on paper', async () => {
    const { status, body } = await api.warehouse.get<OrderConfirmationReport>(confirmation);
    assert.equal(status, 200);
    assert.doesNotMatch(JSON.stringify(body), /unit_price|total/);
    assert.doesNotMatch(await textOf(confirmation, api.warehouse), /4,50?\b|1\.350,00|Prezzo|Totale/);
  });

  test("an order confirmation is in the customer's language, with the customer's number and the day of each line", async () => {
    const { body } = await api.sales.get<OrderConfirmationReport>(confirmation);
    assert.deepEqual(
      [body.language, body.customer.business_name, body.customer_order_number, body.total_amount],
      ['it', 'Panificio Aurora', 'PO 77', 1350],
    );
    assert.deepEqual(
      body.items.map(({ code, quantity, unit_price, total, delivery_date }) => [
        code,
        quantity,
        unit_price,
        total,
        delivery_date,
      ]),
      [['KRA-70', 300, 4.5, 1350, '2031-02-03']],
    );
    const text = await textOf(confirmation);
    for (const output of ["Conferma d'ordine", body.number, 'PO 77', '03/02/2031', '1.350,00'])
      assert.ok(text.includes(output), `${output} is not in ${text}`);
  });

  test('T40 purchase order, order confirmation, picking sheet, statement and reminder are PDFs in the language of their reader, and purchase prices are only for users who may see them', async () => {
    const line = { quantity: 3, unit_price: 250.5, product: { code: 'CKR-9' } };
    const { customer, invoice } = await sell(api, [line], {
      customer: {
        business_name: 'Boulangerie du Midi',
        country: 'France',
        country_code: 'FR',
        vat_number: 'FR40303265045',
      },
    });
    assert.equal((await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
    const day = (await api.sales.get<{ today: string }>('/company/today')).body.today;
    await redateInvoice(api.db, invoice.id, { dated: addDays(day, -60), due: addDays(day, -30) });
    const { body: reminder } = await api.administration.post('/reminders', { customer_id: customer.id, step: 1 });
    const product = invoice.items[0]!.product_id!;
    const { id: warehouse } = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(product, warehouse, 8));
    const wanted = [{ product_id: product, quantity: 2, unit_price: 250.5, delivery_date: day }];
    const order = await createCustomerOrder(api.admin, customer.id, wanted, { requested_delivery_date: day });
    for (const [path, ...output] of [
      [purchase, 'Bon de commande', '1 502,02'],
      [`/customer-orders/${order.id}/report`, 'Confirmation de commande', order.order_number, '501,00'],
      [`/shipments/picking-sheet?item_ids=${order.items[0]!.id}&lang=fr`, 'Liste de prélèvement', 'CKR-9'],
      [`/shipments/picking-sheet?item_ids=${order.items[0]!.id}`, 'Lista di prelievo', 'CKR-9'],
      [`/customers/${customer.id}/statement`, 'Relevé de compte', 'Boulangerie du Midi'],
      [`/reminders/${reminder.id}/report`, 'Rappel', 'Boulangerie du Midi'],
    ] as const) {
      const text = await textOf(path, path.startsWith('/shipments') ? api.warehouse : api.sales);
      for (const each of output) assert.ok(text.includes(each), `${path}: ${each} is not in ${text}`);
    }
    assert.doesNotMatch(await textOf(purchase, api.warehouse), /1,2345|1 502,02|Prix/);
    assert.equal((await api.warehouse.get(`/customers/${customer.id}/statement`)).status, 403);
  });

  test('an unknown or deleted order is a 404', async () => {
    assertProblem(await api.sales.get('/purchase-orders/999999/report'), 404, 'NOT_FOUND');
    assertProblem(await api.sales.get('/customer-orders/999999/report'), 404, 'NOT_FOUND');
  });
});
