/** The requirements of sales, one by one. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { PackingList, PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
let customer: Customer;
let warehouse: Warehouse;
/** The company's day. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());

async function newProduct(quantity: number, given: object = {}, load: object = {}): Promise<Product> {
  const product = await createProduct(api.admin, given);
  await createMovement(api.admin, loadBody(product.id, warehouse.id, quantity, load));
  return product;
}
function newOrder(product: Product, quantity: number, unit_price = 10): Promise<CustomerOrder> {
  return createCustomerOrder(api.admin, customer.id, [{ product_id: product.id, quantity, unit_price }], {
    customer_order_number: '4500/A',
  });
}
/** In the notation of the requirements. */
function bodyOf(order: CustomerOrder, quantity: number, given: object = {}) {
  return {
    customer_id: customer.id,
    order_id: order.id,
    notes: 'Piano terra',
    items: order.items.map(({ id, product_id, code, unit_price }) => ({
      order_item_id: id,
      product_id,
      code,
      quantity,
      batch_number: null,
      warehouse_id: warehouse.id,
      unit_price,
      ...given,
    })),
  };
}
async function pdfOf(path: string): Promise<string> {
  const answer = await fetch(`${api.url}/api${path}?format=pdf`, {
    headers: { authorization: `Bearer ${api.sales.token}` },
  });
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
  return (await answer.text()).slice(0, 5);
}
/** The default of the factories. */
const CUSTOMER = ['Panificio Moderno', '00743110157', 'Via Roma 1', 'Lucca', 'LU'];
function customerOf(row: PackingListRow | InvoiceRow) {
  return [row.customer_name, row.customer_vat, row.customer_address, row.customer_city, row.customer_province];
}

describe('sales', () => {
  before(async () => {
    await completeCompany(api.admin);
    customer = await createCustomer(api.admin, { business_name: 'Panificio Moderno' });
    warehouse = await createWarehouse(api.admin, { name: 'Prodotti finiti' });
  });

  test('F03: the calls of packing lists and their fields: orders, items and stock to pack, create, list, one, report', async () => {
    const product = await newProduct(
      8,
      { unit_of_measure: 'box', has_batch: true, name: 'Rotolo' },
      { batch_number: 'L1' },
    );
    const order = await newOrder(product, 20);
    const { body: orders } = await api.sales.get(`/packing-lists/customer-orders/${customer.id}`);
    const { id, order_number, customer_order_number, customer_name } = orders.find(
      (row: CustomerOrder) => row.id === order.id,
    );
    assert.deepEqual(
      [id, order_number, customer_order_number, customer_name],
      [order.id, order.order_number, '4500/A', 'Panificio Moderno'],
    );
    const { body: items } = await api.sales.get(`/packing-lists/order-items/${order.id}`);
    const { has_batch, delivery_date, ...item } = items[0];
    assert.deepEqual([items.length, has_batch, delivery_date], [1, true, '2026-03-20']);
    assert.deepEqual(item, {
      order_item_id: order.items[0]!.id,
      product_id: product.id,
      code: product.code,
      product_name: 'Rotolo',
      ordered_quantity: 20,
      delivered_quantity: 0,
      remaining_quantity: 20,
      stock_quantity: 8,
      unit_of_measure: 'box',
      price_per_pack: 10,
    });
    const { body: stock } = await api.sales.get(`/packing-lists/stock-availability/${product.id}`);
    assert.deepEqual(
      stock.map(({ warehouse_id, warehouse_name, quantity, batch_number }: Record<string, unknown>) => ({
        warehouse_id,
        warehouse_name,
        quantity,
        batch_number,
      })),
      [{ warehouse_id: warehouse.id, warehouse_name: 'Prodotti finiti', quantity: 8, batch_number: 'L1' }],
    );
    const created = await api.sales.post<PackingList>('/packing-lists', bodyOf(order, 5, { batch_number: 'L1' }));
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const list = (await api.sales.get<PackingList>(`/packing-lists/${created.body.id}`)).body;
    assert.deepEqual(list, created.body);
    const row = (await api.sales.get<PackingListRow[]>('/packing-lists')).body.find((one) => one.id === list.id)!;
    for (const seen of [list, row]) {
      assert.deepEqual(customerOf(seen), CUSTOMER);
      assert.match(seen.packing_list_number, /^DDT-\d{4}\/\d{5}$/);
      assert.deepEqual(
        [seen.order_number, seen.customer_order_number, seen.packing_date],
        [order.order_number, '4500/A', today],
      );
    }
    assert.equal(list.notes, 'Piano terra');
    const [packed] = list.items;
    assert.deepEqual(
      [
        packed!.code,
        packed!.product_name,
        packed!.quantity,
        packed!.unit_of_measure,
        packed!.batch_number,
        packed!.warehouse_name,
        packed!.unit_price,
        packed!.total_price,
      ],
      [product.code, 'Rotolo', 5, 'box', 'L1', 'Prodotti finiti', 10, 50],
    );
    const { body: report } = await api.sales.get(`/packing-lists/${list.id}/report`);
    assert.equal(report.packing_list_number, list.packing_list_number);
    assert.equal(await pdfOf(`/packing-lists/${list.id}/report`), '%PDF-');
  });

  test('F04: a packing list books sales of type S and source SO and reduces the stock, never below zero', async () => {
    const product = await newProduct(10);
    const order = await newOrder(product, 100);
    const stock = async () => (await api.sales.get(`/stock/product/${product.id}`)).body[0].quantity;
    const { id, packing_list_number } = await createPackingList(api.sales, bodyOf(order, 4));
    const { body: movements } = await api.sales.get(`/stock-movements?product_id=${product.id}&type=S-SO`);
    assert.deepEqual(
      movements.map(
        ({ movement_type, source_type, quantity, movement_date, source_document }: Record<string, unknown>) => [
          movement_type,
          source_type,
          quantity,
          movement_date,
          source_document,
        ],
      ),
      [['S', 'SO', 4, today, { type: 'SO', id, number: packing_list_number }]],
    );
    assert.equal(await stock(), 6);
    const refused = await api.sales.post('/packing-lists', bodyOf(order, 7));
    assertProblem(refused, 409, 'INSUFFICIENT_STOCK', { 'items.0.quantity': 'max' });
    assert.equal(refused.body.available, 6);
    assert.equal(await stock(), 6);
  });

  test('F05: an invoice requires a packing list, with or without due date and notes; its states; net, VAT, total', async () => {
    const order = await newOrder(await newProduct(100), 100, 10.02);
    const set = async (id: number, status: string) =>
      (await api.admin.put<Invoice>(`/invoices/${id}/status`, { status })).body.status;
    assertProblem(await api.sales.post('/invoices/from-packing-list/2147483647', {}), 404, 'NOT_FOUND');
    const make = async (body?: object) => {
      const { id } = await createPackingList(api.sales, bodyOf(order, 3));
      const answer = await api.sales.post<Invoice>(`/invoices/from-packing-list/${id}`, body);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body;
    };
    const bare = await make();
    assert.deepEqual(
      [bare.status, bare.due_date, bare.notes, bare.net_amount, bare.vat_amount, bare.total_amount],
      ['draft', today, null, 30.06, 6.61, 36.67],
    );
    const full = await make({ due_date: '2999-12-31', notes: 'Grazie' });
    assert.deepEqual([full.status, full.due_date, full.notes], ['draft', '2999-12-31', 'Grazie']);
    assert.equal(await set(bare.id, 'sent'), 'sent');
    assert.equal(await set(bare.id, 'paid'), 'paid');
    assert.equal(await set(full.id, 'cancelled'), 'cancelled');
  });

  test('F06: the calls of invoices and their fields: from a packing list, list, one, report', async () => {
    const order = await newOrder(await newProduct(10, { name: 'Rotolo' }), 10);
    const { id: packingList, packing_list_number } = await createPackingList(api.sales, bodyOf(order, 2));
    const created = await api.sales.post<Invoice>(`/invoices/from-packing-list/${packingList}`, {
      due_date: '2999-12-31',
      notes: 'Grazie',
    });
    assert.equal(created.status, 201);
    const invoice = (await api.sales.get<Invoice>(`/invoices/${created.body.id}`)).body;
    assert.deepEqual(invoice, created.body);
    const row = (await api.sales.get<InvoiceRow[]>('/invoices')).body.find(({ id }) => id === invoice.id)!;
    for (const seen of [invoice, row]) {
      assert.deepEqual(customerOf(seen), CUSTOMER);
      assert.equal(seen.invoice_number, null, 'a draft has none');
      assert.deepEqual(
        [
          seen.packing_list_number,
          seen.invoice_date,
          seen.due_date,
          seen.status,
          seen.net_amount,
          seen.vat_amount,
          seen.total_amount,
        ],
        [packing_list_number, today, '2999-12-31', 'draft', 20, 4.4, 24.4],
      );
    }
    assert.equal(invoice.notes, 'Grazie');
    const [item] = invoice.items;
    assert.deepEqual(
      [
        item!.code,
        item!.product_name,
        item!.quantity,
        item!.unit_of_measure,
        item!.unit_price,
        item!.net_amount,
        item!.vat_amount,
        item!.total_price,
      ],
      [order.items[0]!.code, 'Rotolo', 2, 'kg', 10, 20, 4.4, 24.4],
    );
    await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
    const { invoice_number } = (await api.sales.get<Invoice>(`/invoices/${invoice.id}`)).body;
    const { body: report } = await api.sales.get(`/invoices/${invoice.id}/report`);
    assert.match(invoice_number!, /^FT-\d{4}\/\d{5}$/);
    assert.equal(report.number, invoice_number);
    assert.equal(await pdfOf(`/invoices/${invoice.id}/report`), '%PDF-');
  });
});
