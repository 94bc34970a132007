/** Creates an order of new products, delivered in full and invoiced, for tests of documents. */
import assert from 'node:assert/strict';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Api, Session } from './api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from './factories.ts';

export interface SoldLine {
  quantity: number;
  unit_price: number;
  product?: object;
  /** The batch, for a product with batches. */
  batch?: object;
}
interface Given {
  /** Fields of a new customer. */
  customer?: object;
  /** An existing customer instead of a new one. */
  of?: Customer;
  /** Fields of the packing list; a function may first create a destination of the customer. */
  list?: object | ((customer: Customer) => Promise<object>);
  invoice?: object;
  order?: object;
}
export interface Sold {
  customer: Customer;
  list: PackingList;
  /** A draft. */
  invoice: Invoice;
}

/** Delivers and invoices `lines`. @returns the customer, its packing list, and the draft of its invoice */
export async function sell(api: Api, lines: readonly SoldLine[], given: Given = {}): Promise<Sold> {
  const customer = given.of ?? (await createCustomer(api.admin, { country_code: 'IT', ...given.customer }));
  const warehouse = await createWarehouse(api.admin);
  const items = [];
  for (const { quantity, unit_price, product, batch } of lines) {
    const { id } = await createProduct(api.admin, { ...product, ...(batch && { has_batch: true }) });
    await createMovement(api.admin, loadBody(id, warehouse.id, quantity, batch));
    items.push({ product_id: id, quantity, unit_price });
  }
  const order = await createCustomerOrder(api.admin, customer.id, items, {
    customer_order_number: 'PO 4711/A',
    ...given.order,
  });
  const transport = typeof given.list === 'function' ? await given.list(customer) : given.list;
  const list = await createPackingList(api.sales, {
    customer_id: customer.id,
    order_id: order.id,
    items: order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity, warehouse_id: warehouse.id })),
    ...transport,
  });
  return { customer, list, invoice: await createInvoice(api.sales, list.id, given.invoice) };
}

/** Marks a draft invoice as sent. */
export async function send(session: Session, invoice: number): Promise<Invoice> {
  const answer = await session.put<Invoice>(`/invoices/${invoice}/status`, { status: 'sent' });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** The additional company data that electronic invoices require. */
export const FULL_COMPANY = {
  tax_code: '00743110157',
  province: 'AR',
  country: 'Italia',
  country_code: 'IT',
  regime_fiscale: 'RF01',
  rea: 'AR-198432',
  share_capital: '250.000,00 € i.v.',
  iban: 'IT60X0542811101000000123456',
  bank: 'Banca del Valdarno',
  phone: '+39 055 900 1200',
  email: 'info@bobinificio.example',
  pec: 'bobinificio@pec.example',
};

/** A company in France with the data that electronic invoices require. */
export const FRENCH_COMPANY = {
  business_name: 'Papiers de la Vallée SAS',
  vat_number: 'FR40303265045',
  siren: '303265045',
  tax_code: null,
  address: '12 rue des Moulins',
  zip_code: '34070',
  city: 'Montpellier',
  province: null,
  country: 'France',
  country_code: 'FR',
  regime_fiscale: null,
  rea: null,
  share_capital: '250 000 €',
  iban: 'FR7630006000011234567890189',
  bank: 'Banque du Midi',
  phone: '+33 4 67 00 12 00',
  email: 'contact@papiers.example',
  pec: null,
};
