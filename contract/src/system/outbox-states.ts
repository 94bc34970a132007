/** The kinds and states of the outbox, without schemas, for screens that load none. */
export const OUTBOX_KINDS = ['mail', 'webhook', 'file'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];
/** `handed_over`: the mail server of the recipient accepted it. Whether it arrived is unknown. */
export const OUTBOX_STATES = ['waiting', 'handed_over', 'partly_refused', 'refused', 'dead', 'cancelled'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];
