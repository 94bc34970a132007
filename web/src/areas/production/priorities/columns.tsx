import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import {
  customerColumn,
  deliveryColumn,
  orderColumn,
  priorityColumn,
  productColumn,
  quantityColumn,
  statusColumn,
  type Words,
} from '../item/columns.tsx';
import { LateBadge } from '../../../ui/late.tsx';
import { ItemStatusBadge } from '../item/badges.tsx';
import { VERSION_FIELDS } from '../item/calls.ts';
import classes from '../item/item.module.css';
import { PriorityChoice } from './PriorityChoice.tsx';

/** The fields of an item that the list reads besides those of its columns. */
export const PRIORITY_ROW = ['item_id', 'order_id', 'order_number', 'code', ...VERSION_FIELDS] as const;
export type PriorityRow = Pick<ProductionItem, (typeof PRIORITY_ROW)[number]>;
const column = columnsOf<ProductionItem>();

/** Returns the columns of the list of priorities. */
export function priorityColumns(
  words: Words,
  onChoose: (item: Pick<ProductionItem, 'item_id'>, priority: Priority) => Promise<void>,
): Column<ProductionItem>[] {
  const { t, formats } = words;
  return [
    orderColumn(words),
    customerColumn(words),
    productColumn(words),
    quantityColumn(words),
    { ...deliveryColumn(words), isOptional: true },
    column(['total_produced', 'quantity'], {
      key: 'total_produced',
      label: t('priorities.produced'),
      align: 'end',
      value: (row) => `${formats.number(row.total_produced)} / ${formats.number(row.quantity)}`,
      width: 'minmax(7.5rem, 0.8fr)',
      priority: 3,
    }),
    column(['production_status', 'is_late', 'delivery_date'], {
      ...statusColumn(words),
      cell: (row) => <StatusCell item={row} />,
    }),
    priorityColumn(words),
    column(['item_id', 'order_number', 'code', 'item_priority'], {
      key: 'choice',
      label: t('priorities.choice'),
      cell: (row) => <PriorityChoice item={row} onChoose={onChoose} />,
      width: 'minmax(8.5rem, 0.7fr)',
      priority: 1,
      sortable: false,
      screenOnly: true,
      value: () => 'choice',
    }),
  ];
}

function StatusCell({ item }: { item: Pick<ProductionItem, 'production_status' | 'is_late' | 'delivery_date'> }) {
  return (
    <span className={classes.done}>
      <ItemStatusBadge status={item.production_status} />
      {item.is_late && <LateBadge day={item.delivery_date} />}
    </span>
  );
}
