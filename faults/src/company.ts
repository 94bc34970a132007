/** Creates the master data that movements and orders need. */
import { today as dayIn } from '@bobina/contract/core/dates.ts';
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

/** The company's day, which is ahead of UTC around midnight. */
export function today(): string {
  return dayIn('Europe/Rome');
}
const PAST = '2026-01-10';

/** Creates a product with a unique code. */
export function makeProduct(client: Client, given: object = {}) {
  return client.make('/products', productBody({ code: `F-${randomUUID().slice(0, 13)}`, ...given }));
}

/** Creates a warehouse with a unique name. */
export function makeWarehouse(client: Client) {
  return client.make('/warehouses', { name: `Magazzino ${randomUUID()}` });
}

/** Creates a supplier with a unique name. */
export function makeSupplier(client: Client) {
  return client.make('/suppliers', { ...PARTNER, business_name: `Cartiera ${randomUUID()}` });
}

export const loadOf = loadBody;

/** Returns the body of a purchase order of one line. */
export function orderOf(supplier_id: number, product_id: number, given: object = {}) {
  return orderBody(supplier_id, [{ product_id, quantity: 2, unit_price: 1.5 }], given);
}

/** Sets the data that sending an invoice requires: the company's own data and a default VAT code. */
export async function completeCompany(client: Client): Promise<void> {
  const put = async (path: string, body: object) => {
    const { status } = await client.send('PUT', path, body);
    if (status !== 200) throw new Error(`PUT ${path}: ${status}`);
  };
  await put('/company', COMPANY);
  await client.make('/vat-codes', { code: '22', rate: 22, description: 'IVA ordinaria' });
  await put('/settings', { default_vat_code: '22' });
}

/** Creates an Italian customer with a unique name. */
export function makeCustomer(client: Client) {
  return client.make('/customers', { ...PARTNER, business_name: `Panificio ${randomUUID()}`, country_code: 'IT' });
}

/** Returns the body of a receipt for the first line of a purchase order. */
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

/** Returns the body of a customer's order of one line. */
export function saleOf(customer_id: number, product_id: number, quantity: number, given: object = {}) {
  return customerOrderBody(customer_id, [{ product_id, quantity, unit_price: 1.5 }], given);
}
/** Returns the body of a packing list for the first line of a customer's order. */
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
