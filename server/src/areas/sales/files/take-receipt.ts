/** Takes a receipt into the database and matches it to the file that it answers. */
import { sql } from 'kysely';
import type { ReceiptResult } from '@bobina/contract/sales/transmissions.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { IncomingFile } from '../../../platform/incoming-files/open-file.ts';
import { UnreadableFile } from '../../../platform/incoming-files/read-xml.ts';
import { readReceipt, type Receipt } from './read-receipt.ts';
import { recordTransmission } from './record-transmission.ts';

export interface TakenReceipt extends ReceiptResult {
  /** Null for an unreadable file. */
  receipt_id: number | null;
  /** Whether the receipt was stored by this call. */
  isNew: boolean;
}

/**
 * Stores a receipt and appends its event to the file that it answers. The same bytes are stored once, also by two
 * servers at once. A receipt that matched nothing before is matched again.
 * @param user the uploading user; null for the exchange folder @throws the errors of the database
 */
export async function takeReceipt(
  tx: Tx,
  { name, bytes, user }: IncomingFile & { user: number | null },
): Promise<TakenReceipt> {
  let receipt: Receipt;
  try {
    receipt = readReceipt(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { name, kind: null, invoice_id: null, event: null, status: 'unreadable', receipt_id: null, isNew: false };
  }
  const { kind, event } = receipt;
  const { id, invoice_id: before, isNew } = await storeReceipt(tx, { name, bytes, user, receipt });
  const result = { name, kind, event, receipt_id: id, isNew };
  if (before !== null) return { ...result, invoice_id: before, status: 'known' };
  const file = await matchFile(tx, receipt);
  if (!file) return { ...result, invoice_id: null, status: 'unmatched' };
  const recorded = await recordTransmission(tx, {
    invoice: file.invoice_id,
    file: file.id,
    event,
    channel: 'receipt',
    receipt: id,
    message: receipt.message,
    user,
  });
  return { ...result, invoice_id: file.invoice_id, status: recorded === undefined ? 'known' : 'taken' };
}

interface StoredReceipt {
  id: number;
  /** The document that it was matched to. */
  invoice_id: number | null;
  isNew: boolean;
}

async function storeReceipt(
  tx: Tx,
  { name, bytes, user, receipt }: IncomingFile & { user: number | null; receipt: Receipt },
): Promise<StoredReceipt> {
  const content = Buffer.from(bytes);
  const { kind, event, file_name, file_hash, document_number, stated_at, message } = receipt;
  const inserted = await sql<{ id: number }>`
    insert into transmission_receipts
      (name, kind, event, file_name, file_hash, document_number, stated_at, message, bytes, received_by)
    values (${name}, ${kind}, ${event}, ${file_name}, ${file_hash}, ${document_number}, ${stated_at}, ${message}, ${content}, ${user})
    on conflict (sha256) do nothing returning id`.execute(tx);
  if (inserted.rows[0]) return { ...inserted.rows[0], invoice_id: null, isNew: true };
  const { rows } = await sql<{ id: number; invoice_id: number | null }>`
    select r.id, t.invoice_id from transmission_receipts r left join transmissions t on t.receipt_id = r.id
    where r.sha256 = encode(sha256(${content}), 'hex')`.execute(tx);
  return { ...rows[0]!, isNew: false };
}

/**
 * The file with the stated hash, or else with the stated name. The name counts only if the receipt states no hash or
 * answers a signed file, because signing changes the hash.
 */
async function matchFile(
  tx: Tx,
  { file_name, file_hash, document_number }: Receipt,
): Promise<{ id: number; invoice_id: number } | undefined> {
  if (document_number !== null) return matchDocument(tx, document_number);
  const name = file_name!.replace(/\.p7m$/i, '');
  const isNameEnough = file_hash === null || name !== file_name;
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    select id, invoice_id from document_files
    where is_transmitted and (sha256 = ${file_hash} or (${isNameEnough} and name = ${name}))
    order by (name = ${name}) desc, issue desc, id desc limit 1`.execute(tx);
  return rows[0];
}

/** The newest file of a document that goes to a French platform. */
async function matchDocument(tx: Tx, number: string): Promise<{ id: number; invoice_id: number } | undefined> {
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    select f.id, f.invoice_id from invoices i
    join document_files f on f.invoice_id = i.id and f.is_transmitted and f.format = 'facturx'
    where i.invoice_number = ${number} order by f.issue desc limit 1`.execute(tx);
  return rows[0];
}
