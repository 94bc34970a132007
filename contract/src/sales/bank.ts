/** Files for banks: receipts (Ri.Ba.), SEPA direct debits and SEPA credit transfers, and the slips that keep them. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, day, id, optionalText, queryIds, queryText } from '../core/fields.ts';

/** The maximum number of invoices in one file. */
const TOGETHER = 500;

/** Ri.Ba., SEPA direct debit, SEPA credit transfer. */
export const SLIP_KINDS = ['riba', 'pain008', 'pain001'] as const;
export type SlipKind = (typeof SLIP_KINDS)[number];
/** `new`: kept and not presented yet; `unpaid`: all of its items were returned unpaid. */
export const SLIP_STATES = ['new', 'presented', 'credited', 'unpaid'] as const;
export type SlipState = (typeof SLIP_STATES)[number];

/** An open instalment that can be put on a slip. Amounts are in EUR. */
export const BankInstalment = z
  .object({
    /** The invoice, or the purchase invoice of a credit transfer. */
    document_id: z.int(),
    number: z.string(),
    /** The customer, or the supplier of a credit transfer. */
    party_id: z.int(),
    party_name: z.string(),
    /** The position of the instalment in its document. */
    instalment: z.int(),
    due_date: z.string(),
    /** The day of its slip: the due date, or today when that has passed. */
    day: z.string(),
    amount: z.number(),
    /** The payment method agreed on, such as MP12. */
    method: z.string().nullable(),
    /** The data missing for the file, as text. */
    missing: z.array(z.string()),
  })
  .meta({ id: 'BankInstalment' });
export type BankInstalment = z.infer<typeof BankInstalment>;

const FileQuery = z.object({
  /** Invoices, or purchase invoices of a credit transfer, separated by commas. */
  ids: queryIds(TOGETHER),
  /** Only the instalments of this due day. */
  due_date: day().optional(),
  /** Another account of the company than the one in its register. */
  iban: queryText(50).optional(),
});

const FILE_ERRORS = {
  INCOMPLETE_DOCUMENT: 'Bank data of the company, a customer or a supplier are missing or wrong. `missing` lists them.',
};

/** How the three files are written, in one place for the API reference. */
const CHECKS =
  'An IBAN is checked by its check digits. A document that is unknown, not issued, settled or not in EUR is refused. Nothing is stored.';

export const bank = {
  instalments: get('/bank/instalments', {
    summary: 'Open instalments that can be put on a bank slip',
    description:
      'Lists the open instalments in EUR that are on no live slip, by due day, with the data that a file of this kind lacks for each. At most 1,000.',
    needs: 'payments.read',
    query: z.object({ kind: z.enum(SLIP_KINDS) }),
    reply: z.array(BankInstalment),
  }),
  riba: get('/bank/riba', {
    summary: 'The Ri.Ba. file of invoices',
    description: `Returns the open instalments of invoices as Ri.Ba. in the fixed-width format of the Italian banks (CBI): records of 120 characters, one flow from IB to EF per due day for the company's bank. ${CHECKS}`,
    needs: 'payments.read',
    query: FileQuery,
    files: ['text/plain'],
    errors: FILE_ERRORS,
  }),
  pain008: get('/bank/pain008', {
    summary: 'The SEPA direct debit of invoices',
    description: `Returns the open instalments of invoices as a SEPA core direct debit: pain.008.001.08, the version that the SEPA rulebooks require since November 2023. One payment information per due day. ${CHECKS}`,
    needs: 'payments.read',
    query: FileQuery,
    files: ['application/xml'],
    errors: FILE_ERRORS,
  }),
  pain001: get('/bank/pain001', {
    summary: 'The SEPA credit transfer of purchase invoices',
    description: `Returns the unpaid instalments of accepted purchase invoices as a SEPA credit transfer: pain.001.001.09, the version that the SEPA rulebooks require since November 2023. One payment information per execution day. ${CHECKS}`,
    needs: 'payments.read',
    query: FileQuery,
    files: ['application/xml'],
    errors: FILE_ERRORS,
  }),
};

export const BankSlipInput = z
  .object({
    kind: z.enum(SLIP_KINDS),
    /** Invoices, or purchase invoices of a credit transfer: their open instalments. */
    ids: z.array(id()).min(1).max(TOGETHER),
    /** Only the instalments of this due day; needed when the documents have instalments of several days. */
    due_date: day().nullish(),
    /** Another account of the company than the one in its register. */
    iban: optionalText(50),
  })
  .meta({ id: 'BankSlipInput' });
export const BankSlipChange = z
  .object({
    state: z.enum(['presented', 'credited', 'unpaid']),
    /** With `unpaid` only these items; all of them when absent. */
    item_ids: z.array(id()).min(1).max(10_000).nullish(),
    /** With `credited` the day of the payments: today when absent, never in the future. */
    day: day().nullish(),
  })
  .meta({ id: 'BankSlipChange' });

export const BankSlipItem = z
  .object({
    id: z.int(),
    /** Null in a credit transfer. */
    invoice_id: z.int().nullable(),
    /** Null in receipts and direct debits. */
    purchase_invoice_id: z.int().nullable(),
    number: z.string(),
    party_id: z.int(),
    party_name: z.string(),
    instalment: z.int(),
    due_date: z.string(),
    amount: z.number(),
    state: z.enum(SLIP_STATES),
    /** The payment that crediting entered. */
    payment_id: z.int().nullable(),
  })
  .meta({ id: 'BankSlipItem' });
export type BankSlipItem = z.infer<typeof BankSlipItem>;
export const BankSlip = z
  .object({
    id: z.int(),
    kind: z.enum(SLIP_KINDS),
    state: z.enum(SLIP_STATES),
    due_date: z.string(),
    /** The company's account. */
    iban: z.string(),
    bank: z.string().nullable(),
    file_name: z.string(),
    /** EUR, of all items. */
    amount: z.number(),
    /** EUR, of the items returned unpaid. */
    unpaid_amount: z.number(),
    items: z.array(BankSlipItem),
    ...audit,
  })
  .meta({ id: 'BankSlip' });
export type BankSlip = z.infer<typeof BankSlip>;

export const bankSlips = {
  list: list('/bank/slips', {
    summary: 'Bank slips, latest due day first',
    description: 'Lists bank slips with their items, latest due day first.',
    needs: 'payments.read',
    row: BankSlip,
    most: GROWING_ROWS,
    sort: ['due_date', 'kind', 'state', 'bank', 'amount', 'created_at'],
    filters: { kind: z.enum(SLIP_KINDS).optional(), state: z.enum(SLIP_STATES).optional() },
  }),
  get: get('/bank/slips/{id}', {
    summary: 'One bank slip',
    description: 'Returns a bank slip with its instalments and their state.',
    needs: 'payments.read',
    reply: BankSlip,
  }),
  file: get('/bank/slips/{id}/file', {
    summary: 'The file of a bank slip',
    description: 'Returns the file of a slip byte for byte as it was written when the slip was created.',
    needs: 'payments.read',
    files: ['text/plain', 'application/xml'],
  }),
  create: post('/bank/slips', {
    summary: 'Create a bank slip',
    description:
      'Puts the open instalments of documents on a slip for one bank and one due day, and writes its file. An instalment is on at most one slip that is new or presented.',
    needs: 'payments.write',
    body: BankSlipInput,
    reply: BankSlip,
    errors: {
      INCOMPLETE_DOCUMENT: FILE_ERRORS.INCOMPLETE_DOCUMENT,
      INVALID_TRANSITION: 'An instalment is already on another slip.',
    },
  }),
  setState: put('/bank/slips/{id}', {
    summary: 'Present, credit or return a bank slip',
    description:
      'A new slip is presented, a presented one is credited, and the items of a presented or credited one can be returned unpaid, all or some. Crediting enters a payment for each invoice, or marks the instalments of purchase invoices as paid; an unpaid item reverses that.',
    needs: 'payments.write',
    body: BankSlipChange,
    reply: BankSlip,
    errors: {
      INVALID_TRANSITION: 'The slip, or an item named, is not in a state from which this state follows.',
      PERIOD_CLOSED: 'The day of the payments, or of their reversal, is in a closed accounting period.',
      STALE_VERSION: 'Another user changed the slip since the version in `If-Match` was read.',
    },
  }),
  remove: del('/bank/slips/{id}', {
    summary: 'Delete a bank slip that was not presented',
    description: 'Deletes a new slip. Its instalments can be put on another one.',
    needs: 'payments.write',
    errors: { INVALID_TRANSITION: 'The slip was presented.' },
  }),
};
