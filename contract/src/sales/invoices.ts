/** Invoices of one or many packing lists, and credit notes: first drafts, then numbered and immutable. In the customer's currency. */
import { z } from 'zod';
import { BULK_MOST, bulkIds, bulkResults } from '../core/bulk.ts';
import { del, get, GROWING_ROWS, list, post, postActs, put } from '../core/endpoint.ts';
import { decimalOf, round } from '../core/decimal.ts';
import { audit, CURRENCIES, day, id, notes, positive, queryFlag, queryId, queryText } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';
import { OUTBOX_STATES } from '../system/outbox-states.ts';
import { documentCustomer, documentItem } from './packing-lists.ts';
import { INVOICE_STATUSES, INVOICE_TYPES, TRANSMISSION_EVENTS } from './statuses.ts';

export const InvoiceInput = z
  .object({
    /** Empty: computed from the customer's payment terms. */
    due_date: day().nullish(),
    notes: notes(),
    /** Units of the customer's currency for 1 EUR; only for another currency than EUR, which cannot be sent without it. */
    exchange_rate: positive().nullish(),
  })
  .meta({ id: 'InvoiceInput' });
export type InvoiceInput = z.output<typeof InvoiceInput>;

export const InvoiceChange = InvoiceInput.partial().meta({ id: 'InvoiceChange' });

/** The greatest number of packing lists in one invoice. */
export const PACKING_LISTS_OF_INVOICE = 200;

export const InvoiceOfPackingListsInput = InvoiceInput.extend({
  /** Of one customer, currency, CIG and CUP; the document lists them by day. */
  packing_list_ids: requiredAs('required', z.array(id()).min(1).max(PACKING_LISTS_OF_INVOICE)),
}).meta({ id: 'InvoiceOfPackingListsInput' });
export type InvoiceOfPackingListsInput = z.output<typeof InvoiceOfPackingListsInput>;

const creditedLine = z
  .object({
    invoice_item_id: requiredAs('required', id()),
    /** The credited quantity of the line, in its unit. */
    quantity: positive().nullish(),
    /** The credited net amount, for a price reduction: the quantity left to credit stays. */
    amount: positive()
      .refine((value) => round(decimalOf(value), 2).eq(value), { params: { code: 'decimals', values: { max: 2 } } })
      .nullish(),
  })
  .refine((line) => (line.quantity == null) !== (line.amount == null), {
    path: ['quantity'],
    params: { code: 'quantityOrAmount' },
  });

export const CreditNoteInput = z
  .object({
    /** The lines to credit; absent: the rest of all lines. */
    items: z.array(creditedLine).min(1).nullish(),
    /** Loads the credited quantities into the warehouses and batches that they left. */
    goods_back: z.boolean().nullish(),
    notes: notes(),
  })
  .meta({ id: 'CreditNoteInput' });
export type CreditNoteInput = z.output<typeof CreditNoteInput>;

export const InvoiceStatusInput = z
  .object({ status: requiredAs('required', z.enum(INVOICE_STATUSES)) })
  .meta({ id: 'InvoiceStatusInput' });

export const InvoicesToSend = z.object({ ids: bulkIds() }).meta({ id: 'InvoicesToSend' });

export const PackingListsToInvoice = z
  .object({
    /** The last day of the packing lists; without `ids` it is required. */
    until: day().nullish(),
    /** These packing lists, in this order, instead of all up to a day. */
    ids: bulkIds().nullish(),
    /** Only packing lists of these customers; absent: of all. */
    customer_ids: bulkIds().nullish(),
  })
  .refine(({ until, ids }) => until != null || ids != null, { path: ['until'], params: { code: 'required' } })
  .meta({ id: 'PackingListsToInvoice' });
export type PackingListsToInvoice = z.output<typeof PackingListsToInvoice>;

export const WaitingToInvoice = z
  .object({
    /** By name; a customer has a row for each currency of its packing lists. */
    customers: z.array(
      z.object({
        customer_id: z.int(),
        customer_name: z.string(),
        currency: z.enum(CURRENCIES),
        packing_lists: z.int(),
        /** Without VAT and stamp duty. */
        net_amount: z.number(),
      }),
    ),
    /** The packing lists without an invoice that are left out because their day is after `until`. */
    later: z.int(),
  })
  .meta({ id: 'WaitingToInvoice' });
export type WaitingToInvoice = z.infer<typeof WaitingToInvoice>;

const invoiceRow = {
  id: z.int(),
  type: z.enum(INVOICE_TYPES),
  /** Null for a draft and for a cancelled draft: `BOZZA-<id>` is shown instead. */
  invoice_number: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  /** A draft has the day of its creation; sending sets the current day. */
  invoice_date: z.string(),
  /** Of the last instalment. */
  due_date: z.string(),
  /** An instalment with something open is due before today. */
  is_overdue: z.boolean(),
  ...documentCustomer,
  /** Null when there are several; then the numbers are joined by `, `, each once. */
  packing_list_id: z.int().nullable(),
  packing_list_number: z.string(),
  order_id: z.int().nullable(),
  order_number: z.string(),
  customer_order_number: z.string().nullable(),
  net_amount: z.number(),
  vat_amount: z.number(),
  total_amount: z.number(),
  /** The paid amount. */
  paid_amount: z.number(),
  /** The open amount, after credits and payments; what will be due of a draft; 0 for a credit note. */
  open_amount: z.number(),
  /** By due date: payments and credits fill the oldest first. Empty for a credit note. */
  instalments: z.array(z.object({ due_date: z.string(), amount: z.number(), open_amount: z.number() })),
  /** The customer's currency, in which all prices and amounts are. */
  currency: z.enum(CURRENCIES),
  /** Units of the currency for 1 EUR, as typed; null for EUR. */
  exchange_rate: z.number().nullable(),
  /** The total at the exchange rate; null for another currency without a rate. */
  total_amount_eur: z.number().nullable(),
  /** The invoice that a credit note credits. */
  credited_invoice_id: z.int().nullable(),
  credited_invoice_number: z.string().nullable(),
  /** The sum of the credit notes of an invoice, including VAT. */
  credited_amount: z.number(),
  /** The last credit note of an invoice. */
  credit_note_id: z.int().nullable(),
  credit_note_number: z.string().nullable(),
  /** The state of the newest transmitted file; null without one. */
  transmission: z.enum(TRANSMISSION_EVENTS).nullable(),
  ...audit,
};
export const InvoiceRow = z.object(invoiceRow).meta({ id: 'InvoiceRow' });
export type InvoiceRow = z.infer<typeof InvoiceRow>;

/** An order line, independent of the batches that it was taken from. */
export const InvoiceItem = z
  .object({
    ...documentItem,
    /** The line that charges the stamp duty is printed below the last packing list. */
    packing_list_id: z.int(),
    /** Null, like `product_id`, for the line that charges the stamp duty. */
    order_item_id: z.int().nullable(),
    product_id: z.int().nullable(),
    /** The line of the invoice that a line of a credit note credits. */
    credited_item_id: z.int().nullable(),
    /** Null in a credit note for the credit of an amount; its `unit_price` is the amount. */
    quantity: z.number().nullable(),
    /** The part of an invoice line that credit notes have credited. */
    credited_quantity: z.number(),
    credited_net_amount: z.number(),
    unit_price: z.number(),
    net_amount: z.number(),
    vat_amount: z.number(),
    /** Including VAT. */
    total_price: z.number(),
    vat_code: z.string().nullable(),
    /** Percent; null while no rate is known, which blocks sending. */
    vat_rate: z.number().nullable(),
    natura: z.string().nullable(),
    /** The packaging material for CONAI, with its weight in kg; null for a product without one. */
    conai_material: z.string().nullable(),
    conai_kg: z.number().nullable(),
    /** The CONAI contribution in EUR, contained in the price; null where it was paid before. */
    conai_amount: z.number().nullable(),
  })
  .meta({ id: 'InvoiceItem' });
export type InvoiceItem = z.infer<typeof InvoiceItem>;

export const InvoiceVatGroup = z
  .object({
    vat_rate: z.number().nullable(),
    natura: z.string().nullable(),
    description: z.string().nullable(),
    net_amount: z.number(),
    vat_amount: z.number(),
  })
  .meta({ id: 'InvoiceVatGroup' });

export const Invoice = z
  .object({
    ...invoiceRow,
    notes: z.string().nullable(),
    /** Entered by a user: sending does not recompute it. */
    due_date_typed: z.boolean(),
    /** Snapshot of the payment terms and the method of payment. */
    tipo_pagamento: z.string().nullable(),
    modalita_pagamento: z.string().nullable(),
    paid_at: z.string().nullable(),
    /** The newest mail that carries the newest file to the Sistema di Interscambio; null without one. */
    pec: z.object({ outbox_id: z.int(), state: z.enum(OUTBOX_STATES), error: z.string().nullable() }).nullable(),
    /** The last day for issuing a rejected document again; null unless its newest file is rejected. */
    reissue_until: z.string().nullable(),
    /** The tender code and the project code of the order. */
    cig: z.string().nullable(),
    cup: z.string().nullable(),
    /** The declaration of intent that the invoice draws down, as it was when the invoice was sent. */
    declaration: z.object({ id: z.int(), protocol: z.string(), day: z.string() }).nullable(),
    /** In the order of the document. */
    packing_lists: z.array(z.object({ id: z.int(), number: z.string(), date: z.string() })),
    /** The credit notes of an invoice, oldest first. */
    credit_notes: z.array(z.object({ id: z.int(), number: z.string(), total_amount: z.number() })),
    /** Grouped by packing list. */
    items: z.array(InvoiceItem),
    /**
     * The parts of packing lists whose goods a credit can bring back, in the order in which it takes them; `line` is the id of
     * the item. Only in the answer of one sent or paid invoice.
     */
    returnable: z
      .array(
        z.object({
          line: z.int(),
          packing_list_item_id: z.int(),
          batch_number: z.string().nullable(),
          warehouse_name: z.string(),
          /** The delivered quantity that was not returned. */
          left: z.number(),
        }),
      )
      .optional(),
    vat_groups: z.array(InvoiceVatGroup),
    /**
     * The missing values of a draft that block sending, as messages with the screen that edits them; empty otherwise.
     */
    missing: z.array(z.object({ field: z.string(), message: z.string(), path: z.string().nullable() })),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

const invoiceFilters = {
  type: z.enum(INVOICE_TYPES).optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  /** The state of the newest transmitted file. */
  transmission: z.enum(TRANSMISSION_EVENTS).optional(),
  customer_id: queryId().optional(),
  packing_list_id: queryId().optional(),
  /** An instalment with something open is due before today. */
  overdue: queryFlag().optional(),
  due_from: day().optional(),
  due_until: day().optional(),
  /** With something open. */
  open: queryFlag().optional(),
  /** An instalment with something open is due from this day on. */
  open_from: day().optional(),
  /** An instalment with something open is due until this day. */
  open_until: day().optional(),
  from: day().optional(),
  to: day().optional(),
};

/**
 * The sums of the invoices of one currency: totals of credit notes are negative, those of cancelled drafts 0. Open
 * amounts are those of issued invoices, less their credit notes; of a draft 0. With `overdue=true`, `open_from` or
 * `open_until`, `due_amount` is the part of the open amount in the instalments that these ask for.
 */
export const InvoiceTotal = z
  .object({
    currency: z.enum(CURRENCIES),
    total_amount: z.number(),
    open_amount: z.number(),
    due_amount: z.number().optional(),
  })
  .meta({ id: 'InvoiceTotal' });
export type InvoiceTotal = z.infer<typeof InvoiceTotal>;

export const invoices = {
  list: list('/invoices', {
    summary: 'Invoices and credit notes, newest first',
    description:
      'Lists invoices and credit notes, newest first. A word of `q` with decimals, such as `1.234,56` or `1234.56`, also finds the invoices with this total.',
    needs: 'invoices.read',
    row: InvoiceRow,
    most: GROWING_ROWS,
    sort: [
      'invoice_date',
      'invoice_number',
      'due_date',
      'customer_name',
      'packing_list_number',
      'status',
      'transmission',
      'type',
      'net_amount',
      'vat_amount',
      'total_amount',
      'created_at',
      'modified_at',
    ],
    filters: invoiceFilters,
  }),
  totals: get('/invoices/totals', {
    summary: 'Sums of invoices and credit notes by currency',
    description:
      'Returns the totals and the open amounts of the invoices and credit notes with the filters of the list, by currency, EUR first. Totals of credit notes are negative; cancelled drafts count 0. The open amount is that of issued invoices, after credits and payments: drafts count 0, and so do credit notes, which lower that of the invoice that they credit. With `overdue=true`, `open_from` or `open_until`, `due_amount` is the part of it in the instalments that are overdue, or due in that range.',
    needs: 'invoices.read',
    query: z.object({ q: queryText().optional(), ...invoiceFilters }),
    reply: z.array(InvoiceTotal),
  }),
  waiting: get('/invoices/bulk/from-packing-lists', {
    summary: 'The packing lists up to a day that await an invoice, by customer',
    description:
      'Returns what `POST /invoices/bulk/from-packing-lists` would invoice up to the day `until`: by customer and currency, the number of packing lists and their amount.',
    needs: 'invoices.write',
    query: z.object({ until: day() }),
    reply: WaitingToInvoice,
  }),
  get: get('/invoices/{id}', {
    summary: 'One invoice or credit note',
    description: 'Returns one invoice or credit note with its lines and VAT groups.',
    needs: 'invoices.read',
    reply: Invoice,
  }),
  createFromPackingList: post('/invoices/from-packing-list/{id}', {
    summary: 'Create the draft invoice of a packing list',
    description: 'Creates a draft invoice for a packing list. It gets its number and date when it is sent.',
    needs: 'invoices.write',
    body: InvoiceInput,
    reply: Invoice,
    errors: {
      ALREADY_INVOICED: 'The packing list has an invoice or a draft already.',
      INVALID_TRANSITION: 'The packing list is cancelled.',
    },
  }),
  createFromSeveral: post('/invoices/from-packing-lists', {
    summary: 'Create one draft invoice of several packing lists',
    description: `Creates one draft invoice for 1 to ${PACKING_LISTS_OF_INVOICE} packing lists of one customer and currency. Its lines are grouped by packing list. It gets its number and date when it is sent.`,
    needs: 'invoices.write',
    body: InvoiceOfPackingListsInput,
    reply: Invoice,
    errors: {
      ALREADY_INVOICED: 'One of the packing lists has an invoice or a draft already.',
      INVALID_TRANSITION: 'One of the packing lists is cancelled.',
    },
  }),
  createFromPackingLists: postActs('/invoices/bulk/from-packing-lists', {
    summary: 'Create the draft invoices of all packing lists up to a day',
    description: `Creates a draft per customer, or per customer and destination when the customer is invoiced by destination, for the issued packing lists without an invoice up to the day \`until\`; or a draft for each of \`ids\`. Each draft is an act of its own and has at most ${PACKING_LISTS_OF_INVOICE} packing lists. One call creates at most ${BULK_MOST} drafts. \`id\` is the id of the draft, null when it was refused.`,
    needs: 'invoices.write',
    body: PackingListsToInvoice,
    reply: bulkResults({ id: z.int().nullable(), customer_id: z.int().nullable(), packing_list_ids: z.array(z.int()) }),
  }),
  send: postActs('/invoices/bulk/send', {
    summary: 'Send several drafts',
    description:
      'Sends drafts in the order of `ids`, which is the order of their numbers, each as a separate act. A draft without the data that it needs answers `INCOMPLETE_DOCUMENT` with its `missing` values, one whose day is in a closed accounting period `PERIOD_CLOSED`.',
    needs: 'invoices.write',
    body: InvoicesToSend,
    reply: bulkResults({ id: z.int() }),
  }),
  /** Sending and cancelling a draft require `invoices.write`; marking as paid and back requires `invoices.settle`. */
  setStatus: put('/invoices/{id}/status', {
    summary: 'Send an invoice (which assigns its number), cancel a draft, mark as paid, or undo the payment',
    description:
      'Sends a draft (which gives it the number and the date) or cancels it. `paid` records a payment of the open amount, dated today. `sent` frees the payments of an invoice: those that the mark made are reversed, the others become advances.',
    needs: 'invoices.read',
    body: InvoiceStatusInput,
    reply: Invoice,
    errors: {
      INVALID_TRANSITION: 'The invoice cannot change from its current state to this one.',
      INCOMPLETE_DOCUMENT:
        'Data that the invoice needs are missing. `missing` lists them with the screen where each is entered.',
      PERIOD_CLOSED: 'The invoice or its payment would be dated in a closed accounting period.',
      STALE_VERSION: 'Another user changed the invoice since the version in `If-Match` was read.',
    },
  }),
  update: put('/invoices/{id}', {
    summary: 'Change the due date, the notes or the exchange rate of a draft',
    description:
      'Changes a draft. Absent fields stay. An empty due date is computed again from the payment terms of the customer.',
    needs: 'invoices.write',
    body: InvoiceChange,
    reply: Invoice,
    errors: {
      INVALID_TRANSITION: 'The invoice is not a draft.',
      STALE_VERSION: 'Another user changed the invoice since the version in `If-Match` was read.',
    },
  }),
  remove: del('/invoices/{id}', {
    summary: 'Delete a draft',
    description: 'Deletes a draft. Its packing lists can be invoiced again.',
    needs: 'invoices.write',
    errors: { INVALID_TRANSITION: 'The invoice is not a draft.' },
  }),
  credit: post('/invoices/{id}/credit-note', {
    summary: 'Credit an invoice in full or in part',
    description:
      'Issues a credit note over the given lines, by quantity or net amount, or without `items` over the rest of all lines. Without `items` and `goods_back`, for a sent invoice that was not credited before, the invoice becomes cancelled and its packing lists can be invoiced again. In all other cases the invoice keeps its state and its packing lists stay invoiced.',
    needs: 'invoices.settle',
    body: CreditNoteInput,
    reply: Invoice,
    errors: {
      INVALID_TRANSITION:
        'The invoice is not sent; or it would be credited in full while it is paid; or goods cannot be returned to stock, because their product or warehouse was deleted.',
      PERIOD_CLOSED: 'The credit note would be dated in a closed accounting period.',
      OVER_CREDIT: 'A line exceeds the quantity or net amount that is left to credit.',
    },
  }),
};
