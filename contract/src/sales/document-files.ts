/** The files of issued documents: written once when the document is issued, and never changed afterwards. */
import { z } from 'zod';
import { BULK_MOST } from '../core/bulk.ts';
import { get, post } from '../core/endpoint.ts';
import { queryIds } from '../core/fields.ts';
import { DOCUMENT_FILE_FORMATS } from './statuses.ts';

export const DocumentFile = z
  .object({
    id: z.int(),
    /** FatturaPA and the XML of Factur-X, or the PDF of a Factur-X. */
    format: z.enum(DOCUMENT_FILE_FORMATS),
    name: z.string(),
    /** Hexadecimal. */
    sha256: z.string(),
    /** Bytes. */
    size: z.int(),
    made_at: z.string(),
  })
  .meta({ id: 'DocumentFile' });
export type DocumentFile = z.infer<typeof DocumentFile>;

export const documentFiles = {
  list: get('/invoices/{id}/files', {
    summary: 'The stored files of an invoice or credit note',
    description:
      'Lists the files that were written when the document was issued, the oldest first. A document that was issued again after a rejection has the files of both issues.',
    needs: 'invoices.read',
    reply: z.array(DocumentFile),
  }),
  get: get('/invoices/{id}/files/{file_id}', {
    summary: 'The bytes of a stored file',
    description: 'Returns a stored file byte for byte as it was written.',
    needs: 'invoices.read',
    files: ['application/xml', 'application/pdf'],
  }),
  create: post('/invoices/{id}/files', {
    summary: 'Write the file of an issued document that has none',
    description:
      'Writes the missing file of an issued document, for example after its missing data were entered. Empty fields of the stored customer and company are filled from the registers; filled ones stay.',
    needs: 'transmissions.write',
    body: z.object({}).meta({ id: 'DocumentFileInput' }),
    reply: DocumentFile,
    errors: {
      INVALID_TRANSITION: 'The document has its file already.',
      INCOMPLETE_DOCUMENT: 'The document is a draft, or data that the file needs are missing. `missing` lists them.',
    },
  }),
  newest: get('/document-files/newest', {
    summary: 'The newest files of several documents as a zip',
    description: `Returns a zip with the newest file to transmit of each of up to ${BULK_MOST} invoices and credit notes, byte for byte as they were written.`,
    needs: 'invoices.read',
    query: z.object({ ids: queryIds(BULK_MOST) }),
    files: ['application/zip'],
    errors: { NOT_FOUND: 'One of the documents or its file does not exist.' },
  }),
  export: get('/document-files/export', {
    summary: 'All files of a year as a zip, for conservation',
    description:
      'Returns a zip of all stored files of the documents dated in a year, with `index.csv`: name, format, SHA-256, size, document, day, customer and VAT number.',
    needs: 'accounting.read',
    query: z.object({
      year: z
        .string()
        .regex(/^(19|20)\d\d$/)
        .transform(Number),
    }),
    files: ['application/zip'],
  }),
};
