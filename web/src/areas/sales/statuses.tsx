import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';

const PACKING_LIST_COLORS = { issued: 'green', cancelled: 'gray' };
const INVOICE_COLORS = { draft: 'gray', sent: 'blue', partly_paid: 'cyan', paid: 'green', cancelled: 'red' };

/** Shows the status of a packing list as a badge. */
export function PackingListStatusBadge({ status }: Pick<PackingListRow, 'status'>) {
  const { t } = useTranslation('sales');
  return <Badge color={PACKING_LIST_COLORS[status]}>{t(`packingListStatus.${status}`)}</Badge>;
}
/** Shows the status of an invoice as a badge. */
export function InvoiceStatusBadge({ status }: Pick<InvoiceRow, 'status'>) {
  const { t } = useTranslation('sales');
  return <Badge color={INVOICE_COLORS[status]}>{t(`invoiceStatus.${status}`)}</Badge>;
}

/** Returns the number of an invoice, or the name of a draft. */
export function invoiceName({ id, invoice_number }: Pick<InvoiceRow, 'id' | 'invoice_number'>): string {
  return invoice_number ?? `BOZZA-${id}`;
}
