/** What there must be before anything can be moved or ordered. */
import { randomUUID } from 'node:crypto';
import {
  COMPANY,
  customerOrderBody,
  loadBody,
  orderBody,
  PARTNER,
  productBody,
} from '../../server/src/testing/factories.ts';
import type { Client } from './client.ts';

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
const PAST = '2026-01-10';

export function makeProduct(client: Client, given: object = {}) {
  return client.make('/products', productBody({ code: `F-${randomUUID().slice(0, 13)}`, ...given }));
}
export function makeWarehouse(client: Client) {
  return client.make('/warehouses', { name: `Magazzino ${randomUUID()}` });
}
export function makeSupplier(client: Client) {
  return client.make('/suppliers', { ...PARTNER, business_name: `Cartiera ${randomUUID()}` });
}

export const loadOf = loadBody;
export function orderOf(supplier_id: number, product_id: number, given: object = {}) {
  return orderBody(supplier_id, [{ product_id, quantity: 2, unit_price: 1.5 }], given);
}

/** What sending an invoice needs: the company's own data, and a VAT code that holds where nothing else says one. */
export async function completeCompany(client: Client): Promise<void> {
  const put = async (path: string, body: object) => {
    const { status } = await client.send('PUT', path, body);
    if (status !== 200) throw new Error(`PUT ${path}: ${status}`);
  };
  await put('/company', COMPANY);
  await client.make('/vat-codes', { code: '22', rate: 22, description: 'IVA ordinaria' });
  await put('/settings', { default_vat_code: '22' });
}
export function makeCustomer(client: Client) {
  return client.make('/customers', { ...PARTNER, business_name: `Panificio ${randomUUID()}`, country_code: 'IT' });
}

/** Of the first line of an order to a supplier. */
export function receiptOf(
  order: { id: number; items: { id: number }[] },
  warehouse_id: number,
  quantity: number,
  document_number: string,
) {
  return {
    document_number,
    document_date: PAST,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id }],
  };
}
export function saleOf(customer_id: number, product_id: number, quantity: number, given: object = {}) {
  return customerOrderBody(customer_id, [{ product_id, quantity, unit_price: 1.5 }], given);
}
/** Of the first line of a customer's order. */
export function packingOf(
  order: { id: number; customer_id: number; items: { id: number }[] },
  warehouse_id: number,
  quantity: number,
  { batch_number, notes }: { batch_number?: string; notes?: string } = {},
) {
  return {
    customer_id: order.customer_id,
    order_id: order.id,
    notes,
    items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id, batch_number }],
  };
}
