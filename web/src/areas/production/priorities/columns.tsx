import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { Column } from '../../../ui/table/columns.tsx';
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
import { PriorityChoice } from './PriorityChoice.tsx';

/** What the list of priorities shows. */
export const priorityColumns = (
  words: Words,
  onChoose: (item: ProductionItem, priority: Priority) => Promise<void>,
): Column<ProductionItem>[] => {
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
    statusColumn(words),
    deliveryColumn(words),
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
};
