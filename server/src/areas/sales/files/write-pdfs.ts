/** Writes the PDF of each stored Factur-X, after the act that issued the document. */
import { sql } from 'kysely';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { Logger } from '../../../platform/logger.ts';
import { readInvoiceReport } from '../documents/invoice-report.ts';
import { facturXName } from '../e-invoice/e-invoice.ts';

/** Makes the PDF that contains the XML of a Factur-X. @returns its bytes */
export type PrintFacturX = (content: { report: InvoiceReport; xml: Buffer }) => Promise<Buffer>;

interface WithoutPdf {
  invoice_id: number;
  invoice_number: string;
  issue: number;
  bytes: Buffer;
}

/**
 * Writes the missing PDFs of the newest issue of each document. A document that cannot be printed is left for the next
 * time; its failure undoes nothing.
 * @returns the ids of the documents
 */
export async function writeMissingPdfs(db: Db, print: PrintFacturX, log: Pick<Logger, 'warn'>): Promise<number[]> {
  const { rows } = await sql<WithoutPdf>`
    select f.invoice_id, i.invoice_number, f.issue, f.bytes
    from document_files f join invoices i on i.id = f.invoice_id
    where f.format = 'facturx' and not exists (
      select from document_files p where p.invoice_id = f.invoice_id
        and (p.issue > f.issue or p.issue = f.issue and p.format = 'facturx_pdf'))
    order by f.id`.execute(db);
  const written: number[] = [];
  for (const { invoice_id: id, invoice_number: number, issue, bytes } of rows) {
    try {
      const report = await inSnapshot(db, (tx) => readInvoiceReport(tx, { id }));
      const pdf = await print({ report, xml: bytes });
      await sql`
        insert into document_files (invoice_id, issue, format, name, is_transmitted, bytes)
        values (${id}, ${issue}, 'facturx_pdf', ${`${facturXName({ number, issue })}.pdf`}, false, ${pdf})
        on conflict (invoice_id, issue, format) do nothing`.execute(db);
      written.push(id);
    } catch (error) {
      log.warn({ err: error, invoice: id }, 'PDF of an electronic invoice not written');
    }
  }
  return written;
}
