import type { TFunction } from 'i18next';
import type { MaterialsItem } from '@bobina/contract/production/materials.ts';
import type { Formats } from '../../../lib/formats.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { TwoLines } from '../item/two-lines.tsx';

export const materialsColumns = (
  t: TFunction<'production'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Column<MaterialsItem>[] => [
  {
    key: 'order_number',
    label: t('item.order_number'),
    value: (row) => [row.order_number, row.customer_order_number].filter(Boolean).join(' · '),
    cell: (row) => <TwoLines first={row.order_number} second={row.customer_order_number} />,
    width: 'minmax(9.25rem, 1fr)',
    priority: 1,
  },
  {
    key: 'code',
    label: t('item.product'),
    value: (row) => `${row.code} · ${row.product_name}`,
    cell: (row) => <TwoLines first={row.code} second={row.product_name} />,
    width: 'minmax(8rem, 2fr)',
    priority: 1,
  },
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
