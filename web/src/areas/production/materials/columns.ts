import type { MaterialsItem } from '@bobina/contract/production/materials.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { orderColumn, productColumn, type Words } from '../item/columns.tsx';

/** What the list of materials shows. */
export function materialsColumns(words: Words): Column<MaterialsItem>[] {
  const { t, formats, unitOf } = words;
  return [
    orderColumn(words),
    { ...productColumn(words), width: 'minmax(8rem, 2fr)', priority: 1 },
    {
      key: 'quantity',
      label: t('item.quantity'),
      kind: 'number',
      cell: (row) => formats.number(row.quantity),
      width: '8rem',
      priority: 2,
    },
    {
      key: 'unit_of_measure',
      label: t('machineReport.unit'),
      value: (row) => unitOf(row.unit_of_measure),
      width: '7rem',
      priority: 2,
    },
    { key: 'delivery_date', label: t('item.delivery_date'), kind: 'day', width: '8rem', priority: 3 },
  ];
}
