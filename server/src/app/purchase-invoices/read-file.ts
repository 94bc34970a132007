/** Recognises the invoice files of suppliers by their content and reads them. */
import { openSigned } from '../../platform/incoming-files/open-file.ts';
import { isPdf, readPdfFiles } from '../../platform/incoming-files/read-pdf-files.ts';
import { readXml, UnreadableFile } from '../../platform/incoming-files/read-xml.ts';
import { readCii } from './read-cii.ts';
import { readFatturaPa } from './read-fatturapa.ts';
import type { ReadInvoice } from './read-parts.ts';
import { readUbl } from './read-ubl.ts';

export interface ReadFile {
  format: 'fatturapa' | 'facturx' | 'cii' | 'ubl';
  /** A FatturaPA can hold several. */
  invoices: ReadInvoice[];
}

/** Reads a file: XML, signed or not, or a PDF that embeds it. @throws UnreadableFile */
export function readInvoiceFile(bytes: Uint8Array): ReadFile {
  const content = openSigned(bytes);
  if (!isPdf(content)) return readInvoiceXml(content);
  const invoices = readPdfFiles(content).flatMap((xml) => {
    try {
      return readInvoiceXml(xml).invoices;
    } catch (error) {
      // A PDF can embed other files too.
      if (error instanceof UnreadableFile) return [];
      throw error;
    }
  });
  if (invoices.length !== 1) throw new UnreadableFile('PDF without an invoice');
  return { format: 'facturx', invoices };
}

function readInvoiceXml(bytes: Uint8Array): ReadFile {
  const root = readXml(bytes);
  switch (root.name) {
    case 'FatturaElettronica':
      return { format: 'fatturapa', invoices: readFatturaPa(root) };
    case 'CrossIndustryInvoice':
      return { format: 'cii', invoices: [readCii(root)] };
    case 'Invoice':
    case 'CreditNote':
      return { format: 'ubl', invoices: [readUbl(root)] };
    default:
      throw new UnreadableFile(`not an invoice: ${root.name}`);
  }
}
