/** The parts of a row of the outbox that workers and deliverers use. */
import type { OutboxKind } from '@bobina/contract/system/outbox-states.ts';
import type { Tx } from '../database/db.ts';

export interface Recipient {
  position: number;
  address: string;
}

/** A row that a worker holds. */
export interface ClaimedRow {
  id: number;
  kind: OutboxKind;
  /** This attempt, from 1. */
  attempts: number;
  message_id: string | null;
  message: Buffer | null;
  sender: string | null;
  document_kind: string | null;
  document_id: number | null;
  webhook_id: number | null;
  sequence: number | null;
  entity: string | null;
  entity_id: number | null;
  action: string | null;
  created_at: string;
  /** The recipients that still wait. */
  recipients: Recipient[];
}

/** The result for one recipient. Those without a result wait for the next attempt. */
export interface RecipientResult {
  position: number;
  state: 'handed_over' | 'refused';
  /** The error message of the server that refused it. */
  message: string | null;
}

/** The result of one attempt. */
export interface Outcome {
  /** Nothing is left to deliver. */
  isDone: boolean;
  /** Why recipients are left: the error message of the server or the network. */
  error: string | null;
  /** The HTTP status of the answer. */
  status?: number | null;
  recipients?: readonly RecipientResult[];
  /** The message left and no answer came: it may have been taken. */
  mayHaveLeft?: boolean;
}

/** Passed to a deliverer. */
export interface HandOver {
  /**
   * Records that the hand-over begins, right before the first byte of the message leaves. @returns false when the row is
   * no longer held, for example because it was cancelled: nothing may be sent then
   */
  begin(): Promise<boolean>;
}

/** How rows of one kind are delivered. */
export interface Deliverer {
  /** Tries once. It throws nothing: a failure is an outcome. @returns null when `begin` answered false */
  deliver(row: ClaimedRow, handOver: HandOver): Promise<Outcome | null>;
  /** Follows from a row that is given up, in the same transaction. */
  died?(tx: Tx, row: Pick<ClaimedRow, 'id' | 'webhook_id'>): Promise<void>;
}

/** The deliverer of each kind that this installation delivers. Rows of other kinds wait. */
export type Deliverers = Partial<Record<OutboxKind, Deliverer>>;
