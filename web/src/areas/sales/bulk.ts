/** Acts on selected sales documents. */
import type { TFunction } from 'i18next';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../lib/api/api.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { byIds, rowByRow, type BulkAct } from '../../ui/bulk/bulk-act.tsx';
import { download } from '../../ui/export/export-rows.ts';
import { CHANGED_BY_SALES } from './calls.ts';

const PDF = 'application/pdf';
const sending = byIds<{ id: number }>((ids) => api.invoices.send({ body: { ids } }));

/** The acts on invoices: send drafts, and download the PDF files for printing. */
export function invoiceBulk(t: TFunction<'sales'>, mayWrite: boolean): readonly BulkAct<InvoiceRow>[] {
  const send: BulkAct<InvoiceRow> = {
    key: 'send',
    label: t('acts.send'),
    question: (count) => t('bulk.sendQuestion', { shown: count }),
    refuse: ({ status }) => (status === 'draft' ? undefined : t('bulk.noDraft')),
    ...sending,
    refresh: CHANGED_BY_SALES,
  };
  return [...(mayWrite ? [send] : []), pdfFiles(t, '/invoices')];
}

/** The acts on packing lists: create draft invoices, create and send invoices, and download the PDF files for printing. */
export function packingListBulk(t: TFunction<'sales'>, mayInvoice: boolean): readonly BulkAct<PackingListRow>[] {
  const invoice: BulkAct<PackingListRow> = {
    key: 'invoice',
    label: t('bulk.invoice'),
    question: (count) => t('bulk.invoiceQuestion', { shown: count }),
    ...rowByRow(({ id }) => api.invoices.createFromPackingList({ id, body: {} })),
    refresh: CHANGED_BY_SALES,
  };
  const invoiceAndSend: BulkAct<PackingListRow> = {
    key: 'invoice-and-send',
    label: t('bulk.invoiceAndSend'),
    question: (count) => t('bulk.invoiceAndSendQuestion', { shown: count }),
    most: 1,
    run: async ([row], options) => {
      const draft = await api.invoices.createFromPackingList({ id: row!.id, body: {} });
      const [sent] = await sending.run([draft], options);
      return [{ message: sent!.message === null ? null : t('bulk.notSent', { why: sent!.message }) }];
    },
    refresh: CHANGED_BY_SALES,
  };
  return [...(mayInvoice ? [invoice, invoiceAndSend] : []), pdfFiles(t, '/packing-lists')];
}

function pdfFiles(t: TFunction<'sales'>, path: string): BulkAct<{ id: number }> {
  return {
    key: 'pdf',
    label: t('bulk.pdf'),
    ...rowByRow(async ({ id }) => {
      const { content, name } = await fetchFile(`${path}/${id}/report?format=pdf`, PDF);
      download(content, name, PDF);
    }),
    refresh: [],
  };
}
