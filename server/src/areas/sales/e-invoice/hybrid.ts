/** The PDF of an invoice, with the Factur-X XML embedded where the law or the customer expects it. */
import type { Language } from '@bobina/contract/core/languages.ts';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem } from '../../../platform/problem.ts';
import { languageOfCountry } from '../documents/document-texts.ts';
import { reportOf } from '../documents/invoice-report.ts';
import { readInvoiceDocument, type InvoiceDocument } from '../documents/read-invoice-document.ts';
import { missingOfEInvoice, notIssued } from './check.ts';
import { isInEuropeanUnion } from './european-union.rules.ts';
import { facturX } from './facturx.ts';

export interface InvoiceJob {
  kind: 'invoice';
  report: InvoiceReport;
  /** The XML that the PDF/A-3b embeds. */
  facturX?: string;
}

/**
 * Returns the print job. A French company's invoices, and as a courtesy those of an Italian company to customers in
 * the Union outside Italy, embed the Factur-X XML; a draft, a cancelled or an incomplete document does not.
 * @throws NOT_FOUND, INCOMPLETE_DOCUMENT when the PDF lacks something
 */
export async function makeInvoicePdf(
  db: Db,
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<InvoiceJob> {
  const { document, missing } = await readInvoiceDocument(db, id);
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  const report = reportOf(document, lang ?? languageOfCountry(document.customer.country_code));
  const isHybrid = embedsFacturX(document) && document.status !== 'cancelled' && missingOf(document).length === 0;
  return { kind: 'invoice', report, ...(isHybrid && { facturX: facturX(document) }) };
}

/** Returns the job of the Factur-X PDF of any document, on request. @throws NOT_FOUND, INCOMPLETE_DOCUMENT */
export async function printHybrid(db: Db, { id }: { id: number }): Promise<Required<InvoiceJob>> {
  const { document, missing } = await readInvoiceDocument(db, id);
  const lacks = [...missing, ...missingOf(document)];
  if (lacks.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing: lacks });
  const report = reportOf(document, languageOfCountry(document.customer.country_code));
  return { kind: 'invoice', report, facturX: facturX(document) };
}

function missingOf(document: InvoiceDocument) {
  return [...notIssued(document), ...missingOfEInvoice(document, 'facturx')];
}

function embedsFacturX({ company, customer }: InvoiceDocument): boolean {
  if (company.country_code === 'FR') return true;
  const isItalian = company.country_code === null || company.country_code === 'IT';
  return isItalian && customer.country_code !== 'IT' && isInEuropeanUnion(customer.country_code);
}
