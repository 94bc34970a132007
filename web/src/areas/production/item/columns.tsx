/** Columns of production items, shared by several screens. */
import type { TFunction } from 'i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Formats } from '../../../lib/formats.ts';
import { DeliveryDay } from '../../../ui/late.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { PriorityBadge, ItemStatusBadge } from './badges.tsx';
import { TwoLines } from './two-lines.tsx';

type T = TFunction<'production'>;
type ItemColumn = Column<ProductionItem>;
const column = columnsOf<ProductionItem>();
export interface Words {
  t: T;
  formats: Formats;
  unitOf: (unit: string) => string;
}

/** Returns the column of the order number, with the customer's own number below. */
export function orderColumn({
  t,
}: Words): Column<Pick<ProductionItem, 'order_id' | 'order_number' | 'customer_order_number'>> {
  return column(['order_id', 'order_number', 'customer_order_number'], {
    key: 'order_number',
    label: t('item.order_number'),
    value: (row) => [row.order_number, row.customer_order_number].filter(Boolean).join(' · '),
    cell: (row) => (
      <TwoLines kind="customer_order" id={row.order_id} first={row.order_number} second={row.customer_order_number} />
    ),
    width: 'minmax(9.25rem, 1fr)',
    priority: 1,
  });
}
/** Returns the column of the customer, with the city below. */
export function customerColumn({ t }: Words): ItemColumn {
  return column(['customer_id', 'customer_name', 'customer_city'], {
    key: 'customer_name',
    label: t('item.customer'),
    value: (row) => `${row.customer_name} · ${row.customer_city}`,
    cell: (row) => (
      <TwoLines kind="customer" id={row.customer_id} first={row.customer_name} second={row.customer_city} />
    ),
    width: 'minmax(9rem, 1.5fr)',
    priority: 3,
  });
}
/** Returns the column of the product code, with the name below. */
export function productColumn({ t }: Words): Column<Pick<ProductionItem, 'product_id' | 'code' | 'product_name'>> {
  return column(['product_id', 'code', 'product_name'], {
    key: 'code',
    label: t('item.product'),
    value: (row) => `${row.code} · ${row.product_name}`,
    cell: (row) => <TwoLines kind="product" id={row.product_id} first={row.code} second={row.product_name} linksBoth />,
    width: 'minmax(8rem, 1.5fr)',
    priority: 2,
  });
}
/** Returns the column of the ordered quantity with its unit. */
export function quantityColumn({ t, formats, unitOf }: Words): ItemColumn {
  return column(['quantity', 'unit_of_measure'], {
    key: 'quantity',
    label: t('item.quantity'),
    kind: 'number',
    cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
    width: 'minmax(6.5rem, 0.8fr)',
    priority: 3,
  });
}
/** Returns the column of the production status. */
export function statusColumn({ t }: Words): Column<Pick<ProductionItem, 'production_status'>> {
  return column(['production_status'], {
    key: 'production_status',
    label: t('item.production_status'),
    value: ({ production_status }) => t(`item.status.${production_status}`),
    cell: ({ production_status }) => <ItemStatusBadge status={production_status} />,
    width: 'minmax(9.75rem, 1fr)',
    priority: 2,
  });
}
/** Returns the column of the priority. */
export function priorityColumn({ t }: Words): ItemColumn {
  return column(['item_priority'], {
    key: 'item_priority',
    label: t('item.item_priority'),
    value: ({ item_priority }) => t(`item.priority.${item_priority}`),
    cell: ({ item_priority }) => <PriorityBadge priority={item_priority} />,
    width: 'minmax(8rem, 0.7fr)',
    priority: 2,
  });
}
/** Returns the column of the delivery day, which marks late items. */
export function deliveryColumn({ t }: Words): ItemColumn {
  return column(['delivery_date', 'is_late'], {
    key: 'delivery_date',
    label: t('item.delivery_date'),
    kind: 'day',
    cell: ({ delivery_date, is_late }) => <DeliveryDay day={delivery_date} isLate={is_late} />,
    width: 'minmax(7.25rem, 0.7fr)',
    priority: 2,
  });
}
