/**
 * GET and POST /purchase-invoices. They read receipts and orders, write prices and are printed with the parts of sales,
 * so they belong to none of these areas.
 */
import { sql } from 'kysely';
import type { purchaseInvoices } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { wantsPdf } from '../../areas/sales/documents/pdf-answer.ts';
import type { Db } from '../../platform/database/db.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { FileAnswer } from '../../platform/http/file-answer.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { isP7m } from '../../platform/incoming-files/read-p7m.ts';
import { isPdf } from '../../platform/incoming-files/read-pdf-files.ts';
import { notFound } from '../../platform/problem.ts';
import { acceptInvoice } from './accept-invoice.ts';
import { deletePurchaseInvoice, disputeInvoice, matchInvoiceLines } from './change-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { printDisputeNote, readDisputeNote } from './dispute-note.ts';
import { listPurchaseInvoices, readPurchaseInvoice } from './invoice-rows.ts';
import { listNotInvoiced } from './not-invoiced.ts';

export const purchaseInvoiceHandlers: Handlers<typeof purchaseInvoices> = {
  list: (input, reading) => listPurchaseInvoices(reading, input),
  notInvoiced: (input, reading) => listNotInvoiced(reading, input),
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readPurchaseInvoice(tx, id)),
  file: ({ id }, { db }) => readFile(db, id),
  disputeNote: async ({ id, ...wanted }, { db, user }) => {
    const read = await inSnapshot(db, (tx) => readDisputeNote(tx, { id, lang: wanted.query.lang }));
    return wantsPdf(wanted) ? printDisputeNote(db, read, user) : read.note;
  },
  create: ({ body }, act) => createInvoice(act, body),
  match: (input, act) => matchInvoiceLines(act, input),
  accept: (input, act) => acceptInvoice(act, input),
  dispute: (input, act) => disputeInvoice(act, input),
  remove: ({ id }, act) => deletePurchaseInvoice(act, id),
};

async function readFile(db: Db, id: number): Promise<FileAnswer> {
  const { rows } = await sql<{ name: string; bytes: Buffer }>`
    select f.name, f.bytes from purchase_invoices v join purchase_invoice_files f on f.id = v.file_id
    where v.id = ${id} and v.deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound();
  const { name, bytes } = rows[0];
  const type = isP7m(bytes) ? 'application/pkcs7-mime' : isPdf(bytes) ? 'application/pdf' : 'application/xml';
  return new FileAnswer(type, name.split('/').at(-1)!, bytes, 'attachment');
}
