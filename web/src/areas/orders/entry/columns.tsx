import type { TFunction } from 'i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';

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
    {
      key: 'customer_name',
      label: t('order.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(10rem, 2fr)',
      priority: 1,
    },
  ];
}
