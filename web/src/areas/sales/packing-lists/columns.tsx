import type { TFunction } from 'i18next';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { PackingListStatusBadge } from '../statuses.tsx';

/** The fields of a packing list that the list reads besides those of its columns. */
export const PACKING_LIST_ROW = ['id', 'version', 'packing_list_number', 'customer_id', 'customer_name'] as const;
/** The further fields that tell whether a packing list can be invoiced. */
export const INVOICING_ROW = ['status', 'invoice_id'] as const;
export type SeenPackingList = Pick<PackingListRow, (typeof PACKING_LIST_ROW)[number]> &
  Partial<Pick<PackingListRow, (typeof INVOICING_ROW)[number]>>;
const column = columnsOf<PackingListRow>();

/** Returns the columns of the list; amounts and invoices only for users who may see them. */
export function packingListColumns(
  t: TFunction<'sales'>,
  { amounts, invoices }: { amounts: boolean; invoices: boolean },
): Column<PackingListRow>[] {
  const invoiceOf = ({ invoice_id, invoice_number }: Pick<PackingListRow, 'invoice_id' | 'invoice_number'>) =>
    invoice_number ?? (invoice_id ? t('invoiceStatus.draft') : null);
  return [
    {
      key: 'packing_list_number',
      label: t('packingList.packing_list_number'),
      width: 'minmax(9rem, 1fr)',
      priority: 1,
    },
    { key: 'packing_date', label: t('packingList.packing_date'), kind: 'day', width: '7rem', priority: 2 },
    column(['customer_id', 'customer_name'], {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',

      priority: 1,
    }),
    column(['order_id', 'order_number'], {
      key: 'order_number',
      label: t('document.order_number'),
      cell: (row) => <EntityLink kind="customer_order" id={row.order_id} text={row.order_number} size="fit" />,
      width: 'minmax(8.5rem, 1fr)',
      priority: 3,
    }),
    {
      key: 'customer_order_number',
      label: t('document.customer_order_number'),
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    },
    column(['status'], {
      key: 'status',
      label: t('document.status'),
      value: ({ status }) => t(`packingListStatus.${status}`),
      cell: ({ status }) => <PackingListStatusBadge status={status} />,
      width: 'minmax(7rem, 0.8fr)',
      priority: 2,
    }),
    ...(invoices
      ? [
          column(['invoice_id', 'invoice_number'], {
            key: 'invoice_number',
            label: t('packingList.invoice'),
            value: invoiceOf,
            cell: (row) => <EntityLink kind="invoice" id={row.invoice_id} text={invoiceOf(row)} size="fit" />,
            width: 'minmax(8rem, 1fr)',
            sortable: false,
            priority: 3,
          }),
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
