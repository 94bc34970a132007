import type { TFunction } from 'i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';

/** The fields of an order that the list reads besides those of its columns. */
export const ENTRY_ROW = ['id', 'version', 'order_number', 'customer_name', 'items_count'] as const;
/** The amount is requested only for users who may see it. */
export type SeenOrder = Pick<CustomerOrderRow, (typeof ENTRY_ROW)[number] | 'total_amount'>;
const column = columnsOf<CustomerOrderRow>();

/** Returns the columns of the list on the entry page. */
export function entryColumns(t: TFunction<'orders'>): Column<CustomerOrderRow>[] {
  return [
    { key: 'order_number', label: t('order.order_number'), width: 'minmax(8.5rem, 1fr)', priority: 1 },
    {
      key: 'created_at',
      label: t('order.created_at'),
      kind: 'instant',
      width: 'minmax(9.5rem, 1fr)',
      priority: 3,
    },
    {
      key: 'customer_order_number',
      label: t('order.customer_order_number'),
      width: 'minmax(9rem, 1.2fr)',
      priority: 2,
    },
    { key: 'order_date', label: t('order.order_date'), kind: 'day', width: 'minmax(8rem, 0.8fr)', priority: 2 },
    column(['customer_id', 'customer_name'], {
      key: 'customer_name',
      label: t('order.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(10rem, 2fr)',
      priority: 1,
    }),
  ];
}
