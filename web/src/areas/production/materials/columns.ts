import type { MaterialsItem } from '@bobina/contract/production/materials.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { orderColumn, productColumn, type Words } from '../item/columns.tsx';

/** The fields of an item that the list reads besides those of its columns. */
export const MATERIALS_ROW = ['item_id', 'order_number', 'code'] as const;
export type MaterialsRow = Pick<MaterialsItem, (typeof MATERIALS_ROW)[number]>;
const column = columnsOf<MaterialsItem>();

/** Returns the columns of the list of items. */
export function materialsColumns(words: Words): Column<MaterialsItem>[] {
  const { t, formats, unitOf } = words;
  return [
    orderColumn(words),
    { ...productColumn(words), width: 'minmax(8rem, 2fr)', priority: 1 },
    column(['quantity'], {
      key: 'quantity',
      label: t('item.quantity'),
      kind: 'number',
      cell: (row) => formats.number(row.quantity),
      width: '8rem',
      priority: 2,
    }),
    column(['unit_of_measure'], {
      key: 'unit_of_measure',
      label: t('machineReport.unit'),
      value: (row) => unitOf(row.unit_of_measure),
      width: '7rem',
      priority: 2,
    }),
    { key: 'delivery_date', label: t('item.delivery_date'), kind: 'day', width: '8rem', priority: 3 },
  ];
}
