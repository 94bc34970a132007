/** What tests make for themselves: each a valid row with a name of its own, changed by what the test cares for. */
import assert from 'node:assert/strict';
import type { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Machine, Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { OperationDone } from '@bobina/contract/production/operations.ts';
import type { Scheduling } from '@bobina/contract/production/scheduling.ts';
import type { PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { Session } from './api.ts';

let made = 0;
const next = () => `${process.pid}-${++made}`;

export const productBody = (given: object = {}) => ({
  code: `P-${next()}`,
  description: 'Carta kraft avana 80 g/m²',
  category: 'Carta',
  currency: 'EUR',
  unit_of_measure: 'kg',
  ...given,
});
/** Where partners are, and how they are reached. */
export const PARTNER = {
  vat_number: '00743110157',
  address: 'Via Roma 1',
  city: 'Lucca',
  province: 'LU',
  zip_code: '55100',
  country: 'Italia',
  email: 'ordini@cartiera.example',
  phone: '+39 0583 000000',
};
export const partyBody = (given: object = {}) => ({
  business_name: `Cartiera ${next()}`,
  ...PARTNER,
  ...given,
});
export const warehouseBody = (given: object = {}) => ({ name: `Magazzino ${next()}`, ...given });
export const machineBody = (given: object = {}) => ({ code: `M-${next()}`, description: 'Taglierina', ...given });

const create = async <T>(session: Session, path: string, body: object): Promise<T> => {
  const answer = await session.post<T>(path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
};
export const createProduct = (session: Session, given?: object) =>
  create<Product>(session, '/products', productBody(given));
export const createSupplier = (session: Session, given?: object) =>
  create<Supplier>(session, '/suppliers', partyBody(given));
export const createCustomer = (session: Session, given?: object) =>
  create<Customer>(session, '/customers', partyBody(given));
export const createWarehouse = (session: Session, given?: object) =>
  create<Warehouse>(session, '/warehouses', warehouseBody(given));
export const createMachine = (session: Session, given?: object) =>
  create<Machine>(session, '/machines', machineBody(given));

/** A load by hand, on a day long past. */
export const loadBody = (product_id: number, warehouse_id: number, quantity: number, given: object = {}) => ({
  movement_type: 'C',
  movement_date: '2026-01-10',
  product_id,
  warehouse_id,
  quantity,
  ...given,
});
export const createMovement = (session: Session, body: object) => create<Movement>(session, '/stock-movements', body);

export const orderBody = (supplier_id: number, items: object[], given: object = {}) => ({
  supplier_id,
  order_date: '2026-03-01',
  requested_arrival_date: '2026-03-20',
  items,
  ...given,
});
export const createPurchaseOrder = (session: Session, supplier_id: number, items: object[], given?: object) =>
  create<PurchaseOrder>(session, '/purchase-orders', orderBody(supplier_id, items, given));

export const customerOrderBody = (customer_id: number, items: object[], given: object = {}) => ({
  customer_id,
  order_date: '2026-03-01',
  requested_delivery_date: '2026-03-20',
  items,
  ...given,
});
export const createCustomerOrder = (session: Session, customer_id: number, items: object[], given?: object) =>
  create<CustomerOrder>(session, '/customer-orders', customerOrderBody(customer_id, items, given));

export const operationBody = (order_item_id: number, quantity_produced: number, given: object = {}) => ({
  order_item_id,
  batch_number: 'L1',
  quantity_produced,
  is_completed: false,
  ...given,
});
export const createOperation = (session: Session, order_item_id: number, quantity_produced: number, given?: object) =>
  create<OperationDone>(session, '/production/operations', operationBody(order_item_id, quantity_produced, given));

export const schedulingBody = (
  order_item_id: number,
  machine_id: number,
  quantity_to_produce: number,
  given: object = {},
) => ({
  order_item_id,
  machine_id,
  quantity_to_produce,
  production_time: '2 ore e 30 minuti',
  ...given,
});
export const createScheduling = (
  session: Session,
  order_item_id: number,
  machine_id: number,
  quantity: number,
  given?: object,
) => create<Scheduling>(session, '/production/scheduling', schedulingBody(order_item_id, machine_id, quantity, given));

export const createPackingList = (session: Session, body: object) =>
  create<PackingList>(session, '/packing-lists', body);
/** Its draft. */
export const createInvoice = (session: Session, packing_list_id: number, given: object = {}) =>
  create<Invoice>(session, `/invoices/from-packing-list/${packing_list_id}`, given);

/** What documents must say of the company. */
export const COMPANY = {
  business_name: 'Bobinificio Valdarno S.r.l.',
  vat_number: '00743110157',
  address: 'Via delle Cartiere 18',
  zip_code: '52025',
  city: 'Montevarchi',
  province: 'AR',
  country: 'Italia',
  country_code: 'IT',
};
/** What sending an invoice needs: the company's data, and a VAT code that holds where nothing else says one. */
export const completeCompany = async (admin: Session): Promise<void> => {
  const put = async (path: string, body: object) => {
    const answer = await admin.put(path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  await put('/company', COMPANY);
  await create(admin, '/vat-codes', { code: '22', rate: 22, description: 'IVA ordinaria' });
  await put('/settings', { default_vat_code: '22' });
};
