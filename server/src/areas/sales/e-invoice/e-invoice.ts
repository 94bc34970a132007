/** Creates the electronic invoice of an issued document, and checks its completeness beforehand. */
import type { Language } from '@bobina/contract/core/languages.ts';
import type { EInvoiceCheck, EInvoiceFormat } from '@bobina/contract/sales/documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem, tellMissing } from '../../../platform/problem.ts';
import { readInvoiceDocument, type InvoiceDocument } from '../documents/read-invoice-document.ts';
import { missingOfEInvoice, notIssued } from './check.ts';
import { facturX } from './facturx.ts';
import { fatturaPa, fatturaPaName } from './fatturapa.ts';

const FORMATS: Record<
  EInvoiceFormat,
  { write: (document: InvoiceDocument) => string; name: (document: InvoiceDocument) => string }
> = {
  fatturapa: { write: fatturaPa, name: fatturaPaName },
  facturx: { write: facturX, name: ({ number }) => `${number.replaceAll('/', '-')}_factur-x.xml` },
};

/**
 * Creates the electronic invoice. @throws NOT_FOUND, INCOMPLETE_DOCUMENT with each missing field and the screen to fill
 * it in
 */
export async function makeEInvoice(
  db: Db,
  { id, format: given }: { id: number; format?: EInvoiceFormat | undefined },
): Promise<{ name: string; xml: string }> {
  const { document } = await readInvoiceDocument(db, id);
  const format = given ?? formatOf(document);
  const missing = [...notIssued(document), ...missingOfEInvoice(document, format)];
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  return { name: FORMATS[format].name(document), xml: FORMATS[format].write(document) };
}

/** Returns the missing data; for a draft, as if it were sent now. @throws NOT_FOUND */
export async function checkEInvoice(
  db: Db,
  { id, format: given, language }: { id: number; format?: EInvoiceFormat | undefined; language: Language },
): Promise<EInvoiceCheck> {
  const { document } = await readInvoiceDocument(db, id);
  const format = given ?? formatOf(document);
  const missing = missingOfEInvoice(document, format);
  const ready = missing.length === 0;
  return {
    format,
    ready,
    file_name: ready && document.is_issued ? FORMATS[format].name(document) : null,
    missing: tellMissing(language, missing),
  };
}

/**
 * The format follows the company's country in the document's snapshot: an Italian company sends all invoices through
 * the Sistema di Interscambio, for customers of any country. A company without a country counts as Italian.
 */
function formatOf({ company }: InvoiceDocument): EInvoiceFormat {
  return company.country_code === null || company.country_code === 'IT' ? 'fatturapa' : 'facturx';
}
