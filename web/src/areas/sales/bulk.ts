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

/** The acts on invoices: send drafts, and download the PDF files for printing. */
export function invoiceBulk(t: TFunction<'sales'>, mayWrite: boolean): readonly BulkAct<InvoiceRow>[] {
  const send: BulkAct<InvoiceRow> = {
    key: 'send',
    label: t('acts.send'),
    question: (count) => t('bulk.sendQuestion', { shown: count }),
    refuse: ({ status }) => (status === 'draft' ? undefined : t('bulk.noDraft')),
    ...byIds((ids) => api.invoices.send({ body: { ids } })),
    refresh: CHANGED_BY_SALES,
  };
  return [...(mayWrite ? [send] : []), pdfFiles(t, '/invoices')];
}

/** The acts on packing lists: create draft invoices, and download the PDF files for printing. */
export function packingListBulk(t: TFunction<'sales'>, mayInvoice: boolean): readonly BulkAct<PackingListRow>[] {
  const invoice: BulkAct<PackingListRow> = {
    key: 'invoice',
    label: t('bulk.invoice'),
    question: (count) => t('bulk.invoiceQuestion', { shown: count }),
    ...rowByRow(({ id }) => api.invoices.createFromPackingList({ id, body: {} })),
    refresh: CHANGED_BY_SALES,
  };
  return [...(mayInvoice ? [invoice] : []), pdfFiles(t, '/packing-lists')];
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
