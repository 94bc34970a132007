/** Writes the file of an issued document into `document_files`. */
import { sql } from 'kysely';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import { incompleteMessage } from '@bobina/contract/core/messages/all.ts';
import type { Act } from '../../../platform/context.ts';
import { Problem, type MissingRefusal } from '../../../platform/problem.ts';
import { prepareEInvoice } from '../e-invoice/e-invoice.ts';
import { lockInvoice, nameOfInvoice } from '../invoices/lock-invoice.ts';
import { describeStoredFile } from '../shared/stored-files.ts';
import { recordTransmission } from './record-transmission.ts';

/**
 * Writes the file of a document that the act has just issued. Never refuses: when only the file lacks something, the act
 * gets a warning, and the document has no file until `POST /invoices/{id}/files`.
 */
export async function writeFileOfIssue(act: Act, id: number): Promise<void> {
  const { missing } = await writeFile(act, { id, issue: 1 });
  if (missing.length > 0)
    act.warn('file_not_written', {
      missing: missing.map(({ code, values }) => incompleteMessage(act.language, code, values)).join(' · '),
    });
}

/** Writes the missing file of an issued document. @throws NOT_FOUND, INVALID_TRANSITION, INCOMPLETE_DOCUMENT */
export async function writeMissingFile(act: Act, id: number): Promise<DocumentFile> {
  const invoice = await lockInvoice(act, id);
  if (invoice.invoice_number === null)
    throw new Problem('INCOMPLETE_DOCUMENT', { missing: [{ field: 'status', code: 'draft', path: null }] });
  const { rows } = await sql`select from document_files where invoice_id = ${id} limit 1`.execute(act.tx);
  if (rows.length > 0) throw new Problem('INVALID_TRANSITION');
  const { file, missing } = await writeFile(act, { id, issue: 1 });
  if (file === null) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  const label = `${nameOfInvoice(invoice)} · ${file.name}`;
  act.record('write-file', 'invoices', id, label, invoice.version, [{ field: 'file', before: null, after: file.name }]);
  return file;
}

/**
 * Writes the file of an issued document, and its first event if it is transmitted.
 * @param issue 1, and one more each time that a rejected document is issued again
 * @returns the file, or the missing data
 */
export async function writeFile(
  act: Act,
  { id, issue }: { id: number; issue: number },
): Promise<{ file: DocumentFile; missing: [] } | { file: null; missing: MissingRefusal[] }> {
  const { made, missing } = await prepareEInvoice(act.tx, { id, issue });
  if (made === null) return { file: null, missing };
  const { format, name, xml, progressive, isTransmitted } = made;
  const { rows } = await sql<{ id: number }>`
    insert into document_files (invoice_id, issue, format, name, progressive, is_transmitted, bytes, made_by)
    values (${id}, ${issue}, ${format}, ${name}, ${progressive}, ${isTransmitted}, ${Buffer.from(xml, 'utf8')}, ${act.user.id})
    returning id`.execute(act.tx);
  const file = rows[0]!.id;
  if (isTransmitted)
    await recordTransmission(act.tx, { invoice: id, file, event: 'to_send', channel: 'issue', user: act.user.id });
  return { file: await describeStoredFile(act.tx, file), missing: [] };
}
