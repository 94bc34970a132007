/** Columns of production items, shared by several screens. */
import type { TFunction } from 'i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Formats } from '../../../lib/formats.ts';
import { DeliveryDay } from '../../../ui/late.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { PriorityBadge, ItemStatusBadge } from './badges.tsx';
import { TwoLines } from './two-lines.tsx';

type T = TFunction<'production'>;
type ItemColumn = Column<ProductionItem>;
export interface Words {
  t: T;
  formats: Formats;
  unitOf: (unit: string) => string;
}

/** Returns the column of the order number, with the customer's own number below. */
export function orderColumn<
  Row extends Pick<ProductionItem, 'order_number' | 'customer_order_number'> &
    Partial<Pick<ProductionItem, 'order_id'>>,
>({ t }: Words): Column<Row> {
  return {
    key: 'order_number',
    label: t('item.order_number'),
    value: (row) => [row.order_number, row.customer_order_number].filter(Boolean).join(' · '),
    cell: (row) => (
      <TwoLines kind="customer_order" id={row.order_id} first={row.order_number} second={row.customer_order_number} />
    ),
    width: 'minmax(9.25rem, 1fr)',
    priority: 1,
  };
}
/** Returns the column of the customer, with the city below. */
export function customerColumn({ t }: Words): ItemColumn {
  return {
    key: 'customer_name',
    label: t('item.customer'),
    value: (row) => `${row.customer_name} · ${row.customer_city}`,
    cell: (row) => (
      <TwoLines kind="customer" id={row.customer_id} first={row.customer_name} second={row.customer_city} />
    ),
    width: 'minmax(9rem, 1.5fr)',
    priority: 3,
  };
}
/** Returns the column of the product code, with the name below. */
export function productColumn<
  Row extends Pick<ProductionItem, 'code' | 'product_name'> & Partial<Pick<ProductionItem, 'product_id'>>,
>({ t }: Words): Column<Row> {
  return {
    key: 'code',
    label: t('item.product'),
    value: (row) => `${row.code} · ${row.product_name}`,
    cell: (row) => <TwoLines kind="product" id={row.product_id} first={row.code} second={row.product_name} linksBoth />,
    width: 'minmax(8rem, 1.5fr)',
    priority: 2,
  };
}
/** Returns the column of the ordered quantity with its unit. */
export function quantityColumn({ t, formats, unitOf }: Words): ItemColumn {
  return {
    key: 'quantity',
    label: t('item.quantity'),
    kind: 'number',
    cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
    width: 'minmax(6.5rem, 0.8fr)',
    priority: 3,
  };
}
/** Returns the column of the production status. */
export function statusColumn({ t }: Words): ItemColumn {
  return {
    key: 'production_status',
    label: t('item.production_status'),
    value: ({ production_status }) => t(`item.status.${production_status}`),
    cell: ({ production_status }) => <ItemStatusBadge status={production_status} />,
    width: 'minmax(9.75rem, 1fr)',
    priority: 2,
  };
}
/** Returns the column of the priority. */
export function priorityColumn({ t }: Words): ItemColumn {
  return {
    key: 'item_priority',
    label: t('item.item_priority'),
    value: ({ item_priority }) => t(`item.priority.${item_priority}`),
    cell: ({ item_priority }) => <PriorityBadge priority={item_priority} />,
    width: 'minmax(8rem, 0.7fr)',
    priority: 2,
  };
}
/** Returns the column of the delivery day, which marks late items. */
export function deliveryColumn({ t }: Words): ItemColumn {
  return {
    key: 'delivery_date',
    label: t('item.delivery_date'),
    kind: 'day',
    cell: ({ delivery_date, is_late }) => <DeliveryDay day={delivery_date} isLate={is_late} />,
    width: 'minmax(7.25rem, 0.7fr)',
    priority: 2,
  };
}
