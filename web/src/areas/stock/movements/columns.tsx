import type { TFunction } from 'i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { Formats } from '../../../lib/formats.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { MovementSource } from './MovementSource.tsx';
import { sourceOf } from './source-of.ts';
import { KindBadge, kindOf } from './types.tsx';

/** The fields of a movement that the list reads besides those of its columns: for its name, its menu and the question before it is deleted. */
export const MOVEMENT_ROW = [
  'id',
  'version',
  'movement_type',
  'source_type',
  'movement_date',
  'product_code',
  'quantity',
  'unit_of_measure',
  'batch_number',
  'warehouse_name',
  'destination_warehouse',
] as const;
export type SeenMovement = Pick<Movement, (typeof MOVEMENT_ROW)[number]>;
const column = columnsOf<Movement>();

/** Returns the columns of the list of movements. */
export function movementColumns(
  t: TFunction<'stock'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Column<Movement>[] {
  return [
    {
      key: 'movement_date',
      label: t('movement.movement_date'),
      kind: 'day',
      width: '7.25rem',
      priority: 1,
    },
    column(['movement_type', 'source_type'], {
      key: 'movement_type',
      label: t('movement.movement_type'),
      value: (row) => t(`movementKind.${kindOf(row)}`),
      cell: (row) => <KindBadge movement={row} />,
      width: '8.5rem',
      priority: 2,
    }),
    column(['product_id', 'product_code'], {
      key: 'product_code',
      label: t('movement.product_code'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
      width: 'minmax(9.5rem, 1fr)',
      priority: 1,
    }),
    {
      key: 'product_description',
      label: t('stock.description'),
      width: 'minmax(8.5rem, 1.3fr)',
      priority: 3,
    },
    column(['warehouse_id', 'warehouse_name'], {
      key: 'warehouse_name',
      label: t('stock.warehouse'),
      cell: (row) => <EntityLink kind="warehouse" id={row.warehouse_id} text={row.warehouse_name} size="fit" />,
      width: 'minmax(7.5rem, 1.5fr)',
      priority: 2,
    }),
    column(['destination_warehouse_id', 'destination_warehouse'], {
      key: 'destination_warehouse',
      label: t('movement.to'),
      cell: (row) => (
        <EntityLink kind="warehouse" id={row.destination_warehouse_id} text={row.destination_warehouse} size="fit" />
      ),
      width: 'minmax(5.5rem, 0.6fr)',
      priority: 3,
    }),
    column(['batch_id', 'batch_number'], {
      key: 'batch_number',
      label: t('stock.batch'),
      cell: (row) => <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} size="fit" />,
      width: 'minmax(9.5rem, 0.9fr)',
      priority: 2,
    }),
    column(['quantity', 'unit_of_measure'], {
      key: 'quantity',
      label: t('movement.quantity'),
      kind: 'number',
      cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
      width: 'minmax(6.5rem, 0.6fr)',
      priority: 1,
    }),
    column(['source_type', 'source_document', 'movement_type'], {
      key: 'source_type',
      label: t('movement.source'),
      value: (row) => sourceOf(row, t),
      cell: (row) => <MovementSource movement={row} size="fit" />,
      width: 'minmax(7.5rem, 2.2fr)',
      priority: 3,
    }),
    { key: 'notes', label: t('movement.notes'), width: 'minmax(4.5rem, 0.5fr)', priority: 3 },
  ];
}
