/** The reports of printed documents: everything that a document prints. */
import { z } from 'zod';
import { LANGUAGES } from '../core/languages.ts';
import { ReadyShipment } from './shipments.ts';

function text() {
  return z.string();
}
function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullable();
}
function maybeText() {
  return maybe(text());
}

/** The issuer of the document, from the company's data. */
export const PrintedCompany = z
  .object({
    business_name: text(),
    vat_number: text(),
    tax_code: maybeText(),
    address: text(),
    city: text(),
    province: maybeText(),
    zip_code: text(),
    country: maybeText(),
    country_code: maybeText(),
    phone: maybeText(),
    email: maybeText(),
    pec: maybeText(),
    iban: maybeText(),
    bank: maybeText(),
    share_capital: maybeText(),
    rea: maybeText(),
    regime_fiscale: maybeText(),
    siren: maybeText(),
    siret: maybeText(),
    ice: maybeText(),
    /** A picture as a data URL. */
    logo: maybeText(),
  })
  .meta({ id: 'PrintedCompany' });
export type PrintedCompany = z.infer<typeof PrintedCompany>;

const customer = {
  id: z.int(),
  business_name: text(),
  vat_number: maybeText(),
  tax_code: maybeText(),
  address: text(),
  city: text(),
  province: maybeText(),
  zip_code: maybeText(),
  country: maybeText(),
  country_code: maybeText(),
};
export const PrintedCustomer = z.object(customer).meta({ id: 'PrintedCustomer' });
export type PrintedCustomer = z.infer<typeof PrintedCustomer>;

/** The delivery address, if it differs from the customer's address. */
const PrintedDestination = z
  .object({
    indirizzo: text(),
    cap: maybeText(),
    citta: maybeText(),
    nazione: maybeText(),
    telefono: maybeText(),
    orari_consegna: maybeText(),
    note: maybeText(),
  })
  .meta({ id: 'PrintedDestination' });

const line = {
  position: z.int(),
  code: text(),
  description: text(),
  quantity: z.number(),
  unit_of_measure: text(),
};
const DocumentReference = z.object({ id: z.int(), number: text(), date: text() }).meta({ id: 'DocumentReference' });

export const PackingListReport = z
  .object({
    id: z.int(),
    /** The language of the document: the requested one, else the customer's. */
    language: z.enum(LANGUAGES),
    packing_list_number: text(),
    packing_date: text(),
    status: text(),
    company: PrintedCompany,
    customer: PrintedCustomer,
    destination: maybe(PrintedDestination),
    order_number: maybeText(),
    customer_order_number: maybeText(),
    transport: z.object({
      reason: text(),
      appearance: maybeText(),
      carrier: maybeText(),
      packages: maybe(z.number()),
      /** kg; computed from the weights of the products if the document has none, null if they have none. */
      gross_weight: maybe(z.number()),
      net_weight: maybe(z.number()),
      transport_date: maybeText(),
    }),
    items: z.array(
      z.object({
        ...line,
        batch_number: maybeText(),
        expiry_date: maybeText(),
      }),
    ),
    /** One per unit, in the order of the lines. */
    totals: z.array(z.object({ unit_of_measure: text(), quantity: z.number() })),
    notes: maybeText(),
  })
  .meta({ id: 'PackingListReport' });
export type PackingListReport = z.infer<typeof PackingListReport>;

export const InvoiceReport = z
  .object({
    id: z.int(),
    language: z.enum(LANGUAGES),
    type: z.enum(['invoice', 'credit_note']),
    /** `FT-2026/00012`, `NC-2026/00003`, or `BOZZA-7` while it is a draft. */
    number: text(),
    status: text(),
    invoice_date: text(),
    due_date: maybeText(),
    /** By due date; empty for a credit note. */
    instalments: z.array(z.object({ due_date: text(), amount: z.number() })),
    currency: text(),
    company: PrintedCompany,
    customer: z.object({
      ...customer,
      /** The billing address, if it differs from the address above. */
      indirizzo_fatturazione: maybeText(),
      codice_destinatario: maybeText(),
      pec: maybeText(),
      siren: maybeText(),
      siret: maybeText(),
      ice: maybeText(),
    }),
    /** The electronic addresses of a French company's invoice, with their scheme: `0225:303265045`; otherwise null. */
    electronic_addresses: maybe(z.object({ company: maybeText(), customer: maybeText() })),
    /** Null when there are several. */
    packing_list: maybe(DocumentReference),
    packing_lists: z.array(DocumentReference.extend({ order_number: text(), customer_order_number: maybeText() })),
    order_number: maybeText(),
    customer_order_number: maybeText(),
    cig: maybeText(),
    cup: maybeText(),
    /** The invoice that a credit note credits, and whether in full. */
    credited_invoice: maybe(DocumentReference.extend({ in_full: z.boolean() })),
    items: z.array(
      z.object({
        ...line,
        /** Null for the credit of an amount. */
        quantity: maybe(z.number()),
        packing_list_id: z.int(),
        unit_price: z.number(),
        net_amount: z.number(),
        /** Percent. */
        vat_rate: maybe(z.number()),
        natura: maybeText(),
        vat_amount: z.number(),
        total_price: z.number(),
        /** The CONAI contribution: paid before, or its amount. */
        conai: maybeText(),
      }),
    ),
    vat_summary: z.array(
      z.object({
        vat_rate: z.number(),
        natura: maybeText(),
        /** The reason for 0 % VAT, in the document's language. */
        reason: maybeText(),
        net_amount: z.number(),
        vat_amount: z.number(),
      }),
    ),
    net_amount: z.number(),
    vat_amount: z.number(),
    total_amount: z.number(),
    /** The total, without the VAT that a public body pays itself. */
    amount_to_pay: z.number(),
    /** Units of the currency for 1 EUR; null for EUR. */
    exchange_rate: maybe(z.number()),
    /** The amounts at the exchange rate; null for EUR. */
    amounts_eur: maybe(z.object({ net_amount: z.number(), vat_amount: z.number(), total_amount: z.number() })),
    payment: z.object({
      terms: maybeText(),
      /** MP01 … MP23. */
      method: maybeText(),
      method_text: maybeText(),
      iban: maybeText(),
      bank: maybeText(),
    }),
    /**
     * For an issued document of an Italian company: the original is the electronic invoice, independent of the
     * customer's country.
     */
    is_courtesy_copy: z.boolean(),
    /** The stamp duty in EUR; null if none is due. A setting charges it to the customer on a line. */
    stamp_duty: maybe(z.number()),
    /** Sentences that the law of the company's country requires, in the order of print. */
    mentions: z.array(text()),
    notes: maybeText(),
  })
  .meta({ id: 'InvoiceReport' });
export type InvoiceReport = z.infer<typeof InvoiceReport>;

const orderReport = {
  id: z.int(),
  /** The language of the document: the requested one, else that of the reader's country. */
  language: z.enum(LANGUAGES),
  number: text(),
  order_date: text(),
  company: PrintedCompany,
  currency: text(),
  /** Absent without the capability to see amounts. */
  total_amount: z.number().optional(),
  notes: maybeText(),
};
const orderLine = {
  ...line,
  /** Absent without the capability to see amounts. */
  unit_price: z.number().optional(),
  total: z.number().optional(),
};

/** A printed order to a supplier. */
export const PurchaseOrderReport = z
  .object({
    ...orderReport,
    supplier: PrintedCustomer,
    /** The day on which the goods are wanted, and the one that the supplier has confirmed. */
    requested_arrival_date: text(),
    confirmed_arrival_date: maybeText(),
    items: z.array(z.object(orderLine)),
  })
  .meta({ id: 'PurchaseOrderReport' });
export type PurchaseOrderReport = z.infer<typeof PurchaseOrderReport>;

/** A printed confirmation of a customer's order. */
export const OrderConfirmationReport = z
  .object({
    ...orderReport,
    customer: PrintedCustomer,
    customer_order_number: maybeText(),
    requested_delivery_date: text(),
    payment_terms: maybeText(),
    items: z.array(z.object({ ...orderLine, delivery_date: text() })),
  })
  .meta({ id: 'OrderConfirmationReport' });
export type OrderConfirmationReport = z.infer<typeof OrderConfirmationReport>;

/** Maximum number of order lines on one picking sheet. */
export const MOST_PICKED = 500;
/** The goods to pick for the ticked lines of orders. Without amounts. */
export const PickingSheet = z
  .object({
    language: z.enum(LANGUAGES),
    /** The day of shipment. */
    day: text(),
    company: PrintedCompany,
    /** By customer and order. */
    shipments: z.array(ReadyShipment),
  })
  .meta({ id: 'PickingSheet' });
export type PickingSheet = z.infer<typeof PickingSheet>;
