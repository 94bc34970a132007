import type { documentFiles } from '@bobina/contract/sales/document-files.ts';
import type { transmissions } from '@bobina/contract/sales/transmissions.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { listStoredFiles, readStoredFile } from '../shared/stored-files.ts';
import { exportFiles } from './export-files.ts';
import { handOver } from './hand-over.ts';
import { listTransmissions, listUnmatched } from './list-transmissions.ts';
import { reissueInvoice } from './reissue-invoice.ts';
import { takeReceipts } from './take-receipts.ts';
import { writeMissingFile } from './write-file.ts';
import { zipNewestFiles } from './zip-newest-files.ts';

export const documentFileHandlers: Handlers<typeof documentFiles> = {
  list: ({ id }, { db }) => listStoredFiles(db, id),
  get: async ({ id, file_id }, { db }) => {
    const { name, bytes, format } = await readStoredFile(db, { invoice: id, file: file_id });
    return new FileAnswer(format === 'facturx_pdf' ? 'application/pdf' : 'application/xml', name, bytes, 'attachment');
  },
  create: ({ id }, act) => writeMissingFile(act, id),
  newest: async ({ query: { ids } }, { db }) => {
    const zip = await inSnapshot(db, (tx) => zipNewestFiles(tx, ids));
    return new FileAnswer('application/zip', 'invoices.zip', zip, 'attachment');
  },
  export: async ({ query }, { db }) => {
    const zip = await inSnapshot(db, (tx) => exportFiles(tx, query.year));
    return new FileAnswer('application/zip', `invoices-${query.year}.zip`, zip, 'attachment');
  },
};

export const transmissionHandlers: Omit<Handlers<typeof transmissions>, 'sendByPec' | 'sendManyByPec'> = {
  list: ({ id }, { db }) => listTransmissions(db, id),
  handOver: ({ id }, act) => handOver(act, id),
  unmatched: (input, reading) => listUnmatched(reading, input),
  receipts: ({ body }, acts) => takeReceipts(acts, body),
  reissue: (input, act) => reissueInvoice(act, input),
};
