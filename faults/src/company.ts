/** What there must be before anything can be moved or ordered. */
import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

export const today = (): string => new Date().toISOString().slice(0, 10);
const PAST = '2026-01-10';

export const makeProduct = (client: Client, given: object = {}) =>
  client.make('/products', {
    code: `F-${randomUUID().slice(0, 13)}`,
    description: 'Carta kraft avana 80 g/m²',
    category: 'Carta',
    currency: 'EUR',
    unit_of_measure: 'kg',
    ...given,
  });
export const makeWarehouse = (client: Client) => client.make('/warehouses', { name: `Magazzino ${randomUUID()}` });
export const makeSupplier = (client: Client) =>
  client.make('/suppliers', {
    business_name: `Cartiera ${randomUUID()}`,
    vat_number: '00743110157',
    address: 'Via Roma 1',
    city: 'Lucca',
    province: 'LU',
    zip_code: '55100',
    country: 'Italia',
    email: 'ordini@cartiera.example',
    phone: '+39 0583 000000',
  });

export const loadOf = (product_id: number, warehouse_id: number, quantity: number, given: object = {}) => ({
  movement_type: 'C',
  movement_date: PAST,
  product_id,
  warehouse_id,
  quantity,
  ...given,
});
export const orderOf = (supplier_id: number, product_id: number, given: object = {}) => ({
  supplier_id,
  order_date: '2026-03-01',
  requested_arrival_date: '2026-03-20',
  items: [{ product_id, quantity: 2, unit_price: 1.5 }],
  ...given,
});
