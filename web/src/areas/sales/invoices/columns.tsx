import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { InvoiceStatusBadge, invoiceName } from '../statuses.tsx';
import { DueDay } from './DueDay.tsx';
import { TransmissionBadge } from '../transmissions/states.tsx';

/** The fields of an invoice that the list reads besides those of its columns. */
export const INVOICE_ROW = ['id', 'version', 'invoice_number', 'status', 'transmission'] as const;
export type SeenInvoice = Pick<InvoiceRow, (typeof INVOICE_ROW)[number]>;
const column = columnsOf<InvoiceRow>();

/** Returns the columns of the list of invoices and credit notes. */
export function invoiceColumns(t: TFunction<'sales'>): Column<InvoiceRow>[] {
  return [
    column(['id', 'invoice_number'], {
      key: 'invoice_number',
      label: t('invoice.invoice_number'),
      value: invoiceName,
      width: 'minmax(8rem, 1fr)',
      priority: 1,
    }),
    column(['type'], {
      key: 'type',
      label: t('invoice.type'),
      value: ({ type }) => t(`invoiceType.${type}`),
      width: 'minmax(7rem, 0.7fr)',
      priority: 3,
    }),
    { key: 'invoice_date', label: t('invoice.invoice_date'), kind: 'day', width: '6.5rem', priority: 2 },
    column(['due_date', 'is_overdue', 'instalments'], {
      key: 'due_date',
      label: t('invoice.due_date'),
      kind: 'day',
      cell: (row) => <DueDay {...row} />,
      width: '6.5rem',
      priority: 3,
    }),
    column(['customer_name', 'customer_id'], {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(8rem, 2fr)',
      priority: 1,
    }),
    column(['packing_list_number', 'packing_list_id'], {
      key: 'packing_list_number',
      label: t('packingList.packing_list_number'),
      cell: (row) => (
        <EntityLink kind="packing_list" id={row.packing_list_id} text={row.packing_list_number} size="fit" />
      ),
      width: 'minmax(9rem, 1fr)',
      priority: 3,
    }),
    column(['status', 'is_overdue'], {
      key: 'status',
      label: t('document.status'),
      value: ({ status, is_overdue }) => t(is_overdue ? 'invoice.overdue' : `invoiceStatus.${status}`),
      cell: ({ status, is_overdue }) =>
        is_overdue ? <Badge color="red">{t('invoice.overdue')}</Badge> : <InvoiceStatusBadge status={status} />,
      width: 'minmax(6rem, 0.7fr)',
      priority: 2,
    }),
    money(t, 'net_amount', '7rem', 3),
    money(t, 'vat_amount', '6.75rem', 3),
    money(t, 'total_amount', '7.5rem', 2),
    column(['open_amount', 'currency', 'type', 'status'], {
      key: 'open_amount',
      label: t('invoice.open_amount'),
      // Nothing is due of a draft, and a credit note has lowered the open amount of its invoice.
      value: ({ open_amount, type, status }) => (type === 'credit_note' || status === 'draft' ? null : open_amount),
      kind: 'money',
      currency: ({ currency }) => currency,
      width: 'minmax(7rem, 1fr)',
      priority: 3,
      sortable: false,
      isOptional: true,
    }),
    column(['transmission'], {
      key: 'transmission',
      label: t('transmission.title'),
      value: ({ transmission }) => transmission && t(`transmissionState.${transmission}`),
      cell: ({ transmission }) => transmission && <TransmissionBadge state={transmission} />,
      width: 'minmax(8rem, 0.8fr)',
      priority: 3,
    }),
  ];
}

/** An amount, negative for a credit note, as it counts in the turnover. */
function money(
  t: TFunction<'sales'>,
  key: 'net_amount' | 'vat_amount' | 'total_amount',
  least: string,
  priority: 2 | 3,
) {
  return column([key, 'currency', 'type'], {
    key,
    label: t(`invoice.${key}`),
    value: (row) => (row.type === 'credit_note' ? 0 - row[key] : row[key]),
    kind: 'money',
    currency: ({ currency }) => currency,
    width: `minmax(${least}, 1fr)`,
    priority,
  });
}
