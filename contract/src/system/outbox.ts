/** The outbox: mails and webhook deliveries with their state per recipient, and the mails that users send. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, postActs } from '../core/endpoint.ts';
import { email, id, longText, oneOf, queryId, text, unlessEmpty } from '../core/fields.ts';
import { LANGUAGES } from '../core/languages.ts';
import { OUTBOX_KINDS, OUTBOX_STATES } from './outbox-states.ts';

export const RECIPIENT_STATES = ['waiting', 'handed_over', 'refused', 'bounced'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The documents that are sent by mail. */
export const MAILED_KINDS = ['invoice', 'packing_list', 'purchase_order', 'customer_order'] as const;
export type MailedKind = (typeof MAILED_KINDS)[number];
export const MAIL_ATTACHMENTS = ['pdf', 'xml'] as const;
export type MailAttachmentKind = (typeof MAIL_ATTACHMENTS)[number];
/** The greatest number of addresses in `to` and `cc` together. */
export const MOST_ADDRESSES = 50;

const Document = z.object({ kind: z.string(), id: z.int() }).meta({ id: 'OutboxDocument' });

export const OutboxRow = z
  .object({
    id: z.int(),
    kind: z.enum(OUTBOX_KINDS),
    state: z.enum(OUTBOX_STATES),
    recipients: z.array(
      z.object({
        address: z.string(),
        state: z.enum(RECIPIENT_STATES),
        /** The error message of the server that refused it. */
        message: z.string().nullable(),
      }),
    ),
    subject: z.string(),
    document: Document.nullable(),
    /** The same at every attempt. */
    message_id: z.string().nullable(),
    attempts: z.int(),
    next_attempt_at: z.string().nullable(),
    last_error: z.string().nullable(),
    /** An attempt ended without an answer after its hand-over had begun, so the message may arrive twice. */
    possible_duplicate: z.boolean(),
    created_at: z.string(),
    created_by: z.int().nullable(),
    created_by_name: z.string().nullable(),
  })
  .meta({ id: 'OutboxRow' });
export type OutboxRow = z.infer<typeof OutboxRow>;

export const SendAgain = z
  .object({
    /** Also to those who have it already. */
    all: unlessEmpty(z.boolean()),
  })
  .meta({ id: 'SendAgain' });

const OWN = 'Rows of other users need `settings.manage`; without it they are a 404.';

export const outbox = {
  list: list('/outbox', {
    summary: 'Sent and waiting messages, newest first',
    description:
      'Lists the mails of the caller, newest first; with `settings.manage` all rows of the outbox, webhooks included.',
    needs: 'signed-in',
    row: OutboxRow,
    most: GROWING_ROWS,
    sort: ['created_at', 'subject', 'state'],
    filters: { state: oneOf(OUTBOX_STATES).optional(), kind: oneOf(OUTBOX_KINDS).optional() },
  }),
  get: get('/outbox/{id}', {
    summary: 'One row of the outbox',
    description: `Returns a row with the state of each recipient. ${OWN}`,
    needs: 'signed-in',
    reply: OutboxRow,
  }),
  message: get('/outbox/{id}/message', {
    summary: 'The exact message',
    description: `Returns the message byte for byte as every attempt hands it over. ${OWN} A message that was emptied with personal data is a 404.`,
    needs: 'signed-in',
    files: ['message/rfc822', 'application/json'],
  }),
  again: post('/outbox/{id}/again', {
    summary: 'Send again',
    description: `Queues a row for immediate delivery to the recipients who do not have it; with \`all\` to all of them. ${OWN}`,
    needs: 'signed-in',
    body: SendAgain,
    reply: OutboxRow,
    status: 200,
    errors: {
      INVALID_TRANSITION: 'All recipients have it and `all` is not set, or it is being handed over at this moment.',
    },
  }),
  cancel: del('/outbox/{id}', {
    summary: 'Cancel a row that waits',
    description: `Cancels a waiting row: it is not sent to further recipients. ${OWN}`,
    needs: 'signed-in',
    errors: { INVALID_TRANSITION: 'The row does not wait, or it is being handed over at this moment.' },
  }),
};

function addresses() {
  return z.array(email());
}
export const MailInput = z
  .object({
    document: z.object({ kind: oneOf(MAILED_KINDS), id: id() }),
    /** If absent, the contacts for this kind of document. */
    to: addresses().min(1).optional(),
    cc: addresses().optional(),
    /** By the template of the kind and language if absent. */
    subject: unlessEmpty(text()),
    body: unlessEmpty(longText()),
    /** To the address of the caller, without being named in the mail. */
    copy_to_me: unlessEmpty(z.boolean()),
    /** The PDF if absent. */
    attach: z.array(oneOf(MAIL_ATTACHMENTS)).optional(),
    /** Of the template and of the PDF; by the contacts if absent, else by their country. */
    language: unlessEmpty(oneOf(LANGUAGES)),
  })
  .superRefine(({ to = [], cc = [] }, context) => {
    if (to.length + cc.length <= MOST_ADDRESSES) return;
    const path = to.length > MOST_ADDRESSES ? ['to', MOST_ADDRESSES] : ['cc', MOST_ADDRESSES - to.length];
    context.addIssue({ code: 'custom', path, params: { code: 'format', values: {} } });
  })
  .meta({ id: 'MailInput' });
export type MailInput = z.input<typeof MailInput>;
export const TestMailInput = z.object({ to: email() }).meta({ id: 'TestMailInput' });

const Recipient = z.object({ name: z.string(), address: z.string() }).meta({ id: 'MailRecipient' });
export type MailRecipient = z.infer<typeof Recipient>;
const DocumentQuery = z.object({ kind: oneOf(MAILED_KINDS), id: queryId() });

export const MailDraft = z
  .object({
    /** Mail is set up on the server. */
    is_configured: z.boolean(),
    language: z.enum(LANGUAGES),
    subject: z.string(),
    body: z.string(),
    /** All contacts with an address, and the addresses of the register. */
    recipients: z.array(Recipient.extend({ is_chosen: z.boolean() })),
    /** The files that can be attached. */
    attachments: z.array(z.enum(MAIL_ATTACHMENTS)),
    /** The address for a copy to the caller; null without one. */
    own_address: z.string().nullable(),
  })
  .meta({ id: 'MailDraft' });
export type MailDraft = z.infer<typeof MailDraft>;

const MAY_READ = 'The caller may not read the document with its amounts.';

export const mails = {
  create: postActs('/mails', {
    summary: 'Send a document by mail',
    description: `Writes a mail with the PDF or the electronic invoice of a document into the outbox, which hands it over within seconds. At most ${MOST_ADDRESSES} addresses in \`to\` and \`cc\` together. Requires the right to read the document with its amounts.`,
    needs: 'signed-in',
    body: MailInput,
    reply: OutboxRow,
    status: 201,
    errors: {
      FORBIDDEN: MAY_READ,
      NOT_FOUND: 'The document does not exist.',
      NOT_CONFIGURED: 'The server has no SMTP_URL.',
      INCOMPLETE_DOCUMENT: 'The document or the company lacks data that the file needs. `missing` lists them.',
      TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.',
    },
  }),
  test: post('/mails/test', {
    summary: 'Send a test mail',
    description:
      'Writes a test mail to an address into the outbox. Its state shows whether the mail server accepted it.',
    needs: 'settings.manage',
    body: TestMailInput,
    reply: OutboxRow,
    errors: { NOT_CONFIGURED: 'The server has no SMTP_URL.' },
  }),
  recipients: get('/mails/recipients', {
    summary: 'The recipients of a document',
    description:
      "Returns the contacts of the document's customer or supplier for its kind: those of invoices for invoices, of deliveries for packing lists, of orders for orders. Without such a contact the address of the register.",
    needs: 'signed-in',
    query: DocumentQuery,
    reply: z.array(Recipient),
    errors: { FORBIDDEN: MAY_READ },
  }),
  draft: get('/mails/draft', {
    summary: 'The mail for a document, before it is sent',
    description:
      'Returns subject and text by the template of the kind of document and the language, all addresses with those that are chosen by default, and whether mail is set up.',
    needs: 'signed-in',
    query: DocumentQuery.extend({ lang: oneOf(LANGUAGES).optional() }),
    reply: MailDraft,
    errors: { FORBIDDEN: MAY_READ },
  }),
  status: get('/mails/status', {
    summary: 'Whether mail and exchange folders are set up',
    description:
      'Returns whether the server can send mail, from which address, the PEC address of the Sistema di Interscambio, and whether there are exchange folders.',
    needs: 'signed-in',
    reply: z
      .object({
        is_configured: z.boolean(),
        from: z.string().nullable(),
        /** Null unless invoices are sent by PEC. */
        sdi_pec: z.string().nullable(),
        /** Whether files are put into an exchange folder, and whether receipts are taken from one. */
        exchange_out: z.boolean(),
        exchange_in: z.boolean(),
      })
      .meta({ id: 'MailStatus' }),
  }),
};
