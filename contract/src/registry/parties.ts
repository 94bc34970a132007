/** Suppliers, customers, and the delivery addresses of customers. */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import {
  audit,
  bestFirst,
  CURRENCIES,
  day,
  email,
  id,
  notes,
  oneOf,
  optionalText,
  queryFlag,
  queryId,
  text,
  unlessEmpty,
} from '../core/fields.ts';

function countryCode() {
  return z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/)
    .nullish();
}

const partyInput = {
  business_name: text(),
  vat_number: text(),
  contact_name: optionalText(),
  contact_role: optionalText(),
  contact_phone: optionalText(),
  address: text(),
  city: text(),
  province: text(),
  zip_code: text(),
  country: text(),
  country_code: countryCode(),
  email: email(),
  phone: text(),
  shipping_method: optionalText(),
  notes: notes(),
};
function nullableText() {
  return z.string().nullable();
}
const partyRow = {
  id: z.int(),
  business_name: z.string(),
  vat_number: z.string(),
  contact_name: nullableText(),
  contact_role: nullableText(),
  contact_phone: nullableText(),
  address: z.string(),
  city: z.string(),
  province: z.string(),
  zip_code: z.string(),
  country: z.string(),
  country_code: nullableText(),
  email: z.string(),
  phone: z.string(),
  shipping_method: nullableText(),
  notes: nullableText(),
  ...audit,
};
const PARTY_SORT = [
  'business_name',
  'vat_number',
  'contact_name',
  'city',
  'province',
  'country',
  'email',
  'phone',
  'created_at',
  'modified_at',
] as const;

export const SupplierInput = z
  .object({ ...partyInput, iban: optionalText(), tipo_pagamento_id: id().nullish() })
  .meta({ id: 'SupplierInput' });
export const Supplier = z
  .object({
    ...partyRow,
    iban: nullableText(),
    tipo_pagamento_id: z.int().nullable(),
    tipo_pagamento: nullableText(),
  })
  .meta({ id: 'Supplier' });
export type Supplier = z.infer<typeof Supplier>;

export const suppliers = {
  list: list('/suppliers', {
    shownAs: 'supplier',
    summary: 'Suppliers',
    description: 'Lists suppliers by business name. `q` searches names, tax numbers, addresses and contacts.',
    needs: 'registry.read',
    row: Supplier,
    sort: PARTY_SORT,
    filters: bestFirst(),
  }),
  get: get('/suppliers/{id}', {
    summary: 'One supplier',
    description: 'Returns a supplier with address, contact, bank and payment data.',
    needs: 'registry.read',
    reply: Supplier,
  }),
  create: post('/suppliers', {
    summary: 'Create a supplier',
    description:
      'Creates a supplier. The answer carries a warning when the VAT number has a wrong check digit or belongs to another supplier.',
    needs: 'suppliers.write',
    body: SupplierInput,
    reply: Supplier,
  }),
  update: put('/suppliers/{id}', {
    summary: 'Change a supplier',
    description: 'Changes a supplier. Absent fields keep their value; `null` empties an optional one.',
    needs: 'suppliers.write',
    body: SupplierInput.partial(),
    reply: Supplier,
    errors: { STALE_VERSION: 'Another user changed the supplier since the version in `If-Match` was read.' },
  }),
  remove: del('/suppliers/{id}', {
    summary: 'Delete a supplier',
    description: 'Deletes a supplier from the register. Documents that name it keep its data.',
    needs: 'suppliers.write',
    errors: { IN_USE: 'The supplier has open purchase orders.' },
  }),
};

/** When the VAT of a sale is due: at once, when it is paid, or by the customer (split payment). */
export const ESIGIBILITA = ['I', 'D', 'S'] as const;
/** Whether the packing lists of all destinations share an invoice. */
export const INVOICE_BY = ['customer', 'destination'] as const;

export const CustomerInput = z
  .object({
    ...partyInput,
    is_active: unlessEmpty(z.boolean()),
    tax_code: optionalText(),
    codice_destinatario: optionalText(),
    tipo_pagamento_id: id().nullish(),
    modalita_pagamento: optionalText(),
    valuta: unlessEmpty(oneOf(CURRENCIES)),
    vat_code: optionalText(),
    indirizzo_fatturazione: optionalText(),
    email_fatturazione: email().nullish(),
    telefono_fatturazione: optionalText(),
    codice_invio_elettronico: optionalText(),
    note_fatturazione: notes(),
    /** Nine digits of a French company. */
    siren: optionalText(),
    /** Fourteen digits of a French establishment. */
    siret: optionalText(),
    /** The common identifier of a Moroccan company. */
    ice: optionalText(),
    /** The routing code of the French directory: the service that receives the invoice. */
    routing_code: optionalText(),
    is_public_body: unlessEmpty(z.boolean()),
    /** Empty: at once, and split payment for a public body. */
    esigibilita: oneOf(ESIGIBILITA).nullish(),
    iban: optionalText(),
    bank: optionalText(),
    abi: optionalText(),
    cab: optionalText(),
    /** The SEPA direct debit mandate that the customer signed: at most 35 characters in a file. */
    mandate_id: optionalText(),
    /** The day on which the mandate was signed. */
    mandate_day: day().nullish(),
    invoice_by: unlessEmpty(oneOf(INVOICE_BY)),
  })
  .meta({ id: 'CustomerInput' });
export const Customer = z
  .object({
    ...partyRow,
    is_active: z.boolean(),
    tax_code: nullableText(),
    codice_destinatario: nullableText(),
    tipo_pagamento_id: z.int().nullable(),
    tipo_pagamento: nullableText(),
    modalita_pagamento: nullableText(),
    valuta: z.enum(CURRENCIES),
    vat_code: nullableText(),
    indirizzo_fatturazione: nullableText(),
    email_fatturazione: nullableText(),
    telefono_fatturazione: nullableText(),
    codice_invio_elettronico: nullableText(),
    note_fatturazione: nullableText(),
    siren: nullableText(),
    siret: nullableText(),
    ice: nullableText(),
    routing_code: nullableText(),
    is_public_body: z.boolean(),
    esigibilita: z.enum(ESIGIBILITA).nullable(),
    iban: nullableText(),
    bank: nullableText(),
    abi: nullableText(),
    cab: nullableText(),
    mandate_id: nullableText(),
    mandate_day: nullableText(),
    invoice_by: z.enum(INVOICE_BY),
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof Customer>;

export const customers = {
  list: list('/customers', {
    shownAs: 'customer',
    summary: 'Customers',
    description:
      'Lists customers by business name. `q` searches names, tax numbers, addresses and contacts; `is_active` selects active or inactive ones.',
    needs: 'registry.read',
    row: Customer,
    sort: [...PARTY_SORT, 'is_active', 'valuta'],
    filters: { is_active: queryFlag().optional(), ...bestFirst() },
  }),
  get: get('/customers/{id}', {
    summary: 'One customer',
    description: 'Returns a customer with address, billing, electronic invoicing and payment data.',
    needs: 'registry.read',
    reply: Customer,
  }),
  create: post('/customers', {
    summary: 'Create a customer',
    description:
      'Creates a customer with billing data. The answer carries a warning when the VAT number has a wrong check digit or belongs to another customer.',
    needs: 'customers.write',
    body: CustomerInput,
    reply: Customer,
  }),
  update: put('/customers/{id}', {
    summary: 'Change a customer',
    description: 'Changes a customer. Issued documents keep the data that they were issued with.',
    needs: 'customers.write',
    body: CustomerInput.partial(),
    reply: Customer,
    errors: { STALE_VERSION: 'Another user changed the customer since the version in `If-Match` was read.' },
  }),
  remove: del('/customers/{id}', {
    summary: 'Delete a customer',
    description: 'Deletes a customer from the register. Documents that name it keep its data.',
    needs: 'customers.write',
    errors: { IN_USE: 'The customer has open orders, packing lists to invoice, drafts or unpaid invoices.' },
  }),
};

export const DestinationInput = z
  .object({
    customer_id: id(),
    indirizzo: text(),
    cap: optionalText(),
    citta: optionalText(),
    nazione: optionalText(),
    telefono: optionalText(),
    orari_consegna: optionalText(),
    note: notes(),
  })
  .meta({ id: 'DestinationInput' });
export const Destination = z
  .object({
    id: z.int(),
    customer_id: z.int(),
    indirizzo: z.string(),
    cap: nullableText(),
    citta: nullableText(),
    nazione: nullableText(),
    telefono: nullableText(),
    orari_consegna: nullableText(),
    note: nullableText(),
    ...audit,
  })
  .meta({ id: 'Destination' });
export type Destination = z.infer<typeof Destination>;

export const destinations = {
  list: list('/destinazioni-merce', {
    shownAs: 'destination',
    summary: "Customers' goods destinations",
    description: 'Lists the delivery addresses of customers. Pass `customer_id` to get those of one customer.',
    needs: 'registry.read',
    row: Destination,
    sort: ['indirizzo', 'cap', 'citta', 'nazione'],
    filters: { customer_id: queryId().optional(), ...bestFirst() },
  }),
  get: get('/destinazioni-merce/{id}', {
    summary: 'One goods destination',
    description: 'Returns a delivery address with its phone number and delivery hours.',
    needs: 'registry.read',
    reply: Destination,
  }),
  create: post('/destinazioni-merce', {
    summary: 'Create a goods destination',
    description: 'Adds a delivery address to a customer.',
    needs: 'customers.write',
    body: DestinationInput,
    reply: Destination,
  }),
  update: put('/destinazioni-merce/{id}', {
    summary: 'Change a goods destination',
    description: 'Changes a delivery address. Packing lists that exist keep the former one.',
    needs: 'customers.write',
    body: DestinationInput.partial(),
    reply: Destination,
    errors: { STALE_VERSION: 'Another user changed the address since the version in `If-Match` was read.' },
  }),
  remove: del('/destinazioni-merce/{id}', {
    summary: 'Delete a goods destination',
    description: 'Deletes a delivery address. Packing lists that exist keep it.',
    needs: 'customers.write',
  }),
};
