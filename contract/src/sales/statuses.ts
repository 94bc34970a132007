/** The statuses of sales documents. */
export const PACKING_LIST_STATUSES = ['issued', 'cancelled'] as const;
export type PackingListStatus = (typeof PACKING_LIST_STATUSES)[number];

export const INVOICE_STATUSES = ['draft', 'sent', 'partly_paid', 'paid', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_TYPES = ['invoice', 'credit_note'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** Formats of stored files: FatturaPA, the XML of Factur-X, and its PDF. */
export const DOCUMENT_FILE_FORMATS = ['fatturapa', 'facturx', 'facturx_pdf'] as const;
export type DocumentFileFormat = (typeof DOCUMENT_FILE_FORMATS)[number];

/**
 * An event of a transmitted file. The state of a file is its highest event: to_send < handed_over < undeliverable <
 * rejected <
 * delivered < attested < expired < accepted or refused, of which the first taken counts.
 */
export const TRANSMISSION_EVENTS = [
  'to_send',
  'handed_over',
  'undeliverable',
  'rejected',
  'delivered',
  'attested',
  'expired',
  'accepted',
  'refused',
] as const;
export type TransmissionEvent = (typeof TRANSMISSION_EVENTS)[number];
/** Days after a rejection within which the document is issued again. */
export const REISSUE_DAYS = 5;

/** The maximum number of documents in one PDF. */
export const PRINTED_TOGETHER = 100;
