/** Reads the stored files of documents. */
import { sql } from 'kysely';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { DocumentFileFormat } from '@bobina/contract/sales/statuses.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/problem.ts';

export interface StoredFile {
  id: number;
  format: DocumentFileFormat;
  name: string;
  bytes: Buffer;
}

const DESCRIBED = sql`id, format, name, sha256, octet_length(bytes) as size, made_at`;

/** Lists the files of a document, the oldest first. @throws NOT_FOUND without such a document */
export async function listStoredFiles(db: Db, invoice: number): Promise<DocumentFile[]> {
  await requireDocument(db, invoice);
  const { rows } = await sql<DocumentFile>`
    select ${DESCRIBED} from document_files where invoice_id = ${invoice} order by issue, id`.execute(db);
  return rows;
}

/** Describes one file. */
export async function describeStoredFile(db: Db, id: number): Promise<DocumentFile> {
  const { rows } = await sql<DocumentFile>`select ${DESCRIBED} from document_files where id = ${id}`.execute(db);
  return rows[0]!;
}

/** Reads one file of a document with its bytes. @throws NOT_FOUND */
export async function readStoredFile(
  db: Db,
  { invoice, file }: { invoice: number; file: number },
): Promise<StoredFile> {
  await requireDocument(db, invoice);
  const { rows } = await sql<StoredFile>`
    select id, format, name, bytes from document_files where id = ${file} and invoice_id = ${invoice}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * Reads the newest electronic invoice of a document, or the newest of a format; undefined without one. Without a format
 * the transmitted file comes before its copies.
 */
export async function readNewestFile(
  db: Db,
  { invoice, format }: { invoice: number; format?: DocumentFileFormat | undefined },
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select id, format, name, bytes from document_files
    where invoice_id = ${invoice} and ${format ? sql`format = ${format}` : sql`format in ('fatturapa', 'facturx')`}
    order by is_transmitted desc, issue desc, id limit 1`.execute(db);
  return rows[0];
}

async function requireDocument(db: Db, id: number): Promise<void> {
  const { rows } = await sql`select from invoices where id = ${id} and deleted_at is null`.execute(db);
  if (rows.length === 0) throw notFound();
}
