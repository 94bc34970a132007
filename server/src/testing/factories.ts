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

export function productBody(given: object = {}) {
  return {
    code: `P-${next()}`,
    description: 'Carta kraft avana 80 g/m²',
    category: 'Carta',
    currency: 'EUR',
    unit_of_measure: 'kg',
    ...given,
  };
}
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
export function partyBody(given: object = {}) {
  return {
    business_name: `Cartiera ${next()}`,
    ...PARTNER,
    ...given,
  };
}
export function warehouseBody(given: object = {}) {
  return { name: `Magazzino ${next()}`, ...given };
}
export function machineBody(given: object = {}) {
  return { code: `M-${next()}`, description: 'Taglierina', ...given };
}
export function createProduct(session: Session, given?: object) {
  return create<Product>(session, '/products', productBody(given));
}
export function createSupplier(session: Session, given?: object) {
  return create<Supplier>(session, '/suppliers', partyBody(given));
}
export function createCustomer(session: Session, given?: object) {
  return create<Customer>(session, '/customers', partyBody(given));
}
export function createWarehouse(session: Session, given?: object) {
  return create<Warehouse>(session, '/warehouses', warehouseBody(given));
}
export function createMachine(session: Session, given?: object) {
  return create<Machine>(session, '/machines', machineBody(given));
}

/** A load by hand, on a day long past. */
export function loadBody(product_id: number, warehouse_id: number, quantity: number, given: object = {}) {
  return {
    movement_type: 'C',
    movement_date: '2026-01-10',
    product_id,
    warehouse_id,
    quantity,
    ...given,
  };
}
export function createMovement(session: Session, body: object) {
  return create<Movement>(session, '/stock-movements', body);
}

export function orderBody(supplier_id: number, items: object[], given: object = {}) {
  return {
    supplier_id,
    order_date: '2026-03-01',
    requested_arrival_date: '2026-03-20',
    items,
    ...given,
  };
}
export function createPurchaseOrder(session: Session, supplier_id: number, items: object[], given?: object) {
  return create<PurchaseOrder>(session, '/purchase-orders', orderBody(supplier_id, items, given));
}

export function customerOrderBody(customer_id: number, items: object[], given: object = {}) {
  return {
    customer_id,
    order_date: '2026-03-01',
    requested_delivery_date: '2026-03-20',
    items,
    ...given,
  };
}
export function createCustomerOrder(session: Session, customer_id: number, items: object[], given?: object) {
  return create<CustomerOrder>(session, '/customer-orders', customerOrderBody(customer_id, items, given));
}

export function operationBody(order_item_id: number, quantity_produced: number, given: object = {}) {
  return {
    order_item_id,
    batch_number: 'L1',
    quantity_produced,
    is_completed: false,
    ...given,
  };
}
export function createOperation(session: Session, order_item_id: number, quantity_produced: number, given?: object) {
  return create<OperationDone>(
    session,
    '/production/operations',
    operationBody(order_item_id, quantity_produced, given),
  );
}

export function schedulingBody(
  order_item_id: number,
  machine_id: number,
  quantity_to_produce: number,
  given: object = {},
) {
  return {
    order_item_id,
    machine_id,
    quantity_to_produce,
    production_time: '2 ore e 30 minuti',
    ...given,
  };
}
export function createScheduling(
  session: Session,
  order_item_id: number,
  machine_id: number,
  quantity: number,
  given?: object,
) {
  return create<Scheduling>(
    session,
    '/production/scheduling',
    schedulingBody(order_item_id, machine_id, quantity, given),
  );
}

export function createPackingList(session: Session, body: object) {
  return create<PackingList>(session, '/packing-lists', body);
}
/** Its draft. */
export function createInvoice(session: Session, packing_list_id: number, given: object = {}) {
  return create<Invoice>(session, `/invoices/from-packing-list/${packing_list_id}`, given);
}

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
export async function completeCompany(admin: Session): Promise<void> {
  const put = async (path: string, body: object) => {
    const answer = await admin.put(path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  await put('/company', COMPANY);
  await create(admin, '/vat-codes', { code: '22', rate: 22, description: 'IVA ordinaria' });
  await put('/settings', { default_vat_code: '22' });
}

function next() {
  return `${process.pid}-${++made}`;
}

async function create<T>(session: Session, path: string, body: object): Promise<T> {
  const answer = await session.post<T>(path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
