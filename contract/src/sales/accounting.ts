/** Calls for the accountant: registers, entries, sums of documents, and closed periods. */
import { z } from 'zod';
import { get, post, XLSX } from '../core/endpoint.ts';
import { CURRENCIES, day, queryWhole } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';
import { INVOICE_TYPES } from './statuses.ts';

export const StampDuty = z
  .object({
    /** Always four. */
    quarters: z.array(z.object({ quarter: z.int(), count: z.int(), amount: z.number() })),
    amount: z.number(),
  })
  .meta({ id: 'StampDuty' });
export type StampDuty = z.infer<typeof StampDuty>;

export const REGISTER_KINDS = ['sales', 'purchases'] as const;
export type RegisterKind = (typeof REGISTER_KINDS)[number];

/** Amounts of one rate and nature, in EUR. */
export const VatSum = z
  .object({ vat_rate: z.number(), natura: z.string().nullable(), net_amount: z.number(), vat_amount: z.number() })
  .meta({ id: 'VatSum' });
export type VatSum = z.infer<typeof VatSum>;

/** A document of a VAT register. Amounts are in EUR; those of a credit note are negative. */
export const RegisteredDocument = z
  .object({
    document_id: z.int(),
    type: z.enum(INVOICE_TYPES),
    /** Of a sale the number of the document, of a purchase its number in the register of the year: `AC-2026/00012`. */
    register_number: z.string(),
    /** The number of the document; of a purchase, that of the supplier. */
    document_number: z.string(),
    /** The day in the register: of a purchase, the day of registration. */
    day: z.string(),
    document_day: z.string(),
    /** The customer or supplier. */
    party_id: z.int(),
    party_name: z.string(),
    party_vat_number: z.string().nullable(),
    /** The customer pays the VAT to the state. */
    split_payment: z.boolean(),
    sums: z.array(VatSum),
    net_amount: z.number(),
    vat_amount: z.number(),
    total_amount: z.number(),
  })
  .meta({ id: 'RegisteredDocument' });
export type RegisteredDocument = z.infer<typeof RegisteredDocument>;

export const VatRegister = z
  .object({
    kind: z.enum(REGISTER_KINDS),
    from: z.string(),
    to: z.string(),
    /** By day and number. */
    rows: z.array(RegisteredDocument),
    /** By rate, the highest first, and nature. */
    sums: z.array(VatSum),
    net_amount: z.number(),
    vat_amount: z.number(),
    total_amount: z.number(),
    /** The part of the VAT that customers pay to the state. */
    split_payment_vat: z.number(),
  })
  .meta({ id: 'VatRegister' });
export type VatRegister = z.infer<typeof VatRegister>;

/** Sales, purchases and bank, as in French accounting. */
export const JOURNALS = ['VE', 'AC', 'BQ'] as const;

/** One line of an entry, in EUR: a debit or a credit. */
export const EntryRow = z
  .object({
    journal: z.enum(JOURNALS),
    /** Lines with the same number are one balanced entry. */
    entry_number: z.string(),
    day: z.string(),
    /** The invoice or purchase invoice; null for a payment. */
    document_id: z.int().nullable(),
    document_number: z.string(),
    document_day: z.string(),
    account: z.string(),
    account_name: z.string(),
    /** The customer or supplier, on the line of customers or suppliers. */
    party_id: z.int().nullable(),
    party_code: z.string().nullable(),
    party_name: z.string().nullable(),
    description: z.string(),
    debit: z.number(),
    credit: z.number(),
  })
  .meta({ id: 'EntryRow' });
export type EntryRow = z.infer<typeof EntryRow>;

export const Entries = z
  .object({
    from: z.string(),
    to: z.string(),
    rows: z.array(EntryRow),
    debit: z.number(),
    credit: z.number(),
  })
  .meta({ id: 'Entries' });
export type Entries = z.infer<typeof Entries>;

/** How stock is valued: quantity × the purchase price valid on the day. */
export const STOCK_METHODS = ['purchase_price_on_day'] as const;

export const YearEndStock = z
  .object({
    year: z.int(),
    /** 31 December, or today in the current year. */
    day: z.string(),
    method: z.enum(STOCK_METHODS),
    /** The method in the caller's language. */
    method_text: z.string(),
    rows: z.array(
      z.object({
        product_id: z.int(),
        product_code: z.string(),
        product_description: z.string(),
        unit_of_measure: z.string(),
        quantity: z.number(),
        /** 0 without a price on the day. */
        unit_price: z.number(),
        currency: z.enum(CURRENCIES),
        value: z.number(),
      }),
    ),
    /** By currency; never converted. */
    totals: z.array(z.object({ currency: z.enum(CURRENCIES), value: z.number() })),
    /** Products in stock without a price on the day. */
    without_price: z.int(),
  })
  .meta({ id: 'YearEndStock' });
export type YearEndStock = z.infer<typeof YearEndStock>;

export const NUMBER_SERIES = ['DDT', 'FT', 'NC'] as const;
export const Sequence = z
  .object({
    year: z.int(),
    series: z.array(
      z.object({
        series: z.enum(NUMBER_SERIES),
        count: z.int(),
        first_id: z.int().nullable(),
        first_number: z.string().nullable(),
        last_id: z.int().nullable(),
        last_number: z.string().nullable(),
        first_day: z.string().nullable(),
        last_day: z.string().nullable(),
        /** Numbers that no document has. */
        gaps: z.array(z.string()),
        /** Numbers with an earlier day than the number before. */
        out_of_order: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Sequence' });
export type Sequence = z.infer<typeof Sequence>;

export const AccountingPeriodInput = z
  .object({
    /** The last closed day. */
    until: requiredAs('required', day()),
  })
  .meta({ id: 'AccountingPeriodInput' });
export const AccountingPeriod = z
  .object({
    id: z.int(),
    until: z.string(),
    created_at: z.string(),
    created_by: z.int(),
    created_by_name: z.string(),
  })
  .meta({ id: 'AccountingPeriod' });
export type AccountingPeriod = z.infer<typeof AccountingPeriod>;

const period = {
  /** The first day; 1 January of the year of `to` when absent. */
  from: day().optional(),
  /** The last day; today when absent. */
  to: day().optional(),
};
const NO_REGISTERS = 'The company is neither Italian nor French.';

export const accounting = {
  stampDuty: get('/accounting/stamp-duty', {
    summary: 'Italian stamp duty by quarter',
    description:
      'Returns the documents of a year that are subject to Italian stamp duty, and its amount in EUR, by quarter of their day.',
    needs: 'accounting.read',
    query: z.object({ year: queryWhole(1900, 9999) }),
    reply: StampDuty,
  }),
  vatRegister: get('/accounting/vat-register', {
    summary: 'The VAT register of sales or purchases',
    description:
      'Returns the issued invoices and credit notes of a period, or the accepted purchase invoices by day of registration, with their sums by rate and nature in EUR, and those of the period. Foreign amounts are converted at the rate of their document. As JSON, a PDF (`Accept: application/pdf` or `format=pdf`) or an Excel file (`format=xlsx`).',
    needs: 'accounting.read',
    query: z.object({
      kind: z.enum(REGISTER_KINDS),
      ...period,
      format: z.enum(['json', 'pdf', 'xlsx']).optional(),
    }),
    reply: VatRegister,
    files: ['application/pdf', XLSX],
    errors: {
      INVALID_TRANSITION: NO_REGISTERS,
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  entries: get('/accounting/entries', {
    summary: 'Balanced entries of sales, purchases and payments by account',
    description:
      'Returns the entries of issued documents, of accepted purchase invoices by day of registration, and of payments of customers, by the account codes that products have today and by the accounts of the settings. As JSON, CSV (`format=csv`), an Excel file (`format=xlsx`) or the French FEC (`format=fec`: 18 columns separated by tabs).',
    needs: 'accounting.read',
    query: z.object({ ...period, format: z.enum(['json', 'csv', 'xlsx', 'fec']).optional() }),
    reply: Entries,
    files: ['text/csv', 'text/plain', XLSX],
    errors: { INVALID_TRANSITION: NO_REGISTERS },
  }),
  stockValue: get('/accounting/stock-value', {
    summary: "The value of the stock at a year's end, with its method",
    description:
      'Returns the stock of each product at the end of 31 December, or of today in the current year, valued with the purchase prices valid on that day.',
    needs: 'accounting.read',
    query: z.object({ year: queryWhole(1900, 9999) }),
    reply: YearEndStock,
  }),
  sequence: get('/accounting/sequence', {
    summary: 'The numbers of the documents of a year',
    description:
      'Returns for each series of numbers its first and last number and day, the numbers that are missing, and those whose day is before that of the number before.',
    needs: 'accounting.read',
    query: z.object({ year: queryWhole(1900, 9999) }),
    reply: Sequence,
  }),
  periods: get('/accounting/periods', {
    summary: 'The closings of accounting periods, newest first',
    description: 'Lists the closings of accounting periods. All days up to the `until` of the first row are closed.',
    needs: 'accounting.read',
    reply: z.array(AccountingPeriod),
  }),
  closePeriod: post('/accounting/periods', {
    summary: 'Close the accounting period up to a day',
    description:
      'Closes all days up to `until`, which must be over. A closed period is never opened again. Afterwards no document is issued, corrected or accepted with a day in it, and no payment and no stock movement by hand is entered, changed or deleted.',
    needs: 'accounting.close',
    body: AccountingPeriodInput,
    reply: AccountingPeriod,
    errors: { PERIOD_CLOSED: 'The day is in a closed accounting period already.' },
  }),
};
