import type { TFunction } from 'i18next';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { PackingListStatusBadge } from '../statuses.tsx';

/** Returns the columns of the list; amounts and invoices only for users who may see them. */
export function packingListColumns(
  t: TFunction<'sales'>,
  { amounts, invoices }: { amounts: boolean; invoices: boolean },
): Column<PackingListRow>[] {
  const invoiceOf = ({ invoice_id, invoice_number }: PackingListRow) =>
    invoice_number ?? (invoice_id ? t('invoiceStatus.draft') : null);
  return [
    {
      key: 'packing_list_number',
      label: t('packingList.packing_list_number'),
      width: 'minmax(9rem, 1fr)',
      priority: 1,
    },
    { key: 'packing_date', label: t('packingList.packing_date'), kind: 'day', width: '7rem', priority: 2 },
    {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',

      priority: 1,
    },
    {
      key: 'order_number',
      label: t('document.order_number'),
      cell: (row) => <EntityLink kind="customer_order" id={row.order_id} text={row.order_number} size="fit" />,
      width: 'minmax(8.5rem, 1fr)',
      priority: 3,
    },
    {
      key: 'customer_order_number',
      label: t('document.customer_order_number'),
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    },
    {
      key: 'status',
      label: t('document.status'),
      value: ({ status }) => t(`packingListStatus.${status}`),
      cell: ({ status }) => <PackingListStatusBadge status={status} />,
      width: 'minmax(7rem, 0.8fr)',
      priority: 2,
    },
    ...(invoices
      ? [
          {
            key: 'invoice_number',
            label: t('packingList.invoice'),
            value: invoiceOf,
            cell: (row) => <EntityLink kind="invoice" id={row.invoice_id} text={invoiceOf(row)} size="fit" />,
            width: 'minmax(8rem, 1fr)',
            sortable: false,
            priority: 3,
          } satisfies Column<PackingListRow>,
        ]
      : []),
    ...(amounts
      ? [
          {
            key: 'total_amount',
            label: t('packingList.total_amount'),
            kind: 'money',
            width: 'minmax(9rem, 1fr)',
            priority: 2,
          } satisfies Column<PackingListRow>,
        ]
      : []),
  ];
}
