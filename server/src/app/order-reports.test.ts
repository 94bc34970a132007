import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { OrderConfirmationReport, PurchaseOrderReport } from '@bobina/contract/sales/documents.ts';
import { assertProblem, startApi, type Session } from '../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../testing/factories.ts';

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
  test('need the data of the company, and name what is missing', async () => {
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
    for (const said of ['Bon de commande', body.number, 'Papeteries du Rhône', '1 200,5', '1 502,02'])
      assert.ok(text.includes(said), `${said} is not in ${text}`);
    assert.match(await textOf(`${purchase}?lang=it`), /Ordine di acquisto/);
  });

  test('a purchase order has neither prices nor a total for the warehouse, in JSON and on paper', async () => {
    const { status, body } = await api.warehouse.get<PurchaseOrderReport>(purchase);
    assert.equal(status, 200);
    assert.doesNotMatch(JSON.stringify(body), /unit_price|total/);
    assert.doesNotMatch(await textOf(purchase, api.warehouse), /1,2345|1 502,02|Prix/);
    assert.equal((await api.administration.get(purchase)).status, 403);
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
    for (const said of ["Conferma d'ordine", body.number, 'PO 77', '03/02/2031', '1.350,00'])
      assert.ok(text.includes(said), `${said} is not in ${text}`);
  });

  test('an unknown or deleted order is a 404', async () => {
    assertProblem(await api.sales.get('/purchase-orders/999999/report'), 404, 'NOT_FOUND');
    assertProblem(await api.sales.get('/customer-orders/999999/report'), 404, 'NOT_FOUND');
  });
});
