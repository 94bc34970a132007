import type { TFunction } from 'i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { DeliveryDay } from '../../../ui/late.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { ProductionStatusBadge } from '../ProductionStatusBadge.tsx';

/** The fields of an order that the list reads besides those of its columns. */
export const VIEW_ROW = ['id', 'version', 'order_number', 'customer_name'] as const;
export type ViewedOrder = Pick<CustomerOrderRow, (typeof VIEW_ROW)[number]>;
const column = columnsOf<CustomerOrderRow>();

/** Returns the columns of the list of orders with their progress. @param amounts whether the user may see amounts */
export function viewColumns(t: TFunction<'orders'>, amounts: boolean): Column<CustomerOrderRow>[] {
  const columns: Column<CustomerOrderRow>[] = [
    { key: 'order_number', label: t('order.order_number'), width: 'minmax(8.5rem, 1fr)', priority: 1 },
    { key: 'order_date', label: t('order.order_date'), kind: 'day', width: 'minmax(7.5rem, 0.8fr)', priority: 2 },
    column(['customer_id', 'customer_name'], {
      key: 'customer_name',
      label: t('order.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 1,
    }),
    { key: 'customer_order_number', label: t('order.customer_order_number'), width: 'minmax(8rem, 1fr)', priority: 3 },
    column(['requested_delivery_date', 'is_late'], {
      key: 'requested_delivery_date',
      label: t('order.requested_delivery_date'),
      kind: 'day',
      cell: ({ requested_delivery_date, is_late }) => <DeliveryDay day={requested_delivery_date} isLate={is_late} />,
      width: 'minmax(8rem, 0.8fr)',
      priority: 2,
    }),
    {
      key: 'items_count',
      label: t('lines.title'),
      kind: 'number',
      width: '5rem',
      priority: 3,
      sortable: false,
    },
    column(['production_status'], {
      key: 'production_status',
      label: t('order.status'),
      value: ({ production_status }) => t(`status.${production_status}`),
      cell: ({ production_status }) => <ProductionStatusBadge status={production_status} />,
      width: 'minmax(8.5rem, 1fr)',
      priority: 2,
      sortable: false,
    }),
    { key: 'total_amount', label: t('order.total_amount'), kind: 'money', width: 'minmax(7.5rem, 0.9fr)', priority: 2 },
  ];
  return amounts ? columns : columns.filter(({ key }) => key !== 'total_amount');
}
