/** The transmission of issued files: append-only events, entered by users, by the exchange folder or by receipts. */
import { z } from 'zod';
import { bulkIds, bulkResults } from '../core/bulk.ts';
import { get, GROWING_ROWS, list, post, postActs, put } from '../core/endpoint.ts';
import { id, notes, text } from '../core/fields.ts';
import { Invoice } from './invoices.ts';
import { TRANSMISSION_EVENTS } from './statuses.ts';

/** Receipts of the Sistema di Interscambio, and CDV: a life-cycle message of a French platform. */
export const RECEIPT_KINDS = ['RC', 'NS', 'MC', 'NE', 'DT', 'AT', 'CDV'] as const;
/** Maximum number of files of one upload. */
export const RECEIPTS_MOST = 50;
/** Maximum size of an upload in bytes, encoded. */
const RECEIPTS_BYTES = 8_000_000;

export const Transmission = z
  .object({
    id: z.int(),
    event: z.enum(TRANSMISSION_EVENTS),
    file_id: z.int(),
    file_name: z.string(),
    /** How it became known: by the issue itself, a user, the exchange folder, a PEC mail, or a receipt. */
    channel: z.enum(['issue', 'user', 'folder', 'receipt', 'pec']),
    kind: z.enum(RECEIPT_KINDS).nullable(),
    receipt_name: z.string().nullable(),
    /** The reasons of a rejection or a refusal, as in the receipt. */
    message: z.string().nullable(),
    /** The time that the receipt states, as it is written there. */
    stated_at: z.string().nullable(),
    at: z.string(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'Transmission' });
export type Transmission = z.infer<typeof Transmission>;

export const TransmissionInput = z.object({ event: z.literal('handed_over') }).meta({ id: 'TransmissionInput' });

export const InvoicesByPec = z.object({ ids: bulkIds() }).meta({ id: 'InvoicesByPec' });

export const UnmatchedReceipt = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(RECEIPT_KINDS),
    event: z.enum(TRANSMISSION_EVENTS),
    /** The file or the document that the receipt names. */
    file_name: z.string().nullable(),
    document_number: z.string().nullable(),
    message: z.string().nullable(),
    received_at: z.string(),
  })
  .meta({ id: 'UnmatchedReceipt' });
export type UnmatchedReceipt = z.infer<typeof UnmatchedReceipt>;

export const ReceiptsInput = z
  .object({
    files: z
      .array(
        z.object({
          name: text(),
          /** The bytes in base64. */
          content: z.string().max(RECEIPTS_BYTES),
        }),
      )
      .min(1)
      .max(RECEIPTS_MOST),
  })
  .meta({ id: 'ReceiptsInput' });
export type ReceiptsInput = z.output<typeof ReceiptsInput>;

export const ReceiptResult = z
  .object({
    /** The name of the file; of a file in a zip, `<zip>/<file>`. */
    name: z.string(),
    kind: z.enum(RECEIPT_KINDS).nullable(),
    invoice_id: z.int().nullable(),
    event: z.enum(TRANSMISSION_EVENTS).nullable(),
    status: z.enum(['taken', 'known', 'unmatched', 'unreadable']),
  })
  .meta({ id: 'ReceiptResult' });
export type ReceiptResult = z.infer<typeof ReceiptResult>;

export const ReissueInput = z
  .object({
    notes: notes(),
    cig: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{0,15}$/)
      .nullish(),
    cup: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{0,15}$/)
      .nullish(),
    /** Lines whose VAT code changes. */
    items: z
      .array(z.object({ id: id(), vat_code: text() }))
      .max(1000)
      .nullish(),
  })
  .meta({ id: 'ReissueInput' });
export type ReissueInput = z.output<typeof ReissueInput>;

const PEC_OFF = 'The server has no SMTP_URL, or PEC is not the channel of the settings.';
const NOT_BY_PEC = 'The newest file is no FatturaPA, is not to be sent, or is in a mail that waits.';

export const transmissions = {
  list: get('/invoices/{id}/transmissions', {
    summary: 'The files of an invoice or credit note, with their transmission',
    description: 'Lists the events of all files of a document, the newest first. Events are never changed.',
    needs: 'invoices.read',
    reply: z.array(Transmission),
  }),
  handOver: post('/invoices/{id}/transmissions', {
    summary: 'Mark the newest file as handed over',
    description: 'Records that the newest file of a document was handed over, after it was downloaded and sent.',
    needs: 'transmissions.write',
    body: TransmissionInput,
    reply: Transmission,
    errors: {
      INVALID_TRANSITION:
        'The document has no file to hand over, its newest file was handed over already, or a PEC mail with it waits.',
    },
  }),
  sendByPec: post('/invoices/{id}/pec', {
    summary: 'Send the newest file to the Sistema di Interscambio by PEC',
    description:
      'Writes a mail with the newest FatturaPA file of a document into the outbox, for the PEC address of the settings. The file is handed over together with the mail. When the mail is refused, the file remains unsent, and `pec` of the document holds the error message of the server. The receipts that arrive by PEC are not read: upload them.',
    needs: 'transmissions.write',
    body: z.object({}).meta({ id: 'PecInput' }),
    reply: Invoice,
    errors: { NOT_CONFIGURED: PEC_OFF, INVALID_TRANSITION: NOT_BY_PEC },
  }),
  sendManyByPec: postActs('/invoices/bulk/pec', {
    summary: 'Send the newest files of several documents by PEC',
    description: 'Sends the newest FatturaPA file of each document by PEC, each as a separate act.',
    needs: 'transmissions.write',
    body: InvoicesByPec,
    reply: bulkResults({ id: z.int() }),
    errors: { NOT_CONFIGURED: PEC_OFF },
  }),
  unmatched: list('/transmissions/unmatched', {
    summary: 'Receipts that match no file',
    description: 'Lists receipts whose file name and hash match no file, the newest first.',
    needs: 'invoices.read',
    row: UnmatchedReceipt,
    most: GROWING_ROWS,
    sort: ['received_at', 'name', 'kind', 'event', 'file_name'],
  }),
  receipts: postActs('/transmissions/receipts', {
    summary: 'Take in receipts of the Sistema di Interscambio or of a French platform',
    description: `Takes up to ${RECEIPTS_MOST} files: receipts as XML, signed (\`.p7m\`) or in a zip. Besides JSON it accepts \`multipart/form-data\`, and one receipt as \`application/xml\`. A receipt is recognised by its content and matched by the name and the hash of the file that it answers. \`known\` is a receipt that was taken before: it changes nothing. \`unmatched\` ones are kept and listed.`,
    needs: 'transmissions.write',
    body: ReceiptsInput,
    bodyLimit: RECEIPTS_BYTES,
    takesTurns: true,
    uploads: true,
    reply: z.object({ results: z.array(ReceiptResult) }),
  }),
  reissue: put('/invoices/{id}/reissue', {
    summary: 'Issue a rejected document again, with the same number and day',
    description:
      'Corrects a document whose newest file was rejected, and writes a new file with a new progressive. Customer, company and payment data are taken from the registers; notes, CIG, CUP and the VAT codes of lines may change. Number, day, lines, quantities and prices stay.',
    needs: 'transmissions.write',
    body: ReissueInput,
    reply: Invoice,
    errors: {
      INVALID_TRANSITION:
        'The newest file is not rejected, the document is cancelled, or it is paid and its total would change.',
      PERIOD_CLOSED: 'The document is dated in a closed accounting period.',
      INCOMPLETE_DOCUMENT: 'Data that the file needs are missing. `missing` lists them.',
      STALE_VERSION: 'Another user changed the invoice since the version in `If-Match` was read.',
    },
  }),
};
