import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { invoiceName } from '../statuses.tsx';
import { InvoiceDetails } from './InvoiceDetails.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** One invoice or credit note, with what may be done with it. */
export function InvoiceDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const invoice = useQuery(api.invoices.get.query({ id }));
  const title = invoice.data
    ? t(`invoiceTitle.${invoice.data.type}`, { number: invoiceName(invoice.data) })
    : t('tabs.invoices');
  return (
    <Dialog onClose={onClose} size="min(64rem, 100%)" title={title}>
      {invoice.data && <InvoiceDetails invoice={invoice.data} onClose={onClose} />}
      {invoice.isPending && <Skeleton h={260} />}
      {invoice.isError && !invoice.data && (
        <LoadFailed title={t('failed')} error={invoice.error} onRetry={() => void invoice.refetch()} />
      )}
    </Dialog>
  );
}
