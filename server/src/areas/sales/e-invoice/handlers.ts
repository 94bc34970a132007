import type { documents } from '@bobina/contract/sales/documents.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { checkEInvoice, makeEInvoice } from './e-invoice.ts';

export const eInvoiceHandlers: Pick<Handlers<typeof documents>, 'eInvoice' | 'eInvoiceCheck'> = {
  eInvoice: async ({ id, query }, { db }) => {
    const { name, xml } = await inSnapshot(db, (tx) => makeEInvoice(tx, { id, format: query.format }));
    return new FileAnswer('application/xml', name, xml, 'attachment');
  },
  eInvoiceCheck: ({ id, query }, { db, language }) =>
    inSnapshot(db, (tx) => checkEInvoice(tx, { id, format: query.format, language })),
};
