import type { TFunction } from 'i18next';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { ReelState } from '../ReelState.tsx';

/** The fields of a reel that the list reads besides those of its columns. */
export const REEL_ROW = ['batch_id', 'version', 'code', 'state', 'product_id', 'warehouse_id'] as const;
export type ReelRow = Pick<Reel, (typeof REEL_ROW)[number]>;
const column = columnsOf<Reel>();

/** Returns the columns of the list of reels. */
export function reelColumns(t: TFunction<'reels'>, formats: Formats): Column<Reel>[] {
  return [
    { key: 'code', label: t('reel.code'), width: 'minmax(6.75rem, 0.6fr)', priority: 1 },
    column(['product_code', 'product_id'], {
      key: 'product_code',
      label: t('reel.product'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    }),
    column(['width_mm'], {
      key: 'width_mm',
      label: t('reel.width_mm'),
      kind: 'number',
      cell: (row) => formats.quantity(row.width_mm, 'mm', 1),
      width: 'minmax(6rem, 0.5fr)',
      priority: 2,
    }),
    column(['gsm'], {
      key: 'gsm',
      label: t('reel.gsm'),
      kind: 'number',
      cell: (row) => formats.quantity(row.gsm, 'g/m²', 2),
      width: 'minmax(6.5rem, 0.5fr)',
      priority: 3,
    }),
    {
      key: 'kg',
      label: `${t('reel.kg')} (kg)`,
      kind: 'number',
      decimals: [3, 3],
      width: 'minmax(5.75rem, 0.5fr)',
      priority: 1,
    },
    {
      key: 'm',
      label: `${t('reel.m')} (m)`,
      kind: 'number',
      decimals: [1, 1],
      width: 'minmax(5.75rem, 0.5fr)',
      priority: 2,
    },
    {
      key: 'm2',
      label: `${t('reel.m2')} (m²)`,
      kind: 'number',
      decimals: [2, 2],
      width: 'minmax(6rem, 0.5fr)',
      priority: 3,
    },
    column(['state'], {
      key: 'state',
      label: t('reel.state'),
      value: (row) => t(`state.${row.state}`),
      cell: (row) => <ReelState state={row.state} />,
      width: '7.25rem',
      priority: 1,
    }),
    column(['warehouse_name', 'warehouse_id', 'warehouses'], {
      key: 'warehouse_name',
      label: t('reel.warehouse'),
      cell: ({ warehouse_id, warehouse_name, warehouses }) => {
        const others = warehouses.filter((place) => place.quantity > 0 && place.warehouse_id !== warehouse_id);
        return (
          <>
            <EntityLink kind="warehouse" id={warehouse_id} text={warehouse_name} size="fit" />
            {others.length > 0 && (
              <span title={others.map((place) => place.warehouse_name).join(', ')}>{` +${others.length}`}</span>
            )}
          </>
        );
      },
      width: 'minmax(11.25rem, 2fr)',
      priority: 2,
      sortable: false,
    }),
    { key: 'location', label: t('reel.location'), width: 'minmax(6rem, 0.6fr)', priority: 2 },
    { key: 'supplier_lot', label: t('reel.supplier_lot'), width: 'minmax(6rem, 0.6fr)', priority: 3 },
    { key: 'mill_number', label: t('reel.mill_number'), width: 'minmax(6rem, 0.6fr)', priority: 3 },
    // Few reels expire.
    {
      key: 'expiry_date',
      label: t('reel.expiry_date'),
      kind: 'day',
      width: '7.5rem',
      priority: 3,
      isOptional: true,
    },
  ];
}
