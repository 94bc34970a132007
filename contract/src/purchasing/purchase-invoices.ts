/** Invoices and credit notes of suppliers, matched to the receipts that they bill. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, day, longText, oneOf, queryDecimal, queryId } from '../core/fields.ts';
import { LANGUAGES } from '../core/languages.ts';
import { DIFFERENT_FIELDS, LINE_MATCHES, MATCHES } from './invoice-match.rules.ts';
import {
  PURCHASE_FILES_MOST,
  PURCHASE_INVOICE_KINDS,
  PurchaseInvoiceAcceptInput,
  PurchaseInvoiceInput,
  PurchaseInvoiceMatchInput,
  UPLOAD_BYTES,
} from './purchase-invoice-inputs.ts';

export const PURCHASE_INVOICE_STATUSES = ['new', 'accepted', 'disputed'] as const;
export const PURCHASE_INVOICE_FORMATS = ['fatturapa', 'facturx', 'cii', 'ubl', 'typed'] as const;

const Difference = z
  .object({
    field: z.enum(DIFFERENT_FIELDS),
    /** Null for a currency. */
    invoiced: z.number().nullable(),
    expected: z.number().nullable(),
    difference: z.number().nullable(),
    is_tolerated: z.boolean(),
  })
  .meta({ id: 'PurchaseInvoiceDifference' });

export const PurchaseInvoiceLine = z
  .object({
    id: z.int(),
    position: z.int(),
    description: z.string(),
    supplier_code: z.string().nullable(),
    quantity: z.number().nullable(),
    /** As on the document; without one, the unit of the product, in which receipts are matched. Null without either. */
    unit_of_measure: z.string().nullable(),
    unit_price: z.number(),
    net_amount: z.number(),
    vat_rate: z.number(),
    natura: z.string().nullable(),
    ddt_number: z.string().nullable(),
    ddt_date: z.string().nullable(),
    order_number: z.string().nullable(),
    product_id: z.int().nullable(),
    product_code: z.string().nullable(),
    product_name: z.string().nullable(),
    receipt_item_id: z.int().nullable(),
    /** The delivery note of the matched receipt. */
    receipt_document: z.string().nullable(),
    receipt_order_id: z.int().nullable(),
    /** The order line whose receipts hold the matched one. */
    receipt_order_item_id: z.int().nullable(),
    /** The part of the receipt's quantity that the line bills. */
    matched_quantity: z.number(),
    /** Chosen by a user. */
    is_confirmed: z.boolean(),
    match: z.enum(LINE_MATCHES),
    differences: z.array(Difference),
  })
  .meta({ id: 'PurchaseInvoiceLine' });
export type PurchaseInvoiceLine = z.infer<typeof PurchaseInvoiceLine>;

const row = {
  id: z.int(),
  supplier_id: z.int().nullable(),
  /** As in the document. */
  supplier_name: z.string(),
  supplier_vat: z.string().nullable(),
  kind: z.enum(PURCHASE_INVOICE_KINDS),
  document_type: z.string().nullable(),
  number: z.string(),
  document_date: z.string(),
  received_date: z.string(),
  /** The day of acceptance. */
  registered_date: z.string().nullable(),
  currency: z.string(),
  exchange_rate: z.number().nullable(),
  net_amount: z.number(),
  vat_amount: z.number(),
  total_amount: z.number(),
  to_pay_amount: z.number(),
  status: z.enum(PURCHASE_INVOICE_STATUSES),
  match: z.enum(MATCHES),
  /** Of its last instalment. */
  due_date: z.string().nullable(),
  format: z.enum(PURCHASE_INVOICE_FORMATS),
  notes: z.string().nullable(),
  ...audit,
};
export const PurchaseInvoiceRow = z.object(row).meta({ id: 'PurchaseInvoiceRow' });
export type PurchaseInvoiceRow = z.infer<typeof PurchaseInvoiceRow>;
export const PurchaseInvoice = z
  .object({
    ...row,
    /** Part of the net amount that no line contains. */
    charges_amount: z.number(),
    /** Part of the total that is neither net nor VAT, such as rounding and stamp duty. */
    rounding_amount: z.number(),
    credited_number: z.string().nullable(),
    dispute_notes: z.string().nullable(),
    disputed_at: z.string().nullable(),
    disputed_by_name: z.string().nullable(),
    accepted_at: z.string().nullable(),
    accepted_by_name: z.string().nullable(),
    /** The file; null for a typed invoice. */
    file_name: z.string().nullable(),
    sha256: z.string().nullable(),
    lines: z.array(PurchaseInvoiceLine),
    vat: z.array(
      z.object({ vat_rate: z.number(), natura: z.string().nullable(), net_amount: z.number(), vat_amount: z.number() }),
    ),
    instalments: z.array(
      z.object({
        id: z.int(),
        due_date: z.string(),
        amount: z.number(),
        method: z.string().nullable(),
        iban: z.string().nullable(),
        paid_date: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PurchaseInvoice' });
export type PurchaseInvoice = z.infer<typeof PurchaseInvoice>;

export const TakenFile = z
  .object({
    /** The name of the file; of a file in a zip, `<zip>/<file>`. */
    name: z.string(),
    /** Of the invoice; null for an unreadable file. */
    id: z.int().nullable(),
    number: z.string().nullable(),
    status: z.enum(['taken', 'known', 'unreadable']),
  })
  .meta({ id: 'TakenPurchaseFile' });
export type TakenFile = z.infer<typeof TakenFile>;

/** A receipt line that no invoice bills in full. */
export const NotInvoiced = z
  .object({
    receipt_item_id: z.int(),
    receipt_id: z.int(),
    document_number: z.string(),
    document_date: z.string(),
    receipt_date: z.string(),
    supplier_id: z.int(),
    supplier_name: z.string(),
    order_id: z.int(),
    order_item_id: z.int(),
    order_number: z.string(),
    product_id: z.int(),
    product_code: z.string(),
    product_name: z.string().nullable(),
    unit_of_measure: z.string(),
    quantity: z.number(),
    invoiced_quantity: z.number(),
    remaining_quantity: z.number(),
    unit_price: z.number(),
    currency: z.string(),
    /** The remaining quantity at the price of the order. */
    amount: z.number(),
  })
  .meta({ id: 'NotInvoiced' });
export type NotInvoiced = z.infer<typeof NotInvoiced>;

/** The note to the supplier about a disputed invoice, as it is printed. */
export const DisputeNote = z
  .object({
    id: z.int(),
    number: z.string(),
    document_date: z.string(),
    language: z.enum(LANGUAGES),
    supplier_name: z.string(),
    notes: z.string(),
    disputed_at: z.string(),
    currency: z.string(),
    total_amount: z.number(),
    lines: z.array(PurchaseInvoiceLine.pick({ position: true, description: true, match: true, differences: true })),
  })
  .meta({ id: 'DisputeNote' });
export type DisputeNote = z.infer<typeof DisputeNote>;

const STALE = 'Another user changed the invoice since the version in `If-Match` was read.';

export const purchaseInvoices = {
  list: list('/purchase-invoices', {
    summary: 'Invoices and credit notes of suppliers, newest first',
    description: 'Lists invoices and credit notes of suppliers, newest first.',
    needs: 'purchase_invoices.read',
    row: PurchaseInvoiceRow,
    most: GROWING_ROWS,
    sort: [
      'document_date',
      'number',
      'supplier_name',
      'kind',
      'received_date',
      'registered_date',
      'net_amount',
      'total_amount',
      'status',
      'match',
      'due_date',
    ],
    filters: {
      supplier_id: queryId().optional(),
      status: oneOf(PURCHASE_INVOICE_STATUSES).optional(),
      match: oneOf(MATCHES).optional(),
      kind: oneOf(PURCHASE_INVOICE_KINDS).optional(),
      from: day().optional(),
      to: day().optional(),
    },
  }),
  notInvoiced: list('/purchase-invoices/not-invoiced', {
    summary: 'Goods received without an invoice',
    description: 'Lists the lines of receipts that no purchase invoice bills in full, with the quantity left to bill.',
    needs: 'purchase_invoices.read',
    row: NotInvoiced,
    most: GROWING_ROWS,
    sort: [
      'receipt_date',
      'document_number',
      'document_date',
      'supplier_name',
      'order_number',
      'product_code',
      'remaining_quantity',
      'amount',
    ],
    filters: {
      supplier_id: queryId().optional(),
      product_id: queryId().optional(),
      from: day().optional(),
      to: day().optional(),
      /** The minimum quantity that is left to bill. */
      at_least: queryDecimal().optional(),
    },
  }),
  get: get('/purchase-invoices/{id}', {
    summary: 'One purchase invoice',
    description:
      'Returns an invoice of a supplier with its lines, their match and differences. The unit of a line is that of the document; where the document has none, it is that of the product, in which the quantity is compared with receipts.',
    needs: 'purchase_invoices.read',
    reply: PurchaseInvoice,
  }),
  file: get('/purchase-invoices/{id}/file', {
    summary: 'The original file of a purchase invoice',
    description: 'Returns the bytes of the file that the invoice was read from. A typed invoice has none.',
    needs: 'purchase_invoices.read',
    files: ['application/pdf', 'application/xml', 'application/pkcs7-mime'],
  }),
  disputeNote: get('/purchase-invoices/{id}/dispute-note', {
    summary: 'The note to the supplier about a disputed invoice',
    description: 'Returns the reasons of a dispute and the differences of the lines, as JSON or as a PDF.',
    needs: 'purchase_invoices.read',
    query: z.object({ format: z.enum(['pdf', 'json']).optional(), lang: z.enum(LANGUAGES).optional() }),
    reply: DisputeNote,
    files: ['application/pdf'],
    errors: {
      INVALID_TRANSITION: 'The invoice was never disputed.',
      INCOMPLETE_DOCUMENT: 'The company register lacks data that are printed. `missing` lists them.',
    },
  }),
  create: post('/purchase-invoices', {
    summary: 'Take in invoices of suppliers, as files or typed',
    description: `Takes up to ${PURCHASE_FILES_MOST} files: FatturaPA, CII or UBL as XML, signed (\`.p7m\`), in a zip, or a PDF with Factur-X. Besides JSON it accepts \`multipart/form-data\`, and one invoice as \`application/xml\`. Without \`files\` the body is a typed invoice. The supplier is found by the VAT number and never created. The answer is the first invoice taken; \`results\` has the result of each file.`,
    needs: 'purchase_invoices.write',
    body: PurchaseInvoiceInput,
    bodyLimit: UPLOAD_BYTES,
    takesTurns: true,
    uploads: true,
    reply: PurchaseInvoice.extend({ results: z.array(TakenFile) }),
    errors: {
      DUPLICATE_DOCUMENT:
        'The file, or an invoice of the same supplier, number, year and kind, was taken before. Of several files all were.',
    },
  }),
  match: put('/purchase-invoices/{id}/match', {
    summary: 'Choose products and receipts of lines, and match again',
    description:
      'Sets the product and the receipt line of the lines that are sent, and matches the others again. The code of the supplier is learned with the product. Also after the acceptance, for a later receipt.',
    needs: 'purchase_invoices.write',
    body: PurchaseInvoiceMatchInput,
    reply: PurchaseInvoice,
    errors: {
      INVALID_TRANSITION: 'The invoice is accepted, so that its supplier stays.',
      DUPLICATE_DOCUMENT: 'The chosen supplier has an invoice of this number, year and kind.',
      STALE_VERSION: STALE,
    },
  }),
  accept: put('/purchase-invoices/{id}/accept', {
    summary: 'Accept a purchase invoice',
    description:
      'Accepts an invoice today, also with differences, which stay listed. It gets its due dates: those of its file, else by the payment terms of the supplier. The batches received cost what it bills.',
    needs: 'purchase_invoices.write',
    body: PurchaseInvoiceAcceptInput,
    reply: PurchaseInvoice,
    errors: {
      INVALID_TRANSITION: 'The invoice is accepted already.',
      PERIOD_CLOSED: 'The day of the acceptance is in a closed accounting period.',
      INCOMPLETE_DOCUMENT: 'The supplier or the exchange rate is missing. `missing` lists them.',
      PRICE_OVERLAP: 'The price list of the supplier changed at the same time.',
      STALE_VERSION: STALE,
    },
  }),
  dispute: put('/purchase-invoices/{id}/dispute', {
    summary: 'Dispute a purchase invoice',
    description: 'Marks an invoice as disputed, with a note for the supplier. It can be accepted afterwards.',
    needs: 'purchase_invoices.write',
    body: z.object({ notes: longText() }).meta({ id: 'PurchaseInvoiceDisputeInput' }),
    reply: PurchaseInvoice,
    errors: { INVALID_TRANSITION: 'The invoice is accepted.', STALE_VERSION: STALE },
  }),
  remove: del('/purchase-invoices/{id}', {
    summary: 'Delete a purchase invoice that was taken in by mistake',
    description: 'Deletes a new invoice. Its receipts can be billed again, and its file can be taken in again.',
    needs: 'purchase_invoices.write',
    errors: { INVALID_TRANSITION: 'The invoice was accepted or disputed.' },
  }),
};
