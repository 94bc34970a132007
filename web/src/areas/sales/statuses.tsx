import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';

const PACKING_LIST_COLORS = { issued: 'green', cancelled: 'gray' };
const INVOICE_COLORS = { draft: 'gray', sent: 'blue', paid: 'green', cancelled: 'red' };

export function PackingListStatusBadge({ status }: Pick<PackingListRow, 'status'>) {
  const { t } = useTranslation('sales');
  return <Badge color={PACKING_LIST_COLORS[status]}>{t(`packingListStatus.${status}`)}</Badge>;
}
export function InvoiceStatusBadge({ status }: Pick<InvoiceRow, 'status'>) {
  const { t } = useTranslation('sales');
  return <Badge color={INVOICE_COLORS[status]}>{t(`invoiceStatus.${status}`)}</Badge>;
}

/** The number of an invoice, or the name of a draft. */
export function invoiceName({ id, invoice_number }: Pick<InvoiceRow, 'id' | 'invoice_number'>): string {
  return invoice_number ?? `BOZZA-${id}`;
}
