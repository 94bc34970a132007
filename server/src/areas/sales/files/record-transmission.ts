import { sql } from 'kysely';
import type { TransmissionEvent } from '@bobina/contract/sales/statuses.ts';
import type { Tx } from '../../../platform/database/db.ts';

interface Recorded {
  invoice: number;
  file: number;
  event: TransmissionEvent;
  channel: 'issue' | 'user' | 'folder' | 'receipt';
  receipt?: number;
  message?: string | null;
  /** Null for the exchange folder. */
  user: number | null;
}

/**
 * Appends an event of a file. A trigger locks the invoice and sets its state.
 * @returns the id of the event; undefined when the receipt has one already
 */
export async function recordTransmission(
  tx: Tx,
  { invoice, file, event, channel, receipt, message, user }: Recorded,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into transmissions (invoice_id, file_id, event, channel, receipt_id, message, user_id)
    values (${invoice}, ${file}, ${event}, ${channel}, ${receipt ?? null}, ${message ?? null}, ${user})
    on conflict (receipt_id) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}
