import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import {
  customerColumn,
  orderColumn,
  priorityColumn,
  productColumn,
  quantityColumn,
  statusColumn,
  type Words,
} from '../item/columns.tsx';
import { LateBadge } from '../../../ui/late.tsx';
import { ItemStatusBadge } from '../item/badges.tsx';
import classes from '../item/item.module.css';
import { PriorityChoice } from './PriorityChoice.tsx';

/** Returns the columns of the list of priorities. */
export function priorityColumns(
  words: Words,
  onChoose: (item: ProductionItem, priority: Priority) => Promise<void>,
): Column<ProductionItem>[] {
  const { t, formats } = words;
  return [
    orderColumn(words),
    customerColumn(words),
    productColumn(words),
    quantityColumn(words),
    {
      key: 'total_produced',
      label: t('priorities.produced'),
      align: 'end',
      value: (row) => `${formats.number(row.total_produced)} / ${formats.number(row.quantity)}`,
      width: 'minmax(7.5rem, 0.8fr)',
      priority: 3,
    },
    { ...statusColumn(words), cell: (row) => <StatusCell item={row} /> },
    priorityColumn(words),
    {
      key: 'choice',
      label: t('priorities.choice'),
      cell: (row) => <PriorityChoice item={row} onChoose={onChoose} />,
      width: 'minmax(8.5rem, 0.7fr)',
      priority: 1,
      sortable: false,
      screenOnly: true,
      value: () => 'choice',
    },
  ];
}

function StatusCell({ item }: { item: ProductionItem }) {
  return (
    <span className={classes.done}>
      <ItemStatusBadge status={item.production_status} />
      {item.is_late && <LateBadge />}
    </span>
  );
}
