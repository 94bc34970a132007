import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoiceLine, PurchaseInvoiceRow } from '@bobina/contract/purchasing/purchase-invoices.ts';

const STATUS_COLORS = { new: 'blue', accepted: 'green', disputed: 'red' };
const MATCH_COLORS = { complete: 'green', partial: 'yellow', none: 'gray' };
const LINE_COLORS = { equal: 'green', tolerance: 'teal', different: 'red', no_receipt: 'yellow', no_product: 'gray' };

/** Shows the status of a purchase invoice as a badge. */
export function InvoiceStatus({ status }: Pick<PurchaseInvoiceRow, 'status'>) {
  const { t } = useTranslation('purchaseInvoices');
  return <Badge color={STATUS_COLORS[status]}>{t(`invoiceStatus.${status}`)}</Badge>;
}
/** Shows how far an invoice agrees with receipts as a badge. */
export function InvoiceMatch({ match }: Pick<PurchaseInvoiceRow, 'match'>) {
  const { t } = useTranslation('purchaseInvoices');
  return <Badge color={MATCH_COLORS[match]}>{t(`invoiceMatch.${match}`)}</Badge>;
}
/** Shows how a line agrees with its receipt as a badge. */
export function LineMatch({ match }: Pick<PurchaseInvoiceLine, 'match'>) {
  const { t } = useTranslation('purchaseInvoices');
  return <Badge color={LINE_COLORS[match]}>{t(`lineMatch.${match}`)}</Badge>;
}
