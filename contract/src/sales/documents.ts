/**
 * Printed orders, packing lists and invoices, and the electronic invoice. A report answers JSON with all printed values, and
 * the PDF is rendered from the same JSON.
 */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { day, queryIds } from '../core/fields.ts';
import { LANGUAGES } from '../core/languages.ts';
import {
  InvoiceReport,
  MOST_PICKED,
  OrderConfirmationReport,
  PackingListReport,
  PickingSheet,
  PurchaseOrderReport,
} from './printed-documents.ts';
import { PRINTED_TOGETHER } from './statuses.ts';

const ReportQuery = z.object({
  /** The PDF, independent of the Accept header, or the JSON. */
  format: z.enum(['pdf', 'json']).optional(),
  /** Overrides the language of the reader. */
  lang: z.enum(LANGUAGES).optional(),
});

export const E_INVOICE_FORMATS = ['fatturapa', 'facturx'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];
/** Default: FatturaPA for a company in Italy and Factur-X for any other, independent of the customer's country. */
const EInvoiceQuery = z.object({ format: z.enum(E_INVOICE_FORMATS).optional() });

export const EInvoiceCheck = z
  .object({
    format: z.enum(E_INVOICE_FORMATS),
    /** Nothing is missing: the file can be created. */
    ready: z.boolean(),
    /** The name of the file; null while something is missing. */
    file_name: z.string().nullable(),
    missing: z.array(z.object({ field: z.string(), message: z.string(), path: z.string().nullable() })),
  })
  .meta({ id: 'EInvoiceCheck' });
export type EInvoiceCheck = z.infer<typeof EInvoiceCheck>;

const ReportsQuery = ReportQuery.extend({ ids: queryIds(PRINTED_TOGETHER) });

export const documents = {
  packingListReports: get('/packing-lists/report', {
    summary: 'Several packing lists in one file',
    description: `Returns up to ${PRINTED_TOGETHER} packing lists in the order of \`ids\`, as one PDF for one print job or as a list of the JSON that it prints.`,
    needs: 'packing_lists.read',
    query: ReportsQuery,
    reply: z.array(PackingListReport),
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that a document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  invoiceReports: get('/invoices/report', {
    summary: 'Several invoices and credit notes in one file',
    description: `Returns up to ${PRINTED_TOGETHER} invoices and credit notes in the order of \`ids\`, as one PDF for one print job or as a list of the JSON that it prints.`,
    needs: 'invoices.read',
    query: ReportsQuery,
    reply: z.array(InvoiceReport),
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that a document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  packingListReport: get('/packing-lists/{id}/report', {
    summary: 'The printed content of a packing list',
    description:
      'Returns a packing list as a PDF (`Accept: application/pdf` or `format=pdf`) or as the JSON that the PDF prints.',
    needs: 'packing_lists.read',
    query: ReportQuery,
    reply: PackingListReport,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  invoiceReport: get('/invoices/{id}/report', {
    summary: 'The printed content of an invoice or credit note',
    description:
      'Returns an invoice or a credit note as a PDF (`Accept: application/pdf` or `format=pdf`) or as the JSON that the PDF prints. The PDF of a French company, and that of an Italian company for a customer of another country of the European Union, is a PDF/A-3 that embeds the Factur-X XML.',
    needs: 'invoices.read',
    query: ReportQuery,
    reply: InvoiceReport,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  purchaseOrderReport: get('/purchase-orders/{id}/report', {
    summary: 'The printed content of a purchase order',
    description:
      'Returns a purchase order as a PDF (`Accept: application/pdf` or `format=pdf`) or as the JSON that the PDF prints, in the language of the supplier. Amounts are absent for roles that may not see them.',
    needs: 'purchase_orders.read',
    query: ReportQuery,
    reply: PurchaseOrderReport,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  orderConfirmation: get('/customer-orders/{id}/report', {
    summary: "The confirmation of a customer's order",
    description:
      "Returns the confirmation of a customer's order as a PDF (`Accept: application/pdf` or `format=pdf`) or as the JSON that the PDF prints, in the language of the customer.",
    needs: 'customer_orders.read',
    query: ReportQuery,
    reply: OrderConfirmationReport,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  pickingSheet: get('/shipments/picking-sheet', {
    summary: 'A picking sheet for lines that can be shipped',
    description: `Returns the batches to take for up to ${MOST_PICKED} order lines (\`item_ids\`) that can be shipped by \`day\`, as a PDF (\`Accept: application/pdf\` or \`format=pdf\`) or as the JSON that the PDF prints, in the user's language. Lines that are no longer due or in stock are left out.`,
    needs: 'stock.read',
    query: ReportQuery.extend({
      item_ids: queryIds(MOST_PICKED),
      /** Today if absent, as in the list of shippable orders. */
      day: day().optional(),
    }),
    reply: PickingSheet,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  eInvoice: get('/invoices/{id}/e-invoice', {
    summary: 'The electronic invoice: FatturaPA or Factur-X',
    description:
      'Returns the electronic invoice as XML. Without `format`, the country of the company chooses it: FatturaPA for Italy, Factur-X for all others. With `Accept: application/pdf` it returns the PDF/A-3 that embeds the Factur-X XML.',
    needs: 'invoices.read',
    query: EInvoiceQuery,
    files: ['application/xml', 'application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The document is a draft, or data that the format needs are missing. `missing` lists them.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  eInvoiceCheck: get('/invoices/{id}/e-invoice/check', {
    summary: 'Missing data of an electronic invoice, and the screens that edit them',
    description: 'Lists the data that the electronic invoice still lacks, with the screen on which each is entered.',
    needs: 'invoices.read',
    query: EInvoiceQuery,
    reply: EInvoiceCheck,
  }),
};
