import type { TFunction } from 'i18next';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { PackingListStatusBadge } from '../statuses.tsx';

/** What the list of packing lists shows; amounts and invoices only to those who may see them. */
export function packingListColumns(
  t: TFunction<'sales'>,
  { amounts, invoices }: { amounts: boolean; invoices: boolean },
): Column<PackingListRow>[] {
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
      width: 'minmax(9rem, 2fr)',

      priority: 1,
    },
    { key: 'order_number', label: t('document.order_number'), width: 'minmax(8.5rem, 1fr)', priority: 3 },
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
            value: ({ invoice_id, invoice_number }) => invoice_number ?? (invoice_id ? t('invoiceStatus.draft') : null),
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
