import { IconPackageImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { ItemStatusBadge } from '../item/badges.tsx';
import { VERSION_FIELDS } from '../item/calls.ts';
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
import classes from '../item/item.module.css';

/** The fields of an item that the list reads besides those of its columns. */
export const STATUS_ROW = ['item_id', 'order_number', 'code', 'is_completed', ...VERSION_FIELDS] as const;
export type StatusRow = Pick<ProductionItem, (typeof STATUS_ROW)[number]>;
const STATUS_FIELDS = ['production_status', 'is_completed', 'completed_at', 'warehouse_movement_created'] as const;
const column = columnsOf<ProductionItem>();

/** Returns the quantity left to produce, at least 0. */
export function remainingOf({ quantity, total_produced }: Pick<ProductionItem, 'quantity' | 'total_produced'>): number {
  return Math.max(0, toNumber(decimalOf(quantity).minus(total_produced)));
}

/** Returns the columns of the status list. */
export function statusColumns(words: Words): Column<ProductionItem>[] {
  const { t, formats, unitOf } = words;
  const amount = (row: Pick<ProductionItem, 'unit_of_measure'>, value: number) =>
    formats.quantity(value, unitOf(row.unit_of_measure));
  return [
    orderColumn(words),
    customerColumn(words),
    productColumn(words),
    quantityColumn(words),
    column(['total_produced', 'unit_of_measure'], {
      key: 'total_produced',
      label: t('item.produced'),
      kind: 'number',
      cell: (row) => amount(row, row.total_produced),
      width: 'minmax(6.5rem, 0.8fr)',
      priority: 3,
    }),
    column(['quantity', 'total_produced', 'unit_of_measure'], {
      key: 'remaining',
      label: t('item.remaining'),
      kind: 'number',
      value: remainingOf,
      cell: (row) => amount(row, remainingOf(row)),
      width: 'minmax(7rem, 0.8fr)',
      priority: 2,
      sortable: false,
    }),
    { ...priorityColumn(words), priority: 3 },
    column([...STATUS_FIELDS], {
      ...statusColumn(words),
      cell: (row) => <StatusCell item={row} />,
      width: 'minmax(9rem, 1.2fr)',
    }),
    deliveryColumn(words),
  ];
}

function StatusCell({ item }: { item: Pick<ProductionItem, (typeof STATUS_FIELDS)[number]> }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  return (
    <span className={classes.done}>
      <ItemStatusBadge status={item.production_status} />
      {item.is_completed && (
        <span className={classes.less}>{t('status.completedOn', { when: formats.instant(item.completed_at) })}</span>
      )}
      {item.warehouse_movement_created && (
        <span className={classes.less}>
          <IconPackageImport size={13} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('status.movementCreated')}
        </span>
      )}
    </span>
  );
}
