/** The statuses of sales documents. */
export const PACKING_LIST_STATUSES = ['issued', 'cancelled'] as const;
export type PackingListStatus = (typeof PACKING_LIST_STATUSES)[number];

export const INVOICE_STATUSES = ['draft', 'sent', 'partly_paid', 'paid', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_TYPES = ['invoice', 'credit_note'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** The maximum number of documents in one PDF. */
export const PRINTED_TOGETHER = 100;
