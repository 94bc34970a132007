/** Creates the electronic invoice of an issued document, and checks its completeness beforehand. */
import type { Language } from '@bobina/contract/core/languages.ts';
import type { EInvoiceCheck, EInvoiceFormat } from '@bobina/contract/sales/documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem, translateMissing, type MissingRefusal } from '../../../platform/problem.ts';
import { readInvoiceDocument, type InvoiceDocument } from '../documents/read-invoice-document.ts';
import { readNewestFile } from '../shared/stored-files.ts';
import { missingOfEInvoice, notIssued } from './check.ts';
import { facturX } from './facturx.ts';
import { fatturaPa, fatturaPaName, progressive } from './fatturapa.ts';

const FORMATS: Record<
  EInvoiceFormat,
  { write: (document: InvoiceDocument) => string; name: (document: InvoiceDocument) => string }
> = {
  fatturapa: { write: fatturaPa, name: fatturaPaName },
  facturx: { write: facturX, name: (document) => `${facturXName(document)}.xml` },
};

/** The file of an issued document, before it is stored. */
export interface PreparedFile {
  format: EInvoiceFormat;
  name: string;
  xml: string;
  /** ProgressivoInvio of a FatturaPA. */
  progressive: string | null;
  /** Sent to the Sistema di Interscambio or to a French platform. */
  isTransmitted: boolean;
}

/**
 * Builds the file of an issued document in the format of its company.
 * @param issue 1, and one more each time that a rejected document is issued again
 * @returns null with the missing data @throws NOT_FOUND
 */
export async function prepareEInvoice(
  db: Db,
  { id, issue }: { id: number; issue: number },
): Promise<{ made: PreparedFile; missing: [] } | { made: null; missing: MissingRefusal[] }> {
  const document = { ...(await readInvoiceDocument(db, id)).document, issue };
  const format = formatOf(document);
  const missing = [...notIssued(document), ...missingOfEInvoice(document, format)];
  if (missing.length > 0) return { made: null, missing };
  const made = {
    format,
    name: FORMATS[format].name(document),
    xml: FORMATS[format].write(document),
    progressive: format === 'fatturapa' ? progressive(document) : null,
    isTransmitted: format === 'fatturapa' || document.company.country_code === 'FR',
  };
  return { made, missing: [] };
}

/** The name of a Factur-X without its extension. */
export function facturXName({ number, issue }: Pick<InvoiceDocument, 'number' | 'issue'>): string {
  return `${number.replaceAll('/', '-')}_factur-x${issue === 1 ? '' : `-${issue}`}`;
}

/**
 * Returns the stored electronic invoice, or creates it for a document without one: a document issued before files were
 * stored, or another format. @throws NOT_FOUND, INCOMPLETE_DOCUMENT with each missing field and the screen to fill it in
 */
export async function makeEInvoice(
  db: Db,
  { id, format: given }: { id: number; format?: EInvoiceFormat | undefined },
): Promise<{ name: string; xml: string | Buffer }> {
  const { document } = await readInvoiceDocument(db, id);
  const stored = await readNewestFile(db, { invoice: id, format: given });
  if (stored) return { name: stored.name, xml: stored.bytes };
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
  const stored = await readNewestFile(db, { invoice: id, format: given });
  if (stored) return { format: stored.format as EInvoiceFormat, ready: true, file_name: stored.name, missing: [] };
  const format = given ?? formatOf(document);
  const missing = missingOfEInvoice(document, format);
  const ready = missing.length === 0;
  return {
    format,
    ready,
    file_name: ready && document.is_issued ? FORMATS[format].name(document) : null,
    missing: translateMissing(language, missing),
  };
}

/**
 * The format follows the company's country in the document's snapshot: an Italian company sends all invoices through
 * the Sistema di Interscambio, for customers of any country. A company without a country counts as Italian.
 */
function formatOf({ company }: InvoiceDocument): EInvoiceFormat {
  return company.country_code === null || company.country_code === 'IT' ? 'fatturapa' : 'facturx';
}
