/** Receivables: aging, statements of account and reminders. */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import { audit, day, id, queryId, queryText } from '../core/fields.ts';
import { LANGUAGES } from '../core/languages.ts';
import { requiredAs } from '../core/required-as.ts';
import { PrintedCompany, PrintedCustomer } from './printed-documents.ts';

/** An instalment with something open. Amounts are in EUR. */
export const OpenItem = z
  .object({
    invoice_id: z.int(),
    invoice_number: z.string(),
    invoice_date: z.string(),
    due_date: z.string(),
    amount: z.number(),
    open_amount: z.number(),
    /** Since the due date; 0 before it. */
    days_late: z.int(),
    /** Late interest by Directive 2011/7/EU: the reference rate plus 8 points. Shown, never charged. */
    interest: z.number(),
  })
  .meta({ id: 'OpenItem' });
export type OpenItem = z.infer<typeof OpenItem>;

const aged = {
  not_due: z.number(),
  /** Late by 1 to 30 days. */
  days_30: z.number(),
  /** Late by 31 to 60 days. */
  days_60: z.number(),
  /** Late by 61 to 90 days. */
  days_90: z.number(),
  /** Late by more than 90 days. */
  older: z.number(),
  total: z.number(),
};
/** The open amounts of a customer by days overdue. */
export const AgingRow = z
  .object({
    /** The customer's. */
    id: z.int(),
    customer_id: z.int(),
    customer_name: z.string(),
    ...aged,
  })
  .meta({ id: 'AgingRow' });
export type AgingRow = z.infer<typeof AgingRow>;

/** The open amounts of all customers together. */
export const AgingTotals = z.object(aged).meta({ id: 'AgingTotals' });
export type AgingTotals = z.infer<typeof AgingTotals>;

const agingFilters = { as_of: day().optional(), customer_id: queryId().optional() };

export const STATEMENT_KINDS = ['invoice', 'credit_note', 'payment', 'reversal'] as const;

export const Statement = z
  .object({
    language: z.enum(LANGUAGES),
    company: PrintedCompany,
    customer: PrintedCustomer,
    from: z.string(),
    to: z.string(),
    currency: z.string(),
    /** The balance before `from`; below 0 for an advance. */
    opening_balance: z.number(),
    entries: z.array(
      z.object({
        day: z.string(),
        kind: z.enum(STATEMENT_KINDS),
        /** The number of the document; null for a payment. */
        number: z.string().nullable(),
        /** How a payment was made. */
        method: z.string().nullable(),
        debit: z.number(),
        credit: z.number(),
        /** After this entry. */
        balance: z.number(),
      }),
    ),
    closing_balance: z.number(),
    /** The instalments that were open at the end of `to`, by due date. */
    open_items: z.array(OpenItem),
    open_amount: z.number(),
    overdue_amount: z.number(),
    interest_amount: z.number(),
    /** Percent a year. */
    interest_rate: z.number(),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof Statement>;

const StatementQuery = z.object({
  /** The first day; 1 January of the year of `to` when absent. */
  from: day().optional(),
  /** The last day; today when absent. */
  to: day().optional(),
  /** The PDF, independent of the Accept header, or the JSON. */
  format: z.enum(['pdf', 'json']).optional(),
  /** Overrides the customer's language. */
  lang: z.enum(LANGUAGES).optional(),
});

export const receivables = {
  aging: list('/aging', {
    summary: 'Open amounts of customers by days overdue',
    description:
      'Lists the customers that owe something, with the open amounts of their instalments by the days since the due date. `as_of` is a day (today when absent): amounts are those of the end of that day. Advances are not subtracted.',
    needs: 'payments.read',
    row: AgingRow,
    sort: ['customer_name', 'not_due', 'days_30', 'days_60', 'days_90', 'older', 'total'],
    filters: agingFilters,
  }),
  agingTotals: get('/aging/totals', {
    summary: 'Open amounts of all customers by days overdue',
    description: 'Sums the rows of the aging list, with its filters.',
    needs: 'payments.read',
    query: z.object({ q: queryText().optional(), ...agingFilters }),
    reply: AgingTotals,
  }),
  statement: get('/customers/{id}/statement', {
    summary: "A customer's statement of account",
    description:
      'Returns invoices, credit notes, payments and reversals of a customer with the balance after each, and the open instalments with their late interest, as a PDF (`Accept: application/pdf` or `format=pdf`) or as the JSON that the PDF prints.',
    needs: 'payments.read',
    query: StatementQuery,
    reply: Statement,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
};

export const REMINDER_STEPS = [1, 2, 3] as const;
export const ReminderInput = z
  .object({
    customer_id: requiredAs('selectCustomer', id()),
    /** 1: friendly, 2: firm, 3: last before legal action. */
    step: requiredAs('required', z.literal(REMINDER_STEPS)),
  })
  .meta({ id: 'ReminderInput' });

export const Reminder = z
  .object({
    id: z.int(),
    customer_id: z.int(),
    customer_name: z.string(),
    step: z.literal(REMINDER_STEPS),
    status: z.enum(['draft', 'sent']),
    /** The day of sending; of a draft, the day of its creation. */
    day: z.string(),
    sent_at: z.string().nullable(),
    /** The overdue instalments: of a draft those of today, then those of the day of sending. */
    items: z.array(OpenItem),
    overdue_amount: z.number(),
    interest_amount: z.number(),
    ...audit,
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.infer<typeof Reminder>;

export const ReminderReport = z
  .object({
    language: z.enum(LANGUAGES),
    company: PrintedCompany,
    customer: PrintedCustomer,
    step: z.literal(REMINDER_STEPS),
    status: z.enum(['draft', 'sent']),
    day: z.string(),
    currency: z.string(),
    items: z.array(OpenItem),
    overdue_amount: z.number(),
    interest_amount: z.number(),
    /** Percent a year. */
    interest_rate: z.number(),
  })
  .meta({ id: 'ReminderReport' });
export type ReminderReport = z.infer<typeof ReminderReport>;

export const reminders = {
  list: list('/reminders', {
    summary: 'Reminders to customers, newest first',
    description: 'Lists reminders to customers, newest first.',
    needs: 'payments.read',
    row: Reminder,
    sort: ['day', 'customer_name', 'step', 'status'],
    filters: {
      customer_id: queryId().optional(),
      status: z.enum(['draft', 'sent']).optional(),
    },
  }),
  get: get('/reminders/{id}', {
    summary: 'One reminder',
    description: 'Returns one reminder with its overdue instalments.',
    needs: 'payments.read',
    reply: Reminder,
  }),
  create: post('/reminders', {
    summary: 'Create the draft of a reminder',
    description:
      'Creates the draft of a reminder of everything that a customer owes and that was due before today. Nothing is sent: print the report, send it, and mark the reminder as sent.',
    needs: 'payments.write',
    body: ReminderInput,
    reply: Reminder,
    errors: { INVALID_TRANSITION: 'The customer has nothing overdue.' },
  }),
  send: put('/reminders/{id}/sent', {
    summary: 'Mark a reminder as sent',
    description: 'Marks a draft as sent, today. Its instalments and amounts stay from then on.',
    needs: 'payments.write',
    reply: Reminder,
    errors: {
      INVALID_TRANSITION: 'The reminder was sent already, or nothing is overdue any more.',
      STALE_VERSION: 'Another user changed the reminder since the version in `If-Match` was read.',
    },
  }),
  remove: del('/reminders/{id}', {
    summary: 'Delete the draft of a reminder',
    description: 'Deletes the draft of a reminder. A sent reminder cannot be deleted.',
    needs: 'payments.write',
    errors: { INVALID_TRANSITION: 'The reminder was sent.' },
  }),
  report: get('/reminders/{id}/report', {
    summary: 'The printed content of a reminder',
    description:
      'Returns a reminder as a PDF (`Accept: application/pdf` or `format=pdf`) or as the JSON that it prints.',
    needs: 'payments.read',
    query: z.object({ format: z.enum(['pdf', 'json']).optional(), lang: z.enum(LANGUAGES).optional() }),
    reply: ReminderReport,
    files: ['application/pdf'],
    errors: {
      INCOMPLETE_DOCUMENT: 'The company data that the document needs are missing.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
};
