/** Acts on selected sales documents. */
import type { TFunction } from 'i18next';
import { PACKING_LISTS_OF_INVOICE } from '@bobina/contract/sales/invoices.ts';
import { PRINTED_TOGETHER } from '@bobina/contract/sales/statuses.ts';
import { api } from '../../lib/api/api.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import { byIds, MOST, rowByRow, type DialogAct, type ListAct } from '../../ui/bulk/bulk-act.tsx';
import { download } from '../../ui/export/export-rows.ts';
import { sendByMail } from '../../ui/mail/send-act.tsx';
import { toast } from '../../ui/toasts.ts';
import { CHANGED_BY_SALES, DRAFTS, SALES } from './calls.ts';
import type { SeenInvoice } from './invoices/columns.tsx';
import type { SeenPackingList } from './packing-lists/columns.tsx';

const ZIP = 'application/zip';

const sending = byIds<{ id: number }>((ids) => api.invoices.send({ body: { ids } }));

/** Opens a PDF by the path of its call. */
type ShowReport = (path: string) => void;

/**
 * The acts on invoices: send drafts, send the files by PEC or save them and mark them as handed over, send by mail, and open all
 * in one PDF for printing.
 */
export function invoiceBulk(
  t: TFunction<'sales'>,
  {
    mayWrite,
    mayTransmit,
    isPec,
    show,
    mailQuestion,
  }: {
    mayWrite: boolean;
    mayTransmit: boolean;
    isPec: boolean;
    show: ShowReport;
    mailQuestion: (count: string) => string;
  },
): readonly ListAct<SeenInvoice>[] {
  const send: ListAct<SeenInvoice> = {
    key: 'send',
    label: t('acts.send'),
    question: (count) => t('bulk.sendQuestion', { shown: count }),
    isFinal: true,
    refuse: ({ status }) => (status === 'draft' ? undefined : t('bulk.noDraft')),
    ...sending,
    refresh: CHANGED_BY_SALES,
    next: { label: t('tabs.invoices'), path: `${SALES}?tab=invoices&status=sent` },
  };
  const mail: ListAct<SeenInvoice> = {
    ...sendByMail<SeenInvoice>('invoice', mailQuestion),
    refuse: ({ status }) => (status === 'draft' ? t('bulk.isDraft') : undefined),
  };
  const notToSend = ({ transmission }: SeenInvoice) => (transmission === 'to_send' ? undefined : t('bulk.notToSend'));
  const pec: ListAct<SeenInvoice> = {
    key: 'pec',
    label: t('transmission.sendByPec'),
    question: (count) => t('bulk.pecQuestion', { shown: count }),
    refuse: notToSend,
    ...byIds<{ id: number }>((ids) => api.transmissions.sendManyByPec({ body: { ids } })),
    refresh: [...CHANGED_BY_SALES, 'outbox'],
  };
  // The selection stays: the files are marked as handed over next.
  const files: ListAct<SeenInvoice> = { key: 'files', label: t('bulk.files'), open: (rows) => saveFiles(t, rows) };
  const handOver: ListAct<SeenInvoice> = {
    key: 'hand-over',
    label: t('transmission.handOver'),
    question: (count) => t('bulk.handOverQuestion', { shown: count }),
    isFinal: true,
    refuse: notToSend,
    ...rowByRow(({ id }) => api.transmissions.handOver({ id, body: { event: 'handed_over' } })),
    refresh: CHANGED_BY_SALES,
  };
  return [
    ...(mayWrite ? [send] : []),
    ...(isPec ? [pec] : []),
    ...(mayTransmit ? [files, handOver] : []),
    mail,
    printTogether(t, '/invoices', show),
  ];
}

/** The acts on packing lists: create one draft invoice of all, create draft invoices, create and send invoices, and open all in one PDF for printing. */
export function packingListBulk(
  t: TFunction<'sales'>,
  {
    mayInvoice,
    show,
    invoiceTogether,
    mayMail,
    mailQuestion,
  }: {
    mayInvoice: boolean;
    mayMail: boolean;
    mailQuestion: (count: string) => string;
    show: ShowReport;
    invoiceTogether: (rows: readonly SeenPackingList[]) => void;
  },
): readonly ListAct<SeenPackingList>[] {
  const refuse = ({ status, invoice_id }: SeenPackingList) => {
    if (status === 'cancelled') return t('bulk.cancelled');
    return typeof invoice_id === 'number' ? t('bulk.invoiced') : undefined;
  };
  const invoice: ListAct<SeenPackingList> = {
    key: 'invoice',
    label: t('bulk.invoice'),
    question: (count) => t('bulk.invoiceQuestion', { shown: count }),
    refuse,
    ...byIds((ids) => api.invoices.createFromPackingLists({ body: { ids } })),
    refresh: CHANGED_BY_SALES,
    next: { label: t('tabs.invoices'), path: DRAFTS },
  };
  const together: ListAct<SeenPackingList> = {
    key: 'one-invoice',
    label: t('bulk.oneInvoice'),
    open: (rows) => {
      if (rows.length > PACKING_LISTS_OF_INVOICE)
        toast.error(t('bulk.tooManyLists', { count: PACKING_LISTS_OF_INVOICE }));
      else if (new Set(rows.map(({ customer_id }) => customer_id)).size > 1) toast.error(t('bulk.mixed'));
      else invoiceTogether(rows);
    },
  };
  const invoiceAndSend: ListAct<SeenPackingList> = {
    key: 'invoice-and-send',
    label: t('bulk.invoiceAndSend'),
    question: (count) => t('bulk.invoiceAndSendQuestion', { shown: count }),
    isFinal: true,
    refuse,
    most: 1,
    run: async ([row], options) => {
      const draft = await api.invoices.createFromPackingList({ id: row!.id, body: {} });
      const [sent] = await sending.run([draft], options);
      return [{ message: sent!.message === null ? null : t('bulk.notSent', { why: sent!.message }) }];
    },
    refresh: CHANGED_BY_SALES,
    next: { label: t('tabs.invoices'), path: `${SALES}?tab=invoices` },
  };
  return [
    ...(mayInvoice ? [together, invoice, invoiceAndSend] : []),
    ...(mayMail ? [sendByMail<SeenPackingList>('packing_list', mailQuestion)] : []),
    printTogether(t, '/packing-lists', show),
  ];
}

/** Opens the selected documents in one PDF, so that they are one print job. */
function printTogether(t: TFunction<'sales'>, path: string, show: ShowReport): DialogAct<{ id: number }> {
  return {
    key: 'print',
    label: t('bulk.print'),
    open: (rows) => {
      if (rows.length > PRINTED_TOGETHER) toast.error(t('bulk.tooMany', { count: PRINTED_TOGETHER }));
      else show(`${path}/report?format=pdf&ids=${rows.map(({ id }) => id).join(',')}`);
    },
  };
}

/** Saves the newest files of the invoices that have one, as zips. */
async function saveFiles(t: TFunction<'sales'>, rows: readonly SeenInvoice[]): Promise<void> {
  const ids = rows.filter(({ transmission }) => transmission).map(({ id }) => id);
  const without = rows.length - ids.length;
  if (without > 0) toast.warning(t('bulk.noFile', { count: without }));
  try {
    for (let from = 0; from < ids.length; from += MOST) {
      const path = `/document-files/newest?ids=${ids.slice(from, from + MOST).join(',')}`;
      const { content, name } = await fetchFile(path, ZIP);
      download(content, name, ZIP);
      toast.success(commonText('print.ready', { name }));
    }
  } catch (error) {
    toast.problem(error, t('failed'));
  }
}
